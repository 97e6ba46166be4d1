"""Names in pictures, and alt text for readers who cannot see them."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.cards import Seat
from bot.render.facts import TableFacts
from bot.render.names import bare
from bot.render.paper.letters import drawable
from bot.render.parts import signed
from bot.render.words import Words

LONGEST: Final = 1024  # characters that Discord accepts as a description
_TITLE: Final = 100  # of these for the title


def name_of(facts: TableFacts, seat: Seat, words: Words) -> str:
    """Return the name, or the number of the seat if the font has none of its letters."""
    return drawable(bare(facts.name(seat))) or words.say("paper.seat", n=seat + 1)


def player(facts: TableFacts, seat: Seat, balance: int, lines: Iterable[str]) -> str:
    """Return the line of a player, such as "Ana +17: Pool 10. 12.; Mountain 4."."""
    said = "; ".join(bare(line) for line in lines if line)
    return f"{bare(facts.name(seat))} {signed(balance)}: {said}"


def alt_text(*tellings: Sequence[str]) -> str:
    """Return the first version that is short enough, else the last one, cut."""
    texts = ["\n".join(telling) for telling in tellings]
    room = LONGEST - _TITLE
    return next((text for text in texts if len(text) <= room), texts[-1][:room])


def titled(title: str, alt: str) -> str:
    return f"{bare(title)[: _TITLE - 1]}\n{alt}"
