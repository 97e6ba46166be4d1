"""The rules of a new table: from a preset, saved rules, or a share code."""

from typing import Final

from pydantic import ValidationError

from bot.engine.families import family_of
from bot.engine.rules import Rules
from bot.front.desk.agreements import changed, preset_named, saved_rules
from bot.front.desk.context import Office
from bot.presets import DEFAULT, Presets, fault_of
from bot.render.words import Words
from bot.store.wishes import Guild

USUAL_SEATS: Final = 3


async def rules_asked(
    office: Office,
    guild: Guild,
    words: Words,
    typed: str | None,
    target: int | None,
    seats: int | None,
) -> Rules:
    """Return the requested rules, else the server's preset.  Raises Refused, BadRules."""
    wanted = typed or guild.preset or DEFAULT
    if name := preset_named(office, words, wanted):
        return chosen_rules(office.presets, name, target, seats or USUAL_SEATS)
    saved = await saved_rules(office, guild.guild_id, wanted)
    return as_asked(office.presets, saved, target, seats)


def chosen_rules(presets: Presets, name: str, target: int | None, seats: int) -> Rules:
    """Return a preset for that number of players, with the host's or a chat's target."""
    rules = presets.rules(name, players=seats)
    return _to_target(rules, target or family_of(rules).chat_target(rules))


def as_asked(presets: Presets, rules: Rules, target: int | None, seats: int | None) -> Rules:
    """Return complete rules with the host's changes."""
    if seats is not None:
        rules = changed(presets, rules, players=seats)
    return rules if target is None else _to_target(rules, target)


def _to_target(rules: Rules, target: int) -> Rules:
    try:
        return family_of(rules).with_target(rules, target)
    except ValidationError as error:
        raise fault_of(error) from error
