"""Kibitzers: members without a seat who follow a hand with its player's consent, one trick late.

A kibitzer asks for the hand of one player, or for all hands; everybody whose hand it is about
answers.  The answer holds for the match, and can be taken back at any time.  Everything is a note
of the table (``KibitzNote``), which a restart finds again and the end of the match deletes.

Pure functions, as in ``changes``; each raises Refused, and then nothing has changed.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.engine.deal import Deal
from bot.engine.game import Game
from bot.engine.view import View, build_open_view, build_view
from bot.model.enums import KibitzKind, KibitzReply, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record
from bot.store.admin.user_data import LEAGUE_HOST
from bot.store.records import KibitzNote
from bot.tables import take_backs
from bot.tables.state import ChangeContext, TableState, scored_deal_count

ALL_HANDS: Final = 0  # in the place of a player
EVERYBODY: Final = 0  # in the place of a kibitzer
MOST_KIBITZERS: Final = 10  # of a match at once, so that a crowd cannot flood its players
_ANSWERS: Final = (KibitzKind.ONE, KibitzKind.ALL, KibitzKind.NO)


class KibitzQuestion(NamedTuple):
    """An open question to a player: ``scope`` ONE for the own hand alone, ALL for all hands."""

    user_id: int
    scope: KibitzKind


class FollowedHand(Record):
    """The view of a kibitzer of this player, or of ALL_HANDS.

    ``is_open``: it shows cards that are not public.
    """

    player_id: int
    view: View
    is_open: bool


# -- changes


def ask(state: TableState, at: ChangeContext, user_id: int, player_id: int) -> TableState:
    """Ask for the hand of a player, or for ALL_HANDS; it replaces what this kibitzer asked before.

    A kibitzer who has seen one hand of a deal gets no other one alone until the next deal.
    """
    refuse_kibitzing(state, user_id)
    if player_id != ALL_HANDS and state.seat_of(player_id) is None:
        raise Refused(Refusal.STALE)
    if any(_answer(state, one, user_id) is KibitzKind.NO for one in _players(state, player_id)):
        raise Refused(Refusal.KIBITZ_DECLINED)
    if _has_seen_another(state, user_id, player_id):
        raise Refused(Refusal.KIBITZ_ONE_HAND)
    if wish_of(state, user_id) == player_id:
        return state
    kept = _without_wishes(state, {user_id})
    if len(_wishes(state)) - (wish_of(state, user_id) is not None) >= MOST_KIBITZERS:
        raise Refused(Refusal.KIBITZERS_ENOUGH, limit=MOST_KIBITZERS)
    return _with_notes(state, (*kept, KibitzNote(user_id, player_id, KibitzKind.ASKS, at.now)))


def reply_to_kibitzer(
    state: TableState, at: ChangeContext, user_id: int, reply: KibitzReply, asked: KibitzQuestion
) -> TableState:
    """Answer a kibitzer; do nothing if they have stopped asking just that."""
    state.require_seat(user_id)
    if asked not in questions_to(state, user_id):
        return state
    is_no = reply is KibitzReply.NO
    notes = _without_wishes(state, {asked.user_id}) if is_no else state.kibitz
    kept = [note for note in notes if not _is_answer(note, user_id, asked.user_id)]
    whom = asked.user_id
    if reply is KibitzReply.EVERYBODY:  # earlier answers that allow less give way
        whom = EVERYBODY
        kept = [
            one for one in kept if not (_is_answer(one, user_id) and one.kind != KibitzKind.ALL)
        ]
    kind = KibitzKind.NO if is_no else asked.scope
    kept = [note for note in kept if not _is_answer(note, user_id, whom)]
    return _with_notes(state, (*kept, KibitzNote(whom, user_id, kind, at.now)))


def stop(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Show the own hand to nobody any more; a kibitzer stops following."""
    if state.seat_of(user_id) is None:
        return _with_notes(state, _without_wishes(state, {user_id}))
    if is_closed(state, user_id):
        return state
    asking = {note.user_id for note in _wishes(state) if note.player_id in (user_id, ALL_HANDS)}
    kept = [note for note in _without_wishes(state, asking) if not _is_answer(note, user_id)]
    return _with_notes(state, (*kept, KibitzNote(EVERYBODY, user_id, KibitzKind.NO, at.now)))


def allow(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Let kibitzers ask again after ``stop``."""
    state.require_seat(user_id)
    kept = [note for note in state.kibitz if not _is_answer(note, user_id, EVERYBODY)]
    return _with_notes(state, kept) if is_closed(state, user_id) else state


def note_seen(state: TableState, at: ChangeContext, user_id: int) -> TableState:
    """Note that this kibitzer is about to see cards of the open deal, before they are shown."""
    player_id, game = wish_of(state, user_id), late_game(state)
    if player_id is None or game is None or not is_granted(state, user_id):
        return state
    seen = KibitzNote(user_id, player_id, KibitzKind.SAW, at.now, _deal(game).number)
    if (old := _seen(state, user_id)) is not None:
        if (old.player_id, old.deal) == (player_id, seen.deal):
            return state
        state = _with_notes(state, [note for note in state.kibitz if note != old])
    return _with_notes(state, (*state.kibitz, seen))


# -- queries


def can_be_followed(state: TableState) -> bool:
    """Return True for a match in play that belongs to no league and no event."""
    is_on = state.row.status in (Status.PLAYING, Status.PAUSED) and state.base_game is not None
    return is_on and state.row.host_id != LEAGUE_HOST and not state.row.event


def refuse_kibitzing(state: TableState, user_id: int) -> None:
    """Raise Refused for a player of this match, and where no hand may be followed."""
    if state.row.host_id == LEAGUE_HOST:
        raise Refused(Refusal.KIBITZ_LEAGUE)
    if state.row.event:  # another table may be dealt the same cards
        raise Refused(Refusal.EVENT_PLAYERS_ONLY)
    if not can_be_followed(state):
        state.require_game()
    if state.seat_of(user_id) is not None or state.reserved_seat(user_id) is not None:
        raise Refused(Refusal.KIBITZ_PLAYER)


def wish_of(state: TableState, user_id: int) -> int | None:
    """Return whose hand a kibitzer asks for or follows; None once that player has left."""
    wished = next((one.player_id for one in _wishes(state) if one.user_id == user_id), None)
    if wished is None or wished == ALL_HANDS or state.seat_of(wished) is not None:
        return wished
    return None


def is_granted(state: TableState, user_id: int) -> bool:
    """Return True if everybody whose hand this kibitzer asks for shows it to them."""
    player_id = wish_of(state, user_id)
    return player_id is not None and not unanswered(state, user_id)


def unanswered(state: TableState, user_id: int) -> list[int]:
    """Return the players whose consent this kibitzer still needs."""
    player_id = wish_of(state, user_id)
    if player_id is None:
        return []
    scope = _scope(player_id)
    return [
        one
        for one in _players(state, player_id)
        if not _covers(_answer(state, one, user_id), scope)
    ]


def questions_to(state: TableState, user_id: int) -> list[KibitzQuestion]:
    """Return the questions that a player has not answered, the oldest first."""
    if state.seat_of(user_id) is None or not can_be_followed(state):
        return []
    asked = [
        KibitzQuestion(note.user_id, _scope(note.player_id))
        for note in _wishes(state)
        if note.player_id in (user_id, ALL_HANDS)
    ]
    return [one for one in asked if _is_unanswered(state, user_id, one)]


def followers(state: TableState, user_id: int) -> list[int]:
    """Return the kibitzers who follow the hand of a player now."""
    return [
        note.user_id
        for note in _wishes(state)
        if note.player_id in (user_id, ALL_HANDS) and is_granted(state, note.user_id)
    ]


def is_closed(state: TableState, user_id: int) -> bool:
    """Return True if a player shows the own hand to nobody."""
    return any(
        note.kind is KibitzKind.NO and _is_answer(note, user_id, EVERYBODY) for note in state.kibitz
    )


def has_declined(state: TableState, player_id: int, user_id: int) -> bool:
    """Return True if a player does not show the own hand to this kibitzer."""
    return _answer(state, player_id, user_id) is KibitzKind.NO


def refuse_seat(state: TableState, user_id: int) -> None:
    """Raise Refused for a kibitzer who has seen cards of this match."""
    if _seen(state, user_id) is not None:
        raise Refused(Refusal.KIBITZER_SITS)


def without_notes_of(state: TableState, user_id: int) -> TableState:
    """Drop what was asked of or answered to a kibitzer who sits down."""
    return _with_notes(state, [note for note in state.kibitz if note.user_id != user_id])


def followed_hand(state: TableState, user_id: int) -> FollowedHand | None:
    """Return what a kibitzer sees now; None for one without consent.

    It is the view of the seat when the trick before the last finished one ended: before the second
    trick, and until ``note_seen``, it is what everybody sees.
    """
    player_id, newest = wish_of(state, user_id), state.game
    if player_id is None or newest is None or not is_granted(state, user_id):
        return None
    game, seen = late_game(state), _seen(state, user_id)
    if (
        game is None
        or seen is None
        or (seen.player_id, seen.deal) != (player_id, _deal(game).number)
    ):
        return FollowedHand(player_id, build_view(newest, None), is_open=False)
    seat = state.seat_of(player_id)
    return FollowedHand(player_id, late_view(game, seat), is_open=True)


def late_view(game: Game, seat: int | None) -> View:
    """Return the view of a seat without its legal actions, or for None that of all hands."""
    if seat is None:
        return build_open_view(game)
    return build_view(game, seat)._replace(legal=())


def late_game(state: TableState) -> Game | None:
    """Return the game as it was one trick ago; None before the second trick of a deal."""
    now = state.base_game
    if now is None or now.deal is None or not now.deal.is_dealt or not now.deal.tricks:
        return None
    return game_one_trick_ago(take_backs.games_of_deal(state))


def game_one_trick_ago(games: Sequence[Game]) -> Game | None:
    """Return the game when the trick before the last finished one ended; None without such a one.

    ``games`` are those of the open deal, the newest last.
    """
    now = games[-1].deal
    finished = -1 if now is None else len(now.tricks) - 1
    then = [game for game in games if game.deal is not None and len(game.deal.tricks) == finished]
    if finished < 0 or not then:
        return None
    fewest = min(len(_deal(game).trick) for game in then)  # a dummy may lead at once
    return next(game for game in reversed(then) if len(_deal(game).trick) == fewest)


def _deal(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def _players(state: TableState, player_id: int) -> list[int]:
    """Return the players whose hands a wish is about; a robot's is shown with all others."""
    return state.human_ids() if player_id == ALL_HANDS else [player_id]


def _scope(player_id: int) -> KibitzKind:
    return KibitzKind.ALL if player_id == ALL_HANDS else KibitzKind.ONE


def _answer(state: TableState, player_id: int, user_id: int) -> KibitzKind | None:
    """Return a player's answer to a kibitzer: to this one, else to everybody."""
    own = {note.user_id: note.kind for note in state.kibitz if _is_answer(note, player_id)}
    return own.get(user_id, own.get(EVERYBODY))


def _covers(said: KibitzKind | None, scope: KibitzKind) -> bool:
    return said is KibitzKind.ALL or (said is KibitzKind.ONE and scope is KibitzKind.ONE)


def _is_unanswered(state: TableState, player_id: int, asked: KibitzQuestion) -> bool:
    said = _answer(state, player_id, asked.user_id)
    return said is not KibitzKind.NO and not _covers(said, asked.scope)


def _is_answer(note: KibitzNote, player_id: int, user_id: int | None = None) -> bool:
    """Return True for an answer of this player, to this kibitzer where one is named."""
    is_own = note.kind in _ANSWERS and note.player_id == player_id
    return is_own and user_id in (None, note.user_id)


def _seen(state: TableState, user_id: int) -> KibitzNote | None:
    notes = (note for note in state.kibitz if note.kind is KibitzKind.SAW)
    return next((note for note in notes if note.user_id == user_id), None)


def _has_seen_another(state: TableState, user_id: int, player_id: int) -> bool:
    """Return True for a kibitzer who has seen a hand of this deal and asks for another one."""
    seen = _seen(state, user_id)
    if seen is None or seen.deal != scored_deal_count(state) + 1 or player_id == ALL_HANDS:
        return False
    return seen.player_id not in (ALL_HANDS, player_id)


def _wishes(state: TableState) -> list[KibitzNote]:
    return [note for note in state.kibitz if note.kind is KibitzKind.ASKS]


def _without_wishes(state: TableState, users: set[int]) -> list[KibitzNote]:
    """Return the notes without what these kibitzers ask for."""
    return [
        note
        for note in state.kibitz
        if note.kind is not KibitzKind.ASKS or note.user_id not in users
    ]


def _with_notes(state: TableState, notes: Iterable[KibitzNote]) -> TableState:
    by_time = sorted(notes, key=lambda note: (note.at, note.user_id, note.player_id, note.kind))
    return state._replace(kibitz=tuple(by_time))
