"""A problem from a deal: one card to find, which alone holds the best result of its side."""

from typing import NamedTuple

from bot.analysis.postmortem.forecast import forecast_of
from bot.engine.cards import Card, Seat
from bot.engine.deal import Deal, Stage
from bot.engine.game import stage_of, to_act
from bot.features.deals.attempts import kept_course
from bot.notation.single_deal import SingleDeal, replayed


class WeighedCards(NamedTuple):
    """The legal cards of the hand to play, each with the declarer's tricks under best play.

    ``holding`` are the cards that cost their side nothing; ``best`` is the declarer's tricks then.
    """

    tricks: tuple[tuple[Card, int], ...]
    holding: tuple[Card, ...]
    best: int

    @property
    def is_problem(self) -> bool:
        """True if exactly one of several cards holds."""
        return len(self.holding) == 1 < len(self.tricks)


def deal_at(source: SingleDeal, start: int) -> Deal | None:
    """Return the deal before a card in a contract; None at any other place."""
    game = replayed(kept_course(source, start))[-1]
    deal = game.deal
    if deal is None or stage_of(game) is not Stage.PLAY or deal.contract is None:
        return None
    return deal


def chooser_at(source: SingleDeal, start: int) -> Seat:
    """Return the seat that chooses the card: in open play not always the hand to play."""
    seat = to_act(replayed(kept_course(source, start))[-1])
    assert seat is not None
    return seat


def weigh_cards(source: SingleDeal, start: int) -> WeighedCards | None:
    """Return what each card is worth with open hands; None where there is no card to find.

    A job for a worker.
    """
    deal = deal_at(source, start)
    if deal is None:
        return None
    declarer = deal.declared_contract.declarer
    forecast = forecast_of(deal, (0,) * len(deal.won))
    before, options = forecast.final_tricks(deal), forecast.options(deal)
    holding = tuple(o.card for o in options if forecast.loss(deal.turn, before, o.tricks) <= 0)
    tricks = tuple((option.card, option.tricks[declarer]) for option in options)
    return WeighedCards(tricks, holding, before[declarer])
