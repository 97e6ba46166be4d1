"""Automatic moves: the draw, the deck, robots, forced cards, expired clocks (design section 5).

A task per table runs while there is something to do and ends when a human must act; one timer
pokes the tables whose time has come.  Everything follows from the stored state, so a restart is
the same as any other poke.  Robots' moves are computed in a worker process, outside of every lock.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from bot.analysis.claim_proofs import OfferProof, prove_offer
from bot.background.table_tasks import TableTasks, WakeTimer
from bot.engine import actions, cards, deal, families, rules
from bot.engine.actions import STOP, TIME_UP, Action, Dealer, Draw
from bot.engine.cards import PACK, TABLE_SEAT, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, forced_card, stage_of
from bot.engine.shuffle import drawn_dealer, robot_secret
from bot.engine.view import DealView, SpectatorView, build_view
from bot.model.enums import ENDED_STATUSES, Status
from bot.model.refusals import Refused
from bot.model.values import Record
from bot.presets import parse_rules
from bot.store.queries.daily_deals import EventKey
from bot.tables import Table, TableRegistry, changes, moves, take_backs, voting
from bot.tables.state import is_present_human
from bot.workers import (
    PLAIN_LEVEL,
    TooSlow,
    WorkerPool,
    decision_seed,
    modest_move,
    patient_move,
    robot_move,
    robots_digest,
    secret_decision_seed,
)

# The pause before a robot's move: longer where people think, and never twice the same.
#
# It follows from what everybody at the table sees, not from the robot's cards or its doubts:
# whoever timed a robot would otherwise learn that it had a single card of the suit, or a hard
# choice.

_BY_STAGE: Final = {
    Stage.AUCTION: 1.1,
    Stage.EXCHANGE: 2.0,
    Stage.DECLARE: 1.3,
    Stage.DEFENCE: 1.4,
}
_USUAL: Final = 1.0
_OPENING_LEAD: Final = 1.7
_LEAD: Final = 1.3
_FOLLOWING: Final = 0.8
_MISERE: Final = 1.2  # factor: every card of it counts
_FORCED: Final = 0.4  # nothing is left to choose, as all can see
_LEAST, _MOST = 0.8, 1.25  # bounds of the chance factor


def pause_before_move(view: SpectatorView, seed: str, pace: float) -> float:
    """Return the seconds of a move; ``pace`` is the usual pause, equal seeds give equal pauses."""
    return pace * difficulty_of(view) * Random(seed).uniform(_LEAST, _MOST)


def difficulty_of(view: SpectatorView) -> float:
    """Return how long people think about such a move, as a factor of the usual pause."""
    if view.stage is not Stage.PLAY or view.table is None:
        return _BY_STAGE.get(view.stage, _USUAL)
    return _difficulty_of_card(view.table)


def _difficulty_of_card(table: DealView) -> float:
    if max(table.counts) <= 1:
        return _FORCED
    is_misere = table.contract is not None and table.contract.is_misere
    factor = _MISERE if is_misere else 1.0
    if table.trick:
        return factor * _FOLLOWING
    return factor * (_LEAD if table.tricks else _OPENING_LEAD)


log = logging.getLogger(__name__)


def _nothing(table: Table) -> None:
    pass


def _never(guild_id: int) -> bool:
    return False


async def _wants_nothing(user_id: int) -> bool:
    return False


async def _start_lobby(table: Table, draw: Action) -> None:
    await table.change(changes.start_scheduled, draw)


class DriverCallbacks(Record):
    """Callbacks to Discord: about a late player, a move made for a seat, a lobby's hour.

    None of the first three waits for Discord: a slow post must not delay a table.  ``start_lobby``
    starts a lobby whose hour has come, with that draw for dealer, or says why not.  Clocks stand
    still on a server that ``is_disconnected``.  ``wants_forced_cards``: a user's own setting.
    """

    on_late: Callable[[int], None]
    on_moved_for: Callable[[Table, Seat, str], None]
    on_gather: Callable[[Table], None] = _nothing
    start_lobby: Callable[[Table, Action], Awaitable[None]] = _start_lobby
    is_disconnected: Callable[[int], bool] = _never
    wants_forced_cards: Callable[[int], Awaitable[bool]] = _wants_nothing


class Adjudicator(Protocol):
    """An adjudicator for offers of the remaining tricks."""

    async def settle(self, table: Table) -> bool:
        """Accept an open offer for everybody if it is certain; True if the table has moved."""


class Driver:
    """Makes the automatic moves of all tables; a commit pokes the table's task in ``tasks``.

    ``rng`` draws for dealer (the system's outside tests); ``pace`` is the usual pause before
    a move in seconds.
    """

    def __init__(
        self,
        tables: TableRegistry,
        workers: WorkerPool,
        callbacks: DriverCallbacks,
        adjudicator: Adjudicator | None = None,
        *,
        rng: Random,
        pace: float,
    ) -> None:
        self.tables = tables
        self.workers = workers
        self.callbacks = callbacks
        self.adjudicator = adjudicator
        self.rng = rng
        self.pace = pace
        self._named = set[str]()  # codes of events that are played with the robots of this process
        self.tasks = TableTasks(tables, self._drive)
        services = tables.services
        self.timer = WakeTimer(
            services.store.game_queries,
            services.owned,
            services.now,
            self.tasks.nudge,
            callbacks.is_disconnected,
        )

    async def stop(self) -> None:
        """End every task; the next start does the rest, which follows from the store."""
        await self.timer.stop()
        await self.tasks.stop()

    async def _drive(self, table: Table) -> None:
        try:
            await self._check_clock(table)
            while await self._step(table):
                pass
        finally:
            self.timer.expect(table.row.wake)

    async def _step(self, table: Table) -> bool:
        """Make one move if one is due; False when the table waits for a human."""
        game = table.state.base_game  # robots alone look at the deal before
        if game is None or table.state.is_take_back_open():
            return False
        stage, adjudicator = stage_of(game), self.adjudicator
        if stage is Stage.AUCTION and (call := _automatic_call(table, game)) is not None:
            return await table.act_for(*call, moves.TABLE_ACTOR)
        if stage is Stage.CLAIM and adjudicator is not None and await adjudicator.settle(table):
            return True
        seat, version = table.state.seat_to_act(), table.row.version
        if seat is None:
            return False
        if seat == TABLE_SEAT:
            waits = table.is_waiting_to_deal() and not self._is_event_over(table, game)
            return False if waits else await self.deal(table, version)
        if is_present_human(table.state.seat_holder(seat)):
            return await self._play_forced_card(table, game, seat)
        return await self._robot_moves(table, table.state.require_game(), seat)

    def draw_for(self, table: Table) -> Action:
        """Return the draw for dealer of a table; the tables of an event share theirs."""
        event, deck = table.row.table_event, table.state.shuffle
        agreed = parse_rules(table.row.rules)
        if event is None or deck is None:
            return self.draw(agreed)
        return Dealer(drawn_dealer(deck.seed, event.day, agreed.players))

    def draw(self, rules: rules.Rules) -> Action:
        """Return the draw for dealer: by cards where the family compares them, else by lot."""
        if families.family_of(rules).first_dealer is not None:
            return Draw(tuple(self.rng.sample(PACK, rules.players)))
        return Dealer(self.rng.randrange(rules.players))

    async def deal(self, table: Table, version: int) -> bool:
        """Apply the draw for dealer, the end of the time, or the next deck."""
        if table.game is None:
            return False
        action = self._before_deck(table, table.game)
        if action is None:
            return await table.change(moves.deal_deck, version, self.tables.services.decks.dealing)
        return await table.act_for(TABLE_SEAT, version, action, moves.TABLE_ACTOR)

    def _before_deck(self, table: Table, game: Game) -> Action | None:
        if stage_of(game) is deal.Stage.DRAW:
            return self.draw_for(table)
        if families.family_of(game.rules).has_ended(game.rules, game.carry):
            return STOP  # a decision about an earlier deal has completed the sheet
        if self._is_event_over(table, game):
            return STOP
        return TIME_UP if _time_is_up(table, game) else None

    def _is_event_over(self, table: Table, game: Game) -> bool:
        """True if the table belongs to an event and is dealt no further hand."""
        event, now = table.row.table_event, self.tables.services.now()
        return event is not None and event.must_stop(game.carry.number, now)

    async def next_deal(self, table: Table, user_id: int) -> None:
        """Note that a seated player has read the score, and deal once all who are there have."""
        await table.change(changes.mark_ready, user_id)
        if table.is_waiting_to_deal() and changes.is_everybody_ready(table.state):
            await self.deal(table, table.version)

    async def _robot_moves(self, table: Table, game: Game, seat: Seat) -> bool:
        """Play a robot's move at the level of the seat; computing time counts as pause.

        For a human who is away, until "I'm back", it is the move that binds least.
        """
        if table.row.event and not await self._name_robots(table):
            return await table.act_for(TABLE_SEAT, game.version, STOP, moves.TABLE_ACTOR)
        clock = asyncio.get_running_loop().time
        began, hurries = clock(), list[None]()
        action = await self._choose(table, game, seat, lambda: hurries.append(None))
        if action is None:
            return False
        pause = pause_before_move(build_view(game, None), f"{table.id} {game.version}", self.pace)
        if (rest := pause - (clock() - began)) > 0:
            await asyncio.sleep(rest)
        actor = moves.HURRIED_ROBOT if hurries else moves.ROBOT_ACTOR
        return await table.act_for(seat, game.version, action, actor)

    async def _choose(
        self, table: Table, game: Game, seat: Seat, on_hurry: Callable[[], None]
    ) -> Action | None:
        """Return the move of a seat without a present human; None where it has to wait.

        ``on_hurry`` is called where a busy machine leaves a robot the plain move.
        """
        holder, seed, view = table.state.seat_holder(seat), _seed(table), build_view(game, seat)
        if holder.user_id is not None:
            return modest_move(view, seed)
        level = holder.robot or PLAIN_LEVEL
        if table.row.event:
            return await patient_move(self.workers, level, view, seed)
        offers = _has_human_company(table, seat)
        return await robot_move(self.workers, level, view, seed, offers=offers, on_hurry=on_hurry)

    async def _name_robots(self, table: Table) -> bool:
        """Name the robots with which an event is played; False if it was begun with others.

        Other robots could answer the same acts otherwise, so a match they play in ends there.
        """
        event = table.row.table_event
        assert event is not None
        if event.code not in self._named:
            key = EventKey(event.day, parse_rules(table.row.rules).preset, event.code)
            store = self.tables.services.store.daily_deals
            if (await store.name_robots(key, robots_digest())).robots != robots_digest():
                return False
            self._named.add(event.code)
        return True

    async def _play_forced_card(self, table: Table, game: Game, seat: Seat) -> bool:
        """Play the only card that a present player may play, after the pause of a robot.

        It is for players who want that.
        """
        card = forced_card(game)
        if card is None or not await self._wants_forced_cards(table, seat):
            return False
        view = build_view(game, None)
        await asyncio.sleep(pause_before_move(view, f"{table.id} {game.version}", self.pace))
        return await table.act_for(seat, game.version, card, moves.TABLE_ACTOR)

    async def _wants_forced_cards(self, table: Table, seat: Seat) -> bool:
        user_id = table.state.seat_holder(seat).user_id
        if user_id is None:
            return False
        return await self.callbacks.wants_forced_cards(user_id)

    # -- the clock

    def rearm(self) -> None:
        """Read the clocks again: some may have changed."""
        self.timer.rearm()

    async def _check_clock(self, table: Table) -> None:
        """Send a reminder, make a late move or close a lobby, if its time has come."""
        now, wake = self.tables.services.now(), table.row.wake
        if wake is None or now < wake or self.callbacks.is_disconnected(table.row.guild_id):
            return
        try:
            await self._on_clock(table, now)
        except (Refused, rules.IllegalAction) as refused:
            log.info("the clock of game %s came too late: %s", table.id, refused.reason)

    async def _on_clock(self, table: Table, now: int) -> None:
        deadline, version = table.row.deadline, table.version
        if deadline is None:
            return
        if table.row.status is Status.LOBBY:
            await self._on_lobby_clock(table, now, deadline)
        elif now < deadline:
            await self._remind(table, version)
        elif table.row.status is Status.PAUSED:
            await table.change(changes.end_without_channel)
        elif table.state.is_take_back_open():
            await table.change(take_backs.expire_take_back)
        elif table.is_waiting_to_deal():
            await self.deal(table, version)
        else:
            await self._move_for_late(table, version)

    async def _on_lobby_clock(self, table: Table, now: int, deadline: int) -> None:
        """Expire an old lobby, announce its hour, or start it."""
        hour = table.row.starts_at
        if now >= deadline:
            await table.change(changes.expire_lobby)
        elif hour is not None and now >= hour:
            await self.callbacks.start_lobby(table, self.draw_for(table))
        elif await table.change(changes.mark_start_announced):
            self.callbacks.on_gather(table)

    async def _remind(self, table: Table, version: int) -> None:
        if await table.change(changes.mark_reminded, version):
            self.callbacks.on_late(table.id)

    async def _move_for_late(self, table: Table, version: int) -> None:
        """Let the robot play this one move; after two in a row it keeps the seat."""
        seat = table.state.seat_to_act()
        if seat is None or seat == TABLE_SEAT or table.game is None or table.game.deal is None:
            return
        silence = table.game.deal.phase.timeout_action
        action = silence or modest_move(build_view(table.game, seat), _seed(table))
        if await table.change(voting.apply_timeout, seat, version, action):
            is_away = table.state.seat_holder(seat).away
            if not (is_away and table.row.status in ENDED_STATUSES):  # the robot does not play on
                self.callbacks.on_moved_for(table, seat, "away" if is_away else "once")


def _automatic_call(table: Table, game: Game) -> tuple[Seat, int, Action] | None:
    """Return a call that the rules make for the seat to act without asking."""
    seat = table.state.seat_to_act()
    if seat is None or seat == TABLE_SEAT or game.deal is None:
        return None
    call = families.family_of(game.rules).automatic_call(game.deal)
    return None if call is None else (seat, table.version, call)


def _seed(table: Table) -> int:
    """Return the seed of a decision, which the deck's seed and the standing acts determine.

    A player cannot take an act back until the robot answers as they like, and nobody can compute
    the seed before that of the deck is published.
    """
    state = table.state
    deck, game = state.shuffle, state.base_game
    if deck is None or game is None or deck.deal != game.carry.number + 1:  # a deck without a seed
        return decision_seed(table.id, take_backs.version_without_take_backs(state))
    secret = robot_secret(deck.seed, table.row.deck_number, deck.deal)
    return secret_decision_seed(secret, take_backs.standing_course(state))


def _has_human_company(table: Table, seat: Seat) -> bool:
    """True for a robot's own seat with a human present, whose time an offer may save."""
    is_own = table.state.seat_holder(seat).user_id is None
    return is_own and any(map(is_present_human, table.state.seat_holders))


def _time_is_up(table: Table, game: Game) -> bool:
    """True if the time of a timed match (rules/russian.md 4.10) is over."""
    ends = table.row.ends_at
    return ends is not None and not game.carry.time_up and table.services.now() >= ends


# Adjudication of claims: accepts an offer that is proved against every layout.
#
# A robot's offer, which is always proved, still needs the consent of the humans: no robot ends a
# human's deal. The other robots accept it.
#
# No state is lost on a restart: an offer that is open then is judged again.

_SECONDS: Final = 2.0

OnOfferProved = Callable[[Table, cards.Seat, OfferProof], None]


class ClaimAdjudicator:
    """Accepts proved offers and calls ``on_proved`` with table, proposer and proof."""

    def __init__(self, workers: WorkerPool, on_proved: OnOfferProved) -> None:
        self._workers = workers
        self._on_proved = on_proved
        # by table: the version with an offer that needs consent
        self._needs_consent: WeakKeyDictionary[Table, int] = WeakKeyDictionary()

    async def settle(self, table: Table) -> bool:
        """Accept an open offer for every asked seat if it is proved; True if the table moved."""
        deal, version = _deal_with_offer(table), table.version
        if deal is None or deal.offer is None or self._needs_consent.get(table) == version:
            return False
        if _needs_human_consent(table, deal.offer.seat):
            return False
        line = await self._prove(deal)
        if table.version != version:
            return True  # a player has answered meanwhile
        if line is None:
            self._needs_consent[table] = version
            return False
        await _accept(table)
        if _deal_with_offer(table) is None:
            self._on_proved(table, deal.offer.seat, line)
        return True

    async def _prove(self, deal: deal.Deal) -> OfferProof | None:
        try:
            return await self._workers.decide(_SECONDS, prove_offer, deal)
        except (TooSlow, Refused) as reason:
            log.info("an offer goes to consent: %s", type(reason).__name__)
        except Exception as error:  # an error must not stop a table; its message may name cards
            log.error("an offer could not be judged: %s", type(error).__name__)
        return None


def _deal_with_offer(table: Table) -> deal.Deal | None:
    """Return the deal of a table in play while an offer is open."""
    game = table.state.base_game
    if game is None or table.state.seat_to_act() is None or stage_of(game) is not deal.Stage.CLAIM:
        return None
    return game.deal


async def _accept(table: Table) -> None:
    """Accept for one seat after the other, until a human acts or must be asked."""
    while (deal := _deal_with_offer(table)) is not None:
        seat, version = table.state.seat_to_act(), table.version
        if deal.offer is None or _needs_human_consent(table, deal.offer.seat):
            return
        if seat is None or not await table.act_for(seat, version, actions.ACCEPT, "table"):
            return


def _needs_human_consent(table: Table, proposer: cards.Seat) -> bool:
    """True if a robot proposes, and the asked seat is a human who is present."""
    seat = table.state.seat_to_act()
    is_robots = table.state.seat_holder(proposer).user_id is None
    return is_robots and seat is not None and is_present_human(table.state.seat_holder(seat))
