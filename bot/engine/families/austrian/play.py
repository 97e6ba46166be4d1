"""Announcements and offers during the play (rules/austrian.md V-14, V-16, A-10).

Players may declare no aces before the first lead, lay hands open from the second trick on, and
exchange offers as declarer and lone defender.  The seat to lead may offer instead of playing, the
other one out of turn.  An open offer must be answered before the play continues.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Offer, OutOfTurnPhase, PhaseOutcome, PhaseOver, Stage
from bot.engine.families.austrian.contracts import DEFENDER_QUOTA, TARGET
from bot.engine.rules import RuleReason
from bot.engine.trick_play import TRICKS, TrickPlay, plays_of

# Offers between the declarer and a lone defender (rules/austrian.md V-14, Q6).

SPLITS: Final = range(
    TARGET, TRICKS - DEFENDER_QUOTA + 1
)  # nobody falls: 6, 7 or 8 for the declarer
_OFFERS: Final = {tricks: act.Propose(tricks) for tricks in SPLITS}


@dataclass(frozen=True, slots=True)
class SplitAgreed(PhaseOutcome):
    """The two agree on a split, which is scored as if it had been played."""


class Bargain(NamedTuple):
    """The state of the offers; ``declined`` is the offer just declined (-1: none)."""

    declarer: Seat
    defender: Seat
    most: int
    at_any_trick: bool
    made: tuple[Seat, ...] = ()  # the maker of each offer so far
    declined: int = -1

    def offers(self, deal: Deal, seat: Seat, but: int = -1) -> tuple[act.Propose, ...]:
        """Return the offers a seat may make now; ``but`` is the offer it answers."""
        if seat not in (self.declarer, self.defender) or self.made.count(seat) >= self.most:
            return ()
        if deal.trick or (deal.tricks and not self.at_any_trick):
            return ()
        least = max(SPLITS[0], deal.won[self.declarer])
        most = min(SPLITS[-1], TRICKS - deal.won[self.defender])
        splits = range(least, most + 1)
        return tuple(_OFFERS[tricks] for tricks in splits if tricks not in (self.declined, but))

    def other(self, seat: Seat) -> Seat:
        return self.defender if seat == self.declarer else self.declarer

    def why_not(self, deal: Deal, seat: Seat, action: Action) -> RuleReason:
        if not isinstance(action, act.Propose) or not self.offers(deal, seat):
            used_up = self.made.count(seat) >= self.most
            return RuleReason.OFFERS_USED_UP if used_up else RuleReason.WRONG_PHASE
        repeated = action.tricks == self.declined
        return RuleReason.OFFER_REPEATED if repeated else RuleReason.OFFER_NOT_ALLOWED

    def with_offer(self, deal: Deal, seat: Seat, tricks: int) -> tuple["Bargain", Offer]:
        """Return the bargain after the seat's offer, and the offer as a split of tricks to come."""
        bargain = self._replace(made=(*self.made, seat), declined=-1)
        left = {
            self.declarer: tricks - deal.won[self.declarer],
            self.defender: TRICKS - tricks - deal.won[self.defender],
        }
        first, second, third = (left.get(at, 0) for at in deal.seats)
        return bargain, Offer(seat, (first, second, third))

    def with_split(self, deal: Deal, tricks: int) -> Deal:
        """Return the deal with all ten tricks split as agreed."""
        won = list(deal.won)
        won[self.declarer], won[self.defender] = tricks, TRICKS - tricks
        return deal._replace(won=tuple(won))


@dataclass(frozen=True, slots=True)
class AnnouncementPlay(TrickPlay):
    """Play with announcements.

    ``showing`` may lay their hands open; ``teller`` may still declare no aces (-1: nobody).
    """

    showing: tuple[Seat, ...] = ()
    teller: Seat = -1
    bargain: Bargain | None = None

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (*plays_of(self.playable(deal)), *self.out_of_turn_actions(deal, self.to_act(deal)))

    def out_of_turn_actions(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        return (
            *self._declares(deal, seat),
            *self._exposes(deal, seat),
            *(self.bargain.offers(deal, seat) if self.bargain else ()),
            *TrickPlay.out_of_turn_actions(self, deal, seat),
        )

    def may_announce(self, deal: Deal) -> bool:
        """Return True before the end of the first trick: no aces (A-10)."""
        return not deal.tricks

    def speakers(self, deal: Deal) -> tuple[Seat, ...]:
        led = bool(deal.tricks or deal.trick)
        found = {seat for seat in self.showing if seat not in deal.open_seats}
        if self.teller >= 0 and not led:
            found.add(self.teller)
        if self.bargain is not None and (self.bargain.at_any_trick or not led):
            found |= {self.bargain.declarer, self.bargain.defender}
        return tuple(found)

    def _declares(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """Return the declaration of no aces, before the first lead (A-10)."""
        led = deal.tricks or deal.trick
        return (act.NO_ACES,) if seat == self.teller and not led else ()

    def _exposes(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """Return the right of a defender to lay open after the first trick (V-16)."""
        may = seat in self.showing and seat not in deal.open_seats
        return (act.EXPOSE,) if may and deal.tricks else ()

    def apply_out_of_turn(self, deal: Deal, seat: Seat, action: Action) -> Deal | PhaseOver:
        match action:
            case act.NO_ACES:
                return deal.with_call(seat, action).with_phase(replace(self, teller=-1))
            case act.EXPOSE:
                shown = (*deal.open_seats, seat)
                return deal.with_call(seat, action)._replace(open_seats=shown)
            case act.Propose(tricks) if self.bargain is not None:
                return _with_offer(deal, self, self.bargain, seat, tricks)
            case _:
                return TrickPlay.apply_out_of_turn(self, deal, seat, action)

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, act.Propose) and self.bargain is not None:
            return self.bargain.why_not(deal, self.to_act(deal), action)
        return TrickPlay.why_not(self, deal, action)


@dataclass(frozen=True, slots=True)
class OfferAnswer(OutOfTurnPhase):
    """An open offer: the other accepts, declines or counters; its maker may withdraw it."""

    stage = Stage.NEGOTIATION
    timeout_action = act.REFUSE  # silence is no consent (V-14)

    paused: AnnouncementPlay  # resumes without an agreement
    bargain: Bargain
    maker: Seat
    tricks: int  # for the declarer

    @property
    def trick_play(self) -> AnnouncementPlay:
        return self.paused

    def to_act(self, deal: Deal) -> Seat:
        return self.bargain.other(self.maker)

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        counters = self.bargain.offers(deal, self.to_act(deal), but=self.tricks)
        return (act.ACCEPT, act.REFUSE, *counters)

    def out_of_turn_actions(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        return (act.WITHDRAW,) if seat == self.maker else ()

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        return self.apply_out_of_turn(deal, self.to_act(deal), action)

    def apply_out_of_turn(self, deal: Deal, seat: Seat, action: Action) -> Deal | PhaseOver:
        if isinstance(action, act.Propose):
            return _with_offer(deal, self.paused, self.bargain, seat, action.tricks)
        deal = deal.with_call(seat, action)._replace(offer=None)
        if action is act.ACCEPT:
            return PhaseOver(self.bargain.with_split(deal, self.tricks), SplitAgreed())
        declined = self.tricks if action is act.REFUSE else -1
        return deal.with_phase(
            replace(self.paused, bargain=self.bargain._replace(declined=declined))
        )

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, act.Play):
            return RuleReason.OFFER_OPEN
        return self.bargain.why_not(deal, self.to_act(deal), action)


def _with_offer(
    deal: Deal, play: AnnouncementPlay, bargain: Bargain, seat: Seat, tricks: int
) -> Deal:
    bargain, offer = bargain.with_offer(deal, seat, tricks)
    phase = OfferAnswer(play, bargain, seat, tricks)
    return deal.with_call(seat, act.Propose(tricks))._replace(offer=offer, phase=phase)
