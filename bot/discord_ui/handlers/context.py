"""Services of the handlers, and the context of one interaction."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Concatenate, Final, Generic, ParamSpec, TypeVar

import discord

from bot.analysis.advice import JudgedCall
from bot.analysis.postmortem import DealRecord, DoubleDummyRow, PostMortem
from bot.analysis.problems.collection import ProblemCollection
from bot.analysis.problems.problem import Problem
from bot.background.driver import Driver
from bot.background.ruling_writer import RulingWriter
from bot.background.weekly_tables import WeeklyOpener
from bot.discord_ui import channels, delivery, people, responses
from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.event_lists import ServerEvents
from bot.discord_ui.messages.live_hands import HandInputs, LiveHands
from bot.discord_ui.messages.notifier import Notifier
from bot.discord_ui.messages.painter import Painter, PublicMessages
from bot.discord_ui.messages.pictures import Redraw
from bot.discord_ui.quotas import InvitationQuota, ShareQuota, UserQuotas
from bot.discord_ui.table_data import TableDataLoader
from bot.engine import cards, view
from bot.engine.rules import Rules
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record, field, replace
from bot.presets import Presets
from bot.render.hand.typed_input import ActionParser, action_parser
from bot.render.screen import Screen
from bot.render.study.scored_deal import TakeBackRecord
from bot.render.words import Words
from bot.store import Store
from bot.store.records import SeatHolder
from bot.tables import Table, TableRegistry
from bot.tables.state import ChangeContext, TableState
from bot.workers import WorkerPool

_MAX_DEALS: Final = 64


class ComputedDeal(Record):
    """A computed post-mortem; ``version`` is the game's version just after the deal."""

    rules: Rules
    version: int
    sittings: tuple[SeatHolder, ...]
    found: PostMortem
    makeable: tuple[DoubleDummyRow, ...] | None  # None: the time ran out
    taken_back: tuple[TakeBackRecord, ...]
    hurried: int
    forced: tuple[tuple[cards.Seat, int], ...]  # cards played for each seat, without a choice


class WeighedCalls(Record):
    """The calls of a deal that are weighed so far.

    ``lines`` of the record had a choice; ``found`` has None for a call that took too long.  Who
    holds ``lock`` weighs the next one.
    """

    record: DealRecord
    lines: tuple[int, ...]
    found: dict[int, JudgedCall | None] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def next_line(self) -> int | None:
        """The first line that is not weighed; None once all are."""
        return next((line for line in self.lines if line not in self.found), None)


C = TypeVar("C")


class DealCache(Generic[C]):
    """The newest analyses of one kind, by game and deal, so that a second look costs nothing.

    It is optional: every button carries enough to compute its deal again.
    """

    def __init__(self) -> None:
        self._computed: OrderedDict[tuple[int, int], C] = OrderedDict()

    def get(self, game_id: int, deal: int) -> C | None:
        return self._computed.get((game_id, deal))

    def put(self, game_id: int, deal: int, worked: C) -> None:
        self._computed[game_id, deal] = worked
        self._computed.move_to_end((game_id, deal))
        if len(self._computed) > _MAX_DEALS:
            self._computed.popitem(last=False)

    def forget(self, game_ids: Collection[int]) -> None:
        """Drop the analyses of games with erased users."""
        for key in [key for key in self._computed if key[0] in game_ids]:
            del self._computed[key]


P = ParamSpec("P")


class Services(Record):
    """Services that the handlers use."""

    tables: TableRegistry
    preferences: people.PreferenceCache
    names: people.NameCache
    table_data: TableDataLoader
    public_messages: PublicMessages
    live_hands: LiveHands
    responder: responses.Responder
    painter: Painter
    driver: Driver
    workers: WorkerPool
    quotas: UserQuotas
    threads: channels.TableThreads
    weekly_tables: WeeklyOpener
    ruling_writer: RulingWriter
    server_events: ServerEvents
    invitation_quota: InvitationQuota
    rate_limiter: RateLimiter
    replay_url: str = ""  # of the replay page; "" where the host has none
    post_mortems: DealCache[ComputedDeal] = field(default_factory=DealCache[ComputedDeal])
    weighed_calls: DealCache[WeighedCalls] = field(default_factory=DealCache[WeighedCalls])
    opening_solo: set[int] = field(
        default_factory=set
    )  # users whose solo table is just being opened
    playing_daily: set[int] = field(default_factory=set)
    """Users for whom the robots of the six deals are thinking: one course each at a time."""
    deal_forms: dict[int, dict[str, str]] = field(default_factory=dict)
    """The last faulty form of hands of each user, to be corrected; a restart forgets it."""
    posed_problems: dict[str, Problem] = field(default_factory=dict)
    """Problems from deals of people by their key: posing one again takes a tenth of a second."""
    graded_problems: dict[int, ProblemCollection] = field(default_factory=dict)
    """The problems with the grades that people's first tries gave them, by the hour of counting."""
    share_quota: ShareQuota = field(default_factory=ShareQuota)
    on_league_change: list[Callable[[], None]] = field(default_factory=list)
    """Called after a league has changed: something may be due."""
    daily_posts: dict[tuple[int, int, int], asyncio.Task[None]] = field(default_factory=dict)
    """Running posts of a solved daily problem, by user, server and day."""

    @property
    def store(self) -> Store:
        return self.tables.services.store

    @property
    def presets(self) -> Presets:
        return self.tables.services.presets

    def forget(self, people: Collection[int], game_ids: Collection[int]) -> None:
        """Drop erased users, and the games that showed their names, from all caches."""
        for user_id in people:
            self.names.forget(user_id)
            self.preferences.forget(user_id)
            self.live_hands.drop_user(user_id)
            self.deal_forms.pop(user_id, None)
        self.post_mortems.forget(game_ids)
        self.weighed_calls.forget(game_ids)

    @property
    def notifier(self) -> Notifier:
        return self.painter.notifier

    def typed_input(self, view: view.SeatView, words: Words) -> ActionParser:
        """Return the parser of typed moves for a player, in any language."""
        return action_parser(view, words, tuple(self.preferences.catalogue.languages.values()))


@dataclass(frozen=True)
class Context:
    """One user's interaction, in their language."""

    services: Services
    interaction: discord.Interaction
    words: Words
    user_id: int
    server: int | None  # the server of the interaction; None where the bot is no member

    @property
    def guild_id(self) -> int:
        """The server of the interaction.  Raises Refused outside of servers."""
        if self.server is None:
            raise Refused(Refusal.SERVER_ONLY)
        return self.server

    def at_table(self, table: Table) -> "TableContext":
        """Return the context at a table.  Raises Refused for a table of another server."""
        if self.server != table.row.guild_id:
            raise Refused(Refusal.UNKNOWN_TABLE)
        self.services.painter.retry_table(table.id)
        words = channels.words_for_table(table, self.words)
        return TableContext(
            self.services, self.interaction, words, self.user_id, self.server, table
        )

    async def claim(self) -> None:
        """Claim the interaction before it does what must not be done again.

        Raises RepeatedInteraction for one that has been claimed already, in any process.
        """
        if not await self.services.store.interactions.claim(self.interaction.id):
            raise responses.RepeatedInteraction

    def mark_stored(self) -> None:
        """Note that the request is stored; no later failure may deny it."""
        self.interaction.extras[responses.STORED_KEY] = True

    async def show(self, screen: Screen) -> None:
        """Show a screen privately, in place of a clicked private message."""
        await self.services.responder.show(self.interaction, screen, self.words)

    async def defer(self) -> None:
        """Defer the interaction for a private response that takes longer."""
        await self.services.responder.defer(self.interaction)

    async def acknowledge(self) -> None:
        """Acknowledge a click without a message: the painter draws the change.

        The response to a command needs words: deferred, it would show "thinking ..." for ever.
        """
        if delivery.first_response_type(self.interaction) is None:
            await delivery.defer_update(self.interaction)

    def is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    def can_manage(self) -> bool:
        """True if the user has Manage Server (Discord sends it with each interaction)."""
        return self.interaction.permissions.manage_guild


@dataclass(frozen=True)
class TableContext(Context):
    """One user's interaction with one table."""

    table: Table

    async def change(
        self,
        function: Callable[Concatenate[TableState, ChangeContext, P], TableState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Change the table; return True if anything changed.  Raises as ``Table.change``."""
        if is_new := await self.table.change(function, *args, **kwargs):
            self.mark_stored()
        return is_new

    async def show_hand(self, picked: tuple[cards.Card, ...] = (), note: str = "") -> None:
        """Show the player's own hand, which is kept up to date from now on."""
        hands = self.services.live_hands
        redraw = Redraw(self.table.id, self.user_id, hands.draw_again)
        if picked or note:  # which a redraw would drop
            redraw = replace(redraw, draw=lambda *_: None)
        seen = HandInputs.from_table(self.table, self.words)
        words = self.services.responder.pictures.words_for_table(self.words, self.user_id, redraw)
        screen = await self.services.table_data.player_hand(
            self.table, self.user_id, words, picked, note, self.interaction.channel_id
        )
        with hands.shown_by_click(self.table, self.user_id):
            sent = await self.services.responder.show(self.interaction, screen, self.words, redraw)
            await hands.track(self.table, sent, screen, seen)

    async def show(self, screen: Screen) -> None:
        """Show a page of this table in place of the previous private message."""
        sent = await self.services.responder.show(self.interaction, screen, self.words)
        await self.services.live_hands.track(self.table, sent)

    async def show_hand_or_nothing(self) -> None:
        """Respond to what moves the table on: show a hand, unless a click finds one open.

        A command has no message to leave as it is, so the hand is its response in any case.
        """
        seated = self.table.state.seat_of(self.user_id) is not None and self.table.game is not None
        is_open = self.services.live_hands.is_open(self.table.id, self.user_id)
        is_answered = (
            is_open and not responses.is_private_click(self.interaction) and not self.is_command()
        )
        if seated and not is_answered:
            await self.show_hand()
        else:
            await self.acknowledge()
