"""What the account forms say, by code: other tests ask for the codes."""

import pytest
from django.core.exceptions import ValidationError

from accounts.adapter import AccountAdapter
from accounts.usernames import check_name


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("123", "no-letter", "Use at least one letter."),
        (
            "Guest-otter",
            "like-a-guest",
            "Names that start with “guest” are for guests. Choose another one.",
        ),
        ("admin", "reserved", "That name is reserved. Choose another one."),
        (
            "ModAda",
            "like-staff",
            "That name looks like ours or a moderator's. Choose another one.",
        ),
    ],
)
def test_a_refused_name_has_a_code_and_a_sentence(name: str, code: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        check_name(name)
    assert (refused.value.code, refused.value.messages) == (code, [sentence])


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("enter_current_password", "That isn't your current password."),
        ("incorrect_password", "That isn't your password."),
        ("too_many_login_attempts", "Too many attempts. Wait a few minutes, then try again."),
        (
            "username_password_mismatch",
            "Wrong username or password, or too many attempts.",
        ),
        ("username_taken", "That name is taken. Choose another one."),
    ],
)
def test_what_allauth_refuses_is_said_in_the_sites_words(code: str, sentence: str) -> None:
    assert AccountAdapter().validation_error(code).messages == [sentence]
