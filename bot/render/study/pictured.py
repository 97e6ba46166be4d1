"""The diagram of a finished deal: hands, talon, discard, and every trick in order."""

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.cards import TABLE_SEAT, Card, Hand, Seat
from bot.engine.deal import Trick
from bot.engine.roles import Role
from bot.engine.rules import Rules
from bot.engine.view import ResultView
from bot.render.facts import TableData
from bot.render.families import presenter_of, with_table_faces
from bot.render.names import unescaped_name
from bot.render.paper.diagram import (
    CardDiagram,
    DiagramHand,
    DiagramTrick,
    card_in_words,
    cards_in_words,
    diagram_picture,
    hand_in_words,
    spell_out_tiles,
)
from bot.render.paper.telling import alt_text, drawable_name, titled_alt_text
from bot.render.parts import join_dotted, play_order_from, trick_players
from bot.render.screen import PictureBlock
from bot.render.table.result import scored_headline
from bot.render.words import TableWords

CardCosts = Mapping[tuple[int, Seat], int]  # tricks a card gave away, by trick from 0 and seat


def deal_drawing(
    rules: Rules,
    scored: ResultView,
    hands: Sequence[Hand | None],
    costs: CardCosts,
    facts: TableData,
    words: TableWords,
    title: str = "",
) -> PictureBlock:
    """Return the diagram; the declarer sits at the bottom, in an all-pass deal forehand.

    ``hands`` belong to ``scored.seats``.  ``title`` replaces the headline with the result.
    """
    title = spell_out_tiles(title or scored_headline(rules, scored, words), words)
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    order = tuple(scored.seats[(first + step) % 3] for step in range(3))
    held = dict(zip(scored.seats, hands, strict=True))
    layout = CardDiagram(
        title=title,
        hands=tuple(_diagram_hand(scored, s, held[s], facts, words) for s in order),
        side_cards=_talon_and_discard(scored, words),
        tricks=tuple(
            _diagram_trick(n, trick, scored, order, costs) for n, trick in enumerate(scored.tricks)
        ),
        legend=_legend(scored, costs, words),
        is_clockwise=presenter_of(rules).is_clockwise(rules),
    )
    alt = _diagram_alt(title, layout, scored, facts, words)
    return PictureBlock(diagram_picture(layout, alt, with_table_faces(rules, words)))


def _talon_and_discard(
    scored: ResultView, words: TableWords
) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Return the talon and the discard, if the rules show them."""
    if scored.reveal is None:
        return ()
    both = (("diagram.talon", scored.reveal.talon), ("diagram.discard", scored.reveal.discard))
    return tuple((words.say(key), cards) for key, cards in both if cards)


def _diagram_hand(
    scored: ResultView, seat: Seat, hand: Hand | None, facts: TableData, words: TableWords
) -> DiagramHand:
    """Return a hand of the diagram with the role of its player and the tricks won."""
    role = scored.roles[seat]
    note = words.say(f"role.{role}") if role and role not in (Role.ALONE, Role.DUMMY) else ""
    won = str(scored.won[seat]) if scored.tricks else ""
    return DiagramHand(drawable_name(facts, seat, words), hand, join_dotted((note, won)))


def _diagram_trick(
    number: int, trick: Trick, scored: ResultView, order: Sequence[Seat], costs: CardCosts
) -> DiagramTrick:
    """Return a trick by places; it has no leader if a talon card led."""
    players = trick_players(scored.seats, scored.roles)
    played = dict(zip(play_order_from(players, trick.leader), trick.cards, strict=False))
    return DiagramTrick(
        cards=tuple(played.get(seat) for seat in order),
        leader=-1 if trick.talon is not None else order.index(trick.leader),
        winner=order.index(trick.winner) if trick.winner in order else -1,
        costs=tuple(costs.get((number, seat), 0) for seat in order),
    )


def _legend(scored: ResultView, costs: CardCosts, words: TableWords) -> str:
    if not scored.tricks:
        return ""
    return words.say("diagram.legend.costs" if costs else "diagram.legend")


# the same in words --------------------------------------------------------------------------


def _diagram_alt(
    title: str,
    layout: CardDiagram,
    scored: ResultView,
    facts: TableData,
    words: TableWords,
) -> str:
    hands = [
        f"{join_dotted((unescaped_name(hand.name), hand.note))}: {hand_in_words(hand.cards, words)}"
        for hand in layout.hands
    ]
    hands += [f"{head}: {cards_in_words(cards, words)}" for head, cards in layout.side_cards]
    tricks = list(_trick_texts(scored, facts, words))
    return titled_alt_text(words.without_tiles(title), alt_text([*hands, *tricks], hands))


def _trick_texts(scored: ResultView, facts: TableData, words: TableWords) -> Iterator[str]:
    """Yield lines such as "1. Ana: A♠ 7♠ 10♥ → Ana"; an unfinished trick has no winner."""
    for number, trick in enumerate(scored.tricks, start=1):
        led = "" if trick.talon is None else f"{card_in_words(trick.talon, words)} + "
        cards = " ".join(card_in_words(card, words) for card in trick.cards)
        end = "" if trick.winner == TABLE_SEAT else f" → {unescaped_name(facts.name(trick.winner))}"
        yield f"{number}. {unescaped_name(facts.name(trick.leader))}: {led}{cards}{end}"
