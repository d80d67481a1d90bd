"""What moderators read in the panel is said in words: links and sentences, no figures or JSON."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.moderation.admin.dashboard import appeals_waiting, rooms
from accounts.moderation.admin.log_format import LABELS, as_lines, target_link
from accounts.moderation.models import Appeal, Case, MessageTemplate, Weight
from accounts.moderation.services import cases, rulings, sanctions
from accounts.moderation.weights import DEFAULTS, label_of
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.chat.models import FilteredWord
from tests.games.factories import make_running_game
from tests.moderation.panel import browser_of, make_world
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.moderation.reported import case_about
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


# --- The log


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        ("sanction 3", ">the sanction</a>"),
        ("game bcdf2345", 'href="/games/bcdf2345/">bcdf2345</a>'),
        ("game 12", 'href="/admin/games/game/12/change/">the game</a>'),
        ("line 7", "the line of chat"),
        ("weight reason-abuse", "report: abusive chat"),
        ("sanction <b>", "the sanction"),
        ("something else", "something else"),
        ("", "–"),
    ],
)
def test_a_target_of_the_log_is_named_and_linked(target: str, shown: str) -> None:
    assert shown in target_link(target)
    assert "<b>" not in target_link(target)


def test_before_and_after_are_told_in_words(rude: User, moderator: User) -> None:
    end = datetime(2126, 1, 2, 3, 4, tzinfo=UTC)
    sanctions.give(moderator, rude, "chat-mute", "You <b>shouted</b>.", end)
    told = as_lines(ModerationAction.objects.get(verb=Action.MUTED).after)
    assert "<dt>kind:</dt> <dd>chat mute</dd>" in told
    assert "<dt>until:</dt> <dd>2126-01-02 03:04</dd>" in told
    assert "&lt;b&gt;shouted" in told
    assert "revoked" not in told


def test_every_thing_the_services_log_has_a_name(rude: User, moderator: User, vera: User) -> None:
    case = case_about(rude, vera)
    cases.claim(moderator, case.pk)
    wish = sanctions.SanctionWish("warning", "Be kind.")
    cases.decide(moderator, case.pk, "upheld", sanctions=[wish], to_suspect="Be kind.")
    game = make_running_game(rude, vera)
    rulings.award(game, make_staff("senior"), "It was stuck.", [1])
    logged = ModerationAction.objects.values_list("before", "after")
    assert {name for both in logged for kept in both for name in kept} <= set(LABELS)
    told = "".join(as_lines(after) for _before, after in logged)
    assert "<dd>seat 2</dd>" in told
    assert "<dd>acted on</dd>" in told
    assert f"<dd>{moderator}</dd>" in told


def test_the_log_shows_no_json() -> None:
    world = make_world()
    client = browser_of("senior")
    act = log.write(None, Action.MUTED, target=f"sanction {world.sanction.pk}", after={"a": ["b"]})
    shown = page(client, "admin:moderation_moderationaction_change", act.pk)
    assert "<dt>a:</dt> <dd>b</dd>" in shown
    assert ">the sanction</a>" in shown
    assert "History" not in shown
    assert "{&quot;" not in shown


# --- What seniors and admins edit


@pytest.fixture
def editor() -> Client:
    return browser_of("senior")


def edit(client: Client, page: str, *args: Any, **data: Any) -> None:
    answer = client.post(reverse(f"admin:chat_filteredword_{page}", args=args), data)
    assert answer.status_code == 302


def test_every_change_of_a_filtered_word_is_in_the_log(editor: Client) -> None:
    edit(editor, "add", word="blockhead")
    word = FilteredWord.objects.get(word="blockhead")
    edit(editor, "change", word.pk, word="blockhead*", opens_case="on")
    edit(editor, "change", word.pk, word="blockhead*", opens_case="on")
    edit(editor, "delete", word.pk, post="yes")
    acts = ModerationAction.objects.filter(target=f"word {word.pk}").order_by("pk")
    assert [(act.verb, act.before, act.after) for act in acts] == [
        (Action.ADDED_WORD, {}, {"word": "blockhead", "opens_case": False}),
        (
            Action.CHANGED_WORD,
            {"word": "blockhead", "opens_case": False},
            {"word": "blockhead*", "opens_case": True},
        ),
        (Action.REMOVED_WORD, {"word": "blockhead*", "opens_case": True}, {}),
    ]


def test_words_removed_together_are_each_in_the_log(editor: Client) -> None:
    numbers = list(FilteredWord.objects.values_list("pk", flat=True)[:2])
    data = {"action": "delete_selected", "_selected_action": numbers, "post": "yes"}
    editor.post(reverse("admin:chat_filteredword_changelist"), data)
    assert not FilteredWord.objects.filter(pk__in=numbers).exists()
    assert ModerationAction.objects.filter(verb=Action.REMOVED_WORD).count() == 2


def test_every_weight_has_a_name_that_people_read() -> None:
    assert not [name for name in DEFAULTS if label_of(name) == name]
    shown = page(browser_of("admin"), "admin:moderation_weight_changelist")
    assert "report: abusive chat" in shown
    assert "reason-abuse" not in shown
    assert Weight.objects.count() == len(DEFAULTS)


def test_there_are_templates_to_begin_with() -> None:
    for audience in MessageTemplate.Audience:
        assert MessageTemplate.objects.filter(audience=audience).count() > 1


# --- No dead ends


def test_a_helper_is_led_nowhere_they_may_not_go() -> None:
    client = browser_of("helper")
    make_world()
    front = page(client, "admin:index")
    assert "Chat monitor" in front
    assert "permission to view" not in front
    lists = reverse("admin:app_list", args=["moderation"])
    monitor = page(client, "moderation:monitor")
    assert f'href="{lists}"' not in monitor
    assert "permission to view" not in monitor
    assert f'href="{lists}"' in page(browser_of("moderator"), "moderation:monitor")


def test_the_page_of_a_sanction_leads_to_its_appeal_and_names_the_user_it_is_against() -> None:
    world = make_world()
    client = browser_of("moderator")
    shown = page(client, "admin:moderation_sanction_change", world.sanction.pk)
    assert reverse("admin:moderation_appeal_change", args=[world.appeal.pk]) in shown
    assert "chat mute: Suspect" in shown
    assert "Lift this sanction" in shown


def test_the_front_page_counts_nothing_about_the_user_who_looks(
    moderator: User, vera: User
) -> None:
    case_about(moderator, vera)
    Appeal.objects.create(sanction=sanctioned(moderator))
    assert sum(line.open for line in rooms(moderator)) == 0
    assert appeals_waiting(moderator) == (0, None)
    other = make_staff("moderator")
    assert sum(line.open for line in rooms(other)) == Case.objects.count() == 1
    assert appeals_waiting(other)[0] == 1


def test_a_game_is_told_of_in_sentences() -> None:
    game = make_running_game(make_player("Ann"), make_player("Bob"))
    shown = page(browser_of("moderator"), "admin:games_game_change", game.pk)
    assert "columns_to_win" not in shown
    assert "Can&#x27;t Stop" in shown


# --- Times


def test_times_in_the_panel_are_utc_and_say_so(moderator: User, rude: User) -> None:
    moment = datetime(2026, 3, 4, 20, 30, tzinfo=UTC)
    given = sanctioned(rude, starts_at=moment, created_at=moment)
    shown = page(staff_client(moderator), "admin:moderation_sanction_change", given.pk)
    assert "2026-03-04 20:30" in shown
    assert "All times are in UTC." in shown


def test_who_is_sanctioned_reads_the_end_as_moderators_do(
    moderator: User, django_capture_on_commit_callbacks: Any
) -> None:
    suspect = make_player("Suspect")
    end = datetime(2126, 1, 2, 3, 4, tzinfo=UTC)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.give(moderator, suspect, "chat-mute", "You shouted.", end)
    assert "2126-01-02 03:04 UTC" in mail.outbox[0].body
    client = Client()
    client.force_login(suspect)
    assert "2126-01-02 03:04" in page(client, "my_sanctions")
