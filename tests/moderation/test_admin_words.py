"""What moderators read in the panel is said in words: links and sentences, no figures or JSON."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.chat.models import FilteredWord
from moderation.admin.action_log import target_link
from moderation.admin.dashboard import appeals_waiting, categories
from moderation.models import Appeal, Case, MessageTemplate
from moderation.services import cases, claims, rulings, sanctions
from tests.each_case import each_case
from tests.games.factories import make_running_game
from tests.html import elements, link, one, text_of
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


@each_case(
    ("target", "shown"),
    [
        ("sanction 3", 'href="/admin/moderation/sanction/3/change/">sanction 3</a>'),
        ("game bcdf2345", 'href="/games/bcdf2345/">game bcdf2345</a>'),
        ("game 23456789", 'href="/games/23456789/">game 23456789</a>'),
        ("game 17", 'href="/admin/games/game/17/change/">game 17</a>'),
        ("template 5", 'href="/admin/moderation/messagetemplate/5/change/">template 5</a>'),
        ("word 6", 'href="/admin/chat/filteredword/6/change/">word 6</a>'),
        ("line 7", "line 7"),
        ("weight reason-abuse", "weight reason-abuse"),
        ("", "–"),
    ],
)
def test_a_target_of_the_log_is_named_and_linked(target: str, shown: str) -> None:
    assert shown in target_link(target)


def test_a_target_of_the_log_is_escaped() -> None:
    assert text_of(one(target_link("sanction <b>"), "body")) == "sanction <b>"


def test_an_act_has_a_sentence_about_what_it_changed(
    rude: User, moderator: User, vera: User
) -> None:
    end = datetime(2126, 1, 2, 3, 4, tzinfo=UTC)
    case = case_about(rude, vera)
    claims.claim(moderator, case.pk)
    request = sanctions.SanctionRequest("chat-mute", "Be kind.", end)
    cases.decide(moderator, case.pk, "upheld", requests=[request])
    rulings.rule("award", make_running_game(rude, vera), make_staff("senior"), "It was stuck.", [1])
    sentences = dict(ModerationAction.objects.values_list("action", "sentence"))
    assert sentences[Action.MUTED] == "chat mute until 2126-01-02 03:04 UTC"
    assert sentences[Action.DECIDED] == "upheld; chat mute until 2126-01-02 03:04 UTC"
    assert "winners: – → 1" in sentences[Action.AWARDED]


def test_an_act_from_before_there_were_sentences_is_told_by_what_changed() -> None:
    kept = {"ends_at": None, "sanctions": [{"id": 3, "kind": "warning"}], "is_open": False}
    act = ModerationAction.objects.create(
        action=Action.MUTED, before={"is_open": True, "same": 1}, after=kept | {"same": 1}
    )
    shown = page(browser_of("superuser"), "admin:moderation_moderationaction_change", act.pk)
    assert "is open: yes → no; sanctions: 3 warning" in shown


def test_the_log_links_to_what_was_done_and_has_no_history_of_its_own() -> None:
    world = make_world()
    act = log.write(None, Action.MUTED, target=f"sanction {world.sanction.pk}", after={"a": ["b"]})
    shown = page(browser_of("senior"), "admin:moderation_moderationaction_change", act.pk)
    assert link(shown, f"sanction {world.sanction.pk}")
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
    assert [(act.action, act.before, act.after) for act in acts] == [
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
    assert ModerationAction.objects.filter(action=Action.REMOVED_WORD).count() == 2


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
    assert not elements(monitor, f"[href='{lists}']")
    assert "permission to view" not in monitor
    assert elements(page(browser_of("moderator"), "moderation:monitor"), f"[href='{lists}']")


def test_the_page_of_a_sanction_leads_to_its_appeal_and_names_the_user_it_is_against() -> None:
    world = make_world()
    client = browser_of("moderator")
    shown = page(client, "admin:moderation_sanction_change", world.sanction.pk)
    assert reverse("admin:moderation_appeal_change", args=[world.appeal.pk]) in shown
    assert "chat mute: Subject" in shown
    assert "Lift sanction" in shown


def test_the_front_page_counts_nothing_about_the_user_who_looks(
    moderator: User, vera: User
) -> None:
    case_about(moderator, vera)
    Appeal.objects.create(sanction=sanctioned(moderator))
    assert sum(line["open"] for line in categories(moderator)) == 0
    assert appeals_waiting(moderator) == (0, None)
    other = make_staff("moderator")
    assert sum(line["open"] for line in categories(other)) == Case.objects.count() == 1
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
    subject = make_player("Subject")
    end = datetime(2126, 1, 2, 3, 4, tzinfo=UTC)
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.give(moderator, subject, "chat-mute", "You shouted.", end)
    assert "2126-01-02 03:04 UTC" in mail.outbox[0].body
    client = Client()
    client.force_login(subject)
    assert "2126-01-02 03:04" in page(client, "my_sanctions")
