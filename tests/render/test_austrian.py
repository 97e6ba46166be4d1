"""The Austrian family on its screens: the pot, the moments, offers and open hands out of turn."""

import re
from itertools import product

import pytest

from bot.engine import actions as act
from bot.engine.cards import Seat
from bot.engine.deal import Stage
from bot.engine.families.austrian.auction import Sealing
from bot.engine.families.austrian.contracts import GAME, HEARTS_GAME, LADDER
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.scoring import CASH, POT, Why
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.notation import action_verb, format_action, parse_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, SpectatorView, build_view
from bot.model.enums import Posting
from bot.model.values import replace
from bot.presets import OptionSetting
from bot.render.families import presenter_of, table_words
from bot.render.families.austrian.sheet import running_units, sheet_note
from bot.render.hand.decision import decision_help
from bot.render.hand.private_hand import hand_screen
from bot.render.rules_screens import rules_pages, rules_screen
from bot.render.screen import ButtonRow, Screen, display_width
from bot.render.screen_data import SeatData
from bot.render.server.help_screens import general_help_screen, help_screen
from bot.render.sheet_screens import score_screen, stake_unit, totals_table
from bot.render.table.board import board_screen
from bot.render.table.result import last_trick_screen, result_screen
from bot.render.words import Words
from bot.ui_commands.server_commands import HelpTopic
from tests.properties.walking import seeds
from tests.render.scenes import labels, shown
from tests.render.walks import (
    CATALOGUE,
    acts,
    faults,
    press_text,
    rules_for,
    table_facts,
    walk,
)
from tests.support import austrian, builders
from tests.support.austrian import dealt, dealt_under
from tests.support.builders import said, view_to_act

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
NAMED = tuple(SeatData(name, n + 1) for n, name in enumerate(("Ana", "Boris", "Vera")))
FACTS = table_facts(seats=NAMED)

OUTCOMES = ("made", "fallen", "unplayed", "agreed", "ausfechten", "thrown_in")
ROLES = ("declarer", "defender", "dropped", "host", "guest", "alone", "resting")
MOMENTS = (
    *("auction", "seal", "exchange", "bought", "declare", "telling", "after_buy", "join", "sole"),
    *("play", "negotiation", "funding", "round"),
)
TABLES = (
    rules_for("viennese", 3),
    rules_for("viennese", 4),
    rules_for("austrian", 3),
    rules_for("austrian", 4),
    rules_for("viennese", 3, (("negotiation", "any_trick_boundary"), ("ace_bonuses", True))),
    rules_for("viennese", 3, (("match_end", "vote"),)),
)
POT_LINE = r"pot \d+( \+ \d+)?, played for \d+, maximum \d+"
PLAIN = "AS KS QS JS 10S ... | AC KC QC JC 10C ... | AD KD QD JD 10D ... | ..."


def hand(game: Game, seat: int | None = None, words: Words = EN) -> Screen:
    return hand_screen(view_to_act(game) if seat is None else build_view(game, seat), FACTS, words)


def board(game: Game, words: Words = EN) -> str:
    return shown(board_screen(build_view(game, None), FACTS, words))


def laid(game: Game) -> Game:
    return said(game, format_action(legal_actions(game, to_act(game) or 0)[0]))


def bought(level: str = "2", contract: str = "2", pot: int = 20, **options: OptionSetting) -> Game:
    """Let forehand buy and name; the defence, or an after-buy, is asked."""
    agreed = austrian.rules("viennese", 3, **options)
    game = said(dealt_under(agreed, PLAIN, pot=pot), f"bid {level}", "pass", "pass")
    return said(laid(game), f"declare {contract}")


def lone() -> Game:
    """Let Boris stay home and Vera play alone against Ana."""
    return said(bought(), "drop", "join", "alone")


# the words -------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [EN, RU])
@pytest.mark.parametrize("preset", austrian.NAMES)
def test_every_word_of_the_family_is_known(preset: str, base: Words) -> None:
    words = table_words(austrian.rules(preset), base)
    for prefix, names in (
        ("why", tuple(Why)),
        ("outcome", OUTCOMES),
        ("role", ROLES),
        ("hand", tuple(moment for moment in MOMENTS if moment != "play")),
        ("turn", MOMENTS),
        ("help", MOMENTS),
        ("column", ("units", "share", "balance")),
        ("title", ("rounds", "vote", "pot_empty")),
    ):
        for name in names:
            assert words.has_key(f"{prefix}.{name}"), (prefix, name)
    assert words.has_key(f"about.{preset}")
    assert words.has_key("family.austrian")
    pressed = {act.JOIN, act.DROP, act.ALONE, act.INVITE, act.BUY, act.FUND, act.NO_ACES}
    pressed |= {act.ANOTHER, act.EXPOSE, act.WITHDRAW, act.ACCEPT, act.REFUSE, act.HOLD}
    actions: tuple[act.Action, ...] = (*pressed, act.Propose(7))
    for action in actions:
        assert words.has_key(f"act.{action_verb(action)}.button"), action


@pytest.mark.parametrize("base", [EN, RU])
@pytest.mark.parametrize("preset", austrian.NAMES)
def test_every_contract_can_be_said(preset: str, base: Words) -> None:
    words = table_words(austrian.rules(preset), base)
    for name in (*LADDER, HEARTS_GAME, "1X", "2X", "3X", "4X"):
        assert words.contract(name)
        assert words.contract_face(name)
        assert "⟦" not in words.contract_spoken(name)


def test_a_suit_stands_beside_its_number() -> None:
    for preset, style, line in (
        ("viennese", "french", "1⟦C⟧ · 2⟦S⟧ · 3⟦D⟧ · 4⟦H⟧ · game"),
        ("viennese", "german", "1⟦C⟧ acorns · 2⟦S⟧ leaves · 3⟦D⟧ bells · 4⟦H⟧ hearts · game"),
        ("austrian", "french", "1⟦S⟧ · 2⟦C⟧ · 3⟦D⟧ · 4⟦H⟧ · game"),
    ):
        rules = austrian.rules(preset, deck_style=style)
        words = table_words(rules, EN)
        assert presenter_of(rules).ladder_line(rules, words).startswith(line)
    viennese = table_words(austrian.rules(), EN)
    assert viennese.contract("S2") == viennese.contract("2X") == "game 2⟦S⟧"
    assert (viennese.strain_tile("3"), viennese.strain_tile("HE"), viennese.strain_tile("5")) == (
        "D",
        "H",
        "",
    )
    assert EN.contract("4") == "4"  # suits have no numbers elsewhere


def test_the_options_are_all_in_a_group_and_told_where_they_speak() -> None:
    house = presenter_of(austrian.rules()).house_rules
    listed = [option for options in house.groups.values() for option in options]
    assert sorted(listed) == sorted(AustrianOptions.model_fields)
    pages = [
        shown(rules_screen(rules_for("viennese", 3), (), EN, n))
        for n in range(len(rules_pages(rules_for("viennese", 3))))
    ]
    told = "\n".join(pages)
    assert "Rounds: 4" in told
    assert "After-buy of the discards: yes" in told
    assert "the right to hold is: the dealer's" in told
    assert "Maximum played for, in units: 30" in told
    assert "No aces also" not in told


# the pot ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_pot_amount_and_maximum_are_always_in_sight() -> None:
    for rules in TABLES:
        for seed in seeds(1):
            for game in walk(rules, seed, 5):
                if game.deal is None or game.version % 2:  # the next has one card or call more
                    continue
                for seat in range(rules.players):
                    told = shown(
                        hand_screen(build_view(game, seat), table_facts(rules.players), EN)
                    )
                    assert re.search(POT_LINE, told)
                screen = board_screen if game.deal.is_dealt else result_screen
                told = shown(screen(build_view(game, None), table_facts(rules.players), EN))
                assert re.search(POT_LINE, told)


def test_the_bowl_is_drawn_with_the_pot() -> None:
    game = bought(pot=40)
    bowl = "```\n\\  50  /  played for 30\n \\____/   maximum 30\n```"
    assert bowl in board(game)
    assert "pot 50, played for 30, maximum 30" in board(game)
    over = said(game, "drop", "drop")
    told = shown(result_screen(build_view(over, None), FACTS, EN))
    assert "pot 20 + 10, played for 30, maximum 30" in told  # the next ante is not in it yet
    assert "в котле 20" in shown(result_screen(build_view(over, None), FACTS, RU))
    assert all(display_width(line) <= 24 for line in bowl.splitlines())


def test_one_stake_forces_everybody() -> None:
    game = bought(pot=0)
    assert build_view(game, None).stage is Stage.PLAY
    assert "maximum 30, everybody must join" in board(game)


# the moments -----------------------------------------------------------------------------


def test_the_first_call_offers_every_kind() -> None:
    screen = hand(dealt(PLAIN))
    assert labels(screen)[:4] == ["Pass", "C 1", "game", "H hearts"]
    assert {"bid 4", "bid 8X", "bid S", "bid HE", "pass"} <= acts(screen)
    assert "Game: six tricks without the talon" in shown(screen)


def test_the_first_game_caller_must_name() -> None:
    screen = hand(said(dealt(PLAIN), "bid S", "bid S", "pass"))
    assert acts(screen) == {"bid S1", "bid S2", "bid S3"}
    assert labels(screen)[0] == "C game 1"
    assert "You said game first" in shown(screen)


def test_joining_tells_its_risk() -> None:
    game = bought()
    assert labels(hand(game))[:2] == ["Stay home", "Join"]
    told = shown(hand(game))
    assert "Join: 3 for each trick of yours; with fewer than two you pay 30 to the pot." in told
    assert "**Boris**: join or stay home" in board(game)
    sole = said(game, "drop", "join")
    assert labels(hand(sole))[:2] == ["Alone", "Invite"]
    assert "Boris must play, you owe four for both" in shown(hand(sole))
    assert "agree on a split" in shown(hand(sole))
    hearts = said(dealt(PLAIN, pot=20), "bid HE", "pass", "pass")
    assert "Hearts: 10 to or from the declarer, also at home." in shown(hand(hearts))


HEARTS = "AH KH QH JH 10H 9H 8H 7H AS AC | ... | ... | 7S 8S"


def test_what_everybody_pays_is_told_to_the_guest_and_at_home() -> None:
    """rules/austrian.md 3.4: U7 to U9 concern both opponents whatever they did."""
    game = said(dealt(HEARTS, pot=20), "bid HE", "pass", "pass", "join", "drop", "invite")
    game = said(game, "play AH")
    game = said(game, format_action(legal_actions(game, 1)[0]))
    guest = shown(hand(game, 2))
    assert "what the tricks bring, and the risk, are your host's. Hearts: 10" in guest
    aces = said(dealt(PLAIN, "austrian"), "bid 1", "pass", "pass")
    aces = said(aces, format_action(legal_actions(aces, 0)[0]), "declare 1")
    bonus = "none in the declarer's hand: 10 to or from the declarer, also at home."
    assert bonus in shown(hand(aces))


def test_an_agreed_split_in_hearts_says_the_premium() -> None:
    """rules/austrian.md 3.2: T2, T3, and T7 for hearts."""
    game = said(dealt(HEARTS, pot=20), "bid HE", "pass", "pass", "join", "drop", "alone")
    assert "Hearts: you pay Ana 10 besides." in shown(hand(said(game, "offer 7")))


def test_who_pays_into_the_pot_again_is_told() -> None:
    game = dealt(HEARTS, pot=20, match_end="pot_empty")
    game = said(game, "bid HE", "pass", "pass", "drop", "drop")
    assert "the dealer of every deal pays into the pot" in shown(hand(game))


def test_an_offer_can_be_made_out_of_turn_answered_and_withdrawn() -> None:
    game = lone()
    assert to_act(game) == 0
    assert {"offer 6", "offer 7", "offer 8"} <= acts(hand(game))
    other = hand(game, 2)
    assert acts(other) == {"offer 6", "offer 7", "offer 8"}
    assert "You may also:" in shown(other)
    assert "as if the declarer had 7 tricks and the defender 3" in shown(other)
    assert not acts(hand(game, 1))
    offered = apply_action(game, 2, parse_action("offer 7"))
    told = board(offered)
    assert "**Vera** offers to stop, the tricks left go: Ana 7, Vera 3" in told
    assert "**Ana** answers the offer" in told
    assert labels(hand(offered))[:2] == ["Refuse", "Accept"]
    assert "Agreed, you have 7 tricks: 30 from the pot, 9 to the defender" in shown(hand(offered))
    assert acts(hand(offered)) == {"accept", "refuse", "offer 6", "offer 8"}
    assert acts(hand(offered, 2)) == {"withdraw"}
    assert "Agreed, you have 3 tricks: 9 from Ana" in shown(hand(offered, 2))
    done = shown(result_screen(build_view(said(offered, "accept"), None), FACTS, EN))
    assert "### Deal 1 · 2⟦S⟧, agreed, 7 tricks" in done
    assert "**Vera** · ante: **10** to the pot; 3 tricks × 3 = **9** from Ana" in done


def test_who_stays_home_is_no_part_of_the_trick() -> None:
    game = laid(lone())
    assert re.search(r"⟦\w+⟧ Ana\u2003▫️ Vera", board(game))
    game = laid(game)
    assert re.search(r"⟦\w+⟧ Ana\u2003⟦\w+⟧ Vera → \*\*Ana\*\*", board(game))
    assert "Defence: 0 of 2" in board(game)
    assert "Boris →" not in shown(last_trick_screen(build_view(game, 0), FACTS, EN))


def test_an_open_defence_is_laid_out_of_turn() -> None:
    line = "AC KC QC JC AD KD QD AH KH QH | ... | ... | ..."
    game = said(dealt(line, pot=20), "bid 8X", "pass", "pass", "play AC")
    assert "expose" not in acts(hand(game, 1)) | acts(hand(game, 2))
    game = laid(laid(game))
    assert to_act(game) == 0
    assert acts(hand(game, 1)) == acts(hand(game, 2)) == {"expose"}
    game = apply_action(game, 1, act.EXPOSE)
    assert "Boris, face up" in board(game)
    assert not acts(hand(game, 1))


def test_an_open_defence_may_talk() -> None:
    """V-16: in seven and eight, from the first open hand on; nowhere else."""
    talk = "The defence is open: the defenders may talk."
    line = "AC KC QC JC AD KD QD AH KH QH | ... | ... | ..."
    opening = ("pass", "pass", "play AC")
    eight = laid(laid(said(dealt(line, pot=20), "bid 8X", *opening)))
    assert talk not in board(eight)
    assert talk in board(apply_action(eight, 1, act.EXPOSE))
    assert "Защита открыта" in board(apply_action(eight, 2, act.EXPOSE), RU)
    must = laid(laid(said(dealt(line, pot=20, open_defence="automatic"), "bid 8X", *opening)))
    assert talk in board(must)
    mord = laid(laid(said(dealt(line, pot=20), "bid 6X", *opening)))
    assert talk not in board(mord)


def test_a_refused_claim_opens_no_defence() -> None:
    line = "AC KC QC JC AD KD QD AH KH QH | ... | ... | ..."
    game = said(dealt(line, pot=20, claims="by_consent"), "bid 8X", "pass", "pass")
    game = said(game, "claim 10 0 0", "refuse")
    assert "Ana, face up" in board(game)
    assert "may talk" not in board(game)


def test_the_after_buy_is_asked_with_its_price() -> None:
    game = said(dealt(PLAIN, pot=20), "bid 1", "bid 2", "pass", "pass")
    game = said(laid(game), "declare 2")
    assert build_view(game, None).stage is Stage.AFTER_BUY
    assert labels(hand(game))[:2] == ["Pass", "Take the two cards"]
    assert "you must play 5 bettel or higher, 10 from or to each opponent" in shown(hand(game))
    taken = said(game, "buy")
    assert "Ana takes the discards: 5 bettel or higher" in board(taken)
    assert len(acts(hand(taken))) == 0  # two cards must be marked first
    assert labels(hand(taken)).count("Choose 2 more cards") == 1


def test_sealed_suits_are_on_no_screen_before_all_have_named() -> None:
    for players in (3, 4):
        facts = table_facts(players)
        game = dealt(PLAIN, "austrian", players)
        game = said(game, "bid S", "bid S", "bid S")
        deal = game.deal
        assert deal is not None
        first, _, third = deal.seats
        suits = {"seal S1", "seal S2", "seal S3", "seal S4"}
        assert acts(hand_screen(build_view(game, first), facts, EN)) == suits
        for made in (("seal S2",), ("seal S2", "seal S1")):
            sealed = said(game, *made)
            assert sealed.deal is not None
            phase = sealed.deal.phase
            assert isinstance(phase, Sealing)
            for other in ("S1", "S3"):
                twin = replace(phase, chosen=(other,) * len(phase.chosen))
                changed = sealed._replace(deal=sealed.deal.with_phase(twin))
                for seat in range(players):
                    hands = (build_view(one, seat) for one in (sealed, changed))
                    own, twin_own = (hand_screen(one, facts, RU) for one in hands)
                    assert own == twin_own
                boards = (build_view(one, None) for one in (sealed, changed))
                board, twin_board = (board_screen(one, facts, RU) for one in boards)
                assert board == twin_board
                everybody: list[Seat | None] = [None, *range(players)]
                for viewer in everybody:
                    for screen in (last_trick_screen, help_screen):
                        one, two = build_view(sealed, viewer), build_view(changed, viewer)
                        assert screen(one, facts, RU) == screen(two, facts, RU)
            told = shown(board_screen(build_view(sealed, None), facts, EN))
            assert "names a suit, unseen" in told
        opened = said(game, "seal S2", "seal S1", "seal S3")
        assert opened.deal is not None
        assert opened.deal.contract is not None
        assert opened.deal.contract.declarer == third
        assert "game · game 2⟦C⟧" in told_calls(opened, facts.name(first))


def told_calls(game: Game, name: str) -> str:
    screen = shown(last_trick_screen(build_view(game, None), table_facts(3), EN))
    return next(line for line in screen.splitlines() if line.startswith(f"**{name}**"))


@pytest.mark.slow
def test_every_moment_has_help_of_its_own() -> None:
    met, public = dict[str, SeatView](), dict[str, SpectatorView]()
    for rules in TABLES:
        facts = table_facts(rules.players)
        for seed in range(12):
            for game in walk(rules, seed, 6):
                if game.deal is not None:
                    seen = view_to_act(game)
                    moment = presenter_of(rules).decision_point(seen)
                    met.setdefault(moment, seen)
                    public.setdefault(moment, build_view(game, None))
                    base = RU if game.version % 2 else EN
                    assert not faults(help_screen(seen, facts, base))
    assert met.keys() == set(MOMENTS)
    for base, moment in product((EN, RU), set(MOMENTS) - {"play"}):
        seen = met[moment]
        assert (seen.table is None) == (moment in ("funding", "round"))
        facts, words = table_facts(seen.rules.players), table_words(seen.rules, base)
        assert decision_help(seen, seen.table, facts, words), moment
        if seen.table is None:
            card = result_screen(public[moment], facts, base)
            rows = [row.buttons for row in card.blocks if isinstance(row, ButtonRow)]
            first, second = ([press_text(one.press) for one in row] for row in rows)
            assert first == ["hand", "help", "more"]
            assert second[:2] == ["score", "last"]


@pytest.mark.parametrize("rules", TABLES)
def test_only_the_auction_stands_in_the_auction(rules: Rules) -> None:
    for game in walk(rules, 5, 12):
        seen = build_view(game, None)
        if seen.table is None or seen.stage is Stage.AUCTION:
            continue
        calls = presenter_of(seen.rules).auction_calls(seen.table.seats, seen.table.calls)
        assert len([c for c in calls if c.action == act.PASS]) <= 3
        assert all(act.is_auction_call(c.action) for c in calls)
        later = seen.table.calls[len(calls) :]
        assert not any(act.is_bid(c.action) for c in later)
        assert act.Bid(GAME) not in [c.action for c in later]


# results ---------------------------------------------------------------------------------


def test_every_transfer_is_named() -> None:
    """The example of rules/austrian.md 3.3: pot 20, tricks 5, 1, 4."""
    game = said(bought(pot=10, claims="by_consent"), "join", "join")
    game = said(game, "claim 5 1 4", "accept", "accept")
    told = shown(result_screen(build_view(game, None), FACTS, EN))
    assert "### Deal 1 · 2⟦S⟧ fallen, 5 tricks" in told
    assert "**Ana** · falls: **20** to the pot" in told
    assert "**Boris** · 1 trick × 2 = **2** from Ana; falls: **20** to the pot" in told
    assert "**Vera** · ante: **10** to the pot; 4 tricks × 2 = **8** from Ana" in told
    assert "**Boris** · 1 взятка × 2 = **2**, платит Ana; недобор: **20** в котёл" in shown(
        result_screen(build_view(game, None), FACTS, RU)
    )
    assert game.last is not None
    score = shown(score_screen(build_view(game, 0), FACTS, EN, [game.last.postings]))
    assert "**The last deals**\n- Ana falls: **20** to the pot; Boris 1 trick" in score
    assert "pot 60 + 10" in score


@pytest.mark.slow
def test_every_outcome_and_reason_is_met() -> None:
    outcomes, whys = set(), set()
    for rules in TABLES:
        for seed in range(8):
            for game in walk(rules, seed, 8):
                if game.last is not None:
                    outcomes.add(game.last.outcome)
                    whys |= {posting.why for posting in game.last.postings}
    assert outcomes == set(OUTCOMES)
    assert whys >= set(Why) - {Why.FOUR_ACES}


# the sheet -------------------------------------------------------------------------------


@pytest.mark.sampled(quick=6)
@pytest.mark.parametrize("rules", TABLES)
def test_the_sheet_of_a_long_match_fits(rules: Rules) -> None:
    written, facts = list[tuple[Posting, ...]](), table_facts(rules.players)
    for game in walk(rules, 3, 40):
        if game.last is None or len(written) == game.carry.number:
            continue
        written.append(game.last.postings)
        seen = build_view(game, 0)
        for words in (EN, RU):
            table = totals_table(build_view(game, None), facts, table_words(game.rules, words))
            assert max(map(display_width, table.splitlines())) <= 24
            assert not faults(score_screen(seen, facts, words, written))
            assert not faults(result_screen(build_view(game, None), facts, words))


def test_the_sheet_has_a_value_for_every_deal() -> None:
    """Columns of three players can be compared only if no deal is left out."""
    quiet, paid = Posting(POT, 1, None, 0, "", 1, 0), Posting(CASH, 0, 1, 20, "", 1, 20)
    written = [(paid,), (quiet,), (paid,)]
    assert [running_units(seat, written) for seat in range(3)] == [
        [20, 20, 40],
        [-20, -20, -40],
        [0, 0, 0],
    ]


@pytest.mark.parametrize(("left", "line"), [(0, ""), (6, "6 were left in the pot")])
def test_the_end_speaks_of_a_pot_only_where_something_was_left(left: int, line: str) -> None:
    rules = austrian.rules()
    view = build_view(new_game(rules), None)
    marks = tuple((dict(view.marks) | {"pot": left, "ante": 0}).items())
    view = view._replace(marks=marks, stage=Stage.OVER)
    note = sheet_note(view, table_facts(3), table_words(rules, EN))
    assert line in note
    assert bool(note) == bool(left)


def test_a_result_is_counted_in_the_units_of_its_sheet() -> None:
    for rules, unit in (
        (austrian.rules(), "Spielmarken"),
        (builders.rules("sochi"), "Whists"),
        (builders.rules("sochi", whist_price="0.5"), "Punkte"),
    ):
        words = table_words(rules, CATALOGUE.words("de"))
        assert stake_unit(build_view(new_game(rules), None), 3, words) == unit


def test_the_general_help_has_the_words_of_the_family() -> None:
    for words in (EN, RU):
        screen = general_help_screen(words, "austrian", HelpTopic.WORDS)
        assert not faults(screen)
        assert words.say("help.glossary.austrian") in shown(screen)
