"""The standing of a league after its lines: points, ties, yellow cards, places."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.features.leagues.formats import LeagueFormat, match_points, walkover_points
from bot.features.leagues.league_log import LeagueState, Result, TableRecord
from bot.model.values import Record


class StandingRow(Record):
    """One member in the standing; members with the same place are tied.

    ``points`` are in tenths, ``balance`` is the sum of what they won and lost themselves (bule in
    Serbia), ``matches`` those they played, ``wins`` those they won.  ``has_card``: a yellow card.
    """

    place: int
    number: int
    points: int
    balance: int
    matches: int
    wins: int
    is_active: bool
    has_card: bool


@dataclass(slots=True)
class _Sums:
    """Sums of a member so far; ``reached`` is the last round in which they were drawn."""

    points: int = 0
    balance: int = 0
    matches: int = 0
    wins: int = 0
    reached: int = 0
    in_round: int = 0  # points of that round


def table_points(state: LeagueState, table: TableRecord) -> dict[int, int]:
    """Return the points of a table by member, in tenths; nothing without a result."""
    result = table.result
    if result is None:
        return {}
    if isinstance(result, Result):
        return match_points(state.plan, result.balances, result.absent, is_late=result.is_late)
    free = walkover_points(state.plan)
    return {number: free if number in result.present else 0 for number in table.members}


def standing_of(state: LeagueState) -> tuple[StandingRow, ...]:
    """Return everybody from the first place to the last.

    Points count first.  Ties go by the balance in a Serbian league, else by matches won.  In a
    knock-out the round somebody reached counts before all, and in a Russian tournament the final.
    """
    sums, cards = _sums(state), yellow_cards(state)
    keys = {number: _key(state, number, one) for number, one in sums.items()}
    order = sorted(sums, key=lambda number: ([-part for part in keys[number]], number))
    rows = list[StandingRow]()
    for count, number in enumerate(order, start=1):
        is_tied = bool(rows) and keys[number] == keys[rows[-1].number]
        place = rows[-1].place if is_tied else count
        one = sums[number]
        rows.append(
            StandingRow(
                *(place, number, one.points, one.balance, one.matches, one.wins),
                *(state.members[number], number in cards),
            )
        )
    return tuple(rows)


def yellow_cards(state: LeagueState) -> frozenset[int]:
    """Return the members with a yellow card of a Russian tournament.

    They have lost more in one round than is allowed, or did not come to their table.
    """
    if state.plan.format is not LeagueFormat.RUSSIAN:
        return frozenset()
    found, worst = set[int](), state.plan.cut_offs.worst
    for table in state.tables.values():
        result = table.result
        if isinstance(result, Result):
            found |= result.absent
            found |= {number for number, n in result.balances.items() if n < worst}
        elif result is not None:
            found |= set(table.members) - set(result.present)
    return frozenset(found - state.pardoned)


def ranked_tables(state: LeagueState, round_number: int) -> tuple[tuple[int, ...], ...]:
    """Return who has the place of each member of a round's tables, from first to last.

    Absent ones are last.
    """
    ranked = list[tuple[int, ...]]()
    for table in state.tables_of(round_number):
        points, away = table_points(state, table), _absent(table)
        order = sorted(
            table.members,
            key=lambda one: (one in away, -points.get(one, 0), table.members.index(one)),
        )
        ranked.append(tuple(map(state.current, order)))
    return tuple(ranked)


def strength_in(state: LeagueState, round_number: int) -> dict[int, int]:
    """Return the points that members won in one round."""
    return {
        state.current(number): points
        for table in state.tables_of(round_number)
        for number, points in table_points(state, table).items()
    }


def times_sitting_out(state: LeagueState) -> Counter[int]:
    """Return how often each member sat out in a drawn round."""
    rounds = state.rounds_by_place().values()
    return Counter(number for one in rounds for number in one.sitting_out)


def _absent(table: TableRecord) -> frozenset[int]:
    if isinstance(table.result, Result):
        return table.result.absent
    return frozenset(table.members) - set(table.result.present if table.result else ())


def _sums(state: LeagueState) -> Mapping[int, _Sums]:
    """Return the sums by member; a replaced one has none, their successor has both."""
    sums = {number: _Sums() for number in state.members if number not in state.successors}
    for (round_number, _), table in sorted(state.tables.items()):
        points = table_points(state, table)
        for number in table.members:
            one = sums[state.current(number)]
            one.reached, one.in_round = round_number, points.get(number, 0)
            one.points += points.get(number, 0)
        if isinstance(table.result, Result):
            _count_match(state, sums, table.result)
    free = walkover_points(state.plan)
    for round_number, drawn in state.rounds_by_place().items():
        for number in drawn.sitting_out if state.is_finished(round_number) else ():
            sums[number].points += free
    for grant in state.grants:
        sums[state.current(grant.number)].points += grant.points
    return sums


def _count_match(state: LeagueState, sums: Mapping[int, _Sums], result: Result) -> None:
    best = max(result.balances.values())
    for number, balance in result.balances.items():
        if number not in result.absent:
            one = sums[state.current(number)]
            one.balance, one.matches = one.balance + balance, one.matches + 1
            one.wins += balance == best


def _key(state: LeagueState, number: int, one: _Sums) -> tuple[int, ...]:
    """Return what a member is ranked by, the larger the better."""
    match state.plan.format:
        case LeagueFormat.SERBIAN:
            return one.points, one.balance
        case LeagueFormat.RUSSIAN:
            is_out = not state.members[number] or number in yellow_cards(state)
            is_finalist = one.reached > state.plan.rounds
            return int(is_finalist and not is_out), int(not is_out), one.points, one.wins
        case LeagueFormat.KNOCK_OUT:
            return one.reached, one.in_round, one.points
        case LeagueFormat.SWISS | LeagueFormat.ROUND_ROBIN:
            return one.points, one.wins
