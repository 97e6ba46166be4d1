"""Text shared by several screens: marked names, card tiles, tricks, numbers, small tables."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final

from babel.numbers import format_decimal

from bot.engine.cards import CARD_NAMES, PACK, Card, Hand, Seat, Suit
from bot.engine.deal import Offer, Role, Stage, Trick
from bot.render.screen import (
    Button,
    ButtonRow,
    Divider,
    Style,
    Text,
    display_width,
    fit_to_width,
    token,
    unescaped_name,
)
from bot.render.screen_data import PlayerResult, TableData
from bot.render.words import Words
from bot.ui_commands.codec import UiCommand

GAP: Final = "\u2003"  # an em space: Discord keeps it, but collapses several blanks
SUIT_GAP: Final = "\u2002"  # an en space: ten cards fit a phone's line
PHONE_COLUMNS: Final = 24  # of monospace text on a phone
_NAME: Final = 5  # columns for a name, if headings can make room
_LEAST: Final = 3  # columns for a name, in any case
DIVIDER: Final = Divider()
_SIGNED: Final = "+0.0;\u22120.0"


def robot_label(name: str) -> str:
    """Return the name of a robot where nothing else marks it as one."""
    return f"🤖 {name}"


def small_print(text: str) -> str:
    """Return ``text`` as small print."""
    return f"-# {text}"


def bold(text: str) -> str:
    return f"**{text}**"


def join_dotted(parts: Iterable[str]) -> str:
    """Join the non-empty parts with middle dots."""
    return " · ".join(filter(None, parts))


def join_lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def text_blocks(*bodies: str) -> tuple[Text, ...]:
    return tuple(map(Text, filter(None, bodies)))


# names -----------------------------------------------------------------------------------


def name_with_mark(facts: TableData, seat: Seat) -> str:
    """Return a bold name, marked if a robot, or a human who is away or has left, plays it."""
    sitting, name = facts.seat_data(seat), facts.name(seat)
    if sitting is None:
        return bold(name) if name else ""
    mark = " 🤖" if sitting.is_robot else " 💤" if sitting.is_away else " 🚪" * sitting.has_left
    return f"{bold(name)}{mark}"


def name_with_level(facts: TableData, seat: Seat, words: Words) -> str:
    """Return the marked name with the robot's level, for a list of the seats."""
    sitting = facts.seats[seat]
    level = "" if sitting is None or not sitting.level else words.say(f"level.{sitting.level}")
    return f"{name_with_mark(facts, seat)} {level}".rstrip()


def deals_played_text(played: PlayerResult, words: Words) -> str:
    """Return the deals a result covers and the reason it ended; "" for a whole game."""
    first, last = played.first_deal, played.last_deal
    since = words.say("played.from", deal=first) if first is not None else ""
    if last is None:
        return since
    until = words.say("played.left" if played.mark == "left" else "played.until", deal=last)
    return f"{since}, {until}" if since else until


# cards -----------------------------------------------------------------------------------


# Colours alternate: with two of them the ladder of any family would put black beside black.
_IN_HAND: Final = (Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS)
_PLACES: Final = {card: (_IN_HAND.index(card >> 3), -(card & 7)) for card in PACK}


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Return the cards as players hold them: by suit in alternating colours, the highest first."""
    return sorted(cards, key=_PLACES.__getitem__)


def group_by_suit(cards: Iterable[Card]) -> list[list[Card]]:
    """Return one list per suit present, the highest card first."""
    found = sorted(cards, reverse=True)
    return [own for suit in _IN_HAND if (own := [card for card in found if card >> 3 == suit])]


_CARD_TOKENS: Final = tuple(map(token, CARD_NAMES))


def card_tiles(cards: Iterable[Card]) -> str:
    return " ".join([_CARD_TOKENS[card] for card in cards])


@lru_cache(maxsize=1 << 12)  # a hand is shown again with every card of the others
def hand_tiles(hand: Hand) -> str:
    """Return a hand in one line, with a gap between the suits."""
    return SUIT_GAP.join(card_tiles(group) for group in group_by_suit(hand)) or "–"


# tricks ----------------------------------------------------------------------------------

PLAY_STAGES: Final = frozenset({Stage.PLAY, Stage.CLAIM, Stage.NEGOTIATION})


def trick_players(seats: Sequence[Seat], roles: Sequence[str]) -> tuple[Seat, ...]:
    """Return the active seats that play to the tricks, in their order."""
    return tuple([seat for seat in seats if roles[seat] != Role.DROPPED])


def play_order_from(seats: Sequence[Seat], leader: Seat) -> tuple[Seat, ...]:
    """Return the active seats in the order in which they play to a trick."""
    start = seats.index(leader)
    return (*seats[start:], *seats[:start])


def cards_with_names(
    seats: Sequence[Seat], leader: Seat, cards: Sequence[Card], facts: TableData
) -> tuple[str, ...]:
    """Return each card with the name of its player."""
    order = play_order_from(seats, leader)
    pairs = zip(cards, order, strict=False)
    return tuple([f"{_CARD_TOKENS[card]} {facts.name(seat)}" for card, seat in pairs])


def trick_line(number: int, trick: Trick, facts: TableData) -> str:
    """Return "1. leader: tiles in order → winner"."""
    talon = "" if trick.talon is None else f"{token(CARD_NAMES[trick.talon])}{GAP}"
    leader, winner = facts.name(trick.leader), facts.name(trick.winner)
    return f"{number}. {talon}{leader}: {card_tiles(trick.cards)} → {winner}"


def trick_with_names(trick: Trick, seats: Sequence[Seat], facts: TableData, words: Words) -> str:
    """Return a finished trick with names and its winner."""
    talon = "" if trick.talon is None else talon_lead_text(trick.talon, words) + GAP
    cards = GAP.join(cards_with_names(seats, trick.leader, trick.cards, facts))
    return f"{talon}{cards} → {bold(facts.name(trick.winner))}"


def talon_lead_text(card: Card, words: Words) -> str:
    return f"{token(CARD_NAMES[card])} {words.say('talon.word')}"


def split_line(
    offer: Offer, seats: Sequence[Seat], players: Sequence[Seat], facts: TableData
) -> str:
    """Return "Ana 4, Boris 1, Vera 0" for the seats that play."""
    pairs = zip(seats, offer.tricks, strict=True)
    return ", ".join(f"{facts.name(seat)} {n}" for seat, n in pairs if seat in players)


def format_countdown(facts: TableData) -> str:
    """Return the live countdown of the running clock."""
    return "" if facts.deadline is None else f"<t:{facts.deadline}:R>"


# tables and buttons ----------------------------------------------------------------------


def format_table(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Return a table with a name and right-aligned numbers per line, as wide as a phone.

    A heading that leaves a name no room is its first letter, which a line below explains.
    """
    numbers = [max(display_width(cells[n]) for _, cells in rows) for n in range(len(heads))]
    longest = max(display_width(unescaped_name(name)) for name, _ in rows)
    shown = _fit_heads(heads, numbers, min(longest, _NAME))
    sizes = [max(display_width(head), n) + 1 for head, n in zip(shown, numbers, strict=True)]
    first = min(longest, max(_LEAST, PHONE_COLUMNS - sum(sizes)))
    body = [_row("", shown, first, sizes)]
    body += [_row(unescaped_name(name), cells, first, sizes) for name, cells in rows]
    legend = [f"{one}: {head}" for one, head in zip(shown, heads, strict=True) if one != head]
    table = "```\n" + "\n".join(body) + "\n```"
    return join_lines(table, small_print(" · ".join(legend)) if legend else "")


def _fit_heads(heads: Sequence[str], numbers: Sequence[int], name: int) -> list[str]:
    """Shorten the widest headings to an initial until a name fits; a sign stays as it is."""
    found = list(heads)
    while (
        name + sum(max(display_width(h), n) + 1 for h, n in zip(found, numbers, strict=True))
        > PHONE_COLUMNS
    ):
        spare = [
            display_width(head) - max(n, 1) if head.isalpha() else 0
            for head, n in zip(found, numbers, strict=True)
        ]
        if max(spare) <= 0:
            break
        at = spare.index(max(spare))
        found[at] = found[at][0].upper()
    return found


def _row(name: str, cells: Sequence[str], first: int, sizes: Sequence[int]) -> str:
    numbers = (
        " " * (size - display_width(cell)) + cell for cell, size in zip(cells, sizes, strict=True)
    )
    return (fit_to_width(name, first) + "".join(numbers)).rstrip()


def format_signed(number: int) -> str:
    """Return +31, 0 or −35."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def format_unsigned(number: int) -> str:
    """Return 31, 0 or −35, with the minus sign of ``format_signed``."""
    return str(number).replace("-", "−")


def format_tenths(number: float, words: Words) -> str:
    """Return +3.1, 0.0 or −3.5, with the decimal sign of the language."""
    rounded = round(number, 1)
    return format_decimal(rounded, _SIGNED if rounded else "0.0", locale=words.locale)


def format_hundredths(number: float, words: Words) -> str:
    """Return 0.52, with the decimal sign of the language."""
    return format_decimal(number, "0.00", locale=words.locale)


def format_priced(number: int, price: Decimal, words: Words) -> str:
    """Return ``number`` units at a price: 52, 5.20, −5.20."""
    amount = number * price
    form = "0.00" if price % 1 else "0"
    return format_decimal(amount, f"{form};\u2212{form}", locale=words.locale)


@lru_cache(maxsize=1 << 11, typed=True)  # typed: all commands without fields have one hash
def command_button(
    words: Words, name: str, command: UiCommand, style: Style = Style.PLAIN
) -> Button:
    """Return a button for a UI command, labelled by the locale's key for its button."""
    return Button(words.say(f"button.{name}"), command, style=style)


def page_buttons(
    words: Words, page: int, pages: int, command_for: Callable[[int], UiCommand]
) -> tuple[ButtonRow, ...]:
    """Return the buttons to the previous and next page; nothing if there is one page."""
    if pages < 2:
        return ()
    row = [Button(f"{page} / {pages}", command_for(page), enabled=False)]
    if page > 1:
        row.insert(0, command_button(words, "previous", command_for(page - 1)))
    if page < pages:
        row.append(command_button(words, "following", command_for(page + 1)))
    return (ButtonRow(tuple(row)),)
