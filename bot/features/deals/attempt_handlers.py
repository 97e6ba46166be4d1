"""Plays a deal again: the store keeps the attempt, robots think in a worker.

A button names the attempt and its length, so that an outdated one only shows the current position.
Robots' moves are stored when it is the human's turn, or when the workers are too busy: the next
press goes on from there.
"""

from typing import Final

from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.engine.actions import Action
from bot.engine.cards import Card
from bot.engine.game import to_act
from bot.features.deals import attempt_screens, attempts
from bot.features.deals.attempts import Attempt, attempt_of, compare_with_source, kept_course
from bot.features.deals.own_deal_handlers import find_deal, past_deal, read_stored_code
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation.deal_code import deal_code
from bot.notation.single_deal import SingleDeal
from bot.render import families
from bot.render.screen import safe_name
from bot.store.queries.own_deals import DealOrigin, OwnDeal
from bot.ui_commands.practice_commands import (
    USUAL_LEVEL,
    BeginAttempt,
    ContinueAttempt,
    MarkInAttempt,
    MoveInAttempt,
    PlayDealAgain,
    SetUpAttempt,
)
from bot.workers import TooSlow, decision_seed
from bot.workers.jobs import choose_move
from bot.workers.robot_moves import PLAIN_LEVEL, plain_move

_MOVE_SECONDS: Final = 6.0  # for one decision; nobody waits but the one who plays again
_COMPARE_SECONDS: Final = 8.0
_NO_GAME: Final = 0  # robots' seeds depend on the place alone: equal acts meet equal robots


@handles(PlayDealAgain)
async def set_up_past_deal(context: TableContext, command: PlayDealAgain) -> None:
    """Show where to begin in a scored deal of this table, if its cards are public."""
    deal, _ = await past_deal(context, command.deal)
    code = deal_code(context.services.presets, deal)
    own = await context.services.store.own_deals.put(
        context.user_id, code, DealOrigin.MATCH, context.services.tables.services.now()
    )
    context.mark_stored()
    start = 0 if command.card is None else attempts.start_before_card(deal, command.card)
    seat = own.seat if own.tries else attempts.usual_seat(deal)
    command_here = SetUpAttempt(own.deal_id, start, seat, own.level or USUAL_LEVEL)
    await set_up_attempt(context, command_here)


@handles(SetUpAttempt)
async def set_up_attempt(context: Context, command: SetUpAttempt) -> None:
    """Show the choices before an attempt."""
    await show_set_up(context, command)


async def show_set_up(context: Context, command: SetUpAttempt, note: str = "") -> None:
    """Show the choices before an attempt, below a note."""
    own = await _own_copy(context, command.deal)
    source = read_stored_code(context, own.code)
    _check_choices(context, command, source)
    attempt = attempt_of(context.services.presets, own)
    chosen = attempt_screens.AttemptSetUp(
        own=own.deal_id,
        title=own.name,
        source=source,
        start=command.start,
        seat=command.seat,
        level=command.level,
        levels=context.services.tables.services.levels,
        under_way=bool(own.course) and not attempt.is_over,
    )
    words = families.with_table_faces(source.rules, context.words)
    await replace(context, words=words).show(attempt_screens.set_up_screen(chosen, words, note))


def _check_choices(
    context: Context, command: SetUpAttempt | BeginAttempt, source: SingleDeal
) -> None:
    """Raise Refused for a button with choices that this deal does not have."""
    levels = context.services.tables.services.levels
    is_known = command.level in levels and command.seat in attempts.human_seats(source)
    if not is_known or command.start > attempts.latest_start(source):
        raise Refused(Refusal.NO_SUCH_BUTTON)


@handles(BeginAttempt)
async def begin_to_play_again(context: Context, command: BeginAttempt) -> None:
    """Begin an attempt; a repeated press finds it begun."""
    own = await _own_copy(context, command.deal)
    source = read_stored_code(context, own.code)
    _check_choices(context, command, source)
    presets = context.services.presets
    bare = deal_code(presets, kept_course(source, command.start))
    new = replace(own, seat=command.seat, level=command.level, start=command.start, course=bare)
    if new != own:
        await context.services.quotas.count_question(context.user_id)
        own = await _save(context, own, replace(new, tries=own.tries + 1))
    await _play_on(context, attempt_of(presets, own))


@handles(ContinueAttempt)
async def continue_attempt(context: Context, command: ContinueAttempt) -> None:
    """Show the attempt where it stands; robots that are on turn play."""
    await _play_on(context, await _attempt(context, command.deal))


@handles(MoveInAttempt)
async def move_in_attempt(context: Context, command: MoveInAttempt) -> None:
    """Do an action of the human; an outdated button only shows the current position."""
    attempt = await _attempt(context, command.deal)
    if not _is_current(attempt, command) or not attempt.is_my_turn:
        await _play_on(context, attempt)
        return
    if command.action not in attempt.view(attempt.own.seat).legal:
        raise Refused(Refusal.NO_SUCH_BUTTON)
    await _play_on(context, attempt.after(command.action))


@handles(MarkInAttempt)
async def mark_in_attempt(context: Context, command: MarkInAttempt) -> None:
    """Show the hand with cards marked for the discard; the buttons alone carry the marks."""
    attempt = await _attempt(context, command.deal)
    marks = command.cards if _is_current(attempt, command) else ()
    await _show(context, attempt, picked=marks)


def _is_current(attempt: Attempt, command: MoveInAttempt | MarkInAttempt) -> bool:
    place = attempt.own.tries, len(attempt.deal.course)
    return place == (command.tries, command.length)


async def _attempt(context: Context, deal_id: int) -> Attempt:
    """Return the attempt of the user at a deal of theirs.  Raises Refused."""
    own = await find_deal(context, deal_id)
    if own.user_id != context.user_id or not own.course:
        raise Refused(Refusal.OWN_DEAL_GONE)
    return attempt_of(context.services.presets, own)


async def _own_copy(context: Context, deal_id: int) -> OwnDeal:
    """Return a deal of the user; of a shared one they get a copy.  Raises Refused."""
    found = await find_deal(context, deal_id)
    if found.user_id == context.user_id:
        return found
    now = context.services.tables.services.now()
    return await context.services.store.own_deals.put(
        context.user_id, found.code, DealOrigin.IMPORT, now
    )


async def _play_on(context: Context, attempt: Attempt) -> None:
    """Let the robots play up to the human's turn or the score, store it, and show it."""
    before, note = attempt.own, ""
    try:
        while not attempt.is_over and not attempt.is_my_turn:
            attempt = attempt.after(await _robot_action(context, attempt))
    except Refused as busy:  # what was played so far is kept
        note = context.services.responder.render_refusal(busy, context.words)
    course = deal_code(context.services.presets, attempt.deal)
    if course != before.course:
        own = await _save(context, before, replace(before, course=course))
        attempt = attempt_of(context.services.presets, own)
    await _show(context, attempt, note=note)


async def _robot_action(context: Context, attempt: Attempt) -> Action:
    """Return the action of the robot on turn.  Raises Refused where no worker is free."""
    seat = to_act(attempt.game)
    assert seat is not None
    level, seen = attempt.own.level, attempt.view(seat)
    seed = decision_seed(_NO_GAME, len(attempt.deal.course))
    if level == PLAIN_LEVEL or len(seen.legal) == 1:
        return plain_move(seen, seed)
    try:
        action = await context.services.workers.run(_MOVE_SECONDS, choose_move, level, seen, seed)
    except TooSlow as error:
        raise Refused(Refusal.BUSY) from error
    return action if action in seen.legal else plain_move(seen, seed)


async def _save(context: Context, before: OwnDeal, after: OwnDeal) -> OwnDeal:
    """Store a change; return it, or the deal as a faster press left it."""
    after = replace(after, touched_at=context.services.tables.services.now())
    if await context.services.store.own_deals.change_course(before, after):
        context.mark_stored()
        return after
    return await find_deal(context, before.deal_id)


async def _show(
    context: Context, attempt: Attempt, picked: tuple[Card, ...] = (), note: str = ""
) -> None:
    words = families.with_table_faces(attempt.deal.rules, context.words)
    name = safe_name(context.interaction.user.display_name)
    if not attempt.is_over:
        screen = attempt_screens.attempt_screen(attempt, name, words, picked, note)
    else:
        try:
            found = await context.services.workers.run(
                _COMPARE_SECONDS, compare_with_source, attempt.deal, attempt.source
            )
        except TooSlow as error:
            raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
        screen = attempt_screens.comparison_screen(attempt, found, name, words)
    await replace(context, words=words).show(screen)
