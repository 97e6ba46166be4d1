"""Public notice about absent players, with a button to return."""

from bot.deeds.table import ReturnToSeat, ShowHand
from bot.render.facts import TableData
from bot.render.parts import command_button, join_lines, small_print
from bot.render.screen import ButtonRow, Style
from bot.render.words import Words


def absent_lines(facts: TableData, words: Words) -> str:
    """Return a line for each absent player."""
    return join_lines(
        *(
            small_print(
                words.say("board.has_left" if one.has_left else "board.away", name=one.name)
            )
            for one in facts.absent_seats()
        )
    )


def absent_row(facts: TableData, words: Words, *, with_hand: bool = False) -> tuple[ButtonRow, ...]:
    """Return the "I'm back" button; ``with_hand`` adds "My hand" for messages without it."""
    if not facts.absent_seats():
        return ()
    back = command_button(words, "back", ReturnToSeat(), Style.GOOD)
    hand = (command_button(words, "hand", ShowHand()),) if with_hand else ()
    return (ButtonRow((back, *hand)),)
