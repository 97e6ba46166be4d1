"""Full deals of a fixed seed for the tests and the benchmark of the solver."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random
from typing import Final

from bot.analysis.position import Aim, Cards, HandMasks, SolverContract
from bot.engine.cards import PACK, SUIT_BITS, FollowRule

Case = tuple[Cards, SolverContract]
Kind = Callable[[Random], Case]
Make = Callable[[Random], SolverContract]


def ruled(
    following: FollowRule,
    aim: Aim,
    *,
    trumps: bool,
    out: bool = False,
    bound: bool = False,
) -> Make:
    """Return contracts under one rule of play, of any declarer and any trump."""

    def make(rng: Random) -> SolverContract:
        declarer = rng.randrange(3)
        away = (declarer + rng.choice((1, 2))) % 3 if out else -1
        left = (declarer + 1) % 3 if bound else -1
        trump = rng.randrange(4) if trumps else -1
        return SolverContract(declarer, trump, aim, following, away, left)

    return make


SUIT, OVERTAKE, FREELY = FollowRule.SUIT, FollowRule.OVERTAKE, FollowRule.OVERTAKE_FREELY
RULES_OF_PLAY: Final[dict[str, Make]] = {
    "suit": ruled(SUIT, Aim.MOST, trumps=True),
    "no trump": ruled(SUIT, Aim.MOST, trumps=False),
    "misere": ruled(SUIT, Aim.LEAST, trumps=False),
    "suit, two hands": ruled(SUIT, Aim.MOST, trumps=True, out=True),
    "overtake": ruled(OVERTAKE, Aim.MOST, trumps=True),
    "overtake, lowest winner": ruled(OVERTAKE, Aim.MOST, trumps=True, bound=True),
    "overtake, two hands": ruled(OVERTAKE, Aim.MOST, trumps=True, out=True),
    "overtake, no trump": ruled(OVERTAKE, Aim.MOST, trumps=False),
    "overtake, no trick": ruled(OVERTAKE, Aim.LEAST, trumps=False),
    "overtake freely": ruled(FREELY, Aim.MOST, trumps=True),
    "overtake freely, lowest winner": ruled(FREELY, Aim.MOST, trumps=True, bound=True),
}


def random_suit(rng: Random) -> Case:
    """Return ten cards each, any trump and declarer."""
    return _random(rng, rng.randrange(4))


def random_no_trump(rng: Random) -> Case:
    return _random(rng, -1)


def contract_like(rng: Random) -> Case:
    """Return a deal to bid on: the best hand with the talon is worth five and a half."""
    while True:
        deck = rng.sample(PACK, 32)
        options = []
        for place in range(3):
            for trump in range(-1, 4):
                worth, hand = _best_ten(deck, place, partial(tricks, trump=trump))
                options.append((worth, place, trump, hand))
        worth, place, trump, hand = max(options)
        if worth >= 5.5:
            contract = SolverContract(place, trump, Aim.MOST)
            return Cards(_with(deck, place, hand), rng.randrange(3)), contract


def misere_like(rng: Random) -> Case:
    """Return a deal in which the hand with the fewest dangers after the talon declares misère."""
    deck = rng.sample(PACK, 32)
    _, hand, place = max(
        (*_best_ten(deck, place, lambda hand: -dangers(hand)), place) for place in range(3)
    )
    contract = SolverContract(place, -1, Aim.LEAST)
    return Cards(_with(deck, place, hand), rng.randrange(3)), contract


def tricks(hand: int, trump: int) -> float:
    """Estimate the tricks in a hand."""
    worth = 0.0
    for suit in range(4):
        cards = hand >> suit * 8 & 0xFF
        length = cards.bit_count()
        ace, king, queen = cards >> 7 & 1, cards >> 6 & 1, cards >> 5 & 1
        honours = ace + (king if ace else 0.6 * king * (length > 1))
        honours += queen * (1.0 if ace and king else 0.5 * (length > 2))
        small = max(0, length - 3)
        worth += honours + (small if suit == trump else 0.5 * small * (ace or king))
    return worth


def dangers(hand: int) -> int:
    """Sum how far the i-th lowest card of each suit lies above every second rank from the seven."""
    total = 0
    for suit in range(4):
        ranks = [rank for rank in range(8) if hand >> suit * 8 + rank & 1]
        total += sum(max(0, rank - 2 * place) for place, rank in enumerate(ranks))
    return total


def _random(rng: Random, trump: int) -> Case:
    deck = rng.sample(PACK, 32)
    contract = SolverContract(rng.randrange(3), trump, Aim.MOST)
    return Cards(_hands(deck), rng.randrange(3)), contract


def _bits(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def _hands(deck: list[int]) -> HandMasks:
    return _bits(deck[:10]), _bits(deck[10:20]), _bits(deck[20:30])


def _best_ten(deck: list[int], place: int, worth: Callable[[int], float]) -> tuple[float, int]:
    twelve = deck[place * 10 : place * 10 + 10] + deck[30:]
    whole = _bits(twelve)
    return max(
        (worth(hand), hand)
        for one, other in combinations(twelve, 2)
        for hand in (whole ^ 1 << one ^ 1 << other,)
    )


def _with(deck: list[int], place: int, hand: int) -> HandMasks:
    hands = list(_hands(deck))
    hands[place] = hand
    return hands[0], hands[1], hands[2]


def renamed(hand: int, suits: tuple[int, ...]) -> int:
    """Return the cards with the suits permuted."""
    return sum((hand & SUIT_BITS[s]) >> 8 * s << 8 * new for s, new in enumerate(suits))
