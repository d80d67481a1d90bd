"""Can't Stop in the script for download: see games/engine/records/download.py."""

from games.engine.records.verify_record import (
    GAMES,
    Dice,
    Game,
    Record,
    Shape,
    is_face,
    is_flag,
    is_whole,
    list_of,
    one_of,
)

# --- Can't Stop ---------------------------------------------------------------------------------

GOALS = {1: (3, 4, 5), 2: (3, 4, 5), 3: (3, 4, 5), 4: (3,)}
"""The possible numbers of columns to win, by the number of players (1 in daily challenges)."""
LENGTHS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
RUNNERS = 3


class CantStop(Game):
    """Can't Stop.

    markers: each player's spaces, by column.  owners: players who claimed a column, by column.
    runners: their spaces in this turn, by column.  roll: number of rolls in this turn.
    choices: the ways to use the last roll, each as the columns advanced; empty after the choice.
    """

    sizes = range(1, 5)

    @staticmethod
    def variant_shape(players: int) -> Shape:
        return {
            "columns_to_win": one_of(GOALS[players]),
            "meeting": one_of(["share", "jump", "must-roll"]),
            "stop_early": is_flag,
        }

    @staticmethod
    def event_shapes(own: Shape, nobody: Shape) -> dict[str, Shape]:
        dice = {"dice": list_of(is_face, 4, 4)}
        return {
            "rolled": own | dice | {"turn": is_whole, "roll": is_whole, "bust": is_flag},
            "split": own | {"columns": list_of(one_of(LENGTHS), 1, 2)},
            "stopped": own,
        }

    def __init__(self, record: Record, dice: Dice | None) -> None:
        super().__init__(record, dice)
        self.jump = self.variant["meeting"] == "jump"
        self.must_roll = self.variant["meeting"] == "must-roll"
        self.markers: list[dict[int, int]] = [{} for _ in range(self.players)]
        self.owners: dict[int, int] = {}
        self.runners: dict[int, int] = {}
        self.roll = 0
        self.choices: list[list[int]] = []
        self.turns[0] = 1

    def move(self, event: Record) -> None:
        self.require_turn(event)
        if event["type"] == "rolled":
            self.require(not self.choices, "the roll before it is not answered")
            here = (event["turn"], event["roll"])
            right = (self.turns[self.turn_player], self.roll + 1)
            self.require(here == right, f"turn and roll are {right}, not {here}")
            self.check_dice(event, event["dice"], 4)
            self.choices = self.choices_of(event["dice"])
            bust = not self.choices
            self.require(event["bust"] == bust, f"it is {'a' if bust else 'no'} bust")
            self.roll += 1
            if bust:
                self.next_turn()
        elif event["type"] == "split":
            self.require(self.choices, "there is no roll to choose from")
            fits = event["columns"] in self.choices
            self.require(fits, f"the roll allows {self.choices}, not {event['columns']}")
            self.choices = []
            for column in event["columns"]:
                self.runners[column] = self.step(column)
        else:
            self.require(self.roll and not self.choices, "there is nothing to stop after")
            self.check_stop()
            self.stop()

    def choices_of(self, dice: list[int]) -> list[list[int]]:
        """Return every way to use the dice, as the columns advanced; an empty list for a bust."""
        a, b, c, d = dice
        choices, seen = [], []
        for first, second in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
            if sorted((first, second)) not in seen:  # the same two sums are one choice
                seen.append(sorted((first, second)))
                choices += self.advances(first, second)
        return choices

    def advances(self, first: int, second: int) -> list[list[int]]:
        """Return the ways to advance by two sums. The player must make all possible steps."""
        columns = [column for column in (first, second) if self.is_open(column)]
        if not columns:
            return []
        if first == second:  # the second step is lost if the first reaches the top
            return [[first] if self.step(first) == LENGTHS[first] else [first, first]]
        new = [column for column in columns if column not in self.runners]
        if len(new) == 2 and len(self.runners) == RUNNERS - 1:
            return [[first], [second]]  # one runner for two columns: the player chooses
        return [columns]

    def is_open(self, column: int) -> bool:
        """Return whether a runner can move in the column, or be placed in it."""
        if column in self.owners or self.runners.get(column) == LENGTHS[column]:
            return False
        return column in self.runners or len(self.runners) < RUNNERS

    def step(self, column: int) -> int:
        """Return the space after one step; with the option "jump", past other players' markers."""
        space = self.runners.get(column) or self.markers[self.turn_player].get(column, 0)
        space += 1
        while self.jump and space in self.others(column):
            space += 1
        return space

    def others(self, column: int) -> set[int]:
        """Return the spaces of the column with a marker of another player."""
        return {
            own[column]
            for player, own in enumerate(self.markers)
            if player != self.turn_player and column in own
        }

    def check_stop(self) -> None:
        """Check that the options of the table allow stopping."""
        free = [one for one in LENGTHS if one not in self.owners and one not in self.runners]
        early = len(self.runners) < RUNNERS and free
        self.require(self.variant["stop_early"] or not early, "a runner must still be placed")
        met = any(space in self.others(column) for column, space in self.runners.items())
        self.require(not (self.must_roll and met), "a runner stands beside another's marker")

    def stop(self) -> None:
        """Keep the gain of the turn, and end the game or the turn."""
        player = self.turn_player
        self.markers[player].update(self.runners)
        for column, space in self.runners.items():
            if space == LENGTHS[column]:
                self.owners[column] = player
                for other in range(self.players):
                    if other != player:
                        self.markers[other].pop(column, None)
        claimed = list(self.owners.values())
        if claimed.count(player) >= self.variant["columns_to_win"]:
            self.end([player], "columns")
        elif len(claimed) == len(LENGTHS):
            most = max(claimed.count(one) for one in self.staying())
            self.end([one for one in self.staying() if claimed.count(one) == most], "exhausted")
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.runners, self.choices, self.roll = {}, [], 0
        self.turn_player = (self.turn_player + 1) % self.players
        while self.turn_player in self.left:
            self.turn_player = (self.turn_player + 1) % self.players
        self.turns[self.turn_player] += 1

    def deciding(self) -> set[int]:
        return {self.turn_player}

    def go_on(self) -> None:
        if self.turn_player in self.left:
            self.next_turn()


GAMES["cantstop"] = CantStop
