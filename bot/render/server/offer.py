"""The offer of a language that Discord lacks, to a user who opens a table by its preset."""

from collections.abc import Sequence

from bot.deeds.settings import OwnLanguage
from bot.render.parts import small, text_blocks
from bot.render.screen import Button, Row, Screen, Style, Tone
from bot.render.words import Words


def offer_screen(locales: Sequence[str], words: Words) -> Screen:
    """Return one small line in that language, with a button for each script."""
    buttons = tuple(
        Button(words.say(f"language.{locale}"), OwnLanguage(locale), style=Style.PLAIN)
        for locale in locales
    )
    return Screen(
        0, 0, Tone.PRIVATE, (*text_blocks(small(words.say("offer.language"))), Row(buttons))
    )
