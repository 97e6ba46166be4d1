"""The result of a league's table, read from its game: who played for whom, and what they won."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.discord_ui.handlers.context import Services
from bot.engine import families
from bot.features.leagues.course import BY_RULING, WatchTable
from bot.features.leagues.league_log import Result, Walkover
from bot.features.leagues.league_pages import LoadedLeague
from bot.model.enums import Status
from bot.model.refusals import Refused
from bot.presets import parse_rules
from bot.store import GameDamaged, Store
from bot.store.records import GameLog, GameRow, SeatScore

Users = Mapping[int, int]  # user ids by number; an erased member has none


async def result_of_table(
    services: Services, watch: WatchTable, members: Sequence[int], users: Users, now: int
) -> Result | Walkover | None:
    """Return the result of a table; None while it is played and has time left.

    A match that has not ended by ``watch.until`` counts as it stands then, as late.  A table
    that never began, was voided or cannot be read is a walk-over.
    """
    store, key, is_late = services.store, (watch.round, watch.table), now >= watch.until
    row = await _readable_row(store, watch.game)
    if row is None:
        return Walkover(*key, ())
    if row.status is Status.OVER:
        return await _result(store, watch, members, users)
    if row.status is Status.VOID or (is_late and row.started_at is None):
        came = await _people_who_came(store, watch.game, has_begun=row.started_at is not None)
        return Walkover(*key, tuple(one for one in members if users.get(one) in came))
    if not is_late:
        return None
    return await _unfinished(services, watch, members, users)


async def results_after_rulings(services: Services, league: LoadedLeague) -> tuple[Result, ...]:
    """Return the results that decisions about deals have changed since they were written.

    What a manager has corrected in the league stays as they wrote it.
    """
    ruled, found = await services.store.leagues.ruled_games(league.row.league_id), list[Result]()
    for key, table in sorted(league.state.tables.items()):
        old = table.result
        if table.game not in ruled or not isinstance(old, Result) or old.is_late:
            continue
        if (
            old.reason not in ("", BY_RULING)
            or await _readable_row(services.store, table.game) is None
        ):
            continue
        watch = WatchTable(*key, table.game, 0)
        new = await _result(services.store, watch, table.members, league.users)
        if isinstance(new, Result) and new.balances != old.balances:
            found.append(replace(old, balances=new.balances, reason=BY_RULING))
    return tuple(found)


async def _readable_row(store: Store, game: int) -> GameRow | None:
    try:
        stored = await store.game_queries.load(game)
    except GameDamaged:
        return None
    return None if stored is None or stored.damaged else stored.game


async def _people_who_came(store: Store, game: int, *, has_begun: bool) -> frozenset[int]:
    """Return the people who sat at a table that was not played to its end, or acted there."""
    if not has_begun:
        seated = await store.game_queries.sittings(game)
        return frozenset(one.user_id for one in seated if one.user_id is not None)
    try:
        log = await store.game_queries.log_of(game)
    except GameDamaged:
        return frozenset()
    return frozenset() if log is None else _people_who_acted(log)


async def _result(
    store: Store, watch: WatchTable, members: Sequence[int], users: Users
) -> Result | Walkover:
    try:
        log = await store.game_queries.log_of(watch.game)
    except GameDamaged:
        log = None
    if log is None:
        return Walkover(watch.round, watch.table, ())
    return _scored(watch, members, users, log.scores, log, is_late=False)


async def _unfinished(
    services: Services, watch: WatchTable, members: Sequence[int], users: Users
) -> Result | Walkover:
    """Return what stands on the sheet of a match whose time is over."""
    try:
        state = await (await services.tables.get(watch.game)).fresh_state()
        log = await services.store.game_queries.log_of(watch.game)
    except (Refused, GameDamaged):
        return Walkover(watch.round, watch.table, ())
    if state.game is None or log is None:
        return Walkover(watch.round, watch.table, ())
    rules = parse_rules(state.row.rules)
    balances = families.family_of(rules).balance(rules, state.game.carry.sheet)
    scores = tuple(
        SeatScore(one.seat, one.user_id or one.kept_for, one.robot, balances[one.seat], 0)
        for one in state.seat_holders
    )
    return _scored(watch, members, users, scores, log, is_late=True)


def _people_who_acted(log: GameLog) -> frozenset[int]:
    """Return the people who made a move of their own."""
    return frozenset(int(line.by) for line in log.lines if line.by.isdecimal())


def _seats_played_for(log: GameLog) -> frozenset[int]:
    """Return the seats for which the clock or a robot moved; four players rest by turns."""
    return frozenset(line.seat for line in log.lines if not line.by.isdecimal() and line.seat >= 0)


def _scored(
    watch: WatchTable,
    members: Sequence[int],
    users: Users,
    scores: Sequence[SeatScore],
    log: GameLog,
    *,
    is_late: bool,
) -> Result | Walkover:
    """Return balances by member.

    A member who did not play is absent: they were not there, or others made all their moves.
    The seat that belongs to no member is written under their number.  Where nobody played it is a
    walk-over.
    """
    numbers = {user: number for number, user in users.items() if number in members}
    balances, others, absent = dict[int, int](), dict[int, int](), set[int]()
    acted, played_for = _people_who_acted(log), _seats_played_for(log)
    for score in scores:
        number = numbers.get(score.user_id or 0)
        if number is not None:
            balances[number] = balances.get(number, 0) + score.balance
            if score.user_id not in acted and score.seat in played_for:
                absent.add(number)
        else:
            others[score.seat] = others.get(score.seat, 0) + score.balance
    absent |= {one for one in members if one not in balances}
    if absent == set(members):
        return Walkover(watch.round, watch.table, ())
    rest = [balance for _, balance in sorted(others.items())]
    for number in members:
        if number not in balances:
            balances[number] = rest.pop(0) if rest else 0
    ordered = {number: balances[number] for number in members}
    return Result(watch.round, watch.table, ordered, frozenset(absent), is_late)
