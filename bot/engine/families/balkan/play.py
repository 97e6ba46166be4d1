"""The play (rules/balkan.md 2.10): the first lead, the deciding trick, capped claims.

Suits and sanac stop at the fifth trick of the defence, bettel at the declarer's first,
preferans at the first of the defence.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.engine import actions, cards, rules
from bot.engine.deal import Deal, Role
from bot.engine.families.balkan import contracts, scoring
from bot.engine.families.balkan.options import BalkanOptions, SanacLead
from bot.engine.trick_play import TRICKS, TrickPlay, begin_trick_play, claim_splits

_ONE: Final = 1  # trick that decides a bettel or a preferans


@dataclass(frozen=True, slots=True)
class CappedPlay(TrickPlay):
    """Play whose claims give ``counted`` at most ``most`` tricks, as the play itself does (3.4)."""

    counted: tuple[cards.Seat, ...] = ()
    most: int = TRICKS

    def out_of_turn_actions(self, deal: Deal, seat: cards.Seat) -> tuple[actions.Action, ...]:
        if not TrickPlay.out_of_turn_actions(self, deal, seat):
            return ()
        places = tuple(deal.seats.index(counted) for counted in self.counted)
        left = TRICKS - len(deal.tricks)
        room = self.most - sum(deal.won[counted] for counted in self.counted)
        # if all ten tricks are played, those after the fifth do not count
        return _capped(left, self._place_out(deal), places, room if room > 0 else left)


@lru_cache(maxsize=512)
def _capped(left: int, out: int, places: tuple[int, ...], room: int) -> tuple[actions.Claim, ...]:
    found = claim_splits(left, out)
    return tuple(claim for claim in found if sum(claim.tricks[place] for place in places) <= room)


def begin_play(options: BalkanOptions, deal: Deal) -> Deal:
    """Return the deal at its first lead."""
    name, declarer = deal.declared_contract.name, deal.declared_contract.declarer
    dropped = [seat for seat in deal.defenders() if deal.roles[seat] == Role.DROPPED]
    counted = (declarer,) if contracts.value_of(name) == contracts.BETTEL else deal.defenders()
    most = _ONE if contracts.is_all_or_nothing(name) else scoring.CREDITED_TRICKS
    stops = options.stop_at_five or contracts.is_all_or_nothing(name)
    phase = CappedPlay(
        trump=deal.declared_contract.trump,
        claims=options.claims is rules.Claims.BY_CONSENT,
        out=dropped[0] if dropped else -1,
        side=counted if stops else (),
        limit=most,
        counted=counted,
        most=most,
    )
    return begin_trick_play(deal, phase, leader=_first_lead(options, deal, phase.out))


def _first_lead(options: BalkanOptions, deal: Deal, out: cards.Seat) -> cards.Seat:
    """Return forehand or the next active seat; to sanac and preferans never the declarer (A31)."""
    value, declarer = (
        contracts.value_of(deal.declared_contract.name),
        deal.declared_contract.declarer,
    )
    by_predecessor = options.sanac_lead is SanacLead.PREDECESSOR
    plays_second = value == contracts.PREFERANS or (value == contracts.SANAC and by_predecessor)
    leader = deal.defenders()[1] if plays_second else deal.seats[0]
    while leader == out or (value >= contracts.SANAC and leader == declarer):
        leader = deal.next_seat(leader)
    return leader
