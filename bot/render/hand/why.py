"""Explanations: a barred action, the rule behind it, and the house rule if it is one."""

from collections.abc import Sequence

from bot.deeds.table import ShowHand
from bot.engine.actions import Action, Bid, Play
from bot.engine.barred import Barred
from bot.engine.cards import suit_of
from bot.engine.deal import Stage
from bot.engine.view import Table, View
from bot.render.agreements.phrases import option_line, values_of
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.hand.playing import hand_on_turn, led_card, playable
from bot.render.parts import bold, deed_button, lines, small, text_blocks, tiles
from bot.render.screen import Row, Screen, Style, Tone
from bot.render.words import TableWords, Words

_MOST_NAMED = 4


def is_asked_why(view: View) -> bool:
    """True if there is something to explain: a grey card, or a call barred in the auction."""
    if not view.my_turn or view.table is None:
        return False
    if view.stage is Stage.PLAY:
        return len(playable(view)) < len(hand_on_turn(view, view.table))
    return view.stage is Stage.AUCTION


def why_screen(view: View, rules: Sequence[Barred], facts: TableFacts, words: Words) -> Screen:
    """Return one paragraph per reason."""
    words = words_at(view.rules, words)
    told = [_paragraph(view, one, words) for one in rules] or [words.say("because.nothing")]
    back = Row((deed_button(words, "to_hand", ShowHand(), Style.PRIMARY),))
    head = text_blocks(f"### {words.say('because.title')}", *told)
    return Screen(facts.game, view.version, Tone.PRIVATE, (*head, back))


def _paragraph(view: View, one: Barred, words: TableWords) -> str:
    cause = _cause(view, one, words)
    return lines(
        bold(_named(one.actions, words)),
        words.say(f"because.{one.reason}", **_facts(view, words)),
        small(words.say("because.house", rule=cause) if cause else words.say("because.always")),
    )


def _named(actions: Sequence[Action], words: TableWords) -> str:
    """Return the cards, or the calls; of many calls the first and the last."""
    cards = [action.card for action in actions if isinstance(action, Play)]
    if cards:
        return tiles(cards)
    calls = [words.contract(action.name) for action in actions if isinstance(action, Bid)]
    if len(calls) <= _MOST_NAMED:
        return ", ".join(calls)
    return words.say("because.from_to", first=calls[0], last=calls[-1])


def _facts(view: View, words: TableWords) -> dict[str, str]:
    """Return the placeholders of the sentences: the suit led, trumps, the lowest legal call."""
    led = None if view.table is None else led_card(view.table)
    bids = [action.name for action in view.legal if isinstance(action, Bid)]
    return {
        "suit": "" if led is None else words.suit(suit_of(led).letter),
        "trump": _trump(view.table, words),
        "least": words.contract(bids[0]) if bids else words.say("act.pass"),
    }


def _trump(table: Table | None, words: TableWords) -> str:
    trump = -1 if table is None or table.contract is None else table.contract.trump
    return words.suit("SCDH"[trump]) if trump >= 0 else ""


def _cause(view: View, one: Barred, words: TableWords) -> str:
    """Return the table's house rule behind a reason; "" where every table has the rule."""
    option = manner_of(view.rules).causes.get(one.reason)
    return "" if option is None else option_line(words, option, values_of(view.rules)[option])
