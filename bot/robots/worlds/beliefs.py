"""Learned beliefs: how much likelier each unseen card lies in one place than in another.

The record of a deal is read as facts about a card and a place: what the place said, led, followed
with or threw, and how the card stands beside that.  A fact has a learned weight; the sum of the
weights is the logarithm of the odds.  ``tools/train`` learns the weights from games of robots, a
model a family.  Only a view is read, so hidden cards cannot change a belief.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import exp
from sys import intern
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.cards import SUIT_BITS, Card, Hand, Seat, Suit, winning_index
from bot.engine.deal import Contract, Role, Stage
from bot.engine.view import DealView, View
from bot.robots.compiled_modules import BOT_FOLDER
from bot.robots.families import strategy_of
from bot.robots.worlds.card_layouts import ASIDE_PLACE, ViewKnowledge
from bot.robots.worlds.deal_sampler import CardOdds

WEIGHTS_FOLDER: Final = BOT_FOLDER.parent / "data" / "beliefs"

Fact = tuple[str | int, ...]
Weights = Mapping[Fact, float]

_ASIDE: Final = "aside"
_UNTAKEN: Final = "untaken"  # a talon that nobody took, where other cards lie than in a discard
_MOST: Final = 3  # leads elsewhere, and own bids, that are told apart
_NOBODY: Final = -1
_ANSWERS: Final = {
    act.WHIST: "w",
    act.HALF_WHIST: "h",
    act.JOIN: "j",
    act.DROP: "d",
    act.ALONE: "a",
    act.INVITE: "i",
}


class RecordedCard(NamedTuple):
    """A card as it was played, and the trick it went to."""

    seat: Seat
    card: Card
    led: int  # suit, of this card itself where it leads
    best: Card  # the winning card before it, -1 on lead
    is_lead: bool
    wins: bool  # it is the best card so far
    for_side: bool  # the trick was already the partner's


class SuitNote(NamedTuple):
    """A card of a suit that a place played, and in what manner."""

    manner: str
    card: Card
    best: Card


def card_odds(view: View, known: ViewKnowledge) -> CardOdds | None:
    """Return the odds of every unseen card by place; None where nothing was learned.

    Before the first card the calls tell more of whole hands than of single cards.
    """
    weights = weights_of(view.rules.family)
    if view.stage not in (Stage.PLAY, Stage.CLAIM) or not weights:
        return None
    return {
        card: tuple(exp(sum(weights.get(fact, 0.0) for fact in facts)) for facts in by_place)
        for card, by_place in facts_of(view, known)
    }


@lru_cache(maxsize=8)
def weights_of(family: str) -> Weights:
    """Return the learned weights of a family; empty if it has none."""
    path = WEIGHTS_FOLDER / f"{family}.txt"
    if not path.exists():
        return {}
    lines = path.read_text(encoding="ascii").splitlines()
    return dict(_read(line) for line in lines if line and not line.startswith("#"))


def _read(line: str) -> tuple[Fact, float]:
    *words, weight = line.split()
    fact = (int(w) if w.lstrip("-").isdigit() else intern(w) for w in words)  # one object a word
    return tuple(fact), float(weight)


def facts_of(view: View, known: ViewKnowledge) -> Iterator[tuple[Card, tuple[list[Fact], ...]]]:
    """Yield every unseen card with its facts by place, in the order of the unseen places.

    A place that cannot hold the card has no facts.
    """
    table = view.open_deal
    reader = _Reader(view, table, known)
    for card in Hand(known.unseen.cards):
        yield (
            card,
            tuple(
                reader.facts(card, seat) if place.may >> card & 1 else []
                for seat, place in zip(known.unseen.seats, known.unseen.places, strict=True)
            ),
        )


class _Reader:
    """The record of a view, read once for all cards."""

    def __init__(self, view: View, table: DealView, known: ViewKnowledge) -> None:
        self._contract = table.contract
        self._unseen = known.unseen.cards
        self._kind = _kind_of(table.contract)
        self._trump = -1 if table.contract is None else table.contract.trump
        self._level = 0 if table.contract is None else table.contract.level
        own = 0 if view.seat is None else int(view.hand) | known.played[view.seat]
        self._own = [(own & bits).bit_count() for bits in map(_suit_bits, Suit)]
        self._left = [(self._unseen & bits).bit_count() for bits in map(_suit_bits, Suit)]
        self._roles = {seat: _role(view, table, seat) for seat in known.unseen.seats}
        self._talon = int(Hand.of(table.talon))
        self._stage = min(len(table.tricks), 8) // 2
        self._said = {seat: _said(table, seat) for seat in known.unseen.seats}
        self._answers = {seat: _answers(table, seat) for seat in known.unseen.seats}
        self._notes: dict[tuple[Seat, int], list[SuitNote]] = defaultdict(list)
        self._leads: dict[Seat, list[int]] = defaultdict(list)
        self._void: set[tuple[Seat, int]] = set()
        for played in recorded_cards(table):
            self._note(played)

    def _note(self, played: RecordedCard) -> None:
        seat, suit = played.seat, played.card >> 3
        if played.is_lead:
            manner = "lead" if self._leads else "opening"
            self._leads[seat].append(suit)
        elif suit == played.led:
            manner = "win" if played.wins else "under"
            manner += "+" if played.for_side else ""
        else:
            self._void.add((seat, played.led))
            manner = "ruff" if suit == self._trump else "throw"
        self._notes[seat, suit].append(SuitNote(manner, played.card, played.best))

    def facts(self, card: Card, seat: Seat) -> list[Fact]:
        """Return the facts about a card and a place that may hold it."""
        suit, rank = card >> 3, card & 7
        role, kind, is_trump = self._roles[seat], self._kind, suit == self._trump
        higher = (self._unseen & SUIT_BITS[suit] & (-2 << card)).bit_count()
        own, left = self._own[suit], self._left[suit]
        found: list[Fact] = [
            ("suit", role, kind, is_trump, own, left),
            ("rank", role, kind, is_trump, rank, higher),
            ("level", role, kind, is_trump, self._level, rank),
            ("said", role, kind, is_trump, self._said[seat], rank),
            ("said", role, kind, is_trump, self._said[seat], own, left),
            ("late", role, kind, is_trump, self._stage, left, higher),
        ]
        if self._talon >> card & 1:
            found.append(("talon", role, kind, is_trump, rank))
        if self._contract is not None and (self._contract.declarer, suit) in self._void:
            found.append(("void", role, is_trump, rank))
        if seat == ASIDE_PLACE:
            return found + self._facts_laid_away(card, higher)
        answers = self._answers[seat]
        found.append(("answers", kind, is_trump, answers, rank))
        found.append(("answers", kind, is_trump, answers, own, left))
        return found + self._facts_played(card, seat)

    def _facts_laid_away(self, card: Card, higher: int) -> list[Fact]:
        """Return what the declarer's cards of the suit tell about one that lies aside."""
        suit, rank = card >> 3, card & 7
        if self._contract is None:
            return []
        notes = self._notes.get((self._contract.declarer, suit), ())
        led, shown = any(note.best < 0 for note in notes), min(len(notes), _MOST)
        kind, is_trump = self._kind, suit == self._trump
        return [
            ("laid", kind, is_trump, shown, led, rank),
            ("laid", kind, is_trump, shown, self._left[suit], higher),
        ]

    def _facts_played(self, card: Card, seat: Seat) -> list[Fact]:
        """Return what a seat's own cards tell about one that it may hold."""
        suit, rank = card >> 3, card & 7
        role, kind, is_trump = self._roles[seat], self._kind, suit == self._trump
        notes, leads = self._notes.get((seat, suit), ()), self._leads.get(seat, ())
        found: list[Fact] = [
            ("shown", role, kind, is_trump, min(len(notes), _MOST), self._left[suit])
        ]
        for note in notes:
            beats = note.best >= 0 and note.best >> 3 == suit and card > note.best
            beside = self._beside(card, note.card)
            found.append((note.manner, role, kind, is_trump, beside, beats))
            found.append((note.manner, role, kind, beside, note.card & 7, rank))
            found.append((note.manner, beside, beats, is_trump))
        if leads and suit not in leads:
            found.append(("elsewhere", role, kind, is_trump, min(len(leads), _MOST), rank))
        return found

    def _beside(self, card: Card, other: Card) -> int:
        """Return 1 just above, 2 above, -1 just below, -2 below a card of the same suit."""
        low, high = min(card, other), max(card, other)
        between = self._unseen & (1 << high) - 1 & ~((2 << low) - 1)
        return (2 if between else 1) * (1 if card > other else -1)


def _suit_bits(suit: Suit) -> int:
    return SUIT_BITS[suit]


def _kind_of(contract: Contract | None) -> str:
    if contract is None:
        return "passed"
    if contract.is_misere:
        return "none"
    return "trump" if contract.trump >= 0 else "plain"


def _role(view: View, table: DealView, seat: Seat) -> str:
    """Return the part of a place as the viewer sees it."""
    if seat == ASIDE_PLACE:
        is_without_talon = strategy_of(view.rules).names.is_without_talon
        return _UNTAKEN if table.contract and is_without_talon(table.contract.name) else _ASIDE
    declarer = _NOBODY if table.contract is None else table.contract.declarer
    out = table.roles[seat] in (Role.PASSER, Role.DROPPED)
    if seat == declarer:
        return "declarer"
    if view.seat in (declarer, None) or declarer < 0:
        after = view.seat is not None and _follows(table, view.seat, seat)
        return ("next" if after else "last") + ("-" if out else "")
    return "partner" + ("-" if out else "")


def _follows(table: DealView, seat: Seat, other: Seat) -> bool:
    if seat not in table.seats:
        return False
    return table.seats[(table.seats.index(seat) + 1) % 3] == other


def _said(table: DealView, seat: Seat) -> str:
    """Return the seat's calls in a few letters: bids, and the answer to the contract."""
    bids, answer = 0, ""
    for call in table.calls:
        if call.seat != seat:
            continue
        if act.is_bid(call.action):
            bids += 1
        elif call.action in (act.WHIST, act.JOIN):
            answer = "w"
        elif call.action in (act.PASS, act.DROP) and bids == 0:
            answer = answer or "p"
    return f"b{min(bids, _MOST)}{answer}"


def _answers(table: DealView, seat: Seat) -> str:
    """Return all answers to the contract and doublings in order, "o" before those of others.

    They tell of the seat beside them: a partner who was invited has dropped out before.
    """
    found = ["x"]  # so that the word is never empty
    for call in table.calls:
        letter = "k" if isinstance(call.action, act.Kontra) else ""
        if isinstance(call.action, act.SimpleAction):
            letter = _ANSWERS.get(call.action, "")
        if letter:
            found.append(letter if call.seat == seat else f"o{letter}")
    return "".join(found)


def recorded_cards(table: DealView) -> Iterator[RecordedCard]:
    """Yield the cards of a deal in order, each with what the player saw."""
    trump = -1 if table.contract is None else table.contract.trump
    declarer = _NOBODY if table.contract is None else table.contract.declarer
    shown = [(trick.leader, trick.cards, trick.talon) for trick in table.tricks]
    if table.trick:
        shown.append((table.leader, table.trick, table.talon_lead))
    for leader, cards, talon in shown:
        seat, holder, best = leader, _NOBODY, -1
        led = (cards[0] if talon is None else talon) >> 3
        for place, card in enumerate(cards):
            wins = _wins(card, best, led, trump)
            with_partner = holder not in (_NOBODY, declarer) and seat != declarer and declarer >= 0
            yield RecordedCard(
                seat, card, led, best, place == 0 and talon is None, wins, with_partner
            )
            if wins:
                holder, best = seat, card
            seat = _next_seat(table, seat)


def _wins(card: Card, best: Card, led: int, trump: int) -> bool:
    if best < 0:
        return card >> 3 in (led, trump)
    return winning_index((best, card), best >> 3, trump) == 1


def _next_seat(table: DealView, seat: Seat) -> Seat:
    """Return the seat that plays next; a defender who dropped out plays no cards."""
    following = table.seats[(table.seats.index(seat) + 1) % 3]
    if table.roles[following] == Role.DROPPED:
        return table.seats[(table.seats.index(following) + 1) % 3]
    return following
