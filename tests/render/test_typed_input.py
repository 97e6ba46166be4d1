"""Typed actions: in the notation, as on the screen, and as players say them."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, RANKS
from bot.engine.deal import Stage
from bot.engine.game import Game
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.render.families import table_words
from bot.render.formatting import card_tiles
from bot.render.hand.typed_input import (
    ActionParser,
    action_label,
    action_parser,
    lexicon_of,
    split_typed,
)
from bot.render.words import Words
from tests.properties.walking import WALKS, fewer
from tests.render.test_walks import TABLES
from tests.render.walks import CATALOGUE, walk
from tests.support import austrian, balkan, builders
from tests.support.builders import said, view_to_act
from tests.support.cases import for_each
from tests.support.catalogues import entries

LANGUAGES = tuple(CATALOGUE.languages.values())
ENGLISH = CATALOGUE.words("en")


def opened(preset: str) -> Game:
    """Ask forehand for a first call, whatever the cards."""
    match builders.PRESETS.family_key(preset):
        case "balkan":
            agreed = balkan.rules(preset)
            return builders.begun(agreed, balkan.carry(agreed), balkan.deck())
        case "austrian":
            return austrian.dealt(preset=preset)
        case _:
            return builders.dealt(preset=preset)


@lru_cache(64)
def asked(game: Game, words: Words = ENGLISH) -> ActionParser:
    return action_parser(view_to_act(game), words, LANGUAGES)


def read_actions(game: Game, typed: str, words: Words = ENGLISH) -> list[str]:
    return [format_action(action) for action in asked(game, words).parse(typed)]


# -- every action, by every name it has


def asked_views(rules: Rules, seed: int) -> Iterator[tuple[SeatView, list[Action]]]:
    """Yield views in a deal or two with every action of a stage once; of many only a sample."""
    dice, known = Random(seed), set[tuple[Stage, Action]]()
    for game in walk(rules, seed, fewer(2)):
        for seat in range(rules.players):
            seen = build_view(game, seat)
            new = [one for one in seen.legal if (seen.stage, one) not in known]
            chosen = dice.sample(new, min(len(new), 12))
            known.update((seen.stage, one) for one in chosen)
            if chosen:
                yield seen, chosen


def names_of(action: Action, saying: ActionParser) -> set[str]:
    """Return the names of an action: on buttons, in lists, spoken, and in both notations."""
    words, said_aloud = saying.words, saying.words.action(action)
    names = {format_action(action), action_label(action, words), words.spell_out(said_aloud)}
    match action:
        case act.Play():
            names.add(format_action(action).removeprefix("play "))
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            names |= {name, words.contract_spoken(name)}
        case act.Discard(low, high):
            names.add(words.without_tiles(card_tiles((high, low))))
        case _:
            pass
    return names | {name.upper() for name in names}


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize("rules", TABLES)
def test_every_act_comes_back_from_its_names(rules: Rules) -> None:
    """As itself, or as one of several whose names differ.

    Each view in a third of the languages, one after another; ``make walks`` has all of all.
    """
    for turn, (seen, actions) in enumerate(asked_views(rules, 5)):
        for words in LANGUAGES[turn % 3 :: 3] if WALKS == 1 else LANGUAGES:
            saying = action_parser(seen, words, LANGUAGES)
            for action in actions:
                for name in names_of(action, saying):
                    means = saying.parse(name)
                    assert action in means, (name, format_action(action))
                    assert len({action_label(one, saying.words) for one in means}) == len(means)


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize("rules", TABLES)
def test_every_spoken_word_finds_its_act(rules: Rules) -> None:
    """Perhaps among others: the words of all languages."""
    for seen, actions in asked_views(rules, 6):
        saying = action_parser(seen, ENGLISH, LANGUAGES)
        for action in actions:
            for phrase in spoken_words(action, saying):
                assert action in saying.parse(phrase), (phrase, format_action(action))


def spoken_words(action: Action, saying: ActionParser) -> Iterator[str]:
    for words in saying.languages:
        match action:
            case act.Play(card):
                yield from spoken_cards(CARD_NAMES[card], words)
            case act.SimpleAction() | act.Kontra():
                yield from listed(words, f"act.{format_action(action).replace(' ', '.')}")
            case act.Bid(name) | act.Declare(name):
                yield from listed(words, f"contract.{name}")
            case _:
                pass


def spoken_cards(name: str, words: Words) -> Iterator[str]:
    """Yield every word for the rank and for the suit at least once, in both orders."""
    rank, suit = name[:-1], name[-1]
    ranks = [words.say(f"rank.{rank}"), *listed(words, f"rank.{rank}")]
    suits = [words.say(f"suit.{suit}.of"), *listed(words, f"suit.{suit}")]
    most = max(len(ranks), len(suits))
    for _, one, other in zip(range(most), cycle(ranks), cycle(suits), strict=False):
        yield f"{one} {other}"
        yield f"{other}  {one.upper()}"


def listed(words: Words, key: str) -> list[str]:
    return [one.strip() for entry in words.every(f"said.{key}") for one in entry.split(",")]


def test_every_list_of_words_is_read() -> None:
    """No entry of the locales is unused, and each language has its own words."""
    asked_for = set[str]()

    class Listening(Words):
        def every(self, key: str) -> tuple[str, ...]:
            asked_for.add(key)
            return ()

    named = ("M", "MW", "6S", "6C", "6D", "6H", "6NT", "G6B", "G7NT")
    names = (*named, *(f"{level}{bought}" for level in "5678" for bought in ("", "X")))
    lexicon_of([Listening("en", ENGLISH.book), *LANGUAGES], names)
    keys = {key.partition("@")[0] for key in entries("en") if key.startswith("said.")}
    assert keys <= asked_for


# -- the documents


@for_each(
    "typed",
    [
        *("six in spades", "six in Firsts", "Firsts", "One", "1", "6 spades", "spades six", "6S"),
        *("6♠", "первые", "6 пик", "шесть пик", "ШЕСТЬ  ПИКОЙ", "шесть первых", "раз", "пик 6"),
    ],
)
def test_six_spades(typed: str) -> None:
    """Suits are called by numbers, and a six by its suit's number alone."""
    assert read_actions(opened("sochi"), typed) == ["bid 6S"]


@for_each(
    ("typed", "bid"),
    [
        ("six in Seconds", "6C"),
        ("Seconds", "6C"),
        ("Two", "6C"),
        ("seven in Seconds", "7C"),
        ("семь вторых", "7C"),
        ("третьи", "6D"),
        ("четыре", "6H"),
        ("Fifths", "6NT"),
        ("шесть без козыря", "6NT"),
        ("6 без", "6NT"),
        ("Misere", "M"),
        ("МИЗЕР", "M"),
        ("восемь червей", "8H"),
    ],
)
def test_calls_by_the_number_of_the_suit(typed: str, bid: str) -> None:
    assert read_actions(opened("sochi"), typed) == [f"bid {bid}"]


def test_one_is_a_six_and_nothing_higher() -> None:
    """If six spades is no longer legal, the choices are named and nothing is bid."""
    game = said(opened("sochi"), "bid 6H")
    for typed in ("one", "первые", "6 spades", "spades"):
        assert read_actions(game, typed) == []
    near = asked(game).suggest("spades")
    assert [format_action(bid) for bid in near] == ["bid 7S", "bid 8S", "bid 9S", "bid 10S"]


NUMBER_HELD = ("bid 2", "bid 3", "pass")
TWO_GAMES = ("bid G", "bid G", "pass")


@pytest.mark.parametrize("preset", balkan.PRESETS)
def test_balkan_calls(preset: str) -> None:
    first = opened(preset)
    for typed in ("two", "Seconds", "2", "dva", "двойка"):
        assert read_actions(first, typed) == ["bid 2"]
    for typed in ("game", "igra", "Игра"):
        assert read_actions(first, typed) == ["bid G"]
    for typed in ("pas", "dalje", "даље", "пас"):
        assert read_actions(first, typed) == ["pass"]
    for typed in ("me too", "same", "i ja", "JA", "и я", "hold"):
        assert read_actions(said(first, *NUMBER_HELD), typed) == ["hold"]
    for typed in ("hearts", "herc", "game 4", "igra herc", "fourths", "4 hearts", "четири"):
        assert read_actions(said(first, *TWO_GAMES), typed) == ["declare G4H"]


def test_a_contract_by_its_suit_or_its_number() -> None:
    """At tables where each number stands for one suit."""
    game = said(opened("serbian"), "bid 2", "pass", "pass")
    game = said(game, format_action(asked(game).actions[0]))
    for typed in ("hearts", "srce", "4", "četiri", "cetiri", "4 herc"):
        assert read_actions(game, typed) == ["declare 4H"]
    for typed in ("betl", "berač", "six", "6"):
        assert read_actions(game, typed) == ["declare 6B"]


def test_austrian_calls() -> None:
    first = opened("viennese")
    for typed in ("eins", "clubs", "Treff", "one", "1"):
        assert read_actions(first, typed) == ["bid 1"]
    assert read_actions(first, "Spiel") == ["bid S"]
    assert read_actions(first, "weiter") == ["pass"]
    held = said(first, "bid 1", "bid 2", "pass")
    assert "hold" in {format_action(action) for action in asked(held).actions}
    assert read_actions(held, "ich halte") == ["hold"]


def test_two_hearts_of_the_viennese_auction_are_told_apart() -> None:
    """Number four and the premium contract: by their names on the screen, else by a question."""
    first = opened("viennese")
    assert read_actions(first, "hearts") == ["bid HE"]
    assert read_actions(first, "4 hearts") == ["bid 4"]
    assert read_actions(first, "herz") == ["bid 4", "bid HE"]


@for_each(
    ("typed", "bid"),
    [
        *(("Bettel", "5"), ("Fünf ohne", "5X"), ("Bettel ohne Kauf", "5X"), ("бетль", "5")),
        *(("Mord", "6"), ("MORD ohne Kauf", "6X"), ("mord without", "6X"), ("морд", "6")),
        *(("Plauderer", "7"), ("Plauderer ohne Kauf", "7X"), ("odprti bettel", "7")),
        *(("open bettel", "7"), ("Mord aufgedeckt", "8"), ("Mord aufgedeckt ohne Kauf", "8X")),
        *(("otvoreni mord", "8"), ("открытый морд без прикупа", "8X"), ("sechs Mord", "6")),
        *(("отворени бетл", "7"), ("6x", "6X"), ("acht", "8")),
    ],
)
def test_austrian_contracts_by_name(typed: str, bid: str) -> None:
    """docs/rules/austrian.md, glossary: five to eight, with the talon unless it is said."""
    assert read_actions(opened("viennese"), typed) == [f"bid {bid}"]


def test_without_purchase_alone_names_four_contracts() -> None:
    assert read_actions(opened("viennese"), "ohne Kauf") == ["bid 5X", "bid 6X", "bid 7X", "bid 8X"]


@pytest.mark.parametrize(
    ("preset", "typed", "action"),
    [
        ("viennese", "ich passe", "pass"),
        ("viennese", "Einser", "bid 1"),
        ("viennese", "Herz", "bid HE"),
        ("viennese", "5 Bettel ohne Kauf", "bid 5X"),
        ("sochi", "sechs Pik", "bid 6S"),
        ("sochi", "Miser", "bid M"),
        ("croatian", "Zweier", "bid 2"),
    ],
)
def test_german_calls(preset: str, typed: str, action: str) -> None:
    assert read_actions(opened(preset), typed, CATALOGUE.words("de")) == [action]


# -- cards

SPADES = "AS KS 7S 8D 9D JD QD KD AD AH | ... | ... | 8C 7C"


def in_exchange() -> Game:
    return said(builders.dealt(SPADES), "bid 7S", "pass", "pass")


def in_play() -> Game:
    return said(in_exchange(), "discard 7C 8C", "declare 7S", "whist", "pass", "closed")


@for_each(
    "typed",
    [
        *("ace of spades", "AS", "as", "A♠", "A♠️", "spades ace", "туз пик", "Пиковый туз", "Т♠"),
        *("pik as", "pikov as", "asa v piku"),
    ],
)
def test_the_ace_of_spades(typed: str) -> None:
    assert read_actions(in_play(), typed) == ["play AS"]


def test_several_cards_are_named_and_none_is_played() -> None:
    saying = asked(in_play(), CATALOGUE.words("ru"))
    found = saying.parse("туз")
    assert [format_action(action) for action in found] == ["play AS", "play AD", "play AH"]
    assert saying.list_actions(found) == "Т♠, Т♦, Т♥"


def test_the_only_one_of_a_rank_needs_no_suit() -> None:
    assert read_actions(in_play(), "jack") == read_actions(in_play(), "валет") == ["play JD"]


@pytest.mark.parametrize(
    "typed",
    [
        *("7C AS", "AS 7C", "discard AS 7C", "7♣ A♠"),
        *("seven of clubs, ace of spades", "семерка треф, туз пик", "pik as, križ sedmico"),
    ],
)
def test_two_cards_to_lay_away(typed: str) -> None:
    assert read_actions(in_exchange(), typed) == ["discard AS 7C"]


def test_cards_keep_their_suits() -> None:
    """Seven of spades and eight of clubs are not eight of spades and seven of clubs."""
    assert read_actions(in_exchange(), "7 spades 8 clubs") == ["discard 7S 8C"]
    assert read_actions(in_exchange(), "8 clubs, spades 7") == ["discard 7S 8C"]


def test_a_bare_number_is_a_card_and_an_offer() -> None:
    """The declarer may lead the seven or offer seven tricks: the bot asks which."""
    line = "AS KS 7S 8D 9D JD QD KD AD AH | ... | ... | 7C 8C"
    game = said(austrian.dealt(line, pot=10), "bid 1", "pass", "pass", "discard 7C 8C", "declare 1")
    game = said(game, "join", "drop", "alone")
    assert read_actions(game, "7") == ["play 7S", "offer 7"]
    assert read_actions(game, "offer 7") == ["offer 7"]
    assert read_actions(game, "seven of spades") == ["play 7S"]


# -- text that is not understood


def test_a_sign_is_never_left_out() -> None:
    """♡ does not mean the ace of spades, though AS does."""
    dealt = austrian.dealt("AS AH 7S 8S 9S 10S JS QS KS 7H | ... | ... | 7C 8C", preset="austrian")
    game = said(dealt, "bid 1", "pass", "pass")
    assert read_actions(game, "AS 7S") == ["discard 7S AS"]
    assert read_actions(game, "As ♡ 7♠") == read_actions(game, "7♠ As ♥") == ["discard 7S AH"]
    assert read_actions(game, "As ♡") == []


@pytest.mark.parametrize("typed", ["", " ", "xyzzy", "♠" * 400, "one " * 4000, "of in", "٦ spades"])
def test_anything_else_means_nothing(typed: str) -> None:
    assert read_actions(opened("sochi"), typed) == []


def test_a_beginning_suggests() -> None:
    saying = asked(opened("sochi"))
    assert saying.suggest("ше") == tuple(
        map(parse_action, ("bid 6S", "bid 6C", "bid 6D", "bid 6H", "bid 6NT"))
    )
    assert saying.suggest("") == saying.actions
    assert saying.suggest("шесть пи") == (parse_action("bid 6S"),)
    assert saying.parse("шесть пи") == ()


def test_a_card_that_may_not_be_played_is_known() -> None:
    """The rules can then say why."""
    saying = asked(in_play())
    assert saying.barred_card("туз треф") == parse_action("play AC")
    assert saying.barred_card("ace") is None
    assert asked(opened("sochi")).barred_card("туз треф") is None


def test_folding() -> None:
    assert split_typed("Семёрка") == split_typed("СЕМЕРКА")
    assert split_typed("Berač, DOĐEM") == ("berac", "dodem")
    assert split_typed("6пик 10♠️") == ("6", "пик", "10", "♠")
    assert [split_typed(f"{rank}s") for rank in RANKS] == [
        (f"{rank}s".casefold(),) for rank in RANKS
    ]


def test_a_language_speaks_the_dialects_of_the_table() -> None:
    at = table_words(balkan.rules("croatian"), ENGLISH)
    assert at.every("suit.S") == ("leaves", "spades")
    assert at.every("said.act.pass")[0].startswith("pas")
    assert ENGLISH.every("said.no.such") == ()
