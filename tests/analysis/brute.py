"""Endings played out by the engine, every card tried: the reference for the solver."""

from dataclasses import dataclass, field

from bot.analysis.position import Aim, Cards, SolverContract
from bot.engine.actions import Play
from bot.engine.cards import Card, Hand
from bot.engine.deal import Carry, Deal, PhaseOver, Trick, new_deal
from bot.engine.deal import Contract as Declared
from bot.engine.rules import Rules
from bot.engine.trick_play import TRICKS, TrickPlay, begin_trick_play
from tests.support import builders

RULES: Rules = builders.rules("sochi")
DEALER = 3  # the fourth player, whose cards a leading talon may be

Won = tuple[int, ...]


def ending(cards: Cards, contract: SolverContract) -> Deal:
    """Return a deal of the engine with only these cards left; the places are the seats 0, 1, 2."""
    assert not cards.trick
    hands = (*(Hand(hand) for hand in cards.hands), Hand(0))
    left = max(len(hand) for hand in hands)
    play = TrickPlay(
        trump=contract.trump,
        claims=False,
        following=contract.following,
        bound=contract.bound,
        out=contract.out,
        owner=DEALER if cards.talon_plays else -1,
        talon_winner_leads=cards.talon_winner_leads,
    )
    gone = tuple(Trick(0, (), 0, None) for _ in range(TRICKS - left))
    deal = new_deal(RULES, Carry(), (0, 1, 2), hands, cards.talon, play)
    deal = deal._replace(tricks=gone, contract=_declared(contract))
    return begin_trick_play(deal, play, lead=cards.talon, leader=cards.leader)


def _declared(contract: SolverContract) -> Declared | None:
    """Return the engine's contract; its level does not matter here."""
    if contract.declarer < 0:
        return None
    return Declared("", contract.declarer, 0 if contract.aim is Aim.LEAST else 6, contract.trump)


def cards_of(deal: Deal) -> Cards:
    """Return the solver's position."""
    play = deal.phase
    assert isinstance(play, TrickPlay)
    return Cards(
        hands=(int(deal.hands[0]), int(deal.hands[1]), int(deal.hands[2])),
        leader=deal.leader,
        trick=deal.trick,
        talon=deal.lead,
        talon_plays=play.owner >= 0,
        talon_winner_leads=play.talon_winner_leads,
    )


@dataclass
class Brute:
    """Search of all continuations of a deal, by position.

    ``known`` holds the declarer's remaining tricks for deals that wait for a card.
    """

    contract: SolverContract
    known: dict[Cards, int] = field(default_factory=dict)
    deals: dict[Cards, Deal] = field(default_factory=dict)

    def value(self, deal: Deal) -> int:
        cards = cards_of(deal)
        if cards not in self.known:
            values = [value for _, value in self.moves(deal)]
            wants_most = self.contract.aim is Aim.MOST
            best = max if (deal.turn == self.contract.declarer) == wants_most else min
            self.known[cards] = best(values)
            self.deals[cards] = deal
        return self.known[cards]

    def moves(self, deal: Deal) -> list[tuple[Card, int]]:
        """Return the declarer's remaining tricks after each legal card."""
        found = []
        for action in deal.phase.legal(deal):
            assert isinstance(action, Play)
            after, won = after_card(deal, action)
            mine = won[self.contract.declarer]
            found.append((action.card, mine + (self.value(after) if after else 0)))
        return found


def after_card(deal: Deal, action: Play) -> tuple[Deal | None, Won]:
    """Return the deal after a card (None at its end) and the tricks the card takes, by seat."""
    after = deal.phase.apply(deal, action)
    over = isinstance(after, PhaseOver)
    then = after.deal if isinstance(after, PhaseOver) else after
    won = tuple(new - old for new, old in zip(then.won, deal.won, strict=True))
    return (None if over else then), won


@dataclass
class Everybody:
    """All-pass search: the tricks of each seat when each minimises its own.

    Ties: the most for the next place, then the most for the third (stated in ``allpass``).
    """

    known: dict[Cards, Won] = field(default_factory=dict)

    def outcome(self, deal: Deal) -> Won:
        cards = cards_of(deal)
        if cards not in self.known:
            self.known[cards] = min(
                (outcome for _, outcome in self.moves(deal)),
                key=lambda won: liking(won, deal.turn),
            )
        return self.known[cards]

    def moves(self, deal: Deal) -> list[tuple[Card, Won]]:
        found = []
        for action in deal.phase.legal(deal):
            assert isinstance(action, Play)
            after, won = after_card(deal, action)
            rest = self.outcome(after) if after else (0, 0, 0, 0)
            found.append((action.card, tuple(map(sum, zip(won, rest, strict=True)))))
        return found


def liking(won: Won, seat: int) -> tuple[int, int, int]:
    return won[seat], -won[(seat + 1) % 3], -won[(seat + 2) % 3]
