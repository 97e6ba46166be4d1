"""Names in pictures, and alt text for readers who cannot see them."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.render.facts import TableData
from bot.render.names import unescaped_name
from bot.render.paper.letters import drawable_text
from bot.render.parts import format_signed
from bot.render.words import Words

LONGEST_ALT_TEXT: Final = 1024  # characters that Discord accepts as a description
_LONGEST_TITLE: Final = 100  # of these for the title


def drawable_name(facts: TableData, seat: Seat, words: Words) -> str:
    """Return the name, or the number of the seat if the font has none of its letters."""
    return drawable_text(unescaped_name(facts.name(seat))) or words.say("paper.seat", n=seat + 1)


def player_alt_line(facts: TableData, seat: Seat, balance: int, lines: Iterable[str]) -> str:
    """Return the line of a player, such as "Ana +17: Pool 10. 12.; Mountain 4."."""
    said = "; ".join(unescaped_name(line) for line in lines if line)
    return f"{unescaped_name(facts.name(seat))} {format_signed(balance)}: {said}"


def alt_text(*tellings: Sequence[str]) -> str:
    """Return the first version that is short enough, else the last one, cut."""
    texts = ["\n".join(telling) for telling in tellings]
    room = LONGEST_ALT_TEXT - _LONGEST_TITLE
    return next((text for text in texts if len(text) <= room), texts[-1][:room])


def titled_alt_text(title: str, alt: str) -> str:
    return f"{unescaped_name(title)[: _LONGEST_TITLE - 1]}\n{alt}"
