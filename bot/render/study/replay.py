"""A scored deal card by card, as everybody may see it, without any analysis.

It is made from ``Scored`` alone, so it shows no card that the rules keep hidden and needs no
solver.
"""

from dataclasses import dataclass

from bot.deeds.looking import Analyse
from bot.deeds.past import Edge, Replay, ShareDeal, ShowDeal
from bot.engine.cards import TABLE, Hand, Seat
from bot.engine.play import TRICKS
from bot.engine.rules import Rules
from bot.engine.view import Scored
from bot.render.facts import TableFacts
from bot.render.families import words_at
from bot.render.parts import (
    LINE,
    bold,
    deed_button,
    lines,
    round_from,
    small,
    taking_part,
    text_blocks,
)
from bot.render.screen import Block, Button, Drawing, Row, Screen, Style, Tone
from bot.render.study.pictured import deal_drawing
from bot.render.study.position import Played, deal_line, hand_line, table_line
from bot.render.study.taken_back import TakenBack, told_here
from bot.render.words import TableWords, Words


@dataclass(frozen=True, slots=True)
class Past:
    """A scored deal of a table; ``version`` is the game's version just after it."""

    rules: Rules
    version: int
    scored: Scored
    deals: int  # scored at the table
    taken_back: tuple[TakenBack, ...] = ()


def cards_of(scored: Scored) -> tuple[Played, ...]:
    """Return every card of the finished tricks, in the order of play."""
    players = taking_part(scored.seats, scored.roles)
    return tuple(
        Played(seat, card, number)
        for number, trick in enumerate(scored.tricks)
        for seat, card in zip(round_from(players, trick.leader), trick.cards, strict=True)
    )


def hands_of(scored: Scored) -> dict[Seat, Hand]:
    """Return the hands at the first lead that everybody may know, forehand first.

    These are all hands if the rules show the cards, else the hands played to the last card.
    """
    if scored.reveal is not None:
        return {seat: _held(scored, seat) for seat in scored.seats}
    if len(scored.tricks) < TRICKS:
        return {}
    cards = cards_of(scored)
    return {
        seat: Hand.of(played.card for played in cards if played.seat == seat)
        for seat in taking_part(scored.seats, scored.roles)
    }


def _held(scored: Scored, seat: Seat) -> Hand:
    """Return the dealt hand; for the declarer the hand after the exchange."""
    assert scored.reveal is not None
    dealt, contract, reveal = scored.reveal.dealt[seat], scored.contract, scored.reveal
    if contract is None or contract.declarer != seat or not reveal.discard:
        return dealt
    return (dealt | Hand.of(reveal.talon)) - Hand.of(reveal.discard)


def is_open(scored: Scored) -> bool:
    """Return True if everybody has seen the cards of the play, so a post-mortem is allowed."""
    return bool(scored.tricks and hands_of(scored))


def within(scored: Scored, step: int | Edge) -> int:
    """Return the index from 0 of the card that ``step`` refers to; the deal must have cards."""
    last = len(cards_of(scored)) - 1
    if isinstance(step, Edge):
        return last if step is Edge.LAST else 0
    return min(max(step, 0), last)


def replay_screen(
    past: Past,
    step: int,
    facts: TableFacts,
    words: Words,
    note: str = "",
    *,
    is_shared: bool = False,
) -> Screen:
    """Return the private screen of the deal as it stood when card ``step`` was played.

    ``is_shared``: the reader was shown this deal only, so no button leads to other deals.
    """
    said = words_at(past.rules, words)
    blocks = (*text_blocks(f"> {note}" if note else ""), *_position(past, step, facts, said))
    rows = (_turning(past, step, is_shared), *(() if is_shared else (_leaving(past, step, said),)))
    return Screen(facts.game, past.version, Tone.PRIVATE, (*blocks, *rows))


def shared_screen(past: Past, step: int, name: str, facts: TableFacts, words: Words) -> Screen:
    """Return the public screen of that position; each reader steps on in a private message."""
    said = words_at(past.rules, words)
    onward = Replay(past.scored.number, step, shared=True)
    row = Row((deed_button(said, "walk", onward, Style.PRIMARY),))
    head = said.say("replay.shared", name=bold(name), game=facts.game)
    picture = _picture(past, step, facts, said)
    blocks = (*text_blocks(head), *_position(past, step, facts, said), picture, row)
    return Screen(facts.game, past.version, Tone.WAITING, blocks)


def _position(past: Past, step: int, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    scored, cards = past.scored, cards_of(past.scored)
    trick = words.say("board.trick", number=cards[step].trick + 1)
    here = words.say("analysis.card", n=step + 1, of=len(cards))
    held = hands_of(scored).items()
    hands = lines(*(hand_line(scored, cards, step, seat, hand, facts) for seat, hand in held))
    return (
        *text_blocks(
            lines(f"### {trick} · {here}", small(deal_line(scored, facts, words))),
            hands or small(words.say("replay.hidden")),
        ),
        LINE,
        *text_blocks(
            lines(
                told_here(past.taken_back, step, len(cards), facts, words),
                table_line(scored, cards, step, facts, words),
                _end(scored, step, facts, words),
            )
        ),
    )


def _picture(past: Past, step: int, facts: TableFacts, words: TableWords) -> Drawing:
    """Return the diagram at that card: the remaining hands and every trick so far."""
    scored, gone = _until(past.scored, step), cards_of(past.scored)[: step + 1]
    played = Hand.of(card.card for card in gone)
    held = {seat: hand - played for seat, hand in hands_of(past.scored).items()}
    hands = [held.get(seat) for seat in scored.seats]
    title = deal_line(scored, facts, words)
    return deal_drawing(past.rules, scored, hands, {}, facts, words, title)


def _until(scored: Scored, step: int) -> Scored:
    """Return the deal as it stood at card ``step``; its last trick may be unfinished."""
    now = cards_of(scored)[step].trick
    before = sum(len(trick.cards) for trick in scored.tricks[:now])
    last = scored.tricks[now]
    lying = last.cards[: step + 1 - before]
    if len(lying) < len(last.cards):
        last = last._replace(cards=lying, winner=TABLE)
    tricks = (*scored.tricks[:now], last)
    won = tuple(sum(trick.winner == seat for trick in tricks) for seat in range(len(scored.won)))
    return scored._replace(tricks=tricks, won=won)


def _end(scored: Scored, step: int, facts: TableFacts, words: TableWords) -> str:
    """Return the winner after the last card of a trick, and a note if play ended there."""
    cards = cards_of(scored)
    now = cards[step]
    if step + 1 < len(cards) and cards[step + 1].trick == now.trick:
        return ""
    winner = f"→ {bold(facts.name(scored.tricks[now.trick].winner))}"
    ended = step + 1 == len(cards) and len(scored.tricks) < TRICKS
    return lines(winner, small(words.say("replay.ended")) if ended else "")


def _turning(past: Past, step: int, is_shared: bool) -> Row:
    """Return the buttons first, back, next, last."""
    number, last = past.scored.number, len(cards_of(past.scored)) - 1
    return Row(
        (
            Button("⏮", Replay(number, Edge.FIRST, is_shared), enabled=step > 0),
            Button("◀", Replay(number, step - 1, is_shared), enabled=step > 0),
            Button("▶", Replay(number, step + 1, is_shared), "", Style.PRIMARY, step < last),
            Button("⏭", Replay(number, Edge.LAST, is_shared), enabled=step < last),
        )
    )


def _leaving(past: Past, step: int, words: TableWords) -> Row:
    """Return the buttons for the deal, its post-mortem, and sharing this card."""
    number = past.scored.number
    row = [deed_button(words, "deal", ShowDeal(number))]
    if is_open(past.scored):
        row.append(deed_button(words, "analyse", Analyse(number)))
    row.append(deed_button(words, "share", ShareDeal(number, step)))
    return Row(tuple(row))
