"""Makes the sounds of the site from sine waves and noise only: `python -m tools.sounds`.

The sounds imitate wooden things: dice on a table, the bars of a marimba.
"""

import math
import random
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import av

FOLDER = Path(__file__).parents[1] / "games" / "static" / "games" / "sounds"

RATE = 32_000  # samples in a second: enough for all that is in these sounds

BITS = 56_000  # bits in a second of MP3, which all browsers play

LOUDNESS = 0.24  # the loudness of each sound's loudest moment; 1 is the greatest possible

MOMENT = 0.04  # seconds of a sound that an ear hears as one moment

ATTACK = 0.003  # seconds in which a tone rises; without them it would click

C4, G3, EB4, G4, C5, E5, G5, A5 = 261.63, 196.0, 311.13, 392.0, 523.25, 659.26, 783.99, 880.0

# The partial tones of the bar of a marimba: pitch, loudness and length, relative to the tone.
PARTIALS = ((1.0, 1.0, 1.0), (3.93, 0.22, 0.3), (9.6, 0.06, 0.12))

Sound = list[float]


def silence(seconds: float) -> Sound:
    return [0.0] * round(seconds * RATE)


def add(sound: Sound, start: float, value: Callable[[float], float]) -> None:
    """Add a wave from `start` (seconds) to the sound's end. value: by seconds since `start`."""
    first = round(start * RATE)
    for index in range(first, len(sound)):
        sound[index] += value((index - first) / RATE)


def strike(sound: Sound, start: float, pitch: float, loud: float, decay: float) -> None:
    """Strike the bar of a marimba. decay: seconds in which it becomes a third as loud."""

    def value(time: float) -> float:
        total = 0.0
        for times, share, length in PARTIALS:
            fading = math.exp(-time / (decay * length))
            if fading > 0.001:
                total += share * fading * math.sin(2 * math.pi * pitch * times * time)
        return loud * min(time / ATTACK, 1.0) * total

    add(sound, start, value)


def knock(sound: Sound, start: float, pitch: float, loud: float, chance: random.Random) -> None:
    """Let a piece of wood fall: a burst of noise that resonates at the wood's own pitch."""
    # A resonance of two poles, driven by noise that fades within milliseconds.
    radius, angle = math.exp(-1 / (0.012 * RATE)), 2 * math.pi * pitch / RATE
    turn, gain = 2 * radius * math.cos(angle), 0.3 * math.sin(angle)
    last, before = 0.0, 0.0

    def value(time: float) -> float:
        nonlocal last, before
        noise = gain * chance.uniform(-1, 1) * math.exp(-time / 0.004)
        last, before = noise + turn * last - radius * radius * before, last
        return loud * last

    add(sound, start, value)


def dice() -> Sound:
    """Dice fall, jump and lie still; this takes as long as they tumble on the page."""
    chance, sound = random.Random(4), silence(0.58)
    for start, loud in (
        *((0.0, 0.7), (0.035, 0.55), (0.1, 1.0), (0.135, 0.8), (0.19, 0.6), (0.26, 0.75)),
        *((0.3, 0.4), (0.37, 0.5), (0.42, 0.3), (0.47, 0.35), (0.5, 0.18)),
    ):
        knock(sound, start, chance.uniform(1500, 2600), loud, chance)
        knock(sound, start, chance.uniform(600, 900), loud * 0.6, chance)
    return sound


def place() -> Sound:
    sound = silence(0.22)
    knock(sound, 0, 950, 0.8, random.Random(2))
    strike(sound, 0, G4, 0.5, 0.06)
    return sound


def bust() -> Sound:
    sound = silence(0.62)
    strike(sound, 0, EB4, 0.8, 0.12)
    strike(sound, 0.15, G3, 1.0, 0.2)
    knock(sound, 0.15, 240, 0.7, random.Random(3))
    return sound


def score() -> Sound:
    sound = silence(0.7)
    for number, pitch in enumerate((C5, E5, G5)):
        strike(sound, 0.085 * number, pitch, 0.8, 0.16 + 0.04 * number)
    return sound


def turn() -> Sound:
    sound = silence(0.6)
    strike(sound, 0, E5, 0.7, 0.13)
    strike(sound, 0.13, A5, 0.8, 0.2)
    return sound


def over() -> Sound:
    sound = silence(1.5)
    for number, pitch in enumerate((C4, G4, C5)):
        strike(sound, 0.12 * number, pitch, 0.6, 0.25)
    for pitch in (C4, E5, G5, 2 * C5):
        strike(sound, 0.4, pitch, 0.5, 0.4)
    return sound


SOUNDS: dict[str, Callable[[], Sound]] = {
    each.__name__: each for each in (dice, place, bust, score, turn, over)
}
"""Sounds by the names in templates and scripts: see `Sound` in games/presenters/shared.py."""


def loudest_moment(sound: Sound) -> float:
    size = round(MOMENT * RATE)
    moments = (sound[first : first + size] for first in range(0, len(sound), size // 2))
    return max(math.sqrt(sum(value * value for value in moment) / size) for moment in moments)


def samples(sound: Sound) -> "array[int]":
    """Return a sound as 16-bit numbers, made as loud as every other sound."""
    # A sound whose end does not fade would click.
    fade, gain = round(0.03 * RATE), LOUDNESS / loudest_moment(sound)
    values = array("h")
    for left, value in zip(range(len(sound), 0, -1), sound, strict=True):
        # tanh compresses peaks that are too loud, instead of cutting them off.
        values.append(round(32767 * math.tanh(gain * value) * min(left / fade, 1.0)))
    return values


def write(name: str, folder: Path = FOLDER) -> Path:
    path = folder / f"{name}.mp3"
    data = samples(SOUNDS[name]())
    # The encoder writes no name or version of itself, so that the same source gives the same file.
    options = {"id3v2_version": "0", "fflags": "+bitexact"}
    with av.open(path, "w", format="mp3", options=options) as file:
        stream: Any = file.add_stream("libmp3lame", rate=RATE, options={"flags": "+bitexact"})
        stream.layout, stream.bit_rate = "mono", BITS
        frame = av.AudioFrame(format="s16", layout="mono", samples=len(data))
        frame.sample_rate = RATE
        frame.planes[0].update(data.tobytes())
        file.mux(stream.encode(frame))
        file.mux(stream.encode(None))
    return path


if __name__ == "__main__":
    for name in SOUNDS:
        write(name)
