"""The buttons under a scored deal: on to the next one, and back into the last."""

from bot.deeds.looking import ShowLastTrick, ShowMorePage, ShowPostMortem, ShowScore
from bot.deeds.server import ShowHelp
from bot.deeds.table import NextDeal, ResumeGame, ShowHand
from bot.engine.deal import Stage
from bot.engine.play import TRICKS
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.parts import command_button
from bot.render.screen import Button, ButtonRow, Style
from bot.render.table.deck import cut_buttons, verify_buttons
from bot.render.words import TableWords
from bot.terms import Status


def result_rows(view: View, facts: TableData, words: TableWords) -> tuple[ButtonRow, ...]:
    """Return two rows: the first about the next deal, the second about the last."""
    score = command_button(words, "score", ShowScore())
    looking = (
        score,
        command_button(words, "history", ShowLastTrick()),
        *analysis_buttons(view, words),
    )
    if view.to_act is None:
        return (ButtonRow(looking),)
    verify = verify_buttons(view.last, words)
    return (ButtonRow(_next_deal_buttons(view, facts, words)), ButtonRow((*looking, *verify)))


def _next_deal_buttons(view: View, facts: TableData, words: TableWords) -> tuple[Button, ...]:
    """Return the buttons into the next deal, whose deck may be cut.

    A question before the deal is answered in the hand.
    """
    more = command_button(words, "more", ShowMorePage())
    is_asked = view.stage is not Stage.BETWEEN
    if facts.status is Status.PAUSED:
        first = command_button(words, "resume", ResumeGame(), Style.GOOD)
    elif is_asked:
        first = command_button(words, "hand", ShowHand(), Style.PRIMARY)
    else:
        first = command_button(words, "next", NextDeal(), Style.GOOD)
    if is_asked:
        return (first, command_button(words, "help", ShowHelp()), more)
    cut = cut_buttons(facts, view.last.number + 1, words) if view.last is not None else ()
    return (first, *cut, more)


def analysis_buttons(view: View, words: TableWords) -> tuple[Button, ...]:
    """Return the post-mortem button of a deal that was played and whose cards are known."""
    scored = view.last
    if scored is None or not scored.tricks:
        return ()
    if scored.reveal is None and len(scored.tricks) < TRICKS:
        return ()
    return (command_button(words, "analyse", ShowPostMortem(scored.number)),)
