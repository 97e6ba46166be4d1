"""How a deal begins: the cards are out and nothing has been said."""

from bot.engine.cards import EMPTY, FULL, Card, Hand, Seat
from bot.engine.carry import Carry
from bot.engine.deal import Deal, Phase
from bot.engine.roles import Role
from bot.engine.rules import Rules


def first_deal(
    rules: Rules,
    carry: Carry,
    seats: tuple[Seat, Seat, Seat],
    dealt: tuple[Hand, ...],
    talon: tuple[Card, ...],
    phase: Phase,
) -> Deal:
    """A deal as it stands when the cards are out and nothing has been said."""
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


def undealt(rules: Rules, carry: Carry, seats: tuple[Seat, Seat, Seat], phase: Phase) -> Deal:
    """A question before the cards are dealt: the pack lies together, nobody holds a card."""
    nothing = (EMPTY,) * rules.players
    return first_deal(rules, carry, seats, nothing, (), phase)._replace(aside=Hand(FULL))
