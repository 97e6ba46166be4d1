"""A deal told once more through the engine: the public history of a view on other cards.

Calls are public in their order, cards in theirs.  When a word fell between two cards follows from
the word itself: a claim names the tricks that were left, hands are laid open after the first
trick, offers that were answered might as well have been made before the first lead.
"""

from collections.abc import Callable

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, Card, Hand, Seat
from bot.engine.carry import Carry
from bot.engine.deal import Call, Deal, DealResult, Stage
from bot.engine.families import family_of
from bot.engine.game import Game, apply
from bot.engine.play import TRICKS
from bot.engine.rules import Rules
from bot.engine.view import Scored, Table, View

Secret = Callable[[Game], Action]  # what a seat chose unseen: a discard, a sealed game
_Step = tuple[Seat, Action]


def opened(view: View, dealt: tuple[int, ...], talon: tuple[Card, ...]) -> Game:
    """The open deal of a view as it began, with these cards by seat and this talon."""
    places = _places(view.rules, view.carry)
    deck = [0] * len(PACK)
    parts = (*(tuple(Hand(hand)) for hand in dealt), talon)
    for cards, at in zip(parts, places, strict=True):
        for card, place in zip(cards, at, strict=True):
            deck[place] = card
    deal = family_of(view.rules).open(view.rules, view.carry, tuple(deck))
    return Game(view.rules, view.carry, deal, 0, None, False)


def _places(rules: Rules, carry: Carry) -> tuple[tuple[int, ...], ...]:
    """Where in the deck each seat's cards lie, and the talon: found by dealing marked cards."""
    deal = family_of(rules).open(rules, carry, PACK)
    return (*(tuple(hand) for hand in deal.dealt), deal.talon)


def told(view: View, game: Game, lay: Secret, seal: Secret) -> Game:
    """The game after all that was said before the first card."""
    while (step := next_word(view, game, lay, seal)) is not None:
        game = apply(game, *step)
    return game


def next_word(view: View, game: Game, lay: Secret, seal: Secret) -> _Step | None:
    """What comes next before the play; None when nothing more has happened, or the play begins."""
    table, deal = view.table, game.deal
    assert table is not None
    assert deal is not None
    phase, call = deal.phase, _next_call(table, deal)
    if phase.stage is Stage.PLAY:
        return None
    if phase.sealed is not None:
        return _sealed(view, table, deal, len(phase.sealed), seal, game)
    if phase.stage is not Stage.EXCHANGE or (call is not None and call.action == act.THROW):
        return call
    if call is None and view.stage is Stage.EXCHANGE:
        return None
    return phase.to_act(deal), lay(game)


def _sealed(
    view: View, table: Table, deal: Deal, written: int, seal: Secret, game: Game
) -> _Step | None:
    """The names come to light together, when all are written."""
    seat, place = deal.phase.to_act(deal), len(deal.calls) + written
    if place < len(table.calls):
        named = table.calls[place].action
        assert isinstance(named, act.Bid)
        return seat, act.Seal(named.name)
    return None if seat == view.to_act else (seat, seal(game))


def _next_call(table: Table, deal: Deal) -> Call | None:
    said = len(deal.calls)
    return table.calls[said] if said < len(table.calls) else None


def played(view: View, game: Game) -> Game:
    """The game at the moment of the view, from the first lead on."""
    table = view.table
    assert table is not None
    cards = tuple(card for trick in table.tricks for card in trick.cards) + table.trick
    offer = _open_offer(view, table)
    while (step := _next_move(table, game, cards, offer)) is not None:
        game = apply(game, *step)
    return game._replace(
        version=view.version, last=None if view.last is None else _result(view.last)
    )


def _next_move(table: Table, game: Game, cards: tuple[Card, ...], offer: int) -> _Step | None:
    deal = game.deal
    assert deal is not None
    call, in_play = _next_call(table, deal), deal.phase.stage is Stage.PLAY
    made = sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick)
    if call is not None and (
        not in_play or _is_due(call.action, deal, made == len(cards), len(deal.calls) >= offer)
    ):
        return call
    if in_play and made < len(cards):
        return deal.phase.to_act(deal), act.PLAYS[cards[made]]
    return None


def _is_due(action: Action, deal: Deal, at_end: bool, is_open: bool) -> bool:
    """Whether something was said before the next card; ``is_open``: of the offer that stands."""
    match action:
        case act.Claim(tricks):
            return not deal.trick and sum(tricks) == TRICKS - len(deal.tricks)
        case act.EXPOSE:
            return bool(deal.tricks)
        case act.Propose():
            return at_end or not is_open
        case _:
            return True


def _open_offer(view: View, table: Table) -> int:
    """From which call on the offers belong to the one that waits."""
    place = len(table.calls)
    if view.stage is not Stage.PLAY:
        while place and _is_late(table.calls[place - 1].action):
            place -= 1
    return place


def _is_late(action: Action) -> bool:
    return isinstance(action, act.Propose) or action is act.ACCEPT


def _result(last: Scored) -> DealResult:
    """The last deal as far as it is public: where it was not shown nobody asks for its cards."""
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
