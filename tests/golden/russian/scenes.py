"""Scenes for the options of rules/russian.md 5: a small happening, played under given options."""

from typing import Any

from bot.engine.actions import Bid
from bot.engine.deal import Carry
from bot.engine.families import family_of
from bot.engine.families.russian.carry import RussianCarry
from bot.engine.game import legal, to_act
from bot.engine.notation import text
from bot.engine.rules import Rules
from bot.engine.view import view
from tests.golden.options import Scene
from tests.support import builders
from tests.support.builders import contract_won, dealt, said


def agreed_and_carry(options: dict[str, Any], streak: int = 0, **pools: int) -> tuple[Rules, Carry]:
    values: dict[str, Any] = {"preset": "sochi", "players": 3} | options
    agreed = builders.rules(**values)
    before = {f"pool {name[1:]}": points for name, points in pools.items()}
    return agreed, builders.carry(agreed, streak=streak, before=before)


def contract(name: str, b: int, c: int, whisters: tuple[int, ...], talon: str = "8C 9D") -> Scene:
    """A contract of A with so many tricks of B and C."""

    def scene(**options: Any) -> dict[str, int]:
        agreed, at = agreed_and_carry(options)
        tricks = {0: 10 - b - c, 1: b, 2: c}
        result = builders.scored_game(agreed, at, name, tricks, whisters, talon=talon)
        return builders.sums(result.postings)

    return scene


def all_pass(a: int, b: int, c: int, d: int = 0, streak: int = 0) -> Scene:
    def scene(**options: Any) -> dict[str, int]:
        agreed, at = agreed_and_carry(options, streak)
        tricks = {0: a, 1: b, 2: c, 3: d}
        return builders.sums(builders.scored_all_pass(agreed, at, tricks).postings)

    return scene


def unplayed(name: str, **pools: int) -> Scene:
    def scene(**options: Any) -> dict[str, int]:
        agreed, at = agreed_and_carry(options, **pools)
        return builders.sums(builders.scored_unplayed(agreed, at, name).postings)

    return scene


def both(*scenes: Scene) -> Scene:
    return lambda **options: tuple(scene(**options) for scene in scenes)


def choices(*lines: str) -> Scene:
    """What the next one may say."""

    def scene(**options: Any) -> str:
        game = said(dealt("7S 8S ... | ... | ... | ...", **options), *lines)
        return ", ".join(map(text, builders.actions_of(game)))

    return scene


def names_bid(*lines: str, streak: int = 0) -> Scene:
    """The first legal bid and the number of legal bids."""

    def scene(**options: Any) -> tuple[str, int]:
        game = said(dealt(streak=streak, **options), *lines)
        seat = to_act(game)
        assert seat is not None
        bids = [action.name for action in legal(game, seat) if isinstance(action, Bid)]
        return bids[0], len(bids)

    return scene


def open_after(name: str, answers: str) -> Scene:
    """How many hands lie open before the lead, after it, and after the first trick."""

    def scene(**options: Any) -> tuple[int, ...]:
        game = contract_won(dealt(**options), name, answers)
        counts = []
        for cards in (0, 1, 2):
            for _ in range(cards):
                game = said(game, text(builders.actions_of(game)[0]))
            assert game.deal is not None
            counts.append(len(game.deal.open_seats))
        return tuple(counts)

    return scene


def six_spades(**options: Any) -> str:
    game = contract_won(dealt(**options), "6S", "")
    assert game.deal is not None
    return game.deal.phase.stage.value


def claims(**options: Any) -> int:
    game = contract_won(dealt(**options), "7C", "whist, whist")
    return len(legal(game, 2))


def revealed(**options: Any) -> bool:
    last = view(contract_won(dealt(**options), "7C", "pass, pass"), None).last
    assert last is not None
    return last.reveal is not None


def told(option: str) -> Scene:
    """An agreement that the engine only tells: the words of a view's rules, and the score."""

    def scene(**options: Any) -> tuple[Any, int]:
        game = contract_won(dealt(**options), "7C", "pass, pass")
        return getattr(view(game, None).rules.options, option), game.carry.sheet.of("pool", 0)

    return scene


def seats(**options: Any) -> tuple[int, ...]:
    deal = dealt(dealer=2, **options).deal
    assert deal is not None
    return deal.seats


HEARTS_TALON = (
    "9S 10S JS QS KS AS 7C 8C KC 7H | 8H 9H 10H JH QH KH 9C QC 7D 8S |"
    " 8D 9D 10D JD QD KD AD 10C JC AC | 7S AH"
)


def after_talon(**options: Any) -> tuple[tuple[int, ...], int | None]:
    """Tricks after two tricks led by 7S and AH, and who leads the third."""
    game = said(dealt(HEARTS_TALON, **options), "pass", "pass", "pass")
    game = said(game, "play 9S", "play 8S", "play AD", "play 7H", "play KH", "play AC")
    assert game.deal is not None
    return game.deal.won, to_act(game)


def free_lead(**options: Any) -> int:
    game = said(dealt(HEARTS_TALON, **options), "pass", "pass", "pass")
    return len(builders.actions_of(game))


def streak_after(*games: str) -> Scene:
    """The streak after two raspasy deals and then one deal of each kind."""

    def scene(**options: Any) -> tuple[int, ...]:
        agreed, at = agreed_and_carry(options, streak=2)
        results = {
            "remise": builders.scored_game(agreed, at, "7C", {0: 6, 1: 4}, (1,)),
            "unplayed": builders.scored_unplayed(agreed, at, "7C"),
            "all_pass": builders.scored_all_pass(agreed, at, {0: 1, 1: 4, 2: 5}),
        }
        return tuple(builders.carry_after(agreed, at, results[name]).streak for name in games)

    return scene


def next_dealer(**options: Any) -> tuple[int, ...]:
    """After raspasy and after a game, dealer 2."""
    agreed, at = agreed_and_carry(options)
    passed = builders.scored_all_pass(agreed, at, {0: 1, 1: 4, 2: 5})
    played = builders.scored_unplayed(agreed, at, "7C")
    return tuple(builders.carry_after(agreed, at, r).dealer for r in (passed, played))


def is_over(number: int, *pools: int, time_up: bool = False) -> Scene:
    def scene(**options: Any) -> bool:
        agreed, _ = agreed_and_carry(options)
        sheet = builders.sheet({f"pool {seat}": n for seat, n in enumerate(pools)})
        at = RussianCarry(number=number, dealer=0, sheet=sheet, time_up=time_up)
        return family_of(agreed).over(agreed, at)

    return scene


def settled(**lines: int) -> Scene:
    def scene(**options: Any) -> tuple[int, ...]:
        agreed, _ = agreed_and_carry(options)
        written = {f"{name[:-1]} {name[-1]}": amount for name, amount in lines.items()}
        return family_of(agreed).settle(agreed, builders.sheet(written))

    return scene
