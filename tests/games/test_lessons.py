"""Lessons: steps of the real rules with an answer to everything, and questions at their end."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from games.engine.registry import KINDS
from games.models import Game, Seat, TableOptions
from games.pages import pages_of
from games.pages.lessons import LEARNER, Lesson, Step
from games.presenters import table_of
from games.presenters.levels import FOR_NEWCOMERS, bot_at
from games.services.lobby import create_table
from tests.each_case import each_case
from tests.games.factories import make_waiting_game
from tests.html import elements, link, one, text_of, values
from tests.moderation.people import make_player

pytestmark = pytest.mark.django_db

WITH_LESSON = [kind for kind in KINDS if pages_of(kind).LESSON]
WITHOUT_LESSON = [kind for kind in KINDS if kind not in WITH_LESSON]
with_lesson = pytest.mark.parametrize("kind", WITH_LESSON)


def lesson_of(kind: str) -> Lesson:
    lesson = pages_of(kind).LESSON
    assert lesson is not None
    return lesson


def steps() -> list[tuple[str, int, Step]]:
    return [
        (kind, number, step)
        for kind in WITH_LESSON
        for number, step in enumerate(lesson_of(kind).steps, start=1)
    ]


each_step = each_case(("kind", "number", "step"), steps())


def address(kind: str, number: int) -> str:
    return reverse("lesson_step", args=[kind, number])


def right_answers(kind: str, wrong: int = 0) -> dict[str, str]:
    """Return what the form of the questions sends, with the last so many answered wrongly."""
    questions = lesson_of(kind).questions
    slips = [number >= len(questions) - wrong for number in range(len(questions))]
    return {
        f"q{number}": str((question.right + slip) % len(question.options))
        for number, (question, slip) in enumerate(zip(questions, slips, strict=True), start=1)
    }


# --- What lessons are made of -------------------------------------------------------------------


@with_lesson
def test_a_lesson_has_six_to_eight_steps_and_ends_with_ten_questions(kind: str) -> None:
    lesson = lesson_of(kind)
    assert 6 <= lesson.length <= 8
    assert len(lesson.questions) == 10


@each_step
def test_every_legal_action_has_an_answer_and_nothing_else_has(
    kind: str, number: int, step: Step
) -> None:
    lesson = lesson_of(kind)
    state = lesson.decision(step).state
    legal = {str(action) for action in lesson.rules.legal_actions(state, LEARNER)}
    assert len(legal) > 1, "a step is a decision"
    assert set(step.replies) == legal


@each_step
def test_every_answer_is_what_the_rules_make_of_the_choice(
    kind: str, number: int, step: Step
) -> None:
    lesson = lesson_of(kind)
    before = lesson.decision(step)
    for action, reply in step.replies.items():
        pov = lesson.outcome(step, reply)
        event = pov.log.events[before.seq]
        assert event.player == LEARNER
        assert str(lesson.rules.action_of(event)) == action
        assert pov.seq == before.seq + 1 + len(reply.then)
        assert not pov.my_turn


@each_step
def test_each_step_has_a_good_choice_and_says_something_of_each(
    kind: str, number: int, step: Step
) -> None:
    replies = step.replies.values()
    assert any(reply.good for reply in replies)
    assert all(str(reply.text) for reply in replies)


@with_lesson
def test_a_lesson_shows_a_bust_and_ends_with_a_win(kind: str) -> None:
    lesson = lesson_of(kind)
    shown = [
        lesson.outcome(step, reply) for step in lesson.steps for reply in step.replies.values()
    ]
    assert any(table_of(pov).bust for pov in shown)
    last = lesson.steps[-1]
    outcomes = [
        lesson.outcome(last, reply).outcome for reply in last.replies.values() if reply.good
    ]
    assert [outcome.winners for outcome in outcomes if outcome] == [(LEARNER,)] * len(outcomes)


@with_lesson
def test_each_question_has_one_right_answer_among_different_ones(kind: str) -> None:
    for question in lesson_of(kind).questions:
        assert len({str(option) for option in question.options}) == len(question.options) >= 3
        assert question.right in range(len(question.options))


@with_lesson
def test_the_right_answer_stands_in_every_place(kind: str) -> None:
    assert {question.right for question in lesson_of(kind).questions} == {0, 1, 2}


@with_lesson
def test_answers_link_to_parts_that_the_page_with_the_rules_has(client: Client, kind: str) -> None:
    page = client.get(reverse("rules", args=[kind])).content.decode()
    for question in lesson_of(kind).questions:
        assert one(page, f"#{question.section}")


# --- Pages ---------------------------------------------------------------------------------------


@each_step
def test_a_step_shows_its_question_and_a_control_for_every_choice(
    client: Client, kind: str, number: int, step: Step
) -> None:
    response = client.get(address(kind, number))
    page = unescape(response.content.decode())
    assert response.status_code == 200
    assert str(step.question) in page
    assert f"Step {number} of {lesson_of(kind).length}" in page
    offered = set(values(page, "[name=action]:not([disabled])", "value"))
    picks = [action for action in step.replies if f"{action.partition(':')[0]}:" in offered]
    assert offered >= set(step.replies) - set(picks)
    cells = set(values(page, "[name=pick]", "value"))
    for action in picks:
        assert cells >= set(action.partition(":")[2].split("+"))


@each_step
def test_no_step_asks_for_a_tap_of_those_who_have_a_mouse(
    client: Client, kind: str, number: int, step: Step
) -> None:
    page = client.get(address(kind, number)).content.decode()
    words = text_of(one(page, "body"))
    assert str(step.question) in words
    assert not re.search(r"\btap\b", words, re.IGNORECASE)


@each_step
def test_every_choice_is_answered_and_leads_on(
    client: Client, kind: str, number: int, step: Step
) -> None:
    for action, reply in step.replies.items():
        response = client.get(address(kind, number), {"action": action})
        page = unescape(response.content.decode())
        assert response.status_code == 200
        assert str(reply.text) in page
        assert str(step.rule) in page
        assert elements(page, f"a[href='{address(kind, number + 1)}']")
        assert not elements(page, "[name=action]:not([disabled])")


def test_the_address_of_lessons_leads_to_all_of_them(client: Client) -> None:
    page = client.get("/learn/", follow=True).content.decode()
    for kind in WITH_LESSON:
        assert elements(page, f"a[href='{reverse('lesson', args=[kind])}']")


@with_lesson
def test_a_lesson_begins_with_its_first_step(client: Client, kind: str) -> None:
    response = client.get(reverse("lesson", args=[kind]))
    assert response.url == address(kind, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["nowhere/", "nowhere/1/", *(f"{k}/" for k in WITHOUT_LESSON)])
def test_a_lesson_that_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/learn/{path}").status_code == 404


@with_lesson
def test_a_step_that_is_not_there_is_not_found(
    client: Client, kind: str, subtests: pytest.Subtests
) -> None:
    for number in ["0", "9", "99", "9" * 40, "-1", "1.5", "x"]:
        with subtests.test(number=number):
            assert client.get(f"/learn/{kind}/{number}/").status_code == 404


NO_CHOICES = ["resign", "nonsense", "roll ", "split:2+2", "place:1,1", "\0"]


@with_lesson
def test_what_cannot_be_chosen_is_said_and_can_be_chosen_again(
    client: Client, kind: str, subtests: pytest.Subtests
) -> None:
    for choice in NO_CHOICES:
        with subtests.test(choice=choice):
            response = client.get(address(kind, 1), {"action": choice})
            assert response.status_code == 422
            page = unescape(response.content.decode())
            assert "You can't choose that here." in page
            assert str(lesson_of(kind).steps[0].question) in page


@with_lesson
def test_only_reading_is_allowed_and_nothing_is_stored(client: Client, kind: str) -> None:
    assert client.post(address(kind, 1), {"action": "roll"}).status_code == 405
    assert client.head(address(kind, 1)).status_code == 200
    assert set(client.cookies) <= {"csrftoken"}
    assert not Game.objects.exists()


# --- Questions -----------------------------------------------------------------------------------


@with_lesson
def test_the_last_step_leads_to_a_game_and_asks_ten_questions_of_who_wants_them(
    client: Client, kind: str
) -> None:
    lesson = lesson_of(kind)
    page = unescape(client.get(address(kind, lesson.length)).content.decode())
    assert str(lesson.learnt) in page
    play, quiz = elements(page, ".btn.primary, details.fold.lesson-quiz")
    assert text_of(play).startswith("Play now")
    assert len(elements(quiz, "fieldset")) == 10
    for question in lesson.questions:
        assert str(question.text) in page
        assert str(question.why) not in page


@with_lesson
@pytest.mark.parametrize("wrong", [0, 2, 10])
def test_answers_are_counted_and_explained(client: Client, kind: str, wrong: int) -> None:
    lesson = lesson_of(kind)
    response = client.get(address(kind, lesson.length), right_answers(kind, wrong))
    page = unescape(response.content.decode())
    assert response.status_code == 200
    assert f"{10 - wrong} of 10 right" in page
    assert page.count("✗") == wrong
    for question in lesson.questions:
        assert str(question.why) in page
    assert reverse("play_now") in page


@with_lesson
def test_a_question_without_an_answer_is_asked_again_and_the_others_stay(
    client: Client, kind: str, subtests: pytest.Subtests
) -> None:
    for answer in [None, "", "7", "-1", "x", "1" * 50]:
        with subtests.test(answer=answer):
            sent = right_answers(kind)
            del sent["q4"]
            if answer is not None:
                sent["q4"] = answer
            response = client.get(address(kind, lesson_of(kind).length), sent)
            page = response.content.decode()
            assert response.status_code == 422
            assert "1 question still needs an answer." in page
            assert page.count(" checked") == 9


# --- The way there, and the offer ----------------------------------------------------------------


@with_lesson
@pytest.mark.parametrize("page", ["home", "rules_index", "rules"])
def test_pages_for_newcomers_link_to_the_lesson(client: Client, kind: str, page: str) -> None:
    arguments = [kind] if page == "rules" else []
    answer = client.get(reverse(page, args=arguments)).content.decode()
    assert elements(answer, f"a[href='{reverse('lesson', args=[kind])}']")


@pytest.mark.parametrize("kind", WITHOUT_LESSON)
def test_a_kind_without_a_lesson_links_to_none(client: Client, kind: str) -> None:
    for page in (reverse("home"), reverse("rules_index"), reverse("rules", args=[kind])):
        assert f"/learn/{kind}/" not in client.get(page).content.decode()
    client.post(reverse("play_now"), {"kind": kind})
    page = client.get(reverse("game", args=[Game.objects.get().code])).content.decode()
    assert "/learn/" not in page


def play_now(client: Client, kind: str) -> str:
    """Press "Play a bot"; return the address of the table."""
    return client.post(reverse("play_now"), {"kind": kind}).headers["Location"]


def is_offered(client: Client, table: str) -> bool:
    return "lesson-offer" in client.get(table).content.decode()


@with_lesson
def test_play_now_offers_newcomers_the_lesson(client: Client, kind: str) -> None:
    table = play_now(client, kind)
    assert is_offered(client, table)
    assert elements(client.get(table), f"a[href='{reverse('lesson', args=[kind])}']")


@with_lesson
def test_the_offer_is_on_the_page_alone(client: Client, kind: str) -> None:
    table = play_now(client, kind)
    regions = client.get(table, headers={"HX-Request": "true"}).content.decode()
    assert "t-controls" in regions
    assert "lesson-offer" not in regions


@with_lesson
def test_nobody_else_at_the_table_is_offered_a_lesson(client: Client, kind: str) -> None:
    table = play_now(client, kind)
    assert not is_offered(Client(), table)


@with_lesson
def test_the_second_table_of_a_game_offers_none(client: Client, kind: str) -> None:
    first, second = play_now(client, kind), play_now(client, kind)
    assert not is_offered(client, first)
    assert not is_offered(client, second)


@with_lesson
def test_who_knows_another_game_is_offered_the_lesson(client: Client, kind: str) -> None:
    for other in WITH_LESSON:
        if other != kind:
            play_now(client, other)
            client.get(address(other, lesson_of(other).length), right_answers(other))
            client.post(reverse("no_lesson", args=[other]))
    assert is_offered(client, play_now(client, kind))


@with_lesson
def test_a_table_with_people_offers_none(client: Client, kind: str) -> None:
    user = make_player("Ada")
    client.force_login(user)
    game = make_waiting_game(user, creator=user)
    assert not is_offered(client, game.get_absolute_url())


@with_lesson
def test_no_thanks_is_for_good(client: Client, kind: str) -> None:
    table = play_now(client, kind)
    response = client.post(reverse("no_lesson", args=[kind]), {"next": table})
    assert response.url == table  # type: ignore[attr-defined]
    assert not is_offered(client, table)
    client.force_login(create_guest())
    assert not is_offered(client, play_now(client, kind))


def test_no_thanks_leads_to_no_other_site(client: Client) -> None:
    response = client.post(
        reverse("no_lesson", args=[WITH_LESSON[0]]), {"next": "https://elsewhere.example/"}
    )
    assert response.url == "/"  # type: ignore[attr-defined]


def test_no_thanks_by_script_leaves_the_page(client: Client) -> None:
    kind = WITH_LESSON[0]
    response = client.post(reverse("no_lesson", args=[kind]), headers={"HX-Request": "true"})
    assert response.status_code == 204
    assert client.cookies[f"lesson-{kind}"]["httponly"]


def test_there_is_no_lesson_to_refuse_of_an_unknown_game(client: Client) -> None:
    assert client.post(reverse("no_lesson", args=["chess"])).status_code == 404


def first_table(client: Client, kind: str) -> Game:
    """Seat a guest at a running table against bots, with the first move theirs."""
    for _ in range(50):
        guest = create_guest()
        game = create_for(guest, kind)
        seat = Seat.objects.get(game=game, user=guest)
        if game.rules.active_players(game.position()) == (seat.player,):
            client.force_login(guest)
            return game
    raise AssertionError("bots always begin")


def create_for(guest: Any, kind: str) -> Game:
    size = KINDS[kind].rules.min_players
    bots = [bot_at(kind, FOR_NEWCOMERS)] * (size - 1)
    game = create_table(guest, TableOptions(kind, size), bots=bots)
    game.refresh_from_db()
    return game


@with_lesson
def test_the_first_move_ends_the_offer(client: Client, kind: str) -> None:
    game = first_table(client, kind)
    table = game.get_absolute_url()
    assert is_offered(client, table)
    seat = Seat.objects.get(game=game, bot="")
    token = game.rules.token(game.position(), seat.player)
    client.post(reverse("game_act", args=[game.code]), {"action": "roll", "token": token})
    assert not is_offered(client, table)


@with_lesson
def test_who_has_done_the_lesson_is_not_offered_it(client: Client, kind: str) -> None:
    client.get(address(kind, lesson_of(kind).length))
    assert not is_offered(client, play_now(client, kind))


@with_lesson
def test_a_game_that_waits_is_linked_from_each_step(client: Client, kind: str) -> None:
    table = play_now(client, kind)
    last = lesson_of(kind).length
    for path in (address(kind, 1), address(kind, last)):
        page = client.get(path).content.decode()
        assert link(page, "Back to your game") == table
    done = client.get(address(kind, last), right_answers(kind)).content.decode()
    assert "Back to your game" in done
    assert not elements(Client().get(address(kind, 1)), f"a[href='{table}']")
