"""Check that both forms of the search visit the same positions: ``make nodes``.

Ten thousand deals of all rules of play, asked of the reference and of the flat form; ``tests``
ask a part of them.  Equal are every answer and, after each, the count of positions searched.
"""

import sys
from collections.abc import Iterator
from multiprocessing import Pool
from random import Random
from typing import Final, NamedTuple

from bot.analysis import search_backend
from bot.analysis.all_pass_solver import AllPassSolver
from bot.analysis.keys import key_of
from bot.analysis.maxn import MaxNSearch
from bot.analysis.position import Aim, Cards, SolverContract, cards_in, legal_cards, play_card
from bot.analysis.search import BudgetSpent, ReferenceSearch
from bot.analysis.search_backend import AllPassSearch, TargetSearch
from bot.analysis.solver import UNLIMITED, following_rules
from bot.engine.cards import PACK, SUIT_BITS, Card, FollowRule
from tests.analysis.deals import RULES_OF_PLAY

DEALS: Final = 10_000
_TRICKS: Final = (10, 10, 10, 8, 6)  # cards of a hand
_CHUNK: Final = 20
_WITH_TALON: Final = 0.3  # where card by card does not take too long: of so many cards a hand
_SHORT: Final = 6
# trumps beside a contract for no tricks are nobody's rule, but the search would know what to do
_ALSO: Final = "suit, no trick"
_ALL_PASS: Final = "all-pass"
_FEW: Final = (7, 6, 5)  # cards of a hand there: of ten the reference takes a third of a second


class Deal(NamedTuple):
    """A deal to search; the search is stopped once, after ``stop`` positions."""

    rule: str
    contract: SolverContract
    cards: Cards
    stop: int


class Difference(NamedTuple):
    """Answers and node counts of the two searches where they differ."""

    deal: Deal
    reference: tuple[int, ...]
    flat: tuple[int, ...]


def rules() -> list[str]:
    return [*RULES_OF_PLAY, _ALSO, _ALL_PASS]


def deal(number: int) -> Deal:
    """The rules take turns."""
    rng = Random(number)
    rule = rules()[number % len(rules())]
    if rule == _ALL_PASS:
        contract = SolverContract(-1, -1, Aim.OWN, rng.choice(tuple(FollowRule)))
    elif rule == _ALSO:
        contract = RULES_OF_PLAY["suit"](rng)._replace(aim=Aim.LEAST)
    else:
        contract = RULES_OF_PLAY[rule](rng)
    left = rng.choice(_FEW if rule == _ALL_PASS else _TRICKS)
    deck = rng.sample(PACK, 3 * left)
    hands = [sum(1 << card for card in deck[place::3]) for place in range(3)]
    if contract.out >= 0:
        hands[contract.out] = 0
    leader = rng.choice([place for place in range(3) if place != contract.out])
    return Deal(rule, contract, Cards((hands[0], hands[1], hands[2]), leader), rng.randrange(60))


def within(one: Deal) -> Cards:
    """The deal in the middle of a trick, which in some a card of the talon leads."""
    rng, cards = Random(one.stop), one.cards
    talon = _talon(cards, rng) if rng.random() < _WITH_TALON else ()
    if talon:
        cards = cards._replace(
            talon=talon, talon_plays=rng.random() < 0.5, talon_winner_leads=rng.random() < 0.5
        )
    for _ in range(rng.randrange(0 if talon else 1, 2 if one.contract.out >= 0 else 3)):
        card = rng.choice(cards_in(legal_cards(cards, one.contract)))
        cards, _ = play_card(cards, one.contract, card)
    return cards


def _talon(cards: Cards, rng: Random) -> tuple[Card, ...]:
    """Two cards of suits in which somebody can follow to this trick and to the next."""
    held = cards.hands[0] | cards.hands[1] | cards.hands[2]
    long = [n for n, suit in enumerate(SUIT_BITS) if (held & suit).bit_count() > 3]
    free = [card for card in PACK if card >> 3 in long and not held >> card & 1]
    is_short = cards.hands[cards.leader].bit_count() <= _SHORT
    return tuple(rng.sample(free, 2)) if is_short and len(free) > 1 else ()


def search_answers(form: type[TargetSearch], one: Deal) -> Iterator[int]:
    """Answers and counts: stopped early, then every target without a limit, then inside a trick."""
    duties, contract = following_rules(one.contract), one.contract
    suits = sorted(range(4), key=lambda suit: suit == contract.trump)
    key, left = key_of(one.cards, _owners(contract), tuple(suits)), _left(one.cards)
    for budget in (one.stop, UNLIMITED):
        search = form(duties, contract.trump >= 0, contract.out >= 0, budget)
        for target in sorted(range(left + 1), key=lambda target: (target * 7 + one.stop) % 11):
            try:
                yield int(search.reaches(key, target, left))
            except BudgetSpent:
                yield -1
            yield search.nodes
        search.clear()
    search = form(duties, contract.trump >= 0, contract.out >= 0, UNLIMITED)
    inside, cards = search_backend.position_search(search, contract), within(one)
    for target in range(-1, left + 2):
        yield int(inside.reaches(cards, target))
        yield search.nodes


def alone(form: type[AllPassSearch], one: Deal) -> Iterator[int]:
    """The outcome and the count: stopped early, then without a limit; tricks within a trick."""
    key = key_of(one.cards, (0, 1, 2), (0, 1, 2, 3))
    for budget in (one.stop, UNLIMITED):
        everybody = form(following_rules(one.contract), budget)
        try:
            yield everybody.outcome(key)
        except BudgetSpent:
            yield -1
        yield everybody.nodes
    yield from AllPassSolver(one.contract, search=form).tricks(within(one))


def _left(cards: Cards) -> int:
    return cards.hands[cards.leader].bit_count()


def _owners(contract: SolverContract) -> tuple[int, ...]:
    """As the solver has them: of two hands the other one is owner 1."""
    owners = [(place - contract.declarer) % 3 for place in range(3)]
    if contract.out >= 0 and owners[contract.out] == 1:
        owners = [owner if owner == 0 else 3 - owner for owner in owners]
    return tuple(owners)


def difference(number: int) -> Difference | None:
    one = deal(number)
    if one.contract.aim is Aim.OWN:
        expected, found = (
            tuple(alone(MaxNSearch, one)),
            tuple(alone(search_backend.flat_all_pass_search(), one)),
        )
    else:
        expected, found = (
            tuple(search_answers(ReferenceSearch, one)),
            tuple(search_answers(search_backend.flat_search(), one)),
        )
    return None if expected == found else Difference(one, expected, found)


def main(words: list[str]) -> int:
    """Ask everything, or as many deals as are named; 1 where the forms differ."""
    count = int(words[0]) if words else DEALS
    if search_backend.compiled_search() is None:
        print("The flat form is not compiled (make fast): it is interpreted, which takes long.")
    with Pool() as pool:
        asked = pool.imap_unordered(difference, range(count), chunksize=_CHUNK)
        found = [one for one in asked if one is not None]
    for one in found[:5]:
        print(one)
    print(f"{count} deals of {len(rules())} rules of play, {len(found)} of them differ")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
