"""Keys of positions: the codes of the suits, and the key of all cards in play."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from bot.analysis.position import Cards

# Suits as codes: the sequence of owners of a suit's remaining cards, lowest to highest.
#
# There are 9,841 such sequences of up to eight owners 0, 1, 2, and the *code* of a suit is the
# number of its sequence. Neighbours of the same owner are equivalent, so ranks are not stored.
# Owner 0 is the declarer, 1 and 2 the defenders that follow clockwise.
#
# A position between two tricks is one int, its *key*: four codes of 14 bits, the trumps in the
# highest, and above them the owner who leads.

Owners = tuple[int, ...]
Deltas = tuple[int, ...]  # numbers to add to a key

CODE_BITS: Final = 14
CODE_MASK: Final = (1 << CODE_BITS) - 1
TRUMP_SLOT: Final = 3  # the slot of the trumps among the four codes
LEAD_SHIFT: Final = 4 * CODE_BITS  # the shift of the leader
DECLARER_LEADS: Final = 1 << LEAD_SHIFT  # keys below this one


@cache
def sequences() -> tuple[Owners, ...]:
    """Return every sequence, each at the place of its code.

    They take 1 MiB, and the bot, which imports the solver and leaves solving to its workers, never
    makes them.
    """
    return tuple(_sequences())


def _sequences() -> Iterator[Owners]:
    level: list[Owners] = [()]
    for _ in range(8):
        yield from level
        level = [(*lower, top) for top in range(3) for lower in level]
    yield from level


CODE_COUNT: Final = (3**9 - 1) // 2
_FIRST: Final[tuple[int, ...]] = (0, 1, 4, 13, 40, 121, 364, 1093, 3280)  # by length


def suit_code(owners: Iterable[int]) -> int:
    """Return the number of a sequence in ``sequences``."""
    value, unit, length = 0, 1, 0
    for owner in owners:
        value += owner * unit
        unit *= 3
        length += 1
    return _FIRST[length] + value


def lowest_of_runs(owners: Owners, player: int) -> list[int]:
    """Return the places of a player's cards, the lowest of each run of neighbours."""
    return [
        place
        for place, owner in enumerate(owners)
        if owner == player and (place == 0 or owners[place - 1] != player)
    ]


def lead_change(winner: int, leader: int) -> int:
    """Return the number to add to a key when the lead passes."""
    return (winner - leader) << LEAD_SHIFT


_POWERS: Final[tuple[int, ...]] = (1, 3, 9, 27, 81, 243, 729, 2187, 6561)


def code_without(code: int, length: int, *gone: int) -> int:
    """Return the code of a suit of this length without the cards at these places.

    -1 stands for no card.
    """
    value = code - _FIRST[length]
    for place in sorted(gone, reverse=True):
        if place >= 0:
            unit = _POWERS[place]
            value = value // (3 * unit) * unit + value % unit
            length -= 1
    return _FIRST[length] + value


# Keys of positions, computed from cards (see ``suits``).

_CODE_CACHE: Final[
    dict[int, int]
] = {}  # by the cards of the three owners in a suit, eight bits each


def key_of(cards: Cards, owners: tuple[int, ...], suits: tuple[int, ...]) -> int:
    """Return the key of a position between two tricks.

    ``owners`` are by place, ``suits`` by their slot in the key.
    """
    hands = [0, 0, 0]
    for place, owner in enumerate(owners):
        hands[owner] |= cards.hands[place]
    declarer, following, last = hands
    key, shift = owners[cards.leader] << LEAD_SHIFT, 0
    for suit in suits:
        low = suit * 8
        three = declarer >> low & 255 | (following >> low & 255) << 8 | (last >> low & 255) << 16
        code = _CODE_CACHE.get(three)
        key |= (_cached_code(three) if code is None else code) << shift
        shift += CODE_BITS
    return key


def _cached_code(three: int) -> int:
    """Compute and cache a code; there are at most 4 to the power of 8."""
    code = suit_code(
        owner for rank in range(8) for owner in range(3) if three >> 8 * owner + rank & 1
    )
    _CODE_CACHE[three] = code
    return code
