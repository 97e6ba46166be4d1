"""The presenter of the Austrian family (rules/austrian.md 1 for the words, 2 for the order)."""

from collections.abc import Sequence
from typing import Final

from bot.engine import actions as act
from bot.engine import cards, deal, rule_errors, view
from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS
from bot.engine.families.austrian.options import AustrianOptions, DeckStyle, MatchEnd
from bot.engine.rules import Rules
from bot.model.enums import DEFAULT_FACES, CardFaces
from bot.render import formatting, screen_data, words
from bot.render.families.austrian import deal_guide, house_rules, sheet
from bot.render.families.presenter import FamilyPresenter

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
    house_rules=house_rules.HOUSE_RULES,
    dialects=_dialects,
    faces=_faces,
    contract_tiles=((HEARTS, "H"),),
    suits=_suits,
    ending=_ending,
    expected_deals=_expected_deals,
    ladder_line=_ladder_line,
    reason_options={
        rule_errors.RuleReason.BID_MUST_STEP: "number_jumps",
        rule_errors.RuleReason.MUST_TRUMP: "trump_obligation",
        rule_errors.RuleReason.MUST_WIN_LOW: "lowest_winner_duty",
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
