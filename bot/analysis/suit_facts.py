"""Facts that a single suit proves: lookup tables by suit code, for the cut-offs of the search.

Each fact holds under every rule of following, unless stated otherwise.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from bot.analysis.keys import CODE_COUNT, Owners, code_without, lowest_of_runs, sequences, suit_code

DIRTY: Final = 1  # the declarer may be made to take a trick of this suit
FORCED_BY_NEXT: Final = 2  # owner 1 can lead this suit until the declarer has to take a trick
FORCED_BY_LAST: Final = 4  # owner 2 can
EXIT: Final = 8  # the declarer can lead the suit, lose the trick, and leave it clean
SECOND_VOID: Final = 1  # a bit of ``SuitFacts.voids``
THIRD_VOID: Final = 2
LEADER_VOID: Final = 4
UNKNOWN: Final = 0x80  # not computed yet


class SuitFacts(NamedTuple):
    """Tables by suit code.  ``quick[leader][danger]``: tricks that can be cashed at once.

    ``danger`` is a bit set of the players after the leader that could trump (1 the next, 2 the
    one after); ``drawn[leader]`` is the same set once the leader has drawn all trumps it can.
    ``sure[player]``: trump tricks that nothing takes away.
    """

    quick: tuple[tuple[bytes, ...], ...]
    drawn: tuple[bytes, ...]
    sure: tuple[bytes, ...]
    danger: bytes  # how many cards the declarer must lose before the suit is clean
    voids: tuple[bytes, ...]  # by leader: LEADER_VOID, or the void players among the others


@cache
def suit_facts() -> SuitFacts:
    """Return all facts that are cheap to compute, cached once per process."""
    return SuitFacts(
        quick=tuple(
            tuple(bytes(_quick(owners, p, danger) for owners in sequences()) for danger in range(4))
            for p in range(3)
        ),
        drawn=tuple(bytes(_drawn(owners, p) for owners in sequences()) for p in range(3)),
        sure=tuple(bytes(_sure(owners, p) for owners in sequences()) for p in range(3)),
        danger=bytes(map(_danger, sequences())),
        voids=tuple(bytes(_voids(owners, p) for owners in sequences()) for p in range(3)),
    )


def _voids(owners: Owners, leader: int) -> int:
    if leader not in owners:
        return LEADER_VOID
    second = 0 if (leader + 1) % 3 in owners else SECOND_VOID
    return second | (0 if (leader + 2) % 3 in owners else THIRD_VOID)


def top_run(owners: Owners, player: int) -> int:
    """Return how many of the highest cards a player has, without a gap."""
    run = 0
    for owner in reversed(owners):
        if owner != player:
            break
        run += 1
    return run


def _quick(owners: Owners, player: int, danger: int) -> int:
    """Count top cards, or all once the others have none, up to the length of a dangerous hand."""
    top = top_run(owners, player)
    others = [owners.count((player + step) % 3) for step in (1, 2)]
    tricks = owners.count(player) if top >= max(others) else top
    for bit, length in enumerate(others):
        if danger >> bit & 1:
            tricks = min(tricks, length)
    return tricks


def _drawn(owners: Owners, player: int) -> int:
    top = top_run(owners, player)
    counts = (owners.count((player + 1) % 3), owners.count((player + 2) % 3))
    return sum(1 << bit for bit, count in enumerate(counts) if count > top)


def _sure(owners: Owners, player: int) -> int:
    """Count own trumps less those that distinct higher trumps of the other side can beat.

    Every trump is played some time; it loses only to a higher one in the same trick.
    """
    higher = sure = 0
    for owner in reversed(owners):
        if owner == player:
            if higher:
                higher -= 1
            else:
                sure += 1
        elif (owner == 0) != (player == 0):
            higher += 1
    return sure


def _danger(owners: Owners) -> int:
    below = own = dirt = 0
    for owner in owners:
        if owner:
            below += 1
        else:
            dirt = max(dirt, below - own)
            own += 1
    return dirt


class CleanSuits:
    """Suits of a declarer who wants no trick, without trumps; computed when first met.

    A clean suit gives no trick when the defenders lead: under each of the declarer's cards, the
    i-th from below, lie fewer than i cards of theirs (so the declarer can always stay under the
    highest of a trick and discard from the top).  With the duty to overtake: none of theirs.
    """

    def __init__(self, overtake: bool) -> None:
        self._overtake = overtake
        self.known = bytearray((UNKNOWN,)) * CODE_COUNT

    def bits(self, code: int) -> int:
        """Return the bits DIRTY, FORCED_BY_NEXT, FORCED_BY_LAST, EXIT that hold for a suit."""
        known = self.known[code]
        return known if known != UNKNOWN else self._compute(code)

    def _compute(self, code: int) -> int:
        owners = sequences()[code]
        found = 0 if self._is_clean(owners) else DIRTY
        if not found and self._has_exit(code, owners):
            found = EXIT
        for leader, bit in ((1, FORCED_BY_NEXT), (2, FORCED_BY_LAST)):
            if self._is_forced(code, leader):
                found |= bit
        self.known[code] = found
        return found

    def _is_clean(self, owners: Owners) -> bool:
        below = own = 0
        for owner in owners:
            if owner:
                below += 1
            elif below > (0 if self._overtake else own):
                return False
            else:
                own += 1
        return True

    def _has_exit(self, code: int, owners: Owners) -> bool:
        if not any(owners):
            return False
        return any(self._is_safe(code, owners, led) for led in lowest_of_runs(owners, 0))

    def _is_safe(self, code: int, owners: Owners, led: int) -> bool:
        """True if every answer of the defenders is higher and leaves the suit clean."""
        for second in lowest_of_runs(owners, 1) or (-1,):
            for third in lowest_of_runs(owners, 2) or (-1,):
                left = sequences()[code_without(code, len(owners), led, second, third)]
                if max(second, third) < led or not self._is_clean(left):
                    return False
        return True

    def _is_forced(self, code: int, leader: int) -> bool:
        """True if the defenders, leading nothing but this suit, can make the declarer win."""
        owners = sequences()[code]
        if self._overtake or 0 not in owners or leader not in owners:
            return False
        return any(
            all(self._takes(code, owners, (led, other, own)) for own in lowest_of_runs(owners, 0))
            for led in lowest_of_runs(owners, leader)
            for other in self._others(owners, leader)
        )

    def _others(self, owners: Owners, leader: int) -> list[int]:
        return lowest_of_runs(owners, 3 - leader) or [-1]

    def _takes(self, code: int, owners: Owners, cards: tuple[int, int, int]) -> bool:
        """True if the declarer wins this trick of the suit, or a later one of it."""
        winner = owners[max(cards)]
        if winner == 0:
            return True
        bits = self.bits(code_without(code, len(owners), *cards))
        return bool(bits & (FORCED_BY_NEXT if winner == 1 else FORCED_BY_LAST))


@cache
def clean_suits(overtake: bool) -> CleanSuits:
    return CleanSuits(overtake)


# Move ordering by suit: the better the first lead, the sooner a cut-off.
#
# The weights were tuned by hill climbing for fewer searched positions; they change how long an
# answer takes, never the answer.

CANNOT_LEAD: Final = 1 << 20  # this or more: the leader has no card of the suit
CUTOFF_BONUS: Final = (256, 128)  # bonus of the suit of the last cut-off; tricks wanted, misère
_UNIT: Final = 32  # one unit of weight; two lower bits hold the slot of the suit

_ABSENT: Final = 9  # the rank of a declarer's card that is not there

LeadOrder = tuple[list[int], list[int], list[int]]  # by leader, then by code: small is early


class LeadOrders(NamedTuple):
    side: LeadOrder
    trumps: LeadOrder


@cache
def lead_orders(least: bool) -> LeadOrders:
    """Return the orders of side suits and of trumps, cached once per process."""
    if least:
        clean = CleanSuits(overtake=False)
        order = _order(
            lambda leader, code: _weigh_misere(leader, sequences()[code], clean.bits(code))
        )
        return LeadOrders(order, order)
    return LeadOrders(
        _order(lambda leader, code: _weigh_side(leader, sequences()[code])),
        _order(lambda leader, code: _weigh_trumps(leader, sequences()[code])),
    )


def _order(weigh: Callable[[int, int], float]) -> LeadOrder:
    return _row(0, weigh), _row(1, weigh), _row(2, weigh)


def _row(leader: int, weigh: Callable[[int, int], float]) -> list[int]:
    kept: dict[int, int] = {}  # one object for equal weights: each takes 32 bytes
    weights = (
        round(weigh(leader, code) * _UNIT) << 2 if leader in owners else 2 * CANNOT_LEAD
        for code, owners in enumerate(sequences())
    )
    return [kept.setdefault(weight, weight) for weight in weights]


def _weigh_misere(leader: int, owners: Owners, bits: int) -> float:
    """Weigh a suit at misère: the declarer sheds dangers, the defenders attack them."""
    lowest = owners.index(0) if 0 in owners else _ABSENT
    own, dirt = owners.count(0), suit_facts().danger[suit_code(owners)]
    if leader == 0:
        return (
            2 * bool(bits & EXIT)
            - 0.5 * lowest
            - dirt
            + 0.25 * own
            + 2 * (own == len(owners))
            - 0.25 * bool(bits & DIRTY)
        )
    forced = bits & (FORCED_BY_NEXT if leader == 1 else FORCED_BY_LAST)
    partner = 3 - leader
    return (
        1.25 * bool(forced)
        + 0.25 * dirt
        + lowest
        + 3 * (own == 0)
        + 0.25 * own
        - 0.25 * owners.count(partner)
        + 2 * (partner not in owners)
        + 2 * (owners[0] == leader)
    )


def _weigh_side(leader: int, owners: Owners) -> float:
    """Weigh a side suit: the declarer cashes, the defenders attack a long and weak suit."""
    if leader == 0:
        return -1.5 * top_run(owners, 0)
    own = owners.count(0)
    return (
        0.5 * top_run(owners, leader)
        + 0.5 * top_run(owners, 0)
        - 1.25 * owners.count(3 - leader)
        - 0.25 * own
        + 1.25 * (own == 0)
        - 2 * (3 - leader not in owners)
    )


def _weigh_trumps(leader: int, owners: Owners) -> float:
    voids = [player not in owners for player in range(3)]
    if leader == 0:
        others = len(owners) - owners.count(0)
        return 0.5 * top_run(owners, 0) + 2.25 * others + voids[1] + voids[2]
    return (
        -0.25 * top_run(owners, leader)
        + 0.5 * top_run(owners, 0)
        - 0.25 * owners.count(leader)
        - 0.75 * owners.count(0)
        + 2.5 * voids[0]
        + 2.25
    )
