"""A position of Can't Stop that a visitor sets up."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from games.engine.cantstop.board import COLUMNS, LENGTHS, RUNNERS, track
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting, goals
from games.engine.core import Rules
from games.engine.registry import KINDS
from games.pages.setting_up import PositionForm as BasePositionForm
from games.pages.setting_up import impossible
from games.presenters.cantstop import geometry
from games.presenters.cantstop.options import OptionsForm

# The names of each player's fields begin with a letter, so that addresses stay short.
LETTERS = "abcd"

RUNNER = "r"


class Row(NamedTuple):
    """The fields of a column: the markers of each player, and the runner."""

    column: int
    markers: list[BoundField]
    runner: BoundField


class PositionForm(BasePositionForm):
    """Asks for the spaces of markers and runners, by column."""

    KIND = CantStopRules.kind

    def add_fields(self) -> None:
        goal = OptionsForm.base_fields["columns_to_win"]
        self.fields["columns_to_win"] = forms.TypedChoiceField(
            label=goal.label, coerce=int, choices=[(n, n) for n in goals(self.count)], initial="3"
        )
        if self.count > 1:
            self.fields["meeting"] = deepcopy(OptionsForm.base_fields["meeting"])
        self.fields["all_runners"] = forms.BooleanField(
            label=_("No stopping before all three runners are out"), required=False
        )
        for letter, name in self.pieces():
            for column in COLUMNS:
                label = _("%(name)s, column %(column)d") % {"name": name, "column": column}
                spaces = range(1, LENGTHS[column] + 1)
                self.fields[f"{letter}{column}"] = forms.TypedChoiceField(
                    coerce=int,
                    required=False,
                    choices=[("", "–"), *((space, space) for space in spaces)],
                    widget=forms.Select(attrs={"aria-label": label}),
                )

    def pieces(self) -> list[tuple[str, str]]:
        """Return field letter and name, for the markers of each player and then for the runners."""
        return [*zip(LETTERS, self.names, strict=False), (RUNNER, _("Runner"))]

    def columns(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """Return the columns of the board for scripts: number, x, and the y of each space."""
        return [(column.number, column.x, column.spaces) for column in geometry.BOARD]

    def rows(self) -> Iterator[Row]:
        for column in COLUMNS:
            markers = [self[f"{letter}{column}"] for letter in LETTERS[: self.count]]
            yield Row(column, markers, self[f"{RUNNER}{column}"])

    def rules_and_start(self, chosen: dict[str, Any]) -> tuple[Rules[Any], CantStopState]:
        variant = CantStopVariant(
            columns_to_win=chosen["columns_to_win"],
            meeting=Meeting(chosen.get("meeting", Meeting.SHARE)),
            stop_early=not chosen["all_runners"],
        )
        markers = [
            {column: space for column in COLUMNS if (space := chosen[f"{letter}{column}"])}
            for letter in LETTERS[: self.count]
        ]
        runners = {column: space for column in COLUMNS if (space := chosen[f"{RUNNER}{column}"])}
        owners = [self._owner(column, markers) for column in range(len(LENGTHS))]
        for player, name in enumerate(self.names):
            if owners.count(player) >= variant.columns_to_win:
                raise impossible(_("%(name)s has already won."), name=name)
        if all(owners[column] is not None for column in COLUMNS):
            raise impossible(_("All columns are claimed, so the game is over."))
        if len(runners) > RUNNERS:
            raise impossible(_("There are only three runners."))
        for column, space in runners.items():
            if owners[column] is not None:
                text = _("Column %(column)d is claimed, so it can't have a runner.")
                raise impossible(text, column=column)
            if space <= markers[0].get(column, 0):
                text = _("Column %(column)d: the runner must be above the marker of %(name)s.")
                raise impossible(text, column=column, name=self.names[0])
        if variant.meeting is not Meeting.SHARE:
            self._check_that_none_share(markers, runners, variant.meeting)
        # The rules as of a record: unlike a table, a record may have one player.
        rules = KINDS[self.KIND].rules_of_record(self.count, variant.to_json())
        return rules, CantStopState(
            markers=tuple(map(track, markers)),
            owners=tuple(owners),
            turns=(1,) + (0,) * (self.count - 1),
            phase=Phase.DECIDE if runners else Phase.ROLL,
            roll=1 if runners else 0,
            runners=track(runners),
        )

    def _owner(self, column: int, markers: list[dict[int, int]]) -> int | None:
        """Return a column's owner or None. Raises ValidationError if others have a marker there."""
        there = [player for player, own in enumerate(markers) if column in own]
        owner = next((p for p in there if markers[p][column] == LENGTHS[column]), None)
        if owner is not None and len(there) > 1:
            text = _("Column %(column)d is claimed by %(name)s. No one else can be there.")
            raise impossible(text, column=column, name=self.names[owner])
        return owner

    def _check_that_none_share(
        self, markers: list[dict[int, int]], runners: dict[int, int], meeting: Meeting
    ) -> None:
        """Raise ValidationError if pieces share a space, which these rules forbid."""
        for column in COLUMNS:
            spaces = [own[column] for own in markers if column in own]
            # With MUST_ROLL, a runner may share a space until the player stops.
            if meeting is Meeting.JUMP and column in runners:
                spaces.append(runners[column])
            if len(set(spaces)) < len(spaces):
                text = _("Column %(column)d: with these rules, pieces can't share a space.")
                raise impossible(text, column=column)
