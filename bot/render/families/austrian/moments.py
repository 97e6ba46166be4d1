"""A running Austrian deal: its questions, its pot, its duties, advice (rules/austrian.md 2)."""

from typing import NamedTuple

from bot.engine import actions as act
from bot.engine.deal import Stage
from bot.engine.families.austrian.contracts import DEFENDER_QUOTA, GAME, may_defend_open
from bot.engine.families.austrian.options import AustrianOptions, GameReveal
from bot.engine.roles import Role
from bot.engine.rules import Rules
from bot.engine.view import DealView, View
from bot.render.parts import PLAY_STAGES


class PotState(NamedTuple):
    """The pot: its content, the amount played for, the maximum, and the ``ante`` to come."""

    content: int
    amount: int
    maximum: int
    ante: int
    is_forced: bool  # everybody must join (V-12)

    @property
    def trick(self) -> int:
        """The value of a trick."""
        return self.amount // 10


def pot_state(view: View) -> PotState:
    """Return the pot of a view, whose marks already count the ante of the next deal."""
    marks = dict(view.marks)
    ante = marks["ante"] if view.table is None else 0
    return PotState(
        marks["pot"] - ante, marks["amount"], marks["maximum"], ante, bool(marks["forced"])
    )


def decision_point(view: View) -> str:
    """Return the stage, or the question within it."""
    table = view.table
    if table is None:
        return view.stage.value
    match view.stage:
        case Stage.AUCTION if _is_sealing(view.rules, table):
            return "seal"
        case Stage.EXCHANGE if any(call.action is act.BUY for call in table.calls):
            return "bought"
        case Stage.DECLARE if Role.DROPPED in table.roles:
            return "telling"
        case Stage.DEFENCE:
            return "sole" if {Role.DEFENDER, Role.DROPPED} <= set(table.roles) else "join"
        case _:
            return view.stage.value


def _is_sealing(rules: Rules, table: DealView) -> bool:
    """True once all have called, and several players who have not passed have a game (A-7)."""
    if AustrianOptions.of(rules).game_reveal is not GameReveal.SEALED_SIMULTANEOUS:
        return False
    last = {call.seat: call.action for call in table.calls}
    games = [seat for seat, action in last.items() if action == act.Bid(GAME)]
    passed = [seat for seat, action in last.items() if action == act.PASS]
    return len(games) > 1 and len(games) + len(passed) == len(table.seats)


def quota(view: View, table: DealView) -> int:
    """Return the tricks a single defender owes, alone or with a guest (V-12, V-13)."""
    if table.contract is None or table.contract.trump < 0 or view.stage not in PLAY_STAGES:
        return 0
    if "host" in table.roles:
        return 2 * DEFENDER_QUOTA
    return DEFENDER_QUOTA if Role.DROPPED in table.roles else 0


def can_talk(view: View, table: DealView) -> bool:
    """True in seven and eight after the first trick, once a defender's hand lies open (V-16)."""
    contract = table.contract
    if contract is None or not may_defend_open(contract.name) or not table.tricks:
        return False
    return any(seat != contract.declarer for seat, _ in table.open_hands)
