"""Handing a seat over to another user: the choice, the proposal, and the successor's consent."""

from bot.front.desk import showing
from bot.front.desk.context import Visit
from bot.front.members import is_bot
from bot.refusals import Refusal, Refused
from bot.render.hand.more import give_screen
from bot.tables import voting
from bot.terms import Subject


async def ask(visit: Visit, seat: int) -> None:
    """Ask for the successor; only for a seat that may be handed over."""
    visit.table.running()
    own = visit.table.seat_needed(visit.user_id)
    facts = await visit.office.facts.of(visit.table, visit.words)
    if seat != own and not facts.left()[seat : seat + 1] == (True,):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    await visit.show(give_screen(showing.view_for(visit), facts, visit.words, seat))


async def propose(visit: Visit, seat: int, heir: int) -> None:
    """Propose a vote that needs the successor's consent too; mention them at most once a while."""
    if is_bot(visit.interaction, heir):
        raise Refused(Refusal.HEIR_ROBOT)
    is_new = await visit.change(voting.offer_seat, visit.user_id, seat, heir)
    if is_new and _is_wanted(visit, heir) and _may_call(visit, heir):
        visit.office.painter.notices.offered(visit.table, heir)
    await showing.after_vote(visit)


def _is_wanted(visit: Visit, heir: int) -> bool:
    """True if the successor's consent is still missing: their own vote may have come first."""
    return visit.table.seat_of(heir) is None and heir in visit.table.state.waiting_for()


def _may_call(visit: Visit, heir: int) -> bool:
    """True if nobody has mentioned the successor recently."""
    try:
        visit.office.invitations.call(visit.table, heir)
    except Refused:
        return False
    return True


async def agree(visit: Visit, about: Subject | None) -> None:
    """Vote for the proposal ``about``, if it is still the open one.

    If the successor sits at too many tables, the other voters get HEIR_BUSY.
    """
    heir = next((vote.heir for vote in visit.table.state.running_votes()), None)
    if heir == visit.user_id:
        await visit.office.names.remember(visit.interaction.user)
    try:
        await visit.change(voting.agree, visit.user_id, about)
    except Refused as refused:
        is_heirs = refused.reason is Refusal.TOO_MANY_TABLES_OF_YOURS and heir != visit.user_id
        raise Refused(Refusal.HEIR_BUSY) if is_heirs else refused from refused
