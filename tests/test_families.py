"""A family is three packages and three lines in the registries; nobody else knows its name."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.analysis.postmortem import DECLARER_STRAINS, DealRecord, double_dummy_table, post_mortem
from bot.analysis.review import is_public, revealed_hands, summarize
from bot.engine import actions as act
from bot.engine.actions import Play
from bot.engine.cards import PACK, TABLE_SEAT, Seat
from bot.engine.deal import Contract, DealResult, Stage
from bot.engine.families import FAMILIES
from bot.engine.family import Family
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import IllegalAction, RuleReason, Rules
from bot.engine.view import SeatView, build_view, result_view
from bot.model.enums import Clock, Status
from bot.presets import load_presets
from bot.render.families import PRESENTERS
from bot.render.families.presenter import FamilyPresenter
from bot.render.hand.private_hand import hand_screen
from bot.render.screen_data import SeatData, TableData
from bot.render.study.hint_screens import hint_screen
from bot.render.study.postmortem_screens import AnalysedDeal, overview_screen
from bot.render.words import LOCALE_FOLDER, Words, load_catalogue
from bot.robots import ROBOTS
from bot.robots.families import STRATEGIES
from bot.workers.jobs import advise_player
from tests.families.trio import engine as trio
from tests.families.trio import render as presenter
from tests.families.trio import robots as strategy
from tests.render import pages
from tests.robots.evenings import deck
from tests.support.sources import nodes_of
from tests.test_layers import BOT, imported

PACKAGES: Final = ("engine", "render", "robots")
REGISTERS: Final = {BOT / package / "families" / "__init__.py" for package in PACKAGES}


def family_of_path(path: Path) -> str:
    """Return the family in whose folder a module lies or whose name it has, or nothing."""
    parts = path.relative_to(BOT).with_suffix("").parts
    inside = len(parts) > 2 and parts[1] == "families"
    return parts[2] if inside else ""


MODULES: Final = [path for path in sorted(BOT.rglob("*.py")) if path not in REGISTERS]


def test_the_registers_have_the_same_families() -> None:
    assert list(FAMILIES) == list(PRESENTERS) == list(STRATEGIES)
    assert all(family.key == key for key, family in FAMILIES.items())
    assert all(isinstance(family, Family) for family in FAMILIES.values())
    assert all(isinstance(one, FamilyPresenter) for one in PRESENTERS.values())
    folders = {path.parent.name for path in BOT.glob("*/families/*/__init__.py")}
    assert folders == set(FAMILIES)
    assert {path.stem for path in BOT.glob("robots/families/*.py")} > set(FAMILIES)


def families_known_to(path: Path) -> set[str]:
    """Return the families a module imports or names."""
    parts = [name.split(".") for name in imported(path)]
    insides = {words[3] for words in parts if len(words) > 3 and words[2] == "families"}
    named = {node.value for node in nodes_of(path) if isinstance(node, ast.Constant)}
    return {family for family in FAMILIES if family in insides or family in named}


def test_nobody_else_knows_a_family() -> None:
    for path in MODULES:
        known = families_known_to(path)
        assert not known - {family_of_path(path)}, path


# -- a fourth family: tests/families/trio, the example to copy ------------------------------------

PEOPLE: Final = tuple(SeatData(name, n) for n, name in enumerate(("Ana", "Boris", "Vera")))
FACTS: Final = TableData(1, Status.PLAYING, 1, PEOPLE, Clock.NONE, friendly=True)
EXAMPLES: Final = Path(__file__).parent / "families"


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Return the rules of Trio, with a line in each of the three registries."""
    monkeypatch.setitem(FAMILIES, trio.KEY, trio.TRIO)
    monkeypatch.setitem(PRESENTERS, trio.KEY, presenter.TRIO)
    monkeypatch.setitem(STRATEGIES, trio.KEY, strategy.TRIO)
    presets = load_presets(EXAMPLES)
    monkeypatch.setattr(pages, "PRESETS", presets)
    return presets.rules("trio")


@pytest.fixture
def words(tmp_path: Path) -> Words:
    """Return English with the words of Trio."""
    texts = [LOCALE_FOLDER / "en.po", EXAMPLES / "trio" / "words.po"]
    english = "".join(path.read_text(encoding="utf-8") for path in texts)
    (tmp_path / "en.po").write_text(english, encoding="utf-8")
    return load_catalogue(tmp_path).words("en")


def deals_of(rules: Rules) -> Iterator[tuple[Game, DealRecord, list[SeatView]]]:
    """Yield each deal of a match of three levels: the game after it, its record, its questions."""
    rng, levels = Random(9), list(ROBOTS.values())
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0))
    while not game.ended:
        pack = deck(rng)
        carry, lines, asked = game.carry, [(TABLE_SEAT, format_action(pack))], list[SeatView]()
        game = apply_action(game, TABLE_SEAT, pack)
        while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
            asked.append(build_view(game, seat))
            action = levels[seat].choose(asked[-1], rng)
            lines.append((seat, format_action(action)))
            game = apply_action(game, seat, action)
        yield game, DealRecord(rules, carry, tuple(lines)), asked


def play_deal(rules: Rules, *calls: str) -> Game:
    """Play a deal of the unshuffled pack with these calls; each card is the first legal one."""
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(2))  # so that Ana is forehand
    game = apply_action(game, TABLE_SEAT, act.Deck(tuple(PACK)))
    for seat, call in enumerate(calls):
        game = apply_action(game, seat, parse_action(call))
    while game.deal is not None:
        seat = required_seat(game)
        game = apply_action(game, seat, legal_actions(game, seat)[0])
    return game


def required_seat(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def test_trio_writes_what_was_called(rules: Rules) -> None:
    """Ana has all spades and takes six tricks or more."""
    game = play_deal(rules, "bid 4NT", "pass", "bid 6NT")
    assert game.last is not None
    assert game.last.contract == Contract("6NT", 2, 6, -1)
    assert (game.last.outcome, settled(game)) == ("failed", (2, 2, -4))
    game = play_deal(rules, "bid 6NT", "pass", "pass")
    assert game.last is not None
    assert (game.last.outcome, settled(game)) == ("made", (4, -2, -2))


def settled(game: Game) -> tuple[int, ...]:
    """Return the balances, checked against the sum of the steps."""
    sheet = game.carry.sheet
    steps = trio.TRIO.settlement_steps(game.rules, sheet, is_over=game.ended)
    found = trio.TRIO.settle(game.rules, sheet)
    assert found == tuple(sum(step.amount_for(seat) for step in steps) for seat in range(3))
    return found


def test_trio_is_called_once_each_and_upwards(rules: Rules) -> None:
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(2))
    game = apply_action(game, TABLE_SEAT, act.Deck(tuple(PACK)))
    game = apply_action(game, 0, act.Bid("6NT"))
    assert legal_actions(game, 1) == (act.PASS, act.Bid("M"))
    with pytest.raises(IllegalAction) as refused:
        apply_action(game, 1, act.Bid("4NT"))
    assert refused.value.reason is RuleReason.BID_TOO_LOW


def test_trio_throws_in_what_all_passed(rules: Rules) -> None:
    game = play_deal(rules, "pass", "pass", "pass")
    assert game.last is not None
    assert (game.last.outcome, game.last.postings, game.carry.dealer) == ("thrown_in", (), 0)


@pytest.mark.slow
def test_a_family_is_three_parts_and_three_lines(rules: Rules, words: Words) -> None:
    """A match of all levels, hints at every stage, and post-mortems with the alternatives."""
    deals = list(deals_of(rules))
    assert len(deals) == trio.TrioOptions.of(rules).deals
    last_of_stage = {seen.stage: seen for _, _, asked in deals for seen in asked}
    assert set(last_of_stage) >= {Stage.AUCTION, Stage.PLAY}
    for seen in last_of_stage.values():
        hinted(seen, words)
    for game, record, _ in deals:
        assert game.last is not None
        looked_back(record, game.last, words)


def test_the_words_of_trio_are_enough_for_every_screen(rules: Rules, words: Words) -> None:
    """All screens of its tables, from the lobby to the settlement."""
    kinds = {kind for kind, _ in pages.at_a_table(rules, words)}
    assert kinds >= {"lobby", "rules", "house rules", "hand, auction", "hand, play", "table, over"}
    assert kinds >= {"what now", "result", "sheet", "settlement", "match"}


def hinted(seen: SeatView, words: Words) -> None:
    advice = advise_player(seen, 5)
    assert advice.action in seen.legal
    assert hint_screen(seen, FACTS, advice, words).blocks
    assert hand_screen(seen, FACTS, words).blocks


def looked_back(record: DealRecord, last: DealResult, words: Words) -> None:
    rules, found, makes = record.rules, post_mortem(record), double_dummy_table(record)
    is_played = any(isinstance(parse_action(line), Play) for _, line in record.lines)
    assert [made.seat for made in makes] == (list(last.seats) if is_played else [])
    assert all(len(made.tricks) == len(DECLARER_STRAINS) for made in makes)
    assert is_public(rules, found)
    sums = summarize(rules, found, [True] * len(record.lines)).seats
    assert sum(one.declared for one in sums) == (last.contract is not None)
    scored, shown = result_view(rules, last), revealed_hands(rules, found)
    study = AnalysedDeal(rules, 9, scored, found, shown, makes, deals=2)
    assert overview_screen(study, FACTS, words).blocks
