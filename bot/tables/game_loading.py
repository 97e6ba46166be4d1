"""Games read from the store and replayed by the engine, in whatever condition they are.

The carry of the last closed deal and the lines since make the game; a written score is final and
never recomputed (design section 4). A carry of an older program lacks the fields that were added
since; a replay of the whole log fills them in.

A game that cannot be read, or that the store finds damaged, is frozen and named in the log once,
without any of its content. Its outline, numbers only, is enough to report it in its channel and to
let a manager close it.
"""

import logging
from dataclasses import replace

from pydantic import ValidationError

from bot.engine import families, replaying, rules
from bot.engine.game import Game, between_deals, new_game
from bot.engine.notation import carry_text, complete_carry, read_carry, read_result
from bot.engine.rule_errors import BadNotation, BadRules, IllegalAction
from bot.model.enums import Status
from bot.presets import parse_rules
from bot.store import GameDamaged, StorageTrouble, Store
from bot.store.records import StoredGame

log = logging.getLogger(__name__)


async def load_or_freeze(store: Store, game_id: int) -> StoredGame | None:
    """Load a game as ``GameQueries.load``; only the outline of one that cannot be read."""
    is_damaged = False
    try:
        stored = await store.game_queries.load(game_id)
        return None if stored is None else await _with_complete_carry(store, stored)
    except StorageTrouble:
        raise
    except GameDamaged:  # the store has already logged the location
        is_damaged = True
        await store.games.freeze_or_end(game_id, Status.FROZEN)
    except Exception as error:  # a fault in one game must not stop the others
        if await store.games.freeze_or_end(game_id, Status.FROZEN):
            log_frozen(game_id, error)
    row = await store.game_queries.outline(game_id)
    return None if row is None else StoredGame(row, (), (), None, None, (), None, is_damaged)


def log_frozen(game_id: int, error: BaseException) -> None:
    """Log a frozen game without the error's text, which may name cards."""
    log.error("game %s does not replay and is frozen: %s", game_id, type(error).__name__)


async def _with_complete_carry(store: Store, stored: StoredGame) -> StoredGame:
    """Return the game with every field of today's carry, as far as its log replays."""
    if stored.carry is None or not _is_older_carry(stored):
        return stored
    log = await store.game_queries.log_of(stored.game.game_id)
    assert log is not None
    before = [(line.seat, line.text) for line in log.lines[: log.deals[-1].last_version + 1]]
    try:
        replayed = replaying.replay_log(new_game(parse_rules(stored.game.rules)), before)
    except (BadNotation, IllegalAction):  # today's rules differ; the added fields stay as new
        return stored
    return replace(stored, carry=complete_carry(stored.carry, replayed.carry))


def _is_older_carry(stored: StoredGame) -> bool:
    """Return True if today's code would store more of this carry."""
    try:
        kind = families.family_of(parse_rules(stored.game.rules)).carry
        return carry_text(read_carry(kind, stored.carry or "")) != stored.carry
    except (BadRules, ValidationError):
        return False  # the table that reads it is frozen


# Replay of a stored game: the carry of its last closed deal and the lines since.


class ReplayError(Exception):
    """The open deal's lines no longer fit the rules; ``game_without_deal`` is the game without
    them.
    """

    def __init__(self, settled: Game) -> None:
        super().__init__("the open deal cannot be replayed")
        self.game_without_deal = settled


def restore_game(stored: StoredGame) -> Game | None:
    """Return the engine's game; None before it has begun. Raises ReplayError, BadRules."""
    if stored.game.started_at is None:
        return None
    rules = parse_rules(stored.game.rules)
    game = _game_without_deal(rules, stored)
    try:
        replayed = replaying.replay_log(game, ((line.seat, line.text) for line in stored.lines))
    except (BadNotation, IllegalAction, BadRules) as error:
        raise ReplayError(game) from error
    if replayed.carry.number != game.carry.number:  # today's rules score an open deal
        raise ReplayError(game)
    return replayed


def _game_without_deal(rules: rules.Rules, stored: StoredGame) -> Game:
    game = new_game(rules)
    if stored.carry is None or stored.summary is None:
        return game
    family = families.family_of(rules)
    carry = read_carry(family.carry, stored.carry)
    last = read_result(stored.summary)
    version = stored.game.version - len(stored.lines)
    return between_deals(rules, carry, version, last)
