"""What the analysis has learned and its version belong together."""

from hashlib import sha256

from games.analysis.explanation import VERSION
from games.analysis.thinking import FOLDER
from tests.engine.kinds import ANALYSED

LEARNED = {3: "5f5d6b9b086fa9b0"}
"""For each version of the analysis a digest of all weights: a new version has other ones.

Who trains them anew raises the version as well, or games would never be explained by what has been
learned. The digest of an old version may go.
"""


def test_other_weights_are_another_version() -> None:
    digest = sha256()
    for kind in sorted(ANALYSED):
        digest.update((FOLDER / kind / "weights.npz").read_bytes())
    assert LEARNED[VERSION] == digest.hexdigest()[:16]
