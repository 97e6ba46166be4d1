"""Responses to interactions: one screen each, and one place for errors (design section 6).

Commit first, respond second: a failed response never undoes a move, and an error after the commit
is reported as such.  Any response that may show cards is ephemeral from the first one on.
"""

import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import discord

from bot.engine.refusal import BadNotation, BadRules, IllegalAction
from bot.front.failures import FAILED, Failure, meaning
from bot.front.languages import Languages
from bot.front.layouts import Drawn, Tiles, enclosures, files, layout
from bot.front.pictures import Pictures, pictures_of, shown_to
from bot.front.replies import answer_to, held, redrawn, said, thinking
from bot.front.sent import Newest, Sent
from bot.keepers.breath import Gaps
from bot.refusals import Refusal, Refused
from bot.render.alert import alert_screen
from bot.render.screen import Screen
from bot.render.words import Words
from bot.store import GameDamaged, StorageTrouble, Trouble, WriteRefused, one_request

log = logging.getLogger(__name__)

_TROUBLES: Final = {
    Trouble.DAMAGED: Refusal.FILE_DAMAGED,
    Trouble.DOUBTFUL: Refusal.SAVED_OR_NOT,  # the move may count, so no message denies it
}

_NO_MENTIONS = discord.AllowedMentions.none()


class Answers:
    """Sends all responses to interactions; ``refused`` is called with the name of every refusal."""

    def __init__(
        self,
        languages: Languages,
        tiles: Tiles,
        pictures: Pictures,
        refused: Callable[[str], None],
        gaps: Gaps,
    ) -> None:
        self.gaps = gaps
        self.languages = languages
        self.tiles = tiles
        self.pictures = pictures
        self.refused = refused
        self._said = Newest()  # messages of refusals; the next response deletes them

    @asynccontextmanager
    async def polite(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Send a refusal as a private sentence; log any other error and apologise.

        All store requests of one response share a deadline, those of a refusal's words included.
        """
        with one_request(), self.gaps.waiting(interaction.id):
            try:
                yield
            except (Refused, IllegalAction, BadRules, BadNotation) as refused:
                await self.refuse(interaction, refused)
            except GameDamaged as damaged:
                log.warning("%s", damaged)
                await self.refuse(interaction, Refused(Refusal.TABLE_DAMAGED))
            except (StorageTrouble, WriteRefused) as trouble:
                log.warning("the storage refused: %s", trouble)
                await self.refuse(interaction, Refused(_why(interaction, trouble)))
            except FAILED as error:
                await self._lost(interaction, error)
            except Exception:
                number = secrets.token_hex(3)
                log.exception("interaction failed, number %s", number)
                reason = Refusal.KEPT_AFTER_ALL if is_kept(interaction) else Refusal.INTERNAL
                await self.refuse(interaction, Refused(reason, id=number))

    async def _lost(self, interaction: discord.Interaction, error: Exception) -> None:
        """Report a lost response, where Discord still listens; say if the move is stored."""
        if meaning(error) in (Failure.EXPIRED, Failure.ANSWERED, Failure.GONE):
            log.debug("an answer came too late: %s", error)
            return
        log.warning("an answer was not delivered: %s", error)
        kept = is_kept(interaction)
        await self.refuse(interaction, Refused(Refusal.KEPT if kept else Refusal.ANSWER_LOST))

    async def refuse(
        self,
        interaction: discord.Interaction,
        refused: Refused | IllegalAction | BadRules | BadNotation,
    ) -> None:
        """Send a private sentence: the refusal and the way out."""
        try:
            words = await self._words(interaction)
            screen = alert_screen(self.sentence(refused, words))
            sent = await self.whisper(interaction, screen, words)
            await self._said.put(_where(interaction), sent)
        except FAILED as error:
            log.debug("a refusal was not delivered: %s", error)

    async def _words(self, interaction: discord.Interaction) -> Words:
        """Return the user's words, or the remembered ones where the store cannot be read."""
        try:
            return await self.languages.of(interaction)
        except StorageTrouble:
            return self.languages.remembered(interaction)

    def sentence(
        self, refused: Refused | IllegalAction | BadRules | BadNotation, words: Words
    ) -> str:
        """Return the sentence of a refusal, and count it."""
        match refused:
            case Refused(reason=reason, facts=facts):
                self.refused(reason.value)
                return words.refusal(reason, **facts)
            case IllegalAction(reason=rule):
                self.refused(rule.value)
                return words.refusal(rule)
            case BadRules():
                self.refused("bad_rules")
                return words.fault(refused)
            case BadNotation(text=text):
                self.refused(Refusal.UNREADABLE.value)
                return words.refusal(Refusal.UNREADABLE, text=text[:40])

    async def whisper(self, interaction: discord.Interaction, screen: Screen, words: Words) -> Sent:
        """Send a new private message, as the first response or as a follow-up."""
        view = layout(screen, self.tiles, words)
        self.gaps.answered(interaction.id)
        if answer_to(interaction) is None:
            number = await said(interaction, view, is_private=True)
            if number is not None:
                return Sent.by(interaction, number)
        # ephemeral stays ephemeral: the first response was private, or was no message
        message = await interaction.followup.send(
            view=view, ephemeral=True, allowed_mentions=_NO_MENTIONS, wait=True
        )
        return Sent.by(interaction, message.id)

    async def redraw(self, interaction: discord.Interaction, screen: Screen, words: Words) -> Sent:
        """Edit the clicked message."""
        view = layout(screen, self.tiles, words)
        self.gaps.answered(interaction.id)
        await redrawn(interaction, view)
        assert interaction.message is not None
        return Sent.by(interaction, interaction.message.id)

    async def show(self, interaction: discord.Interaction, screen: Screen, words: Words) -> Sent:
        """Show a screen privately: edit a clicked private message or deferred response, else send.

        A picture or a file takes longer than a response may, so the interaction is deferred first.
        """
        screen = shown_to(screen, words)
        try:
            sent = await self._shown(interaction, screen, words)
        except discord.NotFound as error:
            if not (is_private_click(interaction) and meaning(error) is Failure.GONE):
                raise
            # between the click and the response a newer message has replaced it
            sent = await self.whisper(interaction, screen, words)
        await self._said.put(_where(interaction), None)
        return sent

    async def _shown(self, interaction: discord.Interaction, screen: Screen, words: Words) -> Sent:
        if (pictures_of(screen) or enclosures(screen)) and answer_to(interaction) is None:
            await self.hold(interaction)
        if _is_held(interaction):
            return await self.pictures.sent(screen, partial(self._held, interaction, screen, words))
        if is_private_click(interaction) and answer_to(interaction) is None:
            return await self.redraw(interaction, screen, words)
        return await self.whisper(interaction, screen, words)

    async def _held(
        self, interaction: discord.Interaction, screen: Screen, words: Words, drawn: Drawn
    ) -> Sent:
        """Edit the deferred response; earlier pictures are removed."""
        message = await interaction.edit_original_response(
            view=layout(screen, self.tiles, words, drawn),
            attachments=[*files(drawn), *enclosures(screen)],
            allowed_mentions=_NO_MENTIONS,
        )
        return Sent.by(interaction, message.id)

    async def hold(self, interaction: discord.Interaction) -> None:
        """Defer the interaction, once, for a private response."""
        self.gaps.answered(interaction.id)
        if answer_to(interaction) is not None:
            return
        await (held if is_private_click(interaction) else thinking)(interaction)


def _why(interaction: discord.Interaction, trouble: StorageTrouble | WriteRefused) -> Refusal:
    """Return the refusal that describes a failed storage request."""
    if is_kept(interaction):
        return Refusal.KEPT
    if isinstance(trouble, WriteRefused):
        return Refusal.STORAGE_TROUBLE
    return _TROUBLES.get(trouble.trouble, Refusal.STORAGE_TROUBLE)


def _is_held(interaction: discord.Interaction) -> bool:
    """True if a private response is deferred; a deferred public message does not count."""
    match answer_to(interaction):
        case discord.InteractionResponseType.deferred_channel_message:
            return True
        case discord.InteractionResponseType.deferred_message_update:
            return is_private_click(interaction)
        case _:
            return False


def _where(interaction: discord.Interaction) -> tuple[int, int]:
    """Return the channel and the user of an interaction."""
    return interaction.channel_id or 0, interaction.user.id


def is_private_click(interaction: discord.Interaction) -> bool:
    """True if the clicked button belongs to an ephemeral message."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


_KEPT: Final = "kept"  # key in ``Interaction.extras``


def keep(interaction: discord.Interaction) -> None:
    """Note that the request of this interaction is stored: no later message may deny it."""
    interaction.extras[_KEPT] = True


def is_kept(interaction: discord.Interaction) -> bool:
    """True if the request of this interaction is stored."""
    return _KEPT in interaction.extras
