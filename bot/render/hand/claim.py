"""Private dialogs: claims, confirmations, explanations, and the table menu.

A claim asks how many tricks the player takes, then how the others share the rest.
"""

from collections.abc import Sequence

from bot.deeds import table as deeds
from bot.engine.actions import Claim
from bot.engine.cards import Seat
from bot.engine.notation import format_action
from bot.engine.view import View
from bot.render.facts import TableData
from bot.render.names import unescaped_name
from bot.render.parts import bold, command_button, join_lines, small_print
from bot.render.screen import (
    ActionPress,
    Block,
    ButtonRow,
    Screen,
    Select,
    SelectChoice,
    Text,
    Tone,
)
from bot.render.words import Words


def legal_claims(view: View) -> tuple[Claim, ...]:
    return tuple(action for action in view.legal if isinstance(action, Claim))


def can_claim(view: View) -> bool:
    return bool(legal_claims(view))


def claim_screen(view: View, facts: TableData, words: Words, mine: int | None = None) -> Screen:
    """Return the first question, or with ``mine`` tricks chosen the second."""
    back = ButtonRow((command_button(words, "to_hand", deeds.ShowHand()),))
    blocks = (*_question(view, facts, words, mine), back)
    return Screen(facts.game, view.version, Tone.PRIVATE, blocks)


def _question(view: View, facts: TableData, words: Words, mine: int | None) -> tuple[Block, ...]:
    claims, table = legal_claims(view), view.table
    if not claims or table is None or view.seat not in table.seats:
        return (Text(words.say("claim.not_now")),)
    place = table.seats.index(view.seat)
    fitting = [claim for claim in claims if claim.tricks[place] == mine]
    if mine is None or not fitting:
        return _own_tricks_blocks(claims, place, words)
    return _split_blocks(mine, fitting, table.seats, facts, words)


def _own_tricks_blocks(claims: Sequence[Claim], place: int, words: Words) -> tuple[Block, ...]:
    """Ask how many of the remaining tricks the player takes."""
    left = words.say_plural("claim.left", sum(claims[0].tricks))
    counts = sorted({claim.tricks[place] for claim in claims}, reverse=True)
    choices = tuple(
        SelectChoice(words.say_plural("claim.choice", n), _press_for_count(claims, place, n))
        for n in counts
    )
    head = join_lines(bold(left), small_print(words.say("claim.explain")))
    return (Text(head), Select("mine", words.say("claim.mine"), choices))


def _press_for_count(
    claims: Sequence[Claim], place: int, mine: int
) -> ActionPress | deeds.ClaimTricks:
    """Return the second question, or the claim itself if only one split remains."""
    fitting = [claim for claim in claims if claim.tricks[place] == mine]
    return ActionPress(format_action(fitting[0])) if len(fitting) == 1 else deeds.ClaimTricks(mine)


def _split_blocks(
    mine: int, claims: Sequence[Claim], seats: Sequence[Seat], facts: TableData, words: Words
) -> tuple[Block, ...]:
    """Ask how the others share the remaining tricks."""
    head = join_lines(
        bold(words.say_plural("claim.i_take", mine)), small_print(words.say("claim.how"))
    )
    return (Text(head), _split_select(claims, seats, facts, words))


def _split_select(
    claims: Sequence[Claim], seats: Sequence[Seat], facts: TableData, words: Words
) -> Select:
    choices = tuple(
        SelectChoice(_split_label(claim, seats, facts), ActionPress(format_action(claim)))
        for claim in claims
    )
    return Select("splits", words.say("claim.split"), choices)


def _split_label(claim: Claim, seats: Sequence[Seat], facts: TableData) -> str:
    """Return "Ana 4, Boris 1, Vera 0"."""
    pairs = zip(seats, claim.tricks, strict=True)
    return ", ".join(f"{unescaped_name(facts.name(seat))} {n}" for seat, n in pairs)
