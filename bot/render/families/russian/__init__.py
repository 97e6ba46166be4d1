"""The presenter of the Russian family."""

from collections.abc import Sequence
from typing import Final

from bot.engine import actions as act
from bot.engine import cards, deal, rule_errors, rules
from bot.engine.families.russian.options import RussianOptions
from bot.engine.view import DealView, View
from bot.render.families.presenter import DealPostings, FamilyPresenter
from bot.render.families.russian import deal_guide, house_rules, sheet
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.words import TableWords

_POOL_A_DEAL: Final = 2.2  # pool points a deal brings, on average


def _dialects(rules: rules.Rules) -> tuple[str, ...]:
    """Return the table's dialects; the game for two has words of its own."""
    own = (rules.preset, "russian")
    return ("hussar", *own) if rules.players == 2 else own


def _ending(rules: rules.Rules) -> tuple[str, int | str]:
    """Return how a game ends: pools to 10; 12 deals; until 03:00."""
    end = RussianOptions.of(rules).end_condition
    if end.kind == "all_pools_closed":
        return end.kind, RussianOptions.of(rules).pool_target or 0
    if end.kind == "until":
        return end.kind, end.hour
    each = rules.players if end.kind == "deals" and end.per_player else 1
    return end.kind, end.amount * each


def _expected_deals(rules: rules.Rules) -> float:
    options = RussianOptions.of(rules)
    end = options.end_condition
    if end.kind == "all_pools_closed":
        return (options.pool_target or 0) * rules.players / _POOL_A_DEAL
    shared = end.per_player or end.kind == "every_pool"
    total = end.amount * (rules.players if shared else 1)
    return total if end.kind == "deals" else total / _POOL_A_DEAL


def _auction_calls(
    seats: Sequence[cards.Seat], calls: Sequence[deal.Call]
) -> tuple[deal.Call, ...]:
    """Return the calls up to the last pass; later ones are about defence and claims."""
    live, bidders = set(seats), set[cards.Seat]()
    for place, call in enumerate(calls):
        if call.action is act.PASS:
            live.discard(call.seat)
        else:
            bidders.add(call.seat)
        if not live or (len(live) == 1 and live <= bidders):
            return tuple(calls[: place + 1])
    return tuple(calls)


def _quota(view: View, table: DealView) -> int:
    """Return the tricks the defence owes, once a player whists."""
    contract = table.contract
    if contract is None or "whister" not in table.roles or view.stage is deal.Stage.DEFENCE:
        return 0
    return deal_guide.stakes_of(view.rules, contract.level).quota


def _can_talk(view: View, table: DealView) -> bool:
    """True where both defenders' hands lie open (2.7).

    A single open hand is only that of a player who claimed.
    """
    has_partner = len(deal.player_seats(table.seats, table.roles)) > 2
    may = has_partner and RussianOptions.of(view.rules).defender_talk
    if table.contract is None or not may:
        return False
    return len({seat for seat, _ in table.open_hands} - {table.contract.declarer}) >= 2


def _marks(view: View, facts: TableData, words: TableWords) -> str:
    """Return the raspasy streak, its price and the bar, while they matter."""
    shown = dict(view.marks)
    if not shown.get("streak"):
        return ""
    return words.say(
        "marks.streak", **shown | {"cost": deal_guide.trick_price(view.rules, shown["cost"])}
    )


def _draw_sheet(view: View, facts: TableData, words: TableWords, written: DealPostings) -> Picture:
    _, amount = _ending(view.rules)
    return sheet.draw_sheet(view, facts, words, written, amount)


RUSSIAN: Final = FamilyPresenter(
    house_rules=house_rules.HOUSE_RULES,
    dialects=_dialects,
    ending=_ending,
    expected_deals=_expected_deals,
    auction_calls=_auction_calls,
    reason_options={
        rule_errors.RuleReason.BID_BELOW_BAR: "raspasy_exit_bar",
        rule_errors.RuleReason.BID_MUST_STEP: "jump_bids",
        rule_errors.RuleReason.CALL_SWITCHED_OFF: "misere_without_talon",
    },
    decision_point=deal_guide.decision_point,
    quota=_quota,
    can_talk=_can_talk,
    marks=_marks,
    call_value=deal_guide.call_value,
    advice=deal_guide.advice,
    confirmation_price=deal_guide.confirmation_price,
    outcomes_with_tricks=frozenset({"made", "remise", "misere_failed"}),
    unit_price=lambda rules: RussianOptions.of(rules).whist_price,
    forgiven_tricks=deal_guide.forgiven_tricks,
    empty_entry_note=deal_guide.empty_entry_note,
    penalty_reasons=frozenset(
        {
            "undertricks",
            "quota_missed",
            "misere_tricks",
            "all_pass_tricks",
            "talon_thrown",
            "conceded",
        }
    ),
    signed_accounts=frozenset({"pool"}),
    sheet_cells=sheet.sheet_cells,
    short_score=sheet.short_score,
    player_sheet=sheet.player_sheet,
    draw_sheet=_draw_sheet,
)
