"""Proofs of offers: an offer that holds in every publicly possible layout needs no consent.

The offer must be fair and certain.  Fair: in every end that the proposer's plan allows, nobody
else would score more than by the offer.  Certain: one plan of the proposer reaches it against all
layouts and all play of the others (rules/russian.md 2.8; the engine decides which players are
asked and which cards the proposer shows).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

from bot.analysis.duties import bits
from bot.analysis.layouts import Known, Layouts, known_of
from bot.analysis.position import Place
from bot.analysis.proving import Aim, Ending, Prover
from bot.analysis.reading import play_of
from bot.analysis.solver import BudgetSpent
from bot.engine.actions import Claim
from bot.engine.cards import Card, Seat
from bot.engine.claims import Vote
from bot.engine.deal import Deal, Offer
from bot.engine.families import family_of
from bot.engine.game import result_of
from bot.engine.play import TrickPlay

BUDGET: Final = 20_000  # positions searched for one offer, all plans together
_HANDS: Final = 100  # possible hands of a proposer who shows none


class Line(NamedTuple):
    """A proved offer: the proposer's cards in the order of the plan; empty for a hidden hand.

    ``given_up``: there was nothing to prove, because no other end would give anybody else more.
    """

    cards: tuple[Card, ...]
    given_up: bool = False


class Sitting(NamedTuple):
    """An open offer and the play behind it."""

    deal: Deal
    play: TrickPlay
    offer: Offer
    own: tuple[Place, ...]  # the places whose cards the proposer plays


def proof(deal: Deal, budget: int = BUDGET) -> Line | None:
    """Prove the open offer from public facts alone; None if the proof fails.

    Hidden cards, the proposer's among them, do not affect the result.
    """
    sitting = _sitting(deal)
    if sitting is None:
        return None
    aims = list(_fair_aims(sitting))
    if None in aims:
        return Line((), given_up=True)
    for aim in filter(None, aims):
        try:
            line, nodes = _proved(sitting, aim, budget)
        except BudgetSpent:
            return None
        if line is not None:
            return line
        budget -= nodes
    return None


def _sitting(deal: Deal) -> Sitting | None:
    vote, offer = deal.phase, deal.offer
    if not isinstance(vote, Vote) or offer is None or deal.lead:
        return None
    play = play_of(vote)
    if play is None or _may_still_speak(deal, play, offer):
        return None
    seats = play.bossed if offer.seat == play.boss else (offer.seat,)
    own = tuple(sorted(deal.seats.index(seat) for seat in {*seats, offer.seat}))
    return Sitting(deal, play, offer, own)


def _may_still_speak(deal: Deal, play: TrickPlay, offer: Offer) -> bool:
    """True if the declarer, not the proposer, can still announce for pay (austrian.md A-10)."""
    contract = deal.contract
    own = contract is None or contract.declarer == offer.seat
    return play.may_announce(deal) and not own


# fair --------------------------------------------------------------------------------------


def _fair_aims(sitting: Sitting) -> Iterator[Aim | None]:
    """Yield the aims whose proof makes the offer fair; None where no proof is needed."""
    offer, splits = sitting.offer.tricks, _splits(sitting)
    gains = {split: _gains(sitting, split) for split in {*splits, offer}}
    for aim in _aims(sitting):
        met = [split for split in splits if _meets(split, aim)]
        if all(_nobody_gains(gains[split], gains[offer]) for split in met):
            yield None if len(met) == len(splits) else aim


def _aims(sitting: Sitting) -> list[Aim]:
    contract = sitting.deal.contract
    measured = [sitting.own]
    if contract is not None and contract.declarer != sitting.offer.seat:
        measured.append((sitting.deal.seats.index(contract.declarer),))
    return [
        Aim(sitting.own, places, at_least, sum(sitting.offer.tricks[p] for p in places))
        for places in measured
        for at_least in (True, False)
    ]


def _splits(sitting: Sitting) -> tuple[tuple[int, int, int], ...]:
    """Return every division of the remaining tricks that could have been offered."""
    deal, play = sitting.deal, replace(sitting.play, offered=())
    offers = play.offers(deal, sitting.offer.seat)
    return tuple(offer.tricks for offer in offers if isinstance(offer, Claim))


def _meets(split: tuple[int, int, int], aim: Aim) -> bool:
    taken = sum(split[place] for place in aim.places)
    return taken >= aim.tricks if aim.at_least else taken <= aim.tricks


def _gains(sitting: Sitting, split: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the balance of everybody else if the remaining tricks fell like that."""
    deal, won = sitting.deal, list(sitting.deal.won)
    for seat, tricks in zip(deal.seats, split, strict=True):
        won[seat] += tricks
    family = family_of(deal.rules)
    ended = result_of(deal._replace(won=tuple(won), offer=None))
    carry = family.next(deal.rules, deal.carry, ended)
    balance = family.balance(deal.rules, carry.sheet)
    return tuple(balance[seat] for seat in _others(sitting))


def _others(sitting: Sitting) -> tuple[Seat, ...]:
    """Return the players in the play except the proposer and seats the proposer plays for."""
    own = [sitting.deal.seats[place] for place in sitting.own]
    return tuple(s for s in sitting.deal.players if s not in own and s != sitting.play.out)


def _nobody_gains(there: tuple[int, ...], here: tuple[int, ...]) -> bool:
    return all(other <= own for other, own in zip(there, here, strict=True))


# certain -----------------------------------------------------------------------------------


def _proved(sitting: Sitting, aim: Aim, budget: int) -> tuple[Line | None, int]:
    """Return the proof, if any, and the number of positions searched.

    An open proposer needs one plan, a hidden one a plan for each possible hand.
    Raises BudgetSpent.
    """
    known = known_of(sitting.deal, sitting.play)
    ending, nodes = _ending(sitting), 0
    hidden = [place for place in sitting.own if known.layouts.room[place]]
    if not hidden:
        prover = Prover(known, aim, ending, budget)
        is_sure = prover.holds(prover.start)
        return (Line(prover.line()) if is_sure else None), prover.nodes
    if len(hidden) > 1 or not _are_few(known.layouts, hidden[0]):
        return None, 0
    for case in _cases(known, hidden[0]):
        prover = Prover(case, aim, ending, budget - nodes)
        is_sure = prover.holds(prover.start)
        nodes += prover.nodes
        if not is_sure:
            return None, nodes
    return Line(()), nodes


def _ending(sitting: Sitting) -> Ending:
    play, deal = sitting.play, sitting.deal
    if not play.side:
        return Ending()
    spare = play.limit - sum(deal.won[seat] for seat in play.side)
    return Ending(tuple(deal.seats.index(seat) for seat in play.side), max(0, spare))


def _are_few(layouts: Layouts, place: Place) -> bool:
    cards = (layouts.unseen & layouts.may[place]).bit_count()
    return comb(cards, layouts.room[place]) <= _HANDS


def _cases(known: Known, place: Place) -> Iterator[Known]:
    """Yield the same play with each hand that this place may hold."""
    layouts = known.layouts
    for hand in combinations(bits(layouts.unseen & layouts.may[place]), layouts.room[place]):
        rest = layouts
        for card in hand:
            rest = rest.without(place, card)
        if rest.is_possible():
            held = sum(1 << card for card in hand)
            hands = [held if p == place else cards for p, cards in enumerate(known.hands)]
            yield known._replace(hands=(hands[0], hands[1], hands[2]), layouts=rest)
