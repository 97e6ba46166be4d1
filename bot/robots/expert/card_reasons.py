"""Reasons for a choice: facts counted in the very layouts and values that decided it.

Nothing is searched or decided here.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.analysis.advice import Reason, ReasonKind, WeighedAction
from bot.analysis.position import Aim, Cards, Place, SolverContract, next_place, turn_of
from bot.engine import actions
from bot.engine.cards import SUIT_BITS, Card, FollowRule, winning_index
from bot.robots.expert.play_positions import PlayPositions
from bot.robots.inference import higher_cards, lower_cards

_LEAST_LAYOUTS: Final = 3  # layouts below which a count says nothing
_SHARE_DIVISOR: Final = 10  # divisor of the weighed layouts: the least share


def is_broad(reason: Reason, weighed: int) -> bool:
    """Return True if a reason was counted in enough layouts: "0 of 1" supports nothing.

    A reason without a count is certain.
    """
    return not reason.out_of or reason.out_of >= min(
        weighed, max(_LEAST_LAYOUTS, weighed / _SHARE_DIVISOR)
    )


# Facts about a card and the trick it goes to, in one layout of the unseen cards.

_TALON: Final = 3  # the place of a card from the talon
_TEN: Final = 3  # the lowest rank whose fall is a reason


class CandidateTrick(NamedTuple):
    """A trick with the card that may go to it; the same in every layout."""

    contract: SolverContract
    card: Card
    led: int  # the suit to be followed
    leads: bool  # it is the first card
    turn: Place  # the place that plays the card
    later: tuple[Place, ...]  # the places after it
    holder: Place  # the place of the best card after it

    @property
    def is_winning(self) -> bool:
        """True if it is the best card so far."""
        return self.holder == self.turn

    @property
    def opponents(self) -> tuple[Place, ...]:
        """The later places that play against the side of this card."""
        return tuple(place for place in self.later if self.is_against(place))

    def is_against(self, place: Place) -> bool:
        return self.contract.declarer in (-1, place, self.turn)

    @property
    def partner(self) -> Place:
        """The other defender; -1 for a declarer, or where every place is alone."""
        places = {0, 1, 2} - {self.turn, self.contract.out}
        return next((place for place in sorted(places) if not self.is_against(place)), -1)

    def beating_cards(self, hand: int) -> int:
        """Return the playable cards of a hand that beat the card."""
        suit, trump = self.card >> 3, self.contract.trump
        if hand & SUIT_BITS[self.led]:
            return hand & higher_cards(self.card) if suit == self.led else 0
        if trump < 0:
            return 0
        return hand & (higher_cards(self.card) if suit == trump else SUIT_BITS[trump])

    def must_beat(self, hand: int) -> bool:
        """Return True if a hand has to beat the card."""
        over = self.beating_cards(hand)
        if self.contract.following is not FollowRule.SUIT:
            return bool(over)
        suit = SUIT_BITS[self.led]
        forced = hand & suit or hand & SUIT_BITS[max(0, self.contract.trump)]
        return bool(over) and over == forced


def candidate_trick(cards: Cards, contract: SolverContract, card: Card) -> CandidateTrick:
    """Return the trick that a card would go to."""
    turn, places = turn_of(cards, contract), [cards.leader]
    trick, seats = (*cards.trick, card), 2 if contract.out >= 0 else 3
    while len(places) < seats:
        places.append(next_place(places[-1], contract.out))
    lead = (cards.talon or trick)[0]
    by = places[: len(trick)]
    if cards.talon and cards.talon_plays:
        trick, by = (*trick, lead), [*by, _TALON]
    best = winning_index(trick, lead >> 3, contract.trump)
    leads = not cards.trick and not cards.talon
    later = tuple(places[len(cards.trick) + 1 :])
    holder = -1 if best is None else by[best]
    return CandidateTrick(contract, card, lead >> 3, leads, turn, later, holder)


def falling_card(trick: CandidateTrick, cards: Cards) -> Card:
    """Return the best lower card of the suit if an opponent must play it; else -1."""
    suit = SUIT_BITS[trick.card >> 3]
    held = [cards.hands[place] & suit & int(lower_cards(trick.card)) for place in range(3)]
    held[trick.turn] = 0
    best = max(hand.bit_length() for hand in held) - 1
    if best < 0 or best & 7 < _TEN:
        return -1
    bare = [cards.hands[place] & suit == 1 << best for place in trick.opponents]
    return best if any(bare) else -1


def draws_trumps(trick: CandidateTrick, cards: Cards) -> bool:
    """Return True if the opponents have trumps, but none after this trick."""
    trumps = [cards.hands[place] & SUIT_BITS[trick.card >> 3] for place in trick.opponents]
    return any(trumps) and all(hand.bit_count() < 2 for hand in trumps)


def is_trumpless(trick: CandidateTrick, cards: Cards) -> bool:
    trump = SUIT_BITS[trick.contract.trump]
    return not any(cards.hands[place] & trump for place in trick.opponents)


def can_ruff(trick: CandidateTrick, hand: int) -> bool:
    """Return True if a hand is void in the suit and has a trump."""
    suit, trump = SUIT_BITS[trick.led], SUIT_BITS[trick.contract.trump]
    return not hand & suit and bool(hand & trump)


# Reasons for a card: facts of its trick, and its value compared with the other cards.
#
# A fact of the trick supports a card only if the card gains more over the others in the layouts
# where the fact holds than in the rest.

MOST_CARD_REASONS: Final = 3  # reasons for one card
_MOST_TRICK_REASONS: Final = 2  # of them, about the trick
_SAME: Final = 1e-6  # prices closer than this are equal
_LEAST_SHARE: Final = 1 / 3  # share of the layouts from which a fact counts

EventTest = Callable[[Cards], bool]


class CardResults(NamedTuple):
    """The results by layout: the price of every card, and the declarer's tricks after it."""

    prices: Sequence[dict[Card, float]]
    tricks: Sequence[dict[Card, int]] = ()


class TrickEvent(NamedTuple):
    """An event that may happen in the trick."""

    why: ReasonKind
    happens: EventTest
    place: Place = -1
    card: Card = -1


def reasons_for_card(
    table: PlayPositions, weighed: CardResults, choice: Card, rows: Sequence[WeighedAction]
) -> tuple[Reason, ...]:
    """Return the weightiest reasons in the weighed layouts; ``rows`` are all cards as weighed."""
    told = sorted(_trick_reasons(table, weighed, choice), key=lambda each: -each.holds_in)
    told = told[:_MOST_TRICK_REASONS]
    shown = [each for why in told for each in _shown_reasons(table, why, choice)]
    record = _recorded_reasons(table, choice, rows)
    found = (*told, *shown[:1], *record, *_comparison_reasons(table, weighed, choice, rows))
    looked = table.count_first(len(weighed.prices))
    return tuple(each for each in found if is_broad(each, looked))[:MOST_CARD_REASONS]


# the trick ---------------------------------------------------------------------------------


def _trick_reasons(table: PlayPositions, weighed: CardResults, choice: Card) -> Iterator[Reason]:
    layouts = table.layouts[: len(weighed.prices)]
    gains = [row[choice] - sum(row.values()) / len(row) for row in weighed.prices]
    for why, happens, place, card in trick_events(table, choice, layouts):
        true = [n for n, cards in enumerate(layouts) if happens(cards)]
        held, of = table.count_layouts(true), table.count_first(len(layouts))
        if held >= _LEAST_SHARE * of and _speaks_for(gains, true):
            seat = -1 if place < 0 else table.seats[place]
            yield Reason(why, held, of, seat, card)


def _shown_reasons(table: PlayPositions, why: Reason, choice: Card) -> Iterator[Reason]:
    """Yield what the cards played have shown of a fact of the trick: a seat lacks the suit."""
    trick = candidate_trick(table.layouts[0], table.contract, choice)
    if why.kind not in (ReasonKind.RUFFS, ReasonKind.TRUMPLESS, ReasonKind.SAFE):
        return
    suit = table.contract.trump if why.kind is ReasonKind.TRUMPLESS else trick.led
    for place in (trick.partner,) if why.kind is ReasonKind.RUFFS else trick.opponents:
        if table.voids[place] & SUIT_BITS[suit]:
            yield Reason(ReasonKind.VOID, seat=table.seats[place], suit=suit)


def _recorded_reasons(
    table: PlayPositions, choice: Card, rows: Sequence[WeighedAction]
) -> Iterator[Reason]:
    """Yield what everybody can see: the partner led this suit, or the trick cannot be won."""
    if table.contract.aim is not Aim.MOST:
        return
    trick = candidate_trick(table.layouts[0], table.contract, choice)
    partner = trick.partner
    if trick.leads and partner >= 0 and table.led[partner] & SUIT_BITS[trick.led]:
        yield Reason(ReasonKind.RETURNED, seat=table.seats[partner], suit=trick.led)
    if trick.leads or trick.is_winning or not trick.is_against(trick.holder):
        return
    plays = [row.action.card for row in rows if isinstance(row.action, actions.Play)]
    tricks = [candidate_trick(table.layouts[0], table.contract, card) for card in plays]
    if not any(each.is_winning for each in tricks):
        yield Reason(ReasonKind.LOST)


def _speaks_for(gains: list[float], true: list[int]) -> bool:
    """Return True if the card gains more over the others where the fact holds."""
    there = [gains[n] for n in true]
    if len(there) == len(gains):
        return True
    elsewhere = (sum(gains) - sum(there)) / (len(gains) - len(there))
    return sum(there) / len(there) > elsewhere - _SAME


def trick_events(
    table: PlayPositions, choice: Card, layouts: Sequence[Cards]
) -> Iterator[TrickEvent]:
    """Yield the possible facts of the trick a card goes to."""
    trick = candidate_trick(layouts[0], table.contract, choice)
    if table.contract.aim is Aim.MOST:
        yield from _wanted_trick_events(trick, layouts)
    else:
        yield from _unwanted_trick_events(trick)


def _wanted_trick_events(trick: CandidateTrick, layouts: Sequence[Cards]) -> Iterator[TrickEvent]:
    """Yield the facts of a trick that the side wants."""
    partner, contract = trick.partner, trick.contract
    if not trick.opponents:
        if trick.holder == partner >= 0:
            yield TrickEvent(ReasonKind.KEEPS, _always, partner)
        return
    if trick.is_winning:
        yield TrickEvent(
            ReasonKind.SAFE, lambda cards: not _can_beat(trick, cards, trick.opponents)
        )
    if trick.leads and (low := _most_often(trick, layouts)) >= 0:
        yield TrickEvent(
            ReasonKind.FALLS, lambda cards: falling_card(trick, cards) == low, card=low
        )
    if trick.leads and partner < 0 and contract.trump >= 0:
        is_trump = trick.led == contract.trump
        happens = draws_trumps if is_trump else is_trumpless
        yield TrickEvent(
            ReasonKind.DRAWS if is_trump else ReasonKind.TRUMPLESS,
            lambda cards: happens(trick, cards),
        )
    if partner in trick.later and trick.is_winning:
        yield from _partner_events(trick)


def _partner_events(trick: CandidateTrick) -> Iterator[TrickEvent]:
    partner = trick.partner
    if trick.contract.trump not in (-1, trick.led):
        yield TrickEvent(
            ReasonKind.RUFFS, lambda cards: can_ruff(trick, cards.hands[partner]), partner
        )

    def is_higher(cards: Cards) -> bool:
        hand = cards.hands[partner]
        return bool(trick.beating_cards(hand)) and not can_ruff(trick, hand)

    yield TrickEvent(ReasonKind.PARTNER, is_higher, partner)


def _unwanted_trick_events(trick: CandidateTrick) -> Iterator[TrickEvent]:
    """Yield the facts of a trick that nobody wants, or of a defence against a misere."""
    declarer = trick.contract.declarer
    if trick.partner >= 0:
        if trick.holder == declarer and not trick.later:
            yield TrickEvent(ReasonKind.KEEPS, _always, declarer)
        if trick.is_winning and declarer in trick.later:
            yield TrickEvent(ReasonKind.FORCES, _forces(trick, (declarer,)), declarer)
    elif trick.is_winning:
        yield TrickEvent(ReasonKind.FORCES, _forces(trick, trick.later))
    else:
        yield TrickEvent(ReasonKind.UNDER, _always)


def _always(_: Cards) -> bool:
    """Return True: the table shows the fact, so it holds in every layout."""
    return True


def _forces(trick: CandidateTrick, places: Sequence[Place]) -> EventTest:
    """Return the test that one of these places must beat the card."""

    def happens(cards: Cards) -> bool:
        return any(trick.must_beat(cards.hands[place]) for place in places)

    return happens


def _can_beat(trick: CandidateTrick, cards: Cards, places: Sequence[Place]) -> bool:
    """Return True if one of these places can beat the card."""
    return any(trick.beating_cards(cards.hands[place]) for place in places)


def _most_often(trick: CandidateTrick, layouts: Sequence[Cards]) -> Card:
    """Return the card that falls in most layouts; -1 if none falls."""
    found = [falling_card(trick, cards) for cards in layouts]
    fallen = sorted({card for card in found if card >= 0})
    return max(fallen, key=found.count, default=-1)


# compared with the others -------------------------------------------------------------------------


def _comparison_reasons(
    table: PlayPositions, weighed: CardResults, choice: Card, rows: Sequence[WeighedAction]
) -> Iterator[Reason]:
    """Yield the cost of another card, the sure tricks, and how often no card is better."""
    prices, of = weighed.prices, table.count_first(len(weighed.prices))
    for row in rows:
        assert isinstance(row.action, actions.Play)
        other = row.action.card
        dearer = [n for n, row in enumerate(prices) if row[other] < row[choice] - _SAME]
        if dearer:
            yield Reason(ReasonKind.DEARER, table.count_layouts(dearer), of, card=other)
            break
    yield from _sure_tricks_reason(table, weighed, choice)
    best = [n for n, row in enumerate(prices) if max(row.values()) < row[choice] + _SAME]
    if best:
        yield Reason(ReasonKind.BEST, table.count_layouts(best), of)


def _sure_tricks_reason(
    table: PlayPositions, weighed: CardResults, choice: Card
) -> Iterator[Reason]:
    """Yield the fewest remaining tricks of a side that wants tricks."""
    if table.contract.aim is not Aim.MOST or not weighed.tricks:
        return
    declarers = [tricks[choice] for tricks in weighed.tricks]
    fewest = min(declarers) if table.attacks else table.left - max(declarers)
    if fewest:
        of = table.count_first(len(declarers))
        yield Reason(ReasonKind.SURE, of, of, tricks=fewest)
