"""Games as records tell them: any table, any play, people and bots, with and without dice."""

import random
import re
from typing import Any

from hypothesis import strategies as st

from games.engine.core import Action, Event, Resign, Rules, TimeOut
from games.engine.dice import Dice, SeededDice
from games.engine.fairness.fair_dice import SCHEME, SCHEMES, FairDice, commitment
from games.engine.fairness.proof import RecordDice
from games.engine.fairness.verify import SEATS
from games.engine.records.game_record import GameRecord
from games.engine.records.json_record import RecordPlayer
from games.engine.records.record_time import RecordTime, TimeNote
from games.engine.replay import fold
from games.engine.time_control import BANKS, DAYS, PER_DECISION, Live, TimeControl, TurnByTurn
from tests.engine.kinds import EVERY_CASE

NAMES = st.text(max_size=8) | st.sampled_from(['a"b\\c', "] [", "{x}", "Zoë", "a\nb", "\ud800"])
DATES = st.just("") | st.dates().map(lambda day: f"{day:%Y.%m.%d}".zfill(10))
SALTS = st.from_regex(r"[0-9A-Za-z_-]{0,8}", fullmatch=True)

NUMBERS = st.integers(0, 999_999_999)
BOT = re.compile(r"\A[0-9A-Za-z_-]{1,30}\Z")
TIME_CONTROLS: st.SearchStrategy[TimeControl] = st.builds(
    Live, st.sampled_from(BANKS), st.sampled_from(PER_DECISION)
) | st.builds(TurnByTurn, st.sampled_from(DAYS), st.booleans())


@st.composite
def recorded_games(draw: st.DrawFn) -> GameRecord:
    """Draw a game up to some event, with players who leave now and then."""
    rules = draw(st.sampled_from(EVERY_CASE)).rules()
    players: list[RecordPlayer] = [
        {"name": draw(NAMES), "bot": draw(st.sampled_from([None, "careful", "rule-of-28"]))}
        for _ in range(rules.players)
    ]
    seed = draw(st.integers(0, 2**32))
    length = draw(st.integers(0, 300))
    dice: Dice = SeededDice(seed)
    proof = None
    if draw(st.booleans()):
        salts = tuple(draw(SALTS) for _ in range(rules.players))
        scheme = draw(st.sampled_from(SCHEMES))
        dice, proof = proven(seed, salts, revealed=draw(st.booleans()), scheme=scheme)
    log = played(rules, dice, random.Random(seed), length, draw(st.sampled_from([0, 0.02, 0.1])))
    own_dice = proof is None and draw(st.booleans())
    time = draw(st.none() | record_times(rules.players, len(log)))
    return GameRecord(rules, players, log, proof, draw(DATES), own_dice, time)


@st.composite
def record_times(draw: st.DrawFn, players: int, events: int) -> RecordTime:
    """Draw what a record of so many players and events says of time."""
    used = st.lists(NUMBERS | st.none(), min_size=events, max_size=events)
    places = sorted(draw(st.lists(st.integers(0, events), max_size=4)))
    notes = [draw(_time_notes(after, players)) for after in places]
    return RecordTime(draw(TIME_CONTROLS), tuple(draw(used)), tuple(notes))


def _time_notes(after: int, players: int) -> st.SearchStrategy[TimeNote]:
    player = st.integers(0, players - 1)
    given_back = st.builds(
        TimeNote, st.just(after), st.just("given-back"), player | st.none(), NUMBERS
    )
    gone = st.builds(TimeNote, st.just(after), st.just("gone"), player, NUMBERS)
    types = st.sampled_from(["stood-in", "taken-over"])
    by_bot = st.builds(TimeNote, st.just(after), types, player, bot=st.from_regex(BOT))
    never = st.builds(TimeNote, st.just(after), st.just("never-moved"), player)
    return given_back | gone | by_bot | never


def proven(
    seed: int, salts: tuple[str, ...], revealed: bool = True, scheme: str = SCHEME
) -> tuple[Dice, RecordDice]:
    """Return dice that prove themselves, and what a record says of them."""
    secret = random.Random(seed).randbytes(32)
    dice = FairDice(secret, "bcdfghjk", salts, scheme)
    order = dice.shuffle(SEATS, len(salts))
    return dice, {
        "scheme": scheme,
        "code": "bcdfghjk",
        "commitment": commitment(secret, "bcdfghjk", scheme),
        "secret": secret.hex() if revealed else None,
        "seats": [{"salt": salt, "player": order.index(place)} for place, salt in enumerate(salts)],
    }


def played(
    rules: Rules[Any], dice: Dice, chance: random.Random, length: int, leaves: float = 0
) -> list[Event]:
    """Return the log of a game played at random up to this length."""
    log = list(rules.setup(dice))[:length]
    state = fold(rules, log)
    while len(log) < length and rules.outcome(state) is None:
        player, action = _decision(rules, state, chance, leaves)
        log.append(rules.resolve(state, player, action, dice))
        state = rules.apply_event(state, log[-1])
    return log


def _decision(
    rules: Rules[Any], state: Any, chance: random.Random, leaves: float
) -> tuple[int, Action]:
    if chance.random() < leaves:
        staying = sorted(set(range(rules.players)) - state.left)
        return chance.choice(staying), chance.choice((Resign(), TimeOut()))
    player = chance.choice(rules.active_players(state))
    return player, chance.choice(rules.legal_actions(state, player))
