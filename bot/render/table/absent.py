"""Who is away or has left while his match goes on: said in public, with the way back."""

from bot.deeds.table import Back, ShowHand
from bot.render.facts import TableFacts
from bot.render.parts import deed_button, lines, small
from bot.render.screen import Row, Style
from bot.render.words import Words


def absent_lines(facts: TableFacts, words: Words) -> str:
    """A line for each of them."""
    return lines(
        *(
            small(words.say("board.has_left" if one.has_left else "board.away", name=one.name))
            for one in facts.absent()
        )
    )


def absent_row(facts: TableFacts, words: Words, *, with_hand: bool = False) -> tuple[Row, ...]:
    """I'm back, and where a message has no My hand that as well."""
    if not facts.absent():
        return ()
    back = deed_button(words, "back", Back(), Style.GOOD)
    hand = (deed_button(words, "hand", ShowHand()),) if with_hand else ()
    return (Row((back, *hand)),)
