"""House rules: edited in the lobby, saved under a name for the server, and loaded by it."""

from bot.deeds.saved import SaveRules, digest_of
from bot.engine.refusal import BadRules
from bot.engine.rules import Rules
from bot.front.components import word_form
from bot.front.desk.context import Caller, Office, Visit
from bot.presets import Presets, Setting, parse_rules
from bot.refusals import Refusal, Refused
from bot.render.agreements.choosing import COMMON, house_screen, subjects_of
from bot.render.agreements.code import code_of, looks_like_code, read_code
from bot.render.agreements.options import groups_of, read_value
from bot.render.names import LONGEST, plain_line, safe_name
from bot.render.server.saved import SavedLine, saved_screen
from bot.render.words import Words
from bot.store import WriteRefused
from bot.store.agreements import Agreement
from bot.tables import changes
from bot.tables.table import said
from bot.terms import Status

# -- in the lobby


async def house(visit: Visit, group: str = "", option: str = "", note: str = "") -> None:
    """Show the host's house rules, step by step."""
    agreed = need_host(visit)
    presets = visit.office.presets
    facts = await visit.office.facts.of(visit.table, visit.words)
    differences, code = presets.differences(agreed), code_of(presets, agreed)
    screen = house_screen(facts, agreed, differences, visit.words, group, option, note, code)
    await visit.show(screen)


async def change(visit: Visit, option: str, value: str) -> None:
    """Set one house rule and show its page again."""
    changed = with_option(visit, need_host(visit), option, value)
    await visit.change(changes.set_rules, visit.user_id, changed)
    if option in subjects_of(changed)[COMMON]:
        await house(visit)
        return
    group = next((key for key, has in groups_of(changed).items() if option in has), "")
    await house(visit, group, option)


def with_option(visit: Visit, agreed: Rules, option: str, text: str) -> Rules:
    """Return the rules with one option changed.  Raises BadRules for an impossible combination."""
    return changed(visit.office.presets, agreed, **{option: read_value(agreed, option, text)})


def changed(presets: Presets, agreed: Rules, **settings: Setting) -> Rules:
    """Return the rules with other settings.  Raises BadRules for an impossible combination."""
    own: dict[str, Setting] = {"players": agreed.players}
    return presets.rules(agreed.preset, **own | dict(presets.differences(agreed)) | settings)


def need_host(visit: Visit) -> Rules:
    """Return the rules if this user may change them.  Raises Refused."""
    if visit.table.row.status is not Status.LOBBY:
        raise Refused(Refusal.RULES_FIXED)
    if visit.table.row.host_id != visit.user_id:
        raise Refused(Refusal.NOT_HOST)
    return parse_rules(visit.table.row.rules)


# -- under a name


async def ask_name(visit: Visit) -> None:
    """Ask for the name of the rules in a modal."""
    need_host(visit)
    form = word_form(
        visit.table.id,
        SaveRules(),
        title=visit.words.say("save.title"),
        label=visit.words.say("save.label"),
        explain=visit.words.say("save.explain"),
        usual=visit.words.say("save.usual"),
        longest=LONGEST,
    )
    await visit.interaction.response.send_modal(form)


async def save(visit: Visit, typed: str) -> None:
    """Save the rules of this lobby for later tables of the server."""
    agreed, presets = need_host(visit), visit.office.presets
    name = _good_name(visit.office, typed)
    kept = Agreement(name, code_of(presets, agreed))
    try:
        await visit.office.store.agreements.save(visit.guild_id, kept)
    except WriteRefused as refused:
        raise said(refused) from refused
    visit.keep()
    await house(visit, note=visit.words.say("save.done", name=safe_name(name)))


def _good_name(office: Office, typed: str) -> str:
    """Return a name that is no preset's and no share code.  Raises Refused."""
    name = plain_line(typed)
    if looks_like_code(name) or not any(letter.isalnum() for letter in name):
        raise Refused(Refusal.RULES_NAME)
    if any(preset_named(office, words, name) for words in _languages(office)):
        raise Refused(Refusal.RULES_NAME_PRESET, name=safe_name(name))
    return name


def _languages(office: Office) -> tuple[Words, ...]:
    return tuple(office.languages.catalogue.languages.values())


def preset_named(office: Office, words: Words, typed: str) -> str:
    """Return the preset with that file name or display name; "" for none."""
    wanted = typed.strip().casefold()
    for preset in office.presets.names():
        if wanted in (preset, words.say(f"preset.{preset}").casefold()):
            return preset
    return ""


# -- loaded again


async def saved_rules(office: Office, guild_id: int, typed: str) -> Rules:
    """Return rules by share code or by a name saved on the server.  Raises Refused, BadRules."""
    if looks_like_code(typed):
        return read_code(office.presets, typed)
    found = await office.store.agreements.named(guild_id, plain_line(typed))
    if found is None:
        raise Refused(Refusal.PRESET_UNKNOWN, preset=safe_name(typed))
    try:
        return read_code(office.presets, found.code)
    except BadRules as error:
        raise Refused(Refusal.RULES_OUTDATED, name=safe_name(found.name)) from error


async def show_saved(caller: Caller, note: str = "") -> None:
    """Show the rules saved on this server, with the way back to the previous page."""
    stored = await caller.office.store.agreements.of_guild(caller.guild_id)
    told = [_told(caller.office.presets, one) for one in stored]
    game = caller.table.id if isinstance(caller, Visit) else 0
    manages = caller.manages()
    await caller.show(saved_screen(told, caller.words, manages=manages, note=note, game=game))


def _told(presets: Presets, one: Agreement) -> SavedLine:
    try:
        rules = read_code(presets, one.code)
    except BadRules:
        return SavedLine(one.name, None)
    return SavedLine(one.name, rules, presets.differences(rules))


async def drop(caller: Caller, digest: str) -> None:
    """Delete saved rules, on behalf of a manager."""
    if not caller.manages():
        raise Refused(Refusal.NO_PERMISSION)
    store = caller.office.store.agreements
    names = [one.name for one in await store.of_guild(caller.guild_id)]
    name = next((name for name in names if digest_of(name) == digest), None)
    if name is None:
        raise Refused(Refusal.RULES_GONE)
    await store.remove(caller.guild_id, name)
    caller.keep()
    await show_saved(caller, caller.words.say("saved.dropped", name=safe_name(name)))
