"""What is heard of each event, and the files that sound."""

from dataclasses import replace
from itertools import pairwise
from typing import get_args

import av
import pytest

from games.presenters import table_of
from games.presenters.shared import Sound
from tests.each_case import each_case
from tests.engine.kinds import every_kind
from tests.games.povs import pov_after
from tests.games.test_every_position import played
from tools.sounds import FOLDER, RATE, SOUNDS, loudest_moment, samples

MOST_BYTES = 40_000
"""Of all six together."""

STARS = "11+2345 0@11 1@11 O O"


@each_case(
    ("kind", "moves", "heard"),
    [
        ("cantstop", "", ""),
        ("cantstop", "1133", "dice"),
        ("cantstop", "1133 2+6", "place"),
        ("cantstop", "1133 2+6 S", "place"),
        ("cantstop", "6666 12+12 6666 12 S", "score"),
        ("cantstop", "1134 4+5 6666 12+12 3334", "dice bust"),
        ("cantstop", "R0", "over"),
        ("buttons", "", ""),
        ("buttons", "42+2344", "dice"),
        ("buttons", "42+2344 0@43", "place"),
        ("buttons", "42+2344 1-", ""),
        ("buttons", "42+2344 0@42 1- 66+1235 1@66 0- 42+2233", "dice bust"),
        ("buttons", "11+2345 0@11 1@11 O", "place"),
        ("buttons", f"{STARS} 0*11", "score"),
        ("buttons", "R0", "over"),
        ("pig", "5", "dice"),
        ("pig", "1", "dice bust"),
        ("pig", "5 H", "place"),
    ],
)
def test_each_event_has_its_sound(kind: str, moves: str, heard: str) -> None:
    pov = pov_after(moves, kind=kind)
    assert " ".join(table_of(pov).sounds) == heard


@every_kind
def test_a_whole_game_ends_with_the_sound_of_the_end_and_only_that_step_has_it(kind: str) -> None:
    end = played(kind)
    heard = [table_of(replace(end, seq=seq)).sounds for seq in range(end.seq + 1)]
    assert [seq for seq, sounds in enumerate(heard) if "over" in sounds] == [end.seq]
    assert heard[end.seq][-1] == "over"
    assert {"dice", "place", "over"} <= {sound for sounds in heard for sound in sounds}
    for sounds in heard:
        assert len(set(sounds)) == len(sounds) <= 3
        assert all((one, other) != ("bust", "dice") for one, other in pairwise(sounds))


def test_there_is_a_file_for_each_sound_and_none_besides() -> None:
    names = set(get_args(Sound))
    assert set(SOUNDS) == names
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.mp3" for name in names}


def test_all_sounds_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


@each_case("name", SOUNDS)
def test_each_file_sounds_as_the_script_writes_it(name: str) -> None:
    """An encoder of another version may write other bytes, but not another sound."""
    written = [value / 32768 for value in samples(SOUNDS[name]())]
    with av.open(FOLDER / f"{name}.mp3") as file:
        stream = file.streams.audio[0]
        assert (stream.rate, stream.layout.name) == (RATE, "mono")
        found: list[float] = [value for frame in file.decode(stream) for value in decoded(frame)]
    assert len(found) == pytest.approx(len(written), abs=RATE / 20)
    assert loudest_moment(found) == pytest.approx(loudest_moment(written), rel=0.1)
    both = zip(found, written, strict=False)
    missed = sum((one - other) ** 2 for one, other in both) / sum(value**2 for value in written)
    assert missed < 0.2, "run `make sounds`"


def decoded(frame: av.AudioFrame) -> "memoryview[float]":
    """Return the samples of a frame, from -1 to 1."""
    assert frame.format.name in {"flt", "fltp"}
    return memoryview(frame.planes[0]).cast("B").cast("f")[: frame.samples]
