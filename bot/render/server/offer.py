"""The offer of a language that Discord lacks, to a user who opens a table by its preset."""

from collections.abc import Sequence

from bot.deeds.settings import SetOwnLanguage
from bot.render.parts import small_print, text_blocks
from bot.render.screen import Button, ButtonRow, Screen, Style, Tone
from bot.render.words import Words


def language_offer_screen(locales: Sequence[str], words: Words) -> Screen:
    """Return one small line in that language, with a button for each script."""
    buttons = tuple(
        Button(words.say(f"language.{locale}"), SetOwnLanguage(locale), style=Style.PLAIN)
        for locale in locales
    )
    return Screen(
        0,
        0,
        Tone.PRIVATE,
        (*text_blocks(small_print(words.say("offer.language"))), ButtonRow(buttons)),
    )
