"""What a deal wrote, as sentences with the reason in numbers: one group per player."""

from collections.abc import Sequence

from bot.engine.cards import Seat
from bot.engine.ledger import Posting
from bot.engine.view import Scored
from bot.render.facts import TableFacts
from bot.render.parts import bold, marked, signed
from bot.render.words import Words

# entries that every opponent writes on the culprit, where there is no mountain
PENALTIES = frozenset(
    {
        "undertricks",
        "quota_missed",
        "misere_tricks",
        "all_pass_tricks",
        "talon_thrown",
        "conceded",
    }
)


def scored_lines(scored: Scored, facts: TableFacts, words: Words) -> tuple[str, ...]:
    """One line per player: what was written because of him, and why."""
    order = _order(scored, len(facts.seats))
    return tuple(_player(scored, seat, facts, words) for seat in order)


def _order(scored: Scored, players: int) -> list[Seat]:
    """The declarer first, then clockwise."""
    first = scored.contract.declarer if scored.contract else (scored.dealer + 1) % players
    return [(first + step) % players for step in range(players)]


def _player(scored: Scored, seat: Seat, facts: TableFacts, words: Words) -> str:
    items = [posting_text(p, facts, words) for p in grouped(scored.postings, seat)]
    role = scored.roles[seat]
    said = "; ".join(items) or words.say(f"role.{role}" if role else "result.nothing")
    return f"{marked(facts, seat)} · {said}"


def grouped(postings: Sequence[Posting], seat: Seat) -> list[Posting]:
    """The entries a seat answers for; a penalty all opponents write counts once."""
    found: list[Posting] = []
    for posting in postings:
        if subject(posting) != seat:
            continue
        twin = _is_penalty(posting) and any(_same(posting, other) for other in found)
        if not twin:
            found.append(posting)
    return found


def subject(posting: Posting) -> Seat:
    """Whose doing an entry is: the culprit of a penalty, else who writes."""
    if _is_penalty(posting) and posting.against is not None:
        return posting.against
    return posting.seat


def _is_penalty(posting: Posting) -> bool:
    return posting.account == "whists" and posting.why in PENALTIES


def _same(one: Posting, other: Posting) -> bool:
    return (one.why, one.against, one.count) == (other.why, other.against, other.count)


def posting_text(posting: Posting, facts: TableFacts, words: Words) -> str:
    """2 tricks × 4 = 8 whists on Ana; +4 pool."""
    key = f"why.{posting.why}" + (".whists" if _is_penalty(posting) else "")
    short = words.say(f"without.{posting.count}") if posting.why == "undertricks" else ""
    return words.say(
        key,
        tricks=words.count("result.tricks", posting.count),
        short=short,
        n=posting.count,
        unit=posting.unit,
        whists=words.count("result.whists", posting.amount),
        amount=bold(_amount(posting)),
        name="" if posting.against is None else facts.name(posting.against),
    )


def _amount(posting: Posting) -> str:
    """+4 for the pool, −2 for a surplus off the mountain, else the plain number."""
    if posting.account == "pool" or posting.amount < 0:
        return signed(posting.amount)
    return str(posting.amount)
