"""Adjudication of claims: accepts an offer that is proved against every layout.

A robot's offer, which is always proved, still needs the consent of the humans: no robot ends a
human's deal.  The other robots accept it.

No state is lost on a restart: an offer that is open then is judged again.
"""

import logging
from collections.abc import Callable
from typing import Final

from bot.analysis.claim_proofs import OfferProof, prove_offer
from bot.engine import actions, cards, deal
from bot.engine.game import stage_of
from bot.model.refusals import Refused
from bot.tables import Table
from bot.tables.timing import is_present_human
from bot.workers import TooSlow, WorkerPool

log = logging.getLogger(__name__)

_SECONDS: Final = 2.0

OnOfferProved = Callable[[Table, cards.Seat, OfferProof], None]


class ClaimAdjudicator:
    """Accepts proved offers and calls ``told`` with the proposer and the proof."""

    def __init__(self, workers: WorkerPool, on_proved: OnOfferProved) -> None:
        self._workers = workers
        self._on_proved = on_proved
        self._needs_consent: dict[
            int, int
        ] = {}  # by table: the version with an offer that needs consent

    async def settle(self, table: Table) -> bool:
        """Accept an open offer for every asked seat if it is proved; True if the table moved."""
        deal, version = _deal_with_offer(table), table.version
        if deal is None or deal.offer is None:
            self._needs_consent.pop(table.id, None)
            return False
        if self._needs_consent.get(table.id) == version:
            return False
        if _needs_human_consent(table, deal.offer.seat):
            return False
        line = await self._prove(deal)
        if table.version != version:
            return True  # a player has answered meanwhile
        if line is None:
            self._needs_consent[table.id] = version
            return False
        await _accept(table)
        if _deal_with_offer(table) is None:
            self._on_proved(table, deal.offer.seat, line)
        return True

    async def _prove(self, deal: deal.Deal) -> OfferProof | None:
        try:
            return await self._workers.decide(_SECONDS, prove_offer, deal)
        except (TooSlow, Refused) as reason:
            log.info("an offer goes to consent: %s", type(reason).__name__)
        except Exception as error:  # an error must not stop a table; its message may name cards
            log.error("an offer could not be judged: %s", type(error).__name__)
        return None


def _deal_with_offer(table: Table) -> deal.Deal | None:
    """Return the deal of a table in play while an offer is open."""
    game = table.game
    if game is None or table.state.seat_to_act() is None or stage_of(game) is not deal.Stage.CLAIM:
        return None
    return game.deal


async def _accept(table: Table) -> None:
    """Accept for one seat after the other, until a human acts or must be asked."""
    while (deal := _deal_with_offer(table)) is not None:
        seat, version = table.state.seat_to_act(), table.version
        if deal.offer is None or _needs_human_consent(table, deal.offer.seat):
            return
        if seat is None or not await table.act_for(seat, version, actions.ACCEPT, "table"):
            return


def _needs_human_consent(table: Table, proposer: cards.Seat) -> bool:
    """True if a robot proposes, and the asked seat is a human who is present."""
    seat = table.state.seat_to_act()
    is_robots = table.state.seat_holder(proposer).user_id is None
    return is_robots and seat is not None and is_present_human(table.state.seat_holder(seat))
