"""Raspasy entries, and the amnesty that shortens them (rules/russian.md 3.5)."""

from bot.engine.cards import Seat
from bot.engine.ledger import Posting
from bot.engine.roles import Role
from bot.engine.view import ResultView
from bot.render.words import Words

_TRICKS = "all_pass_tricks"


def forgiven_tricks(scored: ResultView, posting: Posting) -> int:
    """Return the tricks an entry leaves out because everybody took as many."""
    if posting.why != _TRICKS:
        return 0
    # where others write the penalty, they write it on the player with the tricks
    taker = posting.seat if posting.against is None else posting.against
    return scored.won[taker] - posting.count


def empty_entry_note(scored: ResultView, seat: Seat, words: Words) -> str:
    """Explain an empty entry in raspasy: the tricks, and whether they were the fewest."""
    inside = [other for other, role in enumerate(scored.roles) if role == Role.ALONE]
    if seat not in inside:
        return ""
    tricks = words.say_plural("result.tricks", scored.won[seat])
    if scored.won[seat] > min(scored.won[other] for other in inside):
        return tricks  # a player with fewer tricks writes them
    return words.say("result.fewest", tricks=tricks)
