"""Questions over the tables of all servers, narrowed to those that one process answers for."""

from bot.terms import Owned


def of_owned(sql: str, owned: Owned) -> str:
    """The question with its first condition narrowed; as it was where all servers are owned.

    So a process that owns all keeps the plans of its indexes.  Of the servers numbers alone enter.
    """
    if owned.is_all:
        return sql
    first, last, of = map(int, owned)
    narrow = f"WHERE (guild_id >> 22) % {of} BETWEEN {first} AND {last} AND "
    return sql.replace("WHERE ", narrow, 1)
