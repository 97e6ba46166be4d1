"""Draws of a league: who meets whom at tables of three and four.

Players are numbers, from 1.  A draw is greedy, with restarts: it avoids that two meet again as long
as that can be avoided, and has the fewest repeated pairs afterwards.  Three at a table meet two
others, so (N-1)/2 rounds without a repeated pair are the bound.  Chance comes from a ``Random``
whose seed the league publishes, so everybody can repeat a draw.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from bot.model.values import Record

Pair = tuple[int, int]  # two players, the smaller number first
Met = Mapping[Pair, int]  # how often two have met
PlayTable = tuple[int, ...]  # three or four players

_RESTARTS: Final = 25  # of the draw of one round
_SCHEDULES: Final = 60  # of the draw of several rounds: 0.1 s at the worst size, 18 players
_SEARCH_STEPS: Final = 300  # for a round without a repeated pair
_REPEAT: Final = 10_000  # cost of a second meeting, far above any difference of places

# Kirkman's schedules: everybody meets everybody once, and every player plays in every round.
_KIRKMAN: Final[Mapping[int, str]] = {
    9: "123 456 789 / 147 258 369 / 159 267 348 / 168 249 357",
    15: (
        "129 346 5ae 7df 8bc / 13a 457 6bf 89e 2cd / 14b 568 79c 2af 3de / 15c 267 8ad 39b 4ef"
        " / 16d 378 2be 4ac 59f / 17e 248 3cf 5bd 69a / 18f 235 49d 6ce 7ab"
    ),
}


class Round(Record):
    """One round: its tables, and the players who sit out."""

    tables: tuple[PlayTable, ...]
    sitting_out: tuple[int, ...] = ()

    def pairs(self) -> tuple[Pair, ...]:
        """Return all pairs that meet in this round."""
        return tuple(pair for table in self.tables for pair in pairs_of(table))


def pairs_of(table: Iterable[int]) -> tuple[Pair, ...]:
    """Return the pairs that meet at a table."""
    return tuple(combinations(sorted(table), 2))


def count_meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """Return how often every two players have met."""
    return Counter(pair for one in rounds for pair in one.pairs())


def table_sizes(players: int, *, with_fours: bool) -> tuple[int, ...]:
    """Return the sizes of the tables for so many players, fours last; the rest sits out.

    Tables of four take in those whom tables of three leave over.
    """
    threes, rest = divmod(players, 3)
    if not with_fours:
        return (3,) * threes
    fours = min(rest, threes)
    return (3,) * (threes - fours) + (4,) * fours


def draw_tables(
    order: Sequence[int],
    met: Met,
    chance: Random,
    *,
    sizes: tuple[int, ...],
    by_standing: bool = False,
) -> Round:
    """Return a round with the fewest repeated pairs that was found.

    ``order`` are the players who play, as many as ``sizes`` add up to.  ``by_standing``: they
    are in the order of the standing, and neighbours shall meet; otherwise the draw is by lot.
    """
    places = {player: place for place, player in enumerate(order)} if by_standing else {}
    found: tuple[int, list[list[int]]] | None = None
    for attempt in range(_RESTARTS):
        keep_order = by_standing and attempt == 0
        seats = list(order) if keep_order else _shuffled(order, chance, places)
        tables = _greedy_tables(seats, sizes, met, places)
        cost = _improve(tables, met, places)
        if found is None or cost < found[0]:
            found = cost, tables
        if cost == 0:
            break
    assert found is not None
    return Round(tuple(tuple(sorted(table)) for table in found[1]))


def draw_schedule(
    players: Sequence[int], rounds: int, met: Met, chance: Random, *, with_fours: bool = False
) -> tuple[Round, ...]:
    """Return rounds by lot, drawn ahead, with as many as can be found before a pair meets again.

    Each player sits out equally often.  For 9 and 15 players who never met it is Kirkman's.
    """
    if not met and len(players) in _KIRKMAN and rounds <= (len(players) - 1) // 2:
        return kirkman(players, chance)[:rounds]
    best = list[Round]()
    for _ in range(_SCHEDULES):
        drawn = _new_rounds(players, rounds, met, chance, with_fours)
        best = max(best, drawn, key=len)
        if len(best) == rounds:
            break
    while len(best) < rounds:
        all_met = Counter(met) + count_meetings(best)
        order, resting, sizes = _lot(players, best, chance, with_fours)
        tables = draw_tables(order, all_met, chance, sizes=sizes).tables
        best.append(Round(tables, resting))
    return tuple(best)


def kirkman(players: Sequence[int], chance: Random) -> tuple[Round, ...]:
    """Return the schedule in which 9 or 15 players all meet once, with numbers by lot."""
    by_lot = list(players)
    chance.shuffle(by_lot)
    rounds = _KIRKMAN[len(players)].split(" / ")
    return tuple(
        Round(
            tuple(
                tuple(sorted(by_lot[int(one, 16) - 1] for one in table)) for table in text.split()
            )
        )
        for text in rounds
    )


def draw_round_robin(
    players: Sequence[int], met: Met, chance: Random, *, with_fours: bool = False
) -> tuple[Round, ...]:
    """Return rounds until everybody has met everybody: as few as the draw finds.

    Raises ValueError for fewer than three players.
    """
    if len(players) < 3:
        raise ValueError(f"{len(players)} players")
    if not met and len(players) in _KIRKMAN:
        return kirkman(players, chance)
    rounds, everybody = list[Round](), set(pairs_of(players))
    while everybody - (met := Counter(met) + count_meetings(rounds[-1:])).keys():
        order, resting, sizes = _lot(players, rounds, chance, with_fours)
        tables = draw_tables(order, met, chance, sizes=sizes).tables
        rounds.append(Round(tables, resting))
    return tuple(rounds)


def sit_out(order: Sequence[int], count: int, sat_out: Mapping[int, int]) -> tuple[int, ...]:
    """Return who sits out: those who did so least often, among them the last of the order."""
    places = {player: place for place, player in enumerate(order)}
    last = sorted(order, key=lambda player: (sat_out.get(player, 0), -places[player]))
    return tuple(sorted(last[:count]))


def tables_by_standing(order: Sequence[int], *, with_fours: bool = False) -> Round:
    """Return the round in which the first three meet, the next three, and so on."""
    tables, rest = list[PlayTable](), list(order)
    for size in table_sizes(len(order), with_fours=with_fours):
        tables.append(tuple(rest[:size]))
        rest = rest[size:]
    return Round(tuple(tables), tuple(rest))


def advance(
    ranked: Sequence[Sequence[int]], strength: Mapping[int, float], *, with_fours: bool = True
) -> tuple[int, ...]:
    """Return who plays the next round of a knock-out; three or four play the final.

    ``ranked`` are the tables of the round, each from first to last place.  Winners go on, and so
    many of the best seconds (then thirds) by ``strength`` that nobody has to sit out.
    """
    winners = [table[0] for table in ranked]
    following = [player for place in (1, 2) for player in _by_strength(ranked, place, strength)]
    while not _is_seated(len(winners), with_fours=with_fours) and following:
        winners.append(following.pop(0))
    return tuple(winners)


def _by_strength(
    ranked: Sequence[Sequence[int]], place: int, strength: Mapping[int, float]
) -> list[int]:
    there = [table[place] for table in ranked if len(table) > place]
    return sorted(there, key=lambda player: (-strength.get(player, 0), player))


def _is_seated(players: int, *, with_fours: bool) -> bool:
    return players > 0 and sum(table_sizes(players, with_fours=with_fours)) == players


def _lot(
    players: Sequence[int], before: Sequence[Round], chance: Random, with_fours: bool
) -> tuple[list[int], tuple[int, ...], tuple[int, ...]]:
    """Return by lot who plays the next round, who sits out, and the sizes of the tables."""
    sizes = table_sizes(len(players), with_fours=with_fours)
    sat_out = Counter(player for one in before for player in one.sitting_out)
    order = _shuffled(players, chance, {})
    resting = sit_out(order, len(players) - sum(sizes), sat_out)
    return [player for player in order if player not in resting], resting, sizes


def _new_rounds(
    players: Sequence[int], rounds: int, met: Met, chance: Random, with_fours: bool
) -> list[Round]:
    """Return rounds without a repeated pair, at most so many; fewer where the search ends."""
    drawn, all_met = list[Round](), Counter(met)
    while len(drawn) < rounds:
        order, resting, sizes = _lot(players, drawn, chance, with_fours)
        tables = _NewPairs(order, all_met, chance).search(sizes)
        if tables is None:
            break
        drawn.append(Round(tuple(sorted(tuple(sorted(table)) for table in tables)), resting))
        all_met += count_meetings(drawn[-1:])
    return drawn


class _NewPairs:
    """The search for a round in which nobody meets somebody again."""

    def __init__(self, order: Sequence[int], met: Met, chance: Random) -> None:
        self._places = {player: place for place, player in enumerate(order)}
        self._new = {
            one: {other for other in order if other != one and not met.get(_pair(one, other))}
            for one in order
        }
        self._chance, self._steps = chance, _SEARCH_STEPS

    def search(self, sizes: tuple[int, ...]) -> list[PlayTable] | None:
        """Return the tables; None where there are none, or the steps were used up."""
        return self._tables(set(self._places), sizes)

    def _tables(self, left: set[int], sizes: tuple[int, ...]) -> list[PlayTable] | None:
        """Fill the last table first, beginning with the player who has the fewest choices."""
        if not sizes:
            return []
        self._steps -= 1
        if self._steps < 0:
            return None
        first = min(left, key=lambda one: (len(self._new[one] & left), self._places[one]))
        others = sorted(self._new[first] & left, key=self._places.__getitem__)
        self._chance.shuffle(others)
        for rest in combinations(others, sizes[-1] - 1):
            if all(other in self._new[one] for one, other in combinations(rest, 2)):
                table = (first, *rest)
                found = self._tables(left.difference(table), sizes[:-1])
                if found is not None:
                    return [*found, table]
                if self._steps < 0:
                    break
        return None


def _shuffled(order: Sequence[int], chance: Random, places: Mapping[int, int]) -> list[int]:
    """Return the players by lot; where places count, not far from their place."""
    if places:
        return sorted(order, key=lambda player: places[player] + chance.uniform(0, 4))
    mixed = list(order)
    chance.shuffle(mixed)
    return mixed


def _greedy_tables(
    seats: list[int], sizes: tuple[int, ...], met: Met, places: Mapping[int, int]
) -> list[list[int]]:
    """Return tables of the players in their order, each joined by those who fit best."""
    rest, tables = list(seats), list[list[int]]()
    for size in sizes:
        table = [rest.pop(0)]
        while len(table) < size:
            costs = [sum(_cost(one, other, met, places) for other in table) for one in rest]
            table.append(rest.pop(costs.index(min(costs))))
        tables.append(table)
    return tables


def _cost(one: int, other: int, met: Met, places: Mapping[int, int]) -> int:
    distance = abs(places[one] - places[other]) if places else 0
    return _REPEAT * met.get(_pair(one, other), 0) ** 2 + distance


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _table_cost(table: Sequence[int], met: Met, places: Mapping[int, int]) -> int:
    return sum(_cost(one, other, met, places) for one, other in combinations(table, 2))


def _improve(tables: list[list[int]], met: Met, places: Mapping[int, int]) -> int:
    """Exchange players of two tables while that lowers the cost; return the cost of all."""
    costs = [_table_cost(table, met, places) for table in tables]
    is_better = True
    while is_better and any(costs):
        is_better = False
        for a, b in combinations(range(len(tables)), 2):
            if costs[a] + costs[b] and _exchange(tables, costs, (a, b), met, places):
                is_better = True
    return sum(costs)


def _exchange(
    tables: list[list[int]],
    costs: list[int],
    both: tuple[int, int],
    met: Met,
    places: Mapping[int, int],
) -> bool:
    """Make the first exchange between two tables that lowers their cost; True if there was one."""
    one, other = tables[both[0]], tables[both[1]]
    before = costs[both[0]] + costs[both[1]]
    for i in range(len(one)):
        for j in range(len(other)):
            one[i], other[j] = other[j], one[i]
            new = _table_cost(one, met, places), _table_cost(other, met, places)
            if sum(new) < before:
                costs[both[0]], costs[both[1]] = new
                return True
            one[i], other[j] = other[j], one[i]
    return False
