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

from bot.analysis import claim_prover, solver
from bot.analysis.position import Place, cards_in, play_of
from bot.engine import actions, families, game, trick_play
from bot.engine.cards import Card, Seat
from bot.engine.deal import Deal, Offer

PROOF_BUDGET: Final = 20_000  # positions searched for one offer, all plans together
_MAX_HANDS: Final = 100  # possible hands of a proposer who shows none


class OfferProof(NamedTuple):
    """A proved offer: the proposer's cards in the order of the plan; empty for a hidden hand.

    ``is_trivial``: there was nothing to prove, because no other end would give anybody else more.
    """

    cards: tuple[Card, ...]
    is_trivial: bool = False


class OpenOffer(NamedTuple):
    """An open offer and the play behind it."""

    deal: Deal
    play: trick_play.TrickPlay
    offer: Offer
    own: tuple[Place, ...]  # the places whose cards the proposer plays


def prove_offer(deal: Deal, budget: int = PROOF_BUDGET) -> OfferProof | None:
    """Prove the open offer from public facts alone; None if the proof fails.

    Hidden cards, the proposer's among them, do not affect the result.
    """
    sitting = _open_offer(deal)
    if sitting is None:
        return None
    aims = list(_fair_aims(sitting))
    if None in aims:
        return OfferProof((), is_trivial=True)
    for aim in filter(None, aims):
        try:
            line, nodes = _prove(sitting, aim, budget)
        except solver.BudgetSpent:
            return None
        if line is not None:
            return line
        budget -= nodes
    return None


def _open_offer(deal: Deal) -> OpenOffer | None:
    vote, offer = deal.phase, deal.offer
    if not isinstance(vote, trick_play.ClaimVote) or offer is None or deal.lead:
        return None
    play = play_of(vote)
    if play is None or _can_still_announce(deal, play, offer):
        return None
    seats = play.bossed if offer.seat == play.boss else (offer.seat,)
    own = tuple(sorted(deal.seats.index(seat) for seat in {*seats, offer.seat}))
    return OpenOffer(deal, play, offer, own)


def _can_still_announce(deal: Deal, play: trick_play.TrickPlay, offer: Offer) -> bool:
    """True if the declarer, not the proposer, can still announce for pay (austrian.md A-10)."""
    contract = deal.contract
    own = contract is None or contract.declarer == offer.seat
    return play.may_announce(deal) and not own


# fair --------------------------------------------------------------------------------------


def _fair_aims(open_offer: OpenOffer) -> Iterator[claim_prover.ProofAim | None]:
    """Yield the aims whose proof makes the offer fair; None where no proof is needed."""
    offer, splits = open_offer.offer.tricks, _splits(open_offer)
    gains = {split: _balances(open_offer, split) for split in {*splits, offer}}
    for aim in _aims(open_offer):
        met = [split for split in splits if _is_met(split, aim)]
        if all(_nobody_gains(gains[split], gains[offer]) for split in met):
            yield None if len(met) == len(splits) else aim


def _aims(open_offer: OpenOffer) -> list[claim_prover.ProofAim]:
    contract = open_offer.deal.contract
    measured = [open_offer.own]
    if contract is not None and contract.declarer != open_offer.offer.seat:
        measured.append((open_offer.deal.seats.index(contract.declarer),))
    return [
        claim_prover.ProofAim(
            open_offer.own, places, at_least, sum(open_offer.offer.tricks[p] for p in places)
        )
        for places in measured
        for at_least in (True, False)
    ]


def _splits(open_offer: OpenOffer) -> tuple[tuple[int, int, int], ...]:
    """Return every division of the remaining tricks that could have been offered."""
    deal, play = open_offer.deal, replace(open_offer.play, offered=())
    offers = play.out_of_turn_actions(deal, open_offer.offer.seat)
    return tuple(offer.tricks for offer in offers if isinstance(offer, actions.Claim))


def _is_met(split: tuple[int, int, int], aim: claim_prover.ProofAim) -> bool:
    taken = sum(split[place] for place in aim.places)
    return taken >= aim.tricks if aim.at_least else taken <= aim.tricks


def _balances(open_offer: OpenOffer, split: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the balance of everybody else if the remaining tricks fell like that."""
    deal, won = open_offer.deal, list(open_offer.deal.won)
    for seat, tricks in zip(deal.seats, split, strict=True):
        won[seat] += tricks
    family = families.family_of(deal.rules)
    ended = game.score_deal(deal._replace(won=tuple(won), offer=None))
    carry = family.next_carry(deal.rules, deal.carry, ended)
    balance = family.balance(deal.rules, carry.sheet)
    return tuple(balance[seat] for seat in _others(open_offer))


def _others(open_offer: OpenOffer) -> tuple[Seat, ...]:
    """Return the players in the play except the proposer and seats the proposer plays for."""
    own = [open_offer.deal.seats[place] for place in open_offer.own]
    return tuple(s for s in open_offer.deal.players if s not in own and s != open_offer.play.out)


def _nobody_gains(balances: tuple[int, ...], offered: tuple[int, ...]) -> bool:
    return all(other <= own for other, own in zip(balances, offered, strict=True))


# certain -----------------------------------------------------------------------------------


def _prove(
    open_offer: OpenOffer, aim: claim_prover.ProofAim, budget: int
) -> tuple[OfferProof | None, int]:
    """Return the proof, if any, and the number of positions searched.

    An open proposer needs one plan, a hidden one a plan for each possible hand.
    Raises BudgetSpent.
    """
    known = claim_prover.public_play(open_offer.deal, open_offer.play)
    ending, nodes = _stop_rule(open_offer), 0
    hidden = [place for place in open_offer.own if known.layouts.counts[place]]
    if not hidden:
        prover = claim_prover.Prover(known, aim, ending, budget)
        is_sure = prover.holds(prover.start)
        return (OfferProof(prover.line()) if is_sure else None), prover.nodes
    if len(hidden) > 1 or not _are_few(known.layouts, hidden[0]):
        return None, 0
    for case in _cases(known, hidden[0]):
        prover = claim_prover.Prover(case, aim, ending, budget - nodes)
        is_sure = prover.holds(prover.start)
        nodes += prover.nodes
        if not is_sure:
            return None, nodes
    return OfferProof(()), nodes


def _stop_rule(open_offer: OpenOffer) -> claim_prover.StopRule:
    play, deal = open_offer.play, open_offer.deal
    if not play.side:
        return claim_prover.StopRule()
    spare = play.limit - sum(deal.won[seat] for seat in play.side)
    return claim_prover.StopRule(tuple(deal.seats.index(seat) for seat in play.side), max(0, spare))


def _are_few(layouts: claim_prover.PossibleLayouts, place: Place) -> bool:
    cards = (layouts.unseen & layouts.allowed[place]).bit_count()
    return comb(cards, layouts.counts[place]) <= _MAX_HANDS


def _cases(known: claim_prover.PublicPlay, place: Place) -> Iterator[claim_prover.PublicPlay]:
    """Yield the same play with each hand that this place may hold."""
    layouts = known.layouts
    for hand in combinations(
        cards_in(layouts.unseen & layouts.allowed[place]), layouts.counts[place]
    ):
        rest = layouts
        for card in hand:
            rest = rest.without(place, card)
        if rest.is_possible():
            held = sum(1 << card for card in hand)
            hands = [held if p == place else cards for p, cards in enumerate(known.hands)]
            yield known._replace(hands=(hands[0], hands[1], hands[2]), layouts=rest)
