"""Passwords that are too easy to guess, and some that are not."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.passwords import GuessValidator
from tests.each_case import each_case

LEAKED = ("iloveyou2", "P@ssw0rd123", "qwertyuiop12", "dragon1987", "Liverpool1", "letmein!!")
OF_THE_SITE = ("cantstop", "CantStop2026", "buttons123", "localhost99", "dice-dice-dice")


@each_case("password", [*LEAKED, *OF_THE_SITE])
def test_leaked_passwords_and_words_of_the_site_are_refused(password: str) -> None:
    with pytest.raises(ValidationError) as refused:
        GuessValidator().validate(password)
    assert "easy to guess" in refused.value.messages[0]


def test_ones_own_name_and_address_are_refused() -> None:
    user = User(username="Zwetschge", email="pflaumen@example.org")
    for password in ("Zwetschge77", "pflaumen2026"):
        with pytest.raises(ValidationError):
            GuessValidator().validate(password, user)


@pytest.mark.parametrize("password", ["lucky-otters-77", "vyNk29rtqA", "x7" + "ab!Q" * 500])
def test_others_are_taken_however_long(password: str) -> None:
    GuessValidator().validate(password)
