"""The presenter of the Balkan family (rules/balkan.md 1 for the words, 2 for the order)."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from bot.engine import actions, cards, notation
from bot.engine import actions as act
from bot.engine.deal import Call
from bot.engine.families.balkan import contracts
from bot.engine.families.balkan.options import BalkanOptions, Direction, SuitSkin
from bot.engine.rules import Rules
from bot.engine.view import ResultView, View
from bot.model.enums import DEFAULT_FACES, CardFaces
from bot.render.families.balkan import deal_guide, sheet
from bot.render.families.presenter import FamilyHouseRules, FamilyPresenter
from bot.render.formatting import join_dotted
from bot.render.screen_data import TableData
from bot.render.words import TableWords

# The house rules of the Balkan family by subject (rules/balkan.md 5).

HOUSE_RULES: Final = FamilyHouseRules(
    groups={
        "match": (
            "players",
            "starting_level",
            "abandoned_game",
            "claims",
            "take_back",
            "reveal_after_deal",
            "tricks_shown",
            "stake_label",
        ),
        "cards": ("suit_skin", "suit_order", "direction"),
        "auction": (
            "game_commitment",
            "preferans_contract",
            "talon_exposed",
            "auto_forced_pass",
        ),
        "defence": (
            "plain_two",
            "plain_two_refa_exempt",
            "kontra_max_level",
            "kontra_callers",
            "rekontra_on_game_bettel",
            "sanac_lead",
            "stop_at_five",
            "partner_pays",
            "defence_conventions",
        ),
        "sheet": (
            "max_refas",
            "refa_scale",
            "refa_blocked_by_hat",
            "hat_rule",
            "bettel_kontra_payout",
            "last_contract_cut",
            "last_contract_fall",
        ),
    },
    common_options=(
        *("starting_level", "max_refas", "refa_scale", "hat_rule", "plain_two"),
        *("kontra_max_level", "game_commitment", "sanac_lead", "suit_skin", "claims"),
    ),
    title_options=("players", "starting_level"),
    offered_values={
        "starting_level": (10, 20, 30, 40, 50, 60, 80, 100, 150, 200),
        "max_refas": ("auto", 0, 1, 2, 3, 4, 5, 6, 8),
        "kontra_max_level": (None, 1, 2, 3, 4),
        "stake_label": ("points", "matches", "cookies"),
    },
    required_values={"refa_scale": ("max_refas", "auto")},
)


_WRITTEN_A_DEAL: Final = 4.5  # points by which a deal lessens the common debt, on average
_NAMED_DOUBLINGS: Final = 4  # mortkontra is the last one with a name


def _dialects(rules: Rules) -> tuple[str, ...]:
    """Return the preset's dialect before the pack's, the pack's before the family's.

    The preset named like the family uses the family's own words.
    """
    return rules.preset, BalkanOptions.of(rules).suit_skin.value, "balkan"


def _faces(rules: Rules) -> CardFaces:
    """Return German faces for the German pack; Italian ones have no drawings yet."""
    is_german = BalkanOptions.of(rules).suit_skin is SuitSkin.GERMAN
    return CardFaces.GERMAN if is_german else DEFAULT_FACES


def _ending(rules: Rules) -> tuple[str, int]:
    return "starting_level", BalkanOptions.of(rules).starting_level


def _expected_deals(rules: Rules) -> float:
    return BalkanOptions.of(rules).starting_level * rules.players / _WRITTEN_A_DEAL


def _shown_contract(rules: Rules, name: str) -> str:
    """Return the lowest contract a number may become."""
    if not name.isdecimal():
        return name
    options = BalkanOptions.of(rules)
    return contracts.ladder(options.suit_order, options.top)[contracts.value_of(name) - 2]


def _ladder_line(rules: Rules, words: TableWords) -> str:
    """Return "2 leaves · 3 bells · 4 hearts · 5 acorns · 6 battle · 7 sans"."""
    options = BalkanOptions.of(rules)
    return join_dotted(map(words.contract, contracts.ladder(options.suit_order, options.top)))


def _auction_calls(seats: Sequence[cards.Seat], calls: Sequence[Call]) -> tuple[Call, ...]:
    """Return numbers and games, and the games that were shown (2.4)."""
    said = tuple(takewhile(lambda c: act.is_auction_call(c.action), calls))
    games = [c.action.name for c in said if isinstance(c.action, act.Bid)]
    games = [name for name in games if contracts.is_game(name)]
    most = len(said) + (games.count(contracts.GAME) if len(games) > 1 else 0)
    rest = calls[len(said) : most]
    shown = takewhile(lambda c: _is_shown(c.action), rest)
    return (*said, *shown)


def _is_shown(action: actions.Action) -> bool:
    return isinstance(action, act.Declare) or action is act.SILENT


def _stake_note(view: View, words: TableWords) -> str:
    """Return "Rekontra ×4 · refa ×2"."""
    if view.table is None:
        return ""
    refa = words.say("stake.refa") if deal_guide.has_refa(view, view.table) else ""
    return join_dotted((_kontra(view.table.calls, words), refa))


def _doubling(view: View) -> tuple[int, bool]:
    """Return the factor of kontras and refa together, and True if a refa is part of it."""
    if view.table is None:
        return 1, False
    has_refa = deal_guide.has_refa(view, view.table)
    return 2 ** (contracts.kontra_level(view.table.calls) + has_refa), has_refa


def _result_note(scored: ResultView, words: TableWords) -> str:
    """Return the same for a scored deal."""
    calls = tuple(Call(seat, notation.parse_action(text)) for seat, text in scored.calls)
    refa = words.say("stake.refa") if _was_refa_used(scored, calls) else ""
    return join_dotted((_kontra(calls, words), refa))


def _was_refa_used(scored: ResultView, calls: tuple[Call, ...]) -> bool:
    """Return True if an entry is twice what the contract and its kontras are worth (3.2)."""
    if scored.contract is None:
        return False
    doubled = contracts.basic_score(scored.contract.name) << (contracts.kontra_level(calls) + 1)
    return any(abs(entry.unit) == doubled for entry in scored.postings)


def _kontra(calls: tuple[Call, ...], words: TableWords) -> str:
    level = contracts.kontra_level(calls)
    if not level:
        return ""
    word = words.action(act.KONTRAS[level])
    return f"{word} ×{2**level}" if level <= _NAMED_DOUBLINGS else word


def _marks(view: View, facts: TableData, words: TableWords) -> str:
    """Return the refas given, the points left to write, and who is under the hat."""
    marks = dict(view.marks)
    if not marks["remaining"]:
        return ""
    given, most = marks["refas_given"], marks["refas_most"]
    refas = words.say("marks.refas", given=given, most=most, left=marks["remaining"])
    hats = [facts.name(seat) for seat in range(3) if sheet.wears_hat(view, seat)]
    worn = words.say("marks.hats", names=", ".join(hats)) if hats else ""
    return join_dotted((refas, worn))


def _question(view: View, facts: TableData, words: TableWords) -> str:
    """Explain asking the partner, or paying (3.11)."""
    marks = dict(view.marks)
    names = {"victim": facts.name(marks["victim"]), "taker": facts.name(marks["taker"])}
    return words.say(f"advice.{view.stage}", fine=marks["fine"], **names)


BALKAN: Final = FamilyPresenter(
    house_rules=HOUSE_RULES,
    dialects=_dialects,
    faces=_faces,
    ending=_ending,
    expected_deals=_expected_deals,
    shown_contract=_shown_contract,
    ladder_line=_ladder_line,
    auction_calls=_auction_calls,
    decision_point=deal_guide.decision_point,
    stake_note=_stake_note,
    doubling=_doubling,
    quota=deal_guide.quota,
    marks=_marks,
    is_under_hat=sheet.wears_hat,
    call_value=deal_guide.call_value,
    is_clockwise=lambda rules: BalkanOptions.of(rules).direction is Direction.CLOCKWISE,
    advice=deal_guide.advice,
    confirmation_price=deal_guide.confirmation_price,
    question=_question,
    outcomes_with_tricks=frozenset({"made", "failed"}),
    result_note=_result_note,
    signed_accounts=frozenset({"main"}),
    sheet_cells=sheet.sheet_cells,
    short_score=sheet.short_score,
    sheet_note=sheet.sheet_note,
    player_sheet=sheet.player_sheet,
    draw_sheet=sheet.draw_columns,
)
