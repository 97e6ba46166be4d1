"""Help for the decisions at a Balkan table, with the numbers of this contract."""

from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.families.balkan.contracts import (
    BETTEL,
    GAME,
    SANAC,
    all_or_nothing,
    basic_score,
    is_game,
    value_of,
)
from bot.engine.families.balkan.options import BalkanOptions, DefenceConventions
from bot.engine.roles import Role
from bot.engine.tricks import best_of
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.families.balkan.moments import (
    is_plain_two,
    moment,
    unit_of,
)
from bot.render.families.manner import Price
from bot.render.parts import round_from, taking_part
from bot.render.words import TableWords

_STEP: Final = 2  # from one contract to the next (3.2)
_BOUND: Final = ("volunteer", "guest")  # roles the conventions address


def advice(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Explain the choices of this decision."""
    match moment(view):
        case "auction":
            return _auction(view, words)
        case "reveal":
            silent = words.say("advice.silent") if act.SILENT in view.legal else ""
            return f"{words.say('advice.reveal')} {silent}".strip()
        case "exchange":
            return words.say("advice.exchange")
        case "declare":
            return _declare(view, table, words)
        case "join":
            return _join(view, table, facts, words)
        case "sole":
            return _sole(view, table, facts, words)
        case "kontra":
            return _kontra(view, table, words)
        case "doubling":
            return _doubling(view, table, words)
        case "play":
            return _play(view, table, words)
        case _:
            return ""


def _auction(view: View, words: TableWords) -> str:
    parts = []
    bids = [action.name for action in view.legal if isinstance(action, act.Bid)]
    number = next((name for name in bids if name.isdecimal()), "")
    if act.HOLD in view.legal:
        parts.append(words.say("advice.hold"))
    elif number:
        parts.append(words.say("advice.number"))
    if number:
        parts.append(_named(number, _unit_if_played(view, number), words))
    if act.Bid(GAME) in view.legal:
        parts.append(words.say(f"advice.game.{BalkanOptions.of(view.rules).game_commitment}"))
    elif any(map(is_game, bids)):
        parts.append(words.say("advice.game.higher"))
    return " ".join(parts)


def _declare(view: View, table: Table, words: TableWords) -> str:
    first = view.legal[0]
    assert isinstance(first, act.Declare)
    return _named(first.name, unit_of(view, table, first.name), words)


def _named(name: str, unit: int, words: TableWords) -> str:
    """Return the gain and cost of a contract and the step to the next; a refa doubles them all."""
    step = _STEP * unit // basic_score(name)
    return words.say("advice.declare", contract=words.contract(name), unit=unit, step=step)


def worth(view: View, name: str, words: TableWords) -> str:
    """Return the value of a contract; a game not yet named has no number."""
    if not value_of(name):
        return ""
    return words.say("worth.contract", unit=_unit_if_played(view, name))


def twice(view: View, action: Action) -> Price | None:
    """Return the price of a bettel, unless it already follows from the bid."""
    if not isinstance(action, act.Bid | act.Declare) or value_of(action.name) != BETTEL:
        return None
    contract = None if view.table is None else view.table.contract
    if contract is not None and value_of(contract.name) == BETTEL:
        return None
    return Price("twice.misere", {"unit": _unit_if_played(view, action.name)})


def _unit_if_played(view: View, name: str) -> int:
    """Return the value a contract would have, with the player's open refa."""
    refas = dict(view.marks).get(f"refas_{view.seat}", 0)
    return basic_score(name) << (refas > 0)


def _join(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    contract = table.declared
    name, unit = facts.name(contract.declarer), unit_of(view, table, contract.name)
    return words.say("advice.join", name=name, unit=unit)


def _sole(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    partner = table.roles.index(Role.DROPPED)
    unit = unit_of(view, table, table.declared.name)
    return words.say("advice.sole", partner=facts.name(partner), unit=unit)


def _kontra(view: View, table: Table, words: TableWords) -> str:
    """Explain a first kontra, and the result without it."""
    name = table.declared.name
    unit = 2 * unit_of(view, table, name)
    if all_or_nothing(name):
        return words.say("advice.kontra.all_or_nothing", unit=unit)
    said = words.say("advice.kontra", unit=unit)
    if not is_plain_two(view, table):
        return said
    what = words.say(f"value.plain_two.{BalkanOptions.of(view.rules).plain_two}")
    return f"{said} {words.say('advice.plain_two', what=what)}"


def _doubling(view: View, table: Table, words: TableWords) -> str:
    unit = unit_of(view, table, table.declared.name)
    return words.say("advice.doubling", unit=unit, doubled=2 * unit)


def _play(view: View, table: Table, words: TableWords) -> str:
    contract = table.declared
    is_mine = contract.declarer == view.seat
    if value_of(contract.name) == BETTEL:
        return words.say("advice.misere_declarer" if is_mine else "advice.misere_defender")
    if all_or_nothing(contract.name):
        return words.say("advice.preferans_declarer" if is_mine else "advice.preferans_defender")
    return "" if is_mine else _convention(view, table, words)


def _convention(view: View, table: Table, words: TableWords) -> str:
    """Return the customary defence (2.10): advice if the table wants it, never a rule.

    It addresses defenders whose partner joined freely; a host may play at will.
    """
    options, seat = BalkanOptions.of(view.rules), view.seat
    players = taking_part(table.seats, table.roles)
    if options.defence_conventions is DefenceConventions.OFF or seat is None or len(players) < 3:
        return ""
    role = table.roles[seat]
    if role not in _BOUND:
        return ""
    is_first = not table.tricks and not table.trick
    if role == "guest" and is_first and value_of(table.declared.name) == SANAC:
        return words.say("advice.sanac_guest")
    if table.trick:
        return words.say("advice.partner_wins") if _partner_wins(view, table) else ""
    follower = round_from(players, seat)[1]
    through = follower == table.declared.declarer
    return words.say("advice.lead_through" if through else "advice.lead_towards")


def _partner_wins(view: View, table: Table) -> bool:
    """True if the partner wins the trick so far."""
    contract = table.declared
    place = best_of(table.trick, table.trick[0] >> 3, contract.trump)
    order = round_from(taking_part(table.seats, table.roles), table.leader)
    return place is not None and order[place] not in (view.seat, contract.declarer)
