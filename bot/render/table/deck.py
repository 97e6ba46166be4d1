"""The deck of the next deal as everybody sees it: sealed, cut, and once it is played, checked."""

from dataclasses import dataclass
from typing import Final

from bot.deeds.table import Cut, Verify
from bot.engine.cards import CARD_NAMES, Card
from bot.engine.fairness import commitment, deck_of
from bot.engine.view import Scored
from bot.render.facts import TableFacts
from bot.render.parts import deed_button, dotted, lines, small, text_blocks
from bot.render.screen import Button, Screen, Tone
from bot.render.words import Words

CHECKER: Final = "docs/tools/verify_deal.py"


def deck_lines(facts: TableFacts, deal: int, words: Words) -> str:
    """What the deck of a deal is bound to, and the words that went into it so far."""
    deck = facts.deck
    if deck is None or deck.deal != deal:
        return ""
    cuts = dotted(
        words.say("deck.word", name=facts.name(seat), word=word) for seat, word in deck.cuts
    )
    return lines(
        small(words.say("deck.sealed", deal=deal, commitment=deck.commitment)),
        small(words.say("deck.cut", words=cuts)) if cuts else "",
    )


def cut_buttons(facts: TableFacts, deal: int, words: Words) -> tuple[Button, ...]:
    """A word into the deck of that deal, while it lies there sealed."""
    is_sealed = facts.deck is not None and facts.deck.deal == deal
    return (deed_button(words, "cut", Cut(deal)),) if is_sealed else ()


def verify_buttons(scored: Scored | None, words: Words) -> tuple[Button, ...]:
    """How the deck of a scored deal was made, where all its cards are shown, and so is its seed."""
    if scored is None or scored.reveal is None:
        return ()
    return (deed_button(words, "verify", Verify(scored.number)),)


@dataclass(frozen=True, slots=True)
class Published:
    """A deck whose seed everybody may know; ``dealt`` is the logged one, None if it never was."""

    game: int
    deal: int
    seed: bytes
    words: str
    dealt: tuple[Card, ...] | None

    @property
    def follows(self) -> bool:
        """Whether the deck that was dealt is the one that seed and words make."""
        return self.dealt == deck_of(self.seed, self.game, self.deal, self.words)


def record_of(published: Published) -> str:
    """All that is needed to check it, as the checker reads it (docs/fairness.md)."""
    sealed = commitment(published.seed, published.game, published.deal)
    said = (f"word {line}" for line in published.words.split("\n") if line)
    deck = " ".join(CARD_NAMES[card] for card in published.dealt or ())
    return lines(
        f"game {published.game}",
        f"deal {published.deal}",
        f"commitment {sealed}",
        f"seed {published.seed.hex()}",
        *said,
        f"deck {deck}" if deck else "",
    )


def verify_screen(published: Published, words: Words) -> Screen:
    """Where a deck came from, whether it checks, and how to check it without the bot."""
    found = "undealt" if published.dealt is None else "fair" if published.follows else "unfair"
    if found == "fair" and not published.words:
        found = "uncut"
    head = lines(
        f"### {words.say('verify.title', deal=published.deal)}", words.say(f"verify.{found}")
    )
    how = small(words.say("verify.how", tool=CHECKER))
    record = f"```\n{record_of(published)}\n```"
    return Screen(published.game, 0, Tone.PRIVATE, text_blocks(head, record, how))
