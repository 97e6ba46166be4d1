"""Boards and hands word for word, and the required parts of each kind of screen."""

import pytest

from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, TABLE_SEAT, Hand
from bot.engine.game import new_game, to_act
from bot.engine.notation import parse_action
from bot.engine.view import build_view
from bot.model.enums import LeaveOutcome, Proposal, Status
from bot.model.values import replace
from bot.render.formatting import SUIT_GAP, hand_tiles, sorted_cards
from bot.render.hand.decision import toggle_card
from bot.render.hand.dialogs import (
    claim_screen,
    handover_screen,
    leave_screen,
    stop_screen,
    table_menu_screen,
)
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import ButtonRow, pictures_of, token
from bot.render.screen_data import DeckData, KibitzData, SeatData, TakeBackRequest
from bot.render.shapes import CardFace
from bot.render.table.board import board_screen
from bot.render.table.deal_lines import action_text, public_action
from bot.render.table.result import closed_board_screen, last_trick_screen, result_screen
from bot.ui_commands.codec import command_text as deed_text
from bot.ui_commands.play_commands import MarkDiscard
from tests.render.scenes import EN, FACTS, NAMED, RU, TO_DEFENCE, TO_PLAY, labels, played, shown
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    acts,
    buttons,
    choices,
    command_texts,
    faults,
    items,
    players_of,
    press_text,
    rules_for,
    table_facts,
    texts,
    walk,
)
from tests.support.builders import view_to_act
from tests.support.cases import for_each

HIDING = PRESETS.rules("sochi", players=3, pool_target=10, reveal_after_deal=False)


def test_the_auction_asks_for_a_call() -> None:
    screen = hand_screen(build_view(played("bid 7D"), 1), FACTS, EN)
    assert texts(screen)[0] == "### Your call\n-# ⏳ <t:1800000000:R>"
    assert "**Ana** · **7⟦D⟧**\n**Boris** · ⏳ to call\n**Vera** · –" in texts(screen)[1]
    assert labels(screen)[:3] == ["Pass", "H 7", "misère"]
    assert "bid 10NT" in acts(screen)
    assert "last" not in command_texts(screen)  # there is none to look at


def test_the_senior_hand_may_hold() -> None:
    screen = hand_screen(build_view(played("bid 6S", "bid 6C", "pass"), 0), FACTS, RU)
    assert labels(screen)[:3] == ["Пас", "Здесь 6 треф", "D 6"]
    assert "Здесь: старшая рука" in shown(screen)


def test_the_whister_reads_the_numbers_of_the_contract() -> None:
    screen = hand_screen(build_view(played(*TO_DEFENCE), 1), FACTS, EN)
    assert "the defence needs 2 tricks; each trick writes 4 on Ana" in shown(screen)
    assert labels(screen)[:2] == ["Pass", "Whist"]
    russian = hand_screen(build_view(played(*TO_DEFENCE), 1), FACTS, RU)
    assert "норма — 2 взятки; за свою пишут 4 на играющего" in shown(russian)


def test_the_board_of_sochi_seven_diamonds() -> None:
    game = played(*TO_PLAY, "play AD")
    assert texts(board_screen(build_view(game, None), FACTS, EN)) == [
        "**Deal 1 · Ana plays 7⟦D⟧**\n-# Sochi to 10 · rated, no hints · dealer Vera",
        "-# Auction: Ana 7⟦D⟧ · Boris pass · Vera pass",
        "**Ana** · plays · **0** of 7 tricks · 9 cards\n"
        "**Boris** · whists · **0** tricks · 10 cards\n"
        "**Vera** · passed · **0** tricks · 10 cards\n"
        "-# Whisters: 0 of 2",
        "Talon ⟦9C⟧ ⟦KC⟧",
        "**Trick 1**\n⟦AD⟧ Ana\u2003▫️ Boris",
        "⏳ **Boris** to play · <t:1800000000:R>",
    ]


def test_a_follower_sees_the_playable_cards() -> None:
    game = played(*TO_PLAY, "play AD", "play 8H")
    screen = hand_screen(build_view(game, 2), FACTS, EN)
    assert texts(screen)[0].startswith("### Your turn: follow ⟦D⟧")
    cards = [b for b in buttons(screen) if b.tile]
    assert len(cards) == 10
    assert {b.tile for b in cards if b.enabled} == {b.tile for b in cards if b.tile[-1] == "D"}


def test_the_result_says_why() -> None:
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    screen = result_screen(build_view(game, None), FACTS, EN)
    assert texts(screen)[0] == "### Deal 1 · 7⟦D⟧ made, 8 tricks\n-# played by Ana · dealer Vera"
    assert texts(screen)[1] == (
        "**Ana** · **+4** pool\n**Boris** · 2 tricks × 4 = **8** whists on Ana\n**Vera** · passed"
    )
    assert "Talon ⟦9C⟧ ⟦KC⟧\u2003Discard ⟦7C⟧ ⟦8C⟧" in texts(screen)[2]
    assert texts(screen)[3].startswith("```\n")
    assert command_texts(screen) == {"next", "score", "last", "more", "verify 1"}


def test_colours_alternate_in_a_hand_and_on_its_buttons() -> None:
    """Black beside red with two colours; the buttons and the drawn fan have the same order."""
    assert hand_tiles(
        Hand.of(CARDS_BY_NAME[name] for name in ("AS", "AC", "AD", "AH"))
    ) == SUIT_GAP.join(token(name) for name in ("AS", "AD", "AC", "AH"))
    view = build_view(played(*TO_PLAY), 0)
    screen = hand_screen(view, FACTS, EN)
    pressed = [button.tile for button in buttons(screen) if button.tile]
    (drawn,) = pictures_of(screen)
    fan = [shape.card for shape in drawn.shapes if isinstance(shape, CardFace)][-len(view.hand) :]
    assert pressed == [CARD_NAMES[card] for card in fan]
    assert pressed == [CARD_NAMES[card] for card in sorted_cards(view.hand)]


def test_the_next_deck_is_sealed_and_cut_beside_a_result() -> None:
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    facts = replace(FACTS, deck=DeckData(2, "ab" * 32, ((0, "one"), (2, "two"))))
    screen = result_screen(build_view(game, None), facts, EN)
    sealed = "-# Deck 2 sealed: `abababab`"
    cut = "-# Cut by Ana: “one” · Vera: “two”"
    assert texts(screen)[-1].endswith(f"{sealed}\n{cut}")
    rows = [
        [press_text(b.press) for b in r.buttons] for r in screen.blocks if isinstance(r, ButtonRow)
    ]
    assert rows == [["next", "cut 2", "more"], ["score", "last", "verify 1"]]  # on, and back
    older = replace(facts, deck=DeckData(1, "ab" * 32, ()))
    assert "sealed" not in shown(result_screen(build_view(game, None), older, EN))
    assert "cut 1" not in command_texts(result_screen(build_view(game, None), older, EN))
    hidden = played(*TO_PLAY, "claim 8 1 1", "accept", "accept", rules=HIDING)
    assert "verify 1" not in command_texts(result_screen(build_view(hidden, None), facts, EN))


def test_a_remise_in_russian() -> None:
    game = played(*TO_PLAY, "claim 5 3 2", "accept", "accept")
    text = shown(result_screen(build_view(game, None), FACTS, RU))
    assert "Сдача 1 · 7⟦D⟧, ремиз, без двух, 5 взяток" in text
    assert "**Ana** · без двух: 2 × 4 = **8** в гору" in text
    assert "5 взяток × 4 = **20** вистов (на: Ana)" in text
    assert "консоляция 2 × 4 = **8** вистов (на: Ana)" in text


def test_a_missed_quota_in_leningrad() -> None:
    rules = PRESETS.rules("leningrad", players=3)
    game = played(*TO_PLAY, "claim 9 1 0", "accept", "accept", rules=rules)
    text = shown(result_screen(build_view(game, None), FACTS, EN))
    assert (
        "1 trick × 8 = **8** whists on Ana; quota missed by 1: 1 × 4 = **4** in the mountain"
        in (text)
    )


def test_a_penalty_in_rostov_is_said_once() -> None:
    rules = PRESETS.rules("rostov", players=3)
    game = played(*TO_PLAY, "claim 6 2 2", "accept", "accept", rules=rules)
    text = shown(result_screen(build_view(game, None), FACTS, EN))
    assert text.count("down one: 1 × 20 = **20** whists to every opponent") == 1
    assert "mtn" not in text


def test_tables_are_as_narrow_as_a_phone() -> None:
    for preset in PRESETS.names():
        for players in players_of(preset):
            rules = rules_for(preset, players)
            *_, game = walk(rules, 5, 12)
            for words in CATALOGUE.languages.values():
                screen = result_screen(build_view(game, None), table_facts(players), words)
                table = next(text for text in texts(screen) if text.startswith("```"))
                assert max(len(line) for line in table.splitlines()) <= 24


def test_two_cards_are_picked_one_after_the_other() -> None:
    first, second, third = (CARDS_BY_NAME[name] for name in ("7C", "8C", "9C"))
    assert toggle_card((), first) == (first,)
    assert toggle_card((first,), second) == (first, second)
    assert toggle_card((first, second), third) == (second, third)
    assert toggle_card((first, second), first) == (second,)
    assert deed_text(MarkDiscard((first, second))) == "pick 7C 8C"
    seen = build_view(played("bid 7D", "pass", "pass"), 0)
    none, both = hand_screen(seen, FACTS, EN), hand_screen(seen, FACTS, EN, (first, second))
    assert acts(none) == set()
    assert acts(both) == {"discard 7C 8C"}
    assert "Lay these two away" in labels(both)
    assert "pick 8C" in command_texts(both)
    assert not faults(both)


def test_the_question_of_a_kibitzer_waits_where_there_is_no_room() -> None:
    """A message has forty parts: twelve cards to mark and a vote come first."""
    asked = table_facts(seats=NAMED, kibitz=KibitzData(asked_by=4))
    yes = "kibitz yes one 4"
    marking, auction = build_view(played("bid 7D", "pass", "pass"), 0), build_view(played(), 0)
    assert yes in command_texts(hand_screen(auction, asked, EN))
    assert yes not in command_texts(hand_screen(auction, asked, EN, is_last=True))
    assert yes not in command_texts(hand_screen(marking, asked, EN))
    assert yes in command_texts(table_menu_screen(marking, asked, EN))
    assert yes in command_texts(
        hand_screen(build_view(played("bid 7D", "pass", "pass"), 1), asked, EN)
    )
    regret = TakeBackRequest(1, "Boris", "discard", None, 0)
    voting = replace(asked, regret=regret, proposal=Proposal("takeback", line=8), votes=("Boris",))
    assert yes not in command_texts(hand_screen(auction, voting, EN))


def test_open_play_gives_both_hands_to_the_whister() -> None:
    game = played(*TO_DEFENCE, "whist", "pass", "open", "play AD", "play 8H")
    assert to_act(game) == 1
    screen = hand_screen(build_view(game, 1), FACTS, EN)
    assert texts(screen)[0].startswith("### Play for Vera: follow ⟦D⟧")
    assert "Your cards\n⟦QS⟧" in shown(screen)
    assert "**Vera's cards, you play them**" in texts(screen)
    assert texts(hand_screen(build_view(game, 2), FACTS, EN))[0].startswith(
        "### Boris plays your cards"
    )
    public = shown(board_screen(build_view(game, None), FACTS, EN))
    assert "Hands are open: the defenders may talk." in public
    assert "Boris, face up\n" in public


def test_the_high_bid_is_its_holders() -> None:
    """A senior who holds takes over the bid of the other, and may lose it again."""
    bids: dict[tuple[str, ...], tuple[str, int] | None] = {
        ("pass",): None,
        ("bid 6S", "bid 6C", "pass"): ("6C", 1),
        ("bid 6S", "bid 6C", "pass", "hold"): ("6C", 0),
        ("bid 6S", "bid 6C", "pass", "hold", "bid 6D"): ("6D", 1),
    }
    for calls, high in bids.items():
        table = build_view(played(*calls), None).table
        assert table is not None
        assert table.high_bid == high


@pytest.mark.parametrize("hidden", ["discard 7S 8S", "seal HE", "seal 3X"])
def test_what_was_laid_or_sealed_in_secret_is_asked_back_without_its_name(hidden: str) -> None:
    assert public_action(parse_action(hidden)) is None
    assert action_text(hidden.split()[0], None, EN) in ("the discard", "the sealed call")
    card = parse_action("play 7S")
    assert public_action(card) == card


def test_a_refused_claim_is_told_to_all() -> None:
    """Boris agrees, Vera does not: else the claim would disappear without a word."""
    for answers in (("refuse",), ("accept", "refuse")):
        game = played(*TO_PLAY, "claim 8 1 1", *answers)
        name = ("Ana", "Boris", "Vera")[len(answers)]
        for screen in (
            board_screen(build_view(game, None), FACTS, EN),
            hand_screen(build_view(game, 0), FACTS, EN),
        ):
            assert f"-# Claim refused in this deal: {name}" in "\n".join(texts(screen))
    asked = board_screen(build_view(played(*TO_PLAY, "claim 8 1 1"), None), FACTS, EN)
    assert "refused" not in "\n".join(texts(asked))


def test_claims_are_two_questions() -> None:
    """A player who takes all leaves nothing to be shared: that is a claim at once."""
    seen = build_view(played(*TO_PLAY), 0)
    first = claim_screen(seen, FACTS, EN)
    assert {f"claim {n}" for n in range(10)} <= command_texts(first)
    assert acts(first) == {"claim 10 0 0"}
    second = claim_screen(seen, FACTS, EN, 8)
    assert acts(second) == {"claim 8 2 0", "claim 8 1 1", "claim 8 0 2"}
    assert next(choice.label for choice in choices(second)) == "Ana 8, Boris 0, Vera 2"
    late = claim_screen(build_view(played(*TO_PLAY, "play AD"), 0), FACTS, EN)
    assert acts(late) == set()
    assert not faults(first)
    assert not faults(late)


def test_a_player_who_is_away_finds_the_way_back() -> None:
    away = (SeatData("Ana", 1, is_away=True), *NAMED[1:])
    screen = hand_screen(build_view(played(), 0), table_facts(seats=away), EN)
    assert "back" in command_texts(screen)
    assert "💤" in shown(board_screen(build_view(played(), None), table_facts(seats=away), EN))


def test_a_public_message_has_the_way_back_while_somebody_is_gone() -> None:
    left = table_facts(seats=(*NAMED[:2], SeatData("Vera", 3, has_left=True)))
    seen, done = build_view(played(), None), played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    board, card = board_screen(seen, left, EN), result_screen(build_view(done, None), left, EN)
    assert "back" in command_texts(board)
    assert "Vera has left: a robot plays on" in shown(board)
    assert {"back", "hand"} <= command_texts(card)
    assert "back" not in command_texts(board_screen(seen, FACTS, EN))
    assert not faults(board)
    assert not faults(card)


def test_a_note_stands_on_top() -> None:
    screen = hand_screen(build_view(played(), 0), FACTS, EN, note="You must follow suit.")
    assert texts(screen)[0].startswith("> You must follow suit.\n### Your call")


def test_a_paused_table_offers_to_resume_and_nothing_to_play() -> None:
    paused = table_facts(seats=NAMED, status=Status.PAUSED)
    seen = build_view(played(*TO_PLAY), 0)
    screen, board = (
        hand_screen(seen, paused, EN),
        board_screen(build_view(played(*TO_PLAY), None), paused, EN),
    )
    assert acts(screen) == set()
    assert "resume" in command_texts(screen)
    assert "resume" in command_texts(board)
    assert not faults(screen)
    assert not faults(board)


def test_a_deal_may_stay_hidden_when_it_is_over() -> None:
    rules = PRESETS.rules("sochi", players=3, reveal_after_deal=False)
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept", rules=rules)
    assert "⟦7C⟧" not in shown(result_screen(build_view(game, None), FACTS, EN))
    assert "⟦7C⟧" not in shown(last_trick_screen(build_view(game, None), FACTS, EN))
    assert "⟦9C⟧" not in shown(closed_board_screen(build_view(game, None), FACTS, EN))


def test_one_open_hand_of_a_claim_lets_nobody_talk() -> None:
    game = played(*TO_PLAY, "claim 10 0 0", "refuse")
    public = shown(board_screen(build_view(game, None), FACTS, EN))
    assert "Ana, face up" in public
    assert "may talk" not in public


def test_leaving_and_voting() -> None:
    seen = build_view(played(), 0)
    assert {"leave", "pause", "stop"} <= command_texts(table_menu_screen(seen, FACTS, EN))
    for how in LeaveOutcome:
        assert f"leave yes {how}" in command_texts(leave_screen(seen, FACTS, EN, how))
    assert "stop yes" in command_texts(stop_screen(seen, FACTS, EN))
    robots = (SeatData("Ana", 1), SeatData("Bella", None), SeatData("Dasha", None))
    for seats, is_asked in ((NAMED, True), (robots, False)):
        said = shown(stop_screen(seen, table_facts(seats=seats), EN))
        assert ("If all agree" in said) is is_asked
    left = table_facts(seats=(*NAMED[:2], SeatData("Vera", 3, has_left=True)))
    assert {"give 0", "give 2"} <= command_texts(table_menu_screen(seen, left, EN))
    assert "give 1" not in command_texts(table_menu_screen(seen, left, EN))
    assert not faults(handover_screen(seen, left, EN, 2))
    voting = table_facts(votes=("Ana",), proposal=Proposal("pause"))
    assert {"vote yes pause", "vote no pause"} <= command_texts(table_menu_screen(seen, voting, EN))
    paused = table_facts(status=Status.PAUSED)
    assert "resume" in command_texts(table_menu_screen(seen, paused, EN))


@for_each("preset", PRESETS.names())
def test_a_suit_stands_in_a_call_once(preset: str) -> None:
    """As its tile or as its name, whatever the rules call their contracts."""
    game = next(
        game
        for game in walk(rules_for(preset, players_of(preset)[0]), 3, 20)
        if game.deal is not None and "pass" in acts(hand_screen(view_to_act(game), FACTS, EN))
    )
    facts = table_facts(game.rules.players)
    screen = hand_screen(view_to_act(game), facts, EN)
    calls = [one for one in items(screen) if "bid " in press_text(one.press) and one.tile]
    assert calls
    assert not [one.label for one in calls if one.label.endswith((" spades", " clubs"))]


def test_before_the_first_deal_a_hand_is_not_between_two() -> None:
    words = CATALOGUE.words("en")
    begun = new_game(PRESETS.rules("sochi", players=3, pool_target=10))
    first = "\n".join(texts(hand_screen(build_view(begun, 0), table_facts(), words)))
    assert words.say("board.shuffling") in first
    assert words.say("hand.between") not in first
    assert build_view(begun, 0).to_act == TABLE_SEAT
