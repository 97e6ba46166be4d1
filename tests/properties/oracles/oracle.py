"""Interface of a family's oracle for the walks: a second reading of the rules, and its extent.

Each family writes its rules once more, apart from the engine; the walks compare.
"""

import random
from collections.abc import Iterable
from typing import NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, Card, Hand, Seat
from bot.engine.deal import Deal, DealResult, Stage
from bot.engine.game import Game
from bot.engine.rules import Rules
from bot.presets import OptionSetting

# attempts of any seat in any family; each family adds the names of its contracts
SAMPLE: tuple[Action, ...] = (
    *act.PLAYS,
    *act.DISCARDS.values(),
    *(
        act.Claim((a, b, n - a - b))
        for n in range(12)
        for a in range(n + 1)
        for b in range(n + 1 - a)
    ),
    *(act.PASS, act.HOLD, act.THROW, act.CONCEDE, act.WHIST, act.HALF_WHIST, act.OPEN),
    *(act.CLOSED, act.SILENT, act.JOIN, act.DROP, act.ALONE, act.INVITE, act.STAND, act.BUY),
    *(
        act.NO_ACES,
        act.EXPOSE,
        act.WITHDRAW,
        act.FUND,
        act.ANOTHER,
        act.ASK,
        act.PAY,
        act.ACCEPT,
        act.REFUSE,
    ),
    *(act.TIME_UP, act.STOP, act.Dealer(0), act.Deck(PACK)),
)


class Step(NamedTuple):
    before: Game
    seat: Seat
    action: Action
    after: Game


class Extent(NamedTuple):
    """Numbers of walks and deals: of every table, and of random mixtures."""

    deals: int
    of_each: int
    mixtures: int


class Reach(NamedTuple):
    """Everything that this many mixtures must reach: else the walks prove little.

    The mixtures of ``first`` reach it among themselves, as long as rules and walks are as they are.
    """

    seeds: int
    deals: int
    kinds: set[str]  # verbs of the notation
    stages: set[Stage]
    outcomes: set[str]
    roles: set[str]
    reasons: set[str]
    first: tuple[int, ...] = ()


class Oracle:
    """The kit's part of an oracle; a family adds the rest."""

    preset: str  # the preset of mixtures
    numbers: dict[str, list[OptionSetting]]  # values of the options that are no choice
    sample: tuple[Action, ...]
    walks: Extent = Extent(10, 5, 60)
    matches: Extent
    reach: Reach
    unasked: tuple[str, ...] = ("claim",)  # verbs of actions out of turn
    speaks_up: float = 0.02  # their probability
    plays_open_hands: bool = False  # one seat may play the cards of another
    sealing: tuple[str, ...] = ()  # presets with sealed choices

    def choose(self, choices: tuple[Action, ...], chance: random.Random) -> Action:
        """Choose a legal action, those that lead far more often."""
        raise TypeError(self)

    def playable(self, deal: Deal) -> set[str]:
        """Return the cards that the hand to play may play."""
        raise TypeError(self)

    def tricks_won(self, deal: Deal) -> tuple[int, ...]:
        """Return the tricks won, counted anew from the cards."""
        raise TypeError(self)

    def face_up(self, deal: Deal) -> tuple[Card, ...]:
        """Return the talon cards that lie open on the table now."""
        return ()

    def talon_was_shown(self, deal: Deal) -> bool:
        """Return True if everybody knows which cards the talon was, wherever they are now."""
        raise TypeError(self)

    def check_step(self, step: Step) -> None:
        """Check further facts after every action."""

    def check_result(self, step: Step, result: DealResult) -> None:
        """Check further facts of a deal that has just been scored."""

    def check_match(self, agreed: Rules, last: Step, deals: int) -> None:
        """Check further facts of a match of at most this many deals."""

    def check_sealed(self, game: Game) -> int:
        """Check that no view shows a sealed choice; return the number of such choices."""
        return 0

    def known(self, deal: Deal, seat: Seat | None) -> set[Card]:
        """Return the cards whose place a seat (or with None the channel) knows."""
        seen = {card for trick in deal.tricks for card in trick.cards} | set(deal.trick)
        seen |= {card for open_seat in deal.open_seats for card in deal.hands[open_seat]}
        seen |= set(self.face_up(deal))
        if seat is not None:
            seen |= set(deal.hands[seat])
        if deal.contract is not None and deal.contract.declarer == seat:
            seen |= set(deal.discard)
        return seen

    def dealt_anew(self, game: Game, seat: Seat | None, chance: random.Random) -> Game:
        """Return the same game with all cards the seat cannot see shuffled among their places."""
        deal = game.deal
        assert deal is not None
        seen = self.known(deal, seat)
        hidden = [card for card in range(32) if card not in seen]
        mixed = hidden.copy()
        chance.shuffle(mixed)
        new = dict(zip(hidden, mixed, strict=True))

        def moved(cards: Iterable[Card]) -> tuple[Card, ...]:
            return tuple(new.get(card, card) for card in cards)

        changed = deal._replace(
            hands=tuple(Hand.of(moved(cards)) for cards in deal.hands),
            aside=Hand.of(moved(deal.aside)),
            discard=tuple(sorted(moved(deal.discard))),
            dealt=tuple(Hand.of(moved(cards)) for cards in deal.dealt),
            talon=deal.talon if self.talon_was_shown(deal) else moved(deal.talon),
            lead=moved(deal.lead),
        )
        return game._replace(deal=changed)


def seats_and_public(game: Game) -> tuple[Seat | None, ...]:
    return (None, *range(game.rules.players))


def low_bid(chance: random.Random) -> int:
    """Return a bid: mostly the next step; sometimes a far higher one."""
    return chance.randrange(26) if chance.random() < 0.3 else chance.randrange(1, 4)


def far_enough(choices: tuple[Action, ...], chance: random.Random) -> Action:
    """Choose claims seldom, low bids and passes often, mostly the first contract."""
    claims = [action for action in choices if isinstance(action, act.Claim)]
    others = [action for action in choices if not isinstance(action, act.Claim)]
    if claims and (not others or chance.random() < 0.03):
        return chance.choice(claims)
    if isinstance(others[-1], act.Bid):
        place = low_bid(chance) if chance.random() >= 0.5 else 0
        return others[min(len(others) - 1, place)]
    if isinstance(others[0], act.Declare) and chance.random() < 0.7:
        return others[0]
    return chance.choice(others)
