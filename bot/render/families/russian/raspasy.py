"""What raspasy wrote, with the amnesty that shortened it (rules/russian.md 3.5)."""

from bot.engine.cards import Seat
from bot.engine.ledger import Posting
from bot.engine.roles import Role
from bot.engine.view import Scored
from bot.render.words import Words

_TRICKS = "all_pass_tricks"


def forgiven(scored: Scored, posting: Posting) -> int:
    """The tricks that an entry leaves out because everybody took as many."""
    if posting.why != _TRICKS:
        return 0
    # where others write the penalty, they write it on whoever took the tricks
    taker = posting.seat if posting.against is None else posting.against
    return scored.won[taker] - posting.count


def unwritten(scored: Scored, seat: Seat, words: Words) -> str:
    """Of who took the fewest tricks, and writes nothing for them."""
    inside = [other for other, role in enumerate(scored.roles) if role == Role.ALONE]
    if seat not in inside:
        return ""
    tricks = words.count("result.tricks", scored.won[seat])
    if scored.won[seat] > min(scored.won[other] for other in inside):
        return tricks  # they are written by who took fewer
    return words.say("result.fewest", tricks=tricks)
