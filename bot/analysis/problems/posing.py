"""A problem from the position of a deal, if exactly one card holds there."""

from typing import Final, NamedTuple

from bot.analysis.position import Place, Position, next_place, position_of
from bot.analysis.postmortem.forecast import forecast_of
from bot.analysis.problems.opponent import only_holding_card
from bot.analysis.problems.problem import (
    MISERE_LETTER,
    FollowingDuty,
    Grade,
    Problem,
    ProblemSide,
)
from bot.engine.cards import Card, Strain
from bot.engine.deal import Contract, Deal, Stage
from bot.engine.game import Game, stage_of

_BOTTOM: Final[Place] = 1  # South: the hand to play is at the bottom
_WHOLE_HAND: Final = 10


class WeighedCards(NamedTuple):
    """The cards of the hand to play that cost their side nothing, and its number of legal cards.

    ``best`` is the declarer's number of tricks at the end under best play.
    """

    holding: tuple[Card, ...]
    legal: int
    best: int

    @property
    def is_problem(self) -> bool:
        """True if exactly one of several cards holds."""
        return len(self.holding) == 1 < self.legal


def deal_in_play(game: Game) -> Deal | None:
    """Return the deal before a card in a contract, where a problem may begin; None elsewhere."""
    deal = game.deal
    if deal is None or stage_of(game) is not Stage.PLAY or deal.contract is None:
        return None
    return deal


def weigh_cards(deal: Deal) -> WeighedCards:
    """Return what the cards of a contract in play are worth with open hands."""
    declarer = deal.declared_contract.declarer
    forecast = forecast_of(deal, (0,) * len(deal.won))
    before, options = forecast.final_tricks(deal), forecast.options(deal)
    holding = tuple(o.card for o in options if forecast.loss(deal.turn, before, o.tricks) <= 0)
    return WeighedCards(holding, len(options), before[declarer])


def problem_of_deal(deal: Deal, weighed: WeighedCards, key: str) -> Problem | None:
    """Return the position of a deal as a problem without a grade (EASY stands in its place).

    None if the one holding card of the deal is not that of the problem: a deal may end before its
    last trick, a problem does not.
    """
    position = position_of(deal)
    assert position is not None
    problem = _converted(deal, position, weighed, key)
    if problem.solver_contract != _turned(position, deal).contract:
        return None
    return problem if (only_holding_card(problem),) == weighed.holding else None


def _converted(deal: Deal, position: Position, weighed: WeighedCards, key: str) -> Problem:
    turned = _turned(position, deal)
    cards, rules, contract = turned.cards, turned.contract, deal.declared_contract
    hands = list(cards.hands)
    place = cards.leader
    for card in cards.trick:
        hands[place] |= 1 << card
        place = next_place(place, rules.out)
    return Problem(
        key=key,
        grade=Grade.EASY,
        contract=_contract_name(contract, max(hand.bit_count() for hand in hands)),
        duty=FollowingDuty(rules.following),
        declarer=rules.declarer,
        side=ProblemSide.DECLARER if rules.declarer == _BOTTOM else ProblemSide.DEFENDERS,
        leader=cards.leader,
        hands=(hands[0], hands[1], hands[2]),
        tricks=weighed.best - deal.won[contract.declarer],
        source="",
        opening=cards.trick,
        out=rules.out,
        is_low_bound=rules.bound >= 0,
    )


def _turned(position: Position, deal: Deal) -> Position:
    """Return the position turned so that the hand to play is South."""
    cards, rules = position
    shift = _BOTTOM - deal.seats.index(deal.turn)

    def turned(place: Place) -> Place:
        return (place + shift) % 3 if place >= 0 else place

    hands = {turned(place): hand for place, hand in enumerate(cards.hands)}
    return Position(
        cards._replace(hands=(hands[0], hands[1], hands[2]), leader=turned(cards.leader)),
        rules._replace(
            declarer=turned(rules.declarer), out=turned(rules.out), bound=turned(rules.bound)
        ),
    )


def _contract_name(contract: Contract, cards: int) -> str:
    """Return the whole contract while all cards are there, else its strain alone."""
    if contract.is_misere:
        return MISERE_LETTER
    letters = Strain(contract.trump).letters if contract.trump >= 0 else Strain.NO_TRUMP.letters
    is_whole = cards == _WHOLE_HAND and contract.name == f"{contract.level}{letters}"
    return contract.name if is_whole else letters
