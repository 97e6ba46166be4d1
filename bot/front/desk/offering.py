"""One-time offer of Serbian and Slovenian, which Discord's own language setting lacks."""

import logging
from dataclasses import replace

import discord

from bot.front.desk.context import Services
from bot.front.failures import REQUEST_ERRORS
from bot.render.server.offer import language_offer_screen
from bot.store import StorageTrouble

log = logging.getLogger(__name__)


async def offer_language(services: Services, interaction: discord.Interaction, preset: str) -> None:
    """Offer the language of the preset after a table was opened, if no language is chosen.

    Each user gets the offer once; afterwards the language is in their settings.  A lost offer is
    no error, nor is one that cannot be recorded.
    """
    try:
        await _try_offer(services, interaction, preset)
    except (*REQUEST_ERRORS, StorageTrouble) as error:
        log.debug("an offer was not delivered: %s", error)


async def _try_offer(services: Services, interaction: discord.Interaction, preset: str) -> None:
    spoken = [one for one in services.presets.spoken_languages(preset) if one in _locales(services)]
    guild = await services.store.preferences.guild(interaction.guild_id or 0)
    person = await services.preferences.person(interaction.user.id)
    if not spoken or person.offered or person.locale or guild.locale:
        return
    await services.preferences.save_person(replace(person, offered=True))
    words = services.preferences.catalogue.words(spoken[0])
    await services.responder.send_private(interaction, language_offer_screen(spoken, words), words)


def _locales(services: Services) -> tuple[str, ...]:
    return services.preferences.catalogue.locales()
