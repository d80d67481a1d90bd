"""Pig in the script for download: see games/engine/records/download.py."""

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

# --- Pig ----------------------------------------------------------------------------------------


class Pig(Game):
    """Pig. points: of the turn.  roll: how many the turn has had."""

    sizes = range(2, 5)

    @staticmethod
    def variant_shape(players: int) -> Shape:
        return {"target": one_of([25, 50, 100])}

    @staticmethod
    def event_shapes(own: Shape, nobody: Shape) -> dict[str, Shape]:
        place = {"turn": is_whole, "roll": is_whole}
        dice = {"dice": list_of(is_face, 1, 1), "bust": is_flag}
        return {"rolled": own | place | dice, "held": own}

    def __init__(self, record: Record, dice: Dice | None) -> None:
        super().__init__(record, dice)
        self.scores = [0] * self.players
        self.points = self.roll = 0
        self.turns[0] = 1

    def move(self, event: Record) -> None:
        self.require_turn(event)
        if event["type"] == "held":
            self.require(self.roll, "there is nothing to hold")
            self.scores[self.turn_player] += self.points
            if self.scores[self.turn_player] >= self.variant["target"]:
                self.end([self.turn_player], "points")
            else:
                self.next_turn()
            return
        here, right = (event["turn"], event["roll"]), (self.turns[self.turn_player], self.roll + 1)
        self.require(here == right, f"turn and roll are {right}, not {here}")
        self.check_dice(event, event["dice"], 1)
        bust = event["dice"] == [1]
        self.require(event["bust"] == bust, f"it is {'a' if bust else 'no'} bust")
        self.roll += 1
        self.points += event["dice"][0]
        if bust:
            self.next_turn()

    def deciding(self) -> set[int]:
        return {self.turn_player}

    def go_on(self) -> None:
        if self.turn_player in self.left:
            self.next_turn()

    def next_turn(self) -> None:
        self.points = self.roll = 0
        following = [(self.turn_player + n) % self.players for n in range(1, self.players + 1)]
        self.turn_player = next(one for one in following if one not in self.left)
        self.turns[self.turn_player] += 1


GAMES["pig"] = Pig
