"""The expert's cards: legal, deterministic, blind to hidden cards, within its nodes."""

from collections.abc import Sequence
from random import Random

import pytest

from bot.analysis.advice import Advice
from bot.analysis.position import Aim, position_of
from bot.analysis.solver import Solver
from bot.engine import actions as act
from bot.engine.actions import Play
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, stage_of, to_act
from bot.engine.view import build_view
from bot.robots import ROBOTS
from bot.robots.expert import card_play
from bot.robots.expert.card_play import CLUB_EFFORT, EXPERT_EFFORT
from bot.robots.expert.play_positions import TrickPrices, positions_of
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.worlds import LayoutSpace, sample_layouts, sample_worlds
from tests.properties.walking import TABLES, seeds
from tests.robots.evenings import positions
from tests.support import balkan, builders
from tests.support.builders import contract_won, dealt, said

expert, club, beginner = ROBOTS["expert"], ROBOTS["club"], PLAIN_ROBOT
QUICK = EXPERT_EFFORT._replace(layouts=12, nodes=15_000)


def moments(preset: str, players: int, dealt: Sequence[int], every: int) -> list[Game]:
    """Yield decisions about a card, from several deals among plain robots."""
    found = [
        game
        for seed in dealt
        for game, _ in positions(builders.rules(preset, players), seed)
        if stage_of(game) is Stage.PLAY
    ]
    return found[::every]


def asked(game: Game) -> int:
    seat = to_act(game)
    assert seat is not None
    return seat


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_sees_no_hidden_card(preset: str, players: int) -> None:
    """Its choice is legal, repeatable, and unchanged by another deal of the hidden cards.

    The test covers one deal of each table; ``make walks`` has more.
    """
    for number, game in enumerate(moments(preset, players, seeds(1), 7)):
        seat = asked(game)
        advice = card_play.advise_card(build_view(game, seat), Random(number), QUICK)
        assert advice.action in build_view(game, seat).legal
        for world in sample_worlds(build_view(game, seat), Random(number), 2)[:2]:
            assert (
                card_play.advise_card(build_view(world.game, seat), Random(number), QUICK) == advice
            )


def test_a_forced_card_is_played_at_once() -> None:
    game = contract_won(dealt("AS KS ... | 7S ... | 8S ... | ..."), "6C", "whist, whist")
    game = said(game, "play AS")
    while len(build_view(game, asked(game)).legal) > 1:
        game = apply_action(game, asked(game), build_view(game, asked(game)).legal[0])
    advice = expert.advise(build_view(game, asked(game)), Random(1))
    assert advice.options == ()


OPEN = (
    "AS KS QS JS 10S 9S AH QH 7C 8C | 8S 7D 8D 9D 10D KH 10H 7H 9C 10C"
    " | 7S JD QD KD AD JH 9H 8H JC QC | KC AC"
)


def test_every_card_of_an_open_defence_is_weighed_against_all_discards() -> None:
    game = said(contract_won(dealt(OPEN), "7S", "whist, pass, open"), "play 7C")
    seen = build_view(game, asked(game))
    advice = card_play.advise_card(seen, Random(1), EXPERT_EFFORT)
    assert advice.is_exact
    assert advice.layouts == len(sample_worlds(seen, Random(1), 1)) <= 66
    assert {option.action for option in advice.options} == {
        action for action in seen.legal if isinstance(action, Play)
    }
    assert advice.options[0].action == advice.action
    assert all(0 <= option.holds <= advice.layouts for option in advice.options)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "serbian", "viennese"])
def test_what_is_exact_agrees_with_the_solver(preset: str) -> None:
    """In a single possible layout the advice is the solver's, in tricks and in the aim."""
    looked = 0
    for game in moments(preset, 3, range(40), 1):
        seat, deal = asked(game), game.deal
        assert deal is not None
        seen = build_view(game, seat)
        if LayoutSpace(seen).count > 1 or deal.contract is None:
            continue
        advice = card_play.advise_card(seen, Random(1), EXPERT_EFFORT._replace(for_both=False))
        position = position_of(deal)
        assert position is not None
        if not advice.options or position.contract.aim is Aim.OWN:
            continue
        values = dict(Solver(position.contract).move_values(position.cards))
        prices, won = TrickPrices(game, seat), deal.won[deal.contract.declarer]
        for option in advice.options:
            assert isinstance(option.action, Play)
            price = prices.price_for_declarer(won + values[option.action.card])
            assert option.value == pytest.approx(price)
        looked += 1
    assert looked


@pytest.mark.slow
def test_prices_are_what_the_deal_settles() -> None:
    """The tricks really taken cost the entries really written."""
    for preset in ("sochi", "leningrad", "rostov", "serbian", "croatian", "viennese"):
        compared = 0
        for seed in range(30):
            *_, (before, seat) = positions(builders.rules(preset), seed)
            if before.deal is None or stage_of(before) is not Stage.PLAY:
                continue
            after = apply_action(before, seat, beginner.choose(build_view(before, seat), Random(1)))
            if after.last is None or len(after.last.tricks) < 10:
                continue
            for seat in before.deal.seats:
                tricks = [after.last.won[other] for other in after.last.seats]
                gained = (
                    build_view(after, seat).balance[seat] - build_view(before, seat).balance[seat]
                )
                assert TrickPrices(before, seat).price(tricks) == gained
            compared += 1
        assert compared > 3, preset


@pytest.mark.parametrize("abandoned", ["write_off", "void"])
def test_a_contract_has_its_price_whatever_a_match_given_up_counts(abandoned: str) -> None:
    """balkan.md 3.4, 3.9: a four made with eight tricks against two and none, and one failed."""
    agreed = balkan.rules("serbian", abandoned_game=abandoned)
    game = said(balkan.announced(agreed, balkan.carry(agreed), 4), "join", "join", "stand", "stand")
    prices = TrickPrices(game, 0)
    assert prices.price((8, 2, 0)) == 80 - 16
    assert prices.price((5, 3, 2)) < prices.price((6, 2, 2)) < prices.price((8, 2, 0))


def test_it_stays_within_its_nodes() -> None:
    for game in moments("sochi", 3, range(4), 9):
        seat, deal = asked(game), game.deal
        assert deal is not None
        seen = build_view(game, seat)
        plays = tuple(a.card for a in seen.legal if isinstance(a, Play))
        if deal.contract is None or len(plays) < 2:
            continue
        effort = EXPERT_EFFORT._replace(nodes=300)
        table = positions_of(seen, sample_layouts(seen, Random(1), 50), Random(1))
        study = card_play.CardSearch(table, plays, effort)
        study.search()
        assert study.solver.nodes <= 301
        advice = card_play.advise_card(seen, Random(1), effort)
        assert advice.action in seen.legal


def test_it_ducks_to_keep_a_misere() -> None:
    """Between seven and ace of a led suit it plays the seven, for any cards of the others."""
    hands = "7S 8S AS 7C 8C 9C 7D 8D 7H 8H | 9S 10S ... | JS QS ... | ..."
    game = said(dealt(hands), "bid M", "pass", "pass")
    assert game.deal is not None
    low, high = sorted(game.deal.talon)
    game = said(apply_action(game, 0, act.DISCARDS[low, high]), "play 7C")
    while game.deal is not None:
        seen = build_view(game, asked(game))
        game = apply_action(game, asked(game), expert.choose(seen, Random(1)))
    assert game.last is not None
    assert game.last.outcome == "misere_made"


def claim_position() -> Game:
    """Return a position in which the declarer has all the trumps and two side aces: ten tricks."""
    game = dealt(
        "AS KS QS JS 10S 9S 8S 7S AC AD | KC QC JC KD QD JD AH KH QH JH"
        " | 10C 9C 8C 10D 9D 8D 10H 9H 8H 7H | 7C 7D"
    )
    calls = ("bid 10S", "pass", "pass", "discard 7C 7D", "declare 10S", "whist", "whist")
    return said(game, *calls)


def test_a_claim_of_what_is_sure_is_accepted_and_more_is_not() -> None:
    game = claim_position()
    sure = said(game, "0: claim 10 0 0")
    assert expert.choose(build_view(sure, 1), Random(1)) == act.ACCEPT
    gift = said(game, "1: claim 10 0 0")
    assert expert.choose(build_view(gift, 0), Random(1)) == act.ACCEPT
    greed = said(game, "1: claim 8 1 1")
    answerer = asked(greed)
    assert answerer in (0, 2)
    if answerer == 2:
        greed = said(greed, "accept")
    assert expert.choose(build_view(greed, 0), Random(1)) == act.REFUSE


def test_the_club_robot_thinks_less() -> None:
    seen = build_view(contract_won(dealt(), "6C", "whist, whist"), 0)
    short, long = club.advise(seen, Random(1)), expert.advise(seen, Random(1))
    assert 0 < short.layouts <= 2 * CLUB_EFFORT.layouts + 1 < long.layouts
    assert isinstance(short, Advice)


def test_a_clear_card_needs_fewer_layouts_than_its_hint() -> None:
    """Twenty layouts decide if no other card is close to the best one; a hint counts in fifty."""
    looked = []
    for game in moments("sochi", 3, range(4), 5):
        seen = build_view(game, asked(game))
        if not isinstance(seen.legal[0], Play) or LayoutSpace(seen).count < 100:
            continue
        move, hint = (
            card_play.advise_card(seen, Random(1), effort).layouts
            for effort in (EXPERT_EFFORT, card_play.HINT_EFFORT)
        )
        looked.append((move, hint))
    assert (20, 50) in looked
    assert (100, 100) in looked


def test_levels_go_by_name() -> None:
    assert tuple(ROBOTS) == ("beginner", "club", "expert")
