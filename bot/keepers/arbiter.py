"""Offers that need nobody's word: what is proved against every layout is accepted at once.

A robot's offer, which always is, is put to the humans all the same: nobody has a deal ended by a
robot.  The other robots accept it.

Nothing is remembered that a restart could lose: an offer that is open after a kill is judged anew.
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
    """``told`` hears whose offer was accepted, and by which cards it is sure."""

    def __init__(self, workers: Workers, told: Told) -> None:
        self._workers = workers
        self._told = told
        self._open: dict[int, int] = {}  # by table, the version of an offer that needs consent

    async def settles(self, table: Table) -> bool:
        """Accept an open offer for all who are asked, if it is proved; whether the table moved."""
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
            return True  # somebody has answered meanwhile
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
        except Exception as error:  # a fault here must not stop a table; its words may name cards
            log.error("an offer could not be judged: %s", type(error).__name__)
        return None


def _offered(table: Table) -> Deal | None:
    """The deal while an offer is open at a table in play."""
    game = table.game
    if game is None or table.asked() is None or stage_of(game) is not Stage.CLAIM:
        return None
    return game.deal


async def _accept(table: Table) -> None:
    """One acceptance after the other, as far as nobody answers for himself in between."""
    while (deal := _offered(table)) is not None:
        seat, version = table.asked(), table.version
        if deal.offer is None or _is_put_to_somebody(table, deal.offer.seat):
            return
        if seat is None or not await table.act_for(seat, version, ACCEPT, "table"):
            return


def _is_put_to_somebody(table: Table, proposer: Seat) -> bool:
    """Whether a robot proposes, and a human who is there is asked."""
    seat = table.asked()
    is_robots = table.sitting(proposer).user_id is None
    return is_robots and seat is not None and plays_himself(table.sitting(seat))
