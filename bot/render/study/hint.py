"""The private hint screen: the recommended action and the numbers in its favour."""

from typing import Final

from bot.analysis.advice import Advice, Option
from bot.deeds.table import ShowHand
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.hand.pressing import press_of
from bot.render.parts import LINE, bold, deed_button, dotted, lines, small, tenths, text_blocks
from bot.render.screen import Block, Button, Row, Screen, Style, Tone
from bot.render.study.called import contract_of, named
from bot.render.study.why import habit_line, usual_line, why_lines
from bot.render.words import TableWords, Words

SHOWN: Final = 5  # options, the recommended one among them


def hint_screen(view: View, facts: TableFacts, advice: Advice, words: Words) -> Screen:
    """Return the recommended action, its reasons, the alternatives, and a button to do it."""
    words = words_at(view.rules, words)
    head = lines(
        f"### 💡 {words.say('hint.best', action=named(advice.action, view, words))}",
        *_numbers(view, advice, words),
        why_lines(view, facts, advice, words),
    )
    do = _do(advice.action, view, words)
    back = deed_button(words, "to_hand", ShowHand())
    blocks: tuple[Block, ...] = text_blocks(head)
    if others := _others(view, advice, words):
        blocks = (*blocks, LINE, *text_blocks(others))
    notes = lines(_doubt(advice, words), usual_line(advice, words), _looked_at(advice, words))
    return Screen(
        facts.game, view.version, Tone.PRIVATE, (*blocks, *text_blocks(notes), Row((do, back)))
    )


# why ---------------------------------------------------------------------------------------


def _numbers(view: View, advice: Advice, words: TableWords) -> tuple[str, ...]:
    if len(view.legal) == 1:
        return (words.say("hint.forced_card" if view.stage is Stage.PLAY else "hint.forced"),)
    chosen = next((o for o in advice.options if o.action == advice.action), None)
    if chosen is None:
        return (habit_line(view, words),)
    return (_holds(view, chosen, advice, words), _worth(chosen, advice, words))


def _holds(view: View, option: Option, advice: Advice, words: TableWords) -> str:
    """Return a line such as "The contract holds in 41 of 50 layouts"."""
    if option.holds < 0 or not advice.layouts:
        return ""
    key = f"hint.holds.{_aim(view)}"
    return words.count(key, advice.layouts, held=bold(str(option.holds)))


def _aim(view: View) -> str:
    """Return the key of this seat's aim in the contract: make, beat, dodge, catch, or own."""
    table = view.table
    if table is None or table.contract is None:
        return "own"
    mine = table.contract.declarer == view.seat
    if table.contract.is_misere:
        return "dodge" if mine else "catch"
    return "make" if mine else "beat"


def _worth(option: Option, advice: Advice, words: TableWords) -> str:
    key = "hint.worth.both" if advice.shared else "hint.worth"
    return words.say(key, points=bold(tenths(option.worth, words)))


def _doubt(advice: Advice, words: TableWords) -> str:
    """Return the note why an option with a higher number is not the recommended one."""
    own = next((o.worth for o in advice.options if o.action == advice.action), None)
    if own is None or all(round(o.worth, 1) <= round(own, 1) for o in advice.options):
        return ""
    return small(words.say("hint.doubt"))


def _looked_at(advice: Advice, words: TableWords) -> str:
    if not advice.options:
        return ""
    if advice.exact and advice.layouts == 1:
        return small(words.say("hint.only"))
    key = "hint.every" if advice.exact else "hint.sampled"
    return small(words.count(key, advice.layouts))


# alternatives ------------------------------------------------------------------------------


def _others(view: View, advice: Advice, words: TableWords) -> str:
    """Return the next best options, one line each."""
    rest = [option for option in advice.options if option.action != advice.action]
    if not rest:
        return ""
    shown = [_line(view, option, advice, words) for option in rest[: SHOWN - 1]]
    left = len(rest) - len(shown)
    more = small(words.count("hint.more", left)) if left else ""
    return lines(bold(words.say("hint.others")), *shown, more)


def _line(view: View, option: Option, advice: Advice, words: TableWords) -> str:
    counted = option.holds >= 0 and advice.layouts
    holds = words.say("hint.of", n=option.holds, of=advice.layouts) if counted else ""
    name = named(option.action, view, words)
    return dotted((name, holds, tenths(option.worth, words)))


# the button --------------------------------------------------------------------------------


def _do(action: Action, view: View, words: TableWords) -> Button:
    """Return the button that plays the action; it shows a card or suit as a tile."""
    contract = contract_of(action, view)
    label, tile = words.plain(named(action, view, words)), ""
    if isinstance(action, act.Play):
        label, tile = "", CARD_NAMES[action.card]
    elif contract and action is not act.HOLD:
        label, tile = words.contract_face(contract), words.tile_of(contract)
    what = f": {label}" if label else ""
    return Button(words.say("hint.do") + what, press_of(action, view), tile, Style.PRIMARY)
