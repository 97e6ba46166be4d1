"""The flat form of the search against the reference, and the choice of the form."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot.analysis import keys as suits
from bot.analysis import search_backend, solver, suit_facts
from bot.analysis.flat import constants
from bot.analysis.flat.bounds import NOT_FOUND, Bounds
from bot.analysis.flat.trick_pool import trick_pool_of
from bot.analysis.search import ReferenceSearch
from bot.analysis.search_backend import Backend
from bot.analysis.trick_tables import FollowingRules
from tests.analysis import deals
from tools import nodes


@pytest.mark.parametrize("turn", range(len(nodes.rules())), ids=lambda turn: nodes.rules()[turn])
def test_both_forms_search_the_same_positions(turn: int) -> None:
    """One deal for each rule; ``make nodes`` has ten thousand."""
    assert nodes.difference(turn) is None


def test_forgetting_the_tricks_changes_nothing() -> None:
    one = nodes.deal(0)
    before = list(nodes.search_answers(search_backend.flat_search(), one))
    trick_pool_of(solver.following_rules(one.contract)).clear()
    assert list(nodes.search_answers(search_backend.flat_search(), one)) == before


def test_a_trick_is_the_same_in_any_suit() -> None:
    """Results stored for one place in the key are moved to the others, not computed again."""
    duties = FollowingRules()
    for code in Random(1).sample(range(1, suits.CODE_COUNT), 200):
        for place in range(4):
            begin = trick_pool_of(duties).discards(1, place, code)
            numbers = trick_pool_of(duties).numbers
            count = numbers[begin]
            found = [numbers[begin + 1 + n] for n in range(count)]
            owners = suits.sequences()[code]
            assert found == [
                (suits.code_without(code, len(owners), card) - code) << place * suits.CODE_BITS
                for card in suits.lowest_of_runs(owners, 1)
            ]


def test_bounds_are_kept_while_the_table_grows() -> None:
    table, rng = Bounds(), Random(1)
    keys = rng.sample(range(1 << 58), 20_000)
    for number, key in enumerate(keys):
        table.put(key, number % 256)
    for number, key in enumerate(keys):
        assert table.find(key) == number % 256
    assert table.used == len(keys)
    table.put(keys[0], 99)
    assert (table.find(keys[0]), table.used) == (99, len(keys))
    table.clear()
    assert (table.find(keys[0]), table.used) == (NOT_FOUND, 0)


def test_the_constants_are_those_of_the_reference() -> None:
    homes = {**vars(suits), **vars(suit_facts), **vars(suit_facts)}
    written = {name: value for name, value in vars(constants).items() if name.isupper()}
    assert len(written) == 12
    assert written == {name: homes[name] for name in written}
    assert (suit_facts.FORCED_BY_NEXT, suit_facts.FORCED_BY_LAST) == (
        1 << 1,
        1 << 2,
    )  # by the seat that leads


def shifts(path: Path) -> Iterator[ast.BinOp]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            yield node


def is_constant(node: ast.expr) -> bool:
    names = [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
    return all(name.strip("_").isupper() for name in names)


def test_no_constant_is_shifted_by_a_variable() -> None:
    """mypyc 2.4 makes it a shift of 32 bits: wrong from 18 places on, and silently."""
    found = [node for path in search_backend.flat_sources() for node in shifts(path)]
    assert len(found) >= 8
    wrong = [node for node in found if is_constant(node.left) and not is_constant(node.right)]
    assert [ast.unparse(node) for node in wrong] == []


# -- choice of the form


@pytest.fixture
def unmarked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the missing mark, as if nothing had been compiled."""
    monkeypatch.setattr(search_backend, "DIGEST_FILE", tmp_path / "compiled.txt")
    search_backend.compiled_search.cache_clear()
    yield tmp_path / "compiled.txt"
    monkeypatch.undo()
    search_backend.compiled_search.cache_clear()


def test_what_was_not_compiled_is_the_reference(unmarked: Path) -> None:
    assert (search_backend.fastest_search(), search_backend.active_backend()) == (
        ReferenceSearch,
        Backend.REFERENCE,
    )


def test_what_was_compiled_from_other_sources_is_not_used(unmarked: Path) -> None:
    unmarked.write_text("of yesterday")
    assert (search_backend.fastest_search(), search_backend.active_backend()) == (
        ReferenceSearch,
        Backend.OUTDATED,
    )


def test_the_mark_alone_compiles_nothing(unmarked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mark was copied to a machine with another Python, for which no module exists."""
    unmarked.write_text(search_backend.source_digest())
    monkeypatch.setattr(search_backend, "EXTENSION_SUFFIXES", [".of-another-python.so"])
    assert (search_backend.fastest_search(), search_backend.active_backend()) == (
        ReferenceSearch,
        Backend.OUTDATED,
    )


def test_a_solver_answers_the_same_with_either() -> None:
    cards, contract = deals.random_suit(Random(1))
    found = []
    for form in (ReferenceSearch, search_backend.flat_search()):
        asked = solver.Solver(contract, search=form)
        found.append((asked.move_values(cards), asked.holding_cards(cards, 5), asked.nodes))
    assert found[0] == found[1]
