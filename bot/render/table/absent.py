"""Public notice about absent players, with a button to return."""

from bot.deeds.table import Back, ShowHand
from bot.render.facts import TableFacts
from bot.render.parts import deed_button, lines, small
from bot.render.screen import Row, Style
from bot.render.words import Words


def absent_lines(facts: TableFacts, words: Words) -> str:
    """Return a line for each absent player."""
    return lines(
        *(
            small(words.say("board.has_left" if one.has_left else "board.away", name=one.name))
            for one in facts.absent()
        )
    )


def absent_row(facts: TableFacts, words: Words, *, with_hand: bool = False) -> tuple[Row, ...]:
    """Return the "I'm back" button; ``with_hand`` adds "My hand" for messages without it."""
    if not facts.absent():
        return ()
    back = deed_button(words, "back", Back(), Style.GOOD)
    hand = (deed_button(words, "hand", ShowHand()),) if with_hand else ()
    return (Row((back, *hand)),)
