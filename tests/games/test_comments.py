"""Comments on steps of a replay: who sees, writes and deletes them."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import ModerationAction
from games.forms import CommentForm
from games.models import Game, StepComment
from lifecycle.deletion import delete_user
from tests.games.factories import make_user, make_waiting_game
from tests.games.pages import replay_page, text
from tests.games.tables import client_of
from tests.html import elements, inline_parts, one, text_of, texts, value, values
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def reader(mireille: User) -> Client:
    """Return a browser of somebody with an account who does not play."""
    return client_of(mireille)


def say(
    client: Client, game: Game, what: str = "Brave!", seq: int | str = 3, **headers: str
) -> int:
    data = {"seq": seq, "text": what}
    return client.post(f"/games/{game.code}/comments/", data, headers=headers).status_code


def comment(game: Game, user: User | None, what: str = "Brave!", seq: int = 3) -> StepComment:
    return StepComment.objects.create(game=game, user=user, text=what, seq=seq)


def delete(client: Client, said: StepComment) -> int:
    path = f"/games/{said.game.code}/comments/{said.pk}/delete/"
    return client.post(path).status_code


# --- Writing ---


def test_a_comment_is_shown_on_its_step_and_no_other(reader: Client, finished: Game) -> None:
    data = {"seq": 3, "text": "  Brave!\r\nVery.  "}
    answer = reader.post(f"/games/{finished.code}/comments/", data)
    assert answer["Location"] == f"/games/{finished.code}/replay/3/"
    assert StepComment.objects.get().text == "Brave!\nVery."
    page = replay_page(Client(), finished, 3)
    assert "Brave!\nVery." in page
    assert elements(page, "[href='/players/Mireille/']")
    assert "Brave!" not in replay_page(Client(), finished, 4)


def test_the_forms_of_the_page_write_and_delete_without_scripts(
    reader: Client, finished: Game
) -> None:
    forms = "form[method=post][action*='/comments/']"
    page = replay_page(reader, finished, 3)
    form, writing = one(page, forms), value(page, forms, "action")
    assert value(form, "input[type=hidden][name=seq]") == "3"
    assert one(form, "textarea#comment-text[name=text]")
    said = reader.post(writing, {"seq": "3", "text": "Brave!"}, follow=True)
    assert said.request["PATH_INFO"] == f"/games/{finished.code}/replay/3/"
    assert {"Comment added.", "Brave!"} <= words_of(said)
    (deleting,) = set(values(said, forms, "action")) - {writing}
    gone = words_of(reader.post(deleting, follow=True))
    assert "Comment deleted." in gone
    assert "Brave!" not in gone


def words_of(answer: Any) -> set[str]:
    """Return the texts of all elements."""
    return set(texts(answer, "body *"))


def test_the_page_lists_the_steps_with_comments(finished: Game, mireille: User) -> None:
    comment(finished, mireille, seq=7)
    comment(finished, mireille, seq=7)
    page = replay_page(Client(), finished, 1)
    assert value(page, "[data-seq='7'][data-count]", "data-count") == "2"
    assert len(elements(page, "[data-count]")) == 1
    assert "2 comments" in page


def test_scripts_get_the_regions_alone(reader: Client, finished: Game) -> None:
    data = {"seq": 3, "text": "Brave!"}
    answer = reader.post(f"/games/{finished.code}/comments/", data, headers=HTMX)
    page = answer.content.decode()
    assert len(elements(page, "[hx-swap-oob]")) == 3
    assert "Brave!" in page
    assert elements(page, "[data-news]")
    assert "<html" not in page


def test_scripts_fetch_the_comments_of_a_step(reader: Client, finished: Game) -> None:
    comment(finished, None, "Old words")
    answer = reader.get(f"/games/{finished.code}/comments/3/")
    assert "Old words" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_frames_hold_no_comments(client: Client, finished: Game, mireille: User) -> None:
    comment(finished, mireille)
    path = f"/games/{finished.code}/replay/frames/?from=0&to=9"
    assert "Brave!" not in text(client, path)


def test_what_looks_like_markup_stays_text(reader: Client, finished: Game) -> None:
    written = "<script>alert(1)</script><b onclick='x'>&amp;"
    say(reader, finished, written)
    for page in (
        replay_page(Client(), finished, 3),
        text(Client(), f"/games/{finished.code}/comments/3/"),
    ):
        assert elements(page, "*", written)
        assert inline_parts(page) == []


def test_a_draft_that_is_refused_stays_text(reader: Client, finished: Game) -> None:
    data = {"seq": 3, "text": "</textarea><script>" + "x" * 500}
    answer = reader.post(f"/games/{finished.code}/comments/", data)
    assert answer.status_code == 422
    assert text_of(one(answer, "#comment-text")).startswith("</textarea><script>xxx")
    assert one(answer, "#comment-error")


def test_no_text_or_too_much_is_refused(
    reader: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for what in ["", " \n ", "\u200b\x00", "x" * 501]:
        with subtests.test(what=what):
            assert not CommentForm({"text": what}).is_valid()
    for headers in ({}, HTMX):
        assert say(reader, finished, "x" * 501, **headers) == 422
        assert not StepComment.objects.exists()


def test_a_comment_is_kept_as_it_was_written_but_for_what_is_no_writing(
    reader: Client, finished: Game
) -> None:
    assert say(reader, finished, "👩‍👧 می\u200cخواهم\r\n\x07\ue000\u202e\U0001fbfa") == 302
    assert StepComment.objects.get().text == "👩‍👧 می\u200cخواهم\n\U0001fbfa"


def test_the_end_of_a_line_counts_once_as_in_browsers(reader: Client, finished: Game) -> None:
    assert say(reader, finished, "x" * 249 + "\r\n" + "y" * 250) == 302


def test_a_step_that_does_not_exist_is_not_found(
    reader: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for seq in ["", "x", "-1", "9999", "1" * 30, "²"]:
        with subtests.test(seq=seq):
            assert say(reader, finished, seq=seq) == 404


def test_the_start_and_the_end_are_steps(reader: Client, finished: Game) -> None:
    assert say(reader, finished, seq=0) == say(reader, finished, seq=finished.version) == 302
    path = f"/games/{finished.code}/comments/{finished.version + 1}/"
    assert reader.get(path).status_code == 404


def test_a_table_that_waits_has_no_steps(reader: Client) -> None:
    assert say(reader, make_waiting_game(make_user("joon")), seq=0) == 404


def test_too_many_comments_at_once_are_refused(
    reader: Client, finished: Game, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"comment": "2/m/user"}
    cache.clear()
    for _ in range(2):
        assert say(reader, finished) == 302
    assert say(reader, finished, **HTMX) == 429
    answer = reader.post(f"/games/{finished.code}/comments/", {"seq": 3, "text": "Kept draft"})
    assert answer.status_code == 429
    assert one(answer, "textarea", "Kept draft")
    assert StepComment.objects.count() == 2


def test_who_has_no_account_reads_and_is_asked_to_sign_up(finished: Game) -> None:
    comment(finished, None)
    guest = client_of(make_user("guest-1", is_guest=True))
    for client in (Client(), guest):
        page = replay_page(client, finished, 3)
        assert "Brave!" in page
        assert f"/accounts/signup/?next=/games/{finished.code}/replay/3/" in page
        assert not elements(page, "#comment-text")
        assert say(client, finished) == 403
    assert StepComment.objects.count() == 1


def test_a_comment_from_another_site_is_refused(finished: Game, mireille: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(mireille)
    assert say(client, finished) == 403


# --- While the game runs ---


def test_its_players_neither_see_nor_write_while_it_runs(running: Game, kestrel: User) -> None:
    comment(running, None)
    client = client_of(kestrel)
    page = replay_page(client, running, 3)
    assert "can't see or write comments until" in page
    assert "Brave!" not in page
    assert not elements(page, "[data-count]")
    assert not elements(page, "#comment-text")
    assert client.get(f"/games/{running.code}/comments/3/").status_code == 403
    assert say(client, running) == 403


def test_its_players_join_in_once_it_is_over(finished: Game, kestrel: User) -> None:
    comment(finished, None)
    client = client_of(kestrel)
    assert "Brave!" in replay_page(client, finished, 3)
    assert say(client, finished, "Was it?") == 302


def test_others_comment_while_it_runs(reader: Client, running: Game) -> None:
    assert say(reader, running) == 302
    page = replay_page(reader, running, 3)
    assert "Brave!" in page
    assert "can't see or write comments until" in page


# --- Deleting ---


def test_an_author_deletes_their_comment_for_good(
    reader: Client, finished: Game, mireille: User
) -> None:
    said = comment(finished, mireille, "My words")
    assert f"/comments/{said.pk}/delete/" in replay_page(reader, finished, 3)
    assert delete(reader, said) == 302
    assert "My words" not in replay_page(reader, finished, 1)
    said.refresh_from_db()
    assert (said.text, said.removed_by) == ("", mireille)
    assert delete(reader, said) == 404


def test_a_stranger_cannot_delete(finished: Game, mireille: User, kestrel: User) -> None:
    said = comment(finished, mireille)
    for client in (Client(), client_of(kestrel), client_of(make_user("joon"))):
        assert "/delete/" not in replay_page(client, finished, 3)
        assert delete(client, said) == 403
    said.refresh_from_db()
    assert said.deleted_at is None


def test_a_comment_without_author_is_nobodys_to_delete(reader: Client, finished: Game) -> None:
    assert delete(reader, comment(finished, None)) == 403
    assert delete(Client(), comment(finished, None)) == 403


def test_helpers_remove_any_comment_and_the_text_is_kept(finished: Game, mireille: User) -> None:
    said = comment(finished, mireille, "Rude words")
    staff = make_user("warden", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="remove_lines"))
    assert delete(staff_client(staff), said) == 302
    said.refresh_from_db()
    assert (said.text, said.removed_by) == ("Rude words", staff)
    act = ModerationAction.objects.get()
    assert (act.action, act.before) == ("removed a comment", {"text": "Rude words"})
    assert "Rude words" not in replay_page(Client(), finished, 3)


def test_a_comment_belongs_to_its_game(
    reader: Client, finished: Game, running: Game, mireille: User
) -> None:
    said = comment(finished, mireille)
    path = f"/games/{running.code}/comments/{said.pk}/delete/"
    assert reader.post(path).status_code == 404
    assert reader.post(f"/games/{finished.code}/comments/{10**30}/delete/").status_code == 404


def test_a_page_that_is_looked_at_deletes_nothing(
    reader: Client, finished: Game, mireille: User
) -> None:
    said = comment(finished, mireille)
    assert reader.get(f"/games/{finished.code}/comments/{said.pk}/delete/").status_code == 405


def test_a_deleted_user_is_named_so(finished: Game, mireille: User) -> None:
    comment(finished, mireille)
    delete_user(mireille)
    page = replay_page(Client(), finished, 3)
    assert "Brave!" in page
    assert elements(page, ".by")[0].text().startswith("deleted player")


# --- Administration ---


def test_staff_find_comments_and_remove_them(admin_client: Client, finished: Game) -> None:
    author = make_user("joon")
    said = comment(finished, author, "Rude words")
    old = comment(finished, author, "")
    StepComment.objects.filter(pk=old.pk).update(deleted_at=timezone.now() - timedelta(days=1))
    path = "/admin/games/stepcomment/"
    assert "Rude words" in text(admin_client, f"{path}?q={finished.code}")
    data = {"action": "remove", "_selected_action": [said.pk, old.pk]}
    answer = admin_client.post(path, data, follow=True)
    assert "1 comment was removed." in answer.content.decode()
    said.refresh_from_db()
    assert said.removed_by is not None
    assert said.removed_by.username == "admin"


def test_nobody_changes_what_another_wrote(admin_client: Client, finished: Game) -> None:
    said = comment(finished, None)
    path = f"/admin/games/stepcomment/{said.pk}"
    assert not elements(text(admin_client, f"{path}/change/"), "[name=text]")
    assert admin_client.post(f"{path}/change/", {"text": "Meek"}).status_code == 403
    assert admin_client.post(f"{path}/delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get("/admin/games/stepcomment/add/").status_code == 403


def test_staff_who_may_only_look_remove_nothing(finished: Game) -> None:
    staff = make_user("viewer", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_stepcomment"))
    said = comment(finished, None)
    data = {"action": "remove", "_selected_action": [said.pk]}
    client_of(staff).post("/admin/games/stepcomment/", data)
    said.refresh_from_db()
    assert said.deleted_at is None
