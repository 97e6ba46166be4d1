"""The entries of a deal as sentences with their reasons in numbers, grouped by player."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.analysis.postmortem import PlayKind
from bot.engine import deal, rules, trick_play
from bot.engine.cards import CARD_NAMES, Card, Seat
from bot.engine.view import ResultView
from bot.model.enums import Posting
from bot.model.reviews import TurningPoint
from bot.model.values import Record
from bot.render.families import presenter_of
from bot.render.families.presenter import FamilyPresenter
from bot.render.formatting import (
    bold,
    format_signed,
    join_dotted,
    name_with_mark,
    play_order_from,
    small_print,
    trick_players,
)
from bot.render.screen import token
from bot.render.screen_data import TableData
from bot.render.words import TableWords, Words


def entry_lines(
    presenter: FamilyPresenter, scored: ResultView, facts: TableData, words: Words
) -> tuple[str, ...]:
    """Return one line per player: the entries they caused, with reasons."""
    order = _seats_in_order(scored, len(facts.seats))
    return tuple(_player_entries(presenter, scored, seat, facts, words) for seat in order)


def _seats_in_order(scored: ResultView, players: int) -> list[Seat]:
    """Return the seats, the declarer first, then clockwise."""
    first = scored.contract.declarer if scored.contract else (scored.dealer + 1) % players
    return [(first + step) % players for step in range(players)]


def _player_entries(
    presenter: FamilyPresenter, scored: ResultView, seat: Seat, facts: TableData, words: Words
) -> str:
    written = entries_of(presenter, scored.postings, seat)
    items = [
        posting_text(presenter, posting, facts, words, presenter.forgiven_tricks(scored, posting))
        for posting in written
    ]
    said = "; ".join(items) or presenter.empty_entry_note(scored, seat, words)
    return f"{name_with_mark(facts, seat)} · {said or _role_text(scored, seat, words)}"


def _role_text(scored: ResultView, seat: Seat, words: Words) -> str:
    role = scored.roles[seat]
    return words.say(f"role.{role}" if role else "result.nothing")


def seat_entries_line(
    presenter: FamilyPresenter,
    postings: Sequence[Posting],
    seat: Seat,
    facts: TableData,
    words: Words,
) -> str:
    """Return a line such as "Ana falls: 20 to the pot"; "" if the seat caused no entry."""
    items = [
        posting_text(presenter, p, facts, words) for p in entries_of(presenter, postings, seat)
    ]
    return f"{facts.name(seat)} {', '.join(items)}" if items else ""


def entries_of(
    presenter: FamilyPresenter, postings: Sequence[Posting], seat: Seat
) -> list[Posting]:
    """Return the entries a seat caused; a penalty that all opponents write counts once."""
    found: list[Posting] = []
    for posting in postings:
        if responsible_seat(presenter, posting) != seat:
            continue
        twin = _is_penalty(presenter, posting) and any(
            _is_same_penalty(posting, other) for other in found
        )
        if not twin:
            found.append(posting)
    return found


def responsible_seat(presenter: FamilyPresenter, posting: Posting) -> Seat:
    """Return the seat that caused an entry: the penalised seat, else the writing one."""
    if _is_penalty(presenter, posting) and posting.against is not None:
        return posting.against
    return posting.seat


def _is_penalty(presenter: FamilyPresenter, posting: Posting) -> bool:
    return posting.account == "whists" and posting.why in presenter.penalty_reasons


def _is_same_penalty(one: Posting, other: Posting) -> bool:
    return (one.why, one.against, one.count) == (other.why, other.against, other.count)


def posting_text(
    presenter: FamilyPresenter, posting: Posting, facts: TableData, words: Words, forgiven: int = 0
) -> str:
    """Return a text such as "2 tricks × 4 = 8 whists on Ana", "+4 pool".

    With ``forgiven`` tricks it begins "6 − 1 (amnesty) = ".
    """
    key = f"why.{posting.why}" + (".whists" if _is_penalty(presenter, posting) else "")
    took = posting.count + forgiven
    amnesty = words.say("result.amnesty", took=took, forgiven=forgiven) if forgiven else ""
    return amnesty + words.say(
        key,
        tricks=words.say_plural("result.tricks", posting.count),
        short=undertricks_text(posting.count, words),
        n=posting.count,
        unit=posting.unit,
        whists=words.say_plural("result.whists", posting.amount),
        amount=bold(_amount_text(presenter, posting)),
        name="" if posting.against is None else facts.name(posting.against),
    )


def _amount_text(presenter: FamilyPresenter, posting: Posting) -> str:
    """Return "+4" for the pool, "−2" for a surplus off the mountain, else the plain number."""
    if posting.account in presenter.signed_accounts or posting.amount < 0:
        return format_signed(posting.amount)
    return str(posting.amount)


def undertricks_text(tricks: int, words: Words) -> str:
    """Return "without two"; "" if no trick is missing."""
    return words.say(f"without.{tricks}") if 1 <= tricks <= 10 else ""


def scored_headline(rules: rules.Rules, scored: ResultView, words: TableWords) -> str:
    """Return "Deal 7 · 7 diamonds made, 8 tricks"."""
    deal = words.say("board.deal", number=scored.number)
    contract, presenter = scored.contract, presenter_of(rules)
    if contract is None:
        return join_dotted((deal, words.say(f"outcome.{scored.outcome}")))
    won = scored.won[contract.declarer]
    short = undertricks_text(contract.level - won, words)
    name = words.contract(contract.name)
    what = words.say(f"outcome.{scored.outcome}", contract=name, short=short)
    if scored.outcome in presenter.outcomes_with_tricks:
        what = f"{what}, {words.say_plural('result.tricks', won)}"
    return join_dotted((deal, what, presenter.result_note(scored, words)))


# The places of a match.


def final_places(balance: tuple[int, ...], left: tuple[bool, ...] = ()) -> list[tuple[int, Seat]]:
    """Return each seat with its place, the best first; equal balances share a place.

    Players who left come after all who stayed.
    """
    gone = left or (False,) * len(balance)
    keys = [(gone[seat], -won) for seat, won in enumerate(balance)]
    order = sorted(range(len(balance)), key=lambda seat: (keys[seat], seat))
    return [(1 + sum(other < keys[seat] for other in keys), seat) for seat in order]


# The result of a scored deal by best play of all, in one line.


class DealVerdict(Record):
    """The tricks of each seat (``best_tricks``) by best play of all, and the dearest card."""

    kind: PlayKind
    best_tricks: tuple[int, ...]
    turning: TurningPoint | None = None


def code_line(facts: TableData, words: Words) -> str:
    """Return the code of the shown deal; "" where there is none to show."""
    return small_print(words.say("result.code", code=facts.code)) if facts.code else ""


def verdict_line(
    scored: ResultView, verdict: DealVerdict, facts: TableData, words: TableWords
) -> str:
    """Return "Best play: 7 tricks for Ana (made 6)"; "" if no card was played."""
    contract = scored.contract
    if verdict.kind is PlayKind.UNPLAYED:
        return ""
    if contract is None:
        return words.say(
            "verdict.all_pass", tricks=trick_counts(verdict.best_tricks, scored, facts)
        )
    worth = verdict.best_tricks[contract.declarer]
    name = facts.name(contract.declarer)
    tricks = bold(words.say_plural("result.tricks", worth))
    if verdict.kind is not PlayKind.MISERE:
        made = tricks_made_text(scored, words)
        return words.say("verdict.contract", name=name, tricks=tricks, made=made)
    made = words.say("verdict.took", n=scored.won[contract.declarer])
    key = "verdict.caught" if worth else "verdict.safe"
    return words.say(key, name=name, tricks=tricks, made=made)


def turning_line(
    scored: ResultView, verdict: DealVerdict, facts: TableData, words: TableWords
) -> str:
    """Return "Turning point: K♥ from Ana in trick 4, −2"; "" if no card cost a trick."""
    if verdict.turning is None:
        return ""
    played = next((one for one in played_cards(scored) if one.card == verdict.turning.card), None)
    if played is None:
        return ""
    return words.say(
        "verdict.turning",
        card=token(CARD_NAMES[played.card]),
        name=facts.name(played.seat),
        trick=played.trick + 1,
        cost=f"−{verdict.turning.cost}",
    )


class PlayedCard(NamedTuple):
    """One card of a deal with the seat that held it and its trick, from 0."""

    seat: Seat
    card: Card
    trick: int


def played_cards(scored: ResultView) -> tuple[PlayedCard, ...]:
    """Return every card of the finished tricks, in the order of play."""
    players = trick_players(scored.seats, scored.roles)
    return tuple(
        PlayedCard(seat, card, number)
        for number, trick in enumerate(scored.tricks)
        for seat, card in zip(play_order_from(players, trick.leader), trick.cards, strict=True)
    )


def trick_counts(tricks: tuple[int, ...], scored: ResultView, facts: TableData) -> str:
    """Return "Ana 4, Boris 3, Vera 3" for the seats that can take tricks."""
    inside = [seat for seat, role in enumerate(scored.roles) if role == deal.Role.ALONE]
    return ", ".join(f"{facts.name(seat)} {tricks[seat]}" for seat in inside)


def tricks_made_text(scored: ResultView, words: TableWords) -> str:
    """Return "made 6", "agreed 6" or "stopped at 3"."""
    assert scored.contract is not None
    won = scored.won[scored.contract.declarer]
    if len(scored.tricks) == trick_play.TRICKS:
        return words.say("verdict.made", n=won)
    all_given = sum(scored.won) == trick_play.TRICKS
    return words.say("verdict.agreed" if all_given else "verdict.stopped", n=won)
