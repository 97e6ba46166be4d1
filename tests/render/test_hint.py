"""The private screen of a hint: the best option, its reasons in numbers, the alternatives."""

from bot.analysis.advice import Advice, Reason, ReasonKind, WeighedAction
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES
from bot.engine.game import Game, to_act
from bot.engine.view import SeatView, build_view
from bot.model.enums import Clock, Status
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import Button, ButtonRow, Screen, Text
from bot.render.screen_data import SeatData, TableData
from bot.render.study.hint_screens import hint_screen
from bot.render.words import Words, load_catalogue
from tests.golden.screens.studies import REASONS
from tests.render.walks import press_text
from tests.support.builders import cards, contract_won, dealt, said

WORDS = load_catalogue()
EN, RU = WORDS.words("en"), WORDS.words("ru")
PEOPLE = tuple(SeatData(name, n) for n, name in enumerate(("Ana", "Boris", "Vera"), start=1))


def facts(friendly: bool = True, robots: int = 0) -> TableData:
    seats = (*PEOPLE[: 3 - robots], *(SeatData("Gleb", None) for _ in range(robots)))
    return TableData(1, Status.PLAYING, 1, seats, Clock.NONE, friendly=friendly)


def seen(game: Game) -> SeatView:
    seat = to_act(game)
    assert seat is not None
    return build_view(game, seat)


def text_of(screen: Screen) -> str:
    return "\n".join(block.body for block in screen.blocks if isinstance(block, Text))


def buttons(screen: Screen) -> list[Button]:
    return [b for block in screen.blocks if isinstance(block, ButtonRow) for b in block.buttons]


def in_play() -> SeatView:
    """Declare 7 hearts with forehand, who leads from a known hand."""
    line = "7H 8H 9H 10H JH QH KH AH AC AD | ... | ... | 7S 8S"
    return seen(contract_won(dealt(line), "7H", "whist, whist"))


def advice_on(names: str, *numbers: tuple[float, int], exact: bool = False) -> Advice:
    options = tuple(
        WeighedAction(act.Play(card), worth, holds)
        for card, (worth, holds) in zip(cards(names), numbers, strict=True)
    )
    return Advice(options[0].action, options, 50, exact)


def test_the_best_card_comes_first_with_its_numbers() -> None:
    advice = advice_on("AH 7H AC", (3.25, 41), (1.0, 35), (-2.06, 7))
    text = text_of(hint_screen(in_play(), facts(), advice, EN))
    assert text.startswith("### 💡 Hint: ⟦AH⟧")
    assert "The contract holds in **41** of 50 layouts." in text
    assert "Expected for you from this deal: **+3.2**" in text
    assert "⟦7H⟧ · 35 of 50 · +1.0\n⟦AC⟧ · 7 of 50 · −2.1" in text
    assert "50 possible distributions of the unseen cards were looked at." in text


def test_equal_cards_are_called_equal() -> None:
    advice = advice_on("AH KH 7H", (3.25, 41), (3.249, 41), (1.0, 35))
    text = text_of(hint_screen(in_play(), facts(), advice, EN))
    assert "The same: ⟦KH⟧" in text
    assert "Instead**\n⟦7H⟧ · 35 of 50 · +1.0" in text


def test_a_hint_always_has_a_reason() -> None:
    """Reasons that hold in less than a tenth of the layouts are none; then the numbers speak."""
    seldom = Reason(ReasonKind.NO_MORE, 3, 73, action=act.Play(cards("7H")[0]))
    advice = advice_on("AH 7H", (3.25, 41), (1.0, 35))
    text = text_of(hint_screen(in_play(), facts(), advice._replace(reasons=(seldom,)), EN))
    assert "3 of 73" not in text
    assert "**Why**\nNext best, ⟦7H⟧, brings 2.2 less" in text
    often = seldom._replace(holds_in=60)
    text = text_of(hint_screen(in_play(), facts(), advice._replace(reasons=(often,)), EN))
    assert "60 of 73" in text
    assert "Next best" not in text
    same = text_of(hint_screen(in_play(), facts(), advice_on("AH 7H", (2, 50), (2, 50)), EN))
    assert "**Why**\nWhatever you choose, it comes to the same" in same


def test_of_a_defender_it_says_whose_number_it_is() -> None:
    advice = advice_on("AH 7H", (3.25, 41), (1.0, 35))._replace(is_shared=True)
    text = text_of(hint_screen(in_play(), facts(), advice, EN))
    assert "Expected for both defenders together from this deal: **+3.2**" in text


def test_the_numbers_in_russian() -> None:
    screen = hint_screen(in_play(), facts(), advice_on("AH 7H", (3.25, 41), (-0.6, 5)), RU)
    text = text_of(screen)
    assert "Игра выигрывается в **41** из 50 раскладов." in text
    assert "**+3,2**" in text
    assert "⟦7H⟧ · 5 из 50 · −0,6" in text
    assert "Рассмотрено 50 возможных раскладов" in text


def test_layouts_are_counted_in_the_right_form() -> None:
    one = Advice(act.Play(cards("AH")[0]), advice_on("AH", (3.0, 1)).options, 1, is_exact=True)
    some = Advice(one.action, advice_on("AH", (3.0, 19)).options, 21, is_exact=False)
    assert "The contract is made in every layout." in text_of(
        hint_screen(in_play(), facts(), one, EN)
    )
    assert "в любом раскладе" in text_of(hint_screen(in_play(), facts(), one, RU))
    assert "1 of 1" not in text_of(hint_screen(in_play(), facts(), one, EN))
    assert "Расклад известен" in text_of(hint_screen(in_play(), facts(), one, RU))
    assert "в **19** из 21 расклада." in text_of(hint_screen(in_play(), facts(), some, RU))


def test_four_others_and_how_many_more() -> None:
    names = "AH KH QH JH 10H 9H 8H"
    advice = advice_on(names, *((1.0 - n, 50 - n) for n in range(7)))
    text = text_of(hint_screen(in_play(), facts(), advice, EN))
    assert all(f"⟦{name}⟧ · " in text for name in ("KH", "QH", "JH", "10H"))
    assert "⟦9H⟧" not in text
    assert "and 2 more" in text


def test_every_distribution() -> None:
    advice = advice_on("AH 7H", (1, 50), (0, 1), exact=True)
    text = text_of(hint_screen(in_play(), facts(), advice, EN))
    assert "Every possible distribution of the unseen cards was looked at: 50." in text


def test_one_button_does_it_and_one_goes_back() -> None:
    do, back = buttons(hint_screen(in_play(), facts(), advice_on("AH", (1, 50)), EN))
    assert (press_text(do.press), do.tile, do.label) == ("play AH", "AH", "Do that")
    assert press_text(back.press) == "hand"


def test_a_forced_card_and_nothing_weighed() -> None:
    asked = in_play()
    only = act.Play(cards("AH")[0])
    forced = hint_screen(asked._replace(legal=(only,)), facts(), Advice(only, (), 0), EN)
    assert "It is the only legal card." in text_of(forced)
    plain = hint_screen(asked, facts(), Advice(only, (), 0), EN)
    assert "what one usually does" in text_of(plain)
    assert "distribution" not in text_of(plain)


def test_calls_in_the_words_of_the_table() -> None:
    auction = seen(dealt())
    advice = Advice(
        act.Bid("6C"), (WeighedAction(act.Bid("6C"), 2.0, -1), WeighedAction(act.PASS, 0.0, -1)), 30
    )
    screen = hint_screen(auction, facts(), advice, EN)
    assert "Hint: 6⟦C⟧" in text_of(screen)
    assert f"{EN.say('act.pass.button')} · 0.0" in text_of(screen)
    assert "layouts" not in text_of(screen)
    do = buttons(screen)[0]
    assert (do.label, do.tile, press_text(do.press)) == ("Do that: 6", "C", "bid 6C")


def test_a_hint_for_the_discard_names_both_cards() -> None:
    game = said(dealt(), "bid 6C", "pass", "pass")
    pair = seen(game).legal[0]
    assert isinstance(pair, act.Discard)
    screen = hint_screen(seen(game), facts(), Advice(pair, (WeighedAction(pair, 1.0, -1),), 20), EN)
    low, high = CARD_NAMES[pair.low], CARD_NAMES[pair.high]
    assert f"lay away ⟦{low}⟧ ⟦{high}⟧" in text_of(screen)
    assert press_text(buttons(screen)[0].press) == f"discard {low} {high}"


def has_hint(asked: SeatView, at: TableData) -> bool:
    return any(press_text(b.press) == "hint" for b in buttons(hand_screen(asked, at, EN)))


def test_the_button_stands_where_hints_are_given() -> None:
    asked = in_play()
    assert has_hint(asked, facts(friendly=True))
    assert has_hint(asked, facts(friendly=False, robots=1))
    assert not has_hint(asked, facts(friendly=False))
    waiting = asked._replace(seat=1, legal=())
    assert not has_hint(waiting, facts(friendly=True))


def test_what_holding_means_depends_on_the_seat() -> None:
    declarer = in_play()
    action: Action = act.Play(cards("AH")[0])
    one = Advice(action, (WeighedAction(action, 1.0, 9),), 10)
    assert "holds in" in text_of(hint_screen(declarer, facts(), one, EN))
    defender = declarer._replace(seat=1)
    assert "beats the contract in" in text_of(hint_screen(defender, facts(), one, EN))
    never = Advice(action, (WeighedAction(action, 1.0, 0),), 10)
    assert "is not beaten in any" in text_of(hint_screen(defender, facts(), never, EN))
    assert declarer.table is not None
    assert declarer.table.contract is not None
    misere = declarer.table.contract._replace(name="M", level=0)
    table = declarer.table._replace(contract=misere)
    mine, theirs = declarer._replace(table=table), defender._replace(table=table)
    assert "without a trick" in text_of(hint_screen(mine, facts(), one, EN))
    assert "is caught" in text_of(hint_screen(theirs, facts(), one, EN))


def test_a_higher_number_beside_it_is_explained() -> None:
    doubt = EN.say("hint.doubt")
    clear = advice_on("AH 7H", (3.0, 41), (1.0, 35))
    assert doubt not in text_of(hint_screen(in_play(), facts(), clear, EN))
    close = clear._replace(action=clear.options[1].action)
    assert doubt in text_of(hint_screen(in_play(), facts(), close, EN))


def reasons(*told: Reason, seen: SeatView | None = None, words: Words = EN) -> str:
    asked = in_play() if seen is None else seen
    advice = advice_on("AH 7H", (3.25, 41), (1.0, 35))._replace(reasons=told)
    return text_of(hint_screen(asked, facts(), advice, words))


def test_every_reason_has_its_sentence_in_every_language() -> None:
    for locale in WORDS.locales():
        words = WORDS.words(locale)
        for reason in REASONS:
            text = reasons(reason, words=words)
            head = text.index(words.say("hint.why"))
            line = text[head:].splitlines()[1]
            assert line, (locale, reason)
            assert (f"{reason.holds_in} " in line) == bool(reason.out_of), (locale, reason)


def test_a_reason_says_in_how_many_layouts_it_is_so() -> None:
    queen = cards("QH")[0]
    text = reasons(Reason(ReasonKind.FALLS, 28, 50, card=queen), Reason(ReasonKind.SAFE, 41, 50))
    assert "**Why**\n⟦QH⟧ falls · 28 of 50\nNo opponent can take the trick · 41 of 50" in text


def test_where_all_cards_are_known_nothing_is_counted() -> None:
    advice = advice_on("AH 7H", (3.0, 1), (1.0, 1))._replace(layouts=1, is_exact=True)
    told = advice._replace(reasons=(Reason(ReasonKind.SAFE, 1, 1),))
    lines = text_of(hint_screen(in_play(), facts(), told, EN)).splitlines()
    assert "No opponent can take the trick" in lines


def test_a_reason_that_holds_in_few_layouts_gives_way_to_the_numbers() -> None:
    text = reasons(Reason(ReasonKind.STOPS, 9, 50))
    assert "The contract falls" not in text
    assert "Next best, ⟦7H⟧, brings 2.2 less" in text


def test_a_choice_behind_another_by_chance_has_a_reason_too() -> None:
    close = advice_on("AH 7H", (3.0, 41), (3.4, 35))
    text = text_of(hint_screen(in_play(), facts(), close, EN))
    assert "⟦7H⟧ is so close that only chance tells them apart" in text


def test_what_a_seat_has_shown_is_said_without_a_count() -> None:
    text = reasons(Reason(ReasonKind.VOID, seat=1, suit=1))
    line = next(line for line in text.splitlines() if line.startswith("Boris has shown no"))
    assert " of " not in line


def test_what_everybody_can_see_is_said_in_plain_words() -> None:
    lines = reasons(
        Reason(ReasonKind.RETURNED, seat=1, suit=3), Reason(ReasonKind.LOST)
    ).splitlines()
    assert any("Boris led it before" in line for line in lines)
    assert "None of your cards wins this trick" in lines


def test_the_number_of_a_sample_says_how_far_it_may_be_off() -> None:
    clear = advice_on("AH 7H", (3.0, 41), (1.0, 35))
    doubted = clear._replace(options=tuple(o._replace(doubt=2.04) for o in clear.options))
    text = text_of(hint_screen(in_play(), facts(), doubted, EN))
    assert "**+3.0** ± 2.0" in text
    assert EN.say("hint.spread") in text
    certain = text_of(hint_screen(in_play(), facts(), doubted._replace(is_exact=True), EN))
    assert "±" not in certain


def test_whose_tricks_are_sure_depends_on_the_side() -> None:
    sure = Reason(ReasonKind.SURE, 20, 20, tricks=1)
    assert "At least 1 trick more for you" in reasons(sure)
    assert "1 trick more for the defence" in reasons(sure, seen=in_play()._replace(seat=1))


def test_a_hand_played_beside_the_own_is_told_apart() -> None:
    asked = in_play()
    assert "Boris can ruff" in reasons(Reason(ReasonKind.RUFFS, 29, 50, seat=1), seen=asked)
    assert asked.seat is not None
    assert "Your own hand can ruff" in reasons(Reason(ReasonKind.RUFFS, 29, 50, seat=asked.seat))


def test_who_hears_of_played_tricks_hears_how_they_were_counted() -> None:
    usual = EN.say("hint.usual")
    assert usual in reasons(Reason(ReasonKind.MAKES, 31, 40))
    assert usual not in reasons(Reason(ReasonKind.SAFE, 31, 40))


def test_what_is_played_by_habit_says_so() -> None:
    asked = in_play()
    assert asked.table is not None
    action = asked.legal[0]
    alone = asked._replace(table=asked.table._replace(contract=None))
    told = text_of(hint_screen(alone, facts(), Advice(action, (), 0), EN))
    assert EN.say("hint.habit.tricks") in told
    call = text_of(hint_screen(seen(dealt()), facts(), Advice(act.PASS, (), 0), EN))
    assert EN.say("hint.habit.call") in call
