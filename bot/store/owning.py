"""Questions over the tables of all servers, narrowed to those that one process answers for."""

from typing import Final

from bot.terms import Owned

_MARK: Final = "[owned]"


def of_owned(sql: str, owned: Owned) -> str:
    """The question, with the condition ``[owned]`` it names once in words of the database.

    A process that owns all is asked nothing by it, and keeps the plans of its indexes.  Of the
    servers numbers alone enter.  Whoever forgets to narrow a question that names it is told so by
    the database: to it that is no word.
    """
    assert sql.count(_MARK) == 1  # else a process would move tables of others
    return sql.replace(_MARK, _condition(owned))


def _condition(owned: Owned) -> str:
    first, last, of = map(int, owned)
    return "true" if owned.is_all else f"(guild_id >> 22) % {of} BETWEEN {first} AND {last}"
