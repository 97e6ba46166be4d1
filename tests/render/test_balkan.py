"""The Balkan family on its screens: the moments, the results, the paper sheet."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families.balkan.flow import BALKAN
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import BalkanCarry, Why
from bot.engine.game import Game, apply_action, legal_actions, new_game, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.replaying import replay_log
from bot.engine.view import SeatView, build_view
from bot.model.enums import Posting
from bot.model.values import replace
from bot.render.families import presenter_of, table_words
from bot.render.hand.decision import decision_help
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import Screen, display_width
from bot.render.screen_data import SeatData
from bot.render.server.help_screens import general_help_screen, help_screen
from bot.render.sheet_screens import score_screen, totals_table
from bot.render.table.board import board_screen
from bot.render.table.result import last_trick_screen, result_screen
from bot.render.words import Words
from bot.ui_commands.server_commands import HelpTopic
from tests.golden.balkan.reading import cases
from tests.golden.balkan.test_scoring import scored
from tests.golden.test_logs import read
from tests.render.scenes import labels, shown
from tests.render.test_balkan_words import MOMENTS, OUTCOMES
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    acts,
    faults,
    offered,
    rules_for,
    table_facts,
    texts,
    walk,
)
from tests.support import balkan
from tests.support.builders import said, view_to_act

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
NAMED = tuple(SeatData(name, n + 1) for n, name in enumerate(("Ana", "Boris", "Vera")))
FACTS = table_facts(seats=NAMED)

MOVED = {Why.RELIEVED, Why.TAKEN_OVER}  # off in every preset


def hand(game: Game, words: Words = EN) -> Screen:
    return hand_screen(view_to_act(game), FACTS, words)


def board(game: Game, words: Words = EN) -> str:
    return shown(board_screen(build_view(game, None), FACTS, words))


# the moments -----------------------------------------------------------------------------

AUCTION = ("bid 2", "bid 3", "pass", "hold", "pass")


def contract(game: Game, name: str = "3D") -> Game:
    game = said(game, *AUCTION)
    return said(game, format_action(legal_actions(game, 0)[0]), f"declare {name}")


def test_the_first_call_offers_number_and_games() -> None:
    screen = hand(balkan.dealt())
    assert labels(screen)[:5] == ["Pass", "S 2 leaves", "game", "bettel", "NT sanac"]
    assert "Game, now or never" in shown(screen)
    eight = hand(balkan.dealt(preferans_contract=True))
    assert {"bid G8P", "bid 2", "pass"} <= acts(eight)
    assert not faults(eight)


def test_the_senior_says_me_too() -> None:
    screen = hand(said(balkan.dealt(), "bid 2", "bid 3", "pass"))
    assert labels(screen)[:2] == ["Pass", "Me too: 3 bells"]
    assert "Ana 2, me too · Boris 3, pass · Vera pass" in board(contract(balkan.dealt()))


def test_the_defence_is_asked_in_plain_words() -> None:
    game = contract(balkan.dealt())
    assert labels(hand(game))[:2] == ["Drop", "Play"]
    assert "each trick writes 6 on Ana" in shown(hand(game))
    assert "**Boris**: play or drop" in board(game)
    assert labels(hand(said(game, "drop", "join")))[:3] == ["Alone", "Invite", "Kontra"]
    assert labels(hand(said(game, "join", "join")))[:2] == ["No kontra", "Kontra"]
    doubled = said(game, "join", "join", "stand", "kontra 1")
    assert labels(hand(doubled))[:2] == ["Let it stand", "Rekontra"]
    assert "Ana plays 3⟦D⟧ bells · kontra ×2" in board(doubled)
    third = said(doubled, "kontra 2")
    assert labels(hand(third))[:2] == ["Let it stand", "Sukontra"]
    assert labels(hand(said(third, "kontra 3", "kontra 4"), RU))[1] == "Удвоить до ×32"


def test_a_plain_two_says_what_happens_without_kontra() -> None:
    game = contract(balkan.dealt(), "3D")
    two = said(balkan.dealt(), "bid 2", "pass", "pass")
    two = said(two, format_action(legal_actions(two, 0)[0]), "declare 2S")
    assert "Without a kontra: the declarer is credited with it." in shown(hand(two))
    assert presenter_of(game.rules).decision_point(build_view(game, None)) == "join"
    assert presenter_of(two.rules).decision_point(build_view(two, None)) == "kontra"
    on_refa = said(balkan.dealt(refas=(1, 1, 1), given=1), "bid 2", "pass", "pass")
    on_refa = said(on_refa, format_action(legal_actions(on_refa, 0)[0]), "declare 2S")
    assert presenter_of(on_refa.rules).decision_point(build_view(on_refa, None)) == "join"
    assert "Ana plays 2⟦S⟧ leaves · refa ×2" in board(on_refa)


def test_a_refa_counts_for_every_step_of_the_ladder() -> None:
    """rules/balkan.md 3.2: twice the units, so twice what lies between them."""
    plain, on_refa = balkan.dealt(), balkan.dealt(refas=(1, 0, 0), given=1)
    assert "made +4, failed −4; a higher contract counts 2 more" in shown(hand(plain))
    assert "made +8, failed −8; a higher contract counts 4 more" in shown(hand(on_refa))
    taken = said(on_refa, "bid 2", "pass", "pass")
    taken = said(taken, format_action(legal_actions(taken, 0)[0]))
    assert "made +8, failed −8; a higher contract counts 4 more" in shown(hand(taken))


def test_who_dropped_is_no_part_of_the_trick() -> None:
    game = said(contract(balkan.dealt()), "drop", "join", "alone", "play AH")
    assert "⟦AH⟧ Ana\u2003▫️ Vera" in board(game)
    seat = to_act(game)
    assert seat == 2
    game = said(game, format_action(legal_actions(game, seat)[0]))
    table = board(game)
    assert re.search(r"⟦AH⟧ Ana\u2003⟦\w+⟧ Vera → \*\*Ana\*\*", table)
    assert "Defence: 0 of 2" in table
    assert "Boris →" not in shown(last_trick_screen(build_view(game, 0), FACTS, EN))


def test_games_stay_sealed_until_they_are_shown() -> None:
    games = said(balkan.dealt(), "bid G", "bid G", "bid G")
    for order in (["declare G3D", "silent"], ["declare G4H", "declare G6B"]):
        game = games
        for move in order:
            hidden = board(game) + "".join(
                shown(hand_screen(build_view(game, seat), FACTS, EN)) for seat in (0, 1, 2)
            )
            told = re.findall(r"game [2-5]⟦|(?<!6 )bettel|(?<!7 )sanac", hidden)
            assert bool(told) is bool(games_shown(game))
            for seat in range(3):
                if seat != to_act(game):
                    assert not acts(hand_screen(build_view(game, seat), FACTS, EN))
            assert "Show your game" in shown(hand(game))
            assert offered(hand(game)) == {
                format_action(a) for a in legal_actions(game, to_act(game) or 0)
            }
            game = said(game, move)
    silent = said(games, "declare G5C", "silent", "silent")
    assert "Ana game, game 5⟦C⟧ acorns · Boris game, silent · Vera game, silent" in board(silent)


def games_shown(game: Game) -> list[Any]:
    assert game.deal is not None
    return [call for call in game.deal.calls if isinstance(call.action, act.Declare)]


def test_a_hidden_talon_is_on_no_screen() -> None:
    game = said(balkan.dealt(talon_exposed=False), *AUCTION)
    assert "Talon" not in board(game)
    for seat in (1, 2):
        assert "Talon" not in shown(hand_screen(build_view(game, seat), FACTS, EN))


@pytest.mark.slow
def test_every_moment_has_help_of_its_own() -> None:
    met: dict[str, SeatView] = {}
    for preset in balkan.PRESETS:
        for seed in range(6):
            for game in walk(rules_for(preset, 3), seed, 6):
                if game.deal is not None:
                    seen = view_to_act(game)
                    if len(seen.legal) > 1:
                        met[presenter_of(game.rules).decision_point(seen)] = seen
                    for words in (EN, RU):
                        assert not faults(help_screen(seen, FACTS, words))
    assert met.keys() == {*MOMENTS, "claim"}
    for moment in set(MOMENTS) - {"play"}:
        seen = met[moment]
        assert seen.table is not None
        for words in (EN, RU):
            said_ = decision_help(seen, seen.table, FACTS, table_words(seen.rules, words))
            assert said_, (moment, words.locale)


def test_the_customs_of_the_defence_are_told_where_they_are_wanted() -> None:
    tables = {"serbian": True, "croatian": False}
    for preset, wanted in tables.items():
        advised = {
            decision_help(seen, seen.table, FACTS, table_words(seen.rules, EN))
            for seed in range(6)
            for game in walk(rules_for(preset, 3), seed, 6)
            if (seen := view_to_act(game)).stage is Stage.PLAY and seen.table is not None
        }
        assert any(text_.startswith("Custom: towards") for text_ in advised) is wanted
        assert any(text_.startswith("Custom: through") for text_ in advised) is wanted
        assert any("your partner is winning" in text_ for text_ in advised) is wanted


@pytest.mark.parametrize("words", [("drop", "join", "invite"), ("drop", "join", "kontra 1")])
def test_the_customs_bind_a_guest_and_no_host(words: tuple[str, ...]) -> None:
    """rules/balkan.md 2.10: for a defender whose partner plays voluntarily; a host is free."""
    game = said(contract(balkan.dealt(preset="serbian")), *words)
    if game.deal is not None and stage_of(game) is not Stage.PLAY:
        game = said(game, "stand")
    advised: dict[str, set[str]] = {}
    while stage_of(game) is Stage.PLAY:
        seen = view_to_act(game)
        assert seen.table is not None
        told = decision_help(seen, seen.table, FACTS, table_words(seen.rules, EN))
        advised.setdefault(seen.table.roles[seen.seat], set()).add(told[:7])
        game = said(game, format_action(legal_actions(game, seen.seat)[0]))
    host = "host" if words[-1] == "invite" else "caller"
    assert advised[host] == {""}
    assert "Custom:" in advised["guest"]


# results ---------------------------------------------------------------------------------


def test_the_result_says_why() -> None:
    game = said(contract(balkan.dealt()), "join", "join", "stand", "kontra 1", "stand")
    game = said(game, "claim 6 1 3", "accept", "accept")
    screen = shown(result_screen(build_view(game, None), FACTS, EN))
    assert "### Deal 1 · 3⟦D⟧ bells made, 6 tricks · kontra ×2" in screen
    assert (
        "**Ana** · made: **+12**\n**Boris** · guest\n"
        "**Vera** · kontra lost: **−12**; 4 tricks for both × 12 = **48** on Ana"
    ) in screen
    assert "Ana    0   18 0" in screen
    sides = "Boris ‹ **Ana** › Vera · Vera ‹ **Boris** › Ana · Ana ‹ **Vera** › Boris"
    line = f"-# ‹ and › juha on the neighbours: {sides}"
    assert line in screen.replace("\u00a0", " ")  # no line ends between these


def test_the_result_names_the_refa_it_was_doubled_by() -> None:
    """rules/balkan.md 3.2: basic score, doubled by each kontra and once by an open refa."""
    on_refa = contract(balkan.dealt(refas=(1, 0, 0), given=1))
    plain = said(on_refa, "join", "join", "stand", "stand", "claim 6 2 2", "accept", "accept")
    assert result_title(plain).endswith("3⟦D⟧ bells made, 6 tricks · refa ×2")
    doubled = said(on_refa, "join", "join", "stand", "kontra 1", "kontra 2", "stand")
    doubled = said(doubled, "claim 6 1 3", "accept", "accept")
    assert result_title(doubled).endswith("6 tricks · rekontra ×4 · refa ×2")
    assert "made: **+48**" in shown(result_screen(build_view(doubled, None), FACTS, EN))
    of_another = contract(balkan.dealt(refas=(0, 1, 0), given=1))
    assert "refa" not in result_title(said(of_another, "drop", "drop"))


def result_title(game: Game) -> str:
    return shown(result_screen(build_view(game, None), FACTS, EN)).splitlines()[0]


def test_three_passes_give_a_refa_and_the_sheet_draws_it() -> None:
    game = said(balkan.dealt(), "pass", "pass", "pass")
    screen = shown(result_screen(build_view(game, None), FACTS, EN))
    assert "### Deal 1 · all passed, a refa for all" in screen
    assert "-# Refas: Ana ― · Boris ― · Vera ―" in screen
    assert "refas 1 of 1, left to write 90" in screen
    again = apply_action(game, TABLE_SEAT, balkan.deck())
    second = said(again, "pass", "pass", "pass")
    assert "все пас, ничего не пишется" in shown(result_screen(build_view(second, None), FACTS, RU))


@pytest.mark.slow
def test_every_outcome_and_reason_is_met() -> None:
    outcomes, whys = set(), set()
    for preset in balkan.PRESETS:
        for seed in range(25):
            for game in walk(rules_for(preset, 3), seed, 12):
                if game.last is not None:
                    outcomes.add(game.last.outcome)
                    whys |= {posting.why for posting in game.last.postings}
    assert outcomes == set(OUTCOMES)
    assert whys >= set(Why) - {Why.PREFERANS_BEATEN, Why.CONTRACT_CUT} - MOVED


# the sheet -------------------------------------------------------------------------------


def example() -> tuple[Game, list[tuple[Posting, ...]]]:
    """Return the worked example (a)-(p) of rules/balkan.md 4 after its last note."""
    told = cases("worked-example")
    rules = balkan.rules(told["preset"], starting_level=told["start"], max_refas=told["max_refas"])
    at, written = BALKAN.initial_carry(rules), []
    for note in told["deals"]:
        assert isinstance(at, BalkanCarry)
        result = scored(rules, at, note["deal"])
        written.append(result.postings)
        at = BALKAN.next_carry(rules, at, result)
    game = new_game(rules)._replace(carry=at, ended=True)
    return game, [postings for postings in written if postings]


def test_the_sheet_of_the_worked_example() -> None:
    game, written = example()
    screen = shown(score_screen(build_view(game, 0), FACTS, EN, written))
    assert (
        "**Ana** · **+506**\n‹ Juha on Boris 120. 160. 166.\n"
        "Main 30. 10. 2. ^30. 42.\n› Juha on Vera 12. 92. 132.\nRefas ╱20"
    ) in screen
    assert (
        "**Boris** · **−496**\n‹ Juha on Vera 12. 22. 54.\n"
        "Main 30. 20. 28. 52. 42. 30. 24.\n› Juha on Ana 24.\nRefas ╱24"
    ) in screen
    assert (
        "**Vera** · **−10**\n‹ Juha on Ana 60. 188.\n"
        "Main 30. 24. 4. ^8. ˇ2. 34. 18.\n› Juha on Boris 30. 150. 168.\nRefas ╱20"
    ) in screen
    assert totals_table(build_view(game, None), FACTS, table_words(game.rules, EN)) == (
        "```\n        ‹ main   ›  +/−\n"
        "Ana   166  ^42 132 +506\n"
        "Boris  54   24  24 −496\n"
        "Vera  188   18 168  −10\n```"
    )


def test_right_and_left_change_places_with_the_direction() -> None:
    agreed = balkan.rules("serbian")
    at = balkan.carry(agreed, {"side 0>1": 12, "side 0>2": 30}, refas=(1, 0, 1), given=2)
    at = replace(at, used=((16,), (12,), (20,)))
    game = new_game(agreed)._replace(carry=at)
    screen = shown(score_screen(build_view(game, 0), FACTS, EN, []))
    assert "‹ Supa on Vera 30.\nBula 100.\n› Supa on Boris 12.\nRefas ╱16 ―" in screen
    assert "Refas: Ana ╱16 ― · Boris ╱ ╱12 · Vera ╱20 ―" in screen


@pytest.mark.parametrize(
    ("hat_rule", "line", "cell"),
    [
        ("above_zero", "Main 10. 0. ^8. ˇ0. 4. 0.", "0"),
        ("zero_counts", "Main 10. ^0. 8. 0. ˇ4. ^0.", "^0"),
    ],
)
def test_the_hat_is_drawn_where_the_table_puts_it(hat_rule: str, line: str, cell: str) -> None:
    """3.10, A16: zero has a hat of its own, and none is taken off there, if zero counts."""
    agreed = balkan.rules("croatian", hat_rule=hat_rule, starting_level=10)
    changes = (10, 8, -8, -4, 4)
    written = [(Posting("main", 0, None, n, Why.CONTRACT, 1, n),) for n in changes]
    game = new_game(agreed)._replace(carry=balkan.carry(agreed, {"main 0": 0}))
    seen = build_view(game, 0)
    assert line in shown(score_screen(seen, FACTS, EN, written))
    assert dict(presenter_of(agreed).sheet_cells(seen, 0))["main"] == cell


@pytest.mark.slow
@pytest.mark.parametrize("words", [EN, RU])
@pytest.mark.parametrize("preset", balkan.PRESETS)
def test_the_sheet_of_a_long_match_fits(preset: str, words: Words) -> None:
    rules, written = rules_for(preset, 3), list[tuple[Posting, ...]]()
    for game in walk(rules, 3, 40):
        if game.last is not None and len(written) < game.carry.number:
            written.append(game.last.postings)
        table = totals_table(build_view(game, None), table_facts(3), table_words(rules, words))
        is_wild = max(map(abs, build_view(game, None).balance)) > 9999
        assert is_wild or max(map(display_width, table.splitlines())) <= 24
    screen = score_screen(build_view(game, 0), table_facts(3), words, written)
    assert not faults(screen)


def test_the_general_help_has_the_words_of_each_family() -> None:
    for words in (EN, RU):
        screen = general_help_screen(words, "balkan", HelpTopic.WORDS)
        assert not faults(screen)
        assert words.say("help.glossary.balkan") in shown(screen)


def test_all_options_are_in_a_group() -> None:
    house = presenter_of(balkan.rules()).house_rules
    listed = [option for options in house.groups.values() for option in options]
    assert sorted(listed) == sorted(BalkanOptions.model_fields)


LOG = read(Path(__file__).parents[1] / "golden" / "balkan" / "deals" / "serbian-partner-pays.txt")


@pytest.mark.parametrize("words", [EN, RU])
def test_the_question_of_a_partner_stands_under_the_deal(words: Words) -> None:
    """balkan.md 3.11: on the card of the deal in public, with its buttons in the payer's hand."""
    rules = PRESETS.rules("serbian", partner_pays="on_request")
    spoken = table_words(rules, words)
    asking = replay_log(new_game(rules), LOG.lines[:-2])
    paying, paid = said(asking, "ask"), said(asking, "ask", "pay")
    for game, name, answers in (
        (asking, "Boris", {"pass", "ask"}),
        (paying, "Vera", {"refuse", "pay"}),
    ):
        stage = build_view(game, None).stage
        card = result_screen(build_view(game, None), FACTS, words)
        assert spoken.say(f"turn.{stage}", name=f"**{name}**") in "\n".join(texts(card))
        hand = hand_screen(view_to_act(game), FACTS, words)
        assert set(acts(hand)) == answers
        advice = spoken.say(f"advice.{stage}", fine=6, victim="Boris", taker="Vera")
        assert advice in "\n".join(texts(hand))
        assert not acts(hand_screen(build_view(game, 0), FACTS, words))
        assert not faults(card)
        assert not faults(hand)
    told = "\n".join(texts(result_screen(build_view(paid, None), FACTS, words)))
    for why, amount in (("relieved", "**+6**"), ("taken_over", "**−6**")):
        assert spoken.say(f"why.{why}", amount=amount) in told
