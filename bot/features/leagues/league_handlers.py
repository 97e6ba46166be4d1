"""Handlers of leagues: made by managers, entered by members, corrected with a reason."""

import secrets
from typing import Final

from bot import presets, store
from bot.discord_ui import components, delivery
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.public_posts import (
    post_for_all,
    require_posting_permission,
    server_words,
)
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.discord_ui.handlers.table_rules import RulesRequest, requested_rules
from bot.discord_ui.start_times import parse_start_time, zone_of
from bot.engine.rules import BadRules, Rules
from bot.features.leagues import league_screens
from bot.features.leagues.course import LEAD_SECONDS
from bot.features.leagues.formats import (
    FINAL_DEALS,
    RUSSIAN_DEALS,
    TENTHS,
    LeagueFormat,
    LeaguePlan,
    plan_text,
)
from bot.features.leagues.league_log import (
    Cancel,
    Enter,
    Grant,
    LeagueEvent,
    LeagueLine,
    Leave,
    Move,
    Pardon,
    Postpone,
    Replace,
    Result,
    line_text,
    parse_balances,
    replay,
)
from bot.features.leagues.league_runner import LoadedLeague, load_league
from bot.features.leagues.standings import yellow_cards
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record, replace
from bot.render.screen import plain_line, safe_name
from bot.store.queries.leagues import LeagueRow, StoredLine
from bot.ui_commands.server_commands import (
    EnterLeague,
    LeagueAction,
    LeaguePage,
    LeaveLeague,
    ManageLeague,
    ShowLeague,
    ShowLeagues,
    ShowRound,
)

_SECONDS_OF_DEAL: Final = 300  # of a Russian round, before the time is out
_MINUTES: Final = 240  # of any other match: preferans.org gives four hours
_CARDS_DISQUALIFY: Final = 2
_CARD_SECONDS: Final = 365 * 86400  # a yellow card is valid so long
_LATE_ENTRY: Final = (LeagueFormat.SERBIAN, LeagueFormat.RUSSIAN, LeagueFormat.SWISS)
_TRIES: Final = 5  # while others write lines at the same time
_LONGEST_REASON: Final = 100
_SERBIAN_TARGET: Final = 200
_DAYS_AHEAD: Final = 60  # of a round


class NewLeague(Record):
    """A league as it was typed; None leaves a choice to the format."""

    name: str | None
    format: LeagueFormat
    start: str | None
    every: int | None
    rounds: int | None
    deals: int | None
    preset: str | None
    target: int | None


@handles(ShowLeagues)
async def show_leagues(context: Context, _: ShowLeagues) -> None:
    """List the leagues of the server, to any member."""
    rows = await context.services.store.leagues.of_guild(context.guild_id)
    listed = list[league_screens.ListedLeague]()
    for row in rows:
        league = await load_league(context.services, row.league_id)
        if league is not None:
            state = league.state
            kind, count = state.plan.format, len(state.active)
            listed.append(
                league_screens.ListedLeague(
                    row.league_id, safe_name(row.name), kind, count, state.is_over
                )
            )
    await context.show(league_screens.leagues_screen(listed, context.words))


@handles(ShowLeague)
async def show_league(context: Context, command: ShowLeague) -> None:
    """Show a page of a league to any member of its server."""
    await _show(context, await _league(context, command.league), command.page)


@handles(ShowRound)
async def show_round(context: Context, command: ShowRound) -> None:
    """Show one round of a league to any member of its server."""
    league = await _league(context, command.league)
    await _show(context, league, LeaguePage.ROUNDS, round_number=command.round)


async def create_league(context: Context, new: NewLeague) -> None:
    """Make a league in this channel and post the invitation; without values list all."""
    if not new.name and not new.start:
        await show_leagues(context, ShowLeagues())
        return
    await context.claim()
    _require_manager(context)
    name = plain_line(new.name or "")
    if not name or not new.start:
        raise Refused(Refusal.LEAGUE_UNFINISHED)
    require_posting_permission(context.interaction)
    plan = await _plan(context, new)
    services, channel = context.services, context.interaction.channel_id or 0
    now = services.tables.services.now()
    wake = max(plan.starts_at - LEAD_SECONDS, now)
    row = LeagueRow(0, context.guild_id, channel, name, plan_text(plan), now, wake)
    try:
        league_id = await services.store.leagues.create(row)
    except store.WriteRefused as refused:
        if refused.refusal is store.WriteFault.TOO_MANY_LEAGUES:
            raise Refused(Refusal.TOO_MANY_LEAGUES, limit=refused.limit) from refused
        raise Refused(Refusal.LEAGUE_NAME_TAKEN) from refused
    context.mark_stored()
    _look_again(context)
    league = await _league(context, league_id)
    words = await server_words(context)
    post = league_screens.invitation_post(league.page_data(), words)
    await post_for_all(context, post, words, nonce_of(f"league {league_id}"))
    await _show(context, league, LeaguePage.STANDING, context.words.say("league.created"))


async def _plan(context: Context, new: NewLeague) -> LeaguePlan:
    services, kind = context.services, new.format
    guild = await services.store.preferences.guild(context.guild_id)
    languages = services.preferences.catalogue.languages.values()
    zone, now = zone_of(guild.zone), services.tables.services.now()
    starts_at = parse_start_time(new.start or "", now, zone, languages, _DAYS_AHEAD)
    is_russian, is_serbian = kind is LeagueFormat.RUSSIAN, kind is LeagueFormat.SERBIAN
    preset = new.preset or ("serbian" if is_serbian else "sochi" if is_russian else None)
    target = new.target or (_SERBIAN_TARGET if is_serbian else None)
    rules = await requested_rules(context, guild, RulesRequest(preset, target, 3))
    deals = new.deals or (RUSSIAN_DEALS[0] if is_russian else 0)
    minutes = deals * _SECONDS_OF_DEAL // 60 if is_russian else _MINUTES
    final = _with_deals(context, rules, FINAL_DEALS) if is_russian else rules
    played = _with_deals(context, rules, deals) if deals else rules
    every = (14 if is_serbian else 0 if is_russian else 7) if new.every is None else new.every
    return LeaguePlan(
        *(kind, presets.rules_text(played), presets.rules_text(final), starts_at, every),
        *(new.rounds or 5, max(minutes, 30), deals),
        with_fours=not is_serbian and _can_seat_four(context, played),
        seed=secrets.token_hex(8),
    )


def _with_deals(context: Context, rules: Rules, deals: int) -> Rules:
    """Return the rules for a match of so many deals.  Raises Refused where they know none."""
    known = context.services.presets
    changes = dict(known.differences(rules)) | {"end_condition": f"deals({deals})"}
    try:
        return known.rules(rules.preset, **{"players": rules.players, **changes})
    except BadRules as error:
        raise Refused(Refusal.LEAGUE_DEALS) from error


def _can_seat_four(context: Context, rules: Rules) -> bool:
    known = context.services.presets
    try:
        known.rules(rules.preset, **{**dict(known.differences(rules)), "players": 4})
    except BadRules:
        return False
    return True


@handles(EnterLeague, once=True)
async def enter_league(context: Context, command: EnterLeague) -> None:
    """Check a member in; a repeated press changes nothing."""
    await context.services.names.remember(context.interaction.user)
    for _ in range(_TRIES):
        league = await _league(context, command.league)
        number = league.number_of(context.user_id)
        if number is not None and league.state.members[number]:
            break
        await _refuse_entry(context, league, number)
        if await context.services.store.leagues.enter(
            *(league.row.league_id, len(league.lines), context.user_id, _now(context)),
            lambda one: line_text(Enter(one)),
        ):
            context.mark_stored()
            _look_again(context)
            break
    else:
        raise Refused(Refusal.BUSY)
    league = await _league(context, command.league)
    await _show(context, league, LeaguePage.STANDING, context.words.say("league.entered"))


async def _refuse_entry(context: Context, league: LoadedLeague, number: int | None) -> None:
    state = league.state
    if state.is_over:
        raise Refused(Refusal.LEAGUE_OVER)
    if state.has_begun and state.plan.format not in _LATE_ENTRY:
        raise Refused(Refusal.LEAGUE_CLOSED)
    if number in state.successors:
        raise Refused(Refusal.LEAGUE_REPLACED)
    if number is not None and number in yellow_cards(state):
        raise Refused(Refusal.LEAGUE_CARDS)
    if state.plan.format is not LeagueFormat.RUSSIAN:
        return
    rows = await context.services.store.leagues.of_guild(league.row.guild_id)
    cards, since = 0, _now(context) - _CARD_SECONDS
    for row in rows:
        other = await load_league(context.services, row.league_id)
        if other is not None and row.created_at >= since:
            own = other.number_of(context.user_id)
            cards += own is not None and own in yellow_cards(other.state)
    if cards >= _CARDS_DISQUALIFY:
        raise Refused(Refusal.LEAGUE_CARDS)


@handles(LeaveLeague, once=True)
async def leave_league(context: Context, command: LeaveLeague) -> None:
    """Withdraw a member, after a question once the league has begun."""
    league = await _league(context, command.league)
    number = league.number_of(context.user_id)
    if number is None or not league.state.members[number] or league.state.is_over:
        raise Refused(Refusal.LEAGUE_NOT_IN)
    if league.state.has_begun and not command.is_confirmed:
        await context.show(league_screens.leave_question(league.page_data(), context.words))
        return
    league = await _write(context, command.league, Leave(number))
    await _show(context, league, LeaguePage.STANDING, context.words.say("league.has_left"))


# Corrections by managers.

_FIELDS: Final = {
    LeagueAction.CORRECT: ("table", "result", "reason"),
    LeagueAction.POINTS: ("number", "points", "reason"),
    LeagueAction.REMOVE: ("number", "reason"),
    LeagueAction.RETURN: ("number", "reason"),
    LeagueAction.REPLACE: ("number", "person", "reason"),
    LeagueAction.DATE: ("start", "reason"),
    LeagueAction.MOVE: ("reason",),
    LeagueAction.CANCEL: ("reason",),
}


@handles(ManageLeague)
async def ask_correction(context: Context, command: ManageLeague) -> None:
    """Ask a manager for a correction and its reason in a form."""
    _require_manager(context)
    await _league(context, command.league)
    words = context.words
    fields = [
        components.FormField(
            name,
            words.say(f"league.form.{name}"),
            words.say(f"league.form.{name}.how"),
            max_length=_LONGEST_REASON,
            is_person=name == "person",
        )
        for name in _FIELDS[command.action]
    ]
    title = words.say(f"button.league_{command.action}")
    form = components.form_modal(0, command, title, fields)
    await delivery.send_modal(context.interaction, form)


@handles_form(ManageLeague)
async def correct_league(context: Context, command: ManageLeague, fields: dict[str, str]) -> None:
    """Write the correction of a manager as a line that everybody sees."""
    _require_manager(context)
    league = await _league(context, command.league)
    reason = " ".join(fields.get("reason", "").split())[:_LONGEST_REASON]
    if not reason:
        raise Refused(Refusal.LEAGUE_REASON)
    await context.claim()
    match command.action:
        case LeagueAction.REPLACE:
            await _replace_member(context, league, fields, reason)
        case LeagueAction.DATE | LeagueAction.MOVE:
            event = await _moved(context, league, command.action, fields, reason)
            await _write(context, command.league, event)
        case _:
            event = _correction(league, command.action, fields, reason)
            await _write(context, command.league, event)
    league = await _league(context, command.league)
    await _show(context, league, LeaguePage.LOG, context.words.say("league.noted"))


async def _moved(
    context: Context,
    league: LoadedLeague,
    action: LeagueAction,
    fields: dict[str, str],
    reason: str,
) -> LeagueEvent:
    """Return the line that gives the next round a time, or the league this channel.

    Raises Refused.
    """
    if league.state.is_over:
        raise Refused(Refusal.LEAGUE_OVER)
    if action is LeagueAction.MOVE:
        require_posting_permission(context.interaction)
        return Move(context.interaction.channel_id or 0, reason)
    languages = context.services.preferences.catalogue.languages.values()
    typed, now = fields.get("start", ""), _now(context)
    at = parse_start_time(typed, now, league.zone, languages, _DAYS_AHEAD)
    return Postpone(league.state.opened + 1, at, reason)


async def _replace_member(
    context: Context, league: LoadedLeague, fields: dict[str, str], reason: str
) -> None:
    """Let another person play in the place of a member from the next round on.  Raises Refused."""
    if league.state.is_over:
        raise Refused(Refusal.LEAGUE_OVER)
    names, store = context.services.names, context.services.store
    try:
        number, user = _member(league, fields), int(fields["person"])
    except (ValueError, KeyError) as error:
        raise Refused(Refusal.LEAGUE_UNREADABLE) from error
    told = components.name_of_chosen(context.interaction, user)
    if told and not (await store.preferences.person(user)).name:
        await names.remember_name(user, told)
    for _ in range(_TRIES):
        league = await _league(context, league.row.league_id)
        _require_successor(context, league, number, user)
        if await store.leagues.enter(
            *(league.row.league_id, len(league.lines), user, _now(context)),
            lambda new: line_text(Replace(number, new, reason)),
            author_id=context.user_id,
        ):
            await _wake(context, league.row.league_id)
            return
    raise Refused(Refusal.BUSY)


def _require_successor(context: Context, league: LoadedLeague, number: int, user: int) -> None:
    """Raise Refused unless a person can take a member's place, having none of their own.

    Whoever was replaced by that member may take their place back.
    """
    state, own = league.state, league.number_of(user)
    if number in state.successors:
        raise Refused(Refusal.LEAGUE_REPLACED)
    placed = {one for table in state.tables.values() if table.game for one in table.members}
    placed |= set(state.successors.values())
    has_place = own in placed and state.successors.get(own or 0) != number
    if own == number or has_place or components.is_bot_user(context.interaction, user):
        raise Refused(Refusal.LEAGUE_NO_SUCCESSOR)


def _correction(
    league: LoadedLeague, action: LeagueAction, fields: dict[str, str], reason: str
) -> LeagueEvent:
    """Return the line of a correction.  Raises Refused for what cannot be read."""
    try:
        match action:
            case LeagueAction.CORRECT:
                return _corrected(league, fields["table"], fields["result"], reason)
            case LeagueAction.CANCEL:
                if league.state.is_over:
                    raise Refused(Refusal.LEAGUE_OVER)
                return Cancel(reason)
            case LeagueAction.POINTS:
                typed = fields["points"].replace(",", ".").replace("\u2212", "-")
                return Grant(_member(league, fields), round(float(typed) * TENTHS), reason)
            case LeagueAction.REMOVE:
                return Leave(_member(league, fields), reason)
            case _:
                return Pardon(_member(league, fields), reason)
    except (ValueError, KeyError, OverflowError) as error:
        raise Refused(Refusal.LEAGUE_UNREADABLE) from error


def _member(league: LoadedLeague, fields: dict[str, str]) -> int:
    number = int(fields["number"])
    if number not in league.state.members:
        raise ValueError(number)
    return number


def _corrected(league: LoadedLeague, place: str, typed: str, reason: str) -> Result:
    """Return the corrected result of a table: all of its members, and nobody else."""
    round_number, table = map(int, place.strip().split("."))
    there = league.state.tables[round_number, table]
    text = typed.replace(" ", "").replace("\u2212", "-").replace("+", "").replace(";", ",")
    balances, absent = parse_balances(text)
    if there.result is None or set(balances) != set(there.members):
        raise ValueError(typed)
    is_late = isinstance(there.result, Result) and there.result.is_late
    return replace(Result(round_number, table, balances, absent, is_late), reason=reason)


async def _write(context: Context, league_id: int, event: LeagueEvent) -> LoadedLeague:
    """Add a line of this user and return the league after it."""
    for _ in range(_TRIES):
        league = await _league(context, league_id)
        line = StoredLine(len(league.lines), _now(context), context.user_id, line_text(event))
        replay(league.state.plan, [*league.lines, LeagueLine(*line)])  # nothing unreadable
        if await context.services.store.leagues.append(league_id, [line]):
            await _wake(context, league_id)
            return await _league(context, league_id)
    raise Refused(Refusal.BUSY)


async def _wake(context: Context, league_id: int) -> None:
    """Let the runner look at a league in which a line was written."""
    context.mark_stored()
    await context.services.store.leagues.set_wake(league_id, _now(context))
    _look_again(context)


async def _league(context: Context, league_id: int) -> LoadedLeague:
    """Return a league of the interaction's server.  Raises Refused for any other."""
    league = await load_league(context.services, league_id)
    if league is None or league.row.guild_id != context.guild_id:
        raise Refused(Refusal.LEAGUE_GONE)
    return league


async def _show(
    context: Context,
    league: LoadedLeague,
    page: LeaguePage,
    note: str = "",
    round_number: int | None = None,
) -> None:
    state, number = league.state, league.number_of(context.user_id)
    takes_part = number is not None and state.members[number]
    is_open = not state.has_begun or state.plan.format in _LATE_ENTRY
    is_open = is_open and number not in state.successors
    reader = league_screens.LeagueReader(
        takes_part=takes_part,
        can_enter=not takes_part and not state.is_over and is_open,
        can_manage=context.can_manage(),
        channel_id=context.interaction.channel_id or 0,
    )
    data = league.page_data()
    screen = league_screens.league_screen(data, page, reader, context.words, note, round_number)
    await context.show(screen)


def _require_manager(context: Context) -> None:
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)


def _now(context: Context) -> int:
    return context.services.tables.services.now()


def _look_again(context: Context) -> None:
    for look in context.services.on_league_change:
        look()
