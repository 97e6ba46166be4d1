"""The rules of a new table: from a preset, saved rules, or a share code."""

from typing import Final

from pydantic import ValidationError

from bot.engine.families import family_of
from bot.engine.rules import Rules
from bot.front.desk.agreements import load_rules, preset_named, with_settings
from bot.front.desk.context import Services
from bot.presets import DEFAULT_PRESET, Presets, options_error
from bot.render.words import Words
from bot.store.wishes import GuildSettings

DEFAULT_SEATS: Final = 3


async def requested_rules(
    services: Services,
    guild: GuildSettings,
    words: Words,
    typed: str | None,
    target: int | None,
    seats: int | None,
) -> Rules:
    """Return the requested rules, else the server's preset.  Raises Refused, BadRules."""
    wanted = typed or guild.preset or DEFAULT_PRESET
    if name := preset_named(services, words, wanted):
        return preset_rules(services.presets, name, target, seats or DEFAULT_SEATS)
    saved = await load_rules(services, guild.guild_id, wanted)
    return with_request(services.presets, saved, target, seats)


def preset_rules(presets: Presets, name: str, target: int | None, seats: int) -> Rules:
    """Return a preset for that number of players, with the host's or a chat's target."""
    rules = presets.rules(name, players=seats)
    return _with_target(rules, target or family_of(rules).chat_target(rules))


def with_request(presets: Presets, rules: Rules, target: int | None, seats: int | None) -> Rules:
    """Return complete rules with the host's changes."""
    if seats is not None:
        rules = with_settings(presets, rules, players=seats)
    return rules if target is None else _with_target(rules, target)


def _with_target(rules: Rules, target: int) -> Rules:
    try:
        return family_of(rules).with_target(rules, target)
    except ValidationError as error:
        raise options_error(error) from error
