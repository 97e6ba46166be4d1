"""Records of events: by server, handed to the table that a weekly one opens, gone with a server."""

from bot.model.enums import Clock, ShardRange
from bot.store import Store
from bot.store.queries.sent_notifications import EventKind, EventRecord
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import NewGame, WeeklyTurn

TABLE, WEEKLY = EventKind.TABLE, EventKind.WEEKLY


def record(event_id: int) -> EventRecord:
    return EventRecord(event_id, 500, has_begun=False, digest="ab")


async def test_records_belong_to_a_server(store: Store) -> None:
    await store.server_events.put(7, (TABLE, 1), record(0))
    await store.server_events.put(7, (TABLE, 1), record(9))
    await store.server_events.put(77, (WEEKLY, 1), record(8))
    assert await store.server_events.of_guild(7) == {(TABLE, 1): record(9)}
    assert await store.server_events.servers() == {7, 77}
    assert await store.server_events.servers(ShardRange(1, 1, 2)) == set()
    await store.server_events.delete(7, (TABLE, 1))
    await store.retention.anonymise_guild(77)
    assert await store.server_events.servers() == set()


async def test_a_weekly_table_hands_its_event_over(store: Store) -> None:
    await store.weekly.add(WeeklyTable(0, 7, 5, 3, 60, "sochi", Clock.NORMAL, 200))
    (weekly,) = await store.weekly.of_guild(7)
    assert await store.server_events.servers() == {7}
    await store.server_events.put(7, (WEEKLY, weekly.weekly_id), record(9))
    opened = await store.games.open_game(
        NewGame(
            guild_id=7,
            channel_id=5,
            host_id=0,
            rules="sochi",
            clock=Clock.NORMAL,
            friendly=False,
            at=200,
            deadline=900,
            sittings=(),
            seed=bytes(32),
            turn=WeeklyTurn(weekly.weekly_id, 200, 800),
        )
    )
    assert await store.server_events.of_guild(7) == {(TABLE, opened.game.game_id): record(9)}
