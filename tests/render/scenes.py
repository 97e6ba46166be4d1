"""Tables, games and words that the tests of screens share."""

from bot.engine.actions import Dealer
from bot.engine.cards import TABLE_SEAT
from bot.engine.game import Game, apply_action, new_game, to_act
from bot.engine.notation import parse_action
from bot.engine.rules import Rules
from bot.render.screen import Screen
from bot.render.screen_data import SeatData
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    buttons,
    table_facts,
    texts,
)
from tests.support.builders import deck

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
SOCHI = PRESETS.rules("sochi", players=3, pool_target=10)
NAMED = tuple(SeatData(name, n + 1) for n, name in enumerate(("Ana", "Boris", "Vera")))
FACTS = table_facts(seats=NAMED)
CARDS = "AD KD QD JD 10D AS KS AC 7C 8C | AH KH QH JH 10H 9H 8H QS JS 10S | ... | 9C KC"
TO_DEFENCE = ("bid 7D", "pass", "pass", "discard 7C 8C", "declare 7D")
TO_PLAY = (*TO_DEFENCE, "whist", "pass", "closed")


def played(*moves: str, rules: Rules = SOCHI, cards: str = CARDS) -> Game:
    """Play with Ana as forehand and Vera as dealer; each move is by the player who is asked."""
    game = apply_action(new_game(rules), TABLE_SEAT, Dealer(2))
    game = apply_action(game, TABLE_SEAT, deck(cards))
    for move in moves:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, parse_action(move))
    return game


def shown(screen: Screen) -> str:
    return "\n".join(texts(screen))


def labels(screen: Screen) -> list[str]:
    return [f"{b.tile} {b.label}".strip() for b in buttons(screen)]
