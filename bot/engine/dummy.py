"""The dummy: the third hand of a game of two players (rules/russian.md 2.11).

Against a contract the declarer's opponent plays its cards, as the boss of the play.  After three
passes it plays by a fixed rule; the engine then plays its cards, like those of the last trick,
without log lines.
"""

from dataclasses import dataclass

from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Deal, PhaseOver
from bot.engine.play import TrickPlay


def active_defenders(deal: Deal) -> tuple[Seat, ...]:
    """Return the defenders with a player, in order of answer: one if the other is the dummy."""
    return tuple(seat for seat in deal.defenders() if seat != deal.rules.dummy)


def lowest_rank_card(cards: int) -> Card:
    """Return the card of the lowest rank, of equal ranks the lowest suit."""
    return min(Hand(cards), key=lambda card: (card & 7, card))


@dataclass(frozen=True, slots=True)
class DummyPlay(TrickPlay):
    """Ten tricks in which the engine plays the cards of the ``bossed`` hands."""

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        after = TrickPlay.apply(self, deal, action)
        while isinstance(after, Deal) and after.turn in self.bossed:
            play = after.phase
            assert isinstance(play, DummyPlay)
            after = TrickPlay.apply(play, after, PLAYS[lowest_rank_card(play._cards(after))])
        return after
