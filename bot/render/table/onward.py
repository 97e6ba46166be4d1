"""The buttons under a scored deal: on to the next one, and back into the last."""

from bot.deeds.looking import Analyse, ShowLast, ShowMore, ShowScore
from bot.deeds.server import Help
from bot.deeds.table import NextDeal, Resume, ShowHand
from bot.engine.deal import Stage
from bot.engine.play import TRICKS
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.parts import deed_button
from bot.render.screen import Button, Row, Style
from bot.render.table.deck import cut_buttons, verify_buttons
from bot.render.words import TableWords
from bot.terms import Status


def result_rows(view: View, facts: TableFacts, words: TableWords) -> tuple[Row, ...]:
    """Return two rows: the first about the next deal, the second about the last."""
    score = deed_button(words, "score", ShowScore())
    looking = (score, deed_button(words, "history", ShowLast()), *study_buttons(view, words))
    if view.to_act is None:
        return (Row(looking),)
    verify = verify_buttons(view.last, words)
    return (Row(_onward(view, facts, words)), Row((*looking, *verify)))


def _onward(view: View, facts: TableFacts, words: TableWords) -> tuple[Button, ...]:
    """Return the buttons into the next deal, whose deck may be cut.

    A question before the deal is answered in the hand.
    """
    more = deed_button(words, "more", ShowMore())
    is_asked = view.stage is not Stage.BETWEEN
    if facts.status is Status.PAUSED:
        first = deed_button(words, "resume", Resume(), Style.GOOD)
    elif is_asked:
        first = deed_button(words, "hand", ShowHand(), Style.PRIMARY)
    else:
        first = deed_button(words, "next", NextDeal(), Style.GOOD)
    if is_asked:
        return (first, deed_button(words, "help", Help()), more)
    cut = cut_buttons(facts, view.last.number + 1, words) if view.last is not None else ()
    return (first, *cut, more)


def study_buttons(view: View, words: TableWords) -> tuple[Button, ...]:
    """Return the post-mortem button of a deal that was played and whose cards are known."""
    scored = view.last
    if scored is None or not scored.tricks:
        return ()
    if scored.reveal is None and len(scored.tricks) < TRICKS:
        return ()
    return (deed_button(words, "analyse", Analyse(scored.number)),)
