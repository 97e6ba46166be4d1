"""The result of a scored deal by best play of all, in one line."""

from dataclasses import dataclass

from bot.analysis.postmortem import PlayKind
from bot.engine.play import TRICKS
from bot.engine.roles import Role
from bot.engine.view import ResultView
from bot.render.facts import TableData
from bot.render.parts import bold
from bot.render.words import TableWords


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """The tricks of each seat (``best_tricks``) by best play of all."""

    kind: PlayKind
    best_tricks: tuple[int, ...]


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


def trick_counts(tricks: tuple[int, ...], scored: ResultView, facts: TableData) -> str:
    """Return "Ana 4, Boris 3, Vera 3" for the seats that can take tricks."""
    inside = [seat for seat, role in enumerate(scored.roles) if role == Role.ALONE]
    return ", ".join(f"{facts.name(seat)} {tricks[seat]}" for seat in inside)


def tricks_made_text(scored: ResultView, words: TableWords) -> str:
    """Return "made 6", "agreed 6" or "stopped at 3"."""
    assert scored.contract is not None
    won = scored.won[scored.contract.declarer]
    if len(scored.tricks) == TRICKS:
        return words.say("verdict.made", n=won)
    all_given = sum(scored.won) == TRICKS
    return words.say("verdict.agreed" if all_given else "verdict.stopped", n=won)
