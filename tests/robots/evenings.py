"""Games played by robots alone, and statistics of them."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import PACK, TABLE_SEAT
from bot.engine.deal import DealResult, Stage
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view, match_view
from bot.presets import load_presets
from bot.robots.plain_robot import PLAIN_ROBOT

PRESETS = load_presets()
BEGINNER = PLAIN_ROBOT
PLAYERS = {"balkan": (3,)}  # families with other numbers of players than three and four

Chooser = Callable[[SeatView, Random], Action]


@dataclass
class Evening:
    """A game from the draw to its end, or to a number of deals."""

    results: list[DealResult] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    ended: bool = False


def tables(family: str) -> list[tuple[str, int]]:
    """Return every preset of a family with every number of players."""
    names = [name for name in PRESETS.names() if PRESETS.family_key(name) == family]
    return [(name, players) for name in names for players in PLAYERS.get(family, (3, 4))]


def share(of: int, among: int) -> float:
    return of / among if among else 0.0


def deck(rng: Random) -> act.Deck:
    cards = list(PACK)
    rng.shuffle(cards)
    return act.Deck(tuple(cards))


def play_out(rules: Rules, seed: int, most: int = 200) -> Evening:
    """Play a whole match of robots; check and time every choice."""
    rng, evening = Random(seed), Evening()
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(rng.randrange(rules.players)))
    while game.carry.number < most and to_act(game) is not None:
        game = play_deal(apply_action(game, TABLE_SEAT, deck(rng)), rng, evening.seconds)
        assert game.last is not None
        evening.results.append(game.last)
    evening.ended = game.ended
    return evening


def play_deal(
    game: Game,
    rng: Random,
    seconds: list[float] | None = None,
    choosers: dict[int, Chooser] | None = None,
) -> Game:
    """Return the game after the open deal, whose views share what is the same all along."""
    match = match_view(game)
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        seen = build_view(game, seat, match)
        before = process_time()
        action = (choosers or {}).get(seat, BEGINNER.choose)(seen, rng)
        if seconds is not None:
            seconds.append(process_time() - before)
        assert action in seen.legal
        game = apply_action(game, seat, action)
    return game


def duplicate(rules: Rules, chooser: Chooser, seed: int) -> float:
    """Return a chooser's gain per deal among beginners, in each seat with the same cards."""
    total = 0
    for seat in range(rules.players):
        rng = Random(seed)
        game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(seed % rules.players))
        game = play_deal(apply_action(game, TABLE_SEAT, deck(rng)), rng, choosers={seat: chooser})
        total += family_of(rules).settle(rules, game.carry.sheet)[seat]
    return total / rules.players


def at_random(seen: SeatView, rng: Random) -> Action:
    """Choose any legal action."""
    return rng.choice(seen.legal)


def cards_at_random(seen: SeatView, rng: Random) -> Action:
    """Call as the beginner does, but play any card."""
    plays = [action for action in seen.legal if isinstance(action, act.Play)]
    return rng.choice(plays) if plays else BEGINNER.choose(seen, rng)


def positions(rules: Rules, seed: int) -> Iterator[tuple[Game, int]]:
    """Yield every decision of one deal among robots, with the seat to act."""
    rng = Random(seed)
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0))
    game = apply_action(game, TABLE_SEAT, deck(rng))
    match = match_view(game)
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        yield game, seat
        game = apply_action(game, seat, BEGINNER.choose(build_view(game, seat, match), rng))


def number_bids(
    agreed: Sequence[Rules], numbers: Container[str], choose: Chooser
) -> Iterator[tuple[SeatView, int]]:
    """Yield each number that is bid or held in 150 first auctions, with the view of its bidder."""
    for deal in range(150):
        rng = Random(f"numbers {deal}")
        game = apply_action(new_game(agreed[deal % len(agreed)]), TABLE_SEAT, act.Dealer(deal % 3))
        game = apply_action(game, TABLE_SEAT, deck(rng))
        while stage_of(game) is Stage.AUCTION and (seat := to_act(game)) is not None:
            view = build_view(game, seat)
            action = choose(view, rng)
            game = apply_action(game, seat, action)
            calls = () if game.deal is None else game.deal.calls
            bids = [call.action.name for call in calls if isinstance(call.action, act.Bid)]
            if action != act.PASS and bids and bids[-1] in numbers:
                yield view, int(bids[-1])
