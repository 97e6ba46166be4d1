"""Restriction of queries over all servers to those that one process owns."""

from typing import Final

from bot.terms import ShardRange

_OWNED_MARKER: Final = "[owned]"


def restrict_to_owned(sql: str, owned: ShardRange) -> str:
    """Replace ``[owned]``, which occurs once in the query, with the condition for owned servers.

    A process that owns all servers gets a condition that is always true, which keeps its index
    plans. Only integers are inserted into the SQL. If a caller forgets to restrict a query with
    this marker, the database rejects it as invalid SQL.
    """
    assert sql.count(_OWNED_MARKER) == 1  # else a process would change tables of other processes
    return sql.replace(_OWNED_MARKER, _owned_condition(owned))


def _owned_condition(owned: ShardRange) -> str:
    first, last, of = map(int, owned)
    return "true" if owned.is_all else f"(guild_id >> 22) % {of} BETWEEN {first} AND {last}"
