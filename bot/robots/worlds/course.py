"""Talon pick-up and following rules, reconstructed from a view.

The calls are replayed through the engine on arbitrary cards, so that every family's own flow
answers.
"""

from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import ACE, PACK, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, legal_actions, stage_of, to_act
from bot.engine.play import TrickPlay
from bot.engine.view import View
from bot.robots.worlds.retelling import next_step, start_deal

ACE_CARDS: Final = int(Hand.of(suit * 8 + ACE for suit in range(4)))


class ExchangeHistory(NamedTuple):
    """The exchanges so far: ``takers`` picked up in this order, ``laid`` of them discarded."""

    takers: tuple[Seat, ...]
    laid: int
    play: TrickPlay | None  # at its start; None before it
    has_no_aces: bool  # public: the declarer was never dealt an ace


def exchange_history(view: View) -> ExchangeHistory:
    """Reconstruct the exchanges so far; the view must be of an open deal."""
    table = view.table
    assert table is not None
    game, takers = start_deal(view, *_deal_without_aces(view)), []
    aceless = any(call.action == act.NO_ACES for call in table.calls)

    def lay(game: Game) -> Action:
        takers.append(_seat_to_act(game))
        return _legal_actions(game)[0]

    while (step := next_step(view, game, lay, lambda game: _legal_actions(game)[0])) is not None:
        if step[1] not in _legal_actions(game):
            break  # the engine asks only because these cards hold no ace
        aceless = aceless or act.NO_ACES in _legal_actions(game)
        game = apply_action(game, *step)
    if stage_of(game) is Stage.EXCHANGE:
        takers.append(_seat_to_act(game))
    telling = view.stage is Stage.DECLARE and act.NO_ACES in _legal_actions(game)
    phase = None if game.deal is None else game.deal.phase
    return ExchangeHistory(
        takers=tuple(takers),
        laid=len(takers) - (view.stage is Stage.EXCHANGE),
        play=phase if isinstance(phase, TrickPlay) else None,
        has_no_aces=aceless or telling,
    )


def _seat_to_act(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def _legal_actions(game: Game) -> tuple[Action, ...]:
    return legal_actions(game, _seat_to_act(game))


def _deal_without_aces(view: View) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """Return an arbitrary deal without aces for the declarer and in the talon."""
    table = view.table
    assert table is not None
    declarer = -1 if table.contract is None else table.contract.declarer
    other = next(seat for seat in table.seats if seat != declarer)
    rest = [card for card in PACK if not ACE_CARDS >> card & 1]
    dealt = [0] * len(table.counts)
    for seat in table.seats:
        count = 6 if seat == other else 10
        dealt[seat] = int(Hand.of(rest[:count])) | (ACE_CARDS if seat == other else 0)
        rest = rest[count:]
    return tuple(dealt), tuple(rest)
