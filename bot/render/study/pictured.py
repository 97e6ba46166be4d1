"""The diagram of a finished deal: hands, talon, discard, and every trick in order."""

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.cards import TABLE, Card, Hand, Seat
from bot.engine.deal import Trick
from bot.engine.roles import Role
from bot.engine.rules import Rules
from bot.engine.view import Scored
from bot.render.facts import TableFacts
from bot.render.families import facing, manner_of
from bot.render.names import bare
from bot.render.paper.diagram import (
    Holding,
    Layout,
    Turned,
    card_text,
    diagram,
    hand_text,
    row_text,
    suits_only,
)
from bot.render.paper.telling import alt_text, name_of, titled
from bot.render.parts import dotted, round_from, taking_part
from bot.render.screen import Drawing
from bot.render.table.result import headline
from bot.render.words import TableWords

Costs = Mapping[tuple[int, Seat], int]  # tricks a card gave away, by trick from 0 and seat


def deal_drawing(
    rules: Rules,
    scored: Scored,
    hands: Sequence[Hand | None],
    costs: Costs,
    facts: TableFacts,
    words: TableWords,
    title: str = "",
) -> Drawing:
    """Return the diagram; the declarer sits at the bottom, in an all-pass deal forehand.

    ``hands`` belong to ``scored.seats``.  ``title`` replaces the headline with the result.
    """
    title = suits_only(title or headline(rules, scored, words), words)
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    order = tuple(scored.seats[(first + step) % 3] for step in range(3))
    held = dict(zip(scored.seats, hands, strict=True))
    layout = Layout(
        title=title,
        hands=tuple(_holding(scored, s, held[s], facts, words) for s in order),
        aside=_asides(scored, words),
        tricks=tuple(
            _turned(n, trick, scored, order, costs) for n, trick in enumerate(scored.tricks)
        ),
        legend=_legend(scored, costs, words),
        is_clockwise=manner_of(rules).is_clockwise(rules),
    )
    alt = _alt(title, layout, scored, facts, words)
    return Drawing(diagram(layout, alt, facing(rules, words)))


def _asides(scored: Scored, words: TableWords) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Return the talon and the discard, if the rules show them."""
    if scored.reveal is None:
        return ()
    both = (("diagram.talon", scored.reveal.talon), ("diagram.discard", scored.reveal.discard))
    return tuple((words.say(key), cards) for key, cards in both if cards)


def _holding(
    scored: Scored, seat: Seat, hand: Hand | None, facts: TableFacts, words: TableWords
) -> Holding:
    """Return a hand of the diagram with the role of its player and the tricks won."""
    role = scored.roles[seat]
    note = words.say(f"role.{role}") if role and role not in (Role.ALONE, Role.DUMMY) else ""
    won = str(scored.won[seat]) if scored.tricks else ""
    return Holding(name_of(facts, seat, words), hand, dotted((note, won)))


def _turned(
    number: int, trick: Trick, scored: Scored, order: Sequence[Seat], costs: Costs
) -> Turned:
    """Return a trick by places; it has no leader if a talon card led."""
    players = taking_part(scored.seats, scored.roles)
    played = dict(zip(round_from(players, trick.leader), trick.cards, strict=False))
    return Turned(
        cards=tuple(played.get(seat) for seat in order),
        leader=-1 if trick.talon is not None else order.index(trick.leader),
        winner=order.index(trick.winner) if trick.winner in order else -1,
        cost=tuple(costs.get((number, seat), 0) for seat in order),
    )


def _legend(scored: Scored, costs: Costs, words: TableWords) -> str:
    if not scored.tricks:
        return ""
    return words.say("diagram.legend.costs" if costs else "diagram.legend")


# the same in words --------------------------------------------------------------------------


def _alt(
    title: str,
    layout: Layout,
    scored: Scored,
    facts: TableFacts,
    words: TableWords,
) -> str:
    hands = [
        f"{dotted((bare(hand.name), hand.note))}: {hand_text(hand.cards, words)}"
        for hand in layout.hands
    ]
    hands += [f"{head}: {row_text(cards, words)}" for head, cards in layout.aside]
    tricks = list(_tricks(scored, facts, words))
    return titled(words.plain(title), alt_text([*hands, *tricks], hands))


def _tricks(scored: Scored, facts: TableFacts, words: TableWords) -> Iterator[str]:
    """Yield lines such as "1. Ana: A♠ 7♠ 10♥ → Ana"; an unfinished trick has no winner."""
    for number, trick in enumerate(scored.tricks, start=1):
        led = "" if trick.talon is None else f"{card_text(trick.talon, words)} + "
        cards = " ".join(card_text(card, words) for card in trick.cards)
        end = "" if trick.winner == TABLE else f" → {bare(facts.name(trick.winner))}"
        yield f"{number}. {bare(facts.name(trick.leader))}: {led}{cards}{end}"
