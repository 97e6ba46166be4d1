"""A running Austrian deal: its questions, its pot, its duties, advice (rules/austrian.md 2)."""

from typing import Final, NamedTuple

from bot.engine import actions, rules
from bot.engine import actions as act
from bot.engine.deal import Role, Stage
from bot.engine.families.austrian import contracts
from bot.engine.families.austrian.options import AnteMode, AustrianOptions, GameReveal
from bot.engine.view import DealView, SeatView, View
from bot.render.families.presenter import ConfirmationPrice
from bot.render.formatting import PLAY_STAGES
from bot.render.screen_data import TableData
from bot.render.words import TableWords


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


def _is_sealing(rules: rules.Rules, table: DealView) -> bool:
    """True once all have called, and several players who have not passed have a game (A-7)."""
    if AustrianOptions.of(rules).game_reveal is not GameReveal.SEALED_SIMULTANEOUS:
        return False
    last = {call.seat: call.action for call in table.calls}
    games = [seat for seat, action in last.items() if action == act.Bid(contracts.GAME)]
    passed = [seat for seat, action in last.items() if action == act.PASS]
    return len(games) > 1 and len(games) + len(passed) == len(table.seats)


def quota(view: View, table: DealView) -> int:
    """Return the tricks a single defender owes, alone or with a guest (V-12, V-13)."""
    if table.contract is None or table.contract.trump < 0 or view.stage not in PLAY_STAGES:
        return 0
    if "host" in table.roles:
        return 2 * contracts.DEFENDER_QUOTA
    return contracts.DEFENDER_QUOTA if Role.DROPPED in table.roles else 0


def can_talk(view: View, table: DealView) -> bool:
    """True in seven and eight after the first trick, once a defender's hand lies open (V-16)."""
    contract = table.contract
    if contract is None or not contracts.may_defend_open(contract.name) or not table.tricks:
        return False
    return any(seat != contract.declarer for seat, _ in table.open_hands)


# Help for the decisions at an Austrian table, with the numbers of this deal.

_BONUS: Final = 10  # four aces, no aces (U8, U9)


def advice(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Explain the choices of this decision."""
    match decision_point(view):
        case "auction":
            return _auction(view, words)
        case "seal":
            return words.say("advice.seal")
        case "exchange" | "bought":
            return words.say("advice.exchange")
        case "declare":
            return _declare(view, words)
        case "telling":
            return words.say("advice.telling")
        case "after_buy":
            return _after_buy(table, facts, words)
        case "join":
            return _join(view, table, words)
        case "sole":
            return _sole(view, table, facts, words)
        case "play":
            return _play(view, table, words)
        case "negotiation":
            return _negotiation(view, table, facts, words)
        case _:
            return ""


def premium_of(name: str) -> int:
    """Return the premium between declarer and each opponent for a contract (C-6)."""
    return 10 * contracts.STAKES.get(name, 0)


def _auction(view: SeatView, words: TableWords) -> str:
    names = [action.name for action in view.legal if isinstance(action, act.Bid)]
    if names and act.PASS not in view.legal:
        return words.say("advice.must_name")
    parts = []
    if act.HOLD in view.legal:
        parts.append(words.say("advice.hold"))
    if any(name in contracts.NUMBERS for name in names):
        parts.append(words.say("advice.number"))
    if contracts.GAME in names:
        any_suit = AustrianOptions.of(view.rules).game_may_name_hearts
        parts.append(words.say("advice.game.any_suit" if any_suit else "advice.game"))
    if any(name in contracts.GAME_SUITS for name in names):
        parts.append(words.say("advice.game.higher"))
    if any(name in contracts.PREMIUMS for name in names):
        parts.append(_premiums(names, words))
    return " ".join(parts)


def _premiums(names: list[str], words: TableWords) -> str:
    """Return the lowest legal premium contract, and its premium."""
    name = next(name for name in names if name in contracts.PREMIUMS)
    return words.say("advice.premium", contract=words.contract(name), premium=premium_of(name))


def _declare(view: SeatView, words: TableWords) -> str:
    first, pot = view.legal[0], pot_state(view)
    assert isinstance(first, act.Declare)
    name = words.contract(first.name)
    premium = premium_of(first.name)
    if premium:
        key = "advice.declare.premium"
        return words.say(key, contract=name, amount=pot.amount, premium=premium)
    return words.say("advice.declare", amount=pot.amount, unit=pot.trick)


def call_value(view: View, name: str, words: TableWords) -> str:
    """Return the premium, if any: the rest is the same for every contract."""
    premium = premium_of(name)
    return words.say("worth.contract", premium=premium) if premium else ""


def confirmation_price(view: SeatView, action: actions.Action) -> ConfirmationPrice | None:
    """Return the price of a bettel, unless it already follows from the bid."""
    if not isinstance(action, act.Bid | act.Declare) or not _is_bettel(action.name, view):
        return None
    contract = None if view.table is None else view.table.contract
    if contract is not None and contract.is_misere:
        return None
    return ConfirmationPrice("twice.misere", {"premium": premium_of(action.name)})


def _is_bettel(name: str, view: View) -> bool:
    return contracts.contract_of(name, 0, AustrianOptions.of(view.rules).suit_order).is_misere


def _after_buy(table: DealView, facts: TableData, words: TableWords) -> str:
    contract = table.declared_contract
    lowest = "5" if contract.name in contracts.NUMBERS else str(int(contract.name) + 1)
    return words.say(
        "advice.after_buy",
        name=facts.name(contract.declarer),
        present=words.contract(contract.name),
        contract=words.contract(lowest),
        premium=premium_of(lowest),
    )


def _join(view: SeatView, table: DealView, words: TableWords) -> str:
    """Return the gains and risks of joining."""
    pot = pot_state(view)
    said = words.say("advice.join", unit=pot.trick, amount=pot.amount)
    return " ".join((said, *_payments_of_all(view, table, words)))


def _payments_of_all(view: View, table: DealView, words: TableWords) -> list[str]:
    """Return the payments of every opponent, whether they join or not (T7, U7 to U9)."""
    parts = []
    if table.declared_contract.name == contracts.HEARTS:
        parts.append(words.say("advice.join.hearts", premium=premium_of(contracts.HEARTS)))
    if AustrianOptions.of(view.rules).ace_bonuses and table.declared_contract.trump >= 0:
        parts.append(words.say("advice.join.bonuses", bonus=_BONUS))
    return parts


def _sole(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    pot, partner = pot_state(view), facts.name(table.roles.index(Role.DROPPED))
    said = words.say("advice.sole", partner=partner, unit=pot.trick, amount=pot.amount)
    if AustrianOptions.of(view.rules).negotiation == "off":
        return said
    return f"{said} {words.say('advice.sole.bargain')}"


def _play(view: SeatView, table: DealView, words: TableWords) -> str:
    parts = [_aim(view, table, words)]
    if act.NO_ACES in view.legal:
        parts.append(words.say("advice.no_aces"))
    if act.EXPOSE in view.legal:
        parts.append(words.say("advice.expose"))
    if any(isinstance(action, act.Propose) for action in view.legal):
        parts.append(words.say("advice.offer"))
    return " ".join(part for part in parts if part)


def _aim(view: SeatView, table: DealView, words: TableWords) -> str:
    """Return the aim of the play."""
    contract, pot = table.contract, pot_state(view)
    if contract is None:
        return words.say("advice.ausfechten")
    side = Role.DECLARER if contract.declarer == view.seat else Role.DEFENDER
    if contract.trump < 0:
        kind = "misere" if contract.is_misere else "mord"
        return words.say(f"advice.{kind}_{side}")
    if side is Role.DECLARER:
        return ""
    role = table.roles[view.seat]
    if role == "guest":
        return " ".join((words.say("advice.guest"), *_payments_of_all(view, table, words)))
    return words.say(f"advice.owed.{role}", amount=pot.amount)


def _negotiation(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return the value of the open offer to this player."""
    contract, pot = table.declared_contract, pot_state(view)
    tricks = _offered_tricks(table.calls[-1].action)
    rest, name = 10 - tricks, facts.name(contract.declarer)
    side = Role.DECLARER if view.seat == contract.declarer else Role.DEFENDER
    paid = pot.trick * rest
    n = tricks if side is Role.DECLARER else rest
    said = words.say(f"advice.offer.{side}", n=n, amount=pot.amount, paid=paid, name=name)
    if contract.name != contracts.HEARTS:
        return said
    more = words.say(f"advice.offer.{side}.hearts", premium=premium_of(contracts.HEARTS), name=name)
    return f"{said} {more}"


def _offered_tricks(action: actions.Action) -> int:
    """Return the declarer's tricks in the open offer, which is the last call."""
    assert isinstance(action, act.Propose)
    return action.tricks


def question(view: SeatView, facts: TableData, words: TableWords) -> str:
    """Explain refilling the empty pot, or playing another round (3.6)."""
    options = AustrianOptions.of(view.rules)
    if view.stage is Stage.FUNDING and options.ante_mode is AnteMode.DEALER_EACH_DEAL:
        return words.say("advice.funding.dealer")
    return words.say(f"advice.{view.stage}", ante=options.ante_units)
