"""House rules: edited in the lobby, saved under a name for the server, and loaded by it."""

from collections.abc import Mapping
from typing import Final

from pydantic import ValidationError

from bot.discord_ui import components, delivery
from bot.discord_ui.handlers.context import Context, Services, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.engine import families
from bot.engine.rules import BadRules, Rules
from bot.model.enums import Status
from bot.model.refusals import Refusal, Refused
from bot.model.settings import GuildSettings
from bot.model.values import Record
from bot.presets import DEFAULT_PRESET, OptionSetting, Presets, options_error, parse_rules
from bot.render import rules_screens
from bot.render.rule_text import format_code, looks_like_code, parse_code, parse_value
from bot.render.screen import MAX_NAME_LENGTH, plain_line, safe_name
from bot.render.words import Words
from bot.store import WriteRefused
from bot.store.queries.preferences import NamedHouseRules
from bot.tables import changes, table
from bot.ui_commands import play_commands, server_commands

# -- in the lobby


@handles(play_commands.ShowHouseRules)
async def show_house_rules(context: TableContext, _: play_commands.ShowHouseRules) -> None:
    await _show_house_rules(context)


@handles(play_commands.ShowHouseRuleGroup)
async def show_house_rule_group(
    context: TableContext, command: play_commands.ShowHouseRuleGroup
) -> None:
    await _open_page(context, command.group)


@handles(play_commands.ShowHouseRule)
async def show_house_rule(context: TableContext, command: play_commands.ShowHouseRule) -> None:
    await _open_page(context, command.group, command.option)


async def _open_page(context: TableContext, group: str, option: str = "") -> None:
    """Open a page of house rules as a form; without such a page, show all pages."""
    agreed = require_host(context)
    form = rules_screens.house_rules_form(context.table.id, agreed, context.words, group, option)
    if form is None:
        await _show_house_rules(context)
    else:
        await delivery.send_modal(context.interaction, components.choice_modal(form))


async def _show_house_rules(context: TableContext, note: str = "") -> None:
    """Show the pages of house rules to the host."""
    agreed = require_host(context)
    presets = context.services.presets
    facts = await context.services.table_data.of(context.table, context.words)
    preset, code = (
        presets.rules(agreed.preset, players=agreed.players),
        format_code(presets, agreed),
    )
    differences = presets.differences(agreed)
    screen = rules_screens.house_rules_screen(
        facts, agreed, differences, context.words, preset, note, code
    )
    await context.show(screen)


@handles(play_commands.SetHouseRule)
async def set_house_rule(context: TableContext, command: play_commands.SetHouseRule) -> None:
    """Set one house rule and show all pages again."""
    await _change_rules(context, {command.option: command.value})
    await _show_house_rules(context)


async def set_house_rules(context: TableContext, values: Mapping[str, str]) -> None:
    """Set the house rules of a submitted page, all or none; a refusal stands above the pages."""
    try:
        await _change_rules(context, values)
    except BadRules as error:
        note = context.services.responder.render_refusal(error, context.words)
        await _show_house_rules(context, note)
    else:
        await _show_house_rules(context)


async def _change_rules(context: TableContext, values: Mapping[str, str]) -> None:
    """Change the rules by options and their texts.  Raises Refused, BadRules."""
    agreed = require_host(context)
    settings = {option: parse_value(agreed, option, text) for option, text in values.items()}
    changed = with_settings(context.services.presets, agreed, **settings)
    await context.change(changes.set_rules, context.user_id, changed)


def with_settings(presets: Presets, rules: Rules, **settings: OptionSetting) -> Rules:
    """Return the rules with other settings.  Raises BadRules for an impossible combination."""
    own: dict[str, OptionSetting] = {"players": rules.players}
    return presets.rules(rules.preset, **own | dict(presets.differences(rules)) | settings)


def require_host(context: TableContext) -> Rules:
    """Return the rules if this user may change them.  Raises Refused."""
    if context.table.row.status is not Status.LOBBY:
        raise Refused(Refusal.RULES_FIXED)
    if context.table.row.host_id != context.user_id:
        raise Refused(Refusal.NOT_HOST)
    return parse_rules(context.table.row.rules)


# -- under a name


@handles(server_commands.SaveRules)
async def ask_rules_name(context: TableContext, command: server_commands.SaveRules) -> None:
    """Ask for the name of the rules in a modal."""
    require_host(context)
    form = components.text_modal(
        context.table.id,
        command,
        title=context.words.say("save.title"),
        label=context.words.say("save.label"),
        description=context.words.say("save.explain"),
        placeholder=context.words.say("save.usual"),
        max_length=MAX_NAME_LENGTH,
    )
    await delivery.send_modal(context.interaction, form)


async def save_rules(context: TableContext, typed: str) -> None:
    """Save the rules of this lobby for later tables of the server."""
    await context.claim()
    agreed, presets = require_host(context), context.services.presets
    name = _checked_name(context.services, typed)
    kept = NamedHouseRules(name, format_code(presets, agreed))
    try:
        await context.services.store.house_rules.save(context.guild_id, kept)
    except WriteRefused as refused:
        raise table.refusal_for(refused) from refused
    context.mark_stored()
    await _show_house_rules(context, note=context.words.say("save.done", name=safe_name(name)))


def _checked_name(services: Services, typed: str) -> str:
    """Return a name that is no preset's and no share code.  Raises Refused."""
    name = plain_line(typed)
    if looks_like_code(name) or not any(letter.isalnum() for letter in name):
        raise Refused(Refusal.RULES_NAME)
    if any(preset_named(services, words, name) for words in _all_words(services)):
        raise Refused(Refusal.RULES_NAME_PRESET, name=safe_name(name))
    return name


def _all_words(services: Services) -> tuple[Words, ...]:
    return tuple(services.preferences.catalogue.languages.values())


def preset_named(services: Services, words: Words, typed: str) -> str:
    """Return the preset with that file name or display name; "" for none."""
    wanted = typed.strip().casefold()
    for preset in services.presets.names():
        if wanted in (preset, words.say(f"preset.{preset}").casefold()):
            return preset
    return ""


# -- loaded again


async def load_rules(services: Services, guild_id: int, typed: str) -> Rules:
    """Return rules by share code or by a name saved on the server.  Raises Refused, BadRules."""
    if looks_like_code(typed):
        return parse_code(services.presets, typed)
    found = await services.store.house_rules.named(guild_id, plain_line(typed))
    if found is None:
        raise Refused(Refusal.PRESET_UNKNOWN, preset=safe_name(typed))
    try:
        return parse_code(services.presets, found.code)
    except BadRules as error:
        raise Refused(Refusal.RULES_OUTDATED, name=safe_name(found.name)) from error


@handles(server_commands.ShowSavedRules)
async def show_saved_rules(context: Context, _: server_commands.ShowSavedRules) -> None:
    """Show the rules saved on this server, with the way back to the previous page."""
    await _show_saved_rules(context)


async def _show_saved_rules(context: Context, note: str = "") -> None:
    stored = await context.services.store.house_rules.of_guild(context.guild_id)
    told = [_saved_line(context.services.presets, one) for one in stored]
    game = context.table.id if isinstance(context, TableContext) else 0
    manages = context.can_manage()
    await context.show(
        rules_screens.saved_rules_screen(
            told, context.words, can_manage=manages, note=note, game=game
        )
    )


def _saved_line(presets: Presets, one: NamedHouseRules) -> rules_screens.SavedRuleSet:
    try:
        rules = parse_code(presets, one.code)
    except BadRules:
        return rules_screens.SavedRuleSet(one.name, None)
    return rules_screens.SavedRuleSet(one.name, rules, presets.differences(rules))


@handles(server_commands.DeleteSavedRules)
async def delete_saved_rules(context: Context, command: server_commands.DeleteSavedRules) -> None:
    """Delete saved rules, on behalf of a manager."""
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
    store = context.services.store.house_rules
    names = [one.name for one in await store.of_guild(context.guild_id)]
    name = next(
        (name for name in names if server_commands.rules_name_digest(name) == command.digest), None
    )
    if name is None:
        raise Refused(Refusal.RULES_GONE)
    await store.remove(context.guild_id, name)
    context.mark_stored()
    await _show_saved_rules(context, context.words.say("saved.dropped", name=safe_name(name)))


# The rules of a new table: from a preset, saved rules, or a share code.

DEFAULT_SEATS: Final = 3


class RulesRequest(Record):
    """Rules requested for a new table; None leaves the choice to the server or to the rules.

    ``name`` is a preset, saved rules, or a share code.
    """

    name: str | None = None
    target: int | None = None
    seats: int | None = None


async def requested_rules(context: Context, guild: GuildSettings, request: RulesRequest) -> Rules:
    """Return the requested rules, else the server's preset.  Raises Refused, BadRules."""
    services, seats = context.services, request.seats
    wanted = request.name or guild.preset or DEFAULT_PRESET
    if name := preset_named(services, context.words, wanted):
        return preset_rules(services.presets, name, request.target, seats or DEFAULT_SEATS)
    saved = await load_rules(services, guild.guild_id, wanted)
    return with_request(services.presets, saved, request.target, seats)


def preset_rules(presets: Presets, name: str, target: int | None, seats: int) -> Rules:
    """Return a preset for that number of players, with the host's or a chat's target."""
    rules = presets.rules(name, players=seats)
    return _with_target(rules, target or families.family_of(rules).chat_target(rules))


def with_request(presets: Presets, rules: Rules, target: int | None, seats: int | None) -> Rules:
    """Return complete rules with the host's changes."""
    if seats is not None:
        rules = with_settings(presets, rules, players=seats)
    return rules if target is None else _with_target(rules, target)


def _with_target(rules: Rules, target: int) -> Rules:
    try:
        return families.family_of(rules).with_target(rules, target)
    except ValidationError as error:
        raise options_error(error) from error
