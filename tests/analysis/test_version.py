"""What the analysis has learned and its version belong together."""

from games.analysis.explanation import VERSION
from games.analysis.measured import weights_of
from tests.engine.kinds import ANALYSED

LEARNED = {7: ["8da41dd71a248369", "310ca5dbfbb5831a"]}
"""For each version of the analysis its weights, by game: a new version has other ones.

Who trains them anew raises the version as well, or games would never be explained by what has been
learned. Those of an old version may go.
"""


def test_other_weights_are_another_version() -> None:
    assert LEARNED[VERSION] == list(map(weights_of, sorted(ANALYSED)))
