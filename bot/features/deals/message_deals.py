"""The menu *Replay*: a deal of a table, or one that somebody has pasted or attached."""

import re
from typing import Final, NamedTuple

import discord

from bot.discord_ui.handlers import menu_handlers
from bot.discord_ui.handlers.context import Context
from bot.features.deals.deal_handlers import read_typed_deal
from bot.notation.deal_code import BadCode, read_deal_code
from bot.notation.imports.reading import KINDS
from bot.presets import Presets

# A word that may be a code: as long as the shortest one, and not the end of a link or a path.
_CODE_WORD: Final = re.compile(r"(?<![\w/.#-])[\w-]{13,}(?:\.[\w-]+)?(?![\w/-])", re.ASCII)
_FENCED: Final = re.compile(r"```(?:\w*\n)?(.*?)```", re.DOTALL)
_FILE_ENDINGS: Final = (".txt", ".json", ".ppn")


class PastedDeal(NamedTuple):
    """The text of a deal in a message, or the file with it."""

    text: str
    file: discord.Attachment | None = None


async def replay_posted_deal(context: Context, message: discord.Message) -> None:
    """Replay the deal of a message of this bot, or read the one in a message of a person.

    Raises Refused: for a mistyped code with the sentence of /pref deal.
    """
    own = context.interaction.client.user
    is_own = own is not None and message.author.id == own.id
    found = None if is_own else pasted_deal(context.services.presets, message)
    if found is None:
        await menu_handlers.replay_message(context, message)
    else:
        await read_typed_deal(context, found.text, found.file)


def pasted_deal(presets: Presets, message: discord.Message) -> PastedDeal | None:
    """Return the deal that a person has put into a message; None if nothing looks like one."""
    text = deal_in_text(presets, message.content)
    if text:
        return PastedDeal(text)
    files = (one for one in message.attachments if one.filename.lower().endswith(_FILE_ENDINGS))
    file = next(files, None)
    return None if file is None else PastedDeal("", file)


def deal_in_text(presets: Presets, content: str) -> str:
    """Return the part of a text that is a deal: all of it, a block of code, or a deal code.

    A word that only looks like a code is returned where no other is one, so that its slip is told;
    "" if there is none.
    """
    blocks = [*_FENCED.findall(content), content]
    known = (block for block in blocks if any(k.is_meant(block) for k in KINDS if k.name != "code"))
    if (whole := next(known, "")).strip():
        return whole.strip()
    words = _CODE_WORD.findall(content)
    right = (word for word in words if _is_code(presets, word))
    return next(right, "") or next(filter(_is_like_code, words), "")


def _is_code(presets: Presets, word: str) -> bool:
    try:
        read_deal_code(presets, word)
    except BadCode:
        return False
    return True


def _is_like_code(word: str) -> bool:
    """Return True for a word with digits and letters of both cases, as nearly every code has."""
    is_mixed = any(letter.islower() for letter in word) and any(map(str.isupper, word[1:]))
    return is_mixed and any(map(str.isdigit, word))
