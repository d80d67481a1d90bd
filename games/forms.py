"""The forms to open a table, to import a game and to comment on a step.

Options of a new table that differ by kind of game are in the options form of its presenter.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.written_text import clean_line, clean_text, visible_text
from games.engine.records.importer import MAX_BYTES, RecordError, too_long
from games.engine.registry import KINDS
from games.models import LONGEST_COMMENT, Game, TableOptions
from games.presenters.bots import bots_on_offer
from games.presenters.faults import place_of, reason_of
from games.presenters.paces import USUAL_TURN_BY_TURN
from games.time_form import TimeForm

OPEN_SEAT = ""

LONGEST_TYPED_NAME = 20

NEEDS_CLOCK = _("A public game needs a clock. Choose one, or make the game private.")


class Way(NamedTuple):
    """A preset of the form of a new table, such as "With a link".

    chosen: values by name of the field. is_current: whether the form has these values now.
    """

    slug: str
    name: Promise
    sentence: Promise
    chosen: Mapping[str, str]
    is_current: bool = False


WAYS = (
    Way(
        "live",
        _("Live"),
        _("Play now, with a clock. Anyone can join."),
        {"time": TimeForm.LIVE, "visibility": Game.Visibility.PUBLIC.value},
    ),
    Way(
        "turn-by-turn",
        _("Turn by turn"),
        _("One move a day. We notify you."),
        {
            "time": TimeForm.TURNS,
            "visibility": Game.Visibility.PUBLIC.value,
            "days": str(USUAL_TURN_BY_TURN.days),
        },
    ),
    Way(
        "link",
        _("With a link"),
        _("Send it anywhere. No clock."),
        {"time": TimeForm.NONE, "visibility": Game.Visibility.UNLISTED.value},
    ),
)


class TableForm(TimeForm):
    """Seats, bots, time and visibility of a new table of one kind."""

    visibility = forms.ChoiceField(
        label=_("Visibility"),
        choices=[
            (Game.Visibility.PUBLIC, _("Public (in the lobby)")),
            (Game.Visibility.UNLISTED, _("Private (link only)")),
        ],
        initial=Game.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    show_odds = forms.BooleanField(
        label=_("Show the odds"),
        help_text=_("Everyone sees how likely the next roll is to bust."),
        required=False,
        initial=True,
    )

    def __init__(
        self,
        kind: str,
        data: Mapping[str, Any] | None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(kind, data, initial)
        rules = KINDS[kind].rules
        sizes = range(rules.min_players, rules.max_players + 1)
        self.fields["size"] = forms.TypedChoiceField(
            label=_("Seats"), coerce=int, choices=[(size, size) for size in sizes]
        )
        bots = [(slug, bot.choice) for slug, bot in bots_on_offer(kind).items()]
        for number in sizes:
            self.fields[f"seat_{number}"] = forms.ChoiceField(
                label=_("Seat %(number)d") % {"number": number},
                choices=[(OPEN_SEAT, _("Open to anyone")), *bots],
                required=False,
            )

    def options(self, variant: Mapping[str, Any]) -> TableOptions:
        """Return the chosen options. variant: from the options form of the kind."""
        chosen = {name: self.cleaned_data[name] for name in ("size", "show_odds", "visibility")}
        control = self.time_control()
        return TableOptions(
            kind=self.kind,
            variant=variant,
            time_control=control.to_json() if control else None,
            stand_in=self.stand_in(),
            **chosen,
        )

    def clean(self) -> None:
        super().clean()
        # A stranger who leaves a table without a clock would hold up the others for weeks.
        if self.errors or self.cleaned_data["time"] != self.NONE:
            return
        is_public = self.cleaned_data["visibility"] == Game.Visibility.PUBLIC
        if is_public and len(self.bots()) < self.cleaned_data["size"] - 1:
            self.add_error("time", NEEDS_CLOCK)

    def bots(self) -> list[str]:
        """Return the slugs of the bots chosen for seats, without seats beyond the table's size."""
        seats = range(2, self.cleaned_data["size"] + 1)
        return [bot for number in seats if (bot := self.cleaned_data[f"seat_{number}"])]

    def ways(self) -> list[Way]:
        """Return the presets, with `is_current` on the preset that fits the present values."""
        private = self["visibility"].value() == Game.Visibility.UNLISTED
        in_turns = self["time"].value() == self.TURNS
        current = "link" if private else "turn-by-turn" if in_turns else "live"
        return [way._replace(is_current=way.slug == current) for way in WAYS]

    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields of all seats except the creator's."""
        return [self[name] for name in self.fields if name.startswith("seat_")]

    def table_fields(self) -> list[forms.BoundField]:
        return [self["visibility"], self["show_odds"]]


class TypedNameField(forms.CharField):
    """A player's name in a single game, in any script."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


class PassAndPlayForm(forms.Form):
    """The names of the players, and the dice, of a game on one device."""

    SITE, OWN = "site", "own"

    dice = forms.ChoiceField(
        label=_("Who rolls"),
        choices=[
            (SITE, _("Our dice, provably fair")),
            (OWN, _("Real dice, typed in")),
        ],
        initial=SITE,
        widget=forms.RadioSelect,
    )
    show_odds = forms.BooleanField(
        label=_("Show the odds"),
        help_text=_("Everyone sees how likely the next roll is to bust."),
        required=False,
        initial=True,
    )

    def __init__(
        self,
        kind: str,
        data: Mapping[str, Any] | None,
        names: Sequence[str] = (),
        before: Game | None = None,
    ) -> None:
        """Create the form. names: initial names. before: a game to take initial options from."""
        super().__init__(data, label_suffix="")
        if before is not None:
            dice = self.OWN if before.own_dice else self.SITE
            self.initial = {"dice": dice, "show_odds": before.show_odds}
        self.kind = kind
        rules = KINDS[kind].rules
        fewest = rules.min_players if KINDS[kind].solo is None else 1
        sizes = range(fewest, rules.max_players + 1)
        self.fields["size"] = forms.TypedChoiceField(
            label=_("How many"),
            coerce=int,
            choices=[(size, size) for size in sizes],
            initial=len(names) or rules.min_players,
        )
        for number in range(1, rules.max_players + 1):
            self.fields[f"seat_{number}"] = TypedNameField(
                label=_("Name of player %(number)d") % {"number": number},
                max_length=LONGEST_TYPED_NAME,
                required=False,
                initial=names[number - 1] if number <= len(names) else "",
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def clean(self) -> None:
        names = [visible_text(name).casefold() for name in self.names()]
        for number, name in enumerate(names, start=1):
            if name in names[: number - 1]:
                self.add_error(f"seat_{number}", _("Another player has that name."))

    def names(self) -> list[str]:
        """Return the names in the order of seats; "Player 2" for a player without a name."""
        return [
            self.cleaned_data.get(f"seat_{number}")
            or gettext("Player %(number)d") % {"number": number}
            for number in range(1, self.cleaned_data.get("size", 0) + 1)
        ]

    def options(self, variant: Mapping[str, Any]) -> TableOptions:
        """Return the chosen options. variant: from the options form of the kind."""
        return TableOptions(
            kind=self.kind,
            size=self.cleaned_data["size"],
            variant=variant,
            show_odds=self.cleaned_data["show_odds"],
            visibility=Game.Visibility.UNLISTED,
        )

    def seat_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("seat_")]


class CommentField(forms.CharField):
    """Text of several lines. A line break is one character, as browsers count."""

    def to_python(self, value: Any) -> str:
        return clean_text(super().to_python(value) or "")


class CommentForm(forms.Form):
    """The form of a comment on a step of a game."""

    text = CommentField(
        max_length=LONGEST_COMMENT,
        error_messages={
            "required": _("Write something first."),
            "max_length": _("Use at most %(limit_value)d characters."),
        },
    )


class ImportForm(forms.Form):
    """The form for the record of a game, pasted or as a file."""

    record = forms.CharField(
        label=_("Paste a record"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 10, "class": "code", "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    file = forms.FileField(
        label=_("Or choose a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,text/plain,application/json"}),
    )
    text = ""
    source = "record"

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, label_suffix="")

    def clean(self) -> None:
        pasted, file = self.cleaned_data.get("record", ""), self.cleaned_data.get("file")
        if file is not None:
            self.source = "file"  # errors are shown at the field with the text
        if self.errors:
            return
        if file is not None and pasted.strip():
            self.add_error("file", _("Paste a record or choose a file, not both."))
        elif file is not None:
            self.text = self._read(file)
        elif pasted.strip():
            # Browsers send two characters for the end of a line.
            self.text = pasted.replace("\r\n", "\n")
        else:
            self.add_error("record", _("Paste a record or choose a file."))

    def refuse(self, error: RecordError) -> None:
        """Add an error that says where and why the record was refused."""
        place, reason = place_of(error), reason_of(error.fault)
        if place:
            # Translators: %(place)s is "line 3, column 5" or "event 12", %(reason)s a few words.
            text = _("Nothing was imported. First error at %(place)s: %(reason)s.")
        else:
            # Translators: %(reason)s is what is wrong, in a few words.
            text = _("Nothing was imported: %(reason)s.")
        self.add_error(self.source, text % {"place": place, "reason": reason.rstrip(".")})

    def _read(self, file: "UploadedFile[Any]") -> str:
        # Read one byte too many at most, which is enough to refuse larger files.
        data: bytes = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            self.refuse(RecordError(too_long()))
            return ""
        try:
            return data.decode()
        except UnicodeDecodeError:
            self.add_error("file", _("That file isn't text. Records are text files in UTF-8."))
            return ""
