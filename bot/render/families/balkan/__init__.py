"""The presenter of the Balkan family (rules/balkan.md 1 for the words, 2 for the order)."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Call
from bot.engine.families.balkan.contracts import GAME, is_game, kontra_level, ladder, value_of
from bot.engine.families.balkan.options import BalkanOptions, Direction, SuitSkin
from bot.engine.notation import parse
from bot.engine.rules import Rules
from bot.engine.view import Scored, View
from bot.render.facts import TableFacts
from bot.render.families.balkan.advice import advice, twice, worth
from bot.render.families.balkan.agreements import HOUSE
from bot.render.families.balkan.moments import has_refa, moment, quota
from bot.render.families.balkan.paper import paper
from bot.render.families.balkan.sheet import brief, cells, player_sheet, sheet_note
from bot.render.families.manner import Manner
from bot.render.parts import dotted
from bot.render.words import TableWords
from bot.terms import USUAL_FACES, Faces

_WRITTEN_A_DEAL: Final = 4.5  # points by which a deal lessens the common debt, on average
_NAMED_DOUBLINGS: Final = 4  # mortkontra is the last one with a name


def _dialects(rules: Rules) -> tuple[str, ...]:
    """Return the preset's dialect before the pack's, the pack's before the family's.

    The preset named like the family uses the family's own words.
    """
    return rules.preset, BalkanOptions.of(rules).suit_skin.value, "balkan"


def _faces(rules: Rules) -> Faces:
    """Return German faces for the German pack; Italian ones have no drawings yet."""
    is_german = BalkanOptions.of(rules).suit_skin is SuitSkin.GERMAN
    return Faces.GERMAN if is_german else USUAL_FACES


def _ending(rules: Rules) -> tuple[str, int]:
    return "starting_level", BalkanOptions.of(rules).starting_level


def _deals(rules: Rules) -> float:
    return BalkanOptions.of(rules).starting_level * rules.players / _WRITTEN_A_DEAL


def _stands_for(rules: Rules, name: str) -> str:
    """Return the lowest contract a number may become."""
    if not name.isdecimal():
        return name
    options = BalkanOptions.of(rules)
    return ladder(options.suit_order, options.top)[value_of(name) - 2]


def _ladder_line(rules: Rules, words: TableWords) -> str:
    """Return "2 leaves · 3 bells · 4 hearts · 5 acorns · 6 battle · 7 sans"."""
    options = BalkanOptions.of(rules)
    return dotted(map(words.contract, ladder(options.suit_order, options.top)))


def _auction_calls(seats: Sequence[Seat], calls: Sequence[Call]) -> tuple[Call, ...]:
    """Return numbers and games, and the games that were shown (2.4)."""
    said = tuple(takewhile(lambda c: act.is_auction_call(c.action), calls))
    games = [c.action.name for c in said if isinstance(c.action, act.Bid)]
    games = [name for name in games if is_game(name)]
    most = len(said) + (games.count(GAME) if len(games) > 1 else 0)
    rest = calls[len(said) : most]
    shown = takewhile(lambda c: _is_shown(c.action), rest)
    return (*said, *shown)


def _is_shown(action: Action) -> bool:
    return isinstance(action, act.Declare) or action is act.SILENT


def _stake_note(view: View, words: TableWords) -> str:
    """Return "Rekontra ×4 · refa ×2"."""
    if view.table is None:
        return ""
    refa = words.say("stake.refa") if has_refa(view, view.table) else ""
    return dotted((_kontra(view.table.calls, words), refa))


def _result_note(scored: Scored, words: TableWords) -> str:
    return _kontra(tuple(Call(seat, parse(text)) for seat, text in scored.calls), words)


def _kontra(calls: tuple[Call, ...], words: TableWords) -> str:
    level = kontra_level(calls)
    if not level:
        return ""
    word = words.action(act.KONTRAS[level])
    return f"{word} ×{2**level}" if level <= _NAMED_DOUBLINGS else word


def _marks(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the refas given, and the points left to write."""
    marks = dict(view.marks)
    if not marks["remaining"]:
        return ""
    given, most = marks["refas_given"], marks["refas_most"]
    return words.say("marks.refas", given=given, most=most, left=marks["remaining"])


def _question(view: View, facts: TableFacts, words: TableWords) -> str:
    """Explain asking the partner, or paying (3.11)."""
    marks = dict(view.marks)
    names = {"victim": facts.name(marks["victim"]), "taker": facts.name(marks["taker"])}
    return words.say(f"advice.{view.stage}", fine=marks["fine"], **names)


BALKAN: Final = Manner(
    house=HOUSE,
    dialects=_dialects,
    faces=_faces,
    ending=_ending,
    deals=_deals,
    stands_for=_stands_for,
    ladder_line=_ladder_line,
    auction_calls=_auction_calls,
    moment=moment,
    stake_note=_stake_note,
    quota=quota,
    marks=_marks,
    worth=worth,
    is_clockwise=lambda rules: BalkanOptions.of(rules).direction is Direction.CLOCKWISE,
    advice=advice,
    twice=twice,
    question=_question,
    with_tricks=frozenset({"made", "failed"}),
    result_note=_result_note,
    signed=frozenset({"main"}),
    cells=cells,
    brief=brief,
    sheet_note=sheet_note,
    player_sheet=player_sheet,
    paper=paper,
)
