"""The rules a table is opened with: a preset, rules a server has saved, or a line of code."""

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
    """What was asked for in these words, else the server's preset.  Raises Refused, BadRules."""
    wanted = typed or guild.preset or DEFAULT
    if name := preset_named(office, words, wanted):
        return chosen_rules(office.presets, name, target, seats or USUAL_SEATS)
    saved = await saved_rules(office, guild.guild_id, wanted)
    return as_asked(office.presets, saved, target, seats)


def chosen_rules(presets: Presets, name: str, target: int | None, seats: int) -> Rules:
    """A preset for so many players, to the host's target or to that of a chat."""
    rules = presets.rules(name, players=seats)
    return _to_target(rules, target or family_of(rules).chat_target(rules))


def as_asked(presets: Presets, rules: Rules, target: int | None, seats: int | None) -> Rules:
    """Rules that say all of it themselves, but for what the host has asked for."""
    if seats is not None:
        rules = changed(presets, rules, players=seats)
    return rules if target is None else _to_target(rules, target)


def _to_target(rules: Rules, target: int) -> Rules:
    try:
        return family_of(rules).with_target(rules, target)
    except ValidationError as error:
        raise fault_of(error) from error
