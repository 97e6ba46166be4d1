"""A running Balkan deal: its questions, values, duties, advice (rules/balkan.md 2.4-2.9)."""

from bot.engine.deal import Stage
from bot.engine.families.balkan.contracts import (
    basic_score,
    is_all_or_nothing,
    is_game,
    kontra_level,
    value_of,
)
from bot.engine.families.balkan.options import BalkanOptions, PlainTwo
from bot.engine.roles import Role
from bot.engine.view import DealView, View

_CALLER, _TWO, _ONE = 5, 4, 2  # tricks owed under kontra, by two defenders, by a sole one (3.4)


def decision_point(view: View) -> str:
    """Return the stage, or the question within it."""
    if view.table is None:
        return view.stage.value
    if view.stage is Stage.AUCTION:
        return "reveal" if _games_are_shown(view.table) else "auction"
    return _question(view, view.table) if view.stage is Stage.DEFENCE else view.stage.value


def _games_are_shown(table: DealView) -> bool:
    """True if a game was bid and all have called: only the showing is left (2.4)."""
    names = (getattr(call.action, "name", "") for call in table.calls)
    return any(map(is_game, names)) and len({call.seat for call in table.calls}) == 3


def _question(view: View, table: DealView) -> str:
    """Return the question: join or drop; alone, invite or kontra; kontra; another doubling."""
    roles = set(table.roles) - {Role.NONE, Role.DECLARER}
    if kontra_level(table.calls):
        return "doubling"
    if roles == {"volunteer", Role.DROPPED}:
        return "sole"
    both_volunteer = table.roles.count("volunteer") == 2
    if both_volunteer or roles & {Role.DEFENDER, "guest"} or is_table_plain_two(view, table):
        return "kontra"
    return "join"


def has_refa(view: View, table: DealView) -> bool:
    """True if the declarer plays with an open refa."""
    if table.contract is None:
        return False
    return dict(view.marks)[f"refas_{table.contract.declarer}"] > 0


def is_table_plain_two(view: View, table: DealView) -> bool:
    """True for a plain two (2.8), from the public side."""
    name, options = table.declared_contract.name, BalkanOptions.of(view.rules)
    if value_of(name) != 2 or is_game(name) or options.plain_two is PlainTwo.NORMAL:
        return False
    return not (options.plain_two_refa_exempt and has_refa(view, table))


def current_unit(view: View, table: DealView, name: str) -> int:
    """Return the current value of a contract (3.2)."""
    return basic_score(name) << (kontra_level(table.calls) + has_refa(view, table))


def quota(view: View, table: DealView) -> int:
    """Return the tricks the defence owes, once the defenders are known (3.4)."""
    contract = table.contract
    if contract is None or view.stage not in (Stage.PLAY, Stage.CLAIM):
        return 0
    if is_all_or_nothing(contract.name):
        return 0
    if "caller" in table.roles:
        return _CALLER
    if "host" in table.roles or table.roles.count("volunteer") == 2:
        return _TWO
    return _ONE if "volunteer" in table.roles else 0
