"""The presenter of the Russian family."""

from collections.abc import Sequence
from typing import Final

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import Call, Stage
from bot.engine.families.russian.options import RussianOptions
from bot.engine.refusal import RuleReason
from bot.engine.roles import speakers
from bot.engine.rules import Rules
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.families.manner import Manner, Written
from bot.render.families.russian.advice import advice, twice, worth
from bot.render.families.russian.agreements import HOUSE
from bot.render.families.russian.paper import paper
from bot.render.families.russian.raspasy import forgiven, unwritten
from bot.render.families.russian.sheet import brief, cells, player_sheet
from bot.render.families.russian.stakes import stakes_of, trick_price
from bot.render.paper.shapes import Picture
from bot.render.words import TableWords

_POOL_A_DEAL: Final = 2.2  # pool points a deal brings, on average


def _dialects(rules: Rules) -> tuple[str, ...]:
    """Return the table's dialects; the game for two has words of its own."""
    own = (rules.preset, "russian")
    return ("hussar", *own) if rules.players == 2 else own


def _ending(rules: Rules) -> tuple[str, int | str]:
    """Return how a game ends: pools to 10; 12 deals; until 03:00."""
    end = RussianOptions.of(rules).end_condition
    if end.kind == "all_pools_closed":
        return end.kind, RussianOptions.of(rules).pool_target or 0
    if end.kind == "until":
        return end.kind, end.hour
    each = rules.players if end.kind == "deals" and end.per_player else 1
    return end.kind, end.amount * each


def _deals(rules: Rules) -> float:
    options = RussianOptions.of(rules)
    end = options.end_condition
    if end.kind == "all_pools_closed":
        return (options.pool_target or 0) * rules.players / _POOL_A_DEAL
    shared = end.per_player or end.kind == "every_pool"
    total = end.amount * (rules.players if shared else 1)
    return total if end.kind == "deals" else total / _POOL_A_DEAL


def _auction_calls(seats: Sequence[Seat], calls: Sequence[Call]) -> tuple[Call, ...]:
    """Return the calls up to the last pass; later ones are about defence and claims."""
    live, bidders = set(seats), set[Seat]()
    for place, call in enumerate(calls):
        if call.action is act.PASS:
            live.discard(call.seat)
        else:
            bidders.add(call.seat)
        if not live or (len(live) == 1 and live <= bidders):
            return tuple(calls[: place + 1])
    return tuple(calls)


def _quota(view: View, table: Table) -> int:
    """Return the tricks the defence owes, once a player whists."""
    contract = table.contract
    if contract is None or "whister" not in table.roles or view.stage is Stage.DEFENCE:
        return 0
    return stakes_of(view.rules, contract.level).quota


def _may_talk(view: View, table: Table) -> bool:
    """True where both defenders' hands lie open (2.7).

    A single open hand is only that of a player who claimed.
    """
    has_partner = len(speakers(table.seats, table.roles)) > 2
    may = has_partner and RussianOptions.of(view.rules).defender_talk
    if table.contract is None or not may:
        return False
    return len({seat for seat, _ in table.open_hands} - {table.contract.declarer}) >= 2


def _marks(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the raspasy streak, its price and the bar, while they matter."""
    shown = dict(view.marks)
    if not shown.get("streak"):
        return ""
    return words.say("marks.streak", **shown | {"cost": trick_price(view.rules, shown["cost"])})


def _paper(view: View, facts: TableFacts, words: TableWords, written: Written) -> Picture:
    _, amount = _ending(view.rules)
    return paper(view, facts, words, written, amount)


RUSSIAN: Final = Manner(
    house=HOUSE,
    dialects=_dialects,
    ending=_ending,
    deals=_deals,
    auction_calls=_auction_calls,
    causes={
        RuleReason.BID_BELOW_BAR: "raspasy_exit_bar",
        RuleReason.BID_MUST_STEP: "jump_bids",
        RuleReason.CALL_SWITCHED_OFF: "misere_without_talon",
    },
    quota=_quota,
    may_talk=_may_talk,
    marks=_marks,
    worth=worth,
    advice=advice,
    twice=twice,
    with_tricks=frozenset({"made", "remise", "misere_failed"}),
    price=lambda rules: RussianOptions.of(rules).whist_price,
    forgiven=forgiven,
    unwritten=unwritten,
    penalties=frozenset(
        {
            "undertricks",
            "quota_missed",
            "misere_tricks",
            "all_pass_tricks",
            "talon_thrown",
            "conceded",
        }
    ),
    signed=frozenset({"pool"}),
    cells=cells,
    brief=brief,
    player_sheet=player_sheet,
    paper=_paper,
)
