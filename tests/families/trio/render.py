"""The presenter of Trio."""

from collections.abc import Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.engine.deal import Call
from bot.engine.view import DealView, SeatView, View
from bot.render.families.presenter import (
    DealPostings,
    FamilyHouseRules,
    FamilyPresenter,
    SheetCells,
)
from bot.render.screen_data import TableData
from bot.render.words import TableWords
from tests.families.trio.engine import KEY, POINTS, VALUE, TrioOptions

_HOUSE_RULES: Final = FamilyHouseRules(
    groups={
        "match": (
            "players",
            "deals",
            "claims",
            "take_back",
            "reveal_after_deal",
            "tricks_shown",
            "stake_label",
        )
    },
    common_options=("deals", "claims", "take_back"),
    title_options=("players", "deals"),
    offered_values={"deals": (3, 6, 12), "stake_label": ("points",)},
)


def _auction_calls(seats: Sequence[Seat], calls: Sequence[Call]) -> tuple[Call, ...]:
    """Return the one round of calls; later ones are claims."""
    return tuple(calls[: len(seats)])


def _call_value(view: View, name: str, words: TableWords) -> str:
    return words.say_plural("trio.points", VALUE[name])


def _advice(view: SeatView, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return "": the contracts explain themselves."""
    return ""


def _points(view: View, seat: Seat) -> int:
    return view.sheet.total(POINTS, seat)


def _sheet_cells(view: View, seat: Seat) -> SheetCells:
    return ((POINTS, str(_points(view, seat))),)


def _short_score(view: View, seat: Seat) -> tuple[tuple[str, ...], str]:
    return (POINTS,), str(_points(view, seat))


def _player_sheet(
    view: View, seat: Seat, facts: TableData, words: TableWords, written: DealPostings
) -> tuple[str, ...]:
    return (words.say_plural("trio.points", _points(view, seat)),)


TRIO: Final = FamilyPresenter(
    house_rules=_HOUSE_RULES,
    dialects=lambda rules: (KEY,),
    ending=lambda rules: ("deals", TrioOptions.of(rules).deals),
    expected_deals=lambda rules: float(TrioOptions.of(rules).deals),
    auction_calls=_auction_calls,
    call_value=_call_value,
    quota=lambda view, table: 0,
    marks=lambda view, facts, words: "",
    advice=_advice,
    outcomes_with_tricks=frozenset({"made", "failed"}),
    signed_accounts=frozenset({POINTS}),
    sheet_cells=_sheet_cells,
    short_score=_short_score,
    player_sheet=_player_sheet,
)
