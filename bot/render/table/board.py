"""The public message of a running deal: everything that lies face up, and nothing else."""

from typing import Final

from bot.deeds.looking import ShowLast, ShowMore, ShowScore
from bot.deeds.server import Help
from bot.deeds.table import Resume, ShowHand, Vote
from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.roles import Role, speakers
from bot.engine.view import Table, View
from bot.render.facts import TableFacts
from bot.render.families import manner_of, words_at
from bot.render.parts import (
    IN_PLAY,
    LINE,
    Block,
    bold,
    deed_button,
    dotted,
    hand_tiles,
    lines,
    marked,
    named_cards,
    named_trick,
    round_from,
    side_by_side,
    small,
    split_line,
    taking_part,
    talon_lead,
    text_blocks,
    tiles,
    timed,
    trick_line,
)
from bot.render.screen import Row, Screen, Style, Tone
from bot.render.table.absent import absent_lines, absent_row
from bot.render.table.auction import auction_lines, auction_summary
from bot.render.table.refused import refused_line
from bot.render.table.regret import regret_line, taken_back_line
from bot.render.table.standing import contract_line, fine_print
from bot.render.words import TableWords, Words
from bot.terms import Status

_NAMING: Final = (Stage.EXCHANGE, Stage.DECLARE)


def board_screen(view: View, facts: TableFacts, words: Words) -> Screen:
    """Return the table as everybody sees it."""
    words = words_at(view.rules, words)
    table = view.table
    body = _between(words) if table is None else _deal(view, table, facts, words)
    tone = Tone.PLAYING if facts.status is Status.PLAYING else Tone.WAITING
    foot: tuple[Block, ...] = text_blocks(_foot(view, facts, words))
    rows = (*vote_rows(facts, words), buttons(view, facts, words), *absent_row(facts, words))
    blocks = (*body, *foot, *rows)
    return Screen(facts.game, view.version, tone, blocks)


def has_last(view: View) -> bool:
    """True if there is a trick to look at; during an auction there is none."""
    return bool(view.table.tricks) if view.table is not None else view.last is not None


def buttons(view: View, facts: TableFacts, words: TableWords) -> Row:
    """Return the row of buttons: my hand first; on a paused table, "resume"."""
    is_paused = facts.status is Status.PAUSED
    name, first = ("resume", Resume()) if is_paused else ("hand", ShowHand())
    last = (deed_button(words, "last", ShowLast()),) if has_last(view) else ()
    return Row(
        (
            deed_button(words, name, first, Style.PRIMARY),
            deed_button(words, "score", ShowScore()),
            *last,
            deed_button(words, "help", Help()),
            deed_button(words, "more", ShowMore()),
        )
    )


def _between(words: TableWords) -> tuple[Block, ...]:
    return text_blocks(bold(words.say("board.shuffling")))


def _deal(view: View, table: Table, facts: TableFacts, words: TableWords) -> tuple[Block, ...]:
    head = lines(headline(view, table, facts, words), fine_print(view, facts, words))
    people = text_blocks(
        _auction(view, table, facts, words),
        _seats(view, table, facts, words),
    )
    cards = text_blocks(
        manner_of(view.rules).drawing(view, words),
        talon_line(view, words),
        open_hands(table, facts, words),
        trick_part(view, table, facts, words),
        offer_part(table, facts, words),
    )
    return (*text_blocks(head), LINE, *people, *((LINE,) if cards else ()), *cards)


def headline(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return "Deal 7 · Ana plays 7 diamonds"."""
    deal = words.say("board.deal", number=table.number)
    if view.stage is Stage.AUCTION:
        return bold(dotted((deal, words.say("board.auction"))))
    is_answered = Role.DROPPED in table.roles  # so the contract has been named
    if table.contract is not None and view.stage in _NAMING and not is_answered:
        return bold(dotted((deal, won_auction(table, facts, words))))
    what = contract_line(view, table, facts, words)
    return bold(dotted((deal, what)))


def won_auction(table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the bid that won or was bought away, before the declarer names a contract."""
    is_bought = any(call.action is act.BUY for call in table.calls)
    name, what = facts.name(table.declared.declarer), words.contract(table.declared.name)
    return words.say("board.bought" if is_bought else "board.won", name=name, contract=what)


def _auction(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    if view.stage is Stage.AUCTION:
        return auction_part(view, table, facts, words)
    seats = speakers(table.seats, table.roles)
    calls = manner_of(view.rules).auction_calls(seats, table.calls)
    return small(auction_summary(seats, calls, facts, words)) if calls else ""


def auction_part(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the auction in progress, a line per player, and the resting player."""
    rests = ""
    if view.rules.players == 4:
        rests = small(words.say("board.rests", name=facts.name(table.dealer)))
    order = manner_of(view.rules).ladder_line(view.rules, words)
    seats = speakers(table.seats, table.roles)
    said = auction_lines(seats, table.calls, view.to_act, facts, words)
    return lines(said, rests, small(order) if order else "")


def _seats(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    if view.stage is Stage.AUCTION:
        return ""
    order = (*table.seats, *(s for s in range(view.rules.players) if s not in table.seats))
    shown = lines(*(seat_line(view, table, seat, facts, words) for seat in order))
    return lines(shown, quota_line(view, table, words))


def seat_line(view: View, table: Table, seat: Seat, facts: TableFacts, words: TableWords) -> str:
    """Return "Ana · declarer · 4 of 7 tricks · 6 cards"."""
    word = table.roles[seat]
    role = "" if word in (Role.NONE, Role.DUMMY, Role.ALONE) else words.say(f"role.{word}")
    if word == Role.RESTING:
        return dotted((marked(facts, seat), role))
    counts = words.count("board.cards", table.counts[seat]) if seat in table.seats else ""
    if view.stage not in IN_PLAY:
        return dotted((marked(facts, seat), role, counts))
    return dotted((marked(facts, seat), role, tricks_of(table, seat, words), counts))


def tricks_of(table: Table, seat: Seat, words: TableWords) -> str:
    """Return "4 of 7" for the declarer, a plain count for everybody else."""
    won, contract = table.won[seat], table.contract
    if contract is not None and contract.declarer == seat and contract.level:
        return words.say("board.tricks_of", won=bold(str(won)), level=contract.level)
    return words.count("board.tricks", won)


def quota_line(view: View, table: Table, words: TableWords) -> str:
    """Return the tricks of the defence and its quota."""
    contract, quota = table.contract, manner_of(view.rules).quota(view, table)
    if contract is None or not quota:
        return ""
    won = sum(table.won[seat] for seat in table.seats if seat != contract.declarer)
    return small(words.say("board.quota", won=won, quota=quota))


def talon_line(view: View, words: TableWords) -> str:
    if not view.open_talon:
        return ""
    return words.say("board.talon", cards=tiles(view.open_talon))


def open_hands(table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the hands that lie face up."""
    shown = [
        words.say("board.open_hand", name=facts.name(seat), cards=hand_tiles(hand))
        for seat, hand in table.open_hands
        if hand
    ]
    return lines(*shown)


def trick_part(view: View, table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the trick in progress, and the finished open ones as short lines."""
    if view.stage not in IN_PLAY:
        return ""
    done, players = view.open_tricks, taking_part(table.seats, table.roles)
    old = [small(trick_line(n, trick, facts)) for n, trick in done[:-1]]
    old += [small(f"{n}. {named_trick(t, players, facts, words)}") for n, t in done[-1:]]
    head = bold(words.say("board.trick", number=len(table.tricks) + 1))
    return lines(*old, head, current_trick(table, facts, words))


def current_trick(table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the cards on the table with names, and the name of the next player."""
    players = taking_part(table.seats, table.roles)
    cards = [*named_cards(players, table.leader, table.trick, facts)]
    names = [facts.name(seat) for seat in players]
    if table.talon_lead is not None:
        cards.insert(0, talon_lead(table.talon_lead, words))
        names.append(words.say("talon.word"))
    waiting = round_from(players, table.leader)[len(table.trick) :]
    if waiting:
        cards.append(f"▫️ {facts.name(waiting[0])}")
    return side_by_side(cards, names)


def offer_part(table: Table, facts: TableFacts, words: TableWords) -> str:
    """Return the claim that waits for an answer: a split of the remaining tricks."""
    if table.offer is None:
        return ""
    split = split_line(table.offer, table.seats, taking_part(table.seats, table.roles), facts)
    return words.say("board.offer", name=bold(facts.name(table.offer.seat)), split=split)


def _foot(view: View, facts: TableFacts, words: TableWords) -> str:
    return lines(
        talk_line(view, words),
        taken_back_line(facts, words),
        refused_line(view, facts, words),
        absent_lines(facts, words),
        vote_line(facts, words),
        turn_line(view, facts, words),
    )


def talk_line(view: View, words: TableWords) -> str:
    """Return the note that the defenders may talk about the open hands."""
    table = view.table
    if table is None or table.contract is None or view.stage not in IN_PLAY:
        return ""
    may = manner_of(view.rules).may_talk(view, table)
    return small(words.say("board.talk")) if may else ""


def vote_line(facts: TableFacts, words: Words) -> str:
    """Return a running proposal and the names of its supporters."""
    about = facts.proposal
    if about is None:
        return ""
    names = ", ".join(facts.votes)
    if facts.regret is not None:  # the clock runs for the answer
        return dotted((regret_line(facts.regret, names, words), timed(facts)))
    seat = {"seat": facts.name(about.seat or 0), "heir": facts.vote_heir}
    return words.say(f"vote.{about.kind}", names=names, **seat)


def vote_rows(facts: TableFacts, words: Words) -> tuple[Row, ...]:
    """Return yes and no for the running proposal, and for no other."""
    if facts.proposal is None:
        return ()
    yes = deed_button(words, "vote_yes", Vote(True, facts.proposal), Style.GOOD)
    no = deed_button(words, "vote_no", Vote(False, facts.proposal), Style.DANGER)
    return (Row((yes, no)),)


def standstill(facts: TableFacts, words: Words) -> str:
    """Return the reason why the game stands still."""
    if facts.status is Status.PAUSED and facts.deadline is not None:  # a pause no player agreed to
        return words.say("board.lost", when=timed(facts))
    return words.say(f"board.{facts.status}")


def turn_line(view: View, facts: TableFacts, words: TableWords) -> str:
    """Return the player on turn with the countdown, or the reason for a standstill."""
    if facts.status in (Status.PAUSED, Status.FROZEN):
        return bold(standstill(facts, words))
    if view.to_act is None or view.to_act < 0:
        return ""
    name = bold(facts.name(view.to_act))
    countdown = "" if facts.regret is not None else timed(facts)
    return dotted((f"⏳ {turn_words(view, name, facts, words)}", countdown))


def turn_words(view: View, name: str, facts: TableFacts, words: TableWords) -> str:
    """Return "Ana plays", or "Ana plays Vera's cards"."""
    table = view.table
    hand = None if table is None else table.turn
    if view.stage is Stage.PLAY and hand is not None and hand != view.to_act:
        return words.say("turn.play_for", name=name, other=facts.name(hand))
    return words.say(f"turn.{manner_of(view.rules).moment(view)}", name=name)
