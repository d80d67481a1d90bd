"""Buttons in the script for download: see games/engine/records/download.py."""

from games.engine.records.verify_record import (
    GAMES,
    NOT_CHECKED,
    PROVEN,
    Dice,
    Finding,
    Game,
    Record,
    Shape,
    Wrong,
    ascending,
    different,
    is_face,
    is_flag,
    is_whole,
    list_of,
    one_of,
)

# --- Buttons ------------------------------------------------------------------------------------

Cell = tuple[int, int]
"""Row and column, both from 1 to 6."""
CARDS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
LAYOUTS = {
    "1A": "BGBYRG RYGBYB YGYGBR RYRBGB BRYGRY GBGRYR",
    "1B": "BRBGRY YBGBYR GYBYRG RGYGYB BRGRBY RGRYGB",
    "2A": "RBGBYR BGYGRY GYRYGB RGYGBY YBRBRG GRBRYB",
    "2B": "GRGBYB RBYRGY YRGBRG GBRGYR RYBYGB BGYRBY",
    "3A": "YRYRGB GBRGRY YGBRBR GYGYRB RBYGBG BYGBYR",
    "3B": "YBRYGR GYGBRB BRYGYR GYGRBY YGBGRB RBRYBG",
    "4A": "YRYBGR GBGYRB YRBRBG GYRYRB BGYGYR RBGBGY",
    "4B": "YRBRBG BGYBRY RYGYGB BGBGYR GYRYRB RBGRYG",
}
"""The colours of each layout, row by row."""
ENOUGH_OF_A_COLOUR, LINE, ENOUGH_STARS = 3, 5, 12

is_cell = list_of(one_of(range(1, 7)), 2, 2)


class Buttons(Game):
    """Buttons.

    cards: each player's hand in this round.  buttons, stars: the cells of each player's pieces.
    inside: players still in this round.  scoring: players who opted out of the round.
    taken: number of black dice out of play in this round.
    phase: "turn", "place" or "stars".  pending: players who must decide in "place" and "stars".
    white, gold: faces of the last roll.  columns: faces of its black dice, including gold.
    """

    sizes = range(2, 5)

    @staticmethod
    def variant_shape(players: int) -> Shape:
        chosen = different(list_of(one_of(LAYOUTS), players, players))
        return {"layouts": lambda value: value == "random" or chosen(value)}

    @staticmethod
    def event_shapes(own: Shape, nobody: Shape) -> dict[str, Shape]:
        dealt = {"layouts": list_of(one_of(LAYOUTS)), "cards": list_of(list_of(one_of(CARDS)))}
        black = ascending(list_of(is_face, 0, 4))
        return {
            "dealt": nobody | dealt | {"starter": is_whole},
            "rolled": own
            | {"white": is_face, "gold": is_face, "black": black}
            | {"round": is_whole, "turn": is_whole, "bust": is_flag},
            "placed": own | {"cell": is_cell},
            "declined": own,
            "opted_out": own,
            "stars_placed": own | {"cells": list_of(is_cell)},
        }

    def __init__(self, record: Record, dice: Dice | None) -> None:
        super().__init__(record, dice)
        self.layouts: list[str] = []
        self.cards: list[list[str]] = []
        self.buttons: list[set[Cell]] = [set() for _ in range(self.players)]
        self.stars: list[set[Cell]] = [set() for _ in range(self.players)]
        self.round = 0
        self.inside: set[int] = set()
        self.scoring: set[int] = set()
        self.taken = 0
        self.phase = "turn"
        self.pending: set[int] = set()
        self.white = self.gold = 0
        self.columns: set[int] = set()

    def set_up(self, events: list[Record], no_dice: str) -> Finding:
        """Check the deal and begin the first round."""
        if not events:
            return Finding(NOT_CHECKED, "nothing is dealt yet")
        dealt = events[0]
        if dealt["type"] != "dealt":
            raise Wrong("set-up", "the deal is missing", 1)
        self.layouts, self.cards = dealt["layouts"], dealt["cards"]
        self.check_layouts()
        self.check_cards()
        if self.dice is not None:
            self.check_drawn(self.dice)
        starter = self.holder_of_red()
        if dealt["starter"] != starter:
            raise Wrong("set-up", f"player {starter} holds red and begins", 1)
        self.start_round()
        return Finding(NOT_CHECKED, no_dice) if no_dice else Finding(PROVEN, "it was dealt so")

    def check_layouts(self) -> None:
        chosen, count = self.variant["layouts"], self.players
        if chosen not in ("random", self.layouts):
            raise Wrong("set-up", f"the layouts are {chosen}, not {self.layouts}", 1)
        if len(self.layouts) != count or len(set(self.layouts)) != count:
            raise Wrong("set-up", f"these are not {count} different layouts", 1)

    def check_cards(self) -> None:
        each = 2 if self.players == 2 else 1
        everything = [card for hand in self.cards for card in hand]
        order = list(CARDS)
        fits = (
            [len(hand) for hand in self.cards] == [each] * self.players
            and len(set(everything)) == len(everything)
            and "red" in everything
            and all(hand == sorted(hand, key=order.index) for hand in self.cards)
        )
        if not fits:
            raise Wrong("set-up", f"these are not the cards of {self.players} players", 1)

    def check_drawn(self, dice: Dice) -> None:
        """Check that the secret and the salts give these layouts and cards."""
        layouts = list(LAYOUTS)
        if self.variant["layouts"] == "random":
            drawn = [layouts[i] for i in dice.order("layouts", len(layouts))][: self.players]
            if drawn != self.layouts:
                raise Wrong("set-up", f"the layouts are {drawn}, not {self.layouts}", 1)
        cards = list(CARDS)
        if self.players == 3:
            cards[1:] = [cards[1 + i] for i in dice.order("card left out", 3)[1:]]
        dealt = [cards[i] for i in dice.order("cards", len(cards))]
        each = len(cards) // self.players
        order = list(CARDS)
        hands = [
            sorted(dealt[first : first + each], key=order.index)
            for first in range(0, len(dealt), each)
        ]
        if hands != self.cards:
            raise Wrong("set-up", f"the cards are {hands}, not {self.cards}", 1)

    def move(self, event: Record) -> None:
        if event["type"] == "rolled":
            self.rolled(event)
        elif event["type"] == "opted_out":
            self.require_phase("turn")
            self.require_turn(event)
            self.require(self.buttons[self.turn_player], "nobody opts out without a button")
            self.scoring.add(self.turn_player)
            self.out_of_round(self.turn_player)
        elif event["type"] in ("placed", "declined"):
            self.require_phase("place")
            self.require_pending(event)
            self.use_roll(event)
        elif event["type"] == "stars_placed":
            self.require_phase("stars")
            self.require_pending(event)
            self.place_stars(event)
        else:
            self.require(self.now == 1, "a deal in the middle of the game")
            return
        self.settle()

    def require_phase(self, phase: str) -> None:
        waits = {"turn": "a roll or opting out", "place": "the use of a roll", "stars": "stars"}
        self.require(self.phase == phase, f"the game waits for {waits[self.phase]}")

    def require_pending(self, event: Record) -> None:
        player = event["player"]
        self.require(player in self.pending, f"player {player} has nothing to decide")

    def rolled(self, event: Record) -> None:
        self.require_phase("turn")
        self.require_turn(event)
        player = event["player"]
        here, right = (event["round"], event["turn"]), (self.round, self.turns[player])
        self.require(here == right, f"round and turn are {right}, not {here}")
        self.check_dice(event, [event["white"], event["gold"], *event["black"]], 6 - self.taken)
        self.white, self.gold = event["white"], event["gold"]
        self.columns = {event["gold"], *event["black"]}
        bust = not any(self.is_legal(player, (self.white, column)) for column in self.columns)
        self.require(event["bust"] == bust, f"it is {'a' if bust else 'no'} bust")
        self.phase = "place"
        self.pending = {
            one for one in self.inside - {player} if self.is_legal(one, (self.white, self.gold))
        }
        if bust:
            self.buttons[player] = set()
            self.out_of_round(player)
        else:
            self.pending.add(player)

    def as_logged(self, dice: list[int]) -> list[int]:
        """Return the white and the gold die, then the other black dice, sorted."""
        return [*dice[:2], *sorted(dice[2:])]

    def is_legal(self, player: int, cell: Cell) -> bool:
        """Return whether the player may place a button on the cell."""
        row, column = cell
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        taken = self.buttons[player] | self.stars[player]
        return cell not in taken and not beside & self.buttons[player]

    def use_roll(self, event: Record) -> None:
        """Place a button or decline: the roller must place, others may place on the gold cell."""
        player = event["player"]
        columns = self.columns if player == self.turn_player else {self.gold}
        if event["type"] == "placed":
            row, column = event["cell"]
            fits = row == self.white and column in columns and self.is_legal(player, (row, column))
            self.require(fits, f"player {player} may not use {event['cell']}")
            self.buttons[player].add((row, column))
        else:
            self.require(player != self.turn_player, "the player who rolled must place")
        self.pending.remove(player)

    def place_stars(self, event: Record) -> None:
        player = event["player"]
        cells = [(row, column) for row, column in event["cells"]]
        earned = self.stars_earned(player)
        self.require(len(cells) == earned, f"{earned} stars are earned, not {len(cells)}")
        fits = cells == sorted(set(cells)) and self.buttons[player].issuperset(cells)
        self.require(fits, "stars go where the player has buttons, each once, in order")
        self.stars[player].update(cells)
        self.pending.remove(player)

    def stars_earned(self, player: int) -> int:
        colours = LAYOUTS[self.layouts[player]].replace(" ", "")
        under = [colours[6 * (row - 1) + column - 1] for row, column in self.buttons[player]]
        earned = 1
        for card, colour in CARDS.items():
            if under.count(colour) >= ENOUGH_OF_A_COLOUR:
                earned += 2 if card in self.cards[player] else 1
        return earned

    def out_of_round(self, player: int) -> None:
        """Put a player out of the round, and take dice out of play."""
        self.inside.remove(player)
        self.taken += 2 if self.players == 2 else 1

    def deciding(self) -> set[int]:
        return {self.turn_player} if self.phase == "turn" else self.pending

    def take_out(self, player: int) -> None:
        self.buttons[player] = set()
        for group in (self.inside, self.scoring, self.pending):
            group.discard(player)

    def go_on(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Pass turns and end rounds until a player has to decide, or the game ends."""
        if self.phase == "turn":
            if self.turn_player not in self.inside:
                self.pass_turn(self.turn_player + 1)
        elif not self.pending:
            if self.phase == "place":
                self.pass_turn(self.turn_player + 1)
            else:
                self.end_round()

    def pass_turn(self, first: int) -> None:
        """Give the turn to the first player in the round, from this seat on, or count stars."""
        for seat in range(first, first + self.players):
            if seat % self.players in self.inside:
                self.phase, self.turn_player = "turn", seat % self.players
                self.turns[self.turn_player] += 1
                return
        self.phase, self.pending = "stars", set(self.scoring)
        self.settle()

    def end_round(self) -> None:
        """End the game, or begin the next round: each card goes to the next seat."""
        counts = {player: len(self.stars[player]) for player in self.staying()}
        lines = {one: count for one, count in counts.items() if has_line(self.stars[one])}
        many = {one: count for one, count in counts.items() if count >= ENOUGH_STARS}
        best = lines or many
        if best:
            most = max(best.values())
            self.end([one for one in best if best[one] == most], "line" if lines else "stars")
            return
        self.cards = [self.cards[-1], *self.cards[:-1]]
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.buttons = [set() for _ in range(self.players)]
        self.inside, self.scoring, self.taken = set(self.staying()), set(), 0
        self.pass_turn(self.holder_of_red())

    def holder_of_red(self) -> int:
        return next(player for player, hand in enumerate(self.cards) if "red" in hand)


def has_line(stars: set[Cell]) -> bool:
    """Return whether five stars stand side by side in a row or a column."""
    return any(
        all((row + i * down, column + i * (1 - down)) in stars for i in range(LINE))
        for row, column in stars
        for down in (0, 1)
    )


GAMES["buttons"] = Buttons
