"""Scenes for the options of rules/russian.md 5: a short sequence played under given rules."""

from bot.engine.actions import THROW, Bid
from bot.engine.deal import Carry, Stage
from bot.engine.families import family_of
from bot.engine.families.russian.scoring import RussianCarry
from bot.engine.game import legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import build_view
from tests.golden.options import Scene, open_tricks
from tests.support import builders
from tests.support.builders import contract_won, dealt_under, said


def carry(agreed: Rules, streak: int = 0, **pools: int) -> Carry:
    """Return the carry; ``_0=20`` is the pool of seat 0."""
    before = {f"pool {name[1:]}": points for name, points in pools.items()}
    return builders.carry(agreed, streak=streak, before=before)


def contract(name: str, b: int, c: int, whisters: tuple[int, ...], talon: str = "8C 9D") -> Scene:
    """Return a contract of A with these tricks of B and C."""

    def scene(agreed: Rules) -> dict[str, int]:
        at = carry(agreed)
        tricks = {0: 10 - b - c, 1: b, 2: c}
        result = builders.scored_game(agreed, at, name, tricks, whisters, talon=talon)
        return builders.sums(result.postings)

    return scene


def all_pass(a: int, b: int, c: int, d: int = 0, streak: int = 0) -> Scene:
    def scene(agreed: Rules) -> dict[str, int]:
        at = carry(agreed, streak)
        tricks = {0: a, 1: b, 2: c, 3: d}
        return builders.sums(builders.scored_all_pass(agreed, at, tricks).postings)

    return scene


def unplayed(name: str, **pools: int) -> Scene:
    def scene(agreed: Rules) -> dict[str, int]:
        at = carry(agreed, **pools)
        return builders.sums(builders.scored_unplayed(agreed, at, name).postings)

    return scene


def both(*scenes: Scene) -> Scene:
    return lambda agreed: tuple(scene(agreed) for scene in scenes)


def choices(*lines: str) -> Scene:
    """Return the legal actions of the seat to act."""

    def scene(agreed: Rules) -> str:
        game = said(dealt_under(agreed, "7S 8S ... | ... | ... | ..."), *lines)
        return ", ".join(map(format_action, builders.actions_of(game)))

    return scene


def names_bid(*lines: str, streak: int = 0) -> Scene:
    """Return the first legal bid and the number of legal bids."""

    def scene(agreed: Rules) -> tuple[str, int]:
        game = said(dealt_under(agreed, streak=streak), *lines)
        seat = to_act(game)
        assert seat is not None
        bids = [action.name for action in legal_actions(game, seat) if isinstance(action, Bid)]
        return bids[0], len(bids)

    return scene


def open_after(name: str, answers: str) -> Scene:
    """Return the open hands before the lead, after it, and after the first trick."""

    def scene(agreed: Rules) -> tuple[int, ...]:
        game = contract_won(dealt_under(agreed), name, answers)
        counts = []
        for cards in (0, 1, 2):
            for _ in range(cards):
                game = said(game, format_action(builders.actions_of(game)[0]))
            assert game.deal is not None
            counts.append(len(game.deal.open_seats))
        return tuple(counts)

    return scene


def six_spades(agreed: Rules) -> str:
    game = contract_won(dealt_under(agreed), "6S", "")
    assert game.deal is not None
    return game.deal.phase.stage.value


def claims(agreed: Rules) -> int:
    game = contract_won(dealt_under(agreed), "7C", "whist, whist")
    return len(legal_actions(game, 2))


def revealed(agreed: Rules) -> bool:
    last = build_view(contract_won(dealt_under(agreed), "7C", "pass, pass"), None).last
    assert last is not None
    return last.reveal is not None


def tricks_open(agreed: Rules) -> tuple[int, ...]:
    return open_tricks(contract_won(dealt_under(agreed), "7C", "whist, whist"))


def reported(option: str) -> Scene:
    """Return an option that the engine only reports, as a view shows it, and the score."""

    def scene(agreed: Rules) -> tuple[object, int]:
        game = contract_won(dealt_under(agreed), "7C", "pass, pass")
        return getattr(build_view(game, None).rules.options, option), game.carry.sheet.total(
            "pool", 0
        )

    return scene


def passed_by_both(agreed: Rules) -> Stage:
    """Return the stage of a deal in which two players have passed."""
    return stage_of(said(dealt_under(agreed), "pass", "pass"))


def seats(agreed: Rules) -> tuple[int, ...]:
    deal = dealt_under(agreed, dealer=1).deal
    assert deal is not None
    return deal.seats


HEARTS_TALON = (
    "9S 10S JS QS KS AS 7C 8C KC 7H | 8H 9H 10H JH QH KH 9C QC 7D 8S |"
    " 8D 9D 10D JD QD KD AD 10C JC AC | 7S AH"
)


def after_talon(agreed: Rules) -> tuple[tuple[int, ...], int | None]:
    """Return the tricks after two of them led by 7S and AH, and the leader of the third."""
    game = said(dealt_under(agreed, HEARTS_TALON), "pass", "pass", "pass")
    game = said(game, "play 9S", "play 8S", "play AD", "play 7H", "play KH", "play AC")
    assert game.deal is not None
    return game.deal.won, to_act(game)


def free_lead(agreed: Rules) -> int:
    game = said(dealt_under(agreed, HEARTS_TALON), "pass", "pass", "pass")
    return len(builders.actions_of(game))


def streak_after(*games: str) -> Scene:
    """Return the streak after two raspasy deals and then one deal of each kind."""

    def scene(agreed: Rules) -> tuple[int, ...]:
        at = carry(agreed, streak=2)
        results = {
            "remise": builders.scored_game(agreed, at, "7C", {0: 6, 1: 4}, (1,)),
            "unplayed": builders.scored_unplayed(agreed, at, "7C"),
            "all_pass": builders.scored_all_pass(agreed, at, {0: 1, 1: 4, 2: 5}),
        }
        return tuple(builders.carry_after(agreed, at, results[name]).streak for name in games)

    return scene


def next_dealer(agreed: Rules) -> tuple[int, ...]:
    """Return the next dealer after raspasy and after a game, dealer 2."""
    at = carry(agreed)
    passed = builders.scored_all_pass(agreed, at, {0: 1, 1: 4, 2: 5})
    played = builders.scored_unplayed(agreed, at, "7C")
    return tuple(builders.carry_after(agreed, at, r).dealer for r in (passed, played))


def is_over(number: int, *pools: int, time_up: bool = False) -> Scene:
    def scene(agreed: Rules) -> bool:
        sheet = builders.sheet({f"pool {seat}": n for seat, n in enumerate(pools)})
        at = RussianCarry(number=number, dealer=0, sheet=sheet, time_up=time_up)
        return family_of(agreed).has_ended(agreed, at)

    return scene


def settled(**lines: int) -> Scene:
    def scene(agreed: Rules) -> tuple[int, ...]:
        written = {f"{name[:-1]} {name[-1]}": amount for name, amount in lines.items()}
        return family_of(agreed).settle(agreed, builders.sheet(written))

    return scene


def may_throw(agreed: Rules) -> bool:
    """Return True if the talon may be thrown back after the exchange."""
    game = said(dealt_under(agreed, "7S 8S ... | ... | ... | ..."), "bid 7C", "pass", "pass")
    return THROW in builders.actions_of(game)
