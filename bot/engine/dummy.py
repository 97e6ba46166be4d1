"""The hand of nobody: three hands lie out where two play (rules/russian.md 2.11).

Against a contract its cards are played by the opponent of the declarer, as the boss of the play.
When everybody has passed it plays by a fixed rule; then its cards are moves of the engine, as the
last trick is, and no lines of the log.
"""

from dataclasses import dataclass

from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Deal, Over
from bot.engine.play import TrickPlay


def opponents(deal: Deal) -> tuple[Seat, ...]:
    """The defenders who are asked, in order of answer: one, where the other is the dummy."""
    return tuple(seat for seat in deal.defenders() if seat != deal.rules.dummy)


def lowest(cards: int) -> Card:
    """The lowest rank of a set of cards, of equal ranks the lowest suit."""
    return min(Hand(cards), key=lambda card: (card & 7, card))


@dataclass(frozen=True, slots=True)
class DummyPlay(TrickPlay):
    """Ten tricks in which nobody is asked for the cards of the ``bossed`` hands."""

    def apply(self, deal: Deal, action: Action) -> Deal | Over:
        after = TrickPlay.apply(self, deal, action)
        while isinstance(after, Deal) and after.turn in self.bossed:
            play = after.phase
            assert isinstance(play, DummyPlay)
            after = TrickPlay.apply(play, after, PLAYS[lowest(play._cards(after))])
        return after
