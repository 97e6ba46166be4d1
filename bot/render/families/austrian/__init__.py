"""The presenter of the Austrian family (rules/austrian.md 1 for the words, 2 for the order)."""

from collections.abc import Sequence
from typing import Final

from bot.engine import actions as act
from bot.engine import cards, deal, rules, view
from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS
from bot.engine.families.austrian.options import AustrianOptions, DeckStyle, MatchEnd
from bot.engine.rules import Rules
from bot.model.enums import DEFAULT_FACES, CardFaces
from bot.render import formatting, screen_data, words
from bot.render.families.austrian import deal_guide, sheet
from bot.render.families.presenter import FamilyHouseRules, FamilyPresenter

# The house rules of the Austrian family by subject (rules/austrian.md 4).

HOUSE_RULES: Final = FamilyHouseRules(
    groups={
        "match": (
            "players",
            "match_end",
            "rounds",
            "claims",
            "take_back",
            "reveal_after_deal",
            "tricks_shown",
            "stake_label",
        ),
        "cards": (
            "deck_style",
            "suit_order",
            "talon_exposed",
            "trump_obligation",
            "lowest_winner_duty",
        ),
        "auction": (
            "premium_set",
            "hold_right",
            "hold_successor_3p",
            "hold_successor_4p",
            "number_jumps",
            "game_reveal",
            "game_may_name_hearts",
            "hearts_ends_auction",
            "after_buy",
            "after_buy_decline_final",
            "all_pass",
        ),
        "defence": (
            "forced_play",
            "negotiation",
            "negotiation_max_offers",
            "open_defence",
            "early_stop_premium",
        ),
        "pot": (
            "ante_mode",
            "ante_units",
            "max_amount_units",
            "basic_stake_chips",
            "ace_bonuses",
            "no_aces_when_unplayed",
            "sitting_dealer_pays_premiums",
        ),
    },
    common_options=(
        *("match_end", "rounds", "premium_set", "after_buy", "all_pass"),
        *("negotiation", "forced_play", "hold_right", "ace_bonuses", "trump_obligation"),
    ),
    title_options=("players", "rounds", "match_end"),
    offered_values={
        "rounds": (1, 2, 3, 4, 5, 6, 8, 10),
        "ante_units": (10, 20, 30, 50, 100),
        "max_amount_units": (10, 20, 30, 40, 50, 100),
        "basic_stake_chips": (10, 20, 50, 100),
        "negotiation_max_offers": (1, 2, 3, 4, 5),
        "stake_label": ("points", "matches", "cookies"),
    },
    player_counts={
        "hold_successor_3p": (3,),
        "hold_successor_4p": (4,),
        "sitting_dealer_pays_premiums": (4,),
    },
    required_values={
        "rounds": ("match_end", "rounds"),
        "hold_successor_3p": ("hold_right", "forehand"),
        "hold_successor_4p": ("hold_right", "forehand"),
        "game_may_name_hearts": ("game_reveal", "sealed_simultaneous"),
        "after_buy_decline_final": ("after_buy", True),
        "open_defence": ("premium_set", "hearts_5_8"),
        "no_aces_when_unplayed": ("ace_bonuses", True),
        "ante_units": ("ante_mode", "all_players_when_empty"),
    },
)


_VOTED_ROUNDS: Final = 4  # about the number of rounds where a vote ends the match
_DEALS_A_STAKE: Final = 2.5  # until ten units have left a pot that others refill by falling


def _dialects(rules: Rules) -> tuple[str, ...]:
    """Return the dialects: preset, pack, common pot, family."""
    options = AustrianOptions.of(rules)
    common = ("common",) if options.pot_is_common else ()
    return (rules.preset, options.deck_style.value, *common, "austrian")


def _suits(rules: Rules) -> str:
    return AustrianOptions.of(rules).suit_order.value


def _ending(rules: Rules) -> tuple[str, int]:
    options = AustrianOptions.of(rules)
    number = options.ante_units if options.match_end is MatchEnd.POT_EMPTY else options.rounds
    return options.match_end.value, number


def _expected_deals(rules: Rules) -> float:
    options = AustrianOptions.of(rules)
    if options.match_end is MatchEnd.POT_EMPTY:
        return options.ante_units * rules.players / 10 * _DEALS_A_STAKE
    is_open = options.match_end is MatchEnd.VOTE
    return rules.players * (_VOTED_ROUNDS if is_open else options.rounds)


def _ladder_line(rules: Rules, words: words.TableWords) -> str:
    """Return "1 clubs · 2 spades · 3 diamonds · 4 hearts · game · hearts · 5 bettel · ..."."""
    levels = map(str, range(5, AustrianOptions.of(rules).top + 1))
    return formatting.join_dotted(map(words.contract, (*NUMBERS, GAME, HEARTS, *levels)))


def _auction_calls(
    seats: Sequence[cards.Seat], calls: Sequence[deal.Call]
) -> tuple[deal.Call, ...]:
    """Return the calls until another kind of call, or two passes and a bid (V-1)."""
    passed, bidders = set[cards.Seat](), set[cards.Seat]()
    for place, call in enumerate(calls):
        if not act.is_auction_call(call.action):
            return tuple(calls[:place])
        (passed if call.action == act.PASS else bidders).add(call.seat)
        if len(passed) == len(seats) or (len(passed) == 2 and bidders - passed):
            return tuple(calls[: place + 1])
    return tuple(calls)


def _marks(view: view.View, facts: screen_data.TableData, words: words.TableWords) -> str:
    """Return the pot; at the end the sheet reports what became of it."""
    return "" if view.stage is deal.Stage.OVER else sheet.pot_line(view, words)


def _faces(rules: Rules) -> CardFaces:
    is_german = AustrianOptions.of(rules).deck_style is DeckStyle.GERMAN
    return CardFaces.GERMAN if is_german else DEFAULT_FACES


AUSTRIAN: Final = FamilyPresenter(
    house_rules=HOUSE_RULES,
    dialects=_dialects,
    faces=_faces,
    contract_tiles=((HEARTS, "H"),),
    suits=_suits,
    ending=_ending,
    expected_deals=_expected_deals,
    ladder_line=_ladder_line,
    reason_options={
        rules.RuleReason.BID_MUST_STEP: "number_jumps",
        rules.RuleReason.MUST_TRUMP: "trump_obligation",
        rules.RuleReason.MUST_WIN_LOW: "lowest_winner_duty",
    },
    auction_calls=_auction_calls,
    decision_point=deal_guide.decision_point,
    quota=deal_guide.quota,
    can_talk=deal_guide.can_talk,
    marks=_marks,
    pot_line=sheet.pot_line,
    pot_drawing=sheet.pot_drawing,
    call_value=deal_guide.call_value,
    advice=deal_guide.advice,
    confirmation_price=deal_guide.confirmation_price,
    question=deal_guide.question,
    outcomes_with_tricks=frozenset({"made", "fallen", "agreed"}),
    sheet_cells=sheet.sheet_cells,
    short_score=sheet.short_score,
    sheet_note=sheet.sheet_note,
    player_sheet=sheet.player_sheet,
    charted_totals=sheet.charted_totals,
    draw_sheet=sheet.draw_sheet,
    listed_deals=3,
)
