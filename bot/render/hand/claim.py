"""Private dialogs: claims, confirmations, explanations, and the table menu.

A claim asks how many tricks the player takes, then how the others share the rest.
"""

from collections.abc import Sequence

from bot.deeds import table as deeds
from bot.engine.actions import Claim
from bot.engine.cards import Seat
from bot.engine.notation import text
from bot.engine.view import View
from bot.render.facts import TableFacts
from bot.render.names import bare
from bot.render.parts import bold, deed_button, lines, small
from bot.render.screen import Act, Block, Choice, Row, Screen, Select, Text, Tone
from bot.render.words import Words


def claims_of(view: View) -> tuple[Claim, ...]:
    return tuple(action for action in view.legal if isinstance(action, Claim))


def may_claim(view: View) -> bool:
    return bool(claims_of(view))


def claim_screen(view: View, facts: TableFacts, words: Words, mine: int | None = None) -> Screen:
    """Return the first question, or with ``mine`` tricks chosen the second."""
    back = Row((deed_button(words, "to_hand", deeds.ShowHand()),))
    blocks = (*_question(view, facts, words, mine), back)
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _question(view: View, facts: TableFacts, words: Words, mine: int | None) -> tuple[Block, ...]:
    claims, table = claims_of(view), view.table
    if not claims or table is None or view.seat not in table.seats:
        return (Text(words.say("claim.not_now")),)
    place = table.seats.index(view.seat)
    fitting = [claim for claim in claims if claim.tricks[place] == mine]
    if mine is None or not fitting:
        return _mine(claims, place, words)
    return _others(mine, fitting, table.seats, facts, words)


def _mine(claims: Sequence[Claim], place: int, words: Words) -> tuple[Block, ...]:
    """Ask how many of the remaining tricks the player takes."""
    left = words.count("claim.left", sum(claims[0].tricks))
    counts = sorted({claim.tricks[place] for claim in claims}, reverse=True)
    choices = tuple(
        Choice(words.count("claim.choice", n), _asked(claims, place, n)) for n in counts
    )
    head = lines(bold(left), small(words.say("claim.explain")))
    return (Text(head), Select("mine", words.say("claim.mine"), choices))


def _asked(claims: Sequence[Claim], place: int, mine: int) -> Act | deeds.Claim:
    """Return the second question, or the claim itself if only one split remains."""
    fitting = [claim for claim in claims if claim.tricks[place] == mine]
    return Act(text(fitting[0])) if len(fitting) == 1 else deeds.Claim(mine)


def _others(
    mine: int, claims: Sequence[Claim], seats: Sequence[Seat], facts: TableFacts, words: Words
) -> tuple[Block, ...]:
    """Ask how the others share the remaining tricks."""
    head = lines(bold(words.count("claim.i_take", mine)), small(words.say("claim.how")))
    return (Text(head), _splits(claims, seats, facts, words))


def _splits(
    claims: Sequence[Claim], seats: Sequence[Seat], facts: TableFacts, words: Words
) -> Select:
    choices = tuple(Choice(_label(claim, seats, facts), Act(text(claim))) for claim in claims)
    return Select("splits", words.say("claim.split"), choices)


def _label(claim: Claim, seats: Sequence[Seat], facts: TableFacts) -> str:
    """Return "Ana 4, Boris 1, Vera 0"."""
    pairs = zip(seats, claim.tricks, strict=True)
    return ", ".join(f"{bare(facts.name(seat))} {n}" for seat, n in pairs)
