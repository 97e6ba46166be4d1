"""Text shared by several screens: marked names, card tiles, tricks, numbers, small tables."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from babel.numbers import format_decimal

from bot.deeds.notation import Deed
from bot.engine.cards import CARD_NAMES, Card, Seat, rank_of, suit_of
from bot.engine.deal import Offer, Stage, Trick
from bot.engine.roles import Role
from bot.render.facts import Played, TableFacts
from bot.render.names import bare, fitted, width
from bot.render.screen import Button, Line, Row, Style, Text, token
from bot.render.words import Words

GAP: Final = "\u2003"  # an em space: Discord keeps it, but collapses several blanks
SUIT_GAP: Final = "\u2002"  # an en space: ten cards fit a phone's line
COLUMNS: Final = 24  # of monospace text on a phone
_LETTERS: Final = 34  # of text on a phone
_TILE: Final = 4  # letters that a tile and its blank take
_NAME: Final = 5  # columns for a name, if headings can make room
_LEAST: Final = 3  # columns for a name, in any case
_HEADING: Final = 3  # letters that a heading keeps beside names of some length
LINE: Final = Line()
_SIGNED: Final = "+0.0;\u22120.0"

Block = Text | Line | Row


def of_robot(name: str) -> str:
    """Return the name of a robot where nothing else marks it as one."""
    return f"🤖 {name}"


def small(text: str) -> str:
    """Return ``text`` as small print."""
    return f"-# {text}"


def bold(text: str) -> str:
    return f"**{text}**"


def dotted(parts: Iterable[str]) -> str:
    """Join the non-empty parts with middle dots."""
    return " · ".join(part for part in parts if part)


def lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def text_blocks(*bodies: str) -> tuple[Text, ...]:
    return tuple(Text(body) for body in bodies if body)


# names -----------------------------------------------------------------------------------


def marked(facts: TableFacts, seat: Seat) -> str:
    """Return a bold name, marked if a robot, or a human who is away or has left, plays it."""
    sitting, name = facts.sitting(seat), facts.name(seat)
    if sitting is None:
        return bold(name) if name else ""
    mark = " 🤖" if sitting.is_robot else " 💤" if sitting.is_away else " 🚪" * sitting.has_left
    return f"{bold(name)}{mark}"


def seated(facts: TableFacts, seat: Seat, words: Words) -> str:
    """Return the marked name with the robot's level, for a list of the seats."""
    sitting = facts.seats[seat]
    level = "" if sitting is None or not sitting.level else words.say(f"level.{sitting.level}")
    return f"{marked(facts, seat)} {level}".rstrip()


def played_part(played: Played, words: Words) -> str:
    """Return the deals a result covers and the reason it ended; "" for a whole game."""
    first, last = played.first_deal, played.last_deal
    since = words.say("played.from", deal=first) if first is not None else ""
    if last is None:
        return since
    until = words.say("played.left" if played.mark == "left" else "played.until", deal=last)
    return f"{since}, {until}" if since else until


# cards -----------------------------------------------------------------------------------


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Return the cards by suit, the highest first."""
    return sorted(cards, key=lambda card: (suit_of(card), -rank_of(card)))


def suits_of(cards: Iterable[Card]) -> list[list[Card]]:
    """Return one list per suit present, the highest card first."""
    groups: dict[int, list[Card]] = {}
    for card in sorted_cards(cards):
        groups.setdefault(suit_of(card), []).append(card)
    return list(groups.values())


def tiles(cards: Iterable[Card]) -> str:
    return " ".join(token(CARD_NAMES[card]) for card in cards)


def hand_tiles(cards: Iterable[Card]) -> str:
    """Return a hand in one line, with a gap between the suits."""
    return SUIT_GAP.join(tiles(group) for group in suits_of(cards)) or "–"


# tricks ----------------------------------------------------------------------------------

IN_PLAY: Final = frozenset({Stage.PLAY, Stage.CLAIM, Stage.NEGOTIATION})


def taking_part(seats: Sequence[Seat], roles: Sequence[str]) -> tuple[Seat, ...]:
    """Return the active seats that play to the tricks, in their order."""
    return tuple(seat for seat in seats if roles[seat] != Role.DROPPED)


def round_from(seats: Sequence[Seat], leader: Seat) -> tuple[Seat, ...]:
    """Return the active seats in the order in which they play to a trick."""
    start = seats.index(leader)
    return (*seats[start:], *seats[:start])


def named_cards(
    seats: Sequence[Seat], leader: Seat, cards: Sequence[Card], facts: TableFacts
) -> tuple[str, ...]:
    """Return each card with the name of its player."""
    order = round_from(seats, leader)
    pairs = zip(cards, order, strict=False)
    return tuple(f"{token(CARD_NAMES[card])} {facts.name(seat)}" for card, seat in pairs)


def side_by_side(parts: Sequence[str], names: Iterable[str]) -> str:
    """Join tiles with words on one line, or one per line where a phone would break it.

    Beside a picture a line breaks at any blank, so a name could be torn from its tile.
    ``names`` are all the names to come, so that the shape stays while cards are added.
    """
    taken = sum(width(bare(name)) + _TILE + len(GAP) for name in names)
    return (GAP if taken <= _LETTERS else "\n").join(parts)


def trick_line(number: int, trick: Trick, facts: TableFacts) -> str:
    """Return "1. leader: tiles in order → winner"."""
    talon = "" if trick.talon is None else f"{token(CARD_NAMES[trick.talon])}{GAP}"
    leader, winner = facts.name(trick.leader), facts.name(trick.winner)
    return f"{number}. {talon}{leader}: {tiles(trick.cards)} → {winner}"


def named_trick(trick: Trick, seats: Sequence[Seat], facts: TableFacts, words: Words) -> str:
    """Return a finished trick with names and its winner."""
    talon = "" if trick.talon is None else talon_lead(trick.talon, words) + GAP
    cards = GAP.join(named_cards(seats, trick.leader, trick.cards, facts))
    return f"{talon}{cards} → {bold(facts.name(trick.winner))}"


def talon_lead(card: Card, words: Words) -> str:
    return f"{token(CARD_NAMES[card])} {words.say('talon.word')}"


def split_line(
    offer: Offer, seats: Sequence[Seat], players: Sequence[Seat], facts: TableFacts
) -> str:
    """Return "Ana 4, Boris 1, Vera 0" for the seats that play."""
    pairs = zip(seats, offer.tricks, strict=True)
    return ", ".join(f"{facts.name(seat)} {n}" for seat, n in pairs if seat in players)


def timed(facts: TableFacts) -> str:
    """Return the live countdown of the running clock."""
    return "" if facts.deadline is None else f"<t:{facts.deadline}:R>"


# tables and buttons ----------------------------------------------------------------------


def monospace(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a table with a name and right-aligned numbers per line, as wide as a phone."""
    numbers = [max(width(cells[n]) for _, cells in rows) for n in range(len(heads))]
    longest = max(width(bare(name)) for name, _ in rows)
    heads = _shortened(heads, numbers, min(longest, _NAME), _HEADING)
    heads = _shortened(heads, numbers, _LEAST, 2)
    sizes = [max(width(head), n) + 1 for head, n in zip(heads, numbers, strict=True)]
    first = min(longest, max(_LEAST, COLUMNS - sum(sizes)))
    body = [_row("", heads, first, sizes)]
    body += [_row(bare(name), cells, first, sizes) for name, cells in rows]
    return "```\n" + "\n".join(body) + "\n```"


def _shortened(heads: Sequence[str], numbers: Sequence[int], name: int, least: int) -> list[str]:
    """Cut the widest headings until a name fits, never below the width of their numbers."""
    found = list(heads)
    while name + sum(max(width(h), n) + 1 for h, n in zip(found, numbers, strict=True)) > COLUMNS:
        spare = [width(head) - max(n, least) for head, n in zip(found, numbers, strict=True)]
        if max(spare) <= 0:
            break
        at = max(range(len(found)), key=lambda n: (spare[n] > 0, width(found[n])))
        found[at] = found[at][:-1]
    return found


def _row(name: str, cells: Sequence[str], first: int, sizes: Sequence[int]) -> str:
    numbers = (" " * (size - width(cell)) + cell for cell, size in zip(cells, sizes, strict=True))
    return (fitted(name, first) + "".join(numbers)).rstrip()


def signed(number: int) -> str:
    """Return +31, 0 or −35."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def unsigned(number: int) -> str:
    """Return 31, 0 or −35, with the minus sign of ``signed``."""
    return str(number).replace("-", "−")


def tenths(number: float, words: Words) -> str:
    """Return +3.1, 0.0 or −3.5, with the decimal sign of the language."""
    rounded = round(number, 1)
    return format_decimal(rounded, _SIGNED if rounded else "0.0", locale=words.locale)


def hundredths(number: float, words: Words) -> str:
    """Return 0.52, with the decimal sign of the language."""
    return format_decimal(number, "0.00", locale=words.locale)


def priced(number: int, price: Decimal, words: Words) -> str:
    """Return ``number`` units at a price: 52, 5.20, −5.20."""
    amount = number * price
    form = "0.00" if price % 1 else "0"
    return format_decimal(amount, f"{form};\u2212{form}", locale=words.locale)


def deed_button(words: Words, name: str, deed: Deed, style: Style = Style.PLAIN) -> Button:
    """Return a button for a UI command, labelled by the locale's ``button.NAME``."""
    return Button(words.say(f"button.{name}"), deed, style=style)
