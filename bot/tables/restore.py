"""Replay of a stored game: the carry of its last closed deal and the lines since."""

from bot.engine.families import family_of
from bot.engine.game import Game, between_deals, new_game
from bot.engine.refusal import BadNotation, BadRules, IllegalAction
from bot.engine.replaying import replay_log
from bot.engine.results import read_carry, read_result
from bot.engine.rules import Rules
from bot.presets import parse_rules
from bot.store.rows import StoredGame


class ReplayError(Exception):
    """The open deal's lines no longer fit the rules; ``game_without_deal`` is the game without
    them.
    """

    def __init__(self, settled: Game) -> None:
        super().__init__("the open deal cannot be replayed")
        self.game_without_deal = settled


def restore_game(stored: StoredGame) -> Game | None:
    """Return the engine's game; None before it has begun. Raises NoReplay, BadRules."""
    if stored.game.started_at is None:
        return None
    rules = parse_rules(stored.game.rules)
    game = _game_without_deal(rules, stored)
    try:
        replayed = replay_log(game, ((line.seat, line.text) for line in stored.lines))
    except (BadNotation, IllegalAction, BadRules) as error:
        raise ReplayError(game) from error
    if replayed.carry.number != game.carry.number:  # today's rules score an open deal
        raise ReplayError(game)
    return replayed


def _game_without_deal(rules: Rules, stored: StoredGame) -> Game:
    game = new_game(rules)
    if stored.carry is None or stored.summary is None:
        return game
    family = family_of(rules)
    carry = read_carry(family.carry, stored.carry)
    last = read_result(stored.summary)
    version = stored.game.version - len(stored.lines)
    return between_deals(rules, carry, version, last)
