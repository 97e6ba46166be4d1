"""Scenes for the options of rules/balkan.md 5: a short sequence played under given rules."""

from collections.abc import Mapping
from pathlib import Path

from bot.engine.actions import Claim
from bot.engine.deal import DealResult, PlayFinished, Stage
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.game import apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.replaying import replay_log
from bot.engine.rules import Rules
from bot.engine.view import build_view
from tests.golden.options import Scene, open_tricks
from tests.golden.test_logs import read
from tests.support import balkan, builders
from tests.support.balkan import dealt_under
from tests.support.builders import said


def choices(*lines: str, refas: tuple[int, ...] = (0, 0, 0)) -> Scene:
    """Return the seat to act after these actions, with its choices."""

    def scene(agreed: Rules) -> str:
        game = said(dealt_under(agreed, refas=refas), *lines)
        return f"{to_act(game)}: " + " ".join(map(format_action, builders.actions_of(game)))

    return scene


def written(
    value: int,
    tricks: tuple[int, int, int],
    is_game: bool = False,
    level: int = 0,
    before: Mapping[str, int] | None = None,
    **roles: tuple[int, ...],
) -> Scene:
    """Return the entries of a contract of A."""

    def scene(agreed: Rules) -> dict[str, int]:
        named = balkan.named(agreed, balkan.carry(agreed, before), value, is_game)
        deal = balkan.doubled(named.with_roles(**roles), level, 1)
        result = BALKAN.after_phase(deal._replace(won=tricks), PlayFinished())
        assert isinstance(result, DealResult)
        return builders.sums(result.postings)

    return scene


def two_without_kontra(before: Mapping[str, int] | None = None, given: int = 0) -> Scene:
    """Return the outcome, the entries, and everybody's open refas."""

    def scene(agreed: Rules) -> tuple[str, dict[str, int], tuple[int, ...]]:
        at = balkan.carry(agreed, before, given=given)
        game = balkan.announced(agreed, at, 2)
        if "join" in map(format_action, builders.actions_of(game)):
            return "asked", {}, (0, 0, 0)
        game = said(game, "stand", "stand")
        assert game.last is not None
        carried = balkan.carry_after(agreed, at, game.last)
        return game.last.outcome, builders.sums(game.last.postings), carried.refas

    return scene


def passed_out(before: Mapping[str, int] | None = None, given: int = 0) -> Scene:
    def scene(agreed: Rules) -> str:
        game = said(dealt_under(agreed, before=before, given=given), "pass", "pass", "pass")
        assert game.last is not None
        return game.last.outcome

    return scene


def announced(value: int, *lines: str, is_game: bool = False) -> Scene:
    """Return the seat to act or lead after a contract of A and these actions, with its choices."""

    def scene(agreed: Rules) -> str:
        game = said(balkan.announced(agreed, balkan.carry(agreed), value, is_game), *lines)
        assert game.deal is not None
        if game.deal.phase.stage is Stage.PLAY:
            return f"{to_act(game)} leads"
        return f"{to_act(game)}: " + " ".join(map(format_action, builders.actions_of(game)))

    return scene


def talon_seen(agreed: Rules) -> int:
    shown = build_view(said(dealt_under(agreed), "bid 2", "pass", "pass"), 1)
    assert shown.table is not None
    return len(shown.table.talon)


def opening_debt(agreed: Rules) -> tuple[int, ...]:
    start = BALKAN.initial_carry(agreed)
    return tuple(start.sheet.total("main", seat) for seat in range(3))


def settled(**lines: int) -> Scene:
    def scene(agreed: Rules) -> tuple[int, ...]:
        written = {f"main {name[-1]}": amount for name, amount in lines.items()}
        return BALKAN.settle(agreed, balkan.sheet(agreed, written))

    return scene


def claims(agreed: Rules) -> int:
    game = said(balkan.announced(agreed, balkan.carry(agreed), 4), "join", "join", "stand", "stand")
    return sum(isinstance(action, Claim) for action in legal_actions(game, 2))


def revealed(agreed: Rules) -> bool:
    last = build_view(said(dealt_under(agreed), "pass", "pass", "pass"), None).last
    assert last is not None
    return last.reveal is not None


def tricks_open(agreed: Rules) -> tuple[int, ...]:
    at = balkan.carry(agreed)
    return open_tricks(said(balkan.announced(agreed, at, 4), "join", "join", "stand", "stand"))


def reported(option: str) -> Scene:
    """Return an option that the engine only reports, as a view shows it, and the opening sheet."""

    def scene(agreed: Rules) -> tuple[object, int]:
        shown = build_view(dealt_under(agreed), None)
        return getattr(shown.rules.options, option), shown.sheet.total("main", 0)

    return scene


# A has all clubs but one and plays clubs as trump; B and C hold the high cards of the others
SIX_LOST = "7C 8C 9C 10C 7S 8S 7D 8D 7H 8H | AS KS QS JS AD KD QD JD 10D 9D | ... | JC QC"


def tricks_played(agreed: Rules) -> tuple[int, int]:
    """Return the number of tricks when the play ends, and the entries of the defence."""
    game = balkan.announced(agreed, balkan.carry(agreed), 5)
    assert game.deal is not None
    cards = apply_action(
        new_game(agreed)._replace(carry=game.carry), -1, balkan.deck(SIX_LOST)
    ).deal
    assert cards is not None
    game = game._replace(deal=game.deal._replace(hands=cards.hands, aside=cards.aside))
    game = said(game, "join", "join", "stand", "stand")
    while game.deal is not None:
        game = said(game, format_action(builders.actions_of(game)[0]))
    assert game.last is not None
    return len(game.last.tricks), sum(p.count for p in game.last.postings if p.account == "side")


def partner_asks(agreed: Rules) -> tuple[str, int]:
    """Return the seat to act after a deal in which C took a trick of B, and B's column."""
    log = read(Path(__file__).parent / "deals" / "serbian-partner-pays.txt")
    game = replay_log(new_game(agreed), log.lines[:-2])
    return f"{to_act(game)}: {stage_of(game)}", game.carry.sheet.total("main", 1)


def columns(agreed: Rules) -> int:
    return len(opening_debt(agreed))
