"""Sitting down, getting up, robots, the start, the return, the rematch."""

from bot.engine.actions import Action
from bot.engine.cards import TABLE
from bot.engine.deal import Stage
from bot.engine.game import stage_of
from bot.engine.rules import Rules
from bot.presets import parse_rules, rules_text
from bot.refusals import Refusal, Refused
from bot.store.rows import Sitting
from bot.tables.services import whole
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.timing import deadline_of, sitting_of, wake_of
from bot.terms import ENDED, Clock, Status


async def join(tables: Tables, table: Table, user_id: int) -> None:
    """Take the first free seat, or between two deals a robot's."""
    await whole(_join(tables, table, user_id))


async def _join(tables: Tables, table: Table, user_id: int) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_if_over(table)
        if table.seat_of(user_id) is not None:
            raise Refused(Refusal.ALREADY_SEATED)
        seat = _free_seat(table)
        await tables.check_player(table.row.guild_id, user_id)
        await table.services.store.seat_user(table.id, seat, user_id)
        await _changed(table)


def _free_seat(table: Table) -> int:
    if table.row.status is Status.LOBBY:
        taken = {sitting.seat for sitting in table.sittings}
        free = [seat for seat in range(table.players()) if seat not in taken]
        if not free:
            raise Refused(Refusal.TABLE_FULL)
        return free[0]
    robots = [sitting.seat for sitting in table.sittings if sitting.robot is not None]
    if not robots:
        raise Refused(Refusal.NO_FREE_SEAT)
    if table.game is not None and stage_of(table.game) not in (Stage.BETWEEN, Stage.DRAW):
        # whoever could sit down in the middle of a deal could look at cards and get up again
        raise Refused(Refusal.DEAL_RUNNING)
    return robots[0]


async def leave(table: Table, user_id: int) -> None:
    """Get up: in the lobby the seat is free again, in a game a robot takes it."""
    await whole(_leave(table, user_id))


async def _leave(table: Table, user_id: int) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_if_over(table)
        seat = table.seat_needed(user_id)
        humans = [s.user_id for s in table.sittings if s.user_id not in (None, user_id)]
        store = table.services.store
        if not humans:  # nobody is left to play for
            await store.set_status(table.id, Status.VOID, table.services.now())
        elif table.row.status is Status.LOBBY:
            await store.vacate(table.id, seat)
        else:
            await store.seat_robot(table.id, seat, table.services.level)
        if humans and table.row.host_id == user_id and humans[0] is not None:
            await store.set_host(table.id, humans[0])
        if humans:
            await store.clear_votes(table.id)
        await _changed(table)


async def add_robot(table: Table, user_id: int, level: str = "") -> None:
    """A robot on the first free seat; any seated player may ask for one.

    Without a level it plays like the robot before it.
    """
    await whole(_add_robot(table, user_id, level))


async def _add_robot(table: Table, user_id: int, level: str) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_unless_lobby(table)
        table.seat_needed(user_id)
        level = _needed_level(table, level) if level else _usual_level(table)
        await table.services.store.seat_robot(table.id, _free_seat(table), level)
        await _changed(table)


async def set_level(table: Table, user_id: int, level: str) -> None:
    """All robots of a lobby play at this level from now on."""
    await whole(_set_level(table, user_id, level))


async def _set_level(table: Table, user_id: int, level: str) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_unless_lobby(table)
        table.seat_needed(user_id)
        level = _needed_level(table, level)
        for sitting in table.sittings:
            if sitting.robot is not None:
                await table.services.store.seat_robot(table.id, sitting.seat, level)
        await _changed(table)


def _usual_level(table: Table) -> str:
    there = [sitting.robot for sitting in table.sittings if sitting.robot is not None]
    return table.services.known(there[-1]) if there else table.services.level


def _needed_level(table: Table, level: str) -> str:
    if level not in table.services.levels:
        raise Refused(Refusal.LEVEL_UNKNOWN, level=level[:40])
    return level


async def set_rules(table: Table, user_id: int, rules: Rules) -> None:
    """Other rules before the first card; only the host, and with seats for those who sit."""
    await whole(_set_rules(table, user_id, rules))


async def _set_rules(table: Table, user_id: int, rules: Rules) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_unless_host_in_lobby(table, user_id)
        if any(sitting.seat >= rules.players for sitting in table.sittings):
            raise Refused(Refusal.TABLE_FULL)
        await table.services.store.set_rules(table.id, rules_text(rules))
        await _changed(table)


async def set_clock(table: Table, user_id: int, clock: Clock) -> None:
    await whole(_set_clock(table, user_id, clock))


async def _set_clock(table: Table, user_id: int, clock: Clock) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_unless_host_in_lobby(table, user_id)
        await table.services.store.set_clock(table.id, clock)
        await _changed(table)


async def set_friendly(table: Table, user_id: int, friendly: bool) -> None:
    """Whether the game will count in no ranking; the host decides it before the first card."""
    await whole(_set_friendly(table, user_id, friendly))


async def _set_friendly(table: Table, user_id: int, friendly: bool) -> None:
    async with table.lock:
        await table.settle_doubt()
        _refuse_unless_host_in_lobby(table, user_id)
        await table.services.store.set_friendly(table.id, friendly)
        await _changed(table)


def refuse_start(table: Table, user_id: int) -> None:
    """Raises Refused unless this user may start this table now."""
    _refuse_unless_host_in_lobby(table, user_id)
    free = table.players() - len(table.sittings)
    if free:
        raise Refused(Refusal.SEATS_FREE, free=free)


async def start(table: Table, user_id: int, draw: Action) -> None:
    """Begin with the draw for dealer; the host's right."""
    await whole(_start(table, user_id, draw))


async def _start(table: Table, user_id: int, draw: Action) -> None:
    async with table.lock:
        await table.settle_doubt()
        refuse_start(table, user_id)
        store = table.services.store
        await store.set_deadline(table.id, None)
        await store.set_status(table.id, Status.PLAYING, table.services.now())
        await table.reload()
    # a kill between these two writes leaves a game without a dealer: the driver draws one
    await table.act_for(TABLE, table.version, draw, "table")


async def come_back(table: Table, user_id: int) -> None:
    """ "I'm back": the robot stops playing for this player."""
    await whole(_come_back(table, user_id))


async def _come_back(table: Table, user_id: int) -> None:
    async with table.lock:
        await table.settle_doubt()
        game, seat = table.running(), table.seat_needed(user_id)
        if not sitting_of(table.sittings, seat).away:
            raise Refused(Refusal.NOT_AWAY)
        store = table.services.store
        await store.set_misses(table.id, seat, 0)
        await store.set_away(table.id, seat, False)
        await table.reload()
        now = table.services.now()
        deadline = deadline_of(game, table.sittings, table.row.clock, now)
        await store.set_deadline(table.id, deadline, wake_of(game, deadline, table.row.clock))
        await _changed(table)


async def missed(table: Table, seat: int, version: int) -> bool:
    """A clock ran out: count it; True when it was the second in a row and the seat is away."""
    return await whole(_missed(table, seat, version))


async def _missed(table: Table, seat: int, version: int) -> bool:
    async with table.lock:
        await table.settle_doubt()
        if table.version != version or table.row.status is not Status.PLAYING:
            return False
        sitting = sitting_of(table.sittings, seat)
        misses = sitting.misses + 1
        await table.services.store.set_misses(table.id, seat, misses)
        if misses >= 2:
            await table.services.store.set_away(table.id, seat, True)
        await table.reload()
        return misses >= 2


async def rematch(tables: Tables, table: Table, user_id: int) -> Table:
    """A new lobby with the same seats and rules, opened by whoever asks first."""
    return await whole(_rematch(tables, table, user_id))


async def _rematch(tables: Tables, table: Table, user_id: int) -> Table:
    async with table.lock:
        if table.row.status not in ENDED:
            raise Refused(Refusal.GAME_NOT_OVER)
        own = table.seat_needed(user_id)
        store, key = table.services.store, f"rematch:{table.id}"
        if await store.setting(key) is not None:
            raise Refused(Refusal.REMATCH_TAKEN)
        rules = parse_rules(table.row.rules)
        place = table.row.place_id or table.row.channel_id
        new = await tables.open(
            guild_id=table.row.guild_id,
            channel_id=place,
            host_id=user_id,
            rules=rules,
            clock=table.row.clock,
            friendly=table.row.friendly,
        )
        await store.set_setting(key, str(new.id))
        await _seat_again(tables, new, [s for s in table.sittings if s.seat != own], own)
        return new


async def _seat_again(tables: Tables, table: Table, others: list[Sitting], host_seat: int) -> None:
    """The same people on the same seats; who sits at too many tables by now is left out."""
    async with table.lock:
        store = table.services.store
        host = table.row.host_id
        await store.vacate(table.id, 0)
        await store.seat_user(table.id, host_seat, host)
        for sitting in others:
            if sitting.user_id is None:
                level = sitting.robot or table.services.level
                await store.seat_robot(table.id, sitting.seat, level)
                continue
            try:
                await tables.check_player(table.row.guild_id, sitting.user_id)
            except Refused:
                continue
            await store.seat_user(table.id, sitting.seat, sitting.user_id)
        await _changed(table)


async def _changed(table: Table) -> None:
    await table.reload()
    table.services.changed(table.id)


def _refuse_if_over(table: Table) -> None:
    if table.row.status in ENDED:
        never_began = table.row.started_at is None
        raise Refused(Refusal.LOBBY_EXPIRED if never_began else Refusal.TABLE_OVER)


def _refuse_unless_lobby(table: Table) -> None:
    _refuse_if_over(table)
    if table.row.status is not Status.LOBBY:
        raise Refused(Refusal.GAME_RUNNING)


def _refuse_unless_host_in_lobby(table: Table, user_id: int) -> None:
    _refuse_unless_lobby(table)
    if table.row.host_id != user_id:
        raise Refused(Refusal.NOT_HOST)
