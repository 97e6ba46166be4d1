"""The lists of the flat search are those of the reference, for every suit and rule of following."""

from collections.abc import Iterable

import pytest

from bot.analysis.flat.clean_suits import FlatCleanSuits
from bot.analysis.flat.suit_plays import SuitPlayWriter
from bot.analysis.keys import CODE_COUNT, sequences
from bot.analysis.suit_facts import CleanSuits
from bot.analysis.trick_tables import (
    FollowingRules,
    OffSuitTables,
    Tree,
    by_declarer,
    by_last,
    by_next,
    suit_plays,
)

RULES = [
    FollowingRules(),
    FollowingRules(least=True),
    FollowingRules(overtake=True),
    FollowingRules(overtake=True, bound=True),
    FollowingRules(overtake=True, may_discard=True),
    FollowingRules(overtake=True, least=True),
]
STEP = 17  # every suit is asked once by all of them together, and takes a minute interpreted


def codes(rules: FollowingRules) -> range:
    return range(RULES.index(rules), CODE_COUNT, STEP)


def group(numbers: Iterable[int]) -> list[int]:
    listed = list(numbers)
    return [len(listed), *listed]


def groups(tree: Tree) -> list[int]:
    return [len(tree), *(number for one in tree for number in group(one))]


def written(writer: SuitPlayWriter) -> list[int]:
    return [writer.numbers[at] for at in range(writer.end)]


@pytest.mark.parametrize("rules", RULES)
def test_trees_of_the_suit_led(rules: FollowingRules) -> None:
    writer = SuitPlayWriter(rules)
    for code in codes(rules):
        for leader in set(sequences()[code]):
            for ruffed in range(4):
                second, trumped = ruffed == 1, ruffed in (1, 2)
                plays = suit_plays(rules, leader, code, 0, ruffed_second=second, ruffed=trumped)
                writer.write_tree(leader, code, ruffed)
                if leader < 2 and ruffed < 3:
                    expected = groups((by_declarer, by_next)[leader](plays))
                else:
                    deep = by_last(plays)
                    expected = [len(deep), *(n for tree in deep for n in group(groups(tree)))]
                assert written(writer) == expected, (code, leader, ruffed)


@pytest.mark.parametrize("rules", RULES)
def test_cards_off_the_suit(rules: FollowingRules) -> None:
    writer, tables = SuitPlayWriter(rules), OffSuitTables(rules)
    for code in codes(rules):
        for player in range(3):
            writer.write_discards(player, code)
            assert written(writer) == group(tables.discard(player, 0, code)[1])
            other = (player + 1) % 3
            writer.write_pairs(player, other, code)
            pairs = tables.pair(player, other, 0, code)
            expected = [number for (alone,), rest in pairs for number in (alone, *group(rest))]
            assert written(writer) == [len(pairs), *expected]


@pytest.mark.parametrize("rules", RULES)
def test_trumps(rules: FollowingRules) -> None:
    writer, tables = SuitPlayWriter(rules), OffSuitTables(rules)
    for code in codes(rules):
        held = set(sequences()[code])
        for leader in range(3):
            f, g = (leader + 1) % 3, (leader + 2) % 3
            for player in {f, g} & held:
                writer.write_ruffs(leader, player, code)
                assert written(writer) == group(tables.ruffs(leader, player, code))
            if {f, g} <= held:
                writer.write_overruffs(leader, code)
                pairs = list(
                    zip(tables.unbeaten(leader, code), tables.overruffs(leader, code), strict=True)
                )
                expected = [number for one, rest in pairs for number in (one, *group(rest))]
                assert written(writer) == [len(pairs), *expected]


@pytest.mark.parametrize("overtake", [False, True])
def test_clean_suits_of_a_misere(overtake: bool) -> None:
    flat, reference = FlatCleanSuits(overtake), CleanSuits(overtake)
    assert [flat.bits(code) for code in range(CODE_COUNT)] == list(
        map(reference.bits, range(CODE_COUNT))
    )
