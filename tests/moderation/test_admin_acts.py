"""Appeals, sanctions, the chat monitor, rulings, and names, from their pages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from games.models import GameRuling
from moderation.models import Appeal, MessageTemplate
from tests.html import elements, link, value
from tests.moderation.panel import World, browser_of, make_world
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


def post(client: Client, name: str, pk: int, **data: Any) -> Any:
    return client.post(reverse(f"moderation:{name}", args=[pk]), data)


@pytest.mark.parametrize(
    ("way", "status", "lifted"),
    [
        ("answer", Appeal.Status.ANSWERED, False),
        ("uphold", Appeal.Status.UPHELD, False),
        ("lift", Appeal.Status.LIFTED, True),
        ("note", Appeal.Status.OPEN, False),
    ],
)
def test_an_appeal_is_answered_by_one_button(
    world: World, way: str, status: str, lifted: bool
) -> None:
    client = browser_of("senior")
    response = post(client, "appeal_answer", world.appeal.pk, way=way, text="We looked again.")
    assert response.status_code == 302
    world.appeal.refresh_from_db()
    world.sanction.refresh_from_db()
    assert world.appeal.status == status
    assert (world.sanction.revoked_at is not None) == lifted
    assert world.appeal.messages.get(text="We looked again.").hidden == (way == "note")
    page = client.get(response.url).content.decode()
    assert "We looked again." in page


WRONG_ANSWERS = [
    {"way": "answer"},
    {"way": "answer", "text": "x", "read_up_to": "-1"},
    {"way": "dance", "text": "x"},
    {},
]


def test_a_wrong_answer_is_refused(world: World, subtests: pytest.Subtests) -> None:
    client = browser_of("moderator")
    before = world.appeal.messages.count()
    for data in WRONG_ANSWERS:
        with subtests.test(data=data):
            response = post(client, "appeal_answer", world.appeal.pk, **data)
            assert response.status_code == 422
            assert "errorlist" in response.content.decode()
            assert world.appeal.messages.count() == before


def test_an_answer_to_a_thread_that_went_on_is_not_sent(world: World) -> None:
    last = world.appeal.messages.latest("pk").pk
    world.appeal.messages.create(author=world.subject, text="One more thing")
    data = {"way": "answer", "text": "My answer", "read_up_to": last}
    response = post(browser_of("moderator"), "appeal_answer", world.appeal.pk, **data)
    assert response.status_code == 409
    assert "My answer" in response.content.decode()


def test_the_giver_of_the_sanction_may_only_note(world: World) -> None:
    make_staff("moderator", "Other")
    giver = world.sanction.given_by
    assert giver is not None
    client = staff_client(giver)
    page = client.get(reverse("admin:moderation_appeal_change", args=[world.appeal.pk]))
    assert "Someone else has to answer" in page.content.decode()
    response = post(client, "appeal_answer", world.appeal.pk, way="lift", text="Hm")
    assert response.status_code == 403


def test_nobody_reads_the_hidden_notes_about_themselves(moderator: User) -> None:
    own = Appeal.objects.create(sanction=sanctioned(moderator))
    client = staff_client(moderator)
    for name, pk in (("appeal", own.pk), ("sanction", own.sanction.pk)):
        page = client.get(reverse(f"admin:moderation_{name}_change", args=[pk]))
        assert page.status_code in {302, 403}
        listed = client.get(reverse(f"admin:moderation_{name}_changelist"))
        assert own not in listed.context["cl"].result_list


def test_a_template_is_put_into_an_answer(world: World) -> None:
    template = MessageTemplate.objects.create(title="A", audience="appeal", text="Dear player")
    data = {"fill": "text", "template_text": template.pk}
    page = post(browser_of("moderator"), "appeal_answer", world.appeal.pk, **data)
    assert elements(page, "textarea", "Dear player")


def test_a_template_leaves_what_was_written(world: World) -> None:
    first, second = [
        MessageTemplate.objects.create(title=text, audience="appeal", text=text)
        for text in ("Dear player", "Kind regards")
    ]
    client = browser_of("moderator")
    for written, template, shown in (
        ("We heard you.", second.pk, "We heard you.\n\nKind regards"),
        ("We heard you. Kind regards", second.pk, "We heard you. Kind regards"),
        ("Dear player", second.pk, "Kind regards"),
        ("We heard you.", "", "We heard you."),
        ("We heard you.", first.pk + second.pk, "We heard you."),
        ("We\0heard", second.pk, "We\0heard\n\nKind regards"),
    ):
        data = {"fill": "text", "template_text": template, "text": written}
        page = post(client, "appeal_answer", world.appeal.pk, **data)
        assert page.context["form"]["text"].value() == shown


def test_a_sanction_is_given_and_lifted_from_the_panel() -> None:
    player, client = make_player("Loud"), browser_of("moderator")
    data = {"kind": "table-ban", "length": "week", "reason": "Left every game", "note": "n"}
    assert post(client, "give", player.pk, **data).status_code == 302
    given = player.sanctions.get()
    assert given.ends_at is not None
    assert 6 <= (given.ends_at - timezone.now()).days <= 7
    assert post(client, "give", player.pk, **data).status_code == 409
    assert post(client, "sanction_lift", given.pk, reason=" ").status_code == 422
    assert post(client, "sanction_lift", given.pk, reason="A mistake").status_code == 302
    assert post(client, "sanction_lift", given.pk, reason="A mistake").status_code == 409


@pytest.mark.parametrize(
    ("role", "data"),
    [
        ("helper", {"kind": "table-ban", "length": "hour"}),
        ("helper", {"kind": "chat-mute", "length": "week"}),
        ("moderator", {"kind": "suspension", "length": "week"}),
        ("senior", {"kind": "suspension", "length": "never"}),
    ],
)
def test_nobody_gives_more_than_they_may(role: str, data: dict[str, str]) -> None:
    player = make_player("Loud")
    response = post(browser_of(role), "give", player.pk, reason="Because", **data)
    assert response.status_code == 422
    assert not player.sanctions.exists()


def test_staff_is_sanctioned_by_nobody_of_lower_rank() -> None:
    boss = make_staff("admin", "Boss")
    assert (
        browser_of("moderator").get(f"/admin/moderation/users/{boss.pk}/sanction/").status_code
        == 403
    )


def test_a_helper_removes_a_line_and_mutes_from_the_monitor(world: World) -> None:
    world.sanction.delete()
    client = browser_of("helper")
    filtered = reverse("moderation:monitor", query={"name": "Subject"})
    data = {"length": "day", "reason": "Please calm down", "remove": "on"}
    act = value(client.get(filtered), "[action*='/mute/']", "action")
    response: Any = client.post(act, data)
    assert response.url == filtered
    assert world.subject.sanctions.get().kind == Sanction.Kind.CHAT_MUTE
    world.line.refresh_from_db()
    assert world.line.removed_at is not None
    assert "Your active mutes" in client.get(response.url).content.decode()
    assert post(client, "line_mute", world.line.pk, **data).status_code == 409


@pytest.mark.parametrize("data", [{"length": "week"}, {"length": "day", "reason": ""}, {}])
def test_a_wrong_mute_is_refused(world: World, data: dict[str, str]) -> None:
    world.sanction.delete()
    page = post(browser_of("helper"), "line_mute", world.line.pk, **data)
    assert page.status_code == 422
    assert elements(page, f"form[action='{reverse('moderation:monitor')}']")
    assert not world.subject.sanctions.exists()


def test_removing_a_line_is_logged_with_its_reason(world: World) -> None:
    post(browser_of("helper"), "line_remove", world.line.pk, reason="Insult")
    assert ModerationAction.objects.filter(action=Action.REMOVED_LINE, reason="Insult").exists()


def test_the_monitor_shows_live_tables_and_what_is_asked_for(world: World) -> None:
    client, address = browser_of("helper"), reverse("moderation:monitor")
    world.game.status = "finished"
    world.game.save()
    assert "You fool" not in client.get(address).content.decode()
    code = world.game.code
    spelled = f" {code[:4].upper()} {code[4:]}"
    for query in (
        {"all": "1"},
        {"table": code},
        {"table": spelled},
        {"all": "1", "channel": "players"},
    ):
        assert "You fool" in client.get(address, query).content.decode()
    for query in ({"all": "1", "name": "nobody"}, {"all": "1", "before": str(world.line.pk)}):
        assert "You fool" not in client.get(address, query).content.decode()


def test_a_senior_rules_on_a_game_and_everybody_may_read_why(world: World) -> None:
    GameRuling.objects.all().delete()
    client = browser_of("senior")
    page = client.get(reverse("admin:games_game_change", args=[world.game.pk])).content.decode()
    assert "Annul it" in page
    response = post(client, "game_rule", world.game.pk, kind="annul", note="Friends helped")
    assert response.status_code == 302
    assert GameRuling.objects.get().note == "Friends helped"
    assert post(client, "game_rule", world.game.pk, kind="annul", note="x").status_code == 422


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "annul"},
        {"kind": "award", "note": "x"},
        {"kind": "annul", "note": "x", "winners": "0"},
        {"kind": "award", "note": "x", "winners": "7"},
        {"note": "x"},
    ],
)
def test_a_wrong_ruling_is_refused(world: World, data: dict[str, str]) -> None:
    before = GameRuling.objects.count()
    assert post(browser_of("senior"), "game_rule", world.game.pk, **data).status_code == 422
    assert GameRuling.objects.count() == before


def test_an_offensive_name_is_replaced() -> None:
    player, client = make_player("Offensive"), browser_of("senior")
    assert post(client, "rename", player.pk, reason="").status_code == 422
    response = post(client, "rename", player.pk, reason="It insults people")
    assert response.status_code == 302
    player.refresh_from_db()
    assert player.username != "Offensive"
    assert ModerationAction.objects.filter(action=Action.RENAMED).exists()


def test_changing_a_template_is_logged(world: World) -> None:
    client = browser_of("senior")
    data = {"title": "Kinder", "audience": "suspect", "category": "", "text": "Please"}
    address = reverse("admin:moderation_messagetemplate_change", args=[world.template.pk])
    assert client.post(address, data).status_code == 302
    address = reverse("admin:moderation_messagetemplate_add")
    assert client.post(address, data | {"title": "Another"}).status_code == 302
    address = reverse("admin:moderation_messagetemplate_delete", args=[world.template.pk])
    assert client.post(address, {"post": "yes"}).status_code == 302
    done = set(ModerationAction.objects.values_list("action", flat=True))
    assert {Action.CHANGED_TEMPLATE, Action.ADDED_TEMPLATE, Action.REMOVED_TEMPLATE} <= done


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://testserver/admin/accounts/user/", "/admin/accounts/user/"),
        ("https://elsewhere.example/trap/", "/admin/"),
        ("", "/admin/"),
    ],
)
def test_what_is_refused_leads_back_to_a_page_of_this_site(
    world: World, came_from: str, back: str
) -> None:
    lift = reverse("moderation:sanction_lift", args=[world.sanction.pk])
    answer = browser_of("senior").post(lift, {"reason": ""}, headers={"Referer": came_from})
    assert answer.status_code == 422
    assert link(answer, "Back") == back
