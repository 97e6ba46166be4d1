"""One-time offer of Serbian and Slovenian, which Discord's own language setting lacks."""

import logging
from dataclasses import replace

import discord

from bot.front.desk.context import Office
from bot.front.failures import FAILED
from bot.render.server.offer import offer_screen
from bot.store import StorageTrouble

log = logging.getLogger(__name__)


async def offer_language(office: Office, interaction: discord.Interaction, preset: str) -> None:
    """Offer the language of the preset after a table was opened, if no language is chosen.

    Each user gets the offer once; afterwards the language is in their settings.  A lost offer is
    no error, nor is one that cannot be recorded.
    """
    try:
        await _offer(office, interaction, preset)
    except (*FAILED, StorageTrouble) as error:
        log.debug("an offer was not delivered: %s", error)


async def _offer(office: Office, interaction: discord.Interaction, preset: str) -> None:
    spoken = [one for one in office.presets.spoken(preset) if one in _known(office)]
    guild = await office.store.wishes.guild(interaction.guild_id or 0)
    person = await office.languages.person(interaction.user.id)
    if not spoken or person.offered or person.locale or guild.locale:
        return
    await office.languages.keep_person(replace(person, offered=True))
    words = office.languages.catalogue.words(spoken[0])
    await office.answers.whisper(interaction, offer_screen(spoken, words), words)


def _known(office: Office) -> tuple[str, ...]:
    return office.languages.catalogue.locales()
