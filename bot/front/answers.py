"""Answering an interaction: one screen, one place for errors (design section 6).

Commit first, answer second: an answer that fails never undoes a move, and what goes wrong after
the commit is told as what it is.  Whatever may show cards is ephemeral from its first answer on.
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
    Trouble.DOUBTFUL: Refusal.SAVED_OR_NOT,  # it may count, so nobody is told that it does not
}

_NO_MENTIONS = discord.AllowedMentions.none()


class Answers:
    """The one voice of the bot towards whoever clicked or typed; ``refused`` hears of every no."""

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
        self._said = Newest()  # what was refused; it goes with the next answer

    @asynccontextmanager
    async def polite(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Every refusal becomes a private sentence; everything else is logged and excused.

        All that is asked of the store for this answer shares one deadline, a refusal's words too.
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
        """The answer did not arrive; where Discord still listens, say what is stored."""
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
        """A private sentence: what happened and what to do."""
        try:
            words = await self._words(interaction)
            screen = alert_screen(self.sentence(refused, words))
            sent = await self.whisper(interaction, screen, words)
            await self._said.put(_where(interaction), sent)
        except FAILED as error:
            log.debug("a refusal was not delivered: %s", error)

    async def _words(self, interaction: discord.Interaction) -> Words:
        """A storage in trouble is told of in the language that is known without it."""
        try:
            return await self.languages.of(interaction)
        except StorageTrouble:
            return self.languages.remembered(interaction)

    def sentence(
        self, refused: Refused | IllegalAction | BadRules | BadNotation, words: Words
    ) -> str:
        """What somebody is told now."""
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
        """A new private message, as the answer or, when there was one, behind it."""
        view = layout(screen, self.tiles, words)
        self.gaps.answered(interaction.id)
        if answer_to(interaction) is None:
            number = await said(interaction, view, is_private=True)
            if number is not None:
                return Sent.by(interaction, number)
        # ephemeral stays ephemeral: the first answer was private or no message at all
        message = await interaction.followup.send(
            view=view, ephemeral=True, allowed_mentions=_NO_MENTIONS, wait=True
        )
        return Sent.by(interaction, message.id)

    async def redraw(self, interaction: discord.Interaction, screen: Screen, words: Words) -> Sent:
        """The message that was clicked, drawn anew."""
        view = layout(screen, self.tiles, words)
        self.gaps.answered(interaction.id)
        await redrawn(interaction, view)
        assert interaction.message is not None
        return Sent.by(interaction, interaction.message.id)

    async def show(self, interaction: discord.Interaction, screen: Screen, words: Words) -> Sent:
        """Privately: in place when a private message was clicked or after ``hold``, else as new.

        A picture or a file takes longer than an answer may: the time for it is asked for first.
        """
        screen = shown_to(screen, words)
        try:
            sent = await self._shown(interaction, screen, words)
        except discord.NotFound as error:
            if not (is_private_click(interaction) and meaning(error) is Failure.GONE):
                raise
            # between the press and the answer a newer message has taken its place
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
        """The awaited answer; a picture that was there before goes."""
        message = await interaction.edit_original_response(
            view=layout(screen, self.tiles, words, drawn),
            attachments=[*files(drawn), *enclosures(screen)],
            allowed_mentions=_NO_MENTIONS,
        )
        return Sent.by(interaction, message.id)

    async def hold(self, interaction: discord.Interaction) -> None:
        """Ask for more time, once, for an answer that only this person will see."""
        self.gaps.answered(interaction.id)
        if answer_to(interaction) is not None:
            return
        await (held if is_private_click(interaction) else thinking)(interaction)


def _why(interaction: discord.Interaction, trouble: StorageTrouble | WriteRefused) -> Refusal:
    """What is said of a storage that failed."""
    if is_kept(interaction):
        return Refusal.KEPT
    if isinstance(trouble, WriteRefused):
        return Refusal.STORAGE_TROUBLE
    return _TROUBLES.get(trouble.trouble, Refusal.STORAGE_TROUBLE)


def _is_held(interaction: discord.Interaction) -> bool:
    """Whether a private answer is awaited; a public message that was deferred is none."""
    match answer_to(interaction):
        case discord.InteractionResponseType.deferred_channel_message:
            return True
        case discord.InteractionResponseType.deferred_message_update:
            return is_private_click(interaction)
        case _:
            return False


def _where(interaction: discord.Interaction) -> tuple[int, int]:
    """Who is answered in which channel."""
    return interaction.channel_id or 0, interaction.user.id


def is_private_click(interaction: discord.Interaction) -> bool:
    """Whether a button of an ephemeral message was pressed."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


_KEPT: Final = "kept"  # in what the library lets us note beside an interaction


def keep(interaction: discord.Interaction) -> None:
    """What this person asked for is stored: from now on nothing may say that it is not."""
    interaction.extras[_KEPT] = True


def is_kept(interaction: discord.Interaction) -> bool:
    """Whether something was stored for this interaction."""
    return _KEPT in interaction.extras
