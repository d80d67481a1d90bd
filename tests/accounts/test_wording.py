"""What the account forms say, by code: other tests ask for the codes."""

import pytest
from django.core.exceptions import ValidationError

from accounts.adapter import AccountAdapter
from accounts.usernames import check_name


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [
        ("123", "no-letter", "Please use at least one letter."),
        (
            "Guest-otter",
            "like-a-guest",
            "Names that begin with “guest” are for guests. Please choose another one.",
        ),
        ("admin", "reserved", "This name is reserved. Please choose another one."),
        (
            "ModAda",
            "like-staff",
            "This name could pass for the site or its moderators. Please choose another one.",
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
        ("enter_current_password", "This is not your present password."),
        ("incorrect_password", "This is not your password."),
        ("too_many_login_attempts", "Too many tries. Please wait a few minutes."),
        (
            "username_password_mismatch",
            "This username and password do not go together, or there were too many tries.",
        ),
        ("username_taken", "Somebody has this name already. Please choose another one."),
    ],
)
def test_what_allauth_refuses_is_said_in_the_sites_words(code: str, sentence: str) -> None:
    assert AccountAdapter().validation_error(code).messages == [sentence]
