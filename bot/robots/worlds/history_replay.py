"""Replay of a deal through the engine: the public history of a view on other cards.

The view gives the calls in order and the cards in order.  The position of a call among the cards
follows from the call: a claim names the tricks that were left, hands are opened after the first
trick, and answered offers can be replayed before the first lead.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine import families, rules, trick_play
from bot.engine.actions import Action
from bot.engine.cards import ACE, PACK, Card, Hand, Seat
from bot.engine.deal import Call, Carry, Deal, DealResult, Stage
from bot.engine.game import Game, apply_action, legal_actions, stage_of, to_act
from bot.engine.view import DealView, ResultView, View

HiddenChoice = Callable[[Game], Action]  # the hidden choice of a seat: a discard, a sealed game
_Step = tuple[Seat, Action]


def start_deal(view: View, dealt: tuple[int, ...], talon: tuple[Card, ...]) -> Game:
    """Return the deal of a view at its start, with these cards by seat and this talon."""
    return _started(view.rules, view.carry, dealt, talon)


def _started(
    rules: rules.Rules, carry: Carry, dealt: tuple[int, ...], talon: tuple[Card, ...]
) -> Game:
    hands = tuple(map(Hand, dealt))
    begun = _begun_deal(rules, carry)
    deal = begun._replace(dealt=hands, hands=hands, talon=talon, aside=Hand.of(talon))
    return Game(rules, carry, deal, 0, None, False)


@lru_cache(maxsize=64)  # every layout of a deal begins alike, but for the cards
def _begun_deal(rules: rules.Rules, carry: Carry) -> Deal:
    """Return the deal at its start, with arbitrary cards."""
    return families.family_of(rules).start_deal(rules, carry, PACK)


class SpokenDeal(NamedTuple):
    """The deal before its first card, as a view tells it, without the cards."""

    rules: rules.Rules
    carry: Carry
    seats: tuple[Seat, Seat, Seat]
    hands: int  # a dummy's and a resting player's included
    declarer: Seat  # -1 before there is a contract
    calls: tuple[Call, ...]
    stage: Stage
    to_act: Seat | None  # None in the play, where no call is hidden


def spoken_deal(view: View) -> SpokenDeal:
    """Return the deal of a view as it was before the first card."""
    table, in_play = view.open_deal, view.stage is Stage.PLAY
    declarer = -1 if table.contract is None else table.contract.declarer
    asked = None if in_play else view.to_act
    about = (table.seats, len(table.counts), declarer, table.calls, view.stage, asked)
    return SpokenDeal(view.rules, view.carry, *about)


def replay_calls(view: View, game: Game, lay: HiddenChoice, seal: HiddenChoice) -> Game:
    """Return the game after all calls before the first card."""
    spoken = spoken_deal(view)
    while (step := next_step(spoken, game, lay, seal)) is not None:
        game = apply_action(game, *step)
    return game


def next_step(
    spoken: SpokenDeal, game: Game, lay: HiddenChoice, seal: HiddenChoice
) -> _Step | None:
    """Return the next step before the play; None if there is none or the play begins."""
    deal = game.deal
    assert deal is not None
    phase, call = deal.phase, _next_call(spoken.calls, deal)
    if phase.stage is Stage.PLAY:
        return None
    if phase.sealed_names is not None:
        return _next_sealed(spoken, deal, len(phase.sealed_names), seal, game)
    if phase.stage is not Stage.EXCHANGE or (call is not None and call.action == act.THROW):
        return call
    if call is None and spoken.stage is Stage.EXCHANGE:
        return None
    return phase.to_act(deal), lay(game)


def _next_sealed(
    spoken: SpokenDeal, deal: Deal, written: int, seal: HiddenChoice, game: Game
) -> _Step | None:
    """Return the next sealed call; sealed names become public together."""
    seat, place = deal.phase.to_act(deal), len(deal.calls) + written
    if place < len(spoken.calls):
        named = spoken.calls[place].action
        assert isinstance(named, act.Bid)
        return seat, act.Seal(named.name)
    return None if seat == spoken.to_act else (seat, seal(game))


def _next_call(calls: tuple[Call, ...], deal: Deal) -> Call | None:
    said = len(deal.calls)
    return calls[said] if said < len(calls) else None


def replay_play(view: View, game: Game) -> Game:
    """Replay from the first lead to the moment of the view."""
    table = view.open_deal
    cards = tuple(card for trick in table.tricks for card in trick.cards) + table.trick
    offer = _first_open_call(view, table)
    while (step := _next_move(table, game, cards, offer)) is not None:
        game = apply_action(game, *step)
    return game._replace(
        version=view.version, last=None if view.last is None else _public_result(view.last)
    )


def _next_move(table: DealView, game: Game, cards: tuple[Card, ...], offer: int) -> _Step | None:
    deal = game.deal
    assert deal is not None
    call, in_play = _next_call(table.calls, deal), deal.phase.stage is Stage.PLAY
    made = sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick)
    if call is not None and (
        not in_play
        or _comes_before_card(call.action, deal, made == len(cards), len(deal.calls) >= offer)
    ):
        return call
    if in_play and made < len(cards):
        return deal.phase.to_act(deal), act.PLAYS[cards[made]]
    return None


def _comes_before_card(action: Action, deal: Deal, at_end: bool, is_open: bool) -> bool:
    """Return True if a call comes before the next card; ``is_open``: part of the open offer."""
    match action:
        case act.Claim(tricks):
            return not deal.trick and sum(tricks) == trick_play.TRICKS - len(deal.tricks)
        case act.EXPOSE:
            return bool(deal.tricks)
        case act.Propose():
            return at_end or not is_open
        case _:
            return True


def _first_open_call(view: View, table: DealView) -> int:
    """Return the index of the first call that belongs to the open offer."""
    place = len(table.calls)
    if view.stage is not Stage.PLAY:
        while place and _is_offer_or_accept(table.calls[place - 1].action):
            place -= 1
    return place


def _is_offer_or_accept(action: Action) -> bool:
    return isinstance(action, act.Propose) or action is act.ACCEPT


def _public_result(last: ResultView) -> DealResult:
    """Return the public part of the last deal; hidden cards stay empty because none is used."""
    dealt, talon, discard = last.reveal or ((), (), ())
    return DealResult(
        number=last.number,
        dealer=last.dealer,
        seats=last.seats,
        outcome=last.outcome,
        contract=last.contract,
        roles=last.roles,
        dealt=tuple(map(int, dealt)),
        talon=talon,
        discard=discard,
        tricks=last.tricks,
        won=last.won,
        postings=last.postings,
        calls=last.calls,
    )


# Talon pick-up and following rules, reconstructed from a view.
#
# The calls are replayed through the engine on arbitrary cards, so that every family's own flow
# answers.

ACE_CARDS: Final = int(Hand.of(suit * 8 + ACE for suit in range(4)))


class ExchangeHistory(NamedTuple):
    """The exchanges so far: ``takers`` picked up in this order, ``laid`` of them discarded."""

    takers: tuple[Seat, ...]
    laid: int
    play: trick_play.TrickPlay | None  # at its start; None before it
    has_no_aces: bool  # public: the declarer was never dealt an ace


def exchange_history(view: View) -> ExchangeHistory:
    """Reconstruct the exchanges so far; the view must be of an open deal."""
    return _history_of(spoken_deal(view))


@lru_cache(maxsize=64)  # it stays the same from the first card to the last
def _history_of(spoken: SpokenDeal) -> ExchangeHistory:
    dealt, talon = _deal_without_aces(spoken)
    game, takers = _started(spoken.rules, spoken.carry, dealt, talon), list[Seat]()
    aceless = any(call.action == act.NO_ACES for call in spoken.calls)

    def lay(game: Game) -> Action:
        takers.append(_seat_to_act(game))
        return _legal_actions(game)[0]

    while (step := next_step(spoken, game, lay, lambda game: _legal_actions(game)[0])) is not None:
        if step[1] not in _legal_actions(game):
            break  # the engine asks only because these cards hold no ace
        aceless = aceless or act.NO_ACES in _legal_actions(game)
        game = apply_action(game, *step)
    if stage_of(game) is Stage.EXCHANGE:
        takers.append(_seat_to_act(game))
    telling = spoken.stage is Stage.DECLARE and act.NO_ACES in _legal_actions(game)
    phase = None if game.deal is None else game.deal.phase
    return ExchangeHistory(
        takers=tuple(takers),
        laid=len(takers) - (spoken.stage is Stage.EXCHANGE),
        play=phase if isinstance(phase, trick_play.TrickPlay) else None,
        has_no_aces=aceless or telling,
    )


def _seat_to_act(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def _legal_actions(game: Game) -> tuple[Action, ...]:
    return legal_actions(game, _seat_to_act(game))


def _deal_without_aces(spoken: SpokenDeal) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """Return an arbitrary deal without aces for the declarer and in the talon."""
    other = next(seat for seat in spoken.seats if seat != spoken.declarer)
    rest = [card for card in PACK if not ACE_CARDS >> card & 1]
    dealt = [0] * spoken.hands
    for seat in spoken.seats:
        count = 6 if seat == other else 10
        dealt[seat] = int(Hand.of(rest[:count])) | (ACE_CARDS if seat == other else 0)
        rest = rest[count:]
    return tuple(dealt), tuple(rest)
