"""Every word a player reads: the catalogues of data/locales, and cards and calls as text.

The locale is an argument, never a global.  Entries are keys (``refused.must_follow``); plural
ones are asked for with a number.  A key no language knows is a KeyError.
"""

import gettext
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, assert_never

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, Card
from bot.engine.refusal import BadRules, Reason
from bot.refusals import FACTS, Refusal
from bot.render.screen import token

FOLDER: Final = Path(__file__).resolve().parents[2] / "data" / "locales"
DEFAULT: Final = "en"

Fact = str | int

_CONTRACT: Final = re.compile(r"(\d{1,2})(NT|[SCDH])")
_CARD: Final = re.compile(r"(10|[7-9JQKA])([SCDH])")
_TOKEN: Final = re.compile(r"⟦([0-9A-Z]{1,3})⟧")
_GLYPHS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    locale: str
    book: gettext.NullTranslations

    def say(self, key: str, **facts: Fact) -> str:
        """The text of a key with its facts put in."""
        text = self.book.gettext(key)
        if text == key:
            raise KeyError(key)
        return text.format(**facts)

    def count(self, key: str, n: int, **facts: Fact) -> str:
        """The text of a key in the form the number asks for; ``{n}`` is the number."""
        text = self.book.ngettext(key, key, abs(n))
        if text == key:
            raise KeyError(key)
        return text.format(n=n, **facts)

    def knows(self, key: str) -> bool:
        return self.book.gettext(key) != key

    # cards, suits, contracts -------------------------------------------------------------

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self.card, cards))

    def card(self, card: Card) -> str:
        return token(CARD_NAMES[card])

    def contract(self, name: str) -> str:
        """7⟦D⟧, or the word for a contract without tricks."""
        if not (parts := _CONTRACT.fullmatch(name)):
            return self.say(f"contract.{name}")
        return f"{parts[1]}{token(parts[2])}"

    def contract_spoken(self, name: str) -> str:
        """7 diamonds, without any tile: for labels beside a tile and for reading aloud."""
        if not (parts := _CONTRACT.fullmatch(name)):
            return self.say(f"contract.{name}")
        return f"{parts[1]} {self.say(f'suit.{parts[2]}.of')}"

    def spoken_tile(self, name: str) -> str:
        """The name of a tile: king of spades, diamonds, no trump."""
        if parts := _CARD.fullmatch(name):
            rank, suit = self.say(f"rank.{parts[1]}"), self.say(f"suit.{parts[2]}.of")
            return self.say("card", rank=rank, suit=suit)
        return self.say(f"suit.{name}")

    def short_tile(self, name: str) -> str:
        """The shortest text for a tile: K♠, ♦, NT."""
        if parts := _CARD.fullmatch(name):
            return self.say(f"rank.{parts[1]}.short") + _GLYPHS[parts[2]]
        return _GLYPHS.get(name) or self.say(f"suit.{name}.short")

    def spoken(self, text: str) -> str:
        """A text with its tiles as full words, for screen readers."""
        return _TOKEN.sub(lambda found: self.spoken_tile(found[1]), text)

    def plain(self, text: str) -> str:
        """A text with its tiles as short text, where there are no pictures."""
        return _TOKEN.sub(lambda found: self.short_tile(found[1]), text)

    # calls and actions ---------------------------------------------------------------------

    def action(self, action: Action) -> str:
        """What somebody did, as short as at the table."""
        match action:
            case act.Bid(name) | act.Declare(name):
                return self.contract(name)
            case act.Play(card):
                return self.card(card)
            case act.Discard(low, high):
                return self.say("act.discard", cards=f"{self.card(low)} {self.card(high)}")
            case act.Claim(tricks):
                return self.say("act.claim", tricks="–".join(map(str, tricks)))
            case act.Kontra(level):
                own = f"act.kontra.{level}"
                return self.say(own if self.knows(own) else "act.kontra", n=2**level)
            case act.Dealer(seat):
                return self.say("act.dealer", seat=seat + 1)
            case act.Deck():
                return self.say("act.deck")
            case (
                act.TimeUp()
                | act.Stop()
                | act.Pass()
                | act.Hold()
                | act.Throw()
                | act.Concede()
                | act.Whist()
                | act.HalfWhist()
                | act.Open()
                | act.Closed()
                | act.Silent()
                | act.Join()
                | act.Drop()
                | act.Alone()
                | act.Invite()
                | act.Stand()
                | act.Accept()
                | act.Refuse()
            ):
                return self.say(f"act.{type(action).__name__.lower()}")
            case _:
                assert_never(action)

    # refusals ------------------------------------------------------------------------------

    def refusal(self, why: Reason | Refusal, **facts: Fact) -> str:
        """The sentence of a refusal; a fact that was not given shows as dots."""
        if isinstance(why, Reason):
            return self.say(f"refused.{why}")
        needed = dict.fromkeys(FACTS.get(why, ()), "…")
        return self.say(f"table.{why}", **(needed | facts))

    def fault(self, error: BadRules) -> str:
        """Why a mixture of options cannot be played."""
        key = f"fault.{error.reason}"
        return self.say(key if self.knows(key) else "fault.bad_option", **error.facts)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All languages, by locale."""

    languages: dict[str, Words]

    def locales(self) -> tuple[str, ...]:
        return tuple(sorted(self.languages, key=lambda locale: (locale != DEFAULT, locale)))

    def words(self, locale: str) -> Words:
        """The language of a locale, or English."""
        return self.languages.get(locale, self.languages[DEFAULT])

    def choose_locale(self, user: str | None, guild: str | None, discord_locale: str | None) -> str:
        """The user's setting, the server's, Discord's locale, English; the first there is."""
        wishes = (user, guild, (discord_locale or "").partition("-")[0])
        return next((wish for wish in wishes if wish in self.languages), DEFAULT)


def load_catalogue(folder: Path = FOLDER) -> Catalogue:
    """Read every language; what one does not know is said in English."""
    books = {path.stem: _book(path) for path in sorted(folder.glob("*.po"))}
    for locale, book in books.items():
        if locale != DEFAULT:
            book.add_fallback(books[DEFAULT])
    return Catalogue({locale: Words(locale, book) for locale, book in books.items()})


def _book(path: Path) -> gettext.GNUTranslations:
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    binary = io.BytesIO()
    write_mo(binary, catalog)
    binary.seek(0)
    return gettext.GNUTranslations(binary)
