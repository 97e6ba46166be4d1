"""The end of a match, the next dealer, and a host's target (rules/russian.md 4.10)."""

import pytest

from bot.engine.actions import STOP, TIME_UP, Ruling, RulingEntry
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.families.russian.scoring import RussianCarry
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.rules import IllegalAction, RuleReason
from bot.engine.view import build_view
from bot.model.enums import RulingKind
from bot.presets import OptionSetting
from tests.support import builders
from tests.support.cases import for_each

DEALS, TIME, SUM = "deals(5)", "time(60)", "pool_sum(20*players)"


def is_over(
    pools: tuple[int, ...],
    number: int = 0,
    time_up: bool = False,
    preset: str = "sochi",
    **options: OptionSetting,
) -> bool:
    agreed = builders.rules(preset, len(pools), **options)
    sheet = builders.sheet({f"pool {seat}": points for seat, points in enumerate(pools)})
    at = RussianCarry(number=number, dealer=0, sheet=sheet, time_up=time_up)
    return family_of(agreed).has_ended(agreed, at)


def test_sochi_ends_when_every_pool_is_closed() -> None:
    assert not is_over((20, 20, 19))
    assert is_over((20, 20, 20))
    assert not is_over((20, 20, 20, 0))
    assert is_over((10, 10, 10), pool_target=10)


def test_leningrad_ends_with_the_sum_of_the_pools() -> None:
    assert not is_over((59, 0, 0), preset="leningrad")
    assert is_over((60, 0, 0), preset="leningrad")
    assert is_over((30, 20, 14), preset="leningrad")
    assert not is_over((40, 20, 19, 0), preset="leningrad")
    assert is_over((40, 20, 20, 0), preset="leningrad")


def test_rostov_ends_after_four_rounds() -> None:
    assert not is_over((0, 0, 0), 11, preset="rostov")
    assert is_over((0, 0, 0), 12, preset="rostov")
    assert not is_over((0, 0, 0, 0), 12, preset="rostov")
    assert is_over((0, 0, 0, 0), 16, preset="rostov")


# end, finish_round, deals scored, time up -> over?
ROUNDS = [
    (DEALS, False, 4, False, False),
    (DEALS, False, 5, False, True),
    (DEALS, True, 5, False, False),
    (DEALS, True, 6, False, True),
    (DEALS, True, 7, False, False),  # not a full round of three
    (TIME, False, 4, False, False),
    (TIME, False, 4, True, True),
    (TIME, True, 4, True, False),
    (TIME, True, 6, True, True),
    (TIME, True, 6, False, False),
]


@for_each(("end", "finish", "number", "time_up", "expect"), ROUNDS)
def test_rounds(end: str, finish: bool, number: int, time_up: bool, expect: bool) -> None:
    """4.10: ``finish_round`` plays on until every player has dealt equally often."""
    found = is_over(
        (0, 0, 0), number, time_up, preset="rostov", end_condition=end, finish_round=finish
    )
    assert found is expect


def test_a_deal_of_a_dealer_who_stays_counts_in_the_round() -> None:
    """4.10: a round is as many deals as players; the dealers do not matter."""
    for number, expect in ((5, False), (6, True)):
        found = is_over(
            (0, 0, 0),
            number,
            preset="rostov",
            dealer_rotation="stays_on_raspasy",
            end_condition=DEALS,
            finish_round=True,
        )
        assert found is expect


def test_pool_sum_ends_at_once() -> None:
    """4.10 knows the full round only for ``time`` and ``deals``."""
    for finish in (False, True):
        assert is_over((60, 0, 0), 4, preset="leningrad", finish_round=finish)


@pytest.mark.parametrize("preset", ["sochi", "leningrad", "rostov", "online_classic"])
@pytest.mark.parametrize("rest", [(), (33,)])
def test_every_pool_reaches_its_number_without_aid(preset: str, rest: tuple[int, ...]) -> None:
    """4.10: no pool is capped; the last one to reach its number ends the match, at once."""
    for pools, expect in (((60, 41, 19), False), ((60, 41, 20), True), ((26, 22, 30), True)):
        found = is_over(
            (*pools, *rest),
            4,
            preset=preset,
            american_aid=False,
            end_condition="every_pool(20)",
            finish_round=True,
        )
        assert found is expect


def test_a_pool_closed_by_aid_may_be_what_every_pool_has_to_reach() -> None:
    """4.10: with aid at most the target."""
    for end in ("every_pool(10)", "every_pool(20)"):
        assert is_over((20, 20, 20), end_condition=end)
        assert not is_over((20, 20, 9), end_condition=end)


def deal_passed(game: Game) -> Game:
    """Play a deal in which forehand makes an unplayed six."""
    game = apply_action(game, TABLE_SEAT, builders.deck(builders.ANY))
    return builders.contract_won(game, "6C", "pass, pass")


def started(preset: str, players: int = 3, **options: OptionSetting) -> Game:
    return builders.said(new_game(builders.rules(preset, players, **options)), "-1: dealer 0")


def test_a_whole_sochi_of_two_points() -> None:
    game = started("sochi", pool_target=2)
    for _ in range(3):
        assert not game.ended
        game = deal_passed(game)
    assert game.ended
    assert stage_of(game) is Stage.OVER
    assert to_act(game) is None
    assert build_view(game, None).balance == (0, 0, 0)
    with pytest.raises(IllegalAction) as caught:
        apply_action(game, TABLE_SEAT, builders.deck(builders.ANY))
    assert caught.value.reason is RuleReason.GAME_OVER


def test_a_whole_match_to_two_points_without_aid() -> None:
    """4.10: a pool with its two points goes on; the deal that fills the last one ends the match."""
    game = deal_passed(started("sochi", american_aid=False, end_condition="every_pool(2)"))
    game = apply_action(game, TABLE_SEAT, builders.deck(builders.ANY))
    game = builders.said(game, "pass", "pass", "bid 6C")
    game = apply_action(game, 1, legal_actions(game, 1)[0])
    game = builders.said(game, "declare 6C", "pass", "pass")
    assert [game.carry.sheet.total("pool", seat) for seat in range(3)] == [0, 4, 0]
    for _ in range(3):
        assert not game.ended
        game = deal_passed(game)
    assert [game.carry.sheet.total("pool", seat) for seat in range(3)] == [2, 6, 2]
    assert game.ended


def test_everybody_deals_in_turn() -> None:
    game = started("rostov", end_condition="deals(1*players)")
    dealers = []
    while not game.ended:
        dealers.append(game.carry.dealer)
        game = deal_passed(game)
    assert dealers == [0, 1, 2]


def test_time_ends_the_game_after_the_deal_in_progress() -> None:
    game = started("rostov", end_condition=TIME, finish_round=False)
    open_deal = apply_action(game, TABLE_SEAT, builders.deck(builders.ANY))
    with pytest.raises(IllegalAction):
        apply_action(open_deal, TABLE_SEAT, TIME_UP)
    game = deal_passed(game)
    assert not game.ended
    lines, game = game.version, apply_action(game, TABLE_SEAT, TIME_UP)
    assert game.ended
    assert game.version == lines + 1


def test_time_with_a_round_to_finish() -> None:
    game = apply_action(deal_passed(started("rostov", end_condition=TIME)), TABLE_SEAT, TIME_UP)
    assert not game.ended
    with pytest.raises(IllegalAction):
        apply_action(game, TABLE_SEAT, TIME_UP)
    game = deal_passed(game)
    assert not game.ended
    assert deal_passed(game).ended


def test_stopped_early() -> None:
    """The entries so far are settled; the open deal counts for nothing."""
    game = deal_passed(started("sochi"))
    for now in (game, apply_action(game, TABLE_SEAT, builders.deck(builders.ANY))):
        over = apply_action(now, TABLE_SEAT, STOP)
        assert over.ended
        assert over.deal is None
        # pool 2 of seat 1, forehand: 2 * 10 - 20 / 3 = 13 1/3, -6 2/3, -6 2/3 -> 13 -7 -7 = -1
        assert build_view(over, 0).balance == (-6, 13, -7)


TARGETS = [
    ("sochi", 3, 10, "pool_target", 10),
    ("online_classic", 4, 30, "pool_target", 30),
    ("leningrad", 3, 10, "end_condition", "pool_sum(10*players)"),
    ("rostov", 3, 2, "end_condition", "deals(2*players)"),
]


@pytest.mark.parametrize(("preset", "players", "target", "option", "expect"), TARGETS)
def test_with_target(
    preset: str, players: int, target: int, option: str, expect: str | int
) -> None:
    agreed = builders.rules(preset, players)
    family = family_of(agreed)
    changed = family.with_target(agreed, target)
    assert changed.options.model_dump(mode="json")[option] == expect
    assert family.target_of(changed) == target
    before, after = agreed.options.model_dump(), changed.options.model_dump()
    assert [name for name in before if before[name] != after[name]] == [option]


@pytest.mark.parametrize(
    ("preset", "points", "may"),
    [("sochi", 20, True), ("sochi", 21, False), ("leningrad", 21, True), ("leningrad", -1, False)],
)
def test_a_decision_leaves_every_pool_where_a_match_can_go_on(
    preset: str, points: int, may: bool
) -> None:
    """Where a match ends with every pool closed, none may stand beyond its target."""
    game = new_game(builders.rules(preset, 3))
    game = game._replace(carry=RussianCarry(number=1, dealer=0, sheet=builders.sheet({})))
    ruling = Ruling(RulingKind.CORRECT, 1, (RulingEntry("pool", 0, None, points),))
    if may:
        assert apply_action(game, TABLE_SEAT, ruling).carry.sheet.total("pool", 0) == points
    else:
        with pytest.raises(IllegalAction):
            apply_action(game, TABLE_SEAT, ruling)


@pytest.mark.parametrize(
    "end",
    ["every_pool(15)", "deals(13)", "time(60)", "until(03:30)", "pool_sum(50)", "deals(4*players)"],
)
def test_the_own_target_changes_nothing(end: str) -> None:
    agreed = builders.rules("leningrad", end_condition=end)
    family = family_of(agreed)
    assert family.with_target(agreed, family.target_of(agreed)) == agreed
    assert family.target_of(family.with_target(agreed, 7)) == 7


def test_only_a_match_for_time_has_minutes() -> None:
    for end, expect in ((TIME, 60), (DEALS, None), (SUM, None)):
        agreed = builders.rules("rostov", end_condition=end)
        assert family_of(agreed).match_minutes(agreed) == expect


def test_a_time_of_day_is_a_minute_of_it() -> None:
    for end, expect in (("until(03:30)", 210), ("until(00:00)", 0), (TIME, None)):
        agreed = builders.rules("rostov", end_condition=end)
        assert family_of(agreed).end_minute(agreed) == expect
        assert family_of(agreed).chat_target(agreed) == family_of(agreed).target_of(agreed)
