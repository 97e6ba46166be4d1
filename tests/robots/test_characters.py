"""Styles and the errors of the weakest level: people's, and never a silly one."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.deal import Stage
from bot.engine.notation import format_action
from bot.engine.view import SeatView, build_view
from bot.robots import EVERY_ROBOT, ROBOTS, characters
from bot.robots.characters import STYLES, Beginner, tempered_call
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.robots.evenings import PRESETS, positions
from tests.support.builders import dealt, said, texts

SEEN = ("sochi", "leningrad", "serbian", "guide", "viennese", "austrian")
CALLS = (Stage.AUCTION, Stage.DEFENCE)
JOINING = (act.WHIST, act.JOIN)
STYLE = {robot.name: robot.temper for robot in STYLES}


def decisions(stages: tuple[Stage, ...], seeds: int = 12) -> Iterator[SeatView]:
    for preset in SEEN:
        for seed in range(seeds):
            for game, seat in positions(PRESETS.rules(preset), seed):
                view = build_view(game, seat)
                if view.stage in stages and len(view.legal) > 1:
                    yield view


def test_the_list_to_choose_from_has_the_levels_in_their_order() -> None:
    assert [name for name in EVERY_ROBOT if name in ROBOTS] == list(ROBOTS)
    assert {*EVERY_ROBOT} - {*ROBOTS} == {"careful", "bold", "whister"}


def test_club_calls_as_the_plain_robot() -> None:
    for view in decisions(CALLS):
        said_by_club = ROBOTS["club"].choose(view, Random(1))
        assert said_by_club == PLAIN_ROBOT.choose(view, Random(1))


def test_a_style_bids_and_joins_more_or_less_often_than_the_plain_robot() -> None:
    bids, joins = Counter[str](), Counter[str]()
    for view in decisions(CALLS):
        tempered = {name: tempered_call(view, Random(1), temper) for name, temper in STYLE.items()}
        for name, call in {**tempered, "plain": PLAIN_ROBOT.choose(view, Random(1))}.items():
            assert call in view.legal
            bids[name] += view.stage is Stage.AUCTION and call != act.PASS
            joins[name] += call in JOINING
    assert bids["careful"] < bids["plain"] == bids["whister"] < bids["bold"]
    assert joins["careful"] < joins["plain"] < joins["bold"] < joins["whister"]


def test_one_who_always_defends_does_so_wherever_it_may() -> None:
    for view in decisions((Stage.DEFENCE,)):
        may = [action for action in view.legal if action in JOINING]
        if may and not view.open_deal.declared_contract.is_misere:
            choice = tempered_call(view, Random(1), STYLE["whister"])
            assert choice in may or not {act.PASS, act.DROP} & {*view.legal}


def bid(hand: str, robot: str, seed: int = 1) -> str:
    game = dealt(f"{hand} | ... | ... | ...")
    return format_action(EVERY_ROBOT[robot].choose(build_view(game, 0), Random(seed)))


def test_a_beginner_counts_aces_for_too_much() -> None:
    """Three aces and nothing beside them."""
    aces = "7S 8S AS 7C JC AC KD 9H 10H AH"
    assert (bid(aces, "club"), bid(aces, "beginner")) == ("pass", "bid 6S")


def test_a_bold_hand_and_a_careful_one() -> None:
    fair, poor = "10S JC QC KC 10D QD KD 7H 9H AH", "10S 9C JC QC KC 7D 8D 9D KD 9H"
    assert [bid(fair, name) for name in ("careful", "club", "bold")] == ["pass", "bid 6S", "bid 6S"]
    assert [bid(poor, name) for name in ("careful", "club", "bold")] == ["pass", "pass", "bid 6S"]


def forgetful_choices(seeds: range) -> Iterator[tuple[SeatView, act.Action, act.Action]]:
    """Yield every card of some deals, as a plain robot plays it and as one that forgets."""
    for seed in seeds:
        for preset in SEEN:
            for game, seat in positions(PRESETS.rules(preset), seed):
                view = build_view(game, seat)
                plain = PLAIN_ROBOT.choose(view, Random(seed))
                if view.stage is Stage.PLAY and isinstance(plain, act.Play):
                    yield view, plain, characters.card_after_forgetting(view, plain, Random(seed))


def test_what_a_beginner_forgets_is_a_side_card_that_fell_some_tricks_ago() -> None:
    changed = 0
    for view, plain, card in forgetful_choices(range(8)):
        if card != plain:
            changed += 1
            contract = view.open_deal.contract
            assert len(view.open_deal.tricks) > 1
            assert contract is not None
            assert not contract.is_misere
            assert card in view.legal
    assert changed > 5


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_equal_views_and_seeds_give_equal_choices(seed: int) -> None:
    for view in islice(decisions((Stage.PLAY, *CALLS), 1), 0, None, 9):
        for robot in (Beginner(), *STYLES):
            assert robot.choose(view, Random(seed)) == robot.choose(view, Random(seed))


def test_nobody_of_a_temper_holds_a_ladder_on_little() -> None:
    """A hand worth six in hearts held six no trumps, which leaves it seven or no trumps."""
    hands = (
        "8S KS JC QC AC 10D 9H 10H JH QH | 7S QS AS 10C KC 7D JD QD AD 7H"
        " | 9S 10S JS 7C 8C 9C KD 8H KH AH | 8D 9D"
    )
    game = said(
        dealt(hands, preset="leningrad"),
        *texts("bid 6S, bid 6C, pass, hold, bid 6D, hold, bid 6H, hold, bid 6NT"),
    )
    seen = build_view(game, 0)
    for robot in (Beginner(), *STYLES):
        assert robot.choose(seen, Random(1)) == act.PASS
