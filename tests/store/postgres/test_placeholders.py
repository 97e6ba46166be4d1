"""SQL written once gets the numbered parameters of PostgreSQL; addresses hide their secrets."""

import pytest

from bot.store.postgres.connection import number_placeholders


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
    assert number_placeholders(sql) == said
