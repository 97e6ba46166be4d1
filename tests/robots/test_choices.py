"""A robot is a pure function of its view."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT, Hand, Seat
from bot.engine.deal import Deal
from bot.engine.families import FAMILIES
from bot.engine.game import Game, apply_action, new_game
from bot.engine.view import build_view
from bot.presets import OptionSetting
from bot.robots import ROBOTS
from bot.robots.plain_robot import most_modest
from tests.robots.evenings import BEGINNER, PRESETS, deck, positions, tables
from tests.support.cases import for_each

Change = dict[str, OptionSetting]
HOUSE_RULES: tuple[tuple[str, Change], ...] = (
    ("sochi", {"jump_bids": False, "senior_hold": False}),
    ("sochi", {"misere_without_talon": True, "concede_three": True}),
    ("sochi", {"half_whist_first": True, "open_whist_exposure": "after_first_trick"}),
    (
        "sochi",
        {"misere_exposure": "after_first_trick", "ten_trick": "checked", "raspasy_talon": "closed"},
    ),
    (
        "sochi",
        {"raspasy_third_lead": "winner", "claims": "off", "raspasy_exit_bar": [6, 7, 8, 9, 10]},
    ),
    ("serbian", {"preferans_contract": True, "plain_two": "normal"}),
    ("slovenian", {"talon_exposed": False, "kontra_callers": "any_active"}),
    (
        "guide",
        {
            "stop_at_five": False,
            "game_commitment": "suit_only",
            "rekontra_on_game_bettel": False,
            "plain_two": "refa_then_win",
            "plain_two_refa_exempt": False,
            "kontra_max_level": 1,
        },
    ),
    ("viennese", {"premium_set": "hearts_5_6", "negotiation": "any_trick_boundary"}),
    ("viennese", {"number_jumps": "forbidden", "talon_exposed": True, "claims": "by_consent"}),
    (
        "viennese",
        {
            "open_defence": "automatic",
            "after_buy_decline_final": False,
            "forced_play": "never",
            "early_stop_premium": False,
        },
    ),
    ("viennese", {"premium_set": "hearts_only", "trump_obligation": True, "hold_right": "none"}),
    ("viennese", {"all_pass": "redeal_same_dealer", "ace_bonuses": True}),
    ("austrian", {"game_may_name_hearts": True, "trump_obligation": False}),
    ("austrian", {"all_pass": "ausfechten", "hold_right": "forehand"}),
)
SEEN = ("sochi", "rostov", "croatian", "serbian", "viennese", "austrian")


def test_the_register_names_its_robots() -> None:
    assert list(ROBOTS) == ["beginner", "club", "expert"]  # from weakest to strongest
    assert all(robot.name == name for name, robot in ROBOTS.items())


@pytest.mark.parametrize("preset", SEEN)
def test_same_seed_same_move(preset: str) -> None:
    for game, seat in positions(PRESETS.rules(preset), 5):
        seen = build_view(game, seat)
        assert BEGINNER.choose(seen, Random(3)) == BEGINNER.choose(seen, Random(3))


def dealt_anew(game: Game, seat: Seat, rng: Random) -> Game:
    """Return the same game to this seat: the cards it cannot see lie elsewhere."""
    deal = game.deal
    assert deal is not None
    seen = {seat, *deal.open_seats}
    hidden = [s for s in deal.seats if s not in seen]
    loose = [c for s in hidden for c in deal.hands[s]]
    aside_known = deal.contract is not None and deal.contract.declarer == seat
    unknown_aside = deal.talon_shown == 0 and not aside_known
    if unknown_aside:
        loose += deal.aside
    rng.shuffle(loose)
    cards = iter(loose)
    hands = list(deal.hands)
    for other in hidden:
        hands[other] = Hand.of(islice(cards, len(hands[other])))
    talon, aside = deal.talon, deal.aside
    if unknown_aside:
        talon = tuple(cards)
        aside = Hand.of(talon)
    changed: Deal = deal._replace(hands=tuple(hands), talon=talon, aside=aside)
    return game._replace(deal=changed)


def questions() -> Iterator[tuple[Game, Seat]]:
    for seed in range(24):
        yield from positions(PRESETS.rules(SEEN[seed % len(SEEN)]), seed)


def test_hidden_cards_change_nothing() -> None:
    rng, moved = Random(1), 0
    for game, seat in questions():
        other = dealt_anew(game, seat, rng)
        seen = build_view(game, seat)
        assert build_view(other, seat) == seen
        moved += other.deal != game.deal
        assert BEGINNER.choose(build_view(other, seat), Random(2)) == BEGINNER.choose(
            seen, Random(2)
        )
    assert moved > 200


@pytest.mark.slow
@for_each(("preset", "changes"), HOUSE_RULES)
@for_each("players", [3, 4])
def test_house_rules_do_not_confuse_it(preset: str, changes: Change, players: int) -> None:
    if (preset, players) not in tables(PRESETS.family_key(preset)):
        return
    if players == 4 and changes.get("raspasy_talon") == "closed":
        changes = {**changes, "raspasy_dealer_4p": "sits_out"}
    rules = PRESETS.rules(preset, **{**changes, "players": players})
    for seed in range(9):
        for game, seat in positions(rules, seed):
            seen = build_view(game, seat)
            assert BEGINNER.choose(seen, Random(0)) in seen.legal


@pytest.mark.slow
def test_it_copes_with_whatever_the_others_do() -> None:
    everywhere = [table for family in FAMILIES for table in tables(family)]
    for seed in range(6 * len(everywhere)):
        rng, (preset, players) = Random(seed), everywhere[seed % len(everywhere)]
        rules = PRESETS.rules(preset, players=players)
        game = apply_action(
            apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0)), TABLE_SEAT, deck(rng)
        )
        while game.deal is not None:
            seat = game.deal.phase.to_act(game.deal)
            seen = build_view(game, seat)
            action = BEGINNER.choose(seen, rng)
            assert action in seen.legal
            game = apply_action(
                game, seat, rng.choice(seen.legal) if rng.random() < 0.5 else action
            )


def test_what_it_does_without_an_idea() -> None:
    bids: tuple[Action, ...] = (act.PASS, act.Bid("6S"))
    assert most_modest(bids) == act.PASS
    assert most_modest((act.ACCEPT, act.REFUSE)) == act.REFUSE
    assert most_modest((act.Declare("6S"), act.Declare("6C"))) == act.Declare("6S")
