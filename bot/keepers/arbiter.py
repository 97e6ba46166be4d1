"""Adjudication of claims: accepts an offer that is proved against every layout.

A robot's offer, which is always proved, still needs the consent of the humans: no robot ends a
human's deal.  The other robots accept it.

No state is lost on a restart: an offer that is open then is judged again.
"""

import logging
from collections.abc import Callable
from typing import Final

from bot.analysis.claims import Line, proof
from bot.engine.actions import ACCEPT
from bot.engine.cards import Seat
from bot.engine.deal import Deal, Stage
from bot.engine.game import stage_of
from bot.refusals import Refused
from bot.tables import Table
from bot.tables.timing import plays_himself
from bot.workers import TooSlow, Workers

log = logging.getLogger(__name__)

_SECONDS: Final = 2.0

Told = Callable[[Table, Seat, Line], None]


class Arbiter:
    """Accepts proved offers and calls ``told`` with the proposer and the proof."""

    def __init__(self, workers: Workers, told: Told) -> None:
        self._workers = workers
        self._told = told
        self._open: dict[int, int] = {}  # by table: the version with an offer that needs consent

    async def settles(self, table: Table) -> bool:
        """Accept an open offer for every asked seat if it is proved; True if the table moved."""
        deal, version = _offered(table), table.version
        if deal is None or deal.offer is None:
            self._open.pop(table.id, None)
            return False
        if self._open.get(table.id) == version:
            return False
        if _is_put_to_somebody(table, deal.offer.seat):
            return False
        line = await self._proved(deal)
        if table.version != version:
            return True  # a player has answered meanwhile
        if line is None:
            self._open[table.id] = version
            return False
        await _accept(table)
        if _offered(table) is None:
            self._told(table, deal.offer.seat, line)
        return True

    async def _proved(self, deal: Deal) -> Line | None:
        try:
            return await self._workers.decide(_SECONDS, proof, deal)
        except (TooSlow, Refused) as reason:
            log.info("an offer goes to consent: %s", type(reason).__name__)
        except Exception as error:  # an error must not stop a table; its message may name cards
            log.error("an offer could not be judged: %s", type(error).__name__)
        return None


def _offered(table: Table) -> Deal | None:
    """Return the deal of a table in play while an offer is open."""
    game = table.game
    if game is None or table.asked() is None or stage_of(game) is not Stage.CLAIM:
        return None
    return game.deal


async def _accept(table: Table) -> None:
    """Accept for one seat after the other, until a human acts or must be asked."""
    while (deal := _offered(table)) is not None:
        seat, version = table.asked(), table.version
        if deal.offer is None or _is_put_to_somebody(table, deal.offer.seat):
            return
        if seat is None or not await table.act_for(seat, version, ACCEPT, "table"):
            return


def _is_put_to_somebody(table: Table, proposer: Seat) -> bool:
    """True if a robot proposes, and the asked seat is a human who is present."""
    seat = table.asked()
    is_robots = table.sitting(proposer).user_id is None
    return is_robots and seat is not None and plays_himself(table.sitting(seat))
