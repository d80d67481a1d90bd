"""Whole games come out as they did when they were written down."""

from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.golden_games import FOLDER, GOLDEN, Golden, transcript


@each_case("golden", GOLDEN)
def test_a_golden_game_is_played_as_written(golden: Golden) -> None:
    """When the change is wanted, `python -m tests.engine.regenerate_golden` writes it down."""
    assert transcript(golden) == golden.path.read_text(encoding="utf-8")


def test_every_file_belongs_to_a_game_and_every_kind_has_one() -> None:
    assert {golden.path for golden in GOLDEN} == set(FOLDER.iterdir())
    assert {golden.kind for golden in GOLDEN} == set(KINDS)
