"""Data that a table's screens need beside the view: names, clock, votes, results."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.analysis.postmortem import PlayKind
from bot.analysis.postmortem.record import DealRecord
from bot.background.reviewer import deal_record
from bot.discord_ui.people import NameCache, forgotten_name, robot_name
from bot.discord_ui.start_times import zone_of
from bot.engine import actions, cards, families, game, notation
from bot.engine.game import apply_action, between_deals
from bot.engine.rules import BadNotation, BadRules
from bot.engine.shuffle import commitment, parse_cuts
from bot.model import enums, refusals
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation import single_deal
from bot.notation.deal_code import deal_code
from bot.presets import Presets, parse_rules
from bot.render import formatting, screen
from bot.render.deal_results import DealVerdict
from bot.render.families.presenter import DealPostings
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import safe_name
from bot.render.screen_data import (
    DeckData,
    KibitzData,
    PlayerResult,
    SeatData,
    TableData,
    TakeBackRequest,
)
from bot.render.table.deal_lines import public_action
from bot.render.words import Words
from bot.store.admin.user_data import ERASED_HOST
from bot.store.queries.reviews import RecordedDeal
from bot.store.records import GameRow, LogLine, SeatHolder, SeatScore, Shuffle
from bot.tables import Table, TableServices, kibitzing, moves, take_backs
from bot.tables.moves import match_end_time
from bot.tables.state import TableState
from bot.tables.voting import open_proposal

# A scored deal of a table by itself, without its match, and its code.

LONGEST_SHOWN: Final = 64  # letters; many house rules make a longer code, which no line holds


def shown_code(presets: Presets, rules_text: str, recorded: RecordedDeal) -> str:
    """Return the code of a scored deal; "" where its cards are not public, or it is too long.

    A deal that today's rules no longer allow has none.
    """
    try:
        record = deal_record(rules_text, recorded)
        if not record.rules.options.reveal_after_deal:
            return ""
        code = deal_code(presets, single_deal_of(presets, record))
    except (Refused, BadRules, BadNotation, single_deal.BadDeal):
        return ""
    return code if len(code) <= LONGEST_SHOWN else ""


def single_deal_of(presets: Presets, record: DealRecord) -> single_deal.SingleDeal:
    """Return a recorded deal without its match, up to its score.  Raises Refused."""
    game = between_deals(record.rules, record.carry, 0, None)
    for number, (seat, text) in enumerate(record.lines):
        action = notation.parse_action(text)
        if isinstance(action, actions.Deck):
            lines = record.lines[number + 1 :]
            rules = single_deal.rules_of_one_deal(presets, record.rules)
            deal = single_deal.deal_of_match(rules, game.carry, action.cards, lines)
            return _up_to_score(deal)
        game = apply_action(game, seat, action)
    raise Refused(Refusal.NO_REPLAY)


def _up_to_score(deal: single_deal.SingleDeal) -> single_deal.SingleDeal:
    """Return the deal with the actions that lead to its score; questions may follow."""
    game = single_deal.opening(deal)
    for length, (seat, action) in enumerate(deal.course):
        if single_deal.is_scored(game):
            return single_deal.SingleDeal(
                *(deal.rules, deal.dealer, deal.hands, deal.talon, deal.conditions),
                deal.course[:length],
            )
        game = apply_action(game, seat, action)
    return deal


_CACHED_CODES: Final = 500  # of scored deals; one costs a query and two milliseconds
_CACHED_TABLES: Final = 64  # tables that are drawn concurrently
Seats = tuple[SeatData | None, ...]


class CachedTableData(NamedTuple):
    """Screen data of a state, and the action that its player may take back."""

    state: TableState
    data: TableData
    last_own_line: LogLine | None


class TableDataLoader:
    """Screen data of tables in the reader's language."""

    def __init__(self, services: TableServices, names: NameCache) -> None:
        self.services = services
        self._names = names
        self._cache: dict[tuple[int, str], CachedTableData] = {}  # by table and language
        self._codes: dict[tuple[int, int], str] = {}  # by table and deal
        self._rename_count = names.rename_count

    async def of(self, table: Table, words: Words) -> TableData:
        """Return the data of the table's current state."""
        return (await self._cached(table, words)).data

    async def _cached(self, table: Table, words: Words) -> CachedTableData:
        """Return cached data, shared by the board and all hands; a lobby's data also ages."""
        if self._rename_count != self._names.rename_count:
            self._cache.clear()
            self._rename_count = self._names.rename_count
        state, key = table.state, (table.id, words.locale)
        known = self._cache.get(key)
        if known is not None and known.state is state:
            return known
        last = take_backs.last_own_action(state, table.newest_act)
        renamed = self._rename_count
        found = CachedTableData(state, await self._build(table.id, state, known, words), last)
        if state.row.started_at is not None and renamed == self._names.rename_count:
            self._cache.pop(key, None)
            self._cache[key] = found
            if len(self._cache) > _CACHED_TABLES:
                del self._cache[next(iter(self._cache))]
        return found

    async def _build(
        self, game_id: int, state: TableState, known: CachedTableData | None, words: Words
    ) -> TableData:
        """Return the data of a state; names, lines and deck of an earlier one may still hold."""
        row, running = state.row, state.base_game
        kept = (state.seat_holders, state.shuffle)
        if known is not None and (known.state.seat_holders, known.state.shuffle) == kept:
            seats, settled = known.data.seats, known.data.settled
            deck, event = known.data.deck, known.data.event
        else:
            seats, settled = await self._seats(state, state.seat_holders, words), {}
            deck, event = _deck_facts(row.deck_number, state.shuffle), row.table_event
        deal = None if running is None else running.deal
        facts = TableData(
            game=game_id,
            status=row.status,
            host_id=row.host_id,
            seats=seats,
            clock=state.clock,
            deadline=row.deadline,
            agreed=game.offer_balance_change(running) if running and deal and deal.offer else (),
            taken_back=take_backs.take_back_counts(state),
            friendly=row.friendly,
            levels=self.services.levels,
            ends_at=row.ends_at if row.started_at is not None else await self._end_time(row),
            deck=deck,
            starts_at=row.starts_at,
            dummy=words.say("seat.dummy"),
            event=event,
            settled=settled,
        )
        return await self._with_votes(facts, state) if state.votes else facts

    async def _with_votes(self, facts: TableData, state: TableState) -> TableData:
        """Return the data with the open proposal, and the marks that stand beside the votes."""
        regret = await self._pending_take_back(state)
        offered = next(iter(state.open_votes()), None)
        return replace(
            facts,
            votes=tuple([await self._names.name_of(vote.user_id) for vote in state.open_votes()]),
            proposal=open_proposal(state) if regret or not state.is_take_back_open() else None,
            vote_successor=f"<@{offered.successor}>" if offered and offered.successor else "",
            regret=regret,
            ready=state.ready_seats(),
            kept=await self._name(take_backs.declined_user(state)),
            kept_by=await self._name(take_backs.declining_user(state)),
        )

    async def _name(self, user_id: int | None) -> str:
        return "" if user_id is None else await self._names.name_of(user_id)

    async def _end_time(self, row: GameRow) -> int | None:
        """Return the end of a lobby's match for time; with a time of day, as if it started now."""
        rules = parse_rules(row.rules)
        if families.family_of(rules).end_minute(rules) is None:
            return row.ends_at
        guild = await self.services.store.preferences.guild(row.guild_id)
        return match_end_time(rules, self.services.now(), zone_of(guild.zone))

    async def for_seats(
        self, table: Table, sittings: Sequence[SeatHolder], words: Words
    ) -> TableData:
        """Return the table's data with the names of the players of an earlier deal."""
        seats = await self._seats(table.state, sittings, words)
        return replace(await self.of(table, words), seats=seats)

    async def before_deal(self, table: Table, deal: int, words: Words) -> TableData:
        """Return the table's data with the deck of ``deal``, perhaps older than the newest one."""
        facts = await self.of(table, words)
        if facts.deck is not None and facts.deck.deal == deal:
            return facts
        shuffle = await self.services.store.game_queries.shuffle(table.id, deal)
        return replace(facts, deck=_deck_facts(table.row.deck_number, shuffle))

    async def after_deal(self, table_data: TableData, deal: int) -> TableData:
        """Return the data with the take-backs counted in a scored deal."""
        counted = await self.services.store.game_queries.taken_back(table_data.game, deal)
        return replace(table_data, taken_back=counted)

    async def with_code(self, table_data: TableData, table: Table, deal: int) -> TableData:
        """Return the data with the code of a scored deal whose cards are public."""
        key = table.id, deal
        if key not in self._codes:
            recorded = await self.services.store.reviews.recorded_deal(*key)
            presets, rules = self.services.presets, table.row.rules
            self._codes[key] = "" if recorded is None else shown_code(presets, rules, recorded)
            while len(self._codes) > _CACHED_CODES:
                del self._codes[next(iter(self._codes))]
        return replace(table_data, code=self._codes[key])

    async def deal_verdict(self, table: Table, deal: int) -> DealVerdict | None:
        """Return the review of a scored deal, once it is known to all."""
        found = await self.services.store.reviews.review(table.id, deal)
        if found is None or not found.seats:
            return None
        worth = tuple(seat.review.worth for seat in found.seats)
        return DealVerdict(PlayKind(found.kind), worth, found.turning)

    async def score_entries(self, table: Table) -> DealPostings:
        """Return the score entries of each deal, up to the last deal that has any."""
        stored = await self.services.store.game_queries.postings(table.id)
        deals = {
            deal: [entry.posting for entry in entries]
            for deal, entries in groupby(stored, key=lambda entry: entry.deal)
        }
        return [deals.get(deal, []) for deal in range(1, max(deals, default=0) + 1)]

    async def shared_seat_scores(
        self, table: Table, words: Words
    ) -> dict[int, tuple[PlayerResult, ...]]:
        """Return the scores of players who shared a seat; before the end, as they stand."""
        scores = await self._scores(table)
        order = sorted(scores, key=lambda score: (not score.part, score.part))
        return {
            seat: tuple([await self.player_score(one, words) for one in order if one.seat == seat])
            for seat in sorted({score.seat for score in scores if score.part})
        }

    async def _scores(self, table: Table) -> tuple[SeatScore, ...]:
        if table.row.status in enums.ENDED_STATUSES:
            return await self.services.store.game_queries.scores(table.id)
        state = table.state
        if state.game is None or not state.shares:
            return ()
        return moves.match_scores(state.game, state.seat_holders, state.shares)

    async def player_score(self, score: SeatScore, words: Words) -> PlayerResult:
        """Return a stored score with its player's name."""
        if score.robot is not None:
            name = formatting.robot_label(robot_name(score.seat, words))
        elif score.user_id is None:
            name = forgotten_name(words)
        else:
            name = await self._names.name_of(score.user_id)
        deals = (score.mark or "", score.first_deal, score.last_deal)
        return PlayerResult(name, score.balance, score.place, *deals)

    async def player_hand(
        self,
        table: Table,
        user_id: int,
        words: Words,
        picked: tuple[cards.Card, ...] = (),
        note: str = "",
        seen_in: int | None = None,
        *,
        is_last: bool = False,
    ) -> screen.Screen:
        """Return the private screen of a seated player.  Raises Refused for anybody else.

        In another channel than the table's, the screen links to the table.
        """
        seen = table.view_of(table.state.require_seat(user_id))
        if seen is None:
            raise refusals.Refused(refusals.Refusal.NOT_STARTED)
        kibitz = kibitzers_of(table.state, user_id)
        cached = await self._cached(table, words)
        last = cached.last_own_line
        own = last.version if last is not None and last.by == str(user_id) else None
        facts = replace(cached.data, own_act=own, kibitz=kibitz)
        place = table.row.place_id
        link = "" if seen_in is None or place in (None, seen_in) else f"<#{place}>"
        return hand_screen(seen, facts, words, picked, note, link, is_last=is_last)

    async def _pending_take_back(self, state: TableState) -> TakeBackRequest | None:
        """Return the take-back under vote; discards and sealed actions without cards and names."""
        undone = take_backs.requested_take_back(state)
        if undone is None:
            return None
        seat, action = undone.line.seat, notation.parse_action(undone.line.text)
        asker = state.open_votes()[0].user_id
        name = await self._names.name_of(asker)
        return TakeBackRequest(
            seat, name, notation.action_verb(action), public_action(action), undone.later_actions
        )

    async def _seats(
        self, state: TableState, sittings: Sequence[SeatHolder], words: Words
    ) -> Seats:
        seats: list[SeatData | None] = [None] * state.player_count()
        for sitting in sittings:
            seats[sitting.seat] = await self._seat(sitting, words)
        return tuple(seats)

    async def _seat(self, sitting: SeatHolder, words: Words) -> SeatData:
        if sitting.kept_for is not None:
            name = await self._names.name_of(sitting.kept_for)
            return SeatData(name, sitting.kept_for, has_left=True)
        if sitting.robot is not None:
            level = self.services.known_level(sitting.robot)
            return SeatData(robot_name(sitting.seat, words), None, level=level)
        if sitting.user_id is None:
            return SeatData(forgotten_name(words), ERASED_HOST)
        return SeatData(await self._names.name_of(sitting.user_id), sitting.user_id, sitting.away)


_NO_KIBITZERS: Final = KibitzData()


def kibitzers_of(state: TableState, user_id: int) -> KibitzData | None:
    """Return the kibitzers of this reader's hand; None where hands may not be followed."""
    if not kibitzing.can_be_followed(state):
        return None
    if not state.kibitz:  # most matches: nobody has asked, and nobody has refused
        return _NO_KIBITZERS
    asked = next(iter(kibitzing.questions_to(state, user_id)), None)
    followers = (
        tuple(kibitzing.followers(state, user_id)) if state.seat_of(user_id) is not None else ()
    )
    is_closed = kibitzing.is_closed(state, user_id)
    if asked is None:
        return KibitzData(followers=followers, is_closed=is_closed)
    return KibitzData(asked.user_id, asked.scope, followers, is_closed)


def _deck_facts(number: int, shuffle: Shuffle | None) -> DeckData | None:
    """Return the deck's data without the seed, which no screen may hold before it is published.

    ``number`` is the game of the shuffle's protocol.
    """
    if shuffle is None:
        return None
    cuts = tuple((cut.seat, safe_name(cut.word)) for cut in parse_cuts(shuffle.words))
    return DeckData(shuffle.deal, commitment(shuffle.seed, number, shuffle.deal), cuts)
