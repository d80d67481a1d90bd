"""Who may open which page of the panel, and do what there: whatever is not allowed is refused."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth import get_permission_codename
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.sanctions.models import ModerationAction
from games.models import GameEvent, Seat
from moderation.admin.urls import urlpatterns
from moderation.groups import GROUPS
from tests.html import elements
from tests.moderation.panel import OUTSIDE, ROLES, STAFF, World, browser_of, make_world, member
from tests.packages import sources
from tests.site.walking import undrawn

pytestmark = pytest.mark.django_db

HANDLERS = ("moderator", "senior", "admin", "superuser")
SENIORS = ("senior", "admin", "superuser")
ADMINS = ("admin", "superuser")
SUPERUSERS = ("superuser",)

PAGES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "case_next": ("post", "", HANDLERS),
    "case_claim": ("post", "case", HANDLERS),
    "case_release": ("post", "case", HANDLERS),
    "case_note": ("post", "case", HANDLERS),
    "case_decide": ("post", "case", HANDLERS),
    "appeal_answer": ("post", "appeal", HANDLERS),
    "sanction_lift": ("post", "sanction", HANDLERS),
    "give": ("get", "subject", STAFF),
    "user_note": ("post", "subject", HANDLERS),
    "rename": ("get", "subject", SENIORS),
    "role": ("get", "subject", ADMINS),
    "game_rule": ("get", "game", SENIORS),
    "monitor": ("get", "", STAFF),
    "line_remove": ("post", "line", STAFF),
    "line_mute": ("post", "line", STAFF),
}
"""Each page of the panel: how it is asked for, about what, and who may."""

MODELS: dict[str, tuple[str, dict[str, tuple[str, ...]]]] = {
    "moderation_case": ("case", {"view": HANDLERS}),
    "moderation_appeal": ("appeal", {"view": HANDLERS}),
    "moderation_sanction": ("sanction", {"view": HANDLERS}),
    "moderation_moderationaction": ("act", {"view": HANDLERS}),
    "moderation_gameruling": ("ruling", {"view": HANDLERS}),
    "moderation_messagetemplate": (
        "template",
        {"view": HANDLERS, "add": SENIORS, "change": SENIORS, "delete": SENIORS},
    ),
    "accounts_user": (
        "subject",
        {
            "view": HANDLERS,
            "history": ADMINS,  # it tells e-mail addresses
            "add": SUPERUSERS,
            "change": ADMINS,
            "delete": SUPERUSERS,
        },
    ),
    "games_game": ("game", {"view": HANDLERS, "change": ADMINS}),
}
"""What the admin lists: an example of each, and who may do what with it."""


def ask(client: Client, world: World, name: str) -> Any:
    method, about, _allowed = PAGES[name]
    args = [getattr(world, about).pk] if about else []
    return getattr(client, method)(reverse(f"moderation:{name}", args=args))


def is_refused(response: Any, role: str) -> bool:
    """Return whether somebody outside was sent to sign in or refused, and staff refused."""
    return response.status_code == 403 or (role in OUTSIDE and response.status_code == 302)


def test_every_page_of_the_panel_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(PAGES)


@pytest.mark.parametrize("role", ROLES)
def test_only_who_may_opens_a_page_of_the_panel(role: str) -> None:
    world, client = make_world(), browser_of(role)
    wrong = []
    for name, (_method, _about, allowed) in PAGES.items():
        with undrawn():
            response = ask(client, world, name)
        if is_refused(response, role) == (role in allowed):
            wrong.append((name, response.status_code))
    assert not wrong


def test_who_is_refused_has_changed_nothing() -> None:
    world = make_world()
    acts = ModerationAction.objects.count()
    for role in (*OUTSIDE, "helper"):
        client = browser_of(role)
        for name, (_method, _about, allowed) in PAGES.items():
            if role not in allowed:
                with undrawn():
                    ask(client, world, name)
    assert ModerationAction.objects.count() == acts


@pytest.mark.parametrize("role", ROLES)
def test_only_who_may_opens_what_the_admin_lists(role: str) -> None:
    world, client = make_world(), browser_of(role)
    wrong = []
    for model, (about, rights) in MODELS.items():
        pk, allowed = getattr(world, about).pk, {"history": rights["view"]} | rights
        for page, args, needed in (
            ("changelist", [], "view"),
            ("change", [pk], "view"),
            ("history", [pk], "history"),
            ("add", [], "add"),
            ("delete", [pk], "delete"),
        ):
            with undrawn():
                response = client.get(reverse(f"admin:{model}_{page}", args=args))
            if is_refused(response, role) == (role in allowed.get(needed, ())):
                wrong.append((model, page, response.status_code))
    assert not wrong


@pytest.mark.parametrize("role", ["moderator", "admin"])
def test_a_page_links_to_a_history_only_for_those_who_may_read_it(role: str) -> None:
    world, client = make_world(), browser_of(role)
    wrong = []
    for model, (about, _rights) in MODELS.items():
        pk = getattr(world, about).pk
        page = client.get(reverse(f"admin:{model}_change", args=[pk])).content.decode()
        history = reverse(f"admin:{model}_history", args=[pk])
        if elements(page, f"[href='{history}']") and client.get(history).status_code != 200:
            wrong.append(model)
    assert not wrong


@pytest.mark.parametrize(("role", "is_linked"), [("moderator", False), ("admin", True)])
def test_the_page_of_an_account_links_to_its_history_for_those_who_may_change_it(
    role: str, *, is_linked: bool
) -> None:
    pk, client = make_world().subject.pk, browser_of(role)
    page = client.get(reverse("admin:accounts_user_change", args=[pk])).content.decode()
    history = reverse("admin:accounts_user_history", args=[pk])
    assert bool(elements(page, f"[href='{history}']")) == is_linked


@pytest.mark.parametrize("role", STAFF)
def test_only_who_may_changes_what_the_admin_lists(role: str, rf: RequestFactory) -> None:
    make_world()
    request = rf.get("/")
    request.user = member(role)
    for model, model_admin in admin.site._registry.items():
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        if name in MODELS:
            may = model_admin.has_change_permission(request)
            assert may == (role in MODELS[name][1].get("change", ())), name


@pytest.mark.parametrize("role", STAFF)
def test_nobody_gets_an_action_that_is_not_meant_for_them(role: str, rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = member(role)
    expected = {
        ("accounts_user", "delete_selected"): SUPERUSERS,
        ("accounts_user", "act_on_several"): HANDLERS,
        ("moderation_messagetemplate", "delete_selected"): SENIORS,
        ("chat_filteredword", "delete_selected"): SENIORS,
        ("games_stepcomment", "remove"): HANDLERS,
    }
    offered = {
        (f"{model._meta.app_label}_{model._meta.model_name}", name)
        for model, model_admin in admin.site._registry.items()
        for name in model_admin.get_actions(request)
    }
    assert offered == {action for action, allowed in expected.items() if role in allowed}


def test_every_permission_of_a_group_is_asked_for_somewhere() -> None:
    listed = {*admin.site._registry} | {Seat, GameEvent}  # inlines of a game
    asked = {
        get_permission_codename(deed, model._meta)
        for model in listed
        for deed in ("view", "add", "change", "delete")
    }
    asking = [path for path in sources("*.py") if path.stem != "groups"]
    code = "".join(path.read_text() for path in asking)
    named = {name for name in GROUPS["admin"] if f'.{name}"' in code or f'"{name}"' in code}
    assert set(GROUPS["admin"]) <= asked | named


def test_the_groups_have_the_permissions_they_are_said_to_have() -> None:
    for group in Group.objects.filter(name__in=GROUPS):
        held = group.permissions.values_list("codename", flat=True)
        assert sorted(held) == sorted(GROUPS[group.name]), group


def test_what_groups_may_do_is_not_changed_by_hand() -> None:
    assert not admin.site.is_registered(Group)


@pytest.mark.parametrize("role", STAFF)
def test_the_front_page_shows_what_one_may_look_after(role: str) -> None:
    make_world()
    page = browser_of(role).get(reverse("admin:index")).content.decode()
    assert ("Take next case" in page) == (role in HANDLERS)
    assert "Chat monitor" in page


ACTING = [name for name, page in PAGES.items() if page[0] == "post"]


def test_what_acts_is_refused_without_a_token_and_by_get(subtests: pytest.Subtests) -> None:
    world = make_world()
    client = browser_of("superuser")
    for name in ACTING:
        with subtests.test(name=name):
            _method, about, _allowed = PAGES[name]
            address = reverse(
                f"moderation:{name}", args=[getattr(world, about).pk] if about else []
            )
            strict = Client(enforce_csrf_checks=True)
            strict.cookies = client.cookies
            with undrawn():
                assert client.get(address).status_code == 405
                assert strict.post(address).status_code == 403
