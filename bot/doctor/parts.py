"""Installation checks: data files, worker processes, solver, and the rules in play."""

import asyncio
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Final, assert_never

from bot.analysis import searches
from bot.analysis.searches import Form
from bot.doctor.verdict import Verdict, fail, ok, warn
from bot.engine.actions import Action, Claim, Dealer, Deck
from bot.engine.cards import CARD_NAMES, PACK, TABLE
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES, family_of
from bot.engine.game import Game, apply, legal, new_game, stage_of, to_act
from bot.engine.play import TRICKS
from bot.presets import Presets, load_presets
from bot.render.tile_names import tile_name
from bot.render.tiles import FOLDER as TILES
from bot.render.words import load_catalogue
from bot.settings import Settings
from bot.workers import Cluster, TooSlow, Workers
from bot.workers.child import resident

_AGAIN: Final = "install the bot again, files are missing or changed"
_SECONDS: Final = 20.0


def presets(_: Settings) -> Verdict:
    """Check that all presets can be read and played."""
    try:
        found = load_presets()
        for name in found.names():
            found.rules(name)
        families = {found.family_key(name) for name in found.names()}
    except (OSError, ValueError) as error:
        return fail("presets", f"They cannot be read ({error}): {_AGAIN}.")
    if families != set(FAMILIES):
        return fail("presets", f"A family has none: {_AGAIN}.")
    return ok("presets", f"{len(found.names())} in {len(families)} families.")


def words(settings: Settings) -> Verdict:
    """Check the languages and the default one."""
    try:
        locales = load_catalogue().locales()
    except (OSError, ValueError, KeyError) as error:
        return fail("words", f"The languages cannot be read ({type(error).__name__}): {_AGAIN}.")
    said = ", ".join(locales)
    if settings.default_language not in locales:
        advice = f"set DEFAULT_LANGUAGE to one of {said}"
        return warn("words", f"There is no language {settings.default_language}: {advice}.")
    return ok("words", f"{said}.")


def tiles(settings: Settings) -> Verdict:
    """Check that every card has an image."""
    names = [tile_name(card) for card in CARD_NAMES]
    missing = [name for name in names if not (TILES / f"{name}.png").is_file()]
    if missing and settings.card_emojis:
        advice = f"{_AGAIN}, or set CARD_EMOJIS=false"
        return warn("tiles", f"{len(missing)} cards have no tile and are words: {advice}.")
    return ok("tiles", f"{len(CARD_NAMES) - len(missing)} cards.")


async def workers(settings: Settings) -> Verdict:
    """Check that every worker process starts and responds."""
    count, began = settings.workers, perf_counter()
    pool = Workers(count)
    try:
        await pool.warm()
        sizes = await asyncio.gather(*(pool.decide(_SECONDS, resident) for _ in range(count)))
    except (TooSlow, OSError) as error:
        advice = "look for memory and a limit on processes, or set fewer WORKERS"
        return fail("workers", f"A process gives no answer ({type(error).__name__}): {advice}.")
    finally:
        await pool.stop()
    took, size = perf_counter() - began, max(sizes) >> 20
    return ok("workers", f"{count} started and answered in {took:.1f} s, up to {size} MB.")


async def thinkers(settings: Settings) -> Verdict:
    """Check that the remote workers, which get jobs first, respond."""
    assert settings.thinkers is not None
    if find_spec("distributed") is None:
        advice = "install 'preferans-bot[fleet]' or leave THINKERS out"
        return fail("thinkers", f"The package distributed is missing: {advice}.")
    cluster = Cluster(settings.thinkers, 1)
    try:
        await cluster.warm()
        is_there, form = cluster.is_there, await cluster.decide(_SECONDS, searches.form)
    except (TooSlow, OSError) as error:
        return fail("thinkers", f"Neither they nor a worker answer ({type(error).__name__}).")
    finally:
        await cluster.stop()
    if is_there and cluster.answered:
        if form is searches.form():
            return ok("thinkers", f"They answer at {settings.thinkers}.")
        said = f"They answer at {settings.thinkers}, one with the {form} search, this machine with"
        advice = f"the {searches.form()}: the moves are the same, not the time they take"
        return ok("thinkers", f"{said} {advice}.")
    advice = "start 'python -m bot schedule' and 'think' there, of this very version"
    return warn("thinkers", f"None at {settings.thinkers}, this machine thinks alone: {advice}.")


def search(_: Settings) -> Verdict:
    """Check which build of the search the solver uses."""
    match searches.form():
        case Form.COMPILED:
            return ok("solver", "Its search is compiled.")
        case Form.REFERENCE:
            advice = "'make fast' compiles it, where a C compiler is"
            return ok("solver", f"Its search is the plain one, good for all but slower: {advice}.")
        case Form.OUTDATED:
            advice = "'make fast' compiles it anew"
            return warn("solver", f"What was compiled does not fit, and is not used: {advice}.")
        case other:
            assert_never(other)


def deals(seed: int = 1) -> Iterator[Verdict]:
    """Play the first preset of each family at random to the end of a deal; check the balance."""
    found = load_presets()
    for family in FAMILIES:
        name = next(one for one in found.names() if found.family_key(one) == family)
        try:
            moves = _played(found, name, Random(seed))
            yield ok("deal", f"{name}: {moves} moves to the last card of a deal, and settled.")
        except Exception as error:  # any error means this family cannot be played here
            yield fail("deal", f"{name} cannot be played ({type(error).__name__}): {_AGAIN}.")


def _played(found: Presets, name: str, chance: Random) -> int:
    """Return the number of moves. Raises ValueError when the balances do not cancel out."""
    game = new_game(found.rules(name))
    while not game.ended and (game.last is None or len(game.last.tricks) < TRICKS):
        game = _one_move(game, chance)
    balances = family_of(game.rules).settle(game.rules, game.carry.sheet)
    if sum(balances) != 0:
        raise ValueError(balances)
    return game.version


def _one_move(game: Game, chance: Random) -> Game:
    seat = to_act(game)
    assert seat is not None
    if seat == TABLE:
        return apply(game, TABLE, _tables_move(game, chance))
    actions = legal(game, seat)
    to_the_end = [action for action in actions if not isinstance(action, Claim)]
    return apply(game, seat, chance.choice(to_the_end or actions))


def _tables_move(game: Game, chance: Random) -> Action:
    if stage_of(game) is Stage.DRAW:
        return Dealer(chance.randrange(game.rules.players))
    return Deck(tuple(chance.sample(PACK, len(PACK))))
