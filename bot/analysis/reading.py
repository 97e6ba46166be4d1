"""Conversion of an engine deal to a position of the solver."""

from bot.analysis.position import Aim, Cards, HandMasks, Place, Position, SolverContract
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Phase
from bot.engine.play import TrickPlay


def position_of(deal: Deal) -> Position | None:
    """Return the position of a deal in play, also under an open offer; None in other phases."""
    play = play_of(deal.phase)
    if play is None:
        return None
    contract = solver_contract_of(deal, play)
    kept = [0 if place == contract.out else int(deal.hands[s]) for place, s in _seat_places(deal)]
    hands: HandMasks = (kept[0], kept[1], kept[2])
    cards = Cards(
        hands=hands,
        leader=deal.seats.index(deal.leader),
        trick=deal.trick,
        talon=deal.lead,
        talon_plays=play.owner >= 0,
        talon_winner_leads=play.talon_winner_leads,
    )
    return Position(cards, contract)


def play_of(phase: Phase) -> TrickPlay | None:
    """Return the play, also behind an open claim or offer."""
    play = phase.trick_play
    return play if isinstance(play, TrickPlay) else None


def solver_contract_of(deal: Deal, play: TrickPlay) -> SolverContract:
    """Return the solver's contract, with the rules of following."""
    out = place_of_seat(deal, play.out)
    if deal.contract is None:
        dummy = place_of_seat(deal, deal.rules.dummy)
        return SolverContract(-1, play.trump, Aim.OWN, play.following, out, dummy=dummy)
    aim = Aim.LEAST if deal.contract.is_misere else Aim.MOST
    declarer = place_of_seat(deal, deal.contract.declarer)
    bound = place_of_seat(deal, play.bound)
    return SolverContract(declarer, play.trump, aim, play.following, out, bound)


def place_of_seat(deal: Deal, seat: Seat) -> Place:
    """Return the place of an active seat; -1 for nobody."""
    return deal.seats.index(seat) if seat >= 0 else -1


def _seat_places(deal: Deal) -> list[tuple[Place, Seat]]:
    return list(enumerate(deal.seats))
