"""New deals: the cards are dealt and no action has been taken."""

from bot.engine.cards import EMPTY, FULL, Card, Hand, Seat
from bot.engine.carry import Carry
from bot.engine.deal import Deal, Phase
from bot.engine.roles import Role
from bot.engine.rules import Rules


def new_deal(
    rules: Rules,
    carry: Carry,
    seats: tuple[Seat, Seat, Seat],
    dealt: tuple[Hand, ...],
    talon: tuple[Card, ...],
    phase: Phase,
) -> Deal:
    """Return a deal with its cards dealt, at its first phase."""
    return Deal(
        rules=rules,
        carry=carry,
        dealer=carry.dealer,
        seats=seats,
        dealt=dealt,
        talon=talon,
        talon_shown=0,
        calls=(),
        contract=None,
        roles=(Role.NONE,) * len(dealt),
        aside=Hand.of(talon),
        discard=(),
        open_seats=(),
        offer=None,
        hands=dealt,
        tricks=(),
        won=(0,) * len(dealt),
        trick=(),
        leader=seats[0],
        turn=-1,
        lead=(),
        phase=phase,
    )


def undealt_deal(rules: Rules, carry: Carry, seats: tuple[Seat, Seat, Seat], phase: Phase) -> Deal:
    """Return a deal before the cards are dealt, for a phase that asks a question."""
    nothing = (EMPTY,) * rules.players
    return new_deal(rules, carry, seats, nothing, (), phase)._replace(aside=Hand(FULL))
