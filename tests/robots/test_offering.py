"""Robots' offers of the remaining tricks: certain, once a deal, and without hidden cards."""

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from bot.analysis.position import position_of
from bot.analysis.solver import Solver
from bot.engine import actions as act
from bot.engine.actions import Action, Claim
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, stage_of, to_act
from bot.engine.view import build_view
from bot.robots.claim_policy import may_propose_claim, propose_claim
from bot.robots.worlds import sample_worlds
from tests.robots.evenings import positions
from tests.support import builders
from tests.support.builders import dealt, said, texts
from tests.support.processor_time import timed

# forehand has ten sure tricks in clubs
CLUBS = "AC KC QC JC 10C 9C 8C 7C AS AD | ... | ... | 7S 7D"
# the two clubs above the queen may lie in one hand
SHAKY = "QC JC 10C 9C 8C 7C AS AD AH KH | ... | ... | 7S 7D"


def on_lead(line: str, claims: str = "by_consent") -> Game:
    calls = "bid 7C, pass, pass, discard 7S 7D, declare 7C, whist, whist"
    return said(dealt(line, claims=claims), *texts(calls))


def offered(game: Game, seed: int = 1) -> Claim | None:
    seat = to_act(game)
    assert seat is not None
    return propose_claim(build_view(game, seat), Random(seed))


def test_all_that_is_sure_is_offered() -> None:
    assert offered(on_lead(CLUBS)) == Claim((10, 0, 0))


def test_what_two_cards_may_beat_is_not() -> None:
    assert offered(on_lead(SHAKY)) is None


def test_what_was_refused_is_not_offered_again() -> None:
    game = said(on_lead(CLUBS), "claim 10 0 0", "refuse")
    while stage_of(game) is Stage.PLAY and game.deal is not None and len(game.deal.tricks) < 6:
        seat = to_act(game)
        assert seat is not None
        assert offered(game) is None
        cards: tuple[Action, ...] = tuple(
            action for action in build_view(game, seat).legal if isinstance(action, act.Play)
        )
        game = apply_action(game, seat, cards[-1])


def test_the_last_two_tricks_are_played() -> None:
    game = on_lead(CLUBS)
    while game.deal is not None:
        seat = to_act(game)
        assert seat is not None
        seen = build_view(game, seat)
        left = 10 - len(game.deal.tricks)
        if seat == 0 and not game.deal.trick:
            assert may_propose_claim(seen) == (left > 2)
            assert (offered(game) is not None) == (left > 2)
        game = apply_action(game, seat, next(a for a in seen.legal if isinstance(a, act.Play)))


def test_nothing_is_offered_where_claims_are_not_agreed_upon() -> None:
    assert offered(on_lead(CLUBS, claims="off")) is None


def moments(seeds: int) -> Iterator[Game]:
    for preset in ("sochi", "leningrad", "serbian"):
        for seed in range(seeds):
            for game, seat in positions(builders.rules(preset), seed):
                if may_propose_claim(build_view(game, seat)):
                    yield game


@pytest.mark.slow
def test_an_offer_holds_in_every_world_and_tells_nothing() -> None:
    """It is the same from all worlds that the seat cannot tell apart; open hands bring no less."""
    found = 0
    for game in moments(8):
        seat = to_act(game)
        assert seat is not None
        claim = offered(game)
        if claim is None:
            continue
        found += 1
        for world in sample_worlds(build_view(game, seat), Random(5), 6)[:6]:
            assert offered(world.game, seed=2) == claim
            deal = world.game.deal
            assert deal is not None
            position = position_of(deal)
            assert position is not None
            taken = Solver(position.contract).solve(position.cards)
            assert taken == claim.tricks[position.contract.declarer]
    assert found > 3


@pytest.mark.slow
def test_it_takes_little_time() -> None:
    """Positions and nodes are bounded, so that a robot on lead does not keep the table waiting."""
    spent = sorted(timed(partial(offered, game))[1] for game in moments(20))
    assert spent[len(spent) * 9 // 10] < 0.1
