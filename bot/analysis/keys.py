"""Keys of positions, computed from cards (see ``suits``)."""

from typing import Final

from bot.analysis.position import Cards
from bot.analysis.suits import CODE_BITS, LEAD_SHIFT, suit_code

_CODE_CACHE: Final[
    dict[int, int]
] = {}  # by the cards of the three owners in a suit, eight bits each


def key_of(cards: Cards, owners: tuple[int, ...], suits: tuple[int, ...]) -> int:
    """Return the key of a position between two tricks.

    ``owners`` are by place, ``suits`` by their place in the key.
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
