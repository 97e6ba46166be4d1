"""The private hint screen: the recommended action and the numbers in its favour."""

from typing import Final

from bot.analysis.advice import Advice, WeighedAction
from bot.deeds.table import ShowHand
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.families import table_words
from bot.render.hand.pressing import press_for
from bot.render.parts import (
    DIVIDER,
    bold,
    command_button,
    format_tenths,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Block, Button, ButtonRow, Screen, Style, Tone
from bot.render.study.called import advised_action_text, contract_of_action
from bot.render.study.why import estimate_note, reason_lines, unweighed_line
from bot.render.words import TableWords, Words

MOST_OPTIONS: Final = 5  # options, the recommended one among them


def hint_screen(view: View, facts: TableData, advice: Advice, words: Words) -> Screen:
    """Return the recommended action, its reasons, the alternatives, and a button to do it."""
    words = table_words(view.rules, words)
    head = join_lines(
        f"### 💡 {words.say('hint.best', action=advised_action_text(advice.action, view, words))}",
        *_number_lines(view, advice, words),
        reason_lines(view, facts, advice, words),
    )
    do = _do_button(advice.action, view, words)
    back = command_button(words, "to_hand", ShowHand())
    blocks: tuple[Block, ...] = text_blocks(head)
    if others := _alternatives(view, advice, words):
        blocks = (*blocks, DIVIDER, *text_blocks(others))
    notes = join_lines(
        _doubt_note(advice, words), estimate_note(advice, words), _sample_note(advice, words)
    )
    return Screen(
        facts.game,
        view.version,
        Tone.PRIVATE,
        (*blocks, *text_blocks(notes), ButtonRow((do, back))),
    )


# why ---------------------------------------------------------------------------------------


def _number_lines(view: View, advice: Advice, words: TableWords) -> tuple[str, ...]:
    if len(view.legal) == 1:
        return (words.say("hint.forced_card" if view.stage is Stage.PLAY else "hint.forced"),)
    chosen = next((o for o in advice.options if o.action == advice.action), None)
    if chosen is None:
        return (unweighed_line(view, words),)
    return (_success_line(view, chosen, advice, words), _value_line(chosen, advice, words))


def _success_line(view: View, option: WeighedAction, advice: Advice, words: TableWords) -> str:
    """Return a line such as "The contract holds in 41 of 50 layouts"."""
    if option.holds < 0 or not advice.layouts:
        return ""
    key = f"hint.holds.{_aim(view)}"
    return words.say_plural(key, advice.layouts, held=bold(str(option.holds)))


def _aim(view: View) -> str:
    """Return the key of this seat's aim in the contract: make, beat, dodge, catch, or own."""
    table = view.table
    if table is None or table.contract is None:
        return "own"
    mine = table.contract.declarer == view.seat
    if table.contract.is_misere:
        return "dodge" if mine else "catch"
    return "make" if mine else "beat"


def _value_line(option: WeighedAction, advice: Advice, words: TableWords) -> str:
    key = "hint.worth.both" if advice.is_shared else "hint.worth"
    return words.say(key, points=bold(format_tenths(option.value, words)))


def _doubt_note(advice: Advice, words: TableWords) -> str:
    """Return the note why an option with a higher number is not the recommended one."""
    own = next((o.value for o in advice.options if o.action == advice.action), None)
    if own is None or all(round(o.value, 1) <= round(own, 1) for o in advice.options):
        return ""
    return small_print(words.say("hint.doubt"))


def _sample_note(advice: Advice, words: TableWords) -> str:
    if not advice.options:
        return ""
    if advice.is_exact and advice.layouts == 1:
        return small_print(words.say("hint.only"))
    key = "hint.every" if advice.is_exact else "hint.sampled"
    return small_print(words.say_plural(key, advice.layouts))


# alternatives ------------------------------------------------------------------------------


def _alternatives(view: View, advice: Advice, words: TableWords) -> str:
    """Return the next best options, one line each."""
    rest = [option for option in advice.options if option.action != advice.action]
    if not rest:
        return ""
    shown = [_option_line(view, option, advice, words) for option in rest[: MOST_OPTIONS - 1]]
    left = len(rest) - len(shown)
    more = small_print(words.say_plural("hint.more", left)) if left else ""
    return join_lines(bold(words.say("hint.others")), *shown, more)


def _option_line(view: View, option: WeighedAction, advice: Advice, words: TableWords) -> str:
    counted = option.holds >= 0 and advice.layouts
    holds = words.say("hint.of", n=option.holds, of=advice.layouts) if counted else ""
    name = advised_action_text(option.action, view, words)
    return join_dotted((name, holds, format_tenths(option.value, words)))


# the button --------------------------------------------------------------------------------


def _do_button(action: Action, view: View, words: TableWords) -> Button:
    """Return the button that plays the action; it shows a card or suit as a tile."""
    contract = contract_of_action(action, view)
    label, tile = words.without_tiles(advised_action_text(action, view, words)), ""
    if isinstance(action, act.Play):
        label, tile = "", CARD_NAMES[action.card]
    elif contract and action is not act.HOLD:
        label, tile = words.contract_face(contract), words.strain_tile(contract)
    what = f": {label}" if label else ""
    return Button(words.say("hint.do") + what, press_for(action, view), tile, Style.PRIMARY)
