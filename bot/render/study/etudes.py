"""Private screens of a problem: open hands, and card buttons for the hand on turn."""

from typing import Final

from bot.analysis.duties import after
from bot.analysis.etudes.course import (
    Course,
    Line,
    Standing,
    Trick,
    legal,
    replay,
    standing,
)
from bot.analysis.etudes.etude import MISERE, PLACES, Duty, Etude, Grade, Side
from bot.analysis.etudes.reply import Solution
from bot.analysis.position import Place
from bot.deeds.etudes import (
    EtudeAgain,
    EtudeBack,
    EtudeDaily,
    EtudeNew,
    EtudeOpen,
    EtudePlay,
    EtudeSolution,
)
from bot.engine.cards import CARD_NAMES, Card, Hand, Strain
from bot.render.hand.playing import WIDEST, even_parts
from bot.render.parts import (
    GAP,
    LINE,
    bold,
    deed_button,
    dotted,
    hand_tiles,
    lines,
    small,
    suits_of,
    text_blocks,
    tiles,
)
from bot.render.screen import (
    Block,
    Button,
    Choice,
    Drawing,
    Row,
    Screen,
    Select,
    Style,
    Tone,
    token,
)
from bot.render.study.compass import compass
from bot.render.study.etude_facts import EtudeFacts
from bot.render.words import Words

_SHOWN: Final = 3  # finished tricks that stay visible
_ONLY: Final = "❗"


def etude_screen(facts: EtudeFacts, words: Words, note: str = "") -> Screen:
    """Return the problem in the position after the player's line."""
    course = replay(facts.etude, facts.line)
    is_open = facts.lost < 0 and standing(facts.etude, course) is Standing.OPEN
    top = lines(f"> {note}" if note else "", title(facts, words), *task(facts.etude, words))
    body = _decision(facts, course, words) if is_open else _ended(facts, course, words)
    tone = Tone.PRIVATE if is_open else Tone.ALARM if facts.lost >= 0 else Tone.PLAYING
    seen = (
        () if is_open and facts.line else (_picture(facts.etude, words),)
    )  # as it begins, and at the end
    blocks = (*text_blocks(top), *seen, LINE, *body, *_service(facts, words, is_open))
    return Screen(0, 0, tone, blocks)


def title(facts: EtudeFacts, words: Words) -> str:
    """Return the heading: problem, grade, source or day, and number of the try."""
    grade = words.say(f"grade.{facts.etude.grade}")
    tried = words.say("etude.try", n=facts.tries) if facts.tries > 1 else ""
    if facts.day_at:
        head, under = words.say("etude.daily"), f"<t:{facts.day_at}:D>"
    else:
        head, under = words.say("etude.title", name=facts.etude.key), facts.etude.source
    below = dotted((under, tried))
    return lines(f"### {head} · {grade}", small(below) if below else "")


def task(etude: Etude, words: Words) -> tuple[str, ...]:
    """Return the contract and goal, the player's seats, and the rules of following."""
    mine = [place for place in range(3) if etude.plays(place)]
    join = words.say("etude.and")
    who = join.join(name_of(place, words) for place in mine)
    return (
        f"{_contract(etude, words)} {bold(goal(etude, words))}",
        words.say("etude.you", who=bold(who)),
        small(f"{words.say('etude.open')} {_duty(etude, words)}"),
    )


def goal(etude: Etude, words: Words) -> str:
    """Return a sentence such as "South must take at least 4 of the 6 tricks"."""
    who, every = name_of(etude.declarer, words), etude.all_tricks
    if etude.wants_more:
        own = "make" if etude.side is Side.DECLARER else "catch"
        return words.count(f"etude.goal.{own}", etude.tricks, who=who, all=every)
    if not etude.tricks:
        return words.say("etude.goal.none", who=who)
    return words.count("etude.goal.stop", etude.tricks, who=who, all=every)


def _picture(etude: Etude, words: Words) -> Drawing:
    names = [name_of(place, words) for place in range(3)]
    return compass(etude, names, _contract(etude, words).rstrip("."), words)


def name_of(place: Place, words: Words) -> str:
    return words.say(f"place.{PLACES[place]}")


def _contract(etude: Etude, words: Words) -> str:
    if etude.contract == MISERE:
        key = "etude.bettel" if etude.duty is Duty.OVERTAKE else "etude.misere"
        return words.say(key, who=name_of(etude.declarer, words))
    if etude.contract[0].isdigit():
        contract = words.contract(etude.contract)
        return words.say("etude.contract", who=name_of(etude.declarer, words), contract=contract)
    if etude.trump < 0:
        return words.say("etude.no_trump")
    return words.say("etude.trump", suit=words.suit(Strain(etude.trump).letters))


def _duty(etude: Etude, words: Words) -> str:
    trumps = "" if etude.trump < 0 else "_trump"
    rule = words.say(f"etude.duty.{etude.duty}{trumps}")
    is_bound = etude.duty is Duty.OVERTAKE and etude.trump >= 0
    left = name_of(after(etude.declarer, -1), words)
    who = name_of(etude.declarer, words)
    return f"{rule} {words.say('etude.duty.low', left=left, who=who)}" if is_bound else rule


# -- hands and tricks


def _decision(facts: EtudeFacts, course: Course, words: Words) -> tuple[Block, ...]:
    """Return the other hands, the current trick, and the buttons of the hand on turn."""
    etude = facts.etude
    others = [p for p in range(3) if p != course.turn and course.cards.hands[p]]
    shown = [_hand(etude, course, place, words) for place in others]
    key = "etude.plays" if course.cards.trick else "etude.leads"
    asked = words.say(key, who=bold(name_of(course.turn, words)))
    head = f"{asked} · {_side(etude, course, course.turn, words)}"
    cards = Hand(course.cards.hands[course.turn])
    may = legal(etude, course)
    return (
        *text_blocks("\n".join(shown)),
        *text_blocks(_tricks(course, words, _SHOWN), _lying(course, words)),
        LINE,
        *text_blocks(head),
        *(Row(tuple(_card(facts, card, card in may) for card in part)) for part in _rows(cards)),
    )


def _rows(cards: Hand) -> list[list[Card]]:
    """Return a row per suit; a hand that fits into one row gets one."""
    suits = suits_of(cards)
    if len(cards) <= WIDEST:
        return [[card for suit in suits for card in suit]]
    return [part for suit in suits for part in even_parts(suit)]


def _card(facts: EtudeFacts, card: Card, is_legal: bool) -> Button:
    style = Style.PRIMARY if is_legal else Style.PLAIN
    press = EtudePlay(facts.ref, len(facts.line), card)
    return Button("", press, CARD_NAMES[card], style, is_legal)


def _hand(etude: Etude, course: Course, place: Place, words: Words) -> str:
    head = f"{bold(name_of(place, words))} · {_side(etude, course, place, words)}"
    return lines(head, hand_tiles(Hand(course.cards.hands[place])))


def _side(etude: Etude, course: Course, place: Place, words: Words) -> str:
    """Return a text such as "you · declarer · 2 tricks"."""
    mine = words.say("etude.yours") if etude.plays(place) else ""
    declares = words.say("etude.declares") if place == etude.declarer else ""
    return dotted((mine, declares, words.count("result.tricks", course.taken(place))))


def _lying(course: Course, words: Words) -> str:
    """Return the trick in progress, each card with its player."""
    place, said = course.cards.leader, []
    for card in course.cards.trick:
        said.append(f"{token(CARD_NAMES[card])} {name_of(place, words)}")
        place = after(place, -1)
    head = bold(words.say("board.trick", number=len(course.tricks) + 1))
    return lines(head, GAP.join(said)) if said else ""


def _tricks(course: Course, words: Words, last: int = 10) -> str:
    """Return the last finished tricks, one line each."""
    first = max(len(course.tricks) - last, 0)
    found = enumerate(course.tricks[first:], start=first + 1)
    return lines(*(small(_trick(number, trick, words)) for number, trick in found))


def _trick(number: int, trick: Trick, words: Words) -> str:
    leader, winner = name_of(trick.leader, words), name_of(trick.winner, words)
    return f"{number}. {leader} {tiles(trick.cards)} → {winner}"


def _ended(facts: EtudeFacts, course: Course, words: Words) -> tuple[Block, ...]:
    """Return the end of the line: a mistake, or the goal reached."""
    etude, verdict = facts.etude, _verdict(facts, words)
    hands = [_hand(etude, course, p, words) for p in range(3) if course.cards.hands[p]]
    tricks = _tricks(course, words, _SHOWN if facts.lost >= 0 else etude.all_tricks)
    return (
        *text_blocks(bold(verdict)),
        *text_blocks("\n".join(hands), tricks, _lying(course, words)),
    )


def _verdict(facts: EtudeFacts, words: Words) -> str:
    if facts.lost < 0:
        key = "etude.done.helped" if facts.helped else "etude.done"
        return f"✅ {words.count(key, facts.tries)}"
    who, card = name_of(facts.etude.declarer, words), token(CARD_NAMES[facts.line[-1]])
    if not facts.lost:
        return f"❌ {words.say('etude.lost.none', card=card, who=who)}"
    said = "etude.lost.more" if facts.lost > facts.etude.tricks else "etude.lost.less"
    return f"❌ {words.count(said, facts.lost, card=card, who=who)}"


# -- further buttons


def _service(facts: EtudeFacts, words: Words, is_open: bool) -> tuple[Block, ...]:
    ref = facts.ref
    first: list[Button] = []
    if facts.is_solved and facts.lost < 0 and not (is_open or facts.day_at):
        following = EtudeNew(facts.etude.grade)
        first.append(deed_button(words, "etude_next", following, Style.PRIMARY))
    if facts.lost >= 0:
        back = EtudeBack(ref, len(facts.line))
        first.append(deed_button(words, "etude_back", back, Style.PRIMARY))
    if facts.line and not (is_open and len(facts.line) < 2):
        first.append(deed_button(words, "etude_again", EtudeAgain(ref)))
    first.append(deed_button(words, "etude_solution", EtudeSolution(ref)))
    if facts.day_at:
        first.append(deed_button(words, "etude_table", EtudeDaily()))
    return (Row(tuple(first)), *onward(words, facts))


def onward(words: Words, facts: EtudeFacts | None = None) -> tuple[Block, ...]:
    """Return a select for another problem by grade and for the problem of the day."""
    choices = [Choice(words.say(f"grade.{grade}"), EtudeNew(grade)) for grade in Grade]
    choices.insert(0, Choice(words.say("grade.any"), EtudeNew()))
    if facts is None or not facts.day_at:
        choices.append(Choice(words.say("grade.daily"), EtudeDaily()))
    return (Select("etudes", words.say("etude.choose"), tuple(choices)),)


def confirm_screen(facts: EtudeFacts, words: Words) -> Screen:
    """Ask the player to confirm before showing the solution of an unsolved problem."""
    said = words.say("etude.spoil_daily" if facts.day_at else "etude.spoil")
    yes = deed_button(words, "etude_show", EtudeSolution(facts.ref, is_sure=True), Style.DANGER)
    no = deed_button(words, "etude_on", EtudeOpen(facts.ref))
    blocks: tuple[Block, ...] = (*text_blocks(title(facts, words), said), Row((no, yes)))
    return Screen(0, 0, Tone.PRIVATE, blocks)


def solution_screen(facts: EtudeFacts, found: Solution, start: Line, words: Words) -> Screen:
    """Return best play from the start; ``start`` is the player's line before any mistake."""
    etude = facts.etude
    course = replay(etude, found.line)
    right = tiles(found.good) if found.good else ""
    number = len(start) // 3 + 1
    here = words.say("etude.right", cards=right, number=number) if right else ""
    said = [_solved_trick(n, trick, found.only, words) for n, trick in enumerate(course.tricks)]
    on = deed_button(words, "etude_on", EtudeOpen(facts.ref), Style.PRIMARY)
    blocks: tuple[Block, ...] = (
        *text_blocks(lines(title(facts, words), *task(etude, words)[:2])),
        _picture(etude, words),
        *text_blocks(lines(here, *said, _lying(course, words))),
        *text_blocks(small(words.say("etude.only", mark=_ONLY)) if found.only else ""),
        Row((on,)),
        *onward(words, facts),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _solved_trick(number: int, trick: Trick, only: tuple[int, ...], words: Words) -> str:
    """Return one trick of the solution; it marks cards that were the only right one."""
    said = [
        token(CARD_NAMES[card]) + (_ONLY if number * 3 + n in only else "")
        for n, card in enumerate(trick.cards)
    ]
    leader, winner = name_of(trick.leader, words), name_of(trick.winner, words)
    return f"{number + 1}. {leader} {' '.join(said)} → {winner}"
