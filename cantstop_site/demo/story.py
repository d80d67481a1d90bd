"""The work of the demo's moderators: reports, cases, a mute, and an appeal against it.

All entries in the log of moderation have the time at which the demo was made, because the log uses
the clock of the database, which is not set back.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from accounts.models import User
from accounts.sanctions.models import Sanction
from cantstop_site.demo.past import Past
from cantstop_site.demo.tables import Tables, has_version, live, options
from games.chat.models import ChatLine
from games.models import Game, StepComment
from moderation.models import Case, Category, Report
from moderation.services import appeals, cases, claims, reports, roles, sanctions
from moderation.services.sanctions import SanctionRequest
from moderation.services.texts import name_of

Reason, Target = Report.Reason, Report.Target

Act = tuple[datetime, str, Callable[[], object]]  # the act's time, name and function

# Bad enough for a mute, and harmless enough for visitors of a demo to read.
INSULTS = (
    "lol are you asleep? my grandma rolls faster",
    "you are the worst player on this whole site, just quit",
    "nobody wants you here, uninstall",
)
ADVERTISING = "Lucky dice for sale!!! 50 % off today, write to lucky-shop"

MUTED_FOR = timedelta(days=30)


class Story:
    def __init__(
        self, past: Past, tables: Tables, users: dict[str, User], kinds: Sequence[str]
    ) -> None:
        self._past = past
        self._tables = tables
        self._users = users
        self._kinds = kinds

    def acts(self) -> Iterator[Act]:
        present = self._past.present()
        for days, name, act in (
            (20.0, "roles", self._give_roles),
            (11.0, "warning", self._warn),
            (8.0, "insults", self._insult),
            (7.6, "mute", self._mute),
            (6.5, "appeal", self._appeal),
            (5.2, "loaded dice", self._report_lost_game),
            (4.9, "no breach", self._find_no_breach),
            (2.3, "stalling", self._report_stalling),
            (1.2, "advertising", self._advertise),
            (0.4, "name", self._report_name),
        ):
            yield present - timedelta(days=days), name, act

    def _give_roles(self) -> None:
        operator = self._users["Ines"]
        for name, role in (("Yusuf", "senior"), ("Aylin", "moderator")):
            roles.give_role(operator, self._users[name], role, reason="Helps from day one.")
            self._users[name].refresh_from_db()

    def _warn(self) -> None:
        user = self._users["Diego"]
        reason = "Please resign when you have to go. Others waited for you in two games."
        given = sanctions.give(self._users["Yusuf"], user, Sanction.Kind.WARNING, reason)
        self._past.wait(3 * 3600)
        sanctions.acknowledge(user, given)

    # --- A case that is decided, and appealed -------------------------------------------

    def _insult(self) -> None:
        table = options(self._kinds[0], 3, None)
        game = self._tables.open(["Rocket99", "Kwame", "Amelie"], table)
        for number, text in enumerate(INSULTS, start=1):
            game = self._tables.play(game, until=has_version(12 * number))
            line = self._tables.say(game, "Rocket99", text)
        self._tables.say(game, "Kwame", "Let's just play, please.")
        self._tables.play(game)
        self._report("Kwame", Target.LINE, line, Reason.ABUSE, "It went on for the whole game.")
        self._past.wait(700)
        first = ChatLine.objects.get(text=INSULTS[1])
        self._report("Amelie", Target.LINE, first, Reason.ABUSE, "I nearly left.")

    def _mute(self) -> None:
        lines = ChatLine.objects.filter(text__in=INSULTS[1:])
        self._decide(
            Category.CHAT,
            "Rocket99",
            Case.Verdict.UPHELD,
            requests=[
                SanctionRequest(
                    Sanction.Kind.CHAT_MUTE,
                    "You insulted other players again and again in one game.",
                    self._past.moment + MUTED_FOR,
                )
            ],
            note="Second time within a week, says Kwame. Nothing in the log before this.",
            to_reporters="Thank you. They can't write for a while.",
            remove=[name_of(line) for line in lines],
        )

    def _appeal(self) -> None:
        user = self._users["Rocket99"]
        sanction = user.sanctions.get(kind=Sanction.Kind.CHAT_MUTE)
        appeal = appeals.open_appeal(
            user, sanction, "A month is a lot for three lines. I was angry about the dice."
        )
        self._past.wait(30 * 3600)
        appeals.reply(
            user, appeal, "I said sorry to Amelie in our next game. Could you look again?"
        )

    # --- A case without a breach ----------------------------------------------------------

    def _report_lost_game(self) -> None:
        kind = self._kinds[-1]
        game = self._tables.open(["Diego", "Minjun"], options(kind, 2, None))
        game = self._tables.play(game)
        text = "Nobody is that lucky. The dice must be loaded for them."
        self._report_player("Diego", game, "Minjun", Reason.OTHER, text)

    def _find_no_breach(self) -> None:
        self._decide(
            Category.OTHER,
            "Minjun",
            Case.Verdict.NO_BREACH,
            note="Dice of the game verified with the script: proven.",
            to_reporters="We checked the dice of this game: they are proven fair. "
            "You can do so yourself on the page of the game.",
        )

    # --- Cases that wait ------------------------------------------------------------------

    def _report_stalling(self) -> None:
        kind = self._kinds[0]
        table = options(kind, 3, live(kind))
        game = self._tables.open(["omar77", "Lucia-R", "Mateusz"], table)
        game = self._tables.play(game, pace=(3, 11), until=has_version(45))
        for name in ("Lucia-R", "Mateusz"):
            game = self._tables.resign(game, name)
        text = "Let the clock run down on every single turn once they were behind."
        self._report_player("Lucia-R", game, "omar77", Reason.STALLING, text)
        self._past.wait(1200)
        self._report_player("Mateusz", game, "omar77", Reason.STALLING, "")

    def _advertise(self) -> None:
        game = Game.objects.filter(status=Game.Status.FINISHED, visibility="public", size__gt=1)
        latest = game.exclude(pass_and_play=True).order_by("-finished_at").first()
        if latest is None:
            raise ValueError("no game is over yet")
        comment: StepComment = self._tables.comment(latest, "lucky-shop", ADVERTISING)
        self._past.wait(5400)
        self._report("Priya", Target.COMMENT, comment, Reason.SPAM, "")
        self._past.wait(4000)
        self._report("Frida", Target.COMMENT, comment, Reason.SPAM, "The same again.")

    def _report_name(self) -> None:
        subject = self._users["lucky-shop"]
        text = "The name is an advertisement."
        reports.report(self._users["Anastasia"], Target.NAME, subject.pk, Reason.NAME, text)

    # --- Parts of acts ----------------------------------------------------------------------

    def _report(
        self, name: str, target: str, item: ChatLine | StepComment, reason: str, text: str
    ) -> None:
        user = self._users[name]
        reports.report(user, target, item.pk, reason, text, code=item.game.code)

    def _report_player(self, name: str, game: Game, subject: str, reason: str, text: str) -> None:
        self._past.wait(90)
        pk = self._users[subject].pk
        reports.report(
            self._users[name], Target.PLAYER, pk, reason, text, subject_id=pk, code=game.code
        )

    def _decide(self, category: str, subject: str, verdict: str, **decision: object) -> None:
        case = Case.objects.get(subject=self._users[subject], category=category)
        moderator = self._users["Yusuf"]
        claims.claim(moderator, case.pk)
        self._past.wait(400)
        cases.decide(moderator, case.pk, verdict, **decision)  # type: ignore[arg-type]
