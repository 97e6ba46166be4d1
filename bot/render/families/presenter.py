"""The interface between the screens and a family; all other output is common to the families."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from bot.engine import actions, deal, ledger, rules
from bot.engine.cards import Seat
from bot.engine.rules import Rules
from bot.engine.view import DealView, ResultView, SeatView, View
from bot.model import enums
from bot.model.enums import Posting
from bot.model.values import Record, field
from bot.presets import OptionSetting
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.words import TableWords, Words

DealPostings = Sequence[Sequence[enums.Posting]]  # the postings of each scored deal, in order
SheetCells = tuple[tuple[str, str], ...]  # the columns of one line of the sheet: key and number


class ConfirmationPrice(NamedTuple):
    """The price of an action that needs confirmation: the key of a sentence, and its numbers."""

    key: str
    numbers: Mapping[str, int]


class FamilyHouseRules(Record):
    """The house rules of a family, in the order a host sees them."""

    groups: Mapping[str, tuple[str, ...]]  # options by subject
    common_options: tuple[str, ...]  # the ten that tables change most often, whatever their subject
    title_options: tuple[str, ...]  # options the seats and the title already show
    offered_values: Mapping[
        str, tuple[OptionSetting, ...]
    ]  # where the type allows any number or text
    # options that apply only with so many players
    player_counts: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # options that apply only where another one has that value
    required_values: Mapping[str, tuple[str, OptionSetting]] = field(default_factory=dict)


def _no_text(*about: object) -> str:
    """Return "": this family has no such text."""
    return ""


def _no_picture(view: View, facts: TableData, words: TableWords, written: DealPostings) -> None:
    """Return None: this family shows its sheet as text only."""


def _always_clockwise(rules: Rules) -> bool:
    return True


def _no_dialects(rules: Rules) -> tuple[str, ...]:
    return ()


def _same_name(rules: Rules, name: str) -> str:
    return name


def _unit_price_one(rules: Rules) -> Decimal:
    return Decimal(1)


def _stage_name(view: View) -> str:
    return view.stage.value


def _no_entry_note(scored: ResultView, seat: Seat, words: Words) -> str:
    """Return "": the player's role explains an empty entry."""
    return ""


def _no_amnesty(scored: ResultView, posting: enums.Posting) -> int:
    return 0


def _no_confirmation(view: SeatView, action: actions.Action) -> ConfirmationPrice | None:
    """Return None: no action needs confirmation."""
    return None


def _not_doubled(view: View) -> tuple[int, bool]:
    return 1, False


def _no_hat(view: View, seat: Seat) -> bool:
    return False


def _no_talk(view: View, table: DealView) -> bool:
    """Return False: the defenders never talk."""
    return False


class FamilyPresenter(Record, kw_only=True):
    """The texts, lines and numbers of one family; the defaults mean that it lacks a feature."""

    house_rules: FamilyHouseRules
    dialects: Callable[[Rules], tuple[str, ...]] = _no_dialects  # the narrowest first (words.py)
    # the suits in their order; None where they are not called by number
    suits: Callable[[Rules], str] | None = None
    faces: Callable[[Rules], enums.CardFaces] | None = None  # None: the usual card faces
    # how a game ends, for its title: kind, and number or time of day
    ending: Callable[[Rules], tuple[str, int | str]]
    expected_deals: Callable[[Rules], float]  # estimated number of deals
    is_clockwise: Callable[[Rules], bool] = _always_clockwise  # direction of the turn
    # the auction
    shown_contract: Callable[[Rules, str], str] = _same_name  # the contract that a bid is shown as
    # the order of the suits, where players need it
    ladder_line: Callable[[Rules, TableWords], str] = _no_text
    auction_calls: Callable[[Sequence[Seat], Sequence[deal.Call]], tuple[deal.Call, ...]]
    call_value: Callable[[View, str, TableWords], str] = _no_text  # the value of a call or contract
    # the house rule behind a reason, where tables differ
    reason_options: Mapping[rules.RuleReason, str] = field(default_factory=dict)
    # the deal
    decision_point: Callable[[View], str] = (
        _stage_name  # the question now: the stage, or a part of it
    )
    stake_note: Callable[[View, TableWords], str] = _no_text  # the multipliers of the stake
    # their product, and True if a refa is one of them
    doubling: Callable[[View], tuple[int, bool]] = _not_doubled
    quota: Callable[[View, DealView], int]  # tricks the defence owes; 0 for none
    # True if the defenders may talk, in the play of a contract
    can_talk: Callable[[View, DealView], bool] = _no_talk
    marks: Callable[[View, TableData, TableWords], str]  # marks that pass from deal to deal
    # True if the player wears the hat: their main column is above zero
    is_under_hat: Callable[[View, Seat], bool] = _no_hat
    # the common pot and the amount played for, if there is one
    pot_line: Callable[[View, TableWords], str] = _no_text
    pot_drawing: Callable[[View, TableWords], str] = _no_text  # of that pot
    advice: Callable[[SeatView, DealView, TableData, TableWords], str]
    confirmation_price: Callable[[SeatView, actions.Action], ConfirmationPrice | None] = (
        _no_confirmation  # price of an action to confirm
    )
    # help for a question before the cards
    question: Callable[[SeatView, TableData, TableWords], str] = _no_text
    # the result
    outcomes_with_tricks: frozenset[str]  # outcomes shown with the declarer's tricks
    unit_price: Callable[[Rules], Decimal] = (
        _unit_price_one  # of one unit of the balance, in the stake's label
    )
    result_note: Callable[[ResultView, TableWords], str] = _no_text
    # tricks an entry leaves out because everybody took as many
    forgiven_tricks: Callable[[ResultView, enums.Posting], int] = _no_amnesty
    empty_entry_note: Callable[[ResultView, Seat, Words], str] = (
        _no_entry_note  # why a player wrote nothing
    )
    penalty_reasons: frozenset[str] = frozenset()  # whys every opponent writes on the culprit
    signed_accounts: frozenset[str] = (
        frozenset()
    )  # accounts whose entries are shown with their sign
    # the sheet
    sheet_cells: Callable[[View, Seat], SheetCells]
    # the shortest score of a seat: the keys of its columns, and their content
    short_score: Callable[[View, Seat], tuple[tuple[str, ...], str]]
    sheet_note: Callable[[View, TableData, TableWords], str] = _no_text  # lines under the table
    player_sheet: Callable[[View, Seat, TableData, TableWords, DealPostings], tuple[str, ...]]
    # the numbers a chart of the match follows; None: the balance
    charted_totals: Callable[[Rules, ledger.Sheet], tuple[int, ...]] | None = None
    draw_sheet: Callable[[View, TableData, TableWords, DealPostings], Picture | None] = _no_picture
    listed_deals: int = 0  # number of last deals whose entries the sheet lists in full
    contract_tiles: tuple[
        tuple[str, str], ...
    ] = ()  # tiles of contracts whose names do not show a strain


# The lines of a sheet as on paper: every total after the one before.

MOST_TOTALS: Final = 14  # totals shown for one line of the sheet


def running_totals(
    written: Sequence[Sequence[Posting]],
    account: str,
    seat: Seat,
    against: Seat | None = None,
    opening: int = 0,
) -> list[int]:
    """Return the total after each deal that changed it."""
    totals, total = list[int](), opening
    line = (account, seat, against)
    for one in written:
        changes = [p.amount for p in one if p[:3] == line]
        total += sum(changes)
        if sum(changes):
            totals.append(total)
    return totals


def join_totals(totals: Sequence[str]) -> str:
    """Return "10. 12. 14."; it leaves out the oldest beyond ``MOST_TOTALS``."""
    cut = "… " if len(totals) > MOST_TOTALS else ""
    return cut + " ".join(f"{total}." for total in totals[-MOST_TOTALS:])
