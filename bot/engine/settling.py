"""The balance change that an open offer would bring."""

from bot.engine.cards import EMPTY
from bot.engine.families import family_of
from bot.engine.game import Game, score_deal


def offer_balance_change(game: Game) -> tuple[int, ...] | None:
    """Return each seat's balance change if the open offer is accepted; None without an offer.

    It uses public information only: a bonus for hidden cards is not included.
    """
    deal, family = game.deal, family_of(game.rules)
    if deal is None or deal.offer is None:
        return None
    won = list(deal.won)
    for seat, tricks in zip(deal.seats, deal.offer.tricks, strict=True):
        won[seat] += tricks
    nothing = (EMPTY,) * len(deal.hands)
    open_deal = deal._replace(won=tuple(won), offer=None, dealt=nothing, hands=nothing, discard=())
    carry = family.next_carry(game.rules, game.carry, score_deal(open_deal))
    before = family.balance(game.rules, game.carry.sheet)
    after = family.balance(game.rules, carry.sheet)
    return tuple(new - old for new, old in zip(after, before, strict=True))
