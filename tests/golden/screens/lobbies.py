"""Screens before the first card and behind More: lobby, seats, house rules, leaving, votes."""

from collections.abc import Iterator

from bot.engine.actions import Play
from bot.engine.game import Game
from bot.engine.shuffle import commitment, shuffled_deck
from bot.engine.view import build_view
from bot.model.enums import Clock, KibitzKind, LeaveOutcome, Proposal, Status
from bot.model.refusals import Refusal
from bot.model.values import replace
from bot.presets import OptionSetting, load_presets
from bot.render.hand.dialogs import handover_screen, leave_screen, stop_screen, table_menu_screen
from bot.render.hand.kibitz_screens import followed_screen, kibitz_menu_screen, waiting_screen
from bot.render.hand.private_hand import hand_screen
from bot.render.rule_text import format_code
from bot.render.rules_screens import (
    SavedRuleSet,
    clock_screen,
    house_rules_form,
    house_rules_screen,
    preset_rules_screen,
    rule_pages,
    rules_pages,
    rules_screen,
    saved_rules_screen,
)
from bot.render.screen_data import DeckData, KibitzData, SeatData, TableData, TakeBackRequest
from bot.render.table.board import board_screen
from bot.render.table.deck_fairness import PublishedDeck, sealed_screen, verify_screen
from bot.render.table.lobby_screens import (
    fill_screen,
    invite_screen,
    lobby_menu_screen,
    lobby_screen,
    seats_screen,
)
from bot.render.table.result import close_screen, result_screen, table_in_words_screen
from bot.render.words import Words
from bot.tables.kibitzing import late_view
from tests.golden.screens.deals import facts, games
from tests.golden.screens.telling import Shown
from tests.render.walks import form_screen
from tests.support import builders

PRESETS = load_presets()
ANA, BORIS, VERA = facts().seats
ROBOT = SeatData("Teo", None, level="beginner")
HOUSE: dict[str, tuple[str, dict[str, OptionSetting]]] = {
    "russian": ("rostov", {"jump_bids": False, "stake_label": "cookies", "pool_target": 30}),
    "balkan": ("serbian", {"max_refas": 8, "plain_two": "normal"}),
    "austrian": ("viennese", {"ace_bonuses": True, "talon_exposed": True}),
}


def lobby_facts(*seats: SeatData | None, **changes: object) -> TableData:
    return facts(status=Status.LOBBY, **({"seats": seats} | changes))


def of_lobbies(words: Words) -> Iterator[Shown]:
    """Yield lobbies: empty, with robots, full, for an hour, for time; in each family."""
    empty, full = lobby_facts(ANA, None, None), lobby_facts(ANA, BORIS, VERA)
    sealed = DeckData(1, "ab" * 32, ((0, "one"),))
    for preset in PRESETS.names():
        rules = builders.rules(preset, 3)
        known = full if PRESETS.family_key(preset) == "russian" else empty
        yield f"lobby of {preset}", lobby_screen(known, rules, (), words)
    rules = builders.rules("rostov", end_condition="time(60)", whist_price="0.1")
    told = PRESETS.differences(rules)
    robots = lobby_facts(ANA, ROBOT, None, friendly=True, ends_at=1_800_003_600, deck=sealed)
    yield "friendly, for time", lobby_screen(robots, rules, told, words)
    later = lobby_facts(ANA, BORIS, None, starts_at=1_800_007_200, clock=Clock.SLOW)
    yield "for an hour", lobby_screen(later, rules, told, words)
    yield from _more(words)


def _more(words: Words) -> Iterator[Shown]:
    known, free = lobby_facts(ANA, BORIS, ROBOT, levels=("beginner", "expert")), lobby_facts(ANA)
    for who, user_id in (("host", 1), ("guest", 2), ("stranger", 99)):
        yield f"more, for the {who}", lobby_menu_screen(known, user_id, words)
        yield f"the seats, for the {who}", seats_screen(known, user_id, words)
    yield "to fill with robots", fill_screen(lobby_facts(*free.seats, None, None), words)
    yield "to invite", invite_screen(known, words)
    yield "the clock", clock_screen(known, words)


def of_house_rules(family: str, words: Words) -> Iterator[Shown]:
    """Yield the choice page by page, the rules in full, and the lines that differ."""
    preset, settings = HOUSE[family]
    plain, rules = builders.rules(preset, 3), builders.rules(preset, 3, **settings)
    known, told = lobby_facts(ANA, BORIS, VERA), PRESETS.differences(rules)
    code = format_code(PRESETS, rules)
    yield "all pages", house_rules_screen(known, rules, told, words, plain, code=code)
    yield "nothing changed", house_rules_screen(known, plain, (), words, plain)
    for one in rule_pages(rules):
        form = house_rules_form(known.game, rules, words, one.group, one.options[0])
        assert form is not None
        yield f"the form {one.group} {one.number}", form_screen(form)
    for page in range(len(rules_pages(rules))):
        yield f"the rules, page {page}", rules_screen(rules, told, words, page, 7, code)
    yield "the rules of the preset", preset_rules_screen(plain, (preset,), words, 0)


def of_saved_rules(words: Words) -> Iterator[Shown]:
    """Yield the house rules that a server has saved under a name."""
    kept = []
    for preset, settings in HOUSE.values():
        rules = builders.rules(preset, 3, **settings)
        kept.append(SavedRuleSet(f"our {preset}", rules, PRESETS.differences(rules)))
    kept.append(SavedRuleSet("of old", None))
    yield "for a manager", saved_rules_screen(kept, words, can_manage=True)
    yield "for a member", saved_rules_screen(kept, words, can_manage=False)
    yield "none", saved_rules_screen([], words, can_manage=True)


def of_the_table(words: Words) -> Iterator[Shown]:
    """Yield More, leaving, stopping, pausing, handover, votes, take-backs, robots that play on."""
    game = games("russian", "sochi-3-remise")[9]
    seen = build_view(game, 0)
    yield "more", table_menu_screen(seen, facts(), words)
    yield "more, for who watches", table_menu_screen(build_view(game, None), facts(), words)
    yield "in words", table_in_words_screen(build_view(game, None), facts(), words)
    yield from of_kibitzers(words)
    for how in LeaveOutcome:
        yield f"leave, {how}", leave_screen(seen, facts(), words, how)
    yield "stop", stop_screen(seen, facts(), words)
    alone = facts(seats=(ANA, ROBOT, ROBOT))
    yield "stop alone", stop_screen(seen, alone, words)
    yield "close, for managers", close_screen(facts(), words)
    yield from _votes(game, words)
    yield from _absent(game, words)
    yield from _deck(words)


def of_kibitzers(words: Words) -> Iterator[Shown]:
    """Yield what a kibitzer is shown and what the player of the hand is asked."""
    games_so_far = games("russian", "sochi-3-remise")
    game = next(one for one in games_so_far if one.deal and len(one.deal.tricks) == 1)
    one, all_hands = late_view(game, 0), late_view(game, None)
    yield "a kibitzer chooses", kibitz_menu_screen(facts(), game.version, (), words)
    yield "one hand is not shown", kibitz_menu_screen(facts(), game.version, (1,), words)
    yield "a kibitzer waits", waiting_screen(facts(), game.version, ("Ana", "Vera"), words)
    yield "a followed hand", followed_screen(one, 0, facts(), words, is_open=True)
    yield "all hands", followed_screen(all_hands, None, facts(), words, is_open=True)
    before = build_view(games_so_far[2], None)
    yield "before the second trick", followed_screen(before, 0, facts(), words, is_open=False)
    asked = facts(kibitz=KibitzData(asked_by=4))
    yield "a player is asked for their hand", hand_screen(build_view(game, 0), asked, words)
    every = facts(kibitz=KibitzData(asked_by=5, asked_for=KibitzKind.ALL))
    yield "a player is asked for all hands", hand_screen(build_view(game, 1), every, words)
    for name, kibitz in (
        ("with kibitzers", KibitzData(4, KibitzKind.ONE, (5, 6))),
        ("without kibitzers", KibitzData(is_closed=True)),
    ):
        yield f"more, {name}", table_menu_screen(build_view(game, 0), facts(kibitz=kibitz), words)
    watching = facts(kibitz=KibitzData())
    yield "more, for a kibitzer", table_menu_screen(build_view(game, None), watching, words)


def _votes(game: Game, words: Words) -> Iterator[Shown]:
    for kind in ("stop", "pause"):
        voting = facts(proposal=Proposal(kind), votes=("Ana",))
        yield f"a vote to {kind}", table_menu_screen(build_view(game, 1), voting, words)
        yield f"a vote to {kind}: the table", board_screen(build_view(game, None), voting, words)
    given = facts(proposal=Proposal("seat", 2, 4), votes=("Ana",), vote_successor="Egor")
    yield "a seat is offered", board_screen(build_view(game, None), given, words)
    for name, regret in (
        ("a discard", TakeBackRequest(0, "Ana", "discard", None, 2)),
        ("the last act", TakeBackRequest(2, "Vera", "play", Play(0), 0)),
    ):
        asked = facts(proposal=Proposal("takeback", line=8), votes=("Ana",), regret=regret)
        yield f"{name} is asked back", hand_screen(build_view(game, 1), asked, words)
    mine = facts(own_act=9, kept="Boris", taken_back=((0, 2), (1, 1)))
    yield "one may ask back", hand_screen(build_view(game, 0), mine, words)


def _absent(game: Game, words: Words) -> Iterator[Shown]:
    away = facts(seats=(SeatData("Ana", 1, is_away=True), BORIS, VERA))
    left = facts(seats=(ANA, BORIS, SeatData("Vera", 3, has_left=True)))
    paused = facts(status=Status.PAUSED)
    over = games("russian", "sochi-3-remise")[-1]
    for name, known in (("away", away), ("left", left), ("paused", paused)):
        yield f"{name}: the table", board_screen(build_view(game, None), known, words)
        yield f"{name}: the hand", hand_screen(build_view(game, 0), known, words)
        yield f"{name}: more", table_menu_screen(build_view(game, 0), known, words)
        yield f"{name}: between deals", result_screen(build_view(over, None), known, words)
        ready = replace(known, ready=(1,), deadline=1_790_000_015)
        yield f"{name}: one is ready", result_screen(build_view(over, None), ready, words)
    yield "to give a seat", handover_screen(build_view(game, 0), left, words, 2)
    yield "to give the own seat", handover_screen(build_view(game, 0), left, words, 0)


def _deck(words: Words) -> Iterator[Shown]:
    """Return decks for verification: valid, altered, and never dealt."""
    seed, cut = bytes(range(32)), "0 one\n2 two"
    decks = (("other", tuple(range(32))), ("none", None), ("that", shuffled_deck(seed, 7, 1, cut)))
    for name, dealt in decks:
        published = PublishedDeck(7, 1, seed, cut, dealt)
        yield f"the deck, {name} dealt", verify_screen(published, None, words)
    uncut = PublishedDeck(7, 1, seed, "", shuffled_deck(seed, 7, 1, ""))
    sealed = DeckData(2, commitment(seed, 7, 2), ())
    yield "the deck, dealt without a word", verify_screen(uncut, sealed, words)
    yield "a sealed deck", sealed_screen(7, sealed, Refusal.SEED_UNTIL_SCORED, words)
