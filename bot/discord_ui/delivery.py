"""Delivery of messages: nonces, the first response to an interaction, private messages.

Edits are plain requests below the library's objects, as read in discord.py 2.7.1
(``tests/test_library_internals.py``).
"""

import asyncio
import hashlib
import json
import logging
import time
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, Final, NamedTuple, Self

import aiohttp
import discord
from discord import InteractionResponseType, ui
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import async_context

from bot.discord_ui.failures import (
    REQUEST_ERRORS,
    UNKNOWN_OUTCOME,
    RequestFailure,
    await_response,
    failure_of,
)
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record, field, replace

if TYPE_CHECKING:
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace
    from discord.types.message import Message as MessageJson

log = logging.getLogger(__name__)

# Message nonces: Discord posts a message with the same nonce only once within some minutes.
#
# So a retried post, after a timeout or a kill, makes no second message.


def nonce_of(purpose: str) -> str:
    """Return a nonce for a purpose: short enough for Discord, and equal for equal purposes."""
    return hashlib.blake2b(purpose.encode(), digest_size=12).hexdigest()


# Edits as plain requests.
#
# The library makes a message with all its components of every answer to an edit, which nobody
# reads: that was a twentieth of a move. An edit needs the id and the attachments, and the answer to
# a click nothing, so Discord is not asked to describe the message.


_NO_MENTIONS: Final = discord.AllowedMentions.none()
_NOBODY: Final = _NO_MENTIONS.to_dict()
_COMPONENTS_V2: Final = discord.MessageFlags(components_v2=True).value
_KEPT_FIELDS: Final = (
    *("id", "filename", "description", "content_type", "size"),
    *("url", "proxy_url", "height", "width"),
)


ComponentJson = dict[str, object]
"""One component, as sent to Discord."""
BodyPart = dict[str, object]
"""One part of a body with files, by the names of aiohttp."""


class KeptAttachment(NamedTuple):
    """An attachment of a message, as Discord described it; an edit that names it keeps it."""

    filename: str
    fields: Mapping[str, object]

    def to_dict(self) -> dict[str, object]:
        """Return what an edit says of it."""
        return {name: self.fields[name] for name in _KEPT_FIELDS if name in self.fields}


Attachment = discord.Attachment | KeptAttachment
"""An attachment that a message has already."""


class EditedMessage(NamedTuple):
    """A message as Discord describes it after an edit."""

    id: int
    attachments: tuple[KeptAttachment, ...]


def edit_parameters(
    components: Sequence[ComponentJson], attachments: Sequence[Attachment | discord.File]
) -> MultipartParameters:
    """Return the body of an edit that replaces components and attachments and mentions nobody."""
    files = [one for one in attachments if isinstance(one, discord.File)]
    kept = [one.to_dict() for one in attachments if not isinstance(one, discord.File)]
    payload: dict[str, object] = {
        "components": components,
        "flags": _COMPONENTS_V2,
        "allowed_mentions": _NOBODY,
        "attachments": [*kept, *(file.to_dict(n) for n, file in enumerate(files))],
    }
    if not files:
        return MultipartParameters(payload, None, None)
    text: BodyPart = {"name": "payload_json", "value": json.dumps(payload, separators=(",", ":"))}
    return MultipartParameters(None, [text, *starmap(_file_part, enumerate(files))], files)


def _file_part(number: int, file: discord.File) -> BodyPart:
    content: BodyPart = {"value": file.fp, "content_type": "application/octet-stream"}
    return {"name": f"files[{number}]", "filename": file.filename, **content}


def _edited(data: "MessageJson") -> EditedMessage:
    """Return what Discord says of an edited message.  KeyError, TypeError for anything else."""
    kept = (KeptAttachment(one["filename"], one) for one in data["attachments"])
    return EditedMessage(int(data["id"]), tuple(kept))


async def edit_public(
    client: discord.Client,
    message: discord.PartialMessage,
    components: Sequence[ComponentJson],
    attachments: Sequence[Attachment | discord.File] = (),
) -> EditedMessage:
    """Replace a message of a channel by a screen with these attachments.

    Raises as the library does, and KeyError or TypeError for an unreadable response.
    """
    with edit_parameters(components, attachments) as body:
        where = message.channel.id, message.id
        return _edited(await client.http.edit_message(*where, params=body))


async def edit_original(
    interaction: discord.Interaction,
    components: Sequence[ComponentJson],
    attachments: Sequence[Attachment | discord.File] = (),
) -> EditedMessage:
    """Replace the message of a deferred response.  Raises as ``edit_public``."""
    webhook = interaction.followup
    with edit_parameters(components, attachments) as body:
        data = await async_context.get().edit_original_interaction_response(
            *(interaction.application_id, interaction.token),
            session=webhook.session,
            payload=body.payload,
            multipart=body.multipart,
            files=body.files,
        )
    return _edited(data)


# Delivery of the first response to an interaction.
#
# The first response may have arrived even if the request failed. After a 5xx the library sends it
# again; where the first had arrived, Discord rejects the second, and the library knows of no
# response at all. So this module notes its knowledge in the interaction's extras. A timer defers a
# slow interaction, so a lock there keeps the timer and the handler from responding both.


_ARRIVED_TYPE: Final = "arrived"  # type of the first response, where the library assumes none
_MAYBE_TYPE: Final = "maybe"  # type of a response that may have arrived
_LOCK: Final = "lock"  # held while the first response is under way
_Callback = discord.InteractionCallbackResponse[discord.Client]


def first_response_type(interaction: discord.Interaction) -> InteractionResponseType | None:
    """Return the type of the first response; None while there is none."""
    noted: InteractionResponseType | None = interaction.extras.get(_ARRIVED_TYPE)
    return interaction.response.type or noted


async def send_response(
    interaction: discord.Interaction, view: ui.LayoutView, *, is_private: bool
) -> int | None:
    """Send a new message as the first response; return its id, 0 where it cannot be found.

    None: an earlier response had arrived unnoticed.  Raises as the library does.
    """
    sending = interaction.response.send_message(
        view=view, ephemeral=is_private, allowed_mentions=_NO_MENTIONS
    )
    sent = await _await_first(interaction, InteractionResponseType.channel_message, sending)
    if sent is not None:
        return sent.message_id or 0
    return None if _MAYBE_TYPE in interaction.extras else await response_message_id(interaction)


async def edit_clicked(
    interaction: discord.Interaction, components: Sequence[ComponentJson]
) -> bool:
    """Edit the clicked message; False if the interaction has been deferred meanwhile."""
    kind = InteractionResponseType.message_update
    await _await_first(interaction, kind, _edit_by_response(interaction, components))
    deferred = InteractionResponseType.deferred_message_update
    return first_response_type(interaction) is not deferred


async def _edit_by_response(
    interaction: discord.Interaction, components: Sequence[ComponentJson]
) -> None:
    webhook = interaction.followup
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    with edit_parameters(components, ()) as body:
        kind = InteractionResponseType.message_update
        payload = {"type": kind.value, "data": body.payload}
        await async_context.get().request(route, session=webhook.session, payload=payload)
    interaction.extras[_ARRIVED_TYPE] = kind


async def send_modal(interaction: discord.Interaction, form: ui.Modal) -> None:
    """Open a form.  Raises Refused if the interaction has been deferred meanwhile."""
    async with interaction.extras.setdefault(_LOCK, asyncio.Lock()):
        if first_response_type(interaction) is not None:
            raise Refused(Refusal.ANSWER_LOST)
        await interaction.response.send_modal(form)


async def defer_update(interaction: discord.Interaction) -> None:
    """Defer; the clicked message stays as it is for now."""
    kind = InteractionResponseType.deferred_message_update
    await _await_first(interaction, kind, interaction.response.defer())


async def defer_private(interaction: discord.Interaction) -> None:
    """Defer; a private message follows."""
    kind = InteractionResponseType.deferred_channel_message
    await _await_first(interaction, kind, interaction.response.defer(ephemeral=True, thinking=True))


async def response_message_id(interaction: discord.Interaction) -> int:
    """Return the id of the first response's message; 0 where it cannot be found."""
    try:
        return (await interaction.original_response()).id
    except REQUEST_ERRORS as error:
        log.debug("an answer was not found: %s", error)
        return 0


async def _await_first(
    interaction: discord.Interaction,
    kind: InteractionResponseType,
    sending: Coroutine[None, None, _Callback | None],
) -> _Callback | None:
    """Await the first response; None where this one or an earlier one had arrived already."""
    async with interaction.extras.setdefault(_LOCK, asyncio.Lock()):
        if (earlier := first_response_type(interaction)) is not None:
            sending.close()
            interaction.extras.setdefault(_MAYBE_TYPE, earlier)
            return None
        try:
            return await sending
        except REQUEST_ERRORS as error:
            if failure_of(error) in UNKNOWN_OUTCOME:
                interaction.extras.setdefault(_MAYBE_TYPE, kind)
            if failure_of(error) is not RequestFailure.ANSWERED:
                raise
        interaction.extras[_ARRIVED_TYPE] = interaction.extras.get(_MAYBE_TYPE, kind)
        return None


def release(interaction: discord.Interaction) -> None:
    """Let an interaction that has ended go without the garbage collector; it cannot respond again.

    It and its response refer to each other: thirty objects a click, whose collection now and then
    held up a click by tens of milliseconds.
    """
    setattr(interaction.response, "_parent", None)  # noqa: B010  the library expects an interaction


# Private messages that can be edited and deleted while the token of their interaction lives.
#
# Nothing of it is stored: after a restart an old message is harmless, because its buttons carry
# complete commands.

UPDATE_SECONDS: Final = 14 * 60  # seconds of updates to a message
GRACE_SECONDS: Final = 45  # seconds after that in which it can still be deleted


OWN_COMMAND_KEY: Final = "own"  # in ``extras`` of a command that belongs to no server


def server_of(interaction: discord.Interaction) -> int | None:
    """Return the server of an interaction; None in messages, and where the bot is no member.

    A command that users install for themselves reaches the bot from servers that never invited it:
    nothing of those is read or written.
    """
    is_own = interaction.is_user_integration() and not interaction.is_guild_integration()
    return None if is_own or OWN_COMMAND_KEY in interaction.extras else interaction.guild_id


class MessageReader(NamedTuple):
    """The reader of a private message, its server and channel, and their Discord locale."""

    user_id: int
    guild_id: int | None
    channel_id: int | None
    preferred: str

    @classmethod
    def from_interaction(cls, interaction: discord.Interaction) -> Self:
        where = server_of(interaction), interaction.channel_id
        return cls(interaction.user.id, *where, interaction.locale.value)


class PrivateMessage(Record):
    """A sent private message; it keeps only the ``webhook`` of its interaction.

    An interaction itself would hold the clicked message, and a reference cycle.
    """

    reader: MessageReader
    webhook: discord.Webhook
    message_id: int
    sent_at: float = field(default_factory=time.monotonic)

    @classmethod
    def from_interaction(cls, interaction: discord.Interaction, message_id: int) -> Self:
        """Return a message that the token of this interaction can edit."""
        return cls(MessageReader.from_interaction(interaction), interaction.followup, message_id)

    @property
    def is_editable(self) -> bool:
        return time.monotonic() - self.sent_at < UPDATE_SECONDS + GRACE_SECONDS

    async def edit(
        self, components: Sequence[ComponentJson], attachments: Sequence[Attachment | discord.File]
    ) -> EditedMessage:
        """Replace the message by a screen with these attachments.  Raises as ``edit_public``."""
        webhook = self.webhook
        assert webhook.token is not None  # the one of its interaction
        with edit_parameters(components, attachments) as body:
            data = await async_context.get().edit_webhook_message(
                *(webhook.id, webhook.token, self.message_id),
                session=webhook.session,
                payload=body.payload,
                multipart=body.multipart,
                files=body.files,
            )
        return _edited(data)

    async def repeat(
        self, view: ui.LayoutView, files: Sequence[discord.File]
    ) -> tuple["PrivateMessage", discord.Message]:
        """Send a screen at the end of the channel, by the same token.  Raises as the library does.

        The new message lives no longer than this one.
        """
        sent = await self.webhook.send(
            view=view,
            files=files,
            ephemeral=True,
            allowed_mentions=_NO_MENTIONS,
            wait=True,
        )
        return replace(self, message_id=sent.id), sent

    async def delete(self) -> None:
        """Delete the message, if it is still there."""
        if not self.is_editable:
            return
        try:
            await await_response(self.webhook.delete_message(self.message_id))
        except REQUEST_ERRORS as error:
            log.debug("a private message stays: %s", error)


class NewestMessages:
    """The newest message of every user in every channel; a newer one deletes it."""

    def __init__(self) -> None:
        self._messages: dict[tuple[int, int], PrivateMessage] = {}  # the oldest first

    async def replace(self, interaction: discord.Interaction, sent: PrivateMessage) -> None:
        """Store the newest message of a channel and user; drop those with dead tokens."""
        key = self._key(interaction)
        before = self._messages.pop(key, None)
        self._messages[key] = sent
        while self._messages and not (oldest := next(iter(self._messages.values()))).is_editable:
            del self._messages[oldest.reader.channel_id or 0, oldest.reader.user_id]
        if before is not None:
            await before.delete()

    def forget_clicked(self, interaction: discord.Interaction) -> None:
        """Forget the newest message if it was clicked: a screen takes its place."""
        key, clicked = self._key(interaction), interaction.message
        before = self._messages.get(key)
        if before is not None and clicked is not None and before.message_id == clicked.id:
            del self._messages[key]

    async def delete(self, interaction: discord.Interaction) -> None:
        """Forget the newest message, and delete it."""
        before = self._messages.pop(self._key(interaction), None)
        if before is not None:
            await before.delete()

    @staticmethod
    def _key(interaction: discord.Interaction) -> tuple[int, int]:
        return interaction.channel_id or 0, interaction.user.id


# Global rate limiter for Discord requests.
#
# The library reads the limit of a channel from Discord's responses. It learns of the limit on all
# requests of a bot together only from a rejection, and Discord bans bots that are rejected too
# often. So every request that counts against this limit waits here for its turn. Responses to
# interactions, and messages sent by their tokens, are exempt (design section 6).
#
# Between its turn and the socket a request waits for other things: its drawing for the interactions
# that nobody has answered, the library for the limit of its channel or before it tries again. What
# waited for the same thing would go in one moment. So the requests that really leave are counted
# once more where the library takes a connection, and there the excess waits.

_BURST: Final = 3  # burst after an idle period: a deal ends and the next begins
_WINDOW_SECONDS: Final = 1.1  # Discord counts those of a second as they arrive, some of them late
_EXEMPT_ROUTES: Final = ("/interactions/", "/webhooks/")


class RateLimiter:
    """Spaces requests evenly, first come first served; awaited requests go before drawings."""

    def __init__(self, per_second: float) -> None:
        """Allow ``per_second`` requests; infinity turns the limiter off, without a clock."""
        self._interval = 1 / per_second
        self._next_slot = 0.0  # time of the next free slot, by the clock of the loop
        self._awaited: deque[asyncio.Future[None]] = deque()
        self._drawings: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        most = max(1, int(_WINDOW_SECONDS * per_second)) if self._interval else 0
        self._sent: deque[float] = deque(maxlen=most)  # when the last ones left
        self._sending = asyncio.Lock()  # held while one that may leave must wait

    async def acquire(self, *, is_awaited: bool = False) -> None:
        """Wait until one request may go; ``is_awaited``: somebody waits for its result.

        Callers draw a screen after this wait, so that it shows the newest state.  An operation of
        several requests makes the later ones as awaited.
        """
        if not self._interval:
            return
        asked = asyncio.get_running_loop().create_future()
        (self._awaited if is_awaited else self._drawings).append(asked)
        self._release(asyncio.get_running_loop().time())
        await asked

    async def wait_to_send(self) -> None:
        """Wait until a request may leave, whoever sends it: a retry has had no turn of its own."""
        if not self._interval:
            return
        clock = asyncio.get_running_loop().time
        async with self._sending:
            if (wait := self._window_end() - clock()) > 0:
                await asyncio.sleep(wait)
            self._sent.append(clock())

    def queue_length(self) -> int:
        """Return the number of queued requests."""
        return sum(not asked.done() for asked in (*self._awaited, *self._drawings))

    def delay(self) -> float:
        """Return for how long a new drawing would wait, in seconds."""
        return (len(self._awaited) + len(self._drawings)) * self._interval

    def room(self, seconds: float) -> int | None:
        """Return how many more drawings would go within so many seconds; None without a limit."""
        if (left := seconds - self.delay()) <= 0:
            return 0
        return int(left / self._interval) if self._interval else None

    def _window_end(self) -> float:
        """Return when one more request may leave: as many as the window takes, spread over it."""
        if len(self._sent) < (most := self._sent.maxlen or 0):
            return 0.0
        return self._sent[0] + most * self._interval

    def _release(self, now: float) -> None:
        """Release all requests whose slot has come, and set a timer for the next."""
        while queue := self._next_queue():
            if self._sending.locked():  # too many have left: turns given now would only add to them
                self._next_slot = max(self._next_slot, self._window_end())
            if now < self._next_slot:
                if self._timer is None:
                    loop = asyncio.get_running_loop()
                    self._timer = loop.call_at(self._next_slot, self._on_timer, self._next_slot)
                return
            self._next_slot = (
                max(self._next_slot, now - (_BURST - 1) * self._interval) + self._interval
            )
            queue.popleft().set_result(None)

    def _on_timer(self, scheduled: float) -> None:
        """Release requests on the timer, which may fire slightly early."""
        self._timer = None
        self._release(max(scheduled, asyncio.get_running_loop().time()))

    def _next_queue(self) -> deque[asyncio.Future[None]] | None:
        """Return the queue that is served next, without its cancelled requests."""
        for queue in (self._awaited, self._drawings):
            while queue and queue[0].done():
                queue.popleft()
            if queue:
                return queue
        return None


class LimitedConnector(aiohttp.TCPConnector):
    """Connections of the library, on which requests leave no faster than the limiter allows."""

    def __init__(self, rate_limiter: RateLimiter) -> None:
        super().__init__(limit=0)  # as many as wanted, like the library's own
        self._rate_limiter = rate_limiter

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list["Trace"],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109  as the base names it
    ) -> "Connection":
        """Wait for the limit where a request counts, then for a connection."""
        path = req.url.raw_path
        is_counted = "/api/" in path and not any(route in path for route in _EXEMPT_ROUTES)
        if is_counted:
            await self._rate_limiter.wait_to_send()
        return await super().connect(req, traces, timeout)
