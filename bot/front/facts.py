"""Data that a table's screens need beside the view: names, clock, votes, results."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from bot.analysis.postmortem import Kind
from bot.engine import settling
from bot.engine.cards import Card
from bot.engine.fairness import commitment, cuts_of
from bot.engine.families import family_of
from bot.engine.ledger import Posting
from bot.engine.notation import parse, verb
from bot.front.names import Names, forgotten_name, robot_name
from bot.front.zones import zone_of
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.render.facts import DeckFacts, Played, Regret, SeatFacts, TableFacts
from bot.render.families.manner import Written
from bot.render.hand.hand import hand_screen
from bot.render.names import safe_name
from bot.render.parts import of_robot
from bot.render.screen import Screen
from bot.render.study.verdict import Verdict
from bot.render.table.regret import public_act
from bot.render.words import Words
from bot.store.privacy import NOBODY
from bot.store.rows import Game, Line, Score, Shuffle, Sitting
from bot.store.rows import Posting as StoredPosting
from bot.tables import Services, Table, takeback
from bot.tables.closing import scores_of
from bot.tables.state import State
from bot.tables.timing import end_of
from bot.tables.voting import subject_of
from bot.terms import ENDED

_AT_WORK: Final = 64  # tables that are drawn concurrently


class Newest(NamedTuple):
    """Screen data of a state, and the action that its player may take back."""

    state: State
    facts: TableFacts
    last: Line | None


class Facts:
    """Screen data of tables in the reader's language."""

    def __init__(self, services: Services, names: Names) -> None:
        self.services = services
        self._names = names
        self._newest: dict[tuple[int, str], Newest] = {}  # by table and language
        self._renamed = names.renamed

    async def of(self, table: Table, words: Words) -> TableFacts:
        """Return the data of the table's current state."""
        return (await self._now(table, words)).facts

    async def _now(self, table: Table, words: Words) -> Newest:
        """Return cached data, shared by the board and all hands; a lobby's data also ages."""
        if self._renamed != self._names.renamed:
            self._newest.clear()
            self._renamed = self._names.renamed
        state, key = table.state, (table.id, words.locale)
        known = self._newest.get(key)
        if known is not None and known.state is state:
            return known
        last, renamed = takeback.last_own(state, table.since), self._renamed
        found = Newest(state, await self._told(table.id, state, words), last)
        if state.row.started_at is not None and renamed == self._names.renamed:
            self._newest.pop(key, None)
            self._newest[key] = found
            if len(self._newest) > _AT_WORK:
                del self._newest[next(iter(self._newest))]
        return found

    async def _told(self, game_id: int, state: State, words: Words) -> TableFacts:
        row = state.row
        regret = await self._regret(state)
        offered = next(iter(state.running_votes()), None)
        return TableFacts(
            game=game_id,
            status=row.status,
            host_id=row.host_id,
            seats=await self._seats(state, state.sittings, words),
            clock=state.clock,
            deadline=row.deadline,
            votes=tuple([await self._names.of(vote.user_id) for vote in state.running_votes()]),
            proposal=subject_of(state) if regret or not state.takes_back() else None,
            vote_heir=f"<@{offered.heir}>" if offered and offered.heir else "",
            agreed=(settling.agreed(state.game) if state.game is not None else None) or (),
            regret=regret,
            kept="".join([await self._names.of(user) for user in takeback.refused(state)]),
            taken_back=takeback.gone_back(state),
            friendly=row.friendly,
            levels=self.services.levels,
            ends_at=await self._ends_at(row),
            deck=_deck_facts(game_id, state.shuffle),
            starts_at=row.starts_at,
            dummy=words.say("seat.dummy"),
        )

    async def _ends_at(self, row: Game) -> int | None:
        """Return the end of a timed match; for a lobby with a time of day, as if it started now."""
        rules = parse_rules(row.rules)
        if row.started_at is not None or family_of(rules).until(rules) is None:
            return row.ends_at
        guild = await self.services.store.wishes.guild(row.guild_id)
        return end_of(rules, self.services.now(), zone_of(guild.zone))

    async def at(self, table: Table, sittings: Sequence[Sitting], words: Words) -> TableFacts:
        """Return the table's data with the names of the players of an earlier deal."""
        seats = await self._seats(table.state, sittings, words)
        return replace(await self.of(table, words), seats=seats)

    async def before_deal(self, table: Table, deal: int, words: Words) -> TableFacts:
        """Return the table's data with the deck of ``deal``, perhaps older than the newest one."""
        facts = await self.of(table, words)
        if facts.deck is not None and facts.deck.deal == deal:
            return facts
        shuffle = await self.services.store.lists.shuffle(table.id, deal)
        return replace(facts, deck=_deck_facts(table.id, shuffle))

    async def after_deal(self, facts: TableFacts, deal: int) -> TableFacts:
        """Return the data with the take-backs counted in a scored deal."""
        counted = await self.services.store.lists.taken_back(facts.game, deal)
        return replace(facts, taken_back=counted)

    async def verdict(self, table: Table, deal: int) -> Verdict | None:
        """Return the review of a scored deal, once it is known to all."""
        found = await self.services.store.reviews.review(table.id, deal)
        if found is None or not found.seats:
            return None
        return Verdict(Kind(found.kind), tuple(seat.worth for seat in found.seats))

    async def written(self, table: Table) -> Written:
        """Return the score entries of each deal, up to the last deal that has any."""
        stored = await self.services.store.lists.postings(table.id)
        deals = {
            deal: [_posting(entry.posting) for entry in entries]
            for deal, entries in groupby(stored, key=lambda entry: entry.deal)
        }
        return [deals.get(deal, []) for deal in range(1, max(deals, default=0) + 1)]

    async def shares(self, table: Table, words: Words) -> dict[int, tuple[Played, ...]]:
        """Return the scores of players who shared a seat; before the end, as they stand."""
        scores = await self._scores(table)
        order = sorted(scores, key=lambda score: (not score.part, score.part))
        return {
            seat: tuple([await self.played(one, words) for one in order if one.seat == seat])
            for seat in sorted({score.seat for score in scores if score.part})
        }

    async def _scores(self, table: Table) -> tuple[Score, ...]:
        if table.row.status in ENDED:
            return await self.services.store.lists.scores(table.id)
        state = table.state
        if state.game is None or not state.shares:
            return ()
        return scores_of(state.game, state.sittings, state.shares)

    async def played(self, score: Score, words: Words) -> Played:
        """Return a stored score with its player's name."""
        if score.robot is not None:
            name = of_robot(robot_name(score.seat, words))
        elif score.user_id is None:
            name = forgotten_name(words)
        else:
            name = await self._names.of(score.user_id)
        deals = (score.mark or "", score.first_deal, score.last_deal)
        return Played(name, score.balance, score.place, *deals)

    async def hand(
        self,
        table: Table,
        user_id: int,
        words: Words,
        picked: tuple[Card, ...] = (),
        note: str = "",
        seen_in: int | None = None,
        *,
        is_last: bool = False,
    ) -> Screen:
        """Return the private screen of a seated player.  Raises Refused for anybody else.

        In another channel than the table's, the screen links to the table.
        """
        seen = table.view_of(table.seat_needed(user_id))
        if seen is None:
            raise Refused(Refusal.NOT_STARTED)
        newest = await self._now(table, words)
        facts, last = newest.facts, newest.last
        if last is not None and last.by == str(user_id):
            facts = replace(facts, own_act=last.version)
        place = table.row.place_id
        link = "" if seen_in is None or place in (None, seen_in) else f"<#{place}>"
        return hand_screen(seen, facts, words, picked, note, link, is_last=is_last)

    async def _regret(self, state: State) -> Regret | None:
        """Return the take-back under vote; discards and sealed actions without cards and names."""
        undone = takeback.asked(state)
        if undone is None:
            return None
        seat, action = undone.line.seat, parse(undone.line.text)
        asker = state.running_votes()[0].user_id
        name = await self._names.of(asker)
        return Regret(seat, name, verb(action), public_act(action), undone.acts)

    async def _seats(
        self, state: State, sittings: Sequence[Sitting], words: Words
    ) -> tuple[SeatFacts | None, ...]:
        seats: list[SeatFacts | None] = [None] * state.players()
        for sitting in sittings:
            seats[sitting.seat] = await self._seat(sitting, words)
        return tuple(seats)

    async def _seat(self, sitting: Sitting, words: Words) -> SeatFacts:
        if sitting.kept_for is not None:
            name = await self._names.of(sitting.kept_for)
            return SeatFacts(name, sitting.kept_for, has_left=True)
        if sitting.robot is not None:
            level = self.services.known(sitting.robot)
            return SeatFacts(robot_name(sitting.seat, words), None, level=level)
        if sitting.user_id is None:
            return SeatFacts(forgotten_name(words), NOBODY)
        return SeatFacts(await self._names.of(sitting.user_id), sitting.user_id, sitting.away)


def _deck_facts(game_id: int, shuffle: Shuffle | None) -> DeckFacts | None:
    """Return the deck's data without the seed, which no screen may hold before it is published."""
    if shuffle is None:
        return None
    cuts = tuple((cut.seat, safe_name(cut.word)) for cut in cuts_of(shuffle.words))
    return DeckFacts(shuffle.deal, commitment(shuffle.seed, game_id, shuffle.deal), cuts)


def _posting(row: StoredPosting) -> Posting:
    written = (row.account, row.seat, row.against, row.amount)
    return Posting(*written, row.why, row.count, row.unit)
