"""Some screens word for word, and what each kind of screen must offer."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.deeds.notation import parse as parse_deed
from bot.deeds.notation import text as deed_text
from bot.deeds.server import LeadersPage, Topic
from bot.deeds.table import Pick
from bot.engine.actions import STOP, Dealer
from bot.engine.cards import CARDS_BY_NAME, TABLE
from bot.engine.families import FAMILIES
from bot.engine.game import Game, apply, new_game, to_act
from bot.engine.ledger import Posting
from bot.engine.notation import parse
from bot.engine.refusal import BadRules
from bot.engine.rules import Rules
from bot.engine.view import View, view
from bot.presets import Setting
from bot.refusals import Refusal
from bot.render.agreements.choosing import clock_screen, house_screen
from bot.render.agreements.options import groups_of, offered, option_choices, read_value, value_text
from bot.render.agreements.page import rules_screen
from bot.render.agreements.phrases import expected_minutes, game_title
from bot.render.alert import alert_screen, direct_call, frozen_screen, mentioning_call
from bot.render.facts import (
    DeckFacts,
    FinishedRow,
    LeaderFacts,
    LeaderFilter,
    LeaderRow,
    OwnWishes,
    Played,
    SeatFacts,
    ServerSettings,
)
from bot.render.families import manner_of, words_at
from bot.render.hand.asking import toggled
from bot.render.hand.claim import claim_screen
from bot.render.hand.hand import hand_screen
from bot.render.hand.more import give_screen, leave_screen, more_screen, stop_screen
from bot.render.parts import priced
from bot.render.screen import Button, Row, Screen, Select, Style
from bot.render.server.help import general_help_screen, help_screen
from bot.render.server.history import history_screen
from bot.render.server.leaderboard import leaderboard_screen, page_of
from bot.render.server.personal import personal_settings_screen
from bot.render.server.settings import server_settings_screen
from bot.render.sheet.payments import stake
from bot.render.sheet.running import running
from bot.render.sheet.sheet import score_screen
from bot.render.table.board import board_screen
from bot.render.table.ended import close_screen, closed_board_screen, started_screen, void_screen
from bot.render.table.last import last_screen
from bot.render.table.lobby import lobby_screen
from bot.render.table.lobby_more import fill_screen, lobby_more_screen, seats_screen
from bot.render.table.result import final_screen, places, result_screen
from bot.render.words import Words
from bot.terms import Clock, Leaving, Occasion, Status, Summoning
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    acts,
    buttons,
    choices,
    deeds,
    faults,
    items,
    players_of,
    press_text,
    rules_for,
    table_facts,
    texts,
    walk,
)
from tests.support.builders import deck
from tests.support.builders import sheet as written

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
SOCHI = PRESETS.rules("sochi", players=3, pool_target=10)
HIDING = PRESETS.rules("sochi", players=3, pool_target=10, reveal_after_deal=False)
NAMED = tuple(SeatFacts(name, n + 1) for n, name in enumerate(("Ana", "Boris", "Vera")))
ROBOT = SeatFacts("Teo", None, level="beginner")
FACTS = table_facts(seats=NAMED)
SEATINGS = [(preset, players) for preset in PRESETS.names() for players in players_of(preset)]

CARDS = "AD KD QD JD 10D AS KS AC 7C 8C | AH KH QH JH 10H 9H 8H QS JS 10S | ... | 9C KC"
TO_DEFENCE = ("bid 7D", "pass", "pass", "discard 7C 8C", "declare 7D")
TO_PLAY = (*TO_DEFENCE, "whist", "pass", "closed")


def played(*moves: str, rules: Rules = SOCHI, cards: str = CARDS) -> Game:
    """Ana forehand, Vera deals; each move by whoever is asked."""
    game = apply(new_game(rules), TABLE, Dealer(2))
    game = apply(game, TABLE, deck(cards))
    for move in moves:
        seat = to_act(game)
        assert seat is not None
        game = apply(game, seat, parse(move))
    return game


def shown(screen: Screen) -> str:
    return "\n".join(texts(screen))


def labels(screen: Screen) -> list[str]:
    return [f"{b.tile} {b.label}".strip() for b in buttons(screen)]


def test_the_auction_asks_for_a_call() -> None:
    screen = hand_screen(view(played("bid 7D"), 1), FACTS, EN)
    assert texts(screen)[0] == "### Your call\n-# ⏳ <t:1800000000:R>"
    assert "**Ana** · **7⟦D⟧**\n**Boris** · ⏳ to call\n**Vera** · –" in texts(screen)[1]
    assert labels(screen)[:3] == ["Pass", "H 7", "misère"]
    assert "bid 10NT" in acts(screen)
    assert "last" not in deeds(screen)  # there is none to look at


def test_the_senior_hand_may_hold() -> None:
    screen = hand_screen(view(played("bid 6S", "bid 6C", "pass"), 0), FACTS, RU)
    assert labels(screen)[:3] == ["Пас", "Здесь 6 треф", "D 6"]
    assert "Здесь: старшая рука" in shown(screen)


def test_the_whister_reads_his_numbers() -> None:
    screen = hand_screen(view(played(*TO_DEFENCE), 1), FACTS, EN)
    assert "the defence needs 2 tricks; each trick writes 4 on Ana" in shown(screen)
    assert labels(screen)[:2] == ["Pass", "Whist"]
    russian = hand_screen(view(played(*TO_DEFENCE), 1), FACTS, RU)
    assert "за защитой 2 взятки; каждая взятка — 4 на игрока Ana" in shown(russian)


def test_the_board_of_sochi_seven_diamonds() -> None:
    game = played(*TO_PLAY, "play AD")
    assert texts(board_screen(view(game, None), FACTS, EN)) == [
        "**Deal 1 · Ana plays 7⟦D⟧**\n-# Sochi to 10 · rated, no hints · dealer Vera",
        "-# Auction: Ana 7⟦D⟧ · Boris pass · Vera pass",
        "**Ana** · plays · **0** of 7 tricks · 9 cards\n"
        "**Boris** · whists · **0** tricks · 10 cards\n"
        "**Vera** · passed · **0** tricks · 10 cards\n"
        "-# Tricks of the defence: 0, obligatory: 2",
        "Talon ⟦9C⟧ ⟦KC⟧",
        "**Trick 1**\n⟦AD⟧ Ana\u2003▫️ Boris",
        "⏳ **Boris** to play · <t:1800000000:R>",
    ]


def test_a_follower_sees_what_he_may_play() -> None:
    game = played(*TO_PLAY, "play AD", "play 8H")
    screen = hand_screen(view(game, 2), FACTS, EN)
    assert texts(screen)[0].startswith("### Your turn: follow ⟦D⟧")
    cards = [b for b in buttons(screen) if b.tile]
    assert len(cards) == 10
    assert {b.tile for b in cards if b.enabled} == {b.tile for b in cards if b.tile[-1] == "D"}


def test_the_result_says_why() -> None:
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    screen = result_screen(view(game, None), FACTS, EN)
    assert texts(screen)[0] == "### Deal 1 · 7⟦D⟧ made, 8 tricks\n-# played by Ana · dealer Vera"
    assert texts(screen)[1] == (
        "**Ana** · **+4** pool\n**Boris** · 2 tricks × 4 = **8** whists on Ana\n**Vera** · passed"
    )
    assert "Talon ⟦9C⟧ ⟦KC⟧\u2003Discard ⟦7C⟧ ⟦8C⟧" in texts(screen)[2]
    assert texts(screen)[3].startswith("```\n")
    assert deeds(screen) == {"next", "score", "last", "more", "verify 1"}


def test_the_next_deck_is_sealed_and_cut_beside_a_result() -> None:
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    facts = replace(FACTS, deck=DeckFacts(2, "ab" * 32, ((0, "one"), (2, "two"))))
    screen = result_screen(view(game, None), facts, EN)
    sealed = f"-# Deck 2, sealed: `{'ab' * 32}`\n-# Cut by Ana: “one” · Vera: “two”"
    assert texts(screen)[-1].endswith(sealed)
    rows = [[press_text(b.press) for b in r.buttons] for r in screen.blocks if isinstance(r, Row)]
    assert rows == [["next", "cut 2", "more"], ["score", "last", "verify 1"]]  # on, and back
    older = replace(facts, deck=DeckFacts(1, "ab" * 32, ()))
    assert "sealed" not in shown(result_screen(view(game, None), older, EN))
    assert "cut 1" not in deeds(result_screen(view(game, None), older, EN))
    hidden = played(*TO_PLAY, "claim 8 1 1", "accept", "accept", rules=HIDING)
    assert "verify 1" not in deeds(result_screen(view(hidden, None), facts, EN))


def test_a_remise_in_russian() -> None:
    game = played(*TO_PLAY, "claim 5 3 2", "accept", "accept")
    text = shown(result_screen(view(game, None), FACTS, RU))
    assert "Сдача 1 · 7⟦D⟧, ремиз, без двух, 5 взяток" in text
    assert "**Ana** · без двух: 2 × 4 = **8** в гору" in text
    assert (
        "5 взяток × 4 = **20** вистов на игрока Ana; консоляция 2 × 4 = **8** вистов на игрока Ana"
        in text
    )


def test_a_missed_quota_in_leningrad() -> None:
    rules = PRESETS.rules("leningrad", players=3)
    game = played(*TO_PLAY, "claim 9 1 0", "accept", "accept", rules=rules)
    text = shown(result_screen(view(game, None), FACTS, EN))
    assert (
        "1 trick × 8 = **8** whists on Ana; quota missed by 1: 1 × 4 = **4** in the mountain"
        in (text)
    )


def test_a_penalty_in_rostov_is_said_once() -> None:
    rules = PRESETS.rules("rostov", players=3)
    game = played(*TO_PLAY, "claim 6 2 2", "accept", "accept", rules=rules)
    text = shown(result_screen(view(game, None), FACTS, EN))
    assert text.count("down one: 1 × 20 = **20** whists to every opponent") == 1
    assert "mtn" not in text


def test_tables_are_as_narrow_as_a_phone() -> None:
    for preset in PRESETS.names():
        for players in players_of(preset):
            rules = rules_for(preset, players)
            *_, game = walk(rules, 5, 12)
            for words in CATALOGUE.languages.values():
                screen = result_screen(view(game, None), table_facts(players), words)
                table = next(text for text in texts(screen) if text.startswith("```"))
                assert max(len(line) for line in table.splitlines()) <= 24


def test_two_cards_are_picked_one_after_the_other() -> None:
    first, second, third = (CARDS_BY_NAME[name] for name in ("7C", "8C", "9C"))
    assert toggled((), first) == (first,)
    assert toggled((first,), second) == (first, second)
    assert toggled((first, second), third) == (second, third)
    assert toggled((first, second), first) == (second,)
    assert deed_text(Pick((first, second))) == "pick 7C 8C"
    seen = view(played("bid 7D", "pass", "pass"), 0)
    none, both = hand_screen(seen, FACTS, EN), hand_screen(seen, FACTS, EN, (first, second))
    assert acts(none) == set()
    assert acts(both) == {"discard 7C 8C"}
    assert "Lay these two away" in labels(both)
    assert "pick 8C" in deeds(both)
    assert not faults(both)


def test_open_play_gives_both_hands_to_the_whister() -> None:
    game = played(*TO_DEFENCE, "whist", "pass", "open", "play AD", "play 8H")
    assert to_act(game) == 1
    screen = hand_screen(view(game, 1), FACTS, EN)
    assert texts(screen)[0].startswith("### Play for Vera: follow ⟦D⟧")
    assert "Your cards\n⟦QS⟧" in shown(screen)
    assert "**Vera's cards, you play them**" in texts(screen)
    assert texts(hand_screen(view(game, 2), FACTS, EN))[0].startswith("### Boris plays your cards")
    public = shown(board_screen(view(game, None), FACTS, EN))
    assert "Hands are open: the defenders may talk." in public
    assert "Boris, face up\n" in public


def test_a_refused_claim_is_told_to_all() -> None:
    """Boris agrees, Vera does not: else the claim would be gone without a word."""
    for answers in (("refuse",), ("accept", "refuse")):
        game = played(*TO_PLAY, "claim 8 1 1", *answers)
        name = ("Ana", "Boris", "Vera")[len(answers)]
        for screen in (
            board_screen(view(game, None), FACTS, EN),
            hand_screen(view(game, 0), FACTS, EN),
        ):
            assert f"-# Split refused in this deal: {name}" in "\n".join(texts(screen))
    asked = board_screen(view(played(*TO_PLAY, "claim 8 1 1"), None), FACTS, EN)
    assert "refused" not in "\n".join(texts(asked))


def test_claims_are_two_questions() -> None:
    """Whoever takes all leaves nothing to be shared: that is a claim at once."""
    seen = view(played(*TO_PLAY), 0)
    first = claim_screen(seen, FACTS, EN)
    assert {f"claim {n}" for n in range(10)} <= deeds(first)
    assert acts(first) == {"claim 10 0 0"}
    second = claim_screen(seen, FACTS, EN, 8)
    assert acts(second) == {"claim 8 2 0", "claim 8 1 1", "claim 8 0 2"}
    assert next(choice.label for choice in choices(second)) == "Ana 8, Boris 0, Vera 2"
    late = claim_screen(view(played(*TO_PLAY, "play AD"), 0), FACTS, EN)
    assert acts(late) == set()
    assert not faults(first)
    assert not faults(late)


def test_a_player_who_is_away_finds_the_way_back() -> None:
    away = (SeatFacts("Ana", 1, is_away=True), *NAMED[1:])
    screen = hand_screen(view(played(), 0), table_facts(seats=away), EN)
    assert "back" in deeds(screen)
    assert "💤" in shown(board_screen(view(played(), None), table_facts(seats=away), EN))


def test_a_public_message_has_the_way_back_while_somebody_is_gone() -> None:
    left = table_facts(seats=(*NAMED[:2], SeatFacts("Vera", 3, has_left=True)))
    seen, done = view(played(), None), played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    board, card = board_screen(seen, left, EN), result_screen(view(done, None), left, EN)
    assert "back" in deeds(board)
    assert "Vera has left: a robot plays on" in shown(board)
    assert {"back", "hand"} <= deeds(card)
    assert "back" not in deeds(board_screen(seen, FACTS, EN))
    assert not faults(board)
    assert not faults(card)


def test_a_note_stands_on_top() -> None:
    screen = hand_screen(view(played(), 0), FACTS, EN, note="You must follow suit.")
    assert texts(screen)[0].startswith("> You must follow suit.\n### Your call")


def test_a_paused_table_offers_to_resume_and_nothing_to_play() -> None:
    paused = table_facts(seats=NAMED, status=Status.PAUSED)
    seen = view(played(*TO_PLAY), 0)
    screen, board = (
        hand_screen(seen, paused, EN),
        board_screen(seen._replace(seat=None), paused, EN),
    )
    assert acts(screen) == set()
    assert "resume" in deeds(screen)
    assert "resume" in deeds(board)
    assert not faults(screen)
    assert not faults(board)


def test_a_deal_may_stay_hidden_when_it_is_over() -> None:
    rules = PRESETS.rules("sochi", players=3, reveal_after_deal=False)
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept", rules=rules)
    assert "⟦7C⟧" not in shown(result_screen(view(game, None), FACTS, EN))
    assert "⟦7C⟧" not in shown(last_screen(view(game, None), FACTS, EN))
    assert "⟦9C⟧" not in shown(closed_board_screen(view(game, None), FACTS, EN))


def test_one_open_hand_of_a_claim_lets_nobody_talk() -> None:
    game = played(*TO_PLAY, "claim 10 0 0", "refuse")
    public = shown(board_screen(view(game, None), FACTS, EN))
    assert "Ana, face up" in public
    assert "may talk" not in public


def test_the_match_ends_with_places() -> None:
    assert places((10, -20, 10)) == [(1, 0), (1, 2), (3, 1)]
    assert places((10, -20, 10), (True, False, False)) == [(1, 2), (2, 1), (3, 0)]
    game = played(*TO_PLAY, "claim 8 1 1", "accept", "accept")
    game = apply(game, TABLE, parse("stop"))
    screen = final_screen(view(game, None), FACTS, EN)
    assert texts(screen)[0].splitlines()[0] == "## The match is over · Sochi to 10"
    assert "1. 🏆 **" in texts(screen)[0]
    assert "rematch" in deeds(screen)
    hand = hand_screen(view(game, 0), FACTS, EN)
    assert texts(hand)[0] == "### The match is over"


# the lobby and its pages ------------------------------------------------------------------


ARTICLE = {
    "pool 0": 10,
    "pool 1": 26,
    "pool 2": 22,
    "mountain 0": 20,
    "mountain 1": 30,
    "mountain 2": 24,
    "whists 0>1": 32,
    "whists 0>2": 24,
    "whists 1>0": 20,
    "whists 2>0": 10,
    "whists 2>1": 16,
}


def ended_with(sheet: dict[str, int], preset: str = "leningrad", **options: Setting) -> View:
    """A match that was stopped with this sheet."""
    game = new_game(PRESETS.rules(preset, players=3, **options))
    carry = replace(game.carry, number=9, dealer=0, sheet=written(sheet))
    return view(apply(game._replace(carry=carry), TABLE, STOP), None)


def test_the_loser_of_the_article_pays_5_20_and_6_20() -> None:
    """docs/rules/russian.md 4.13: at ten cents a whist."""
    seen = ended_with(ARTICLE, whist_price="0.1", stake_label="cookies")
    assert seen.balance == (-114, 52, 62)
    english, russian = (texts(final_screen(seen, FACTS, words)) for words in (EN, RU))
    assert english[1].splitlines() == [
        "Ana pays Boris 5.20 cookies.",
        "Ana pays Vera 6.20 cookies.",
    ]
    assert "**+62** · +6.20 cookies" in english[0]
    assert "**−114** · −11.40 cookies" in english[0]
    assert russian[1].splitlines()[0] == "Ana платит, Boris получает: 5,20 печенья."


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", "1 point, 2 points, 5 points, 0.50 points"),
        ("ru", "1 очко, 2 очка, 5 очков, 0,50 очка"),
        ("de", "1 Punkt, 2 Punkte, 5 Punkte, 0,50 Punkte"),
        ("sl", "1 točka, 2 točki, 5 točk, 0,50 točke"),
        ("sr", "1 poen, 2 poena, 5 poena, 0,50 poena"),
        ("sr_Cyrl", "1 поен, 2 поена, 5 поена, 0,50 поена"),
        ("hr", "1 bod, 2 boda, 5 bodova, 0,50 boda"),
    ],
)
def test_what_a_table_counts_in_is_counted(locale: str, said: str) -> None:
    words, shown = CATALOGUE.words(locale), []
    for units, price in ((1, "1"), (2, "1"), (5, "1"), (5, "0.1")):
        seen = ended_with({}, whist_price=price)
        amount = priced(units, Decimal(price), words)
        shown.append(f"{amount} {stake(seen, units, words_at(seen.rules, words))}")
    assert ", ".join(shown) == said


def test_a_unit_without_a_price_is_paid_as_it_is() -> None:
    seen = ended_with({**ARTICLE})
    shown = texts(final_screen(seen, FACTS, EN))
    assert shown[1].splitlines() == ["Ana pays Boris 52 points.", "Ana pays Vera 62 points."]
    assert "**+62** points" in shown[0]


def test_nobody_owes_anything() -> None:
    """An abandoned Balkan match may be void for everybody; a Russian one may come out even."""
    even = {"pool 0": 5, "pool 1": 5, "pool 2": 5}
    void = ended_with({"main 0": -30, "side 0>1": 40}, "croatian", abandoned_game="void")
    for seen in (void, ended_with(even)):
        assert texts(final_screen(seen, FACTS, EN))[1] == EN.say("final.even")


def test_payments_of_the_other_families() -> None:
    """balkan.md 3.9: who pays is determined by the balances of three; the pot is shared out."""
    balkan = ended_with({"side 0>1": 496, "side 0>2": 10, "main 0": 0}, "croatian")
    assert texts(final_screen(balkan, FACTS, EN))[1].splitlines() == [
        "Boris pays Ana 496 points.",
        "Vera pays Ana 10 points.",
    ]
    austrian = ended_with({"cash 0>1": 30, "cash 0>2": 10}, "viennese")
    assert texts(final_screen(austrian, FACTS, EN))[1].splitlines() == [
        "Boris pays Ana 30 points.",
        "Vera pays Ana 10 points.",
    ]


def lobby(**changes: object) -> Screen:
    facts = table_facts(3, status=Status.LOBBY, **changes)
    return lobby_screen(facts, SOCHI, PRESETS.differences(SOCHI), EN)


def button(screen: Screen, press: str) -> Button:
    return next(b for b in buttons(screen) if press_text(b.press) == press)


def test_the_lobby_waits_for_players() -> None:
    screen = lobby(seats=(NAMED[0], None, None))
    assert texts(screen)[0].splitlines()[:2] == [
        "## Preferans · Sochi to 10",
        EN.say("aim.russian"),
    ]
    assert "1\u2002**Ana** · host" in texts(screen)[1]
    assert "2\u2002*free*" in texts(screen)[1]
    assert "<t:1800000000:R>" in texts(screen)[2]
    assert {"join", "robot", "start", "more"} == deeds(screen)
    assert button(screen, "join").enabled
    full = lobby(seats=NAMED)
    assert button(full, "start").style is Style.PRIMARY
    assert not button(full, "join").enabled
    with_robot = lobby(seats=(*NAMED[:2], ROBOT))
    assert button(with_robot, "join").enabled
    assert not button(with_robot, "robot").enabled
    assert not faults(screen)


@pytest.mark.parametrize("words", [EN, RU])
def test_what_is_behind_more_in_the_lobby(words: Words) -> None:
    """What only the host may do is dark for everybody else; seats lit where a press means much."""
    facts = table_facts(3, status=Status.LOBBY, seats=(NAMED[0], NAMED[1], ROBOT))
    host, guest, stranger = (lobby_more_screen(facts, user, words) for user in (1, 2, 99))
    assert [button(one, "house").enabled for one in (host, guest, stranger)] == [True, False, False]
    assert [button(one, "leave").enabled for one in (host, guest, stranger)] == [True, True, False]
    host, guest, stranger = (seats_screen(facts, user, words) for user in (1, 2, 99))
    assert _lit(host) == {"sit 1", "sit 2", "remove 1 2", "remove 2 0", "more"}
    assert _lit(guest) == _lit(stranger) == {"sit 2", "more"}
    free = replace(facts, seats=(NAMED[0], None, None))
    pages = (host, guest, fill_screen(free, words), lobby_more_screen(free, 1, words))
    assert not [fault for page in pages for fault in faults(page)]


def _lit(screen: Screen) -> set[str]:
    pressed = {press_text(one.press) for one in buttons(screen) if one.enabled}
    selects = [block for block in screen.blocks if isinstance(block, Select)]
    return pressed | {press_text(one.press) for select in selects for one in select.choices}


@pytest.mark.parametrize(
    ("preset", "changes", "title"),
    [
        ("sochi", {"pool_target": 10}, "Sochi to 10"),
        ("leningrad", {}, "Leningrad to 20"),
        ("rostov", {}, "Rostov, 12 deals"),
        ("sochi", {"end_condition": "time(60)"}, "Sochi, 60 min"),
        ("rostov", {"end_condition": "every_pool(15)"}, "Rostov to 15"),
    ],
)
def test_titles(preset: str, changes: dict[str, Setting], title: str) -> None:
    rules = PRESETS.rules(preset, players=3, **changes)
    assert game_title(rules, words_at(rules, EN)) == title
    assert expected_minutes(rules, Clock.SLOW) is None
    minutes = expected_minutes(rules, Clock.NORMAL)
    assert minutes is not None
    assert 10 <= minutes <= 240


def test_a_match_for_time_says_when_it_is_over() -> None:
    """As Discord's timestamp, which everybody reads in his own zone."""
    rules = PRESETS.rules("rostov", end_condition="until(03:00)")
    assert game_title(rules, words_at(rules, EN)) == "Rostov, until 03:00"
    facts, said = replace(FACTS, ends_at=1_900_000_000), "until <t:1900000000:t> (<t:1900000000:R>)"
    before = replace(facts, status=Status.LOBBY)
    assert said in texts(lobby_screen(before, rules, (), EN))[0]
    seen = view(played(rules=rules), None)
    assert said in texts(board_screen(seen, facts, EN))[0]
    assert said not in texts(board_screen(seen, FACTS, EN))[0]


@pytest.mark.parametrize("words", [EN, RU])
@pytest.mark.parametrize(("preset", "players"), SEATINGS)
def test_every_house_rule_can_be_reached_and_set(words: Words, preset: str, players: int) -> None:
    rules, facts = rules_for(preset, players), table_facts(players, status=Status.LOBBY)
    reached = set()
    for group, options in groups_of(rules).items():
        step = house_screen(facts, rules, (), words, group)
        assert not faults(step)
        reached |= {deed for deed in deeds(step) if deed.count(" ") == 2}
        for option in options:
            last = house_screen(facts, rules, (), words, group, option)
            assert not faults(last)
            texts_ = {f"set {option} {text}" for text, _ in option_choices(rules, option, words)}
            assert {deed for deed in deeds(last) if deed.startswith("set ")} == texts_
    hidden = set(type(rules.options).model_fields) - {deed.split()[2] for deed in reached}
    spoken_by = manner_of(rules).house.spoken_by
    assert hidden == {option for option, by in spoken_by.items() if players not in by}


def refused(preset: str, option: str, value: Setting) -> str:
    """Why a value does not fit into a preset; a sentence is there for it."""
    try:
        PRESETS.rules(preset, **({"players": players_of(preset)[-1]} | {option: value}))
    except BadRules as fault:
        return fault.reason if EN.fault(fault) else "bad_option"
    return ""


def test_every_offered_value_is_read_back() -> None:
    for preset in PRESETS.names():
        rules = rules_for(preset, players_of(preset)[-1])
        for option in type(rules.options).model_fields:
            for value in offered(rules, option):
                assert read_value(rules, option, value_text(value)) == value
                assert refused(preset, option, value) not in ("bad_option", "unknown_option")


def test_values_that_are_not_offered() -> None:
    rules = rules_for("sochi", 3)
    assert read_value(rules, "pool_target", "17") == 17
    assert read_value(rules, "raspasy_exit_bar", "6,6,8") == [6, 6, 8]
    assert read_value(rules, "end_condition", "deals(7)") == "deals(7)"
    for option, text in (
        ("pool_target", "many"),
        ("half_whist", "maybe"),
        ("whist_penalty", "double"),
        ("players", "5"),
        ("no_such", "1"),
    ):
        with pytest.raises(BadRules):
            read_value(rules, option, text)


@pytest.mark.parametrize("words", [EN, RU])
def test_the_other_pages_keep_the_limits(words: Words) -> None:
    lobby_facts = table_facts(4, status=Status.LOBBY)
    voting = table_facts(votes=("Ana",), vote_kind="stop")
    seen = view(played(*TO_PLAY, "play AD"), 0)
    over = view(played(*TO_PLAY, "claim 8 1 1", "accept", "accept"), None)
    pages = [
        clock_screen(lobby_facts, words),
        help_screen(seen, FACTS, words),
        *(general_help_screen(words, family, topic) for family in FAMILIES for topic in Topic),
        more_screen(seen, FACTS, words),
        more_screen(seen, voting, words),
        leave_screen(seen, FACTS, words, Leaving.KEPT),
        stop_screen(seen, FACTS, words),
        more_screen(view(played(), None), FACTS, words),
        last_screen(seen, FACTS, words),
        last_screen(over, FACTS, words),
        last_screen(view(new_game(SOCHI), None), FACTS, words),
        alert_screen(words.refusal(Refusal.STALE)),
        frozen_screen(FACTS.game, words),
        void_screen(FACTS, words),
        started_screen(FACTS, SOCHI, "<#5>", (0, 9, 18), words),
        closed_board_screen(over, FACTS, words),
        close_screen(FACTS, words),
        *(alert_screen(mentioning_call(words, why, "<@1>", 1800000000)) for why in Occasion),
        *(alert_screen(direct_call(words, why, "Club", "link", None)) for why in Occasion),
        personal_settings_screen(
            OwnWishes(None, Summoning.DIRECT, 23, 8, "UTC", True, None, None, refused=True),
            ("en", "ru"),
            words,
        ),
        server_settings_screen(
            ServerSettings(None, "sochi", Clock.NORMAL, 10, 4, True, 3, "Asia/Tokyo"),
            PRESETS.names(),
            ("en", "ru"),
            words,
        ),
    ]
    for preset in PRESETS.names():
        for players in players_of(preset):
            rules = PRESETS.rules(preset, players=players, stake_label="*x* @everyone")
            differences = PRESETS.differences(rules)
            pages += [rules_screen(rules, differences, words, page) for page in range(5)]
            pages.append(house_screen(lobby_facts, rules, differences, words))
            pages.append(lobby_screen(lobby_facts, rules, differences, words))
            assert "@everyone" not in "".join(shown(page) for page in pages[-2:])
    for page in pages:
        assert not faults(page), (faults(page), page)


@pytest.mark.parametrize("words", CATALOGUE.languages.values(), ids=CATALOGUE.languages)
def test_a_chosen_setting_still_says_what_it_sets(words: Words) -> None:
    """A client shows the chosen line in the place of the head."""
    own = OwnWishes(None, Summoning.NEVER, 23, 8, "UTC", True, None, None, refused=False)
    guild = ServerSettings(None, "sochi", Clock.NORMAL, 10, 4, True, 3, "Asia/Tokyo")
    pages = (
        personal_settings_screen(own, ("en", "ru"), words),
        server_settings_screen(guild, PRESETS.names(), ("en", "ru"), words),
    )
    selects = [block for page in pages for block in page.blocks if isinstance(block, Select)]
    for select in selects:
        if select.name != "preset":  # by their names, which are nothing else
            subject = select.placeholder.partition(":")[0]
            assert all(line.label.startswith(f"{subject}: ") for line in select.choices)


def test_the_help_names_no_button_that_is_not_there() -> None:
    """Before the first trick there is no last one."""
    for lines, is_there in (((), False), (("play AD", "play 8H", "play 7D"), True)):
        seen = view(played(*TO_PLAY, *lines), 0)
        assert ("last" in deeds(board_screen(seen, FACTS, EN))) is is_there
        assert ("Last trick" in shown(help_screen(seen, FACTS, EN))) is is_there
    done = view(played(*TO_PLAY, "claim 8 1 1", "accept", "accept"), 0)
    assert "Deal history" in labels(hand_screen(done, FACTS, EN))
    assert "Last trick" not in shown(help_screen(done, FACTS, EN))


def test_leaving_and_voting() -> None:
    seen = view(played(), 0)
    assert {"leave", "pause", "stop"} <= deeds(more_screen(seen, FACTS, EN))
    for how in Leaving:
        assert f"leave yes {how}" in deeds(leave_screen(seen, FACTS, EN, how))
    assert "stop yes" in deeds(stop_screen(seen, FACTS, EN))
    robots = (SeatFacts("Ana", 1), SeatFacts("Bella", None), SeatFacts("Dasha", None))
    for seats, is_asked in ((NAMED, True), (robots, False)):
        said = shown(stop_screen(seen, table_facts(seats=seats), EN))
        assert ("If all agree" in said) is is_asked
    left = table_facts(seats=(*NAMED[:2], SeatFacts("Vera", 3, has_left=True)))
    assert {"give 0", "give 2"} <= deeds(more_screen(seen, left, EN))
    assert "give 1" not in deeds(more_screen(seen, left, EN))
    assert not faults(give_screen(seen, left, EN, 2))
    voting = table_facts(votes=("Ana",), vote_kind="pause")
    assert {"vote yes", "vote no"} <= deeds(more_screen(seen, voting, EN))
    paused = table_facts(status=Status.PAUSED)
    assert "resume" in deeds(more_screen(seen, paused, EN))


# sheets and lists -------------------------------------------------------------------------


def test_the_running_sheet() -> None:
    written = [
        [Posting("pool", 0, None, 4, "contract", 1, 4)],
        [Posting("mountain", 0, None, 4, "undertricks", 1, 4)],
        [Posting("pool", 0, None, 2, "contract", 1, 2)],
    ]
    assert running(written, "pool", 0) == [4, 6]
    assert running(written, "mountain", 0) == [4]
    assert running(written, "pool", 1) == []


def test_a_mountain_below_zero_has_the_minus_of_the_balances() -> None:
    """American aid that nobody needs is taken off the own mountain (docs/rules/russian.md 4.7)."""
    seen = ended_with({"pool 0": 10, "pool 1": 10, "pool 2": 10, "mountain 1": -1}, "sochi")
    told = " ".join(" ".join(texts(score_screen(seen, FACTS, EN, []))).split())
    assert "Boris 10 −1 0 +6" in told
    assert "-1" not in told


@pytest.mark.parametrize("words", [EN, RU])
def test_the_sheet_of_a_long_match_fits(words: Words) -> None:
    for preset in ("rostov", "leningrad", "sochi"):
        rules, written = rules_for(preset, 4), list[tuple[Posting, ...]]()
        for game in walk(rules, 3, 40):
            if game.last is not None and len(written) < game.carry.number:
                written.append(game.last.postings)
        screen = score_screen(view(game, 0), table_facts(4), words, written)
        assert not faults(screen)
        assert "**" in shown(screen)


LEADERS = LeaderFacts(
    rows=tuple(LeaderRow(n, f"Player {n}", 30 + n, n, 500 - 100 * n, 1.5) for n in range(1, 11)),
    own=LeaderRow(None, "Ana", 1, 0, -20, 3.0),
    page=2,
    pages=3,
    filter=LeaderFilter(preset="sochi", season="2026-07"),
    families=("russian",),
    presets=("sochi", "leningrad"),
    seasons=("2026-07", "2026-06"),
    min_games=3,
)


@pytest.mark.parametrize("words", [EN, RU])
def test_the_ranking_turns_pages_and_knows_the_asker(words: Words) -> None:
    screen = leaderboard_screen(LEADERS, words)
    assert not faults(screen)
    turned = {deed_text(page_of(page, LEADERS.filter)) for page in (1, 3)}
    assert turned <= deeds(screen)
    assert "−20" in shown(screen)
    for deed in deeds(screen):
        page = parse_deed(deed)
        assert isinstance(page, LeadersPage)
        assert deed_text(page) == deed
    empty = LeaderFacts((), None, 1, 1, LeaderFilter(), (), (), (), 3)
    assert not faults(leaderboard_screen(empty, words))


def test_the_history_names_the_winner() -> None:
    left = Played("Boris", -31, 2, "left", None, 4)
    row = FinishedRow(9, 1700000000, "sochi", (Played("Ana", 31, 1), left), False)
    screen = history_screen([replace(row, game=n) for n in range(1, 11)], EN, 2, 3)
    assert "**Ana** +31, Boris −31 (left in deal 4)" in texts(screen)[1]
    assert {"history 1", "history 3"} <= deeds(screen)
    assert not faults(screen)
    assert not faults(history_screen([], RU))


def height_on_a_phone(screen: Screen, words: Words) -> int:
    """About so many pixels, where a line of text has 31 letters."""
    text = [words.plain(line) for body in texts(screen) for line in body.splitlines()]
    read = sum(-(-len(line) // 31) * 21 for line in text)
    return 150 + read + 44 * len(screen.blocks)


@pytest.mark.parametrize("words", [EN, RU])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_help_fits_the_screen_of_a_phone(words: Words, family: str) -> None:
    for topic in (Topic.GAME, Topic.WORTH, Topic.WORDS):
        screen = general_help_screen(words, family, topic)
        assert height_on_a_phone(screen, words) <= 844, topic


@pytest.mark.parametrize("preset", PRESETS.names())
def test_a_suit_stands_in_a_call_once(preset: str) -> None:
    """As its tile or as its name, whatever the rules call their contracts."""
    game = next(
        game
        for game in walk(rules_for(preset, players_of(preset)[0]), 3, 20)
        if game.deal is not None
        and "pass" in acts(hand_screen(view(game, to_act(game)), FACTS, EN))
    )
    facts = table_facts(game.rules.players)
    screen = hand_screen(view(game, to_act(game)), facts, EN)
    calls = [one for one in items(screen) if "bid " in press_text(one.press) and one.tile]
    assert calls
    assert not [one.label for one in calls if one.label.endswith((" spades", " clubs"))]


def test_before_the_first_deal_a_hand_is_not_between_two() -> None:
    words = CATALOGUE.words("en")
    begun = new_game(PRESETS.rules("sochi", players=3, pool_target=10))
    first = "\n".join(texts(hand_screen(view(begun, 0), table_facts(), words)))
    assert words.say("board.shuffling") in first
    assert words.say("hand.between") not in first
    assert view(begun, 0).to_act == TABLE


def test_a_host_is_not_told_that_his_table_is_friendly_before_it_is() -> None:
    words = CATALOGUE.words("en")
    for friendly, told in (
        (False, "Made friendly, the table has"),
        (True, "The table is friendly"),
    ):
        shown = "\n".join(texts(lobby_more_screen(table_facts(friendly=friendly), 1, words)))
        assert (told in shown, shown.count("riendly")) == (True, 1 + friendly)


def test_the_page_of_the_clock_says_what_it_is_and_leads_back() -> None:
    words = CATALOGUE.words("en")
    shown = clock_screen(table_facts(clock=Clock.SLOW), words)
    assert f"**{words.say('clock.slow')}**: {words.say('house.present')}" in "".join(texts(shown))
    assert "more" in deeds(shown)


@pytest.mark.parametrize("locale", CATALOGUE.locales())
def test_who_may_open_old_matches_can_be_read_in_the_closed_select(locale: str) -> None:
    """A wide window shows some forty letters of it, and the answer comes last."""
    words = CATALOGUE.words(locale)
    for who in ("all", "own"):
        assert len(words.say("settings.history", value=words.say(f"history.{who}"))) <= 41


def test_the_consolation_is_among_the_rules_that_are_agreed_on_first() -> None:
    """Where it goes is the first question at a table of Sochi (docs/rules/russian.md)."""
    house = manner_of(PRESETS.rules("sochi", players=3, pool_target=10)).house
    assert "consolation_to" in house.common
    assert len(house.common) == 10
