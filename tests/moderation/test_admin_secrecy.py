"""What staff do not get to know: how to win their own games, addresses, codes they may not see."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.models import ModerationAction, Sanction
from games.chat.models import Channel, ChatLine
from games.models import Game, StepComment
from games.services import daily
from moderation.services import reports, roles, sanctions
from tests.chat.people import over
from tests.games.days import begin, solve
from tests.games.factories import make_running_game, make_waiting_game
from tests.moderation.panel import browser_of, case_page, make_world
from tests.moderation.people import make_player, make_staff
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

HINT = "Roll once more, they are stuck"


def watched(player: User) -> Game:
    """Return a running game of which somebody who watches has said what to do, in both ways."""
    game, fan = make_running_game(player, make_player("Other-one")), make_player("Fan")
    ChatLine.objects.create(game=game, channel=Channel.SPECTATORS, user=fan, text=HINT)
    ChatLine.objects.create(game=game, channel=Channel.PLAYERS, user=player, text="Hello you")
    StepComment.objects.create(game=game, seq=2, user=fan, text=HINT)
    return game


@pytest.mark.parametrize("group", ["helper", "moderator"])
def test_the_monitor_gives_nobody_help_in_their_own_game(group: str) -> None:
    player = make_staff(group)
    game = watched(player)
    monitor = reverse("moderation:monitor")
    page = staff_client(player).get(monitor, {"table": game.code}).content.decode()
    assert HINT not in page
    assert "Hello you" in page
    other = staff_client(make_staff("helper", "Stranger")).get(monitor).content.decode()
    assert HINT in other


def test_the_list_of_comments_gives_nobody_help_in_their_own_game() -> None:
    player = make_staff("moderator")
    watched(player)
    comments = reverse("admin:games_stepcomment_changelist")
    assert HINT not in staff_client(player).get(comments).content.decode()
    other = staff_client(make_staff("moderator", "Stranger"))
    assert HINT in other.get(comments).content.decode()


@pytest.mark.parametrize("target", ["player", "line", "comment"])
def test_the_page_of_a_case_gives_nobody_help_in_their_own_game(target: str) -> None:
    player, vera = make_staff("moderator"), make_player("Vera")
    game, fan = watched(player), User.objects.get(username="Fan")
    number = {
        "player": fan.pk,
        "line": ChatLine.objects.get(user=fan).pk,
        "comment": StepComment.objects.get(user=fan).pk,
    }[target]
    case = reports.report(vera, target, number, "abuse", "").case
    page = staff_client(player).get(case_page(case)).content.decode()
    assert HINT not in page
    assert "see it here when the game is over" in page
    other = staff_client(make_staff("moderator", "Stranger"))
    assert HINT in other.get(case_page(case)).content.decode()
    over(game)
    assert HINT in staff_client(player).get(case_page(case)).content.decode()


def test_the_page_of_a_user_gives_nobody_help_in_their_own_game() -> None:
    player = make_staff("moderator")
    watched(player)
    fan = reverse("admin:accounts_user_change", args=[User.objects.get(username="Fan").pk])
    assert HINT not in staff_client(player).get(fan).content.decode()
    other = staff_client(make_staff("moderator", "Stranger"))
    assert HINT in other.get(fan).content.decode()


def test_the_page_of_a_try_of_today_tells_no_dice_to_staff_who_have_yet_to_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    day = daily.today()
    monkeypatch.setattr(daily, "today", lambda: day)  # no day ends between the two tries
    game = solve(begin(make_player("Early-bird")))
    staff = make_staff("moderator")
    page = reverse("admin:games_game_change", args=[game.pk])
    first = f"/games/{game.code}/replay/1/"
    assert first not in staff_client(staff).get(page).content.decode()
    solve(begin(staff))
    assert first in staff_client(staff).get(page).content.decode()


@pytest.mark.parametrize(
    ("role", "finds"), [("moderator", False), ("senior", False), ("admin", True)]
)
def test_addresses_cannot_be_guessed_letter_by_letter(role: str, finds: bool) -> None:
    make_player("Secretive")
    users = reverse("admin:accounts_user_changelist")
    response = browser_of(role).get(users, {"email__startswith": "Sec"})
    found = response.status_code == 200 and "Secretive" in response.content.decode()
    assert found == finds


def test_the_way_from_a_row_to_its_page_is_for_those_who_see_the_row() -> None:
    game = make_waiting_game(make_player("Opener"), visibility=Game.Visibility.UNLISTED)
    row = f"/admin/r/{ContentType.objects.get_for_model(Game).pk}/{game.pk}/"
    assert browser_of("helper").get(row).status_code == 403
    assert game.code in browser_of("moderator").get(row)["Location"]


def test_a_closed_account_keeps_its_rank() -> None:
    head = make_staff("admin", "Head")
    head.user_permissions.set(Permission.objects.all())
    User.objects.filter(pk=head.pk).update(is_active=False)
    closed = User.objects.get(pk=head.pk)
    assert not roles.may_manage(make_staff("admin", "Lesser"), closed)


@pytest.mark.parametrize(
    ("name", "about", "field"),
    [
        ("case_note", "case", "text"),
        ("sanction_lift", "sanction", "reason"),
        ("line_remove", "line", "reason"),
    ],
)
def test_characters_that_no_database_takes_are_left_out(name: str, about: str, field: str) -> None:
    world = make_world()
    address = reverse(f"moderation:{name}", args=[getattr(world, about).pk])
    assert browser_of("moderator").post(address, {field: "Well\0 done"}).status_code == 302
    assert ModerationAction.objects.order_by("-pk")[0].reason == "Well done"


def test_a_filter_of_the_monitor_that_no_database_takes_finds_nothing_worse() -> None:
    make_world()
    monitor = reverse("moderation:monitor")
    assert browser_of("helper").get(monitor, {"name": "\0", "table": "\0"}).status_code == 200


def test_nobody_lifts_what_holds_against_themselves() -> None:
    head, other = make_staff("admin", "Head"), make_staff("admin", "Peer")
    given = sanctions.give(other, head, Sanction.Kind.CHAT_MUTE, "Insults.")
    client = staff_client(head)
    lifted = client.post(reverse("moderation:sanction_lift", args=[given.pk]), {"reason": "No."})
    assert lifted.status_code == 403
    given.refresh_from_db()
    assert given.is_in_force
