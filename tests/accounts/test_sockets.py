"""A user's sockets end with the session they were opened in."""

from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sockets import close_user_sockets, user_group
from tests.accounts.helpers import become_guest, sign_in, sign_up

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent() -> Any:
    """What is sent to the channel layer."""
    with patch("accounts.sockets.get_channel_layer") as get_layer:
        get_layer.return_value.group_send = AsyncMock()
        yield get_layer.return_value.group_send


def assert_closed(sent: AsyncMock, *users: int) -> None:
    assert [call.args for call in sent.await_args_list] == [
        (user_group(pk), {"type": "session.ended"}) for pk in users
    ]


def test_signing_out_closes_the_users_sockets(client: Client, ada: User, sent: AsyncMock) -> None:
    client.force_login(ada)
    client.post(reverse("account_logout"))
    assert_closed(sent, ada.pk)


def test_deleting_a_user_closes_the_sockets(ada: User, sent: AsyncMock) -> None:
    pk = ada.pk
    ada.delete()
    assert_closed(sent, pk)


def test_switching_from_guest_to_account_closes_the_guests_sockets(
    client: Client, ada: User, sent: AsyncMock
) -> None:
    guest = become_guest(client)
    sign_in(client)
    assert_closed(sent, guest.pk)


def test_signing_up_as_a_guest_closes_the_sockets_so_that_other_tabs_load_again(
    client: Client, sent: AsyncMock
) -> None:
    guest = become_guest(client)
    sign_up(client)
    assert_closed(sent, guest.pk)


def test_nothing_is_sent_when_the_transaction_fails(ada: User, sent: AsyncMock) -> None:
    def fail() -> None:
        with transaction.atomic():
            close_user_sockets(ada.pk)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert_closed(sent)


def test_the_session_is_gone_by_the_time_the_sockets_close(client: Client, ada: User) -> None:
    client.force_login(ada)
    key = client.session.session_key or ""
    left = []
    with patch("accounts.signals.close_user_sockets") as close:
        close.side_effect = lambda _: left.append(SessionStore().exists(key))
        client.post(reverse("account_logout"))
    assert left == [False]


def test_signing_out_works_without_the_channel_layer(
    client: Client, ada: User, sent: AsyncMock
) -> None:
    sent.side_effect = ConnectionError
    client.force_login(ada)
    assert client.post(reverse("account_logout")).status_code == 302
    assert "_auth_user_id" not in client.session
