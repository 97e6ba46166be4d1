"""The interface between the screens and a family; all other output is common to the families."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Call
from bot.engine.ledger import Posting, Sheet
from bot.engine.refusal import RuleReason
from bot.engine.rules import Rules
from bot.engine.view import Scored, Table, View
from bot.presets import Setting
from bot.render.facts import TableFacts
from bot.render.paper.shapes import Picture
from bot.render.words import TableWords, Words
from bot.terms import USUAL_FACES, Faces

Written = Sequence[Sequence[Posting]]  # the postings of each scored deal, in order
Cells = tuple[tuple[str, str], ...]  # the columns of one line of the sheet: key and number


class Price(NamedTuple):
    """The price of an action that needs confirmation: the key of a sentence, and its numbers."""

    key: str
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of a family, in the order a host sees them."""

    groups: Mapping[str, tuple[str, ...]]  # options by subject
    common: tuple[str, ...]  # the ten that tables change most often, whatever their subject
    pages: tuple[tuple[str, ...], ...]  # subjects on each page of the rules
    in_the_title: tuple[str, ...]  # options the seats and the title already show
    offered: Mapping[str, tuple[Setting, ...]]  # where the type allows any number or text
    # options that apply only with so many players
    spoken_by: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    # options that apply only where another one has that value
    needs: Mapping[str, tuple[str, Setting]] = field(default_factory=dict)


def _nothing(*about: object) -> str:
    """Return "": this family has no such text."""
    return ""


def _no_picture(view: View, facts: TableFacts, words: TableWords, written: Written) -> None:
    """Return None: this family shows its sheet as text only."""


def _with_the_clock(rules: Rules) -> bool:
    return True


def _no_dialects(rules: Rules) -> tuple[str, ...]:
    return ()


def _usual_faces(rules: Rules) -> Faces:
    return USUAL_FACES


def _itself(rules: Rules, name: str) -> str:
    return name


def _one(rules: Rules) -> Decimal:
    return Decimal(1)


def _stage(view: View) -> str:
    return view.stage.value


def _nobody(scored: Scored, seat: Seat, words: Words) -> str:
    """Return "": the player's role explains an empty entry."""
    return ""


def _no_amnesty(scored: Scored, posting: Posting) -> int:
    return 0


def _at_once(view: View, action: Action) -> Price | None:
    """Return None: no action needs confirmation."""
    return None


def _silent(view: View, table: Table) -> bool:
    """Return False: the defenders never talk."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """The texts, lines and numbers of one family; the defaults mean that it lacks a feature."""

    house: House
    dialects: Callable[[Rules], tuple[str, ...]] = _no_dialects  # the narrowest first (words.py)
    # the suits in their order, where they are called by number
    suits: Callable[[Rules], str] = _nothing
    faces: Callable[[Rules], Faces] = _usual_faces  # the card faces
    # how a game ends, for its title: kind, and number or time of day
    ending: Callable[[Rules], tuple[str, int | str]]
    deals: Callable[[Rules], float]  # estimated number of deals
    is_clockwise: Callable[[Rules], bool] = _with_the_clock  # direction of the turn
    # the auction
    stands_for: Callable[[Rules, str], str] = _itself  # the contract that a bid is shown as
    # the order of the suits, where players need it
    ladder_line: Callable[[Rules, TableWords], str] = _nothing
    auction_calls: Callable[[Sequence[Seat], Sequence[Call]], tuple[Call, ...]]
    worth: Callable[[View, str, TableWords], str] = _nothing  # the value of a call or contract
    # the house rule behind a reason, where tables differ
    causes: Mapping[RuleReason, str] = field(default_factory=dict)
    # the deal
    moment: Callable[[View], str] = _stage  # the question now: the stage, or a part of it
    stake_note: Callable[[View, TableWords], str] = _nothing  # the multipliers of the stake
    quota: Callable[[View, Table], int]  # tricks the defence owes; 0 for none
    # True if the defenders may talk, in the play of a contract
    may_talk: Callable[[View, Table], bool] = _silent
    marks: Callable[[View, TableFacts, TableWords], str]  # marks that pass from deal to deal
    # the common pot and the amount played for, if there is one
    pot_line: Callable[[View, TableWords], str] = _nothing
    drawing: Callable[[View, TableWords], str] = _nothing  # of that pot
    advice: Callable[[View, Table, TableFacts, TableWords], str]
    twice: Callable[[View, Action], Price | None] = _at_once  # price of an action to confirm
    # help for a question before the cards
    question: Callable[[View, TableFacts, TableWords], str] = _nothing
    # the result
    with_tricks: frozenset[str]  # outcomes shown with the declarer's tricks
    price: Callable[[Rules], Decimal] = _one  # of one unit of the balance, in the stake's label
    result_note: Callable[[Scored, TableWords], str] = _nothing
    # tricks an entry leaves out because everybody took as many
    forgiven: Callable[[Scored, Posting], int] = _no_amnesty
    unwritten: Callable[[Scored, Seat, Words], str] = _nobody  # why a player wrote nothing
    penalties: frozenset[str] = frozenset()  # whys every opponent writes on the culprit
    signed: frozenset[str] = frozenset()  # accounts whose entries are shown with their sign
    # the sheet
    cells: Callable[[View, Seat], Cells]
    # the shortest score of a seat: the keys of its columns, and their content
    brief: Callable[[View, Seat], tuple[tuple[str, ...], str]]
    sheet_note: Callable[[View, TableFacts, TableWords], str] = _nothing  # lines under the table
    player_sheet: Callable[[View, Seat, TableFacts, TableWords, Written], tuple[str, ...]]
    # the numbers a chart of the match follows; None: the balance
    standing: Callable[[Rules, Sheet], tuple[int, ...]] | None = None
    paper: Callable[[View, TableFacts, TableWords, Written], Picture | None] = _no_picture
    told_deals: int = 0  # number of last deals whose entries the sheet lists in full
    tiles: tuple[tuple[str, str], ...] = ()  # tiles of contracts whose names do not show a strain
