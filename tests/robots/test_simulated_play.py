"""Deals that plain robots play on integers: the same cards as from views of every seat."""

from random import Random

from bot.engine import actions as act
from bot.engine.cards import PACK, SUIT_BITS, TABLE_SEAT, Hand
from bot.engine.deal import Stage
from bot.engine.game import Game, apply_action, new_game, stage_of, to_act
from bot.engine.view import build_view
from bot.presets import OptionSetting
from bot.robots import inference
from bot.robots.plain_robot import PLAIN_ROBOT, play_out
from tests.robots.evenings import PRESETS, deck
from tests.support.cases import for_each

ODD = 0.3  # share of cards that are any legal ones
TABLES: tuple[tuple[str, int, dict[str, OptionSetting]], ...] = (
    ("sochi", 3, {}),
    ("sochi", 4, {"raspasy_third_lead": "winner"}),  # talon cards lead, the dealer's among them
    ("sochi", 3, {"misere_exposure": "after_first_trick"}),
    ("sochi", 3, {"open_whist_exposure": "after_first_trick", "ten_trick": "checked"}),
    ("serbian", 3, {}),
    ("guide", 3, {"stop_at_five": False}),
    ("viennese", 3, {"negotiation": "any_trick_boundary"}),  # words between two tricks
    ("viennese", 4, {"open_defence": "automatic", "early_stop_premium": False}),
    ("austrian", 3, {"trump_obligation": False, "ace_bonuses": True}),
)


def by_views(game: Game, rng: Random) -> tuple[int, ...]:
    """Return the tricks where every card is chosen from a view and played by the engine.

    ``play_out`` has such a loop for rare rules; this one is apart, so that it can judge that too.
    """
    while game.deal is not None:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, PLAIN_ROBOT.choose(build_view(game, seat), rng))
    assert game.last is not None
    return game.last.won


@for_each(("preset", "players", "changes"), TABLES)
def test_a_deal_takes_the_same_tricks_by_the_same_lots(
    preset: str, players: int, changes: dict[str, OptionSetting]
) -> None:
    """Every fifth card of deals with odd calls and cards."""
    rules = PRESETS.rules(preset, **{**changes, "players": players})
    for seed in range(4):
        rng, asked = Random(seed), 0
        game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(0))
        game = apply_action(game, TABLE_SEAT, deck(rng))
        while game.deal is not None:
            seat, stage = to_act(game), stage_of(game)
            assert seat is not None
            if stage is Stage.PLAY and asked % 5 == 0:
                one, other = Random(asked), Random(asked)
                assert play_out(game, one) == by_views(game, other)
                assert one.getstate() == other.getstate()
            asked += stage is Stage.PLAY
            legal = build_view(game, seat).legal
            words = [each for each in legal if not isinstance(each, act.Claim)]
            odd = rng.random() < ODD
            said = rng.choice(words) if odd else PLAIN_ROBOT.choose(build_view(game, seat), rng)
            game = apply_action(game, seat, said)


def test_sets_of_cards_are_counted_and_compared_as_numbers_of_any_size() -> None:
    for card in PACK:
        suit = SUIT_BITS[card >> 3]
        assert inference.higher_cards(card) == suit & -2 << card
        assert inference.lower_cards(card) == suit & (1 << card) - 1
        assert inference.without_card(suit, card) == suit ^ 1 << card
    rng = Random(1)
    for _ in range(200):
        cards = rng.getrandbits(32) & rng.getrandbits(32) | 1 << rng.randrange(32)
        held = sorted(Hand(cards), key=lambda card: (card & 7, card))
        assert inference.count_cards(cards) == len(held)
        assert inference.first_card(cards) == min(held)
        assert inference.lowest_card(cards) == held[0]
        assert inference.highest_card(cards) == min(held, key=lambda card: (-(card & 7), card))
