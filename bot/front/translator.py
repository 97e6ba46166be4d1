"""Translations of command names and descriptions (keys ``command.*``)."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from bot.render.words import Catalogue


def localized(text: str, key: str) -> locale_str:
    """Return a command's English text with the key of its translations."""
    return locale_str(text, key=key)


class CommandTranslator(app_commands.Translator):
    """Translates commands from our own catalogues; a language without the key keeps English."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        key, language = string.extras.get("key"), locale.value.partition("-")[0]
        if key is None or language == "en" or language not in self.catalogue.languages:
            return None
        return self.catalogue.words(language).say(str(key))
