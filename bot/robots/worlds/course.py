"""Talon pick-up and following rules, reconstructed from a view.

The calls are replayed through the engine on arbitrary cards, so that every family's own flow
answers.
"""

from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import ACE, PACK, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, apply, legal, stage_of, to_act
from bot.engine.play import TrickPlay
from bot.engine.view import View
from bot.robots.worlds.retelling import next_word, opened

ACES: Final = int(Hand.of(suit * 8 + ACE for suit in range(4)))


class Course(NamedTuple):
    """The exchanges so far: ``takers`` picked up in this order, ``laid`` of them discarded."""

    takers: tuple[Seat, ...]
    laid: int
    play: TrickPlay | None  # at its start; None before it
    has_no_aces: bool  # public: the declarer was never dealt an ace


def course_of(view: View) -> Course:
    """Reconstruct the exchanges so far; the view must be of an open deal."""
    table = view.table
    assert table is not None
    game, takers = opened(view, *_aceless(view)), []
    aceless = any(call.action == act.NO_ACES for call in table.calls)

    def lay(game: Game) -> Action:
        takers.append(_asked(game))
        return _choices(game)[0]

    while (step := next_word(view, game, lay, lambda game: _choices(game)[0])) is not None:
        if step[1] not in _choices(game):
            break  # the engine asks only because these cards hold no ace
        aceless = aceless or act.NO_ACES in _choices(game)
        game = apply(game, *step)
    if stage_of(game) is Stage.EXCHANGE:
        takers.append(_asked(game))
    telling = view.stage is Stage.DECLARE and act.NO_ACES in _choices(game)
    phase = None if game.deal is None else game.deal.phase
    return Course(
        takers=tuple(takers),
        laid=len(takers) - (view.stage is Stage.EXCHANGE),
        play=phase if isinstance(phase, TrickPlay) else None,
        has_no_aces=aceless or telling,
    )


def _asked(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def _choices(game: Game) -> tuple[Action, ...]:
    return legal(game, _asked(game))


def _aceless(view: View) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """Return an arbitrary deal without aces for the declarer and in the talon."""
    table = view.table
    assert table is not None
    declarer = -1 if table.contract is None else table.contract.declarer
    other = next(seat for seat in table.seats if seat != declarer)
    rest = [card for card in PACK if not ACES >> card & 1]
    dealt = [0] * len(table.counts)
    for seat in table.seats:
        count = 6 if seat == other else 10
        dealt[seat] = int(Hand.of(rest[:count])) | (ACES if seat == other else 0)
        rest = rest[count:]
    return tuple(dealt), tuple(rest)
