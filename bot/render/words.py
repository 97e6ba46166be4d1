"""The message catalogues of data/locales, and cards, calls and refusals as text.

The locale is an argument, never a global.  Entries are keys (``refused.must_follow``); plural
ones are looked up with a number.  A key no language knows is a KeyError.  A table has its
dialects: where ``suit.S@german`` exists it is used in place of ``suit.S``.
"""

import gettext
import io
import os
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final, assert_never

from bot.engine import actions, rules
from bot.engine import actions as act
from bot.engine.cards import CARD_NAMES, Card
from bot.model import enums, refusals
from bot.model.values import Record, replace
from bot.render.screen import safe_name, token

LOCALE_FOLDER: Final = Path(__file__).resolve().parents[2] / "data" / "locales"
DEFAULT_LOCALE: Final = "en"

TextValue = str | int

_CONTRACT: Final = re.compile(r"(\d{1,2})(NT|[SCDH])")
_NUMBERED: Final = re.compile(r"S?([1-4])X?")
_CARD: Final = re.compile(r"(10|[7-9JQKA])([SCDH])")
_TOKEN: Final = re.compile(r"⟦([0-9A-Z]{1,3})⟧")
_BETWEEN: Final = re.compile("(?<=⟧)[ \u2002]+(?=⟦)|\u2003")  # two tiles, or an em space
_STRAIN: Final = re.compile(r"G?[0-9]{1,2}(NT|[SCDH])")
_GLYPHS: Final = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}


class Words(Record):
    """One language, away from any table.

    ``spelled``: for readers who want the names of cards and suits where others see tiles.
    ``pictures``: True if the reader gets pictures, on their ``cloth``; else words alone.
    ``faces``: the card faces the reader sees; None means those of the table.
    ``dialects``: those of a table, the narrowest first.
    """

    locale: str
    book: gettext.NullTranslations
    spelled: bool = False
    pictures: bool = True
    faces: enums.CardFaces | None = None
    cloth: enums.Cloth = enums.DEFAULT_CLOTH
    dialects: tuple[str, ...] = ()

    def say(self, key: str, **facts: TextValue) -> str:
        """Return the text of ``key`` with its placeholders filled in."""
        text = _first_text(self.book, self.dialects, key)
        if text is None:
            raise KeyError(key)
        return text.format(**facts)

    def say_plural(self, key: str, n: int, **facts: TextValue) -> str:
        """Return the text of ``key`` in the plural form for ``n``; ``{n}`` is the number."""
        text = _first_text(self.book, self.dialects, key, abs(n))
        if text is None:
            raise KeyError(key)
        return text.format(n=n, **facts)

    def has_key(self, key: str) -> bool:
        return _first_text(self.book, self.dialects, key) is not None

    def every(self, key: str) -> tuple[str, ...]:
        """Return the texts of ``key`` in all active dialects that have one."""
        return tuple(_dialect_texts(self.book, self.dialects, key))

    # cards, suits, contracts -------------------------------------------------------------

    def card(self, card: Card) -> str:
        return token(CARD_NAMES[card])

    def contract(self, name: str) -> str:
        """Return a contract as text: 7⟦D⟧; game 4⟦H⟧; or its own word if it has one."""
        return _contract_text(self, name, "contract.spoken" if self.spelled else "contract.suit")

    def contract_spoken(self, name: str) -> str:
        """Return "7 diamonds", without any tile: for labels and for reading aloud."""
        return _contract_text(self, name, "contract.spoken")

    def contract_face(self, name: str) -> str:
        """Return the label beside a contract's tile; the whole name where there is no tile."""
        return _contract_text(self, name, "contract.spoken" if self.spelled else "contract.face")

    def strain_tile(self, name: str) -> str:
        """Return the tile of a contract's strain; "" without a trump, or without a tile for it."""
        if self.spelled:
            return ""
        found = _STRAIN.fullmatch(self.full_name(name))
        return found[1] if found else ""

    def full_name(self, name: str) -> str:
        """Return the name of a contract with its suit."""
        return name

    def suit(self, letter: str) -> str:
        """Return a suit as a tile, with its name where the tile alone is not clear."""
        if self.spelled:
            return self.say(f"suit.{letter}")
        return self.say("suit.shown", tile=token(letter), suit=self.say(f"suit.{letter}"))

    def tile_in_words(self, name: str) -> str:
        """Return the name of a tile: king of spades, diamonds, no trump."""
        if parts := _CARD.fullmatch(name):
            rank, suit = self.say(f"rank.{parts[1]}"), self.say(f"suit.{parts[2]}.of")
            return self.say("card", rank=rank, suit=suit)
        return self.say(f"suit.{name}")

    def short_tile(self, name: str) -> str:
        """Return the shortest text for a tile: K♠, ♦, NT; its name if ``spelled``."""
        if self.spelled:
            return self.tile_in_words(name)
        return _short_tile_text(self, name)

    def spell_out(self, text: str) -> str:
        """Replace the tiles of ``text`` by full names, for screen readers."""
        return _TOKEN.sub(lambda found: self.tile_in_words(found[1]), text)

    def without_tiles(self, text: str) -> str:
        """Replace the tiles of ``text`` by short text, where there are no pictures."""
        if self.spelled:  # names side by side would run into each other
            text = _BETWEEN.sub(", ", text)
        if "⟦" not in text:
            return text
        return _TOKEN.sub(lambda found: self.short_tile(found[1]), text)

    # calls and actions ---------------------------------------------------------------------

    def action(self, action: actions.Action) -> str:
        """Return an action as short as players say it at the table."""
        match action:
            case act.Bid(name) | act.Declare(name) | act.Seal(name):
                return self.contract(name)
            case act.Play(card):
                return self.card(card)
            case act.Discard(low, high):
                return self.say("act.discard", cards=f"{self.card(low)} {self.card(high)}")
            case act.Claim(tricks):
                return self.say("act.claim", tricks="–".join(map(str, tricks)))
            case act.Kontra(level):
                own = f"act.kontra.{level}"
                return self.say(own if self.has_key(own) else "act.kontra", n=2**level)
            case act.Propose(tricks):
                return self.say("act.offer", tricks=tricks, rest=10 - tricks)
            case act.Draw(cards):
                return self.say("act.draw", cards=" ".join(map(self.card, cards)))
            case act.Dealer(seat):
                return self.say("act.dealer", seat=seat + 1)
            case act.Deck():
                return self.say("act.deck")
            case act.TakeBack():
                return self.say("act.takeback")
            case act.Ruling():
                return self.say("act.ruling")
            case act.SimpleAction():
                return self.say(f"act.{action.value}")
            case _:
                assert_never(action)

    # refusals ------------------------------------------------------------------------------

    def refusal(self, why: rules.RuleReason | refusals.Refusal, **facts: TextValue) -> str:
        """Return the sentence of a refusal; a missing placeholder shows as dots."""
        if isinstance(why, rules.RuleReason):
            return self.say(f"refused.{why}")
        needed = dict.fromkeys(refusals.REFUSAL_FACTS.get(why, ()), "…")
        return self.say(f"table.{why}", **(needed | facts))

    def rules_fault(self, error: rules.BadRules) -> str:
        """Return the reason why a combination of options cannot be played."""
        key = f"fault.{error.reason}"
        own = f"{key}.{error.facts.get('option', '')}"
        key = own if self.has_key(own) else key
        facts = {name: safe_name(str(fact)) for name, fact in error.facts.items()}  # typed, perhaps
        return self.say(key if self.has_key(key) else "fault.bad_option", **facts)


class TableWords(Words):
    """A language with the dialects of a table.

    ``suits`` holds the letters of the suits in order if the table calls them by number; ``tiles``
    maps contracts to strain tiles their names do not reveal.
    """

    suits: str = ""
    tiles: tuple[tuple[str, str], ...] = ()

    def strain_tile(self, name: str) -> str:
        if self.spelled:
            return ""
        return Words.strain_tile(self, name) or dict(self.tiles).get(name, "")

    def full_name(self, name: str) -> str:
        """Complete a suit called by number: 2 is 2S, and without purchase (2X, S2) a game."""
        found = _NUMBERED.fullmatch(name) if self.suits else None
        if not found:
            return name
        full = found[1] + self.suits[int(found[1]) - 1]
        return full if name == found[1] else f"G{full}"


@lru_cache(maxsize=1 << 10)  # of few readers' wishes, on every screen
def words_as_wished(
    words: Words,
    *,
    spelled: bool,
    pictures: bool,
    faces: enums.CardFaces | None,
    cloth: enums.Cloth,
) -> Words:
    """Return a language as its reader wants to see it."""
    return replace(words, spelled=spelled, pictures=pictures, faces=faces, cloth=cloth)


@lru_cache(maxsize=1 << 10)
def words_at_table(
    words: Words, dialects: tuple[str, ...], suits: str, tiles: tuple[tuple[str, str], ...]
) -> TableWords:
    """Return a language with the dialects of a table; the fields are those of ``TableWords``."""
    reader = (words.locale, words.book, words.spelled, words.pictures, words.faces, words.cloth)
    return TableWords(*reader, dialects, suits, tiles)


def _dialect_texts(
    book: gettext.NullTranslations, dialects: Iterable[str], key: str, n: int | None = None
) -> Iterator[str]:
    """Yield the texts of ``key``, the narrowest dialect first; plural forms for ``n``."""
    for name in dict.fromkeys((*(f"{key}@{dialect}" for dialect in dialects), key)):
        text = book.gettext(name) if n is None else book.ngettext(name, name, n)
        if text != name:
            yield text


@lru_cache(maxsize=1 << 15)  # a language has two thousand entries
def _first_text(
    book: gettext.NullTranslations, dialects: tuple[str, ...], key: str, n: int | None = None
) -> str | None:
    """Return the first text of ``key``; cached, for a screen repeats a hundred texts per card."""
    return next(_dialect_texts(book, dialects, key, n), None)


@lru_cache(maxsize=1 << 12)
def _short_tile_text(words: Words, name: str) -> str:
    """Return the short text of a tile; cached, for text and buttons repeat the same ten cards."""
    if parts := _CARD.fullmatch(name):
        return words.say(f"rank.{parts[1]}.short") + _GLYPHS[parts[2]]
    return _GLYPHS.get(name) or words.say(f"suit.{name}.short")


@lru_cache(maxsize=1 << 12)
def _contract_text(words: Words, name: str, form: str) -> str:
    """Return the text of a contract; cached, for a deal repeats it."""
    name = words.full_name(name)
    if words.has_key(own := f"contract.{name}"):
        return words.say(own)
    if name.isdecimal():
        return name
    if name.startswith("G"):
        return words.say("contract.game", contract=_contract_text(words, name[1:], form))
    if not (parts := _CONTRACT.fullmatch(name)):
        raise KeyError(own)
    letters = parts[2]
    suit, named = words.say(f"suit.{letters}.of"), words.say(f"suit.{letters}")
    return words.say(form, level=parts[1], tile=token(letters), suit=suit, named=named)


class Catalogue(Record):
    """All languages, by locale; ``digest`` of all their texts."""

    languages: dict[str, Words]
    digest: str

    def locales(self) -> tuple[str, ...]:
        return tuple(sorted(self.languages, key=lambda locale: (locale != DEFAULT_LOCALE, locale)))

    def words(self, locale: str) -> Words:
        """Return the language of a locale, or English."""
        return self.languages.get(locale, self.languages[DEFAULT_LOCALE])

    def choose(self, user: str | None, guild: str | None, discord_locale: str | None) -> Words:
        """Return the first known of the user's, the server's and Discord's language, or English."""
        wishes = (user, guild, (discord_locale or "").partition("-")[0])
        known = (self.languages[wish] for wish in wishes if wish and wish in self.languages)
        return next(known, self.languages[DEFAULT_LOCALE])


@cache
def load_catalogue(folder: Path = LOCALE_FOLDER) -> Catalogue:
    """Read every language once; English fills the entries another language lacks."""
    books = {path.stem: load_book(path) for path in sorted(folder.glob("*.po"))}
    for locale, book in books.items():
        if locale != DEFAULT_LOCALE:
            book.add_fallback(books[DEFAULT_LOCALE])
    languages = {locale: Words(locale, book) for locale, book in books.items()}
    return Catalogue(languages, " ".join(book.digest for book in books.values()))


# Compiled message catalogues, cached beside their sources as Python does with its modules.
#
# Parsing the sources of all languages takes a fourth of the startup time. The cache file's name
# contains a digest of its source, so a changed source never meets a stale cache.

CACHE_FOLDER_NAME: Final = "__pycache__"


class Book(gettext.GNUTranslations):
    """The texts of one language, parsed when somebody asks for the first.

    All are open before, so a file that is removed or replaced under a running bot changes no text.
    Most bots speak two or three of the languages; all parsed take 5 MiB, and as bytes 2 MiB.
    """

    def __init__(self, path: Path, digest: str, binary: mmap | io.BytesIO) -> None:
        """Keep the compiled texts of a source with this digest."""
        super().__init__()
        self.digest, self._path = digest, path
        self._unread: mmap | io.BytesIO | None = binary

    def gettext(self, message: str) -> str:
        if self._unread is not None:
            self._read(self._unread)
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if self._unread is not None:
            self._read(self._unread)
        return super().ngettext(msgid1, msgid2, n)

    def _read(self, binary: mmap | io.BytesIO) -> None:
        try:
            with binary:
                self._parse(binary)
        except (OSError, ValueError, struct.error):  # a crash left the cache half written
            self._parse(io.BytesIO(_compile_and_keep(self._path)))
        self._unread = None


def load_book(path: Path) -> Book:
    """Return a language from the cache, else from its source."""
    digest = _digest_of(path)
    with suppress(OSError, ValueError), _cache_path(path, digest).open("rb") as kept:
        return Book(path, digest, mmap(kept.fileno(), 0, access=ACCESS_READ))
    return Book(path, digest, io.BytesIO(_compile_and_keep(path)))


def _compile_and_keep(path: Path) -> bytes:
    binary = _compile(path)
    if not sys.dont_write_bytecode:
        _write_cache(path, binary)
    return binary


def compile_all(folder: Path) -> None:
    """Compile every language of a folder into the cache, for a later read-only run."""
    for path in folder.glob("*.po"):
        _write_cache(path, _compile(path))


def _digest_of(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=8).hexdigest()


def _cache_path(path: Path, digest: str) -> Path:
    return path.parent / CACHE_FOLDER_NAME / f"{path.stem}.{digest}.mo"


def _compile(path: Path) -> bytes:
    # this import alone takes as long as reading the cache of all languages
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    for message in list(catalog):  # Babel writes a plural entry without texts, gettext reads it
        if message.id and not any(message.string or ""):
            catalog.delete(message.id)
    binary = io.BytesIO()
    write_mo(binary, catalog)
    return binary.getvalue()


def _write_cache(path: Path, binary: bytes) -> None:
    """Write the cache file atomically, as other processes may read it; skip read-only folders."""
    kept = _cache_path(path, _digest_of(path))
    written = kept.with_suffix(f".{os.getpid()}")
    try:
        kept.parent.mkdir(exist_ok=True)
        written.write_bytes(binary)
        written.replace(kept)
        for old in _stale_caches(path, kept):
            old.unlink(missing_ok=True)
    except OSError:
        return


def _stale_caches(path: Path, kept: Path) -> Iterator[Path]:
    return (one for one in kept.parent.glob(f"{path.stem}.*.mo") if one != kept)
