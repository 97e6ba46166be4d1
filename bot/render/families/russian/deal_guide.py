"""A running Russian deal: contract values, raspasy entries, advice for each decision."""

from typing import NamedTuple

from bot.engine import actions, cards
from bot.engine import actions as act
from bot.engine.deal import Role, Stage
from bot.engine.families.russian.contracts import MISERE, MISERE_BY_HAND, MISERE_VALUE, QUOTA, VALUE
from bot.engine.families.russian.options import (
    ConsolationTo,
    ConsolationValue,
    MountainMode,
    RostovRaspasy,
    RussianOptions,
    SingleWhisterTricks,
    TenTrick,
    WhistPenalty,
    WhistSharing,
)
from bot.engine.families.russian.scoring import all_pass_bonus
from bot.engine.rules import Rules
from bot.engine.view import DealView, ResultView, SeatView, View
from bot.model.enums import Posting
from bot.render.families.presenter import ConfirmationPrice
from bot.render.screen_data import TableData
from bot.render.words import TableWords, Words


def decision_point(view: View) -> str:
    """Return the stage, or "openness" where the sole whister is asked how to play."""
    if view.stage is not Stage.DEFENCE or view.table is None or view.to_act is None:
        return view.stage.value
    is_whister = view.table.roles[view.to_act] == "whister"
    return "openness" if is_whister else view.stage.value


class Stakes(NamedTuple):
    """The numbers of a contract.

    ``mountain`` and ``penalty`` are whists of each opponent where there is no mountain.
    """

    pool: int  # for the contract made
    mountain: int  # per undertrick
    quota: int  # tricks of the defence
    whist: int  # per trick of the defence
    penalty: int  # per trick missing to the quota
    half: int  # whists for a half-whist
    in_whists: bool


def stakes_of(rules: Rules, level: int) -> Stakes:
    """Return the numbers of a contract of that level (0: misère)."""
    options = RussianOptions.of(rules)
    value = VALUE.get(level, MISERE_VALUE)
    factor = _factor(options)
    missed = value if options.whist_penalty is WhistPenalty.FULL else value // 2
    return Stakes(
        pool=value,
        mountain=value * factor,
        quota=quota_of(options, level),
        whist=value * options.whist_multiplier,
        penalty=missed * factor,
        half=QUOTA.get(level, 0) // 2 * value * options.whist_multiplier,
        in_whists=_in_whists(options),
    )


def quota_of(options: RussianOptions, level: int) -> int:
    """Return the tricks that the defence owes a contract of that level; 0 where it owes none."""
    is_checked = level == 10 and options.ten_trick is TenTrick.CHECKED
    return 0 if is_checked else QUOTA.get(level, 0)


def trick_price(rules: Rules, cost: int) -> int:
    """Return the price of a charged raspasy trick (3.5, 4.4), in the unit of ``Stakes.mountain``.

    ``cost`` is that of the streak; it does not apply where the fewest tricks write on the others.
    """
    options = RussianOptions.of(rules)
    return _factor(options) * (1 if fewest_write(rules) else cost)


def fewest_write(rules: Rules) -> bool:
    """True if in raspasy the player with the fewest tricks writes on those of the others (3.5)."""
    return RussianOptions.of(rules).rostov_raspasy is RostovRaspasy.LEAST_TAKES


def _in_whists(options: RussianOptions) -> bool:
    return options.mountain_mode is MountainMode.WHISTS


def _factor(options: RussianOptions) -> int:
    """Return the factor of a mountain point on the sheet."""
    whists, mountain = options.rostov_whists_per_point, options.mountain_multiplier
    return whists if _in_whists(options) else mountain


# Raspasy entries, and the amnesty that shortens them (rules/russian.md 3.5).

_TRICKS = "all_pass_tricks"


def forgiven_tricks(scored: ResultView, posting: Posting) -> int:
    """Return the tricks an entry leaves out because everybody took as many."""
    if posting.why != _TRICKS:
        return 0
    # where others write the penalty, they write it on the player with the tricks
    taker = posting.seat if posting.against is None else posting.against
    return scored.won[taker] - posting.count


def empty_entry_note(scored: ResultView, seat: cards.Seat, words: Words) -> str:
    """Explain an empty entry in raspasy: the tricks, and whether they were the fewest."""
    inside = [other for other, role in enumerate(scored.roles) if role == Role.ALONE]
    if seat not in inside:
        return ""
    tricks = words.say_plural("result.tricks", scored.won[seat])
    if scored.won[seat] > min(scored.won[other] for other in inside):
        return tricks  # a player with fewer tricks writes them
    return words.say("result.fewest", tricks=tricks)


# Help for the decisions at a Russian table, with the numbers of this contract.


def advice(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Explain the choices of this decision; "" where the cards speak for themselves."""
    match view.stage:
        case Stage.AUCTION:
            return _auction(view, words)
        case Stage.EXCHANGE:
            return _exchange(view, table, facts, words)
        case Stage.DECLARE:
            return _declare(view, words)
        case Stage.DEFENCE:
            return _defence(view, table, facts, words)
        case Stage.PLAY:
            return _play(view, table, words)
        case _:
            return ""


def _auction(view: SeatView, words: TableWords) -> str:
    parts = []
    steps = (a.name for a in view.legal if isinstance(a, act.Bid) and a.name[0].isdecimal())
    if lowest := next(steps, ""):
        parts.append(_contract(lowest, view, words))
    bar = dict(view.marks).get("bar", 0)
    if bar > 6:
        parts.append(words.say("advice.bar", bar=bar))
    if act.HOLD in view.legal:
        parts.append(words.say("advice.hold"))
    if act.Bid("M") in view.legal:
        parts.append(_numbers("advice.misere", stakes_of(view.rules, 0), words))
    return " ".join(parts)


def _numbers(key: str, stakes: Stakes, words: TableWords, **facts: str | int) -> str:
    """Return a sentence about the mountain, or about whists if there is no mountain."""
    key = f"{key}.whists" if stakes.in_whists else key
    return words.say(key, **stakes._asdict(), **facts)


def _exchange(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    if act.THROW in view.legal:
        stakes, dealer = stakes_of(view.rules, 0), facts.name(table.dealer)
        amount = _factor_of_a_point(stakes)
        return _numbers("advice.exchange_or_throw", stakes, words, dealer=dealer, amount=amount)
    return words.say("advice.exchange")


def _declare(view: SeatView, words: TableWords) -> str:
    first = view.legal[0]
    assert isinstance(first, act.Declare)
    return " ".join((_contract(first.name, view, words), *_consolation(view, first.name, words)))


def _consolation(view: View, name: str, words: TableWords) -> list[str]:
    """Return the whists of a failed contract, and the players who write them (4.3)."""
    options = RussianOptions.of(view.rules)
    to = options.consolation_to
    if to is ConsolationTo.NONE:
        return []
    if to is ConsolationTo.DEFENDERS_AND_DEALER and options.players < 4:
        to = ConsolationTo.DEFENDERS
    if options.players == 2:  # 2.11 rule 8
        to = ConsolationTo.WHISTERS
    fixed = options.consolation_value is ConsolationValue.FIXED10
    whists = (10 if fixed else VALUE[_level(name)]) * options.whist_multiplier
    who = words.say(f"value.consolation_to.{to}")
    return [words.say("advice.consolation", whists=whists, who=who)]


def _contract(name: str, view: View, words: TableWords) -> str:
    """Return "7⟦D⟧: made 4 in the pool, each undertrick 4 in the mountain"."""
    stakes = stakes_of(view.rules, _level(name))
    return _numbers("advice.declare", stakes, words, contract=words.contract(name))


def _level(name: str) -> int:
    return int(name.rstrip("SCDHNT"))


def call_value(view: View, name: str, words: TableWords) -> str:
    """Return the score of a contract made, and of one down; "" for misère."""
    if not name[0].isdecimal():
        return ""
    return _numbers("worth.contract", stakes_of(view.rules, _level(name)), words)


def _defence(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    contract = table.declared_contract
    stakes = stakes_of(view.rules, contract.level)
    name = facts.name(contract.declarer)
    parts = []
    if act.WHIST in view.legal:
        need = words.say_plural("advice.quota", stakes.quota)
        parts.append(_numbers("advice.whist", stakes, words, need=need, name=name))
        parts += _shares(view.rules, words)
    if act.OPEN in view.legal:
        parts.append(words.say("advice.open"))
    if act.HALF_WHIST in view.legal:
        parts.append(words.say_plural("advice.half", stakes.half, name=name))
    if "half_whister" in table.roles:
        parts.append(words.say("advice.return"))
    return " ".join(parts)


def _shares(rules: Rules, words: TableWords) -> list[str]:
    """Explain the division of whists where the defenders do not each write their own (4.3)."""
    options, parts = RussianOptions.of(rules), list[str]()
    if options.players == 2:  # the whister writes all of it (2.11 rule 4)
        return parts
    if options.single_whister_tricks is SingleWhisterTricks.OWN:
        own = words.say("value.single_whister_tricks.own")
        parts.append(words.say("advice.sole_whister", what=own))
    if options.whist_sharing is not WhistSharing.INDIVIDUAL:
        what = words.say(f"value.whist_sharing.{options.whist_sharing}")
        parts.append(words.say("advice.sharing", what=what))
    return parts


def _play(view: SeatView, table: DealView, words: TableWords) -> str:
    if table.contract is None:
        return _all_pass(view, words)
    if not table.contract.is_misere:
        return ""
    mine = table.contract.declarer == view.seat
    return words.say("advice.misere_declarer" if mine else "advice.misere_defender")


def _all_pass(view: View, words: TableWords) -> str:
    rules, cost = view.rules, dict(view.marks)["cost"]
    bonus = all_pass_bonus(RussianOptions.of(rules), cost)
    none = [words.say("advice.all_pass.none", pool=bonus)] if bonus else []
    return " ".join((_trick_cost(rules, trick_price(rules, cost), words), *none))


def _trick_cost(rules: Rules, price: int, words: TableWords) -> str:
    if fewest_write(rules):
        return words.say("advice.all_pass.fewest", whists=price)
    if stakes_of(rules, 0).in_whists:
        return words.say("advice.all_pass.whists", whists=price)
    return words.say_plural("advice.all_pass", price)


def confirmation_price(view: SeatView, action: actions.Action) -> ConfirmationPrice | None:
    """Return the mountain price of a misère, a concession or a thrown talon; else None."""
    match action:
        case act.Bid(name) if name in (MISERE, MISERE_BY_HAND):
            stakes = stakes_of(view.rules, 0)
            return _price("twice.misere", stakes, ten=10 * stakes.mountain)
        case act.CONCEDE if view.table is not None:
            stakes = stakes_of(view.rules, view.table.declared_contract.level)
            return _price("twice.concede", stakes, amount=3 * stakes.mountain)
        case act.THROW:
            stakes = stakes_of(view.rules, 0)
            return _price("twice.throw", stakes, amount=_factor_of_a_point(stakes))
        case _:
            return None


def _factor_of_a_point(stakes: Stakes) -> int:
    return stakes.mountain // stakes.pool


def _price(key: str, stakes: Stakes, **numbers: int) -> ConfirmationPrice:
    key = f"{key}.whists" if stakes.in_whists else key
    return ConfirmationPrice(key, {"pool": stakes.pool, "mountain": stakes.mountain, **numbers})
