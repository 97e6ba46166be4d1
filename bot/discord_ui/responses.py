"""Responses to interactions: one screen each, and one place for errors (design section 6).

Commit first, respond second: a failed response never undoes a move, and an error after the commit
is reported as such.  Any response that may show cards is ephemeral from the first one on.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import discord

from bot.background.table_tasks import IdleGate
from bot.discord_ui import delivery, people
from bot.discord_ui.failures import REQUEST_ERRORS, RequestFailure, failure_of
from bot.discord_ui.messages import layout, pictures
from bot.engine.rules import BadNotation, BadRules, IllegalAction
from bot.model.refusals import Refusal, Refused
from bot.render.announcement_screens import alert_screen, refusal_screen
from bot.render.screen import AttachedFile, PictureBlock, Screen
from bot.render.words import Words
from bot.store import GameDamaged, StorageTrouble, Trouble, WriteRefused, request_deadline

log = logging.getLogger(__name__)

_TROUBLES: Final = {
    Trouble.DAMAGED: Refusal.FILE_DAMAGED,
    Trouble.DOUBTFUL: Refusal.SAVED_OR_NOT,  # the move may count, so no message denies it
}

_DEFERRED_MESSAGE: Final = discord.InteractionResponseType.deferred_channel_message
_DEFERRED_UPDATE: Final = discord.InteractionResponseType.deferred_message_update
_NO_MENTIONS = discord.AllowedMentions.none()
# in ``discord.Interaction.extras``
STORED_KEY: Final = "kept"  # once the request is stored
HAND_KEY: Final = "hand"  # the table at which the user has a hand
_SLOW: Final = "slow"  # there once a slow interaction was deferred by the timer
_COMPLETED: Final = "completed"  # there once a message has replaced a deferred response


class RepeatedInteraction(Exception):
    """Discord delivered an interaction again; the first delivery acts and responds."""


class Responder:
    """Sends all responses to interactions; calls ``on_refusal`` with the name of every refusal.

    An interaction without a response is deferred after ``defer_after`` seconds.
    """

    def __init__(
        self,
        preferences: people.PreferenceCache,
        assets: layout.Assets,
        pictures: pictures.PictureSender,
        on_refusal: Callable[[str], None],
        idle_gate: IdleGate,
        defer_after: float,
    ) -> None:
        self._defer_after = defer_after
        self.idle_gate = idle_gate
        self.preferences = preferences
        self.assets = assets
        self.pictures = pictures
        self.on_refusal = on_refusal
        self._refusal_messages = delivery.NewestMessages()  # the next response deletes them

    @asynccontextmanager
    async def report_errors(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Send a refusal as a private sentence; log any other error and apologise.

        All store requests of one response share a deadline, those of a refusal's words included.
        """
        with request_deadline(), self.idle_gate.track(interaction.id):
            try:
                async with self._defer_when_slow(interaction):
                    yield
                if delivery.first_response_type(interaction) is _DEFERRED_MESSAGE:
                    await self._complete_deferral(interaction)
            except (Refused, IllegalAction, BadRules, BadNotation) as refused:
                await self.refuse(interaction, refused)
            except RepeatedInteraction:
                log.info("an interaction was delivered again")
            except GameDamaged as damaged:
                log.warning("%s", damaged)
                await self.refuse(interaction, Refused(Refusal.TABLE_DAMAGED))
            except (StorageTrouble, WriteRefused) as trouble:
                log.warning("the storage refused: %s", trouble)
                await self.refuse(interaction, Refused(_storage_refusal(interaction, trouble)))
            except REQUEST_ERRORS as error:
                await self._report_lost_response(interaction, error)
            except Exception:
                number = secrets.token_hex(3)
                log.exception("interaction failed, number %s", number)
                reason = Refusal.KEPT_AFTER_ALL if is_stored(interaction) else Refusal.INTERNAL
                await self.refuse(interaction, Refused(reason, id=number))
            finally:
                delivery.release(interaction)

    @asynccontextmanager
    async def _defer_when_slow(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Defer an interaction whose work, such as a commit to a slow disk, takes too long.

        Discord drops an interaction after three seconds; a deferred one can be answered later.
        """
        deferring: list[asyncio.Task[None]] = []

        def begin() -> None:
            deferring.append(asyncio.create_task(self._defer_slow(interaction)))

        timer = asyncio.get_running_loop().call_later(self._defer_after, begin)
        try:
            yield
        finally:
            timer.cancel()
            if deferring:
                await asyncio.gather(*deferring)

    async def _defer_slow(self, interaction: discord.Interaction) -> None:
        if delivery.first_response_type(interaction) is not None:
            return
        log.warning("an interaction takes longer than %s s and is deferred", self._defer_after)
        interaction.extras[_SLOW] = True
        try:
            await self.defer(interaction)
        except REQUEST_ERRORS as error:
            log.debug("an interaction was not deferred: %s", error)

    async def _complete_deferral(self, interaction: discord.Interaction) -> None:
        """Replace a "thinking ..." that nothing replaced; it would stay until its token expires."""
        if _COMPLETED in interaction.extras:
            return
        if _SLOW in interaction.extras and is_stored(interaction):
            await self.refuse(interaction, Refused(Refusal.KEPT))
            return
        if _SLOW not in interaction.extras:
            log.error("an interaction was deferred and got no response")
        await interaction.delete_original_response()

    async def _report_lost_response(
        self, interaction: discord.Interaction, error: Exception
    ) -> None:
        """Report a lost response, where Discord still listens; say if the move is stored."""
        if failure_of(error) in (
            RequestFailure.EXPIRED,
            RequestFailure.ANSWERED,
            RequestFailure.GONE,
        ):
            log.debug("an answer came too late: %s", error)
            return
        log.warning("an answer was not delivered: %s", error)
        kept = is_stored(interaction)
        await self.refuse(interaction, Refused(Refusal.KEPT if kept else Refusal.ANSWER_LOST))

    async def refuse(
        self,
        interaction: discord.Interaction,
        refused: Refused | IllegalAction | BadRules | BadNotation,
    ) -> None:
        """Send a private sentence: the refusal and the way out."""
        try:
            words = await self._words_if_possible(interaction)
            text, game = self.render_refusal(refused, words), interaction.extras.get(HAND_KEY)
            screen = alert_screen(text) if game is None else refusal_screen(text, game, words)
            sent = await self.send_private(interaction, screen, words)
            await self._refusal_messages.replace(interaction, sent)
        except REQUEST_ERRORS as error:
            log.debug("a refusal was not delivered: %s", error)

    async def _words_if_possible(self, interaction: discord.Interaction) -> Words:
        """Return the user's words, or the remembered ones where the store cannot be read."""
        try:
            return await self.preferences.words_for(interaction)
        except StorageTrouble:
            return self.preferences.cached_words(interaction)

    def render_refusal(
        self, refused: Refused | IllegalAction | BadRules | BadNotation, words: Words
    ) -> str:
        """Return the sentence of a refusal, and count it."""
        match refused:
            case Refused(reason=reason, facts=facts):
                self.on_refusal(reason.value)
                return words.refusal(reason, **facts)
            case IllegalAction(reason=rule):
                self.on_refusal(rule.value)
                return words.refusal(rule)
            case BadRules():
                self.on_refusal("bad_rules")
                return words.rules_fault(refused)
            case BadNotation(text=text):
                self.on_refusal(Refusal.UNREADABLE.value)
                return words.refusal(Refusal.UNREADABLE, text=text[:40])

    async def send_private(
        self, interaction: discord.Interaction, screen: Screen, words: Words
    ) -> delivery.PrivateMessage:
        """Send a new private message, as the first response or as a follow-up."""
        view = layout.build_layout(screen, self.assets, words)
        self.idle_gate.mark_answered(interaction.id)
        if delivery.first_response_type(interaction) is None:
            number = await delivery.send_response(interaction, view, is_private=True)
            if number is not None:
                return delivery.PrivateMessage.from_interaction(interaction, number)
        # ephemeral stays ephemeral: the first response was private, or was no message
        message = await interaction.followup.send(
            view=view, ephemeral=True, allowed_mentions=_NO_MENTIONS, wait=True
        )
        interaction.extras[_COMPLETED] = True
        return delivery.PrivateMessage.from_interaction(interaction, message.id)

    async def show(
        self,
        interaction: discord.Interaction,
        screen: Screen,
        words: Words,
        redraw: pictures.Redraw | None = None,
    ) -> delivery.PrivateMessage:
        """Show a screen privately: edit a clicked private message or deferred response, else send.

        A picture or a file takes longer than a response may, so the interaction is deferred first.
        ``redraw`` as in ``PictureSender.send``.
        """
        # no refusal that arrives during the edit may delete the message of the edit
        self._refusal_messages.forget_clicked(interaction)
        screen = self.pictures.choose_form(screen, words, interaction.user.id, redraw)
        try:
            sent = await self._deliver(interaction, screen, words, redraw)
        except discord.NotFound as error:
            if not (is_private_click(interaction) and failure_of(error) is RequestFailure.GONE):
                raise
            # between the click and the response a newer message has replaced it
            sent = await self.send_private(interaction, screen, words)
        await self._refusal_messages.delete(interaction)
        return sent

    async def _deliver(
        self,
        interaction: discord.Interaction,
        screen: Screen,
        words: Words,
        redraw: pictures.Redraw | None,
    ) -> delivery.PrivateMessage:
        is_click = is_private_click(interaction)  # of a public message no deferred update counts
        has_files = any(isinstance(block, PictureBlock | AttachedFile) for block in screen.blocks)
        if has_files and delivery.first_response_type(interaction) is None:
            await self.defer(interaction)
        kind = delivery.first_response_type(interaction)
        if kind is _DEFERRED_MESSAGE or (is_click and kind is _DEFERRED_UPDATE):
            edit = partial(self._edit_deferred, interaction, screen, words)
            place = interaction.user.id
            return await self.pictures.send(screen, place, edit, redraw)
        clicked = interaction.message if is_click and kind is None else None
        if clicked is None:
            return await self.send_private(interaction, screen, words)
        shown = layout.build_components(screen, self.assets, words)
        self.idle_gate.mark_answered(interaction.id)
        if not await delivery.edit_clicked(interaction, shown):
            await delivery.edit_original(interaction, shown)
        self.pictures.sent.take(clicked.id, layout.NO_PICTURES)
        return delivery.PrivateMessage.from_interaction(interaction, clicked.id)

    async def _edit_deferred(
        self,
        interaction: discord.Interaction,
        screen: Screen,
        words: Words,
        drawn: layout.DrawnPictures,
    ) -> delivery.PrivateMessage:
        """Edit the deferred response; pictures that it shows no more are removed."""
        clicked = interaction.message if is_private_click(interaction) else None
        sent = self.pictures.sent
        shown = layout.build_components(screen, self.assets, words, drawn)
        drawings = layout.picture_files(drawn) if clicked is None else sent.take(clicked.id, drawn)
        files = (*drawings, *layout.enclosed_files(screen))
        message = await delivery.edit_original(interaction, shown, files)
        interaction.extras[_COMPLETED] = True
        sent.remember(message)
        return delivery.PrivateMessage.from_interaction(interaction, message.id)

    async def defer(self, interaction: discord.Interaction) -> None:
        """Defer the interaction, once, for a private response."""
        self.idle_gate.mark_answered(interaction.id)
        if delivery.first_response_type(interaction) is not None:
            return
        await (delivery.defer_update if is_private_click(interaction) else delivery.defer_private)(
            interaction
        )


def _storage_refusal(
    interaction: discord.Interaction, trouble: StorageTrouble | WriteRefused
) -> Refusal:
    """Return the refusal that describes a failed storage request."""
    if is_stored(interaction):
        return Refusal.KEPT
    if isinstance(trouble, WriteRefused):
        return Refusal.STORAGE_TROUBLE
    return _TROUBLES.get(trouble.trouble, Refusal.STORAGE_TROUBLE)


def is_private_click(interaction: discord.Interaction) -> bool:
    """True if the clicked button belongs to an ephemeral message."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def is_stored(interaction: discord.Interaction) -> bool:
    """True if the request of this interaction is stored."""
    return STORED_KEY in interaction.extras
