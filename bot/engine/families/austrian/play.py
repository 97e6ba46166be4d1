"""What may be said during the play (rules/austrian.md V-14, V-16, A-10).

No aces before the first lead, hands laid open from the second trick on, offers between declarer
and lone defender.  While no offer is open the play goes on: the seat to lead may offer instead,
the other one out of turn.  An open offer is answered before anything else.
"""

from dataclasses import dataclass, replace

from bot.engine import actions as act
from bot.engine.actions import Action, plays_of
from bot.engine.cards import Seat
from bot.engine.deal import Deal, OutOfTurn, Over, Stage
from bot.engine.families.austrian.negotiation import Agreed, Bargain
from bot.engine.play import TrickPlay
from bot.engine.refusal import RuleReason


@dataclass(frozen=True, slots=True)
class SpokenPlay(TrickPlay):
    """``showing`` may lay their hands open; ``teller`` may still declare no aces (-1: nobody)."""

    showing: tuple[Seat, ...] = ()
    teller: Seat = -1
    bargain: Bargain | None = None

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (*plays_of(self._cards(deal)), *self.offers(deal, self.to_act(deal)))

    def offers(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        return (
            *self._declares(deal, seat),
            *self._exposes(deal, seat),
            *(self.bargain.offers(deal, seat) if self.bargain else ()),
            *TrickPlay.offers(self, deal, seat),
        )

    def may_announce(self, deal: Deal) -> bool:
        """A-10: no aces, before the first trick."""
        return not deal.tricks

    def _declares(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """A-10: before the first lead."""
        led = deal.tricks or deal.trick
        return (act.NO_ACES,) if seat == self.teller and not led else ()

    def _exposes(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        """V-16: a right of each defender once the first trick is turned."""
        may = seat in self.showing and seat not in deal.open_seats
        return (act.EXPOSE,) if may and deal.tricks else ()

    def spoken(self, deal: Deal, seat: Seat, action: Action) -> Deal | Over:
        match action:
            case act.NO_ACES:
                return deal.said(seat, action).at(replace(self, teller=-1))
            case act.EXPOSE:
                shown = (*deal.open_seats, seat)
                return deal.said(seat, action)._replace(open_seats=shown)
            case act.Propose(tricks) if self.bargain is not None:
                return _offered(deal, self, self.bargain, seat, tricks)
            case _:
                return TrickPlay.spoken(self, deal, seat, action)

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, act.Propose) and self.bargain is not None:
            return self.bargain.why_not(deal, self.to_act(deal), action)
        return TrickPlay.why_not(self, deal, action)


@dataclass(frozen=True, slots=True)
class Answer(OutOfTurn):
    """An offer is open: the other accepts, declines or counters; its maker may withdraw it."""

    stage = Stage.NEGOTIATION
    silence = act.REFUSE  # silence is no consent (V-14)

    paused: SpokenPlay  # goes on when there is no agreement
    bargain: Bargain
    maker: Seat
    tricks: int  # for the declarer

    @property
    def play(self) -> SpokenPlay:
        return self.paused

    def to_act(self, deal: Deal) -> Seat:
        return self.bargain.other(self.maker)

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        counters = self.bargain.offers(deal, self.to_act(deal), but=self.tricks)
        return (act.ACCEPT, act.REFUSE, *counters)

    def offers(self, deal: Deal, seat: Seat) -> tuple[Action, ...]:
        return (act.WITHDRAW,) if seat == self.maker else ()

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        return self.spoken(deal, self.to_act(deal), action)

    def spoken(self, deal: Deal, seat: Seat, action: Action) -> Deal | Over:
        if isinstance(action, act.Propose):
            return _offered(deal, self.paused, self.bargain, seat, action.tricks)
        deal = deal.said(seat, action)._replace(offer=None)
        if action is act.ACCEPT:
            return Over(self.bargain.divided(deal, self.tricks), Agreed())
        declined = self.tricks if action is act.REFUSE else -1
        return deal.at(replace(self.paused, bargain=self.bargain._replace(declined=declined)))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if isinstance(action, act.Play):
            return RuleReason.OFFER_OPEN
        return self.bargain.why_not(deal, self.to_act(deal), action)


def _offered(deal: Deal, play: SpokenPlay, bargain: Bargain, seat: Seat, tricks: int) -> Deal:
    bargain, offer = bargain.opened(deal, seat, tricks)
    phase = Answer(play, bargain, seat, tricks)
    return deal.said(seat, act.Propose(tricks))._replace(offer=offer, phase=phase)
