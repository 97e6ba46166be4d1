"""Problems from deals that people keep: a worker poses them, exactly one card holds in each.

The key of such a problem names a deal of the store and the number of actions before the place.  It
is of no day and in no table of solvers.
"""

import re
from typing import Final, NamedTuple

from bot.analysis.problems.posing import WeighedCards, deal_in_play
from bot.analysis.problems.problem import Problem
from bot.discord_ui.handlers.context import Context
from bot.engine.cards import Seat
from bot.engine.deal import Deal
from bot.engine.game import Game, to_act
from bot.features.solo_play import refuse_sealed_code
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record
from bot.notation.deal_code import BadCode, read_deal_code
from bot.notation.single_deal import replayed
from bot.store.queries.own_deals import DealOrigin, OwnDeal
from bot.workers import TooSlow
from bot.workers.jobs import pose_problem

_SECONDS: Final = 8.0
_MOST_POSED: Final = 200  # kept, the oldest dropped
_KEY: Final = re.compile(r"own\.([1-9]\d{0,11})\.(\d{1,3})")


class DealPlace(NamedTuple):
    """The place after ``start`` actions of the own deal number ``deal_id``."""

    deal_id: int
    start: int

    @property
    def key(self) -> str:
        """The key of the problem that begins there."""
        return f"own.{self.deal_id}.{self.start}"


class OwnProblem(Record):
    """A problem from somebody's deal; ``chooser`` is the seat that chooses its first card."""

    problem: Problem
    place: DealPlace
    chooser: Seat
    origin: DealOrigin


def place_of_key(key: str) -> DealPlace | None:
    """Return the place that a key names; None for the key of a problem of the world."""
    found = _KEY.fullmatch(key)
    return None if found is None else DealPlace(int(found[1]), int(found[2]))


async def find_own_problem(context: Context, place: DealPlace) -> OwnProblem:
    """Return the problem at a place of a deal that the user keeps or somebody has shared.

    Raises Refused.
    """
    own = await context.services.store.own_deals.get(place.deal_id)
    if own is None or (own.user_id != context.user_id and not own.shared):
        raise Refused(Refusal.OWN_DEAL_GONE)
    found = await pose_own_problem(context, own, place.start)
    if not isinstance(found, OwnProblem):
        raise Refused(Refusal.NO_PROBLEM_HERE)
    return found


class OpenPlace(NamedTuple):
    """A deal before a card in a contract, and the seat that chooses it."""

    deal: Deal
    chooser: Seat


def open_place(context: Context, own: OwnDeal, start: int) -> OpenPlace:
    """Return the deal after ``start`` actions.  Raises Refused unless a card is to be played."""
    game = _game_at(context, own, start)
    deal, chooser = deal_in_play(game), to_act(game)
    if deal is None or chooser is None:
        raise Refused(Refusal.NO_PROBLEM_HERE)
    return OpenPlace(deal, chooser)


async def pose_own_problem(context: Context, own: OwnDeal, start: int) -> OwnProblem | WeighedCards:
    """Return the problem, or the cards that hold where they are not one of several.

    Raises Refused where no card of a contract is to be played.
    """
    await refuse_sealed_code(context, own.code)
    place, here = DealPlace(own.deal_id, start), open_place(context, own, start)
    known = context.services.posed_problems.get(place.key)
    found = known or await _pose(context, here.deal, place)
    if isinstance(found, WeighedCards):
        return found
    return OwnProblem(found, place, here.chooser, own.origin)


async def _pose(context: Context, deal: Deal, place: DealPlace) -> Problem | WeighedCards:
    workers, known = context.services.workers, context.services.posed_problems
    await context.defer()
    try:
        found = await workers.run(_SECONDS, pose_problem, deal, place.key)
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    if found is None:
        raise Refused(Refusal.NO_PROBLEM_HERE)
    if isinstance(found, Problem):
        known[place.key] = found
        while len(known) > _MOST_POSED:
            del known[next(iter(known))]
    return found


def _game_at(context: Context, own: OwnDeal, start: int) -> Game:
    try:
        source = read_deal_code(context.services.presets, own.code)
    except BadCode as error:
        raise Refused(Refusal.NO_REPLAY) from error
    games = replayed(source)
    if start >= len(games):
        raise Refused(Refusal.NO_PROBLEM_HERE)
    return games[start]
