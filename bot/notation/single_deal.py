"""One deal by itself: the cards, who dealt, and what was said and played.

It contains no people and no match.  What the match before it changes in the deal (the step
of the raspasy, open refas, the pot) is kept as the family's ``conditions``.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine import deal, rules
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, EMPTY, PACK, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, between_deals, legal_actions, stage_of, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import Rules
from bot.model.values import Record, replace
from bot.presets import Presets

_CARDS_EACH: Final = 10


class BadDeal(ValueError):
    """The text or the values are no deal that can be played.

    ``reason`` is the key of the sentence; ``line`` is the number of the bad line or action, counted
    from 1, 0 if it is none of them; ``said`` is that line.
    """

    def __init__(self, reason: str, *, line: int = 0, said: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.said = said


class SeatAction(NamedTuple):
    """An action of a seat."""

    seat: Seat
    action: Action


class SingleDeal(Record):
    """A deal and its course so far.

    ``hands`` are the hands as dealt, by seat; the seat that rests has none.  ``talon`` keeps its
    order.  ``conditions`` are the family's numbers (``Family.deal_conditions``); empty: as in the
    first deal of a match.
    """

    rules: Rules
    dealer: Seat
    hands: tuple[Hand, ...]
    talon: tuple[Card, ...]
    conditions: tuple[int, ...] = ()
    course: tuple[SeatAction, ...] = ()

    def without_course(self) -> "SingleDeal":
        """Return the same cards before the first call."""
        return SingleDeal(self.rules, self.dealer, self.hands, self.talon, self.conditions)


def deal_of_match(
    rules: Rules, carry: deal.Carry, deck: tuple[Card, ...], lines: Iterable[tuple[Seat, str]]
) -> SingleDeal:
    """Return a deal of a match by itself.

    ``carry`` is the one before the deal; ``lines`` are the standing lines of the log after the
    deck, up to the score.  Raises BadNotation for a line that is no action.
    """
    family = family_of(rules)
    deal = family.start_deal(rules, carry, deck)
    conditions = family.deal_conditions(rules, carry)
    course = tuple(SeatAction(seat, parse_action(text)) for seat, text in lines)
    kept = conditions if any(conditions) else ()
    return SingleDeal(rules, carry.dealer, deal.dealt, deal.talon, kept, course)


_OF_THE_MATCH: Final = ("take_back", "tricks_shown", "stake_label")


def rules_of_one_deal(presets: Presets, rules: Rules) -> Rules:
    """Return the rules with the preset's options where they concern the match, not a deal."""
    base = presets.rules(rules.preset, players=rules.players)
    family = family_of(rules)
    usual = family.with_target(rules, family.target_of(base))
    own = base.options.model_dump()
    return usual.with_options(**{option: own[option] for option in _OF_THE_MATCH})


def opening(single: SingleDeal) -> Game:
    """Return the game with the cards dealt and nothing said.  Raises BadDeal."""
    check_cards(single)
    try:
        carry = family_of(single.rules).carry_under(single.rules, single.dealer, single.conditions)
    except ValueError as error:
        raise BadDeal("conditions") from error
    before = between_deals(single.rules, carry, 0, None)
    if before.ended or before.deal is not None:
        raise BadDeal("conditions")
    return apply_action(before, -1, act.Deck(deck_of(single)))


def replayed(single: SingleDeal) -> list[Game]:
    """Return the games from the opening to the last action.

    Raises BadDeal with the number of the first action that is not legal, counted from 1.
    """
    games = [opening(single)]
    for number, (seat, action) in enumerate(single.course, start=1):
        if games[-1].last is not None:
            raise BadDeal("after_end", line=number, said=format_action(action))
        try:
            games.append(apply_action(games[-1], seat, action))
        except rules.IllegalAction as error:
            raise BadDeal("illegal", line=number, said=format_action(action)) from error
    return games


def deal_balance(games: Sequence[Game]) -> tuple[int, ...]:
    """Return what the deal of these games brought every seat; () before its score."""
    start, result = games[0], games[-1].last
    if result is None:
        return ()
    family, sheet = family_of(start.rules), start.carry.sheet
    before = family.balance(start.rules, sheet)
    after = family.balance(start.rules, sheet.plus(result.postings))
    return tuple(new - old for new, old in zip(after, before, strict=True))


def is_scored(game: Game) -> bool:
    """Return True if a game that ``replayed`` returns has its deal scored."""
    return game.last is not None


def check_cards(single: SingleDeal) -> None:
    """Raise BadDeal unless the 32 cards lie in three hands of ten and a talon of two."""
    if not 0 <= single.dealer < single.rules.players:
        raise BadDeal("dealer")
    seats = _layout(single.rules, single.dealer).seats
    hands = [single.hands[seat] for seat in seats if seat < len(single.hands)]
    others = [hand for seat, hand in enumerate(single.hands) if seat not in seats]
    if [len(hand) for hand in hands] != [_CARDS_EACH] * len(seats) or any(others):
        raise BadDeal("hand_sizes")
    if sorted(chain(single.talon, *hands)) != list(PACK):
        raise BadDeal("pack")


def deck_of(single: SingleDeal) -> tuple[Card, ...]:
    """Return a deck that deals these hands and this talon."""
    layout = _layout(single.rules, single.dealer)
    deck = [0] * len(PACK)
    for seat in layout.seats:
        for place, card in zip(layout.dealt[seat], single.hands[seat], strict=True):
            deck[place] = card
    for place, card in zip(layout.talon, single.talon, strict=True):
        deck[place] = card
    return tuple(deck)


def _layout(rules: Rules, dealer: Seat) -> deal.Deal:
    """Return the deal of a deck whose cards are their own places."""
    carry = family_of(rules).carry_under(rules, dealer, ())
    return family_of(rules).start_deal(rules, carry, PACK)


def active_seats(rules: Rules, dealer: Seat) -> tuple[Seat, Seat, Seat]:
    """Return the three seats that hold cards, forehand first."""
    return _layout(rules, dealer).seats


def hands_by_seat(rules: Rules, dealer: Seat, hands: Sequence[Hand]) -> tuple[Hand, ...]:
    """Return three hands, forehand's first, by seat."""
    layout = _layout(rules, dealer)
    dealt = [EMPTY] * len(layout.dealt)
    for seat, hand in zip(layout.seats, hands, strict=True):
        dealt[seat] = hand
    return tuple(dealt)


def hands_of_deck(
    rules: Rules, dealer: Seat, deck: tuple[Card, ...]
) -> tuple[tuple[Hand, ...], tuple[Card, ...]]:
    """Return the hands by seat and the talon that a deck of 32 cards deals."""
    deal = family_of(rules).start_deal(rules, family_of(rules).carry_under(rules, dealer, ()), deck)
    return deal.dealt, deal.talon


def ordinary_actions(game: Game) -> list[SeatAction]:
    """Return the actions of the seat to act, without claims and offers, sorted by their text."""
    seat = to_act(game)
    if seat is None or seat < 0 or game.deal is None:
        return []
    return _sorted(seat, (one for one in legal_actions(game, seat) if not _is_proposal(one)))


def further_actions(game: Game) -> list[SeatAction]:
    """Return claims, offers and the actions of the other seats, by seat and text."""
    if game.deal is None:
        return []
    turn, found = to_act(game), list[SeatAction]()
    for seat in range(len(game.deal.dealt)):
        said = legal_actions(game, seat)
        found += _sorted(seat, (one for one in said if seat != turn or _is_proposal(one)))
    return found


def _is_proposal(action: Action) -> bool:
    return isinstance(action, act.Claim | act.Propose)


def _sorted(seat: Seat, actions: Iterable[Action]) -> list[SeatAction]:
    return [SeatAction(seat, action) for action in sorted(actions, key=format_action)]


def parse_course(lines: Iterable[tuple[Seat, str]]) -> tuple[SeatAction, ...]:
    """Parse lines of seat and action.  Raises BadDeal with the number of the bad line."""
    course = list[SeatAction]()
    for number, (seat, text) in enumerate(lines, start=1):
        try:
            course.append(SeatAction(seat, parse_action(text)))
        except rules.BadNotation as error:
            raise BadDeal("unreadable", line=number, said=text) from error
    return tuple(course)


# Calls that lead from the cards to a known contract, where a text does not have them all.

LONGEST_COURSE: Final = 255

Choose = Callable[[Game, Seat], Action | None]
"""Names the next action of the seat to act; None where the text says no more."""


class ImportedDeal(Record):
    """A deal of a text.

    ``wrong_card`` is the number of the first card of the text that cannot be played or laid away,
    counted from 1, and ``wrong_name`` its name; 0 and "" if all can.  The course stops before it.
    """

    deal: SingleDeal
    title: str = ""
    wrong_card: int = 0
    wrong_name: str = ""


def with_calls(bare: SingleDeal, choose: Choose) -> SingleDeal:
    """Return a deal with the actions that ``choose`` names, up to the score or to None.

    Raises BadDeal for an action that is not legal.
    """
    game, course = opening(bare), list[SeatAction]()
    while game.last is None and len(course) < LONGEST_COURSE:
        seat = to_act(game)
        action = None if seat is None or seat < 0 else choose(game, seat)
        if seat is None or action is None:
            break
        if action not in legal_actions(game, seat):
            raise BadDeal("contract_impossible")
        course.append(SeatAction(seat, action))
        game = apply_action(game, seat, action)
    return replace(bare, course=tuple(course))


def with_cards(called: SingleDeal, game: Game, cards: Sequence[Card], title: str) -> ImportedDeal:
    """Return a deal with the cards of a text played from ``game`` on, up to the first wrong one."""
    course = list(called.course)
    for number, card in enumerate(cards, start=1):
        seat = to_act(game)
        action = act.PLAYS[card]
        is_wrong = seat is None or stage_of(game) is not Stage.PLAY or game.last is not None
        if is_wrong or seat is None or action not in legal_actions(game, seat):
            deal = replace(called, course=tuple(course))
            return ImportedDeal(deal, title, number, CARD_NAMES[card])
        course.append(SeatAction(seat, action))
        game = apply_action(game, seat, action)
    return ImportedDeal(replace(called, course=tuple(course)), title)


def first_legal(game: Game, seat: Seat, *actions: Action) -> Action | None:
    """Return the first of the actions that is legal; None if none is."""
    legal = legal_actions(game, seat)
    return next((action for action in actions if action in legal), None)


def discard_of(cards: Hand) -> Action:
    """Return the action that lays two cards away.  Raises BadDeal for another number of cards."""
    pair = tuple(cards)
    if len(pair) != 2:
        raise BadDeal("discard")
    return act.DISCARDS[pair[0], pair[1]]
