"""All tables: loaded on first use, found by channel and player, opened within the limits."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final
from weakref import WeakValueDictionary

from bot import presets, store
from bot.engine.rules import Rules
from bot.model.enums import OPEN_STATUSES, Clock, Status
from bot.model.refusals import Refusal, Refused
from bot.model.table_events import TableEvent, open_deals
from bot.store.admin.user_data import ERASED_HOST, LEAGUE_HOST
from bot.store.queries.daily_deals import DailyEvent
from bot.store.queries.weekly_schedule import WeeklyTable
from bot.store.records import GameRow, LeagueTable, NewGame, SeatHolder, WeeklyTurn
from bot.tables import changes
from bot.tables.table import Table, TableServices, load_or_freeze, refusal_for, run_shielded

# idle tables in memory: how many, and for how long
_CACHE_SIZE: Final = 2000
_CACHE_SECONDS: Final = 600
MAX_DELAY: Final = 3600  # seconds, of a scheduled event that is still carried out
_REMINDER_SECONDS: Final = 600  # the players of a scheduled lobby are notified this long before


class TableRegistry:
    """Maps a game id to its Table; all callers get the same object."""

    def __init__(self, services: TableServices) -> None:
        self.services = services
        self._loaded: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, tuple[Table, int]] = OrderedDict()  # and last use

    async def get(self, game_id: int) -> Table:
        """Return the table, reloaded if it may be stale. Raises Refused for an unknown id.

        Up to two idle tables leave the cache, about as many as come, so no caller waits while a
        thousand are evicted; the store reloads one in milliseconds.
        """
        table = self._loaded.get(game_id)
        if table is None:
            table = await self._load(game_id)
        elif table.is_stale:
            await table.fresh_state()
        now = self.services.now()
        self._recent[game_id] = table, now
        self._recent.move_to_end(game_id)
        for _ in range(2):
            _, used = next(iter(self._recent.values()))
            if now - used <= _CACHE_SECONDS and len(self._recent) <= _CACHE_SIZE:
                break
            self._recent.popitem(last=False)
        return table

    def peek(self, game_id: int) -> Table | None:
        """Return the table if it is in memory."""
        return self._loaded.get(game_id)

    async def _load(self, game_id: int) -> Table:
        stored = await load_or_freeze(self.services.store, game_id)
        if stored is None:
            raise Refused(Refusal.UNKNOWN_TABLE)
        loaded = Table(self.services, stored)
        table = self._loaded.setdefault(
            game_id, loaded
        )  # another task may have loaded it meanwhile
        if table.replay_error is not None:
            await table.fresh_state()
        return table

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        rules: Rules,
        clock: Clock,
        clock_chosen: bool = False,
        friendly: bool = False,
        robots: str = "",
        starts_at: int | None = None,
    ) -> Table:
        """Open a lobby with its host on the first seat, within the limits of server and player.

        Robots of the level ``robots`` take all other seats. ``starts_at`` is the scheduled start;
        ``clock_chosen`` is True if the host chose this clock. The caller shows the table and then
        calls ``TableServices.on_change``.
        """
        now = self.services.now()
        host = SeatHolder(0, host_id, None)
        rest = range(1, rules.players) if robots else ()
        others = (SeatHolder(seat, None, robots) for seat in rest)
        new = NewGame(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            rules=presets.rules_text(rules),
            clock=clock,
            clock_chosen=clock_chosen,
            friendly=friendly,
            at=now,
            deadline=starts_at + MAX_DELAY if starts_at else now + self.services.lobby_seconds,
            sittings=(host, *others),
            seed=self.services.decks.new_seed(),
            starts_at=starts_at,
            wake=_reminder_time(starts_at, now) if starts_at else None,
        )
        return await run_shielded(self._open(new))

    async def open_weekly(self, weekly: WeeklyTable, following: int) -> Table:
        """Open an empty lobby, once per date; the first player to sit down becomes its host.

        The caller calls ``TableServices.on_change``.
        """
        now = self.services.now()
        new = NewGame(
            guild_id=weekly.guild_id,
            channel_id=weekly.channel_id,
            host_id=ERASED_HOST,
            rules=weekly.rules,
            clock=weekly.clock,
            friendly=False,
            at=now,
            deadline=now + self.services.lobby_seconds,
            sittings=(),
            seed=self.services.decks.new_seed(),
            turn=WeeklyTurn(weekly.weekly_id, weekly.opens_at, following),
        )
        return await run_shielded(self._open(new))

    async def open_league(
        self,
        turn: LeagueTable,
        *,
        guild_id: int,
        channel_id: int,
        rules: str,
        members: Sequence[int],
        starts_at: int,
    ) -> Table:
        """Open a lobby with its players seated, once per table of a league.

        It begins by itself at ``starts_at``; nobody is its host.  Raises Refused STALE if the
        league has gone on meanwhile.  The caller calls ``TableServices.on_change``.
        """
        now = self.services.now()
        new = NewGame(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=LEAGUE_HOST,
            rules=rules,
            clock=Clock.NORMAL,
            clock_chosen=True,
            friendly=False,
            at=now,
            deadline=starts_at + MAX_DELAY,
            sittings=tuple(SeatHolder(seat, one, None) for seat, one in enumerate(members)),
            seed=self.services.decks.new_seed(),
            starts_at=starts_at,
            wake=_reminder_time(starts_at, now),
            league=turn,
        )
        return await run_shielded(self._open(new))

    async def open_event_table(
        self,
        event: DailyEvent,
        rules: Rules,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        clock: Clock,
    ) -> Table:
        """Open a lobby whose cards are those of a duplicate event; it counts in no ranking.

        Raises Refused for a table too many, and for a host who has seen the cards at another one.
        The caller calls ``TableServices.on_change``.
        """
        now = self.services.now()
        if not event.table_event.may_begin(now):
            raise Refused(Refusal.EVENT_LATE)
        new = NewGame(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host_id,
            rules=presets.rules_text(rules),
            clock=clock,
            friendly=True,
            at=now,
            deadline=now + self.services.lobby_seconds,
            sittings=(SeatHolder(0, host_id, None),),
            seed=event.seed,
            event=str(event.table_event),
        )
        return await run_shielded(self._open(new))

    async def reload_and_announce(self, game_id: int) -> None:
        """Reload (if in memory) and announce a table whose deadline was moved in the store."""
        if (table := self._loaded.get(game_id)) is None:
            self.services.on_change(game_id)
        else:
            await table.reload()

    async def reload_loaded(self, game_ids: Iterable[int]) -> None:
        """Reload those of these tables that are in memory after a change beside their logs."""
        for table in [self._loaded.get(game_id) for game_id in game_ids]:
            if table is not None:
                await table.reload()

    async def void_unreadable(self, table: Table) -> None:
        """Void a table that cannot be read; its stored rows stay as they are."""
        await self.services.store.games.freeze_or_end(table.id, Status.VOID, self.services.now())
        await table.reload()

    async def rematch(self, table: Table, user_id: int) -> Table:
        """Open a lobby with the same seats and rules for the first player who asks.

        Players who sit at too many tables by now are left out.
        """
        return await run_shielded(self._rematch(table, user_id))

    async def _rematch(self, table: Table, user_id: int) -> Table:
        until = self.services.now() + self.services.lobby_seconds
        old = await table.fresh_state()
        again = await self._open(
            changes.rematch_opening(old, self.services.change_context(), user_id, until)
        )
        self.services.on_change(again.id)
        return again

    async def _open(self, new: NewGame) -> Table:
        try:
            stored = await self.services.store.games.open_game(new)
        except store.WriteRefused as refused:
            raise refusal_for(refused) from refused
        opened = self._loaded[stored.game.game_id] = Table(self.services, stored)
        return await self.get(opened.id)

    async def find_here(self, place_id: int, user_id: int, guild_id: int) -> Table:
        """Return the table a command refers to: the user's own in this channel, else the only one.

        In a channel without tables it is the only table at which the user sits on this server.
        """
        rows, own = await self._open_rows(place_id, user_id, guild_id)
        sits = {row.game_id for row in own}
        mine = [row for row in rows if row.game_id in sits] or rows or own
        if not mine:
            raise Refused(Refusal.NO_TABLE_HERE)
        if len(mine) > 1:
            raise Refused(Refusal.SEVERAL_TABLES_HERE)
        return await self.get(mine[0].game_id)

    async def list_candidates(self, place_id: int, user_id: int, guild_id: int) -> list[Table]:
        """Return the user's tables on this server; if none, the tables in this channel."""
        rows, own = await self._open_rows(place_id, user_id, guild_id)
        return [await self.get(row.game_id) for row in own or rows]

    async def _open_rows(
        self, place_id: int, user_id: int, guild_id: int
    ) -> tuple[list[GameRow], list[GameRow]]:
        """Return the open tables in this channel, and the user's own ones on this server."""
        lists = self.services.store.game_queries
        own = await lists.games_of_user(user_id, OPEN_STATUSES)
        rows = await lists.games_in_place(place_id, OPEN_STATUSES)
        return list(rows), [row for row in own if row.guild_id == guild_id]

    async def find_here_or_last(self, place_id: int, user_id: int, guild_id: int) -> Table:
        """As ``find_here``, or the newest finished table if none is open (to show its score)."""
        try:
            return await self.find_here(place_id, user_id, guild_id)
        except Refused as refused:
            rows = await self.services.store.game_queries.games_in_place(place_id)
            if refused.reason is not Refusal.NO_TABLE_HERE or not rows:
                raise
            return await self.get(rows[-1].game_id)

    # -- duplicate events: one question stands before all that shows a deal of theirs

    async def open_deal_count(self, event: TableEvent) -> int:
        """Return how many deals of an event are open, from the first (``open_deals``)."""
        store = self.services.store.daily_deals
        places, tables = await store.places(event.code), await store.event_tables(event)
        return open_deals(event, places, tables, self.services.now())

    async def is_deal_open(self, row: GameRow, deal: int | None = None) -> bool:
        """Return True if a deal of a table may be shown to everybody; without a number, all.

        It is so at every table that belongs to no event.
        """
        event = row.table_event
        if event is None:
            return True
        return await self.open_deal_count(event) >= (event.deals if deal is None else deal)

    async def refuse_sealed_deal(self, row: GameRow, deal: int | None = None) -> None:
        """Raise Refused for a deal that is not open, as ``is_deal_open`` says."""
        if not await self.is_deal_open(row, deal):
            raise Refused(Refusal.EVENT_SEALED)

    async def sealed_games(self, guild_id: int) -> frozenset[int]:
        """Return the tables of a server with deals that are not open."""
        store, found = self.services.store.daily_deals, set[int]()
        for event in await store.table_events_here(guild_id):
            if event.is_closed(self.services.now()):
                continue
            if await self.open_deal_count(event) < event.deals:
                found.update(table.game_id for table in await store.event_tables(event))
        return frozenset(found)


def _reminder_time(starts_at: int, now: int) -> int:
    """Return the first wake-up of a scheduled lobby: the reminder, or the start itself."""
    return starts_at if starts_at - _REMINDER_SECONDS <= now else starts_at - _REMINDER_SECONDS
