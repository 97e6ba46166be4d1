"""Robots at Austrian tables: always legal, quick, and sane in the long run."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.cards import TABLE, Hand, Seat
from bot.engine.deal import Deal, DealResult, Offer, Stage
from bot.engine.game import Game, apply, new_game
from bot.engine.notation import text
from bot.engine.view import View, view
from bot.presets import Setting
from bot.robots import austrian
from tests.robots.evenings import BEGINNER, PRESETS, Evening, at_random, deck, duplicate, play_out
from tests.robots.evenings import positions as deal_of

TABLES = [(preset, players) for preset in ("viennese", "austrian") for players in (3, 4)]
MOST = 70  # deals of a match that only a vote would end

HOUSE_RULES: tuple[tuple[str, dict[str, Setting]], ...] = (
    ("viennese", {"premium_set": "hearts_only", "trump_obligation": True}),
    ("viennese", {"premium_set": "hearts_5_6", "number_jumps": "forbidden", "hold_right": "none"}),
    ("viennese", {"negotiation": "any_trick_boundary", "forced_play": "never"}),
    ("viennese", {"open_defence": "automatic", "after_buy_decline_final": False}),
    ("viennese", {"claims": "by_consent", "negotiation": "off", "talon_exposed": True}),
    ("viennese", {"all_pass": "redeal_same_dealer", "ace_bonuses": True}),
    ("austrian", {"game_may_name_hearts": True, "trump_obligation": False}),
    ("austrian", {"all_pass": "ausfechten", "hold_right": "forehand"}),
)


@lru_cache
def evenings(preset: str, players: int) -> tuple[Evening, ...]:
    rules = PRESETS.rules(preset, players=players)
    return tuple(play_out(rules, 100 * players + n, MOST) for n in range(2))


@lru_cache
def deals() -> tuple[DealResult, ...]:
    return tuple(r for table in TABLES for evening in evenings(*table) for r in evening.results)


def share(of: int, among: int) -> float:
    return of / among if among else 0.0


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_matches_end(preset: str, players: int) -> None:
    assert all(evening.ended for evening in evenings(preset, players))


def test_every_decision_is_quick() -> None:
    seconds = sorted(s for table in TABLES for e in evenings(*table) for s in e.seconds)
    assert sum(seconds) / len(seconds) < 0.004
    assert seconds[int(len(seconds) * 0.999)] < 0.05


def test_contracts_are_mostly_made() -> None:
    words = Counter(result.outcome for result in deals())
    assert len(deals()) > 150
    assert 0.6 < share(words["made"], words["made"] + words["fallen"]) < 0.95
    assert words["fallen"] > 0


def test_not_every_deal_is_passed_out() -> None:
    words = Counter(result.outcome for result in deals())
    assert 0.0 < share(words["ausfechten"] + words["thrown_in"], len(deals())) < 0.4
    assert share(words["unplayed"], len(deals())) < 0.5


def test_most_who_join_keep_their_promise() -> None:
    joined = fallen = 0
    for result in deals():
        willing = {seat for seat, call in result.calls if call == text(act.JOIN)}
        joined += len(willing)
        whys = ("defender_falls", "host_falls")
        fallen += len({p.seat for p in result.postings if p.why in whys} & willing)
    assert joined > 50
    assert share(fallen, joined) < 0.35


def test_every_kind_of_contract_is_played() -> None:
    names = {result.contract.name for result in deals() if result.contract is not None}
    assert {"1", "2", "3", "4", "HE"} <= names
    assert names & {"1X", "2X", "3X"}


@pytest.mark.parametrize(("preset", "changes"), HOUSE_RULES)
def test_house_rules_are_kept(preset: str, changes: dict[str, Setting]) -> None:
    assert play_out(PRESETS.rules(preset, **changes), 3, 15).results


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_it_beats_chance(preset: str, players: int) -> None:
    rules = PRESETS.rules(preset, players=players)
    gains = [duplicate(rules, at_random, seed) for seed in range(5)]
    assert sum(gains) / len(gains) < -5


def questions() -> Iterator[tuple[Game, Seat]]:
    for seed in range(12):
        preset, players = TABLES[seed % 4]
        yield from deal_of(PRESETS.rules(preset, players=players), seed)


def dealt_anew(game: Game, seat: Seat, rng: Random) -> Game:
    """The same game to this seat: the cards it cannot see in other hands lie elsewhere."""
    deal = game.deal
    assert deal is not None
    hidden = [s for s in deal.seats if s != seat and s not in deal.open_seats]
    loose = [card for s in hidden for card in deal.hands[s]]
    rng.shuffle(loose)
    cards, hands = iter(loose), list(deal.hands)
    for other in hidden:
        hands[other] = Hand.of(islice(cards, len(hands[other])))
    changed: Deal = deal._replace(hands=tuple(hands))
    return game._replace(deal=changed)


def test_hidden_cards_change_nothing() -> None:
    rng, moved = Random(1), 0
    for game, seat in questions():
        other, seen = dealt_anew(game, seat, rng), view(game, seat)
        moved += other.deal != game.deal
        assert BEGINNER.choose(view(other, seat), Random(2)) == BEGINNER.choose(seen, Random(2))
    assert moved > 150


def test_an_offer_of_most_tricks_is_taken_and_a_poor_one_is_not() -> None:
    """V-14; robots offer nothing by themselves, so the offer is laid on the table here."""
    seen = next(v for v in lone_defences() if v.table is not None)
    assert seen.table is not None
    answers = {tricks: austrian.call(offered(seen, tricks), Random(1)) for tricks in (6, 7, 8)}
    took = [tricks for tricks, said in answers.items() if said == act.ACCEPT]
    assert took == [tricks for tricks in (6, 7, 8) if tricks >= min(took, default=9)]


def lone_defences() -> Iterator[View]:
    """A declarer about to lead against one defender."""
    for seed in range(400):
        for game, seat in deal_of(PRESETS.rules("viennese", forced_play="never"), seed):
            seen = view(game, seat)
            if any(isinstance(action, act.Propose) for action in seen.legal):
                yield seen


def offered(seen: View, tricks: int) -> View:
    """The same seat, asked about a split by the defender."""
    table = seen.table
    assert table is not None
    assert table.contract is not None
    declarer = table.contract.declarer
    other = next(s for s in table.seats if table.roles[s] == "defender")
    given = {declarer: tricks, other: 10 - tricks}
    first, second, third = (given.get(seat, 0) for seat in table.seats)
    offer = Offer(other, (first, second, third))
    return seen._replace(stage=Stage.NEGOTIATION, table=table._replace(offer=offer))


def test_an_empty_pot_is_filled_again_until_it_is_late() -> None:
    seen = first_view()._replace(stage=Stage.FUNDING, legal=(act.PASS, act.FUND))
    assert austrian.call(seen, Random(1)) == act.FUND
    assert austrian.call(seen._replace(deals=99), Random(1)) == act.PASS


def test_no_aces_are_told_with_a_sound_hand() -> None:
    """A-10, where nobody defends."""
    seen = first_view()._replace(stage=Stage.DECLARE, legal=(act.PASS, act.NO_ACES))
    assert austrian.call(seen, Random(1)) == act.NO_ACES


def first_view() -> View:
    """Forehand's, of a deal just begun."""
    rules = PRESETS.rules("austrian")
    game = apply(apply(new_game(rules), TABLE, act.Dealer(0)), TABLE, deck(Random(1)))
    return view(game, 1)
