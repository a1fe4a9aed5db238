"""What a password is, and what recovery codes look like."""

from __future__ import annotations

import re

import pytest

from omaha8.room.people_passwords import Passwords, checked_password
from omaha8.room.people_refusals import PeopleRefused
from omaha8.room.people_tokens import Seal, new_codes, plain_code
from tests.room.persons import CHEAP


@pytest.mark.parametrize(
    ("password", "says"),
    [
        ("", "at least 8 characters; this has 0"),
        ("sevenha", "at least 8 characters; this has 7"),
        ("x" * 201, "at most 200 characters; this has 201"),
        ("Ann Leeee", "not the name"),
        ("abababab", "3 different characters"),
    ],
)
def test_what_is_no_password(password: str, says: str) -> None:
    with pytest.raises(PeopleRefused, match=says) as refused:
        checked_password(password, "Ann leeee")
    assert refused.value.field == "password"
    assert len(password) < 8 or password not in str(refused.value)


@pytest.mark.parametrize("password", ["a2s 3h Kd", "⚀⚁⚂⚃⚄⚅⚀⚁", "xyz" * 66])
def test_what_is_one(password: str) -> None:
    assert checked_password(password) == password


async def test_the_same_keys_on_another_system() -> None:
    passwords = Passwords(CHEAP)
    kept = await passwords.hash(checked_password("Zoe\u0308 and Ａnn"))
    assert kept.startswith("$argon2id$")
    assert await passwords.verify("Zo\u00eb and Ann", kept)
    assert not await passwords.verify("Zoe and Ann", kept)
    assert not await passwords.verify("Zo\u00eb and Ann", "no hash")
    assert not await passwords.verify("nobody's password", None)
    assert not await passwords.verify("x" * 10_000, kept)
    assert kept != await passwords.hash(checked_password("Zoe\u0308 and Ａnn"))


def test_recovery_codes_can_be_read_and_typed() -> None:
    codes = new_codes()
    assert len(set(codes)) == 8
    for code in codes:
        assert re.fullmatch(r"([A-HJKMNP-TV-Z0-9]{4}-){3}[A-HJKMNP-TV-Z0-9]{4}", code)
        assert plain_code(f" {code.lower()}\n") == code.replace("-", "")
    assert plain_code("oil0-1") == "01101"


def test_a_token_is_good_for_one_use_and_one_server() -> None:
    seal, other = Seal(b"secret"), Seal(b"another")
    token = seal.new("cookie")
    assert seal.digest("cookie", token) is not None
    assert seal.digest("bot", token) is other.digest("cookie", token) is None
    assert seal.code("AAAA") != other.code("AAAA")
