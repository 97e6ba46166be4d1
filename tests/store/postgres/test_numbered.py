"""SQL that is written once, in the numbers of PostgreSQL; and addresses without their secrets."""

import pytest

from bot.store.postgres.address import Address, is_address
from bot.store.postgres.numbered import numbered


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT ?, ?", "SELECT $1, $2"),
        ("SELECT ?2, ?1, ?1", "SELECT $2, $1, $1"),
        ("SELECT ?, ?1, ?", "SELECT $1, $1, $2"),
        ("SELECT ?3, ?", "SELECT $3, $4"),
        (
            "SELECT '?', \"by?\", ? WHERE x = 'it''s ?'",
            "SELECT '?', \"by?\", $1 WHERE x = 'it''s ?'",
        ),
    ],
)
def test_places(sql: str, said: str) -> None:
    assert numbered(sql) == said


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://bot:secret@db.example:5433/games", "postgresql://db.example:5433/games"),
        ("postgres://bot:secret@/games?host=/run/pg", "postgresql:///run/pg/games"),
        ("postgresql:///games?password=secret&user=bot", "postgresql://localhost/games"),
        ("postgresql://bot:secret@[::1/games", "postgresql://..."),
        ("postgresql://bot:secret@host:secret/games", "postgresql://..."),
    ],
)
def test_no_address_shows_its_password(url: str, shown: str) -> None:
    address = Address(url)
    assert str(address) == shown
    assert "secret" not in repr(address)
    assert is_address(url)


def test_a_path_is_no_address() -> None:
    assert not is_address("var/preferans.db")
    assert not is_address("postgresql")
