"""A running Balkan deal: its questions, values, duties, advice (rules/balkan.md 2.4-2.9)."""

from typing import Final

from bot.engine import actions
from bot.engine import actions as act
from bot.engine.cards import winning_index
from bot.engine.deal import Role, Stage
from bot.engine.families.balkan import contracts
from bot.engine.families.balkan.options import BalkanOptions, DefenceConventions, PlainTwo
from bot.engine.view import DealView, SeatView, View
from bot.render.families.presenter import ConfirmationPrice
from bot.render.formatting import play_order_from, trick_players
from bot.render.screen_data import TableData
from bot.render.words import TableWords

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
    return any(map(contracts.is_game, names)) and len({call.seat for call in table.calls}) == 3


def _question(view: View, table: DealView) -> str:
    """Return the question: join or drop; alone, invite or kontra; kontra; another doubling."""
    roles = set(table.roles) - {Role.NONE, Role.DECLARER}
    if contracts.kontra_level(table.calls):
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
    if (
        contracts.value_of(name) != 2
        or contracts.is_game(name)
        or options.plain_two is PlainTwo.NORMAL
    ):
        return False
    return not (options.plain_two_refa_exempt and has_refa(view, table))


def current_unit(view: View, table: DealView, name: str) -> int:
    """Return the current value of a contract (3.2)."""
    return contracts.basic_score(name) << (
        contracts.kontra_level(table.calls) + has_refa(view, table)
    )


def quota(view: View, table: DealView) -> int:
    """Return the tricks the defence owes, once the defenders are known (3.4)."""
    contract = table.contract
    if contract is None or view.stage not in (Stage.PLAY, Stage.CLAIM):
        return 0
    if contracts.is_all_or_nothing(contract.name):
        return 0
    if "caller" in table.roles:
        return _CALLER
    if "host" in table.roles or table.roles.count("volunteer") == 2:
        return _TWO
    return _ONE if "volunteer" in table.roles else 0


# Help for the decisions at a Balkan table, with the numbers of this contract.

_STEP: Final = 2  # from one contract to the next (3.2)
_ADVISED_ROLES: Final = ("volunteer", "guest")  # roles the conventions address


def advice(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Explain the choices of this decision."""
    match decision_point(view):
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


def _auction(view: SeatView, words: TableWords) -> str:
    parts = []
    bids = [action.name for action in view.legal if isinstance(action, act.Bid)]
    number = next((name for name in bids if name.isdecimal()), "")
    if act.HOLD in view.legal:
        parts.append(words.say("advice.hold"))
    elif number:
        parts.append(words.say("advice.number"))
    if number:
        parts.append(_value_text(number, _unit_if_played(view, number), words))
    if act.Bid(contracts.GAME) in view.legal:
        parts.append(words.say(f"advice.game.{BalkanOptions.of(view.rules).game_commitment}"))
    elif any(map(contracts.is_game, bids)) and _is_game_said(view):
        parts.append(words.say("advice.game.higher"))
    return " ".join(parts)


def _is_game_said(view: SeatView) -> bool:
    calls = () if view.table is None else view.table.calls
    return any(isinstance(c.action, act.Bid) and contracts.is_game(c.action.name) for c in calls)


def _declare(view: SeatView, table: DealView, words: TableWords) -> str:
    first = view.legal[0]
    assert isinstance(first, act.Declare)
    return _value_text(first.name, current_unit(view, table, first.name), words)


def _value_text(name: str, unit: int, words: TableWords) -> str:
    """Return the gain and cost of a contract and the step to the next; a refa doubles them all."""
    step = _STEP * unit // contracts.basic_score(name)
    return words.say("advice.declare", contract=words.contract(name), unit=unit, step=step)


def call_value(view: View, name: str, words: TableWords) -> str:
    """Return the value of a contract; a game not yet named has no number."""
    if not contracts.value_of(name):
        return ""
    return words.say("worth.contract", unit=_unit_if_played(view, name))


def confirmation_price(view: SeatView, action: actions.Action) -> ConfirmationPrice | None:
    """Return the price of a bettel, unless it already follows from the bid."""
    if (
        not isinstance(action, act.Bid | act.Declare)
        or contracts.value_of(action.name) != contracts.BETTEL
    ):
        return None
    contract = None if view.table is None else view.table.contract
    if contract is not None and contracts.value_of(contract.name) == contracts.BETTEL:
        return None
    return ConfirmationPrice("twice.misere", {"unit": _unit_if_played(view, action.name)})


def _unit_if_played(view: View, name: str) -> int:
    """Return the value a contract would have, with the player's open refa."""
    refas = dict(view.marks).get(f"refas_{view.seat}", 0)
    return contracts.basic_score(name) << (refas > 0)


def _join(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    contract = table.declared_contract
    name, unit = facts.name(contract.declarer), current_unit(view, table, contract.name)
    return words.say("advice.join", name=name, unit=unit)


def _sole(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    partner = table.roles.index(Role.DROPPED)
    unit = current_unit(view, table, table.declared_contract.name)
    return words.say("advice.sole", partner=facts.name(partner), unit=unit)


def _kontra(view: SeatView, table: DealView, words: TableWords) -> str:
    """Explain a first kontra, and the result without it."""
    name = table.declared_contract.name
    unit = 2 * current_unit(view, table, name)
    if contracts.is_all_or_nothing(name):
        return words.say("advice.kontra.all_or_nothing", unit=unit)
    said = words.say("advice.kontra", unit=unit)
    if not is_table_plain_two(view, table):
        return said
    what = words.say(f"value.plain_two.{BalkanOptions.of(view.rules).plain_two}")
    return f"{said} {words.say('advice.plain_two', what=what)}"


def _doubling(view: SeatView, table: DealView, words: TableWords) -> str:
    unit = current_unit(view, table, table.declared_contract.name)
    return words.say("advice.doubling", unit=unit, doubled=2 * unit)


def _play(view: SeatView, table: DealView, words: TableWords) -> str:
    contract = table.declared_contract
    is_mine = contract.declarer == view.seat
    if contracts.value_of(contract.name) == contracts.BETTEL:
        return words.say("advice.misere_declarer" if is_mine else "advice.misere_defender")
    if contracts.is_all_or_nothing(contract.name):
        return words.say("advice.preferans_declarer" if is_mine else "advice.preferans_defender")
    return "" if is_mine else _convention(view, table, words)


def _convention(view: SeatView, table: DealView, words: TableWords) -> str:
    """Return the customary defence (2.10): advice if the table wants it, never a rule.

    It addresses defenders whose partner joined freely; a host may play at will.
    """
    options, seat = BalkanOptions.of(view.rules), view.seat
    players = trick_players(table.seats, table.roles)
    if options.defence_conventions is DefenceConventions.OFF or len(players) < 3:
        return ""
    role = table.roles[seat]
    if role not in _ADVISED_ROLES:
        return ""
    is_first = not table.tricks and not table.trick
    if (
        role == "guest"
        and is_first
        and contracts.value_of(table.declared_contract.name) == contracts.SANAC
    ):
        return words.say("advice.sanac_guest")
    if table.trick:
        return words.say("advice.partner_wins") if _partner_wins(view, table) else ""
    follower = play_order_from(players, seat)[1]
    through = follower == table.declared_contract.declarer
    return words.say("advice.lead_through" if through else "advice.lead_towards")


def _partner_wins(view: View, table: DealView) -> bool:
    """True if the partner wins the trick so far."""
    contract = table.declared_contract
    place = winning_index(table.trick, table.trick[0] >> 3, contract.trump)
    order = play_order_from(trick_players(table.seats, table.roles), table.leader)
    return place is not None and order[place] not in (view.seat, contract.declarer)
