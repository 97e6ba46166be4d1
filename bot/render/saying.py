"""Resolves typed text to a legal action.

The parser tries these layers in order, and the first match decides: the notation, the labels of
the player's own screens, the phrases of all languages.  Several matches are a result too: the
caller names the choices and plays none.  An incomplete text finds suggestions, never an action.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from unicodedata import category

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME
from bot.engine.deal import Stage
from bot.engine.notation import format_action
from bot.engine.view import View
from bot.render.families import presenter_of, table_words
from bot.render.hand.asking import answer_button
from bot.render.lexicon import GAME_SYMBOL, SUIT_SYMBOLS, Lexicon, Reading, lexicon_of, split_symbol
from bot.render.words import TableWords, Words

_MOST_CHOICES: Final = 8  # moves a refusal names
_NamedAction = act.Bid | act.Declare | act.Seal


@dataclass(frozen=True)
class ActionParser:
    """Parser of one player's text; ``languages`` are all known, ``words`` is the player's."""

    view: View
    words: TableWords
    languages: tuple[TableWords, ...]

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions a command suggests; claims have a command of their own."""
        return tuple(a for a in self.view.legal if not isinstance(a, act.Claim))

    def parse(self, typed: str) -> tuple[Action, ...]:
        """Return the actions a text means; () if it means none."""
        layers: tuple[Callable[[str], tuple[Action, ...]], ...]
        layers = self._by_notation, self._by_label, self._by_phrase
        return next(filter(None, (layer(typed) for layer in layers)), ())

    def suggest(self, typed: str) -> tuple[Action, ...]:
        """Return the actions of which a text is a part; all of them for an empty text."""
        wanted, guesses = squash_text(typed), self.lexicon.guesses(typed)
        return tuple(
            action
            for action in self.actions
            if wanted in squash_text(action_label(action, self.words))
            or wanted in squash_text(format_action(action))
            or any(_covers(form, guess) for form in self.forms[action] for guess in guesses)
        )

    def barred_card(self, typed: str) -> Action | None:
        """Return the card a text means although it may not be played now."""
        if self.view.stage is not Stage.PLAY:
            return None
        cards = [read[0] for read in self.lexicon.readings(typed) if len(read) == 1]
        found = [CARDS_BY_NAME[name] for name in cards if name in CARDS_BY_NAME]
        return act.PLAYS[found[0]] if len(found) == 1 else None

    def list_actions(self, actions: Sequence[Action]) -> str:
        """Return the names of the first few of ``actions``."""
        named = [action_label(action, self.words) for action in actions[:_MOST_CHOICES]]
        return ", ".join((*named, *("…" for _ in actions[_MOST_CHOICES : _MOST_CHOICES + 1])))

    # the layers ------------------------------------------------------------------------------

    def _by_notation(self, typed: str) -> tuple[Action, ...]:
        return self.notations.get(squash_text(typed), ())

    def _by_label(self, typed: str) -> tuple[Action, ...]:
        return self.labels.get(squash_text(typed), ())

    def _by_phrase(self, typed: str) -> tuple[Action, ...]:
        readings = self.lexicon.readings(typed)
        return tuple(action for action in self.actions if readings & self.forms[action])

    @cached_property
    def notations(self) -> dict[str, tuple[Action, ...]]:
        return _by_name((action, _notations_of(action)) for action in self.view.legal)

    @cached_property
    def labels(self) -> dict[str, tuple[Action, ...]]:
        return _by_name((a, _screen_texts(a, self.view, self.words)) for a in self.view.legal)

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon_of(
            self.languages, {a.name for a in self.actions if isinstance(a, _NamedAction)}
        )

    @cached_property
    def forms(self) -> dict[Action, frozenset[Reading]]:
        """Every way to say an action, in symbols."""
        whole = {action: frozenset(self._readings(action)) for action in self.actions}
        named = [forms for action, forms in whole.items() if isinstance(action, _NamedAction)]
        if not any(isinstance(a, act.Bid) for a in self.actions) and all(map(_is_game, named)):
            whole = {a: f | _without_game(f) for a, f in whole.items()}
        return {
            action: forms | _half_symbols(forms)
            if isinstance(action, act.Play)
            or (isinstance(action, _NamedAction) and _tells_apart(named))
            else forms
            for action, forms in whole.items()
        }

    def _readings(self, action: Action) -> Iterator[Reading]:
        cards = _cards_of(action)
        for words in self.languages:
            for shown in _screen_texts(action, self.view, words):
                yield from (one for one in self.lexicon.readings(shown) if _names_cards(one, cards))
        match action:
            case act.SimpleAction() | act.Kontra():
                yield (format_action(action),)
            case act.Propose(tricks):
                yield (str(tricks),)
            case act.Bid(name) | act.Declare(name) | act.Seal(name):
                if any(words.has_key(f"said.contract.{name}") for words in self.languages):
                    yield (name,)
            case _:
                return


def action_parser(view: View, words: Words, languages: Sequence[Words]) -> ActionParser:
    """Return the parser for a player who reads ``words`` at the table of this view."""
    rules = view.rules
    return ActionParser(
        view, table_words(rules, words), tuple(table_words(rules, one) for one in languages)
    )


def action_label(action: Action, words: Words) -> str:
    """Return an action as it reads in a list."""
    return words.without_tiles(words.action(action))


def squash_text(typed: str) -> str:
    """Drop blanks, punctuation and invisible letters; every suit sign stays."""
    return "".join(letter for letter in typed.casefold() if category(letter)[0] in "LNS")


def _cards_of(action: Action) -> frozenset[str]:
    """Return the cards of an action, which every way to say it must name."""
    match action:
        case act.Play(card):
            return frozenset({CARD_NAMES[card]})
        case act.Discard(low, high):
            return frozenset({CARD_NAMES[low], CARD_NAMES[high]})
        case _:
            return frozenset()


def _names_cards(reading: Reading, cards: frozenset[str]) -> bool:
    """True if a reading names all these cards and no suit beside them: "as" (ace) is no AS."""
    return cards.issubset(reading) and not (cards and set(SUIT_SYMBOLS) & set(reading))


def _by_name(named: Iterable[tuple[Action, Iterable[str]]]) -> dict[str, tuple[Action, ...]]:
    """Map each squashed name to its actions."""
    found = dict[str, dict[Action, None]]()
    for action, names in named:
        for name in filter(None, map(squash_text, names)):
            found.setdefault(name, {})[action] = None
    return {name: tuple(actions) for name, actions in found.items()}


def _notations_of(action: Action) -> tuple[str, ...]:
    """Return the notation; cards, contracts and splits also without their verb."""
    line = format_action(action)
    rest = "" if isinstance(action, act.Kontra | act.Propose) else line.partition(" ")[2]
    return line, rest


def _screen_texts(action: Action, view: View, words: TableWords) -> Iterator[str]:
    """Yield the texts an action has on screens: in lists, read aloud, on its button."""
    said = words.action(action)
    yield words.without_tiles(said)
    yield words.spell_out(said)
    match action:
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            yield words.contract_spoken(name)
            yield words.contract_spoken(presenter_of(view.rules).shown_contract(view.rules, name))
        case act.Discard(low, high):
            yield words.without_tiles(words.cards((low, high)))
            yield words.spell_out(words.cards((low, high)))
        case act.HOLD | act.Play() | act.Claim() | act.Deck() | act.Draw() | act.Dealer():
            return
        case _:
            yield answer_button(action, view, words).label


# forms -------------------------------------------------------------------------------------


def _is_game(forms: frozenset[Reading]) -> bool:
    """True for a contract called a game, or by a name without any number."""
    has_number = any(symbol[0].isdecimal() for form in forms for symbol in form)
    return any(GAME_SYMBOL in form for form in forms) or not has_number


def _without_game(forms: frozenset[Reading]) -> frozenset[Reading]:
    """Drop the word "game", which is optional where only games can be named."""
    return frozenset(tuple(s for s in form if s != GAME_SYMBOL) for form in forms) - {()}


def _tells_apart(named: Sequence[frozenset[Reading]]) -> bool:
    """True if each number belongs to one suit and each suit to one number."""
    pairs = {split_symbol(symbol) for forms in named for form in forms for symbol in form} - {()}
    return all(len({pair[n] for pair in pairs}) == len(pairs) for n in (0, 1))


def _half_symbols(forms: frozenset[Reading]) -> frozenset[Reading]:
    """Return readings with a number but no suit, and with a suit but no number."""
    return frozenset(
        tuple(sorted((*(s for s in form if s != symbol), half)))
        for form in forms
        for symbol in form
        for half in split_symbol(symbol)
    )


def _covers(form: Reading, guess: Reading) -> bool:
    """True if every symbol of ``guess`` is one of ``form``, or a half of one."""
    return all(
        symbol in form or any(symbol in split_symbol(one) for one in form) for symbol in guess
    )
