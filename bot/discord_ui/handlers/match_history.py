"""Finished matches: the list, one match, its deals, and every card of a deal.

The list checks permission to open a match.  From there on each button is on a message shown to a
permitted reader; that includes the buttons below a shared card.
"""

import asyncio
from typing import Final

from pydantic import ValidationError

from bot.discord_ui.handlers import public_posts
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.engine import notation, rules, view
from bot.model.refusals import Refusal, Refused
from bot.presets import parse_rules
from bot.render.announcement_screens import ruling_text
from bot.render.paper.drawing_jobs import draw_animation
from bot.render.screen import Screen
from bot.render.screen_data import FinishedGame
from bot.render.server.table_lists import history_screen
from bot.render.study import match_screens, scored_deal
from bot.store.queries import leaderboards, reviews
from bot.ui_commands import codec, server_commands
from bot.ui_commands.view_commands import AnimateDeal, ReplayDeal, ShareDeal, ShowDeal, ShowMatch

_DRAW_SECONDS: Final = 10.0  # for an animation; it takes 0.3

_MATCHES_PER_PAGE = 10  # matches per page


@handles(server_commands.ShowHistory)
async def show_matches(context: Context, command: server_commands.ShowHistory) -> None:
    """Show a page of the finished matches of this server."""
    page = command.page or 1
    store, guild_id = context.services.store, context.guild_id
    found = await store.leaderboards.history(
        guild_id, _MATCHES_PER_PAGE + 1, (page - 1) * _MATCHES_PER_PAGE
    )
    sealed = await context.services.tables.sealed_games(guild_id)
    shown = [game for game in found[:_MATCHES_PER_PAGE] if game.game_id not in sealed]
    rows = [await _finished_row(context, game) for game in shown]
    pages = min(page + (len(found) > _MATCHES_PER_PAGE), codec.MAX_PAGE)
    await context.show(history_screen(rows, context.words, page, pages))


async def _finished_row(context: Context, game: leaderboards.PastGame) -> FinishedGame:
    scores = sorted(game.scores, key=lambda score: (score.place, score.seat, -score.part))
    return FinishedGame(
        game=game.game_id,
        ended_at=game.ended_at,
        preset=game.preset,
        results=tuple(
            [await context.services.table_data.player_score(s, context.words) for s in scores]
        ),
        with_robots=game.with_robots,
        friendly=game.friendly,
    )


@handles(server_commands.OpenMatch)
async def open_match(context: Context, command: server_commands.OpenMatch) -> None:
    """Open a match for its players, or for all members where the server's settings allow it."""
    await show_match(await readable_match(context, command.game), ShowMatch())


async def readable_match(context: Context, game_id: int) -> TableContext:
    """Return a match of this server that the user may read.  Raises Refused."""
    table = await context.services.tables.get(game_id)
    if table.row.guild_id != context.guild_id:
        raise Refused(Refusal.UNKNOWN_TABLE)
    if table.load_refusal is not None:
        raise Refused(table.load_refusal)
    store = context.services.store
    if not (await store.preferences.guild(context.guild_id)).open_history:
        played = {sitting.user_id for sitting in await store.game_queries.sittings(table.id)}
        if context.user_id not in played:
            raise Refused(Refusal.MATCH_CLOSED)
    who, interaction = (context.user_id, context.server), context.interaction
    return TableContext(context.services, interaction, context.words, *who, table)


@handles(ShowMatch)
async def show_match(context: TableContext, command: ShowMatch) -> None:
    """Show the course of a match, with a page of its deals."""
    await context.show(await read_match_screen(context, command.page or 1))


async def read_match_screen(context: TableContext, page: int = 1) -> Screen:
    """Return the course of a match, with a page of its deals.  Raises Refused."""
    table = context.table
    seen = table.view_of(None)
    if seen is None:
        raise Refused(Refusal.NOT_STARTED)
    await context.services.tables.refuse_sealed_deal(table.row)
    stored = await context.services.store.game_queries.deals(table.id)
    first = (page - 1) * match_screens.DEALS_PER_PAGE
    deals = [
        _read_scored(seen.rules, deal.summary)
        for deal in stored[first : first + match_screens.DEALS_PER_PAGE]
    ]
    facts = await context.services.table_data.of(table, context.words)
    ended_at = table.row.ended_at
    rulings = await _ruling_lines(context)
    return match_screens.match_screen(seen, facts, ended_at, deals, context.words, page, rulings)


async def _ruling_lines(context: TableContext, deal: int | None = None) -> list[str]:
    """Return the written decisions about the match, or about one deal, as sentences."""
    rulings = await context.services.store.rulings.of_game(context.table.id)
    return [
        f"⚖ {ruling_text(one.kind, one.deal, one.reason, context.words)}"
        for one in sorted(rulings, key=lambda one: one.version or 0)
        if one.version is not None and deal in (None, one.deal)
    ]


@handles(ShowDeal)
async def show_deal(context: TableContext, command: ShowDeal) -> None:
    """Show a scored deal with all its reasons."""
    await context.show(await read_deal_screen(context, command.deal))


async def read_deal_screen(context: TableContext, number: int) -> Screen:
    """Return a scored deal with all its reasons.  Raises Refused."""
    recorded, past = await load_deal(context, number)
    facts = await context.services.table_data.for_seats(
        context.table, recorded.sittings, context.words
    )
    facts = await context.services.table_data.with_code(facts, context.table, number)
    verdict = await context.services.table_data.deal_verdict(context.table, number)
    rulings = await _ruling_lines(context, number)
    players = await context.services.store.game_queries.sittings(context.table.id)
    can_report = context.user_id in {one.user_id for one in players}
    return match_screens.deal_screen(
        past, facts, context.words, verdict, rulings, can_report=can_report
    )


@handles(ReplayDeal)
async def show_replay(context: TableContext, command: ReplayDeal) -> None:
    """Show one card of a scored deal."""
    recorded, past = await _load_played(context, command.deal)
    facts = await context.services.table_data.for_seats(
        context.table, recorded.sittings, context.words
    )
    step = match_screens.card_index(past.scored, command.step)
    await context.show(
        match_screens.replay_screen(past, step, facts, context.words, is_shared=command.shared)
    )


@handles(ShareDeal, once=True)
async def share_position(context: TableContext, command: ShareDeal) -> None:
    """Post a position to the channel; each reader steps on in their own private message."""
    public_posts.require_posting_permission(context.interaction)
    recorded, past = await _load_played(context, command.deal)
    services, step = context.services, match_screens.card_index(past.scored, command.step)
    public = await public_posts.server_words(context)
    name = await services.names.name_of(context.user_id)
    facts = await services.table_data.for_seats(context.table, recorded.sittings, public)
    screen = match_screens.shared_replay_screen(past, step, name, facts, public)
    async with public_posts.counted_post(context):
        await asyncio.shield(
            public_posts.post_for_all(context, screen, public, str(context.interaction.id))
        )
    facts = await services.table_data.for_seats(context.table, recorded.sittings, context.words)
    note = context.words.say("replay.was_shared")
    await context.show(match_screens.replay_screen(past, step, facts, context.words, note))


@handles(AnimateDeal, once=True)
async def animate_deal(context: TableContext, command: AnimateDeal) -> None:
    """Post a scored deal as an animation; a worker draws it, once a minute in a channel."""
    public_posts.require_posting_permission(context.interaction)
    recorded, past = await _load_played(context, command.deal)
    services, public = context.services, await public_posts.server_words(context)
    name = await services.names.name_of(context.user_id)
    facts = await services.table_data.for_seats(context.table, recorded.sittings, public)
    screen, picture = match_screens.animated_deal_screen(past, name, facts, public)
    frames = match_screens.replay_frames(past, facts, public)
    async with public_posts.counted_post(context):
        await context.defer()
        drawn = {picture: await services.workers.run(_DRAW_SECONDS, draw_animation, frames)}
        await public_posts.post_drawn(context, screen, public, drawn, str(context.interaction.id))
    facts = await services.table_data.for_seats(context.table, recorded.sittings, context.words)
    note = context.words.say("replay.was_shared")
    await context.show(match_screens.replay_screen(past, 0, facts, context.words, note))


async def _load_played(
    context: TableContext, number: int
) -> tuple[reviews.RecordedDeal, match_screens.PastDeal]:
    """Return a deal that has card play.  Raises Refused for others."""
    recorded, past = await load_deal(context, number)
    if not past.scored.tricks:
        raise Refused(Refusal.DEAL_WITHOUT_PLAY)
    return recorded, past


async def load_deal(
    context: TableContext, number: int
) -> tuple[reviews.RecordedDeal, match_screens.PastDeal]:
    """Return a closed deal as stored, without recomputation.  Raises Refused for any other."""
    reviews, table = context.services.store.reviews, context.table
    await context.services.tables.refuse_sealed_deal(table.row, number)
    recorded = await reviews.recorded_deal(table.id, number)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=number)
    rules, newest = parse_rules(table.row.rules), await reviews.newest_deal(table.id)
    scored = _read_scored(rules, recorded.summary)
    version, undone = recorded.last_version + 1, scored_deal.take_backs_in(recorded.lines)
    return recorded, match_screens.PastDeal(rules, version, scored, newest or number, undone)


def _read_scored(rules: rules.Rules, summary: str) -> view.ResultView:
    try:
        return view.result_view(rules, notation.read_result(summary))
    except ValidationError as error:
        raise Refused(Refusal.TABLE_DAMAGED) from error
