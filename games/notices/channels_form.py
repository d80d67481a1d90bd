"""The form to choose in which ways a user gets each kind of notice."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts.models import CHANNELS, Channel, NoticeKind, Preferences

FOR_GUESTS = (Channel.PAGE, Channel.PUSH)
OF_MODERATION = (Channel.PAGE, Channel.PUSH)
"""The ways to choose for acts of moderators: the moderation app sends mails about them itself."""


class ChannelsForm(forms.Form):
    """A checkbox for each kind of notice and each way."""

    def __init__(self, preferences: Preferences, data: Any) -> None:
        super().__init__(data, label_suffix="")
        self.ways = FOR_GUESTS if preferences.user.is_guest else tuple(Channel)
        self._stored = preferences.channels
        for kind in NoticeKind:
            wanted = preferences.channels_for(kind)
            for channel in self._ways_for(kind):
                self.fields[_name(kind, channel)] = forms.BooleanField(
                    label=_("%(kind)s: %(way)s") % {"kind": kind.label, "way": channel.label},
                    initial=channel in wanted,
                    required=False,
                )

    def rows(self) -> Iterator[tuple[NoticeKind, list[forms.BoundField | None]]]:
        """Yield each kind with a checkbox for each of `ways`, or None for a missing checkbox."""
        for kind in NoticeKind:
            names = [_name(kind, channel) for channel in self.ways]
            yield kind, [self[name] if name in self.fields else None for name in names]

    def channels(self) -> dict[str, list[str]]:
        """Return the choices as preferences store them. Ways without a checkbox don't change."""
        chosen = dict[str, list[str]]()
        for kind in NoticeKind:
            asked = self._ways_for(kind)
            ticked = [each for each in asked if self.cleaned_data[_name(kind, each)]]
            before = self._stored.get(kind, CHANNELS[kind])
            chosen[kind] = [*ticked, *(each for each in before if each not in asked)]
        return chosen

    def _ways_for(self, kind: NoticeKind) -> list[Channel]:
        possible = OF_MODERATION if kind == NoticeKind.MODERATION else tuple(Channel)
        return [channel for channel in self.ways if channel in possible]


def _name(kind: NoticeKind, channel: Channel) -> str:
    return f"{kind}-{channel}"
