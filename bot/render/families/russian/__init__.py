"""The presenter of the Russian family."""

from collections.abc import Sequence
from typing import Final

from bot.engine import actions as act
from bot.engine import cards, deal, rules
from bot.engine.families.russian.options import RussianOptions
from bot.engine.view import DealView, View
from bot.render.families.presenter import DealPostings, FamilyHouseRules, FamilyPresenter
from bot.render.families.russian import deal_guide, sheet
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.words import TableWords

# The house rules of the Russian family by subject, and the values a host is offered.

HOUSE_RULES: Final = FamilyHouseRules(
    groups={
        "match": (
            "players",
            "pool_target",
            "end_condition",
            "finish_round",
            "dealer_rotation",
            "claims",
            "take_back",
            "reveal_after_deal",
            "tricks_shown",
            "stake_label",
            "whist_price",
        ),
        "auction": (
            "senior_hold",
            "jump_bids",
            "misere_without_talon",
            "concede_three",
            "throw_talon",
        ),
        "whist": (
            "half_whist",
            "half_whist_first",
            "stalingrad",
            "ten_trick",
            "whist_penalty",
            "quota_rule",
            "high_whist",
            "open_whist_exposure",
            "misere_exposure",
            "defender_talk",
        ),
        "sheet": (
            "mountain_mode",
            "mountain_multiplier",
            "whist_multiplier",
            "rostov_whists_per_point",
            "whist_sharing",
            "single_whister_tricks",
            "consolation_to",
            "consolation_value",
            "dealer_talon_bonus",
        ),
        "raspasy": (
            "raspasy_cost_base",
            "raspasy_progression",
            "raspasy_cost_cap",
            "raspasy_exit_bar",
            "raspasy_exit_on",
            "raspasy_max_streak",
            "raspasy_talon",
            "raspasy_third_lead",
            "raspasy_dealer_4p",
            "raspasy_amnesty",
            "raspasy_zero_bonus",
            "raspasy_zero_bonus_dealer",
            "rostov_raspasy",
            "two_handed_all_pass",
        ),
        "settlement": ("american_aid", "aid_whists_per_point", "pool_settlement", "rounding"),
    },
    common_options=(
        *("pool_target", "end_condition", "whist_penalty", "whist_sharing", "stalingrad"),
        *("ten_trick", "consolation_to"),
        *("raspasy_talon", "raspasy_progression", "raspasy_exit_bar"),
    ),
    title_options=("players", "pool_target", "end_condition"),
    offered_values={
        "pool_target": (None, 5, 10, 15, 20, 25, 30, 40, 50),
        "end_condition": (
            "all_pools_closed",
            "every_pool(10)",
            "every_pool(20)",
            "every_pool(30)",
            "pool_sum(10*players)",
            "pool_sum(20*players)",
            "pool_sum(30*players)",
            "deals(2*players)",
            "deals(3*players)",
            "deals(4*players)",
            "deals(6*players)",
            "deals(8*players)",
            "time(30)",
            "time(60)",
            "time(120)",
            "time(180)",
            "until(21:00)",
            "until(22:00)",
            "until(23:00)",
            "until(00:00)",
            "until(01:00)",
            "until(02:00)",
            "until(03:00)",
        ),
        "pool_settlement": ("average(10)", "average(20)", "pairwise(5)", "pairwise(10)"),
        "stake_label": ("points", "matches", "cookies"),
        "whist_price": ("1", "0.01", "0.05", "0.1", "0.5", "2", "5", "10"),
        "rostov_whists_per_point": (2, 5, 10),
        "aid_whists_per_point": (5, 10, 20),
        "raspasy_amnesty": ("auto", True, False),
        "raspasy_cost_base": (1, 2, 3, 5),
        "raspasy_cost_cap": (None, 1, 2, 3, 4, 5),
        "raspasy_max_streak": (None, 1, 2, 3, 4, 5),
        "raspasy_exit_bar": ([6], [6, 7], [6, 7, 7], [6, 7, 8], [6, 6, 7], [6, 7, 8, 9]),
    },
    player_counts={
        **dict.fromkeys(
            ("throw_talon", "dealer_talon_bonus", "raspasy_dealer_4p", "raspasy_zero_bonus_dealer"),
            (4,),
        ),
        **dict.fromkeys(
            (
                *("half_whist", "half_whist_first", "quota_rule", "high_whist", "defender_talk"),
                *("whist_sharing", "single_whister_tricks"),
            ),
            (3, 4),
        ),
        "two_handed_all_pass": (2,),
    },
    required_values={
        "rostov_whists_per_point": ("mountain_mode", "whists"),
        "rostov_raspasy": ("mountain_mode", "whists"),
        "mountain_multiplier": ("mountain_mode", "mountain"),
        "aid_whists_per_point": ("american_aid", True),
        "raspasy_third_lead": ("raspasy_talon", "open"),
    },
)


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
    return deal_guide.quota_of(RussianOptions.of(view.rules), contract.level)


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
    house_rules=HOUSE_RULES,
    dialects=_dialects,
    ending=_ending,
    expected_deals=_expected_deals,
    auction_calls=_auction_calls,
    reason_options={
        rules.RuleReason.BID_BELOW_BAR: "raspasy_exit_bar",
        rules.RuleReason.BID_MUST_STEP: "jump_bids",
        rules.RuleReason.CALL_SWITCHED_OFF: "misere_without_talon",
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
