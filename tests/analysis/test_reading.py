"""Deals in play become positions with the same turn, legal cards and successors."""

from itertools import pairwise
from random import Random

import pytest

from bot.analysis.position import (
    Aim,
    Position,
    cards_in,
    legal_cards,
    play_card,
    position_of,
    turn_of,
)
from bot.engine import actions as act
from bot.engine.actions import Play
from bot.engine.cards import TABLE_SEAT, FollowRule
from bot.engine.deal import Deal
from bot.engine.game import apply_action, legal_actions, new_game, to_act
from bot.engine.rules import Rules
from bot.engine.view import build_view
from tests.robots.evenings import PRESETS, cards_at_random, deck, tables
from tests.support.cases import for_each

DEALS = 20
FEWER = 10
TABLES = [one for family in ("russian", "balkan", "austrian") for one in tables(family)]
TABLES += [(preset, 2) for preset, players in tables("russian") if players == 3]


def moments(rules: Rules, seed: int) -> list[tuple[Deal, Position, Play]]:
    """Yield every card of one deal, with its position."""
    rng, found = Random(seed), []
    game = apply_action(new_game(rules), TABLE_SEAT, act.Dealer(seed % rules.players))
    game = apply_action(game, TABLE_SEAT, deck(rng))
    while (seat := to_act(game)) is not None and seat != TABLE_SEAT:
        action = cards_at_random(build_view(game, seat), rng)
        deal = game.deal
        if deal is not None and isinstance(action, Play):
            position = position_of(deal)
            assert position is not None
            assert deal.seats[turn_of(*position)] == deal.turn
            plays = [one.card for one in legal_actions(game, seat) if isinstance(one, Play)]
            assert cards_in(legal_cards(*position)) == sorted(plays)
            found.append((deal, position, action))
        game = apply_action(game, seat, action)
    return found


@pytest.mark.slow
@for_each(("preset", "players"), TABLES)
def test_a_card_leads_to_the_next_position(preset: str, players: int) -> None:
    rules = PRESETS.rules(preset, players=players)
    for seed in range(DEALS):
        found = moments(rules, seed)
        for (deal, (cards, contract), action), (after, position, _) in pairwise(found):
            then, winner = play_card(cards, contract, action.card)
            while turn_of(then, contract) == contract.dummy:  # the engine plays these cards
                card = legal_cards(then, contract).bit_length() - 1
                then, taker = play_card(then, contract, card)
                winner = max(winner, taker)
            assert (then, contract) == position
            taken = [new - old for new, old in zip(after.won, deal.won, strict=True)]
            if 0 <= winner < 3:
                assert taken[deal.seats[winner]] == 1
            else:
                assert sum(taken) == (winner == 3)


@pytest.mark.slow
def test_every_kind_of_play_was_met() -> None:
    met = set[object]()
    for preset, players in TABLES:
        rules = PRESETS.rules(preset, players=players)
        for seed in range(FEWER):
            for _, (cards, contract), _ in moments(rules, seed)[:1]:
                met.add(contract.aim)
                met.add(contract.following)
                met.add(("talon", bool(cards.talon), cards.talon_plays))
                met.add(("out", contract.out >= 0, contract.following is FollowRule.SUIT))
                met.add(("bound", contract.bound >= 0))
    assert met >= {*Aim, *FollowRule, ("bound", True), ("talon", True, False)}
    assert met >= {("out", True, True), ("out", True, False)}
