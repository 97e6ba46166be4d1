"""The course of a league: what is due at a moment, as a function of its state alone.

Nothing is remembered between two steps, so a bot that was killed goes on where the log ends.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import tzinfo
from random import Random
from typing import Final

from bot.features.leagues import standings
from bot.features.leagues.formats import (
    FINALISTS,
    ROUNDS_BY_LOT,
    SERBIAN_ROUNDS,
    LeagueFormat,
    days_later,
)
from bot.features.leagues.league_log import Cancel, DrawnRound, End, LeagueEvent, LeagueState, Leave
from bot.features.leagues.pairings import (
    Met,
    Round,
    advance,
    count_meetings,
    draw_round_robin,
    draw_schedule,
    draw_tables,
    sit_out,
    table_sizes,
    tables_by_standing,
)
from bot.model.values import Record

LEAD_SECONDS: Final = 600  # the tables of a round are opened so long before it begins
FEWEST_MEMBERS: Final = 3
TOO_FEW: Final = "too few members"
SENT_OFF: Final = "yellow card"
BY_RULING: Final = "decision about a deal"  # of a manager, in the log of the match


class DrawTables(Record):
    """The tables of a round have to be drawn."""

    round: int


class OpenTable(Record):
    """A table has to be opened, with a match that begins at ``starts_at``."""

    round: int
    table: int
    starts_at: int


class WatchTable(Record):
    """A table is open; it has a result once its game is over, or at ``until``."""

    round: int
    table: int
    game: int
    until: int


class Wait(Record):
    """Nothing is due before that moment; None: never again."""

    until: int | None


Step = LeagueEvent | DrawTables | OpenTable | WatchTable | Wait


def next_steps(state: LeagueState, now: int, zone: tzinfo) -> tuple[Step, ...]:
    """Return what has to be done now; several only where they do not depend on each other."""
    if state.is_over:
        return (Wait(None),)
    current = state.opened
    if current and not state.is_finished(current):
        return _steps_of_round(state, current, now, zone)
    sent_off = sorted(standings.yellow_cards(state) & set(state.active))
    if sent_off:
        return tuple(Leave(number, SENT_OFF) for number in sent_off)
    return _steps_between(state, current + 1, now, zone)


def _steps_between(state: LeagueState, following: int, now: int, zone: tzinfo) -> tuple[Step, ...]:
    if _is_last(state, following - 1):
        return (End(),)
    opens_at = starts_at(state, following, zone) - LEAD_SECONDS
    if now < opens_at:
        return (Wait(opens_at),)
    if len(_field(state, following)) < FEWEST_MEMBERS:
        return (End(),) if following > 1 else (Cancel(TOO_FEW),)
    if not _is_drawn_for(state, following):
        return (DrawTables(following),)
    return _steps_of_round(state, following, now, zone)


def _steps_of_round(state: LeagueState, current: int, now: int, zone: tzinfo) -> tuple[Step, ...]:
    begins = starts_at(state, current, zone)
    until = match_limit(state, current, zone)
    steps = list[Step]()
    for number, table in enumerate(state.tables_of(current), start=1):
        if table.game is None and table.result is None:
            steps.append(OpenTable(current, number, max(begins, now)))
        elif table.result is None and table.game is not None:
            steps.append(WatchTable(current, number, table.game, until))
    return tuple(steps)


def starts_at(state: LeagueState, round_number: int, zone: tzinfo) -> int:
    """Return when a round begins; of rounds on one evening only the next is known.

    A round that was moved takes those after it along.
    """
    plan, moved = state.plan, max((n for n in state.dates if n <= round_number), default=0)
    if plan.every or moved == round_number:
        first, since = (state.dates[moved], moved) if moved else (plan.starts_at, 1)
        return days_later(first, plan.every * (round_number - since), zone)
    before = state.finished_at.get(round_number - 1)
    return plan.starts_at if before is None else before + 2 * LEAD_SECONDS


def match_limit(state: LeagueState, round_number: int, zone: tzinfo) -> int:
    """Return when a round is over at the latest: its minutes, and before the next round.

    Where the tables could only be opened late (the bot was away, the league had no channel), the
    minutes count from there.
    """
    plan = state.plan
    opened = max((one.opened_at for one in state.tables_of(round_number)), default=0)
    limit = max(starts_at(state, round_number, zone), opened) + 60 * plan.minutes
    following = starts_at(state, round_number + 1, zone) - LEAD_SECONDS if plan.every else 0
    return min(limit, following) if following > opened else limit


def _is_last(state: LeagueState, finished: int) -> bool:
    """Return True if no round follows the finished one."""
    plan = state.plan
    match plan.format:
        case LeagueFormat.SERBIAN:
            return finished >= SERBIAN_ROUNDS
        case LeagueFormat.RUSSIAN:
            return finished > plan.rounds
        case LeagueFormat.SWISS:
            return finished >= plan.rounds
        case LeagueFormat.KNOCK_OUT:
            last = state.rounds.get(finished)
            return last is not None and len(last.tables) == 1 and not last.sitting_out
        case LeagueFormat.ROUND_ROBIN:
            return finished > 0 and not _unmet(state)


def _unmet(state: LeagueState) -> bool:
    """Return True if two active members have not met in a round that was opened."""
    met = meetings(state)
    active = state.active
    return any((a, b) not in met for i, a in enumerate(active) for b in active[i + 1 :])


def meetings(state: LeagueState) -> Counter[tuple[int, int]]:
    """Return how often every two places were drawn together in rounds that were opened."""
    rounds = state.rounds_by_place()
    return count_meetings(drawn for n, drawn in rounds.items() if state.is_opened(n))


def _is_drawn_for(state: LeagueState, round_number: int) -> bool:
    """Return True if the round is drawn among those who play it now."""
    drawn = state.rounds.get(round_number)
    if drawn is None:
        return False
    there = {number for table in drawn.tables for number in table} | set(drawn.sitting_out)
    return there == set(_field(state, round_number))


def _field(state: LeagueState, round_number: int) -> tuple[int, ...]:
    """Return who plays a round: all active members, the best of them, or those who advance."""
    plan = state.plan
    if plan.format is LeagueFormat.KNOCK_OUT and round_number > 1:
        ranked = standings.ranked_tables(state, round_number - 1)
        free = state.rounds_by_place()[round_number - 1].sitting_out  # they go on like winners
        there = (*ranked, *((number,) for number in free))
        active = [tuple(one for one in table if state.members[one]) for table in there]
        strength = standings.strength_in(state, round_number - 1)
        return advance([one for one in active if one], strength, with_fours=plan.with_fours)
    order = tuple(row.number for row in standings.standing_of(state) if row.is_active)
    is_final = plan.format is LeagueFormat.RUSSIAN and round_number > plan.rounds
    return order[:FINALISTS] if is_final else order


def draw(state: LeagueState, round_number: int) -> tuple[DrawnRound, ...]:
    """Return the lines that draw a round, and rounds after it that are drawn ahead."""
    plan, met = state.plan, meetings(state)
    chance = Random(f"{plan.seed} {round_number} {len(state.active)}")
    field = _field(state, round_number)
    match plan.format:
        case LeagueFormat.SERBIAN if round_number <= ROUNDS_BY_LOT:
            left = ROUNDS_BY_LOT + 1 - round_number
            rounds = draw_schedule(sorted(field), left, met, chance)
        case LeagueFormat.ROUND_ROBIN:
            fours = plan.with_fours
            rounds = draw_round_robin(sorted(field), met, chance, with_fours=fours)
        case _:
            rounds = (_one_round(state, round_number, field, met, chance),)
    before = [one for n, one in state.rounds_by_place().items() if n < round_number]
    for one in rounds:
        before.append(_with_hosts(before, one))
    hosted = before[-len(rounds) :]
    return tuple(DrawnRound(n, one) for n, one in enumerate(hosted, start=round_number))


def _one_round(
    state: LeagueState, round_number: int, field: tuple[int, ...], met: Met, chance: Random
) -> Round:
    """Return a round by lot, or by standing once there is one."""
    plan = state.plan
    sizes = table_sizes(len(field), with_fours=plan.with_fours)
    resting = sit_out(field, len(field) - sum(sizes), standings.times_sitting_out(state))
    playing = [number for number in field if number not in resting]
    is_final = plan.format is LeagueFormat.RUSSIAN and round_number > plan.rounds
    if plan.format is LeagueFormat.SERBIAN or is_final:
        drawn = tables_by_standing(playing, with_fours=plan.with_fours)
    else:
        by_standing = round_number > 1 and plan.format is not LeagueFormat.KNOCK_OUT
        drawn = draw_tables(playing, met, chance, sizes=sizes, by_standing=by_standing)
    return Round(drawn.tables, resting)


def _with_hosts(before: Iterable[Round], drawn: Round) -> Round:
    """Return the round with the host of each table first.

    It is the player who was host least often, among them the one with the highest number.
    """
    hosted = Counter(table[0] for one in before for table in one.tables)
    tables = list[tuple[int, ...]]()
    for table in drawn.tables:
        host = min(table, key=lambda number: (hosted[number], -number))
        tables.append((host, *(number for number in table if number != host)))
    return Round(tuple(tables), drawn.sitting_out)
