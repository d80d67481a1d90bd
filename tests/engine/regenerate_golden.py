"""Write the golden playthroughs anew: `python -m tests.engine.regenerate_golden`.

Read the diff before committing it: it is what changed in the rules.
"""

from tests.engine.golden_games import FOLDER, GOLDEN, transcript


def main() -> None:
    """Write one file for each game and remove files of games that are no more."""
    FOLDER.mkdir(exist_ok=True)
    for golden in GOLDEN:
        golden.path.write_text(transcript(golden), encoding="utf-8")
    for path in set(FOLDER.glob("*.txt")) - {golden.path for golden in GOLDEN}:
        path.unlink()


if __name__ == "__main__":
    main()
