"""A scored deal: at one of its cards, as a picture, and with its take-backs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.engine import actions, deal, notation, replaying, rules
from bot.engine.cards import CARD_NAMES, TABLE_SEAT, Card, Hand, Seat
from bot.engine.view import ResultView
from bot.model.values import Record, replace
from bot.render.cloth.cards_picture import (
    ShownCards,
    ShownHand,
    ShownTrick,
    card_in_words,
    cards_in_words,
    cards_picture,
    hand_in_words,
    spell_out_tiles,
)
from bot.render.deal_results import PlayedCard, played_cards, scored_headline
from bot.render.families import presenter_of, with_table_faces
from bot.render.formatting import (
    GAP,
    bold,
    hand_tiles,
    join_dotted,
    join_lines,
    play_order_from,
    small_print,
    talon_lead_text,
    trick_players,
)
from bot.render.paper.picture_text import alt_text, drawable_name, titled_alt_text
from bot.render.screen import PictureBlock, token, unescaped_name
from bot.render.screen_data import TableData
from bot.render.shapes import Picture
from bot.render.table.deal_lines import action_text, public_action
from bot.render.words import TableWords

# A scored deal at one of its cards: the remaining hands and the current trick.


def deal_line(scored: ResultView, facts: TableData, words: TableWords) -> str:
    """Return a line such as "Deal 3 · 6♠ · played by Ana"."""
    deal = words.say("board.deal", number=scored.number)
    if scored.contract is None:
        return join_dotted((deal, words.say(f"outcome.{scored.outcome}")))
    name, contract = facts.name(scored.contract.declarer), scored.contract.name
    return join_dotted((deal, words.contract(contract), words.say("result.declarer", name=name)))


def hand_line(
    scored: ResultView,
    cards: Sequence[PlayedCard],
    step: int,
    seat: Seat,
    hand: Hand,
    facts: TableData,
    *,
    is_whole: bool = True,
) -> str:
    """Return the remaining hand before card ``step``, with the tricks its player has won.

    If not ``is_whole``, the hand holds more cards than anybody has seen.
    """
    now = cards[step]
    gone = Hand.of(played.card for played in cards[:step])
    won = sum(trick.winner == seat for trick in scored.tricks[: now.trick])
    counted = str(won) if seat in trick_players(scored.seats, scored.roles) else ""
    name = bold(facts.name(seat)) if now.seat == seat else facts.name(seat)
    mark = "▸ " if now.seat == seat else ""
    held = hand_tiles(hand - gone) if is_whole else f"{hand_tiles(hand - gone)} ?".lstrip()
    return join_lines(small_print(mark + join_dotted((name, counted))), held)


def trick_in_progress(
    scored: ResultView, cards: Sequence[PlayedCard], step: int, facts: TableData, words: TableWords
) -> str:
    """Return the cards of the current trick; the card played now comes last, in bold."""
    now = cards[step]
    before = [played for played in cards[:step] if played.trick == now.trick]
    shown = [f"{token(CARD_NAMES[played.card])} {facts.name(played.seat)}" for played in before]
    shown.append(f"{token(CARD_NAMES[now.card])} {bold(facts.name(now.seat))}")
    led = [trick.talon for trick in scored.tricks[now.trick : now.trick + 1]]
    return GAP.join([*(talon_lead_text(card, words) for card in led if card is not None), *shown])


# The picture of a finished deal: hands, talon, discard, and every trick in order.

CardCosts = Mapping[tuple[int, Seat], int]  # tricks a card gave away, by trick from 0 and seat


def deal_drawing(
    rules: rules.Rules,
    scored: ResultView,
    hands: Sequence[Hand | None],
    costs: CardCosts,
    facts: TableData,
    words: TableWords,
    title: str = "",
    *,
    is_whole: bool = True,
) -> PictureBlock:
    """Return the picture; the declarer sits at the bottom, in an all-pass deal forehand.

    ``hands`` belong to ``scored.seats``, ``is_whole`` as in ``ShownHand``.  ``title`` replaces
    the headline with the result.
    """
    title = spell_out_tiles(title or scored_headline(rules, scored, words), words)
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    order = tuple(scored.seats[(first + step) % 3] for step in range(3))
    held = dict(zip(scored.seats, hands, strict=True))
    layout = ShownCards(
        title=title,
        hands=tuple(
            replace(_shown_hand(scored, s, held[s], facts, words), is_whole=is_whole) for s in order
        ),
        side_cards=_talon_and_discard(scored, words),
        tricks=tuple(
            _shown_trick(n, trick, scored, order, costs) for n, trick in enumerate(scored.tricks)
        ),
        legend=_legend(scored, costs, words),
        is_clockwise=presenter_of(rules).is_clockwise(rules),
    )
    alt = _drawing_alt(title, layout, scored, facts, words)
    shown = with_table_faces(rules, words)
    return PictureBlock(cards_picture(layout, shown, words.cloth, alt))


def position_picture(
    rules: rules.Rules,
    scored: ResultView,
    step: int,
    hands: Mapping[Seat, Hand],
    facts: TableData,
    words: TableWords,
    alt: str,
    *,
    is_whole: bool = True,
) -> Picture:
    """Return the deal as it stood when card ``step`` was played: hands and current trick.

    ``hands`` are those before the first card; a seat without one is hidden.
    """
    cards = played_cards(scored)
    now, gone = cards[step], Hand.of(played.card for played in cards[: step + 1])
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    order = tuple(scored.seats[(first + n) % 3] for n in range(3))
    lying = {one.seat: one.card for one in cards[: step + 1] if one.trick == now.trick}
    shown = ShownCards(
        title=spell_out_tiles(deal_line(scored, facts, words), words),
        hands=tuple(
            ShownHand(
                name=drawable_name(facts, seat, words),
                cards=hands[seat] - gone if seat in hands else None,
                note=str(sum(trick.winner == seat for trick in scored.tricks[: now.trick])),
                is_whole=is_whole,
                is_next=seat == now.seat,
            )
            for seat in order
        ),
        side_cards=_talon_and_discard(scored, words),
        trick=ShownTrick(tuple(lying.get(seat) for seat in order), leader=-1, winner=-1),
        newest=now.card,
        is_clockwise=presenter_of(rules).is_clockwise(rules),
    )
    return cards_picture(shown, with_table_faces(rules, words), words.cloth, alt)


def _talon_and_discard(
    scored: ResultView, words: TableWords
) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Return the talon and the discard, if the rules show them."""
    if scored.reveal is None:
        return ()
    both = (("diagram.talon", scored.reveal.talon), ("diagram.discard", scored.reveal.discard))
    return tuple((words.say(key), cards) for key, cards in both if cards)


def _shown_hand(
    scored: ResultView, seat: Seat, hand: Hand | None, facts: TableData, words: TableWords
) -> ShownHand:
    """Return a hand of the picture with the role of its player and the tricks won."""
    role = scored.roles[seat]
    note = (
        words.say(f"role.{role}") if role and role not in (deal.Role.ALONE, deal.Role.DUMMY) else ""
    )
    won = str(scored.won[seat]) if scored.tricks else ""
    return ShownHand(drawable_name(facts, seat, words), hand, join_dotted((note, won)))


def _shown_trick(
    number: int, trick: deal.Trick, scored: ResultView, order: Sequence[Seat], costs: CardCosts
) -> ShownTrick:
    """Return a trick by places; it has no leader if a talon card led."""
    players = trick_players(scored.seats, scored.roles)
    played = dict(zip(play_order_from(players, trick.leader), trick.cards, strict=False))
    return ShownTrick(
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


def _drawing_alt(
    title: str,
    layout: ShownCards,
    scored: ResultView,
    facts: TableData,
    words: TableWords,
) -> str:
    hands = [
        f"{join_dotted((unescaped_name(hand.name), hand.note))}: {_cards_text(hand, words)}"
        for hand in layout.hands
    ]
    hands += [f"{head}: {cards_in_words(cards, words)}" for head, cards in layout.side_cards]
    tricks = list(_trick_texts(scored, facts, words))
    return titled_alt_text(words.without_tiles(title), alt_text([*hands, *tricks], hands))


def _cards_text(hand: ShownHand, words: TableWords) -> str:
    return hand_in_words(hand.cards, words, is_whole=hand.is_whole)


def _trick_texts(scored: ResultView, facts: TableData, words: TableWords) -> Iterator[str]:
    """Yield lines such as "1. Ana: A♠ 7♠ 10♥ → Ana"; an unfinished trick has no winner."""
    for number, trick in enumerate(scored.tricks, start=1):
        led = "" if trick.talon is None else f"{card_in_words(trick.talon, words)} + "
        cards = " ".join(card_in_words(card, words) for card in trick.cards)
        end = "" if trick.winner == TABLE_SEAT else f" → {unescaped_name(facts.name(trick.winner))}"
        yield f"{number}. {unescaped_name(facts.name(trick.leader))}: {led}{cards}{end}"


# Take-backs of a scored deal: the player, the action, and the cards it lay between.

_MOST_TAKE_BACKS: Final = 8  # lines on one page


class TakeBackRecord(Record):
    """An action that was taken back, and ``undone_with_it``, the number of later actions undone
    with it.

    ``action`` is None if only its ``verb`` is public.  ``cards_before`` is the number of the deal's
    cards played before it.
    """

    seat: Seat
    verb: str
    action: actions.Action | None
    undone_with_it: int
    cards_before: int


def take_backs_in(said: Iterable[replaying.SeatLine]) -> tuple[TakeBackRecord, ...]:
    """Return the take-backs in the log lines of a deal, in the order of the requests."""
    return tuple(
        TakeBackRecord(seat, notation.action_verb(action), public_action(action), since, before)
        for seat, action, since, before in (
            (one.seat, notation.parse_action(one.line.text), one.since, one.cards)
            for one in replaying.find_take_backs(said)
        )
    )


def take_back_lines(
    found: Sequence[TakeBackRecord], cards: int, facts: TableData, words: TableWords
) -> str:
    """Return all take-backs of a deal with ``cards`` cards, one line each."""
    rest = len(found) - _MOST_TAKE_BACKS
    return join_lines(
        *(_take_back_line(one, cards, facts, words) for one in found[:_MOST_TAKE_BACKS]),
        small_print(words.say_plural("rules.and_more", rest)) if rest > 0 else "",
    )


def take_back_lines_at(
    found: Sequence[TakeBackRecord], step: int, cards: int, facts: TableData, words: TableWords
) -> str:
    """Return the take-backs before card ``step`` (from 0); at the last card also later ones."""
    last = step + 1 == cards
    here = [
        one for one in found if one.cards_before == step or (last and one.cards_before >= cards)
    ]
    return take_back_lines(here, cards, facts, words)


def _take_back_line(one: TakeBackRecord, cards: int, facts: TableData, words: TableWords) -> str:
    act = action_text(one.verb, one.action, words)
    return small_print(
        join_dotted(
            (
                f"↩ {words.say('takeback.told', name=facts.name(one.seat), act=act)}",
                _between_cards(one.cards_before, cards, words),
                words.say_plural("takeback.with", one.undone_with_it) if one.undone_with_it else "",
            )
        )
    )


def _between_cards(before: int, cards: int, words: TableWords) -> str:
    if not cards:  # nothing was played
        return ""
    if not before:
        return words.say("takeback.before", n=1)
    if before >= cards:
        return words.say("takeback.after", n=cards)
    return words.say("takeback.between", n=before, next=before + 1)
