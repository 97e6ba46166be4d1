"""Finished matches: the list, one match, its deals, and every card of a deal.

The list checks permission to open a match.  From there on each button is on a message shown to a
permitted reader; that includes the buttons below a shared card.
"""

import asyncio

from pydantic import ValidationError

from bot.deeds.notation import LAST_PAGE
from bot.deeds.past import Replay, ShareDeal
from bot.engine.results import read_result
from bot.engine.rules import Rules
from bot.engine.view import Scored, scored_view
from bot.front.desk.context import Caller, Visit
from bot.front.desk.posting import post, public_words, refuse_silence
from bot.front.failures import FAILED, PASSING, meaning
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.render.facts import FinishedRow
from bot.render.server.history import history_screen
from bot.render.study.match import PAGE, deal_screen, match_screen
from bot.render.study.replay import Past, replay_screen, shared_screen, within
from bot.render.study.taken_back import taken_back_of
from bot.store.reviews import RecordedDeal
from bot.store.standings import Finished

_ROWS = 10  # matches per page


async def matches(caller: Caller, page: int) -> None:
    """Show a page of the finished matches of this server."""
    store, guild_id = caller.office.store, caller.guild_id
    found = await store.standings.history(guild_id, _ROWS + 1, (page - 1) * _ROWS)
    rows = [await _finished(caller, game) for game in found[:_ROWS]]
    pages = min(page + (len(found) > _ROWS), LAST_PAGE)
    await caller.show(history_screen(rows, caller.words, page, pages))


async def _finished(caller: Caller, game: Finished) -> FinishedRow:
    scores = sorted(game.scores, key=lambda score: (score.place, score.seat, -score.part))
    return FinishedRow(
        game=game.game_id,
        ended_at=game.ended_at,
        preset=game.preset,
        results=tuple([await caller.office.facts.played(s, caller.words) for s in scores]),
        with_robots=game.with_robots,
        friendly=game.friendly,
    )


async def open_match(caller: Caller, game: int) -> None:
    """Open a match for its players, or for all members where the server's settings allow it."""
    table = await caller.office.tables.get(game)
    if table.row.guild_id != caller.guild_id:
        raise Refused(Refusal.UNKNOWN_TABLE)
    if table.unreadable is not None:
        raise Refused(table.unreadable)
    store = caller.office.store
    if not (await store.wishes.guild(caller.guild_id)).open_history:
        played = {sitting.user_id for sitting in await store.lists.sittings(game)}
        if caller.user_id not in played:
            raise Refused(Refusal.MATCH_CLOSED)
    await match(Visit(caller.office, caller.interaction, caller.words, table), 1)


async def match(visit: Visit, page: int) -> None:
    """Show the course of a match, with a page of its deals."""
    table = visit.table
    seen = table.view_of(None)
    if seen is None:
        raise Refused(Refusal.NOT_STARTED)
    stored = await visit.office.store.lists.deals(table.id)
    first = (page - 1) * PAGE
    deals = [_scored(seen.rules, deal.summary) for deal in stored[first : first + PAGE]]
    facts = await visit.office.facts.of(table, visit.words)
    screen = match_screen(seen, facts, table.row.ended_at, deals, visit.words, page)
    await visit.show(screen)


async def deal(visit: Visit, number: int) -> None:
    """Show a scored deal with all its reasons."""
    recorded, past = await _past(visit, number)
    facts = await visit.office.facts.at(visit.table, recorded.sittings, visit.words)
    verdict = await visit.office.facts.verdict(visit.table, number)
    await visit.show(deal_screen(past, facts, visit.words, verdict))


async def replay(visit: Visit, deed: Replay) -> None:
    """Show one card of a scored deal."""
    recorded, past = await _played(visit, deed.deal)
    facts = await visit.office.facts.at(visit.table, recorded.sittings, visit.words)
    step = within(past.scored, deed.step)
    await visit.show(replay_screen(past, step, facts, visit.words, is_shared=deed.shared))


async def share(visit: Visit, deed: ShareDeal) -> None:
    """Post a position to the channel; each reader steps on in their own private message."""
    refuse_silence(visit.interaction)
    recorded, past = await _played(visit, deed.deal)
    office, step = visit.office, within(past.scored, deed.at)
    public = await public_words(visit)
    name = await office.names.of(visit.user_id)
    facts = await office.facts.at(visit.table, recorded.sittings, public)
    place = visit.interaction.channel_id or 0
    office.shares.take(place, office.tables.services.now())
    try:
        screen = shared_screen(past, step, name, facts, public)
        await asyncio.shield(post(visit, screen, public, str(visit.interaction.id)))
    except FAILED as error:
        if meaning(error) in PASSING:  # the post may have arrived all the same
            raise
        office.shares.give_back(place)
        raise Refused(Refusal.ETUDE_NO_PLACE) from error
    facts = await office.facts.at(visit.table, recorded.sittings, visit.words)
    note = visit.words.say("replay.was_shared")
    await visit.show(replay_screen(past, step, facts, visit.words, note))


async def _played(visit: Visit, number: int) -> tuple[RecordedDeal, Past]:
    """Return a deal that has card play.  Raises Refused for others."""
    recorded, past = await _past(visit, number)
    if not past.scored.tricks:
        raise Refused(Refusal.DEAL_WITHOUT_PLAY)
    return recorded, past


async def _past(visit: Visit, number: int) -> tuple[RecordedDeal, Past]:
    """Return a closed deal as stored, without recomputation.  Raises Refused for any other."""
    reviews, table = visit.office.store.reviews, visit.table
    recorded = await reviews.recorded(table.id, number)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=number)
    rules, newest = parse_rules(table.row.rules), await reviews.newest_deal(table.id)
    scored = _scored(rules, recorded.summary)
    version, undone = recorded.last_version + 1, taken_back_of(recorded.lines)
    return recorded, Past(rules, version, scored, newest or number, undone)


def _scored(rules: Rules, summary: str) -> Scored:
    try:
        return scored_view(rules, read_result(summary))
    except ValidationError as error:
        raise Refused(Refusal.TABLE_DAMAGED) from error
