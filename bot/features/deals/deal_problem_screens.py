"""Screens of a problem from a deal: the public post, the private question, the verdict."""

from dataclasses import dataclass

from bot.engine.actions import Play
from bot.engine.cards import CARDS_BY_NAME, Card, Hand, Seat
from bot.engine.deal import Deal
from bot.features.deals.attempt_screens import player_name
from bot.features.deals.attempts import USUAL_LEVEL
from bot.features.deals.deal_problems import WeighedCards, deal_at
from bot.notation.single_deal import SingleDeal
from bot.render import families, screen
from bot.render.cloth.cards_picture import (
    ShownCards,
    ShownHand,
    ShownTrick,
    card_in_words,
    cards_picture,
    hand_in_words,
    spell_out_tiles,
)
from bot.render.formatting import (
    bold,
    card_tiles,
    command_button,
    hand_tiles,
    join_dotted,
    join_lines,
    play_order_from,
    small_print,
    text_blocks,
    trick_players,
)
from bot.render.hand.decision import card_rows
from bot.render.paper.picture_text import alt_text, titled_alt_text
from bot.render.words import TableWords, Words
from bot.ui_commands.deal_commands import AnswerSharedProblem, OpenSharedProblem, SetUpAttempt


@dataclass(frozen=True, slots=True)
class SharedProblem:
    """A problem from the own deal number ``own``, after ``start`` actions."""

    own: int
    title: str
    source: SingleDeal
    start: int
    chooser: Seat

    @property
    def deal(self) -> Deal:
        deal = deal_at(self.source, self.start)
        assert deal is not None
        return deal


def shared_problem_screen(problem: SharedProblem, name: str, words: Words) -> screen.Screen:
    """Return the public post by somebody called ``name``; it shows the hands, not the answer."""
    said = families.table_words(problem.source.rules, words)
    solve = OpenSharedProblem(problem.own, problem.start)
    head = join_lines(said.say("problem.shared", name=bold(name)), *_task(problem, said))
    row = screen.ButtonRow((command_button(said, "own_solve", solve, screen.Style.PRIMARY),))
    blocks: tuple[screen.Block, ...] = (*text_blocks(head), _position(problem, said), row)
    return screen.Screen(0, 0, screen.Tone.WAITING, blocks)


def problem_question_screen(
    problem: SharedProblem, words: Words, note: str = "", tone: screen.Tone = screen.Tone.PRIVATE
) -> screen.Screen:
    """Return the private question with a button for each legal card."""
    said = families.table_words(problem.source.rules, words)
    deal = problem.deal
    legal = [one.card for one in deal.phase.legal(deal) if isinstance(one, Play)]
    rows = [
        screen.ButtonRow(tuple(_card_button(button, problem) for button in row.buttons))
        for row in card_rows(deal.hands[deal.turn], legal)
    ]
    head = join_lines(f"> {note}" if note else "", *_task(problem, said))
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(head),
        _position(problem, said),
        *rows,
        _rest(problem, said),
    )
    return screen.Screen(0, 0, tone, blocks)


def verdict_text(problem: SharedProblem, card: Card, weighed: WeighedCards, words: Words) -> str:
    """Return what a chosen card brings; a wrong one does not tell the right one."""
    declarer = player_name(problem.deal.declared_contract.declarer, problem.source, words)
    tricks = words.say_plural("result.tricks", dict(weighed.tricks)[card])
    key = "problem.right" if card in weighed.holding else "problem.wrong"
    return words.say(key, card=words.card(card), declarer=declarer, tricks=tricks)


def holding_text(problem: SharedProblem, weighed: WeighedCards, words: Words) -> str:
    """Return why a place is no problem: the cards that hold."""
    said = families.table_words(problem.source.rules, words)
    return said.say("problem.many", cards=said.cards(weighed.holding))


def _rest(problem: SharedProblem, words: TableWords) -> screen.ButtonRow:
    play_on = SetUpAttempt(problem.own, problem.start, problem.chooser, USUAL_LEVEL)
    return screen.ButtonRow((command_button(words, "again_here", play_on),))


def _card_button(button: screen.Button, problem: SharedProblem) -> screen.Button:
    card = CARDS_BY_NAME[button.tile]
    press = AnswerSharedProblem(problem.own, problem.start, card)
    return screen.Button(button.label, press, button.tile, button.style, button.enabled)


def _task(problem: SharedProblem, words: TableWords) -> tuple[str, ...]:
    deal, source = problem.deal, problem.source
    contract = deal.declared_contract
    declarer = player_name(contract.declarer, source, words)
    who = player_name(deal.turn, source, words)
    taken = ", ".join(f"{player_name(seat, source, words)} {deal.won[seat]}" for seat in deal.seats)
    plays = words.say("board.plays", name=declarer, contract=words.contract(contract.name))
    return (
        join_dotted((plays, bold(words.say("problem.which", name=who)))),
        words.say("problem.one"),
        small_print(words.say("hand.tricks", split=taken)),
    )


def _position(problem: SharedProblem, words: TableWords) -> screen.PictureBlock:
    """Return the hands and the trick in progress, the hand to play at the bottom."""
    deal, source = problem.deal, problem.source
    order = play_order_from(deal.seats, deal.turn)
    names = {seat: player_name(seat, source, words) for seat in order}
    players = trick_players(deal.seats, deal.roles)
    lying = dict(zip(play_order_from(players, deal.leader), deal.trick, strict=False))
    hands = tuple(
        ShownHand(names[seat], deal.hands[seat], is_next=seat == deal.turn) for seat in order
    )
    trick = ShownTrick(tuple(lying.get(seat) for seat in order), -1, -1)
    title = spell_out_tiles(words.contract(deal.declared_contract.name), words)
    said = [f"{hand.name}: {hand_in_words(hand.cards or Hand(0), words)}" for hand in hands]
    fallen = [f"{names[seat]}: {card_in_words(card, words)}" for seat, card in lying.items()]
    alt = titled_alt_text(words.without_tiles(title), alt_text([*fallen, *said], said))
    rules = source.rules
    shown = ShownCards(
        title, hands, trick=trick, is_clockwise=families.presenter_of(rules).is_clockwise(rules)
    )
    picture = cards_picture(shown, words, words.cloth, alt)
    told = [f"{bold(names[seat])}\n{hand_tiles(deal.hands[seat])}" for seat in order]
    number = bold(words.say("board.trick", number=len(deal.tricks) + 1))
    line = join_dotted((number, card_tiles(deal.trick))) if deal.trick else ""
    return screen.PictureBlock(picture, (), text_blocks(join_lines(*told, line)))
