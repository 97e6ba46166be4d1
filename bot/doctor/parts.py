"""Installation checks: data files, worker processes, solver, and the rules in play."""

import asyncio
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Final, assert_never

from bot.analysis import searches
from bot.analysis.searches import Backend
from bot.doctor.verdict import CheckResult, fail, ok, warn
from bot.engine.actions import Action, Claim, Dealer, Deck
from bot.engine.cards import CARD_NAMES, PACK, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES, family_of
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.play import TRICKS
from bot.presets import Presets, load_presets
from bot.render.tile_names import tile_name
from bot.render.tiles import TILE_FOLDER as TILES
from bot.render.words import load_catalogue
from bot.settings import Settings
from bot.workers import Cluster, TooSlow, WorkerPool
from bot.workers.child import resident_memory

_REINSTALL: Final = "install the bot again, files are missing or changed"
_WORKER_TIMEOUT: Final = 20.0


def check_presets(_: Settings) -> CheckResult:
    """Check that all presets can be read and played."""
    try:
        found = load_presets()
        for name in found.names():
            found.rules(name)
        families = {found.family_key(name) for name in found.names()}
    except (OSError, ValueError) as error:
        return fail("presets", f"They cannot be read ({error}): {_REINSTALL}.")
    if families != set(FAMILIES):
        return fail("presets", f"A family has none: {_REINSTALL}.")
    return ok("presets", f"{len(found.names())} in {len(families)} families.")


def check_languages(settings: Settings) -> CheckResult:
    """Check the languages and the default one."""
    try:
        locales = load_catalogue().locales()
    except (OSError, ValueError, KeyError) as error:
        return fail(
            "words", f"The languages cannot be read ({type(error).__name__}): {_REINSTALL}."
        )
    said = ", ".join(locales)
    if settings.default_language not in locales:
        advice = f"set DEFAULT_LANGUAGE to one of {said}"
        return warn("words", f"There is no language {settings.default_language}: {advice}.")
    return ok("words", f"{said}.")


def check_tiles(settings: Settings) -> CheckResult:
    """Check that every card has an image."""
    names = [tile_name(card) for card in CARD_NAMES]
    missing = [name for name in names if not (TILES / f"{name}.png").is_file()]
    if missing and settings.card_emojis:
        advice = f"{_REINSTALL}, or set CARD_EMOJIS=false"
        return warn("tiles", f"{len(missing)} cards have no tile and are words: {advice}.")
    return ok("tiles", f"{len(CARD_NAMES) - len(missing)} cards.")


async def check_workers(settings: Settings) -> CheckResult:
    """Check that every worker process starts and responds."""
    count, began = settings.workers, perf_counter()
    pool = WorkerPool(count)
    try:
        await pool.warm()
        sizes = await asyncio.gather(
            *(pool.decide(_WORKER_TIMEOUT, resident_memory) for _ in range(count))
        )
    except (TooSlow, OSError) as error:
        advice = "look for memory and a limit on processes, or set fewer WORKERS"
        return fail("workers", f"A process gives no answer ({type(error).__name__}): {advice}.")
    finally:
        await pool.stop()
    took, size = perf_counter() - began, max(sizes) >> 20
    return ok("workers", f"{count} started and answered in {took:.1f} s, up to {size} MB.")


async def check_remote_workers(settings: Settings) -> CheckResult:
    """Check that the remote workers, which get jobs first, respond."""
    assert settings.thinkers is not None
    if find_spec("distributed") is None:
        advice = "install 'preferans-bot[fleet]' or leave THINKERS out"
        return fail("thinkers", f"The package distributed is missing: {advice}.")
    cluster = Cluster(settings.thinkers, 1)
    try:
        await cluster.warm()
        is_there, form = (
            cluster.is_connected,
            await cluster.decide(_WORKER_TIMEOUT, searches.active_backend),
        )
    except (TooSlow, OSError) as error:
        return fail("thinkers", f"Neither they nor a worker answer ({type(error).__name__}).")
    finally:
        await cluster.stop()
    if is_there and cluster.jobs_done:
        if form is searches.active_backend():
            return ok("thinkers", f"They answer at {settings.thinkers}.")
        said = f"They answer at {settings.thinkers}, one with the {form} search, this machine with"
        advice = f"the {searches.active_backend()}: the moves are the same, not the time they take"
        return ok("thinkers", f"{said} {advice}.")
    advice = "start 'python -m bot schedule' and 'think' there, of this very version"
    return warn("thinkers", f"None at {settings.thinkers}, this machine thinks alone: {advice}.")


def check_search(_: Settings) -> CheckResult:
    """Check which build of the search the solver uses."""
    match searches.active_backend():
        case Backend.COMPILED:
            return ok("solver", "Its search is compiled.")
        case Backend.REFERENCE:
            advice = "'make fast' compiles it, where a C compiler is"
            return ok("solver", f"Its search is the plain one, good for all but slower: {advice}.")
        case Backend.OUTDATED:
            advice = "'make fast' compiles it anew"
            return warn("solver", f"What was compiled does not fit, and is not used: {advice}.")
        case other:
            assert_never(other)


def check_deals(seed: int = 1) -> Iterator[CheckResult]:
    """Play the first preset of each family at random to the end of a deal; check the balance."""
    found = load_presets()
    for family in FAMILIES:
        name = next(one for one in found.names() if found.family_key(one) == family)
        try:
            moves = _play_deal(found, name, Random(seed))
            yield ok("deal", f"{name}: {moves} moves to the last card of a deal, and settled.")
        except Exception as error:  # any error means this family cannot be played here
            yield fail("deal", f"{name} cannot be played ({type(error).__name__}): {_REINSTALL}.")


def _play_deal(found: Presets, name: str, chance: Random) -> int:
    """Return the number of moves. Raises ValueError when the balances do not cancel out."""
    game = new_game(found.rules(name))
    while not game.ended and (game.last is None or len(game.last.tricks) < TRICKS):
        game = _play_random_move(game, chance)
    balances = family_of(game.rules).settle(game.rules, game.carry.sheet)
    if sum(balances) != 0:
        raise ValueError(balances)
    return game.version


def _play_random_move(game: Game, chance: Random) -> Game:
    seat = to_act(game)
    assert seat is not None
    if seat == TABLE_SEAT:
        return apply_action(game, TABLE_SEAT, _table_action(game, chance))
    actions = legal_actions(game, seat)
    to_the_end = [action for action in actions if not isinstance(action, Claim)]
    return apply_action(game, seat, chance.choice(to_the_end or actions))


def _table_action(game: Game, chance: Random) -> Action:
    if stage_of(game) is Stage.DRAW:
        return Dealer(chance.randrange(game.rules.players))
    return Deck(tuple(chance.sample(PACK, len(PACK))))
