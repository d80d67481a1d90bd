"""What users want to be told and shown."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Preferences(models.Model):
    """What a user has chosen. Without a row everything is as the defaults here say."""

    class Invites(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody")
        KNOWN = "known", _("Only people I have played with before")
        NOBODY = "nobody", _("Nobody")

    class Pace(models.TextChoices):
        SLOW = "slow", _("Slow")
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Fast")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="preferences",
        verbose_name=_("user"),
    )
    invites = models.CharField(
        _("Who may invite you to play, or offer you a rematch"),
        max_length=10,
        choices=Invites,
        default=Invites.EVERYBODY,
    )
    hide_online = models.BooleanField(
        _("Hide when I am online"),
        default=False,
        help_text=_("Nobody sees on your page whether you are here. At a table you are seen."),
    )
    auto_roll = models.BooleanField(
        _("Roll by itself where rolling is all I can do"),
        default=False,
        help_text=_("Such as at the start of my turn."),
    )
    auto_take = models.BooleanField(
        _("Take the only choice by itself"),
        default=False,
        help_text=_("For example the only split that the dice allow."),
    )
    confirm_stop = models.BooleanField(
        _("Ask me before I stop or opt out"),
        default=False,
        help_text=_("The button has to be pressed twice."),
    )
    bots_pace = models.CharField(
        _("How fast bots play"),
        max_length=10,
        choices=Pace,
        default=Pace.NORMAL,
        help_text=_("With several people at a table, it is as slow as the slowest of them likes."),
    )
    mail_reports = models.BooleanField(_("When something I reported is decided"), default=True)
    mail_appeals = models.BooleanField(_("When an appeal of mine is answered"), default=True)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.user_id)
