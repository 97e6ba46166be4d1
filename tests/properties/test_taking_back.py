"""Walks with take-backs: each restores the earlier game and every view of it."""

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

import pytest

from bot.engine.actions import TakeBack
from bot.engine.cards import TABLE_SEAT, Hand, Seat
from bot.engine.game import Game, new_game
from bot.engine.notation import format_action
from bot.engine.replaying import advance_games, replay_games, replay_log, standing_lines
from bot.engine.rules import IllegalAction, RuleReason, Rules, TakingBack
from bot.engine.view import View, build_view, known_cards
from tests.properties.oracles import oracle_of
from tests.properties.oracles.oracle import Step, seats_and_public
from tests.properties.test_walks import check_cards, check_legal
from tests.properties.walking import chosen, random_rules, seeds, tables_of
from tests.support import builders


class Line(NamedTuple):
    version: int
    seat: Seat
    text: str


class Halt(NamedTuple):
    """The games that stand, and the log that led to them."""

    games: Sequence[Game]
    lines: tuple[Line, ...]


def walk(rules: Rules, seed: int, deals: int, often: float = 0.25) -> Iterator[tuple[Halt, Halt]]:
    """Yield each step, with the one before, of a random game with occasional take-backs."""
    chance = random.Random(seed)
    halt = Halt([new_game(rules)], ())
    while not (game := halt.games[-1]).ended:
        seat, action = chosen(game, chance, deals)
        if chance.random() < often and (back := wanted(halt, chance)) is not None:
            seat, action = back
        line = Line(game.version, seat, format_action(action))
        after = Halt(advance_games(halt.games, seat, action), (*halt.lines, line))
        yield halt, after
        halt = after


def wanted(halt: Halt, chance: random.Random) -> tuple[Seat, TakeBack] | None:
    """Return one of the last actions, if it may be taken back."""
    for line in standing_lines(halt.lines)[-chance.randrange(1, 6) :]:
        try:
            advance_games(halt.games, line.seat, TakeBack(line.version))
        except IllegalAction:
            continue
        return line.seat, TakeBack(line.version)
    return None


def mixture(family: str, seed: int) -> Rules:
    table = tables_of(family)[seed % len(tables_of(family))]
    return random_rules(family, seed) if seed % 3 else builders.rules(*table)


def agreed(family: str, seed: int) -> Rules:
    """Return a mixture in which take-backs are allowed."""
    return mixture(family, seed).with_options(take_back=TakingBack.ASK)


FAMILIES = pytest.mark.parametrize("family", ["russian", "balkan", "austrian"])


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("seed", seeds(5))
@FAMILIES
def test_the_game_goes_on_from_where_it_was(family: str, seed: int) -> None:
    """The cards are complete, one seat is asked, and no view shows the other course."""
    further = (0, 10_000, 20_000)  # little to take back without bids: walk again
    assert any(gone_back(family, seed + more) for more in further)


def gone_back(family: str, seed: int) -> int:
    """Return the number of take-backs in a walk, after checks of each."""
    gone = 0
    for before, after in walk(agreed(family, seed), seed, 3):
        game, line = after.games[-1], after.lines[-1]
        assert game.version == len(after.lines)
        if not line.text.startswith("takeback"):
            continue
        gone += 1
        then = next(one for one in before.games if one.version == int(line.text.split()[1]))
        assert game == then._replace(version=game.version)
        check_cards(Step(then, line.seat, TakeBack(then.version), game))
        check_legal(game)
        assert game.deal is not None
        for seat in seats_and_public(game):
            assert build_view(game, seat) == build_view(then, seat)._replace(version=game.version)
            known = known_cards(game.deal)[-1 if seat is None else seat]
            assert known == seen_cards(build_view(game, seat))
    return gone


def seen_cards(seen: View) -> Hand:
    """Return every card of a view that lies in no finished trick."""
    known = seen.hand | Hand.of(seen.discard)
    if (table := seen.table) is None:
        return known
    lead = () if table.talon_lead is None else (table.talon_lead,)
    known |= Hand.of((*table.talon, *lead))
    return reduce(or_, (hand for _, hand in table.open_hands), known)


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("seed", seeds(4))
@FAMILIES
def test_replay_of_any_prefix(family: str, seed: int) -> None:
    """The result is the same line by line, and without the actions that were taken back."""
    rules = agreed(family, seed)
    halts = [after for _, after in walk(rules, seed, 2)]
    chance = random.Random(seed)
    for halt in (halts[-1], *chance.sample(halts, 6)):
        whole = [(line.seat, line.text) for line in halt.lines]
        assert replay_games(new_game(rules), whole) == list(halt.games)
        kept = [(line.seat, line.text) for line in standing_lines(halt.lines)]
        game = replay_log(new_game(rules), kept)
        assert game._replace(version=halt.games[-1].version) == halt.games[-1]


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("seed", seeds(5))
@FAMILIES
def test_nothing_is_taken_back_after_something_was_shown(family: str, seed: int) -> None:
    """The family's own reading shows that since then seats have learnt only played cards.

    A shown talon is known wherever it lies: in the hand, or open beside it after a throw.
    """
    for before, after in walk(agreed(family, seed), seed, 3):
        if not after.lines[-1].text.startswith("takeback"):
            continue
        now, then = before.games[-1].deal, after.games[-1].deal
        assert now is not None
        assert then is not None
        played = {card for trick in now.tricks for card in trick.cards} | set(now.trick)
        for seat in seats_and_public(before.games[-1]):
            oracle = oracle_of(now.rules)
            held = set() if seat is None else set(then.hands[seat])
            learnt = oracle.known(now, seat) - oracle.known(then, seat) - held
            assert learnt <= played | set(then.talon[: then.talon_shown])


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("seed", seeds(3))
@FAMILIES
def test_what_cannot_be_taken_back_changes_nothing(family: str, seed: int) -> None:
    """A version that does not stand, another deal, the deck; and everything where it is off."""
    for _, after in walk(agreed(family, seed), seed, 2):
        game, kept = after.games[-1], list(after.games)
        rules_off = game.rules.with_options(take_back="off")
        stands = {line.version for line in standing_lines(after.lines) if line.seat != TABLE_SEAT}
        for version in {-1, game.version, game.version + 1, *range(0, game.version, 7)} - stands:
            for seat in range(game.rules.players):
                with pytest.raises(IllegalAction) as caught:
                    advance_games(after.games, seat, TakeBack(version))
                assert caught.value.reason is RuleReason.NOTHING_TO_TAKE_BACK
        off = [one._replace(rules=rules_off) for one in kept]
        with pytest.raises(IllegalAction):
            advance_games(off, 0, TakeBack(game.version - 1))
        assert list(after.games) == kept


def test_the_games_of_a_deal_are_left_behind_with_it() -> None:
    """Every game before the deal's end can be taken back to; none of them after it."""
    game = new_game(builders.rules("sochi", take_back="ask"))
    games: Sequence[Game] = [game]
    chance = random.Random(3)
    ended = 0
    while ended < 2:
        seat, action = chosen(games[-1], chance, 9)
        before, games = games, advance_games(games, seat, action)
        if games[-1].deal is None:
            ended += 1
            assert len(games) == 1
        else:
            assert len(games) == len(before) + 1
