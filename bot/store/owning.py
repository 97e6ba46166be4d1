"""Restriction of queries over all servers to those that one process owns."""

from typing import Final

from bot.terms import Owned

_MARK: Final = "[owned]"


def of_owned(sql: str, owned: Owned) -> str:
    """Replace ``[owned]``, which occurs once in the query, with the condition for owned servers.

    A process that owns all servers gets a condition that is always true, which keeps its index
    plans. Only integers are inserted into the SQL. If a caller forgets to restrict a query with
    this marker, the database rejects it as invalid SQL.
    """
    assert sql.count(_MARK) == 1  # else a process would change tables of other processes
    return sql.replace(_MARK, _condition(owned))


def _condition(owned: Owned) -> str:
    first, last, of = map(int, owned)
    return "true" if owned.is_all else f"(guild_id >> 22) % {of} BETWEEN {first} AND {last}"
