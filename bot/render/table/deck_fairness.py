"""The deck of the next deal in public: sealed, cut, and checked after the play."""

from typing import Final

from bot.engine import cards, shuffle, view
from bot.model.refusals import Refusal
from bot.model.values import Record
from bot.render.formatting import command_button, join_dotted, join_lines, small_print, text_blocks
from bot.render.screen import Block, Button, ButtonRow, Screen, Tone
from bot.render.screen_data import DeckData, TableData
from bot.render.words import Words
from bot.ui_commands.daily_commands import ShowSeals
from bot.ui_commands.play_commands import CutDeck, VerifyDeck

_SHOWN_DIGITS: Final = 8  # of a commitment, under a card; the check shows all
CHECKER: Final = "docs/tools/verify_deal.py"


def deck_lines(facts: TableData, deal: int, words: Words) -> str:
    """Return the first digits of a deck's commitment, and the words mixed into it so far."""
    deck = facts.deck
    if deck is None or deck.deal != deal:
        return ""
    cuts = join_dotted(
        words.say("deck.word", name=facts.name(seat), word=word) for seat, word in deck.cuts
    )
    seal = deck.commitment[:_SHOWN_DIGITS]
    return join_lines(
        small_print(words.say("deck.sealed", deal=deal, seal=seal)),
        small_print(words.say("deck.cut", words=cuts)) if cuts else "",
    )


def cut_buttons(facts: TableData, deal: int, words: Words) -> tuple[Button, ...]:
    """Return the button that adds a word to the deck of ``deal`` while it is sealed.

    Nobody cuts at a table of an event, whose cards are those of the others.
    """
    is_sealed = facts.deck is not None and facts.deck.deal == deal and facts.event is None
    return (command_button(words, "cut", CutDeck(deal)),) if is_sealed else ()


def verify_buttons(scored: view.ResultView | None, words: Words) -> tuple[Button, ...]:
    """Return the button that checks a scored deal, if its cards and seed are public."""
    if scored is None or scored.reveal is None:
        return ()
    return (command_button(words, "verify", VerifyDeck(scored.number)),)


class PublishedDeck(Record):
    """A deck with a public seed; ``dealt`` is the logged one, None if it was never dealt."""

    game: int
    deal: int
    seed: bytes
    words: str
    dealt: tuple[cards.Card, ...] | None

    @property
    def is_fair(self) -> bool:
        """True if seed and words make the deck that was dealt."""
        return self.dealt == shuffle.shuffled_deck(self.seed, self.game, self.deal, self.words)


def fairness_record(published: PublishedDeck) -> str:
    """Return the data of a check, in the format of the checker (docs/fairness.md)."""
    sealed = shuffle.commitment(published.seed, published.game, published.deal)
    secret = shuffle.robot_secret(published.seed, published.game, published.deal)
    said = (f"word {line}" for line in published.words.split("\n") if line)
    deck = " ".join(cards.CARD_NAMES[card] for card in published.dealt or ())
    return join_lines(
        f"game {published.game}",
        f"deal {published.deal}",
        f"commitment {sealed}",
        f"seed {published.seed.hex()}",
        f"robots {secret.hex()}",
        *said,
        f"deck {deck}" if deck else "",
    )


def verify_screen(published: PublishedDeck, sealed: DeckData | None, words: Words) -> Screen:
    """Return a deck's origin, the result of its check, and how to repeat it elsewhere.

    ``sealed`` is the deck of the open deal or the next one, if there is one.
    """
    found = "undealt" if published.dealt is None else "fair" if published.is_fair else "unfair"
    if found == "fair" and not published.words:
        found = "uncut"
    head = join_lines(_deck_title(published.deal, words), words.say(f"verify.{found}"))
    how = small_print(words.say("verify.how", tool=CHECKER))
    record = f"```\n{fairness_record(published)}\n```"
    seal = "" if sealed is None or sealed.deal == published.deal else _whole_seal(sealed, words)
    blocks: tuple[Block, ...] = (*text_blocks(head, record, how, seal), _days_row(words))
    return Screen(published.game, 0, Tone.PRIVATE, blocks)


def sealed_screen(game: int, sealed: DeckData, why: Refusal, words: Words) -> Screen:
    """Return the whole commitment of a deck, and why its seed is still secret."""
    later = words.refusal(why, deal=sealed.deal)
    head = join_lines(_deck_title(sealed.deal, words), _whole_seal(sealed, words))
    blocks: tuple[Block, ...] = (*text_blocks(head, small_print(later)), _days_row(words))
    return Screen(game, 0, Tone.PRIVATE, blocks)


def _days_row(words: Words) -> ButtonRow:
    """Return the way to the seals of the six deals of a day."""
    return ButtonRow((command_button(words, "today_seals", ShowSeals()),))


def _deck_title(deal: int, words: Words) -> str:
    return f"### {words.say('verify.title', deal=deal)}"


def _whole_seal(sealed: DeckData, words: Words) -> str:
    return f"{words.say('verify.sealed', deal=sealed.deal)}\n`{sealed.commitment}`"
