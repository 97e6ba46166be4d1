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
from bot.engine.notation import text
from bot.engine.view import View
from bot.render.families import manner_of, words_at
from bot.render.hand.asking import answer_button
from bot.render.lexicon import GAME, SUITS, Lexicon, Reading, halves, lexicon_of
from bot.render.words import TableWords, Words

_MOST_CHOICES: Final = 8  # moves a refusal names
_Named = act.Bid | act.Declare | act.Seal


@dataclass(frozen=True)
class Saying:
    """Parser of one player's text; ``languages`` are all known, ``words`` is the player's."""

    view: View
    words: TableWords
    languages: tuple[TableWords, ...]

    @cached_property
    def acts(self) -> tuple[Action, ...]:
        """The legal actions a command suggests; claims have a command of their own."""
        return tuple(a for a in self.view.legal if not isinstance(a, act.Claim))

    def heard(self, typed: str) -> tuple[Action, ...]:
        """Return the actions a text means; () if it means none."""
        layers: tuple[Callable[[str], tuple[Action, ...]], ...]
        layers = self._written, self._shown, self._spoken
        return next(filter(None, (layer(typed) for layer in layers)), ())

    def near(self, typed: str) -> tuple[Action, ...]:
        """Return the actions of which a text is a part; all of them for an empty text."""
        wanted, guesses = joined(typed), self.lexicon.guesses(typed)
        return tuple(
            action
            for action in self.acts
            if wanted in joined(label(action, self.words))
            or wanted in joined(text(action))
            or any(_covers(form, guess) for form in self.forms[action] for guess in guesses)
        )

    def barred_card(self, typed: str) -> Action | None:
        """Return the card a text means although it may not be played now."""
        if self.view.stage is not Stage.PLAY:
            return None
        cards = [read[0] for read in self.lexicon.readings(typed) if len(read) == 1]
        found = [CARDS_BY_NAME[name] for name in cards if name in CARDS_BY_NAME]
        return act.PLAYS[found[0]] if len(found) == 1 else None

    def choices(self, actions: Sequence[Action]) -> str:
        """Return the names of the first few of ``actions``."""
        named = [label(action, self.words) for action in actions[:_MOST_CHOICES]]
        return ", ".join((*named, *("…" for _ in actions[_MOST_CHOICES : _MOST_CHOICES + 1])))

    # the layers ------------------------------------------------------------------------------

    def _written(self, typed: str) -> tuple[Action, ...]:
        return self.notations.get(joined(typed), ())

    def _shown(self, typed: str) -> tuple[Action, ...]:
        return self.labels.get(joined(typed), ())

    def _spoken(self, typed: str) -> tuple[Action, ...]:
        readings = self.lexicon.readings(typed)
        return tuple(action for action in self.acts if readings & self.forms[action])

    @cached_property
    def notations(self) -> dict[str, tuple[Action, ...]]:
        return _by_name((action, _lines(action)) for action in self.view.legal)

    @cached_property
    def labels(self) -> dict[str, tuple[Action, ...]]:
        return _by_name((a, _texts(a, self.view, self.words)) for a in self.view.legal)

    @cached_property
    def lexicon(self) -> Lexicon:
        return lexicon_of(self.languages, {a.name for a in self.acts if isinstance(a, _Named)})

    @cached_property
    def forms(self) -> dict[Action, frozenset[Reading]]:
        """Every way to say an action, in symbols."""
        whole = {action: frozenset(self._readings(action)) for action in self.acts}
        named = [forms for action, forms in whole.items() if isinstance(action, _Named)]
        if not any(isinstance(a, act.Bid) for a in self.acts) and all(map(_is_game, named)):
            whole = {a: f | _without_game(f) for a, f in whole.items()}
        return {
            action: forms | _alone(forms)
            if isinstance(action, act.Play) or (isinstance(action, _Named) and _tells_apart(named))
            else forms
            for action, forms in whole.items()
        }

    def _readings(self, action: Action) -> Iterator[Reading]:
        cards = _cards(action)
        for words in self.languages:
            for shown in _texts(action, self.view, words):
                yield from (one for one in self.lexicon.readings(shown) if _names(one, cards))
        match action:
            case act.Word() | act.Kontra():
                yield (text(action),)
            case act.Propose(tricks):
                yield (str(tricks),)
            case act.Bid(name) | act.Declare(name) | act.Seal(name):
                if any(words.knows(f"said.contract.{name}") for words in self.languages):
                    yield (name,)
            case _:
                return


def saying_of(view: View, words: Words, languages: Sequence[Words]) -> Saying:
    """Return the parser for a player who reads ``words`` at the table of this view."""
    rules = view.rules
    return Saying(view, words_at(rules, words), tuple(words_at(rules, one) for one in languages))


def label(action: Action, words: Words) -> str:
    """Return an action as it reads in a list."""
    return words.plain(words.action(action))


def joined(typed: str) -> str:
    """Drop blanks, punctuation and invisible letters; every suit sign stays."""
    return "".join(letter for letter in typed.casefold() if category(letter)[0] in "LNS")


def _cards(action: Action) -> frozenset[str]:
    """Return the cards of an action, which every way to say it must name."""
    match action:
        case act.Play(card):
            return frozenset({CARD_NAMES[card]})
        case act.Discard(low, high):
            return frozenset({CARD_NAMES[low], CARD_NAMES[high]})
        case _:
            return frozenset()


def _names(reading: Reading, cards: frozenset[str]) -> bool:
    """True if a reading names all these cards and no suit beside them: "as" (ace) is no AS."""
    return cards.issubset(reading) and not (cards and set(SUITS) & set(reading))


def _by_name(named: Iterable[tuple[Action, Iterable[str]]]) -> dict[str, tuple[Action, ...]]:
    """Map each squashed name to its actions."""
    found = dict[str, dict[Action, None]]()
    for action, names in named:
        for name in filter(None, map(joined, names)):
            found.setdefault(name, {})[action] = None
    return {name: tuple(actions) for name, actions in found.items()}


def _lines(action: Action) -> tuple[str, ...]:
    """Return the notation; cards, contracts and splits also without their verb."""
    line = text(action)
    rest = "" if isinstance(action, act.Kontra | act.Propose) else line.partition(" ")[2]
    return line, rest


def _texts(action: Action, view: View, words: TableWords) -> Iterator[str]:
    """Yield the texts an action has on screens: in lists, read aloud, on its button."""
    said = words.action(action)
    yield words.plain(said)
    yield words.spoken(said)
    match action:
        case act.Bid(name) | act.Declare(name) | act.Seal(name):
            yield words.contract_spoken(name)
            yield words.contract_spoken(manner_of(view.rules).stands_for(view.rules, name))
        case act.Discard(low, high):
            yield words.plain(words.cards((low, high)))
            yield words.spoken(words.cards((low, high)))
        case act.HOLD | act.Play() | act.Claim() | act.Deck() | act.Draw() | act.Dealer():
            return
        case _:
            yield answer_button(action, view, words).label


# forms -------------------------------------------------------------------------------------


def _is_game(forms: frozenset[Reading]) -> bool:
    """True for a contract called a game, or by a name without any number."""
    has_number = any(symbol[0].isdecimal() for form in forms for symbol in form)
    return any(GAME in form for form in forms) or not has_number


def _without_game(forms: frozenset[Reading]) -> frozenset[Reading]:
    """Drop the word "game", which is optional where only games can be named."""
    return frozenset(tuple(s for s in form if s != GAME) for form in forms) - {()}


def _tells_apart(named: Sequence[frozenset[Reading]]) -> bool:
    """True if each number belongs to one suit and each suit to one number."""
    pairs = {halves(symbol) for forms in named for form in forms for symbol in form} - {()}
    return all(len({pair[n] for pair in pairs}) == len(pairs) for n in (0, 1))


def _alone(forms: frozenset[Reading]) -> frozenset[Reading]:
    """Return readings with a number but no suit, and with a suit but no number."""
    return frozenset(
        tuple(sorted((*(s for s in form if s != symbol), half)))
        for form in forms
        for symbol in form
        for half in halves(symbol)
    )


def _covers(form: Reading, guess: Reading) -> bool:
    """True if every symbol of ``guess`` is one of ``form``, or a half of one."""
    return all(symbol in form or any(symbol in halves(one) for one in form) for symbol in guess)
