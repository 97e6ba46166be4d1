"""Post-mortems: the value of a closed deal, the price of each card, and every end of a deal."""

import pickle
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.analysis.postmortem import (
    DECLARER_STRAINS,
    DealRecord,
    PlayKind,
    PostMortem,
    double_dummy_table,
    post_mortem,
)
from bot.analysis.postmortem.forecast import share_tricks
from bot.analysis.postmortem.record import replay_record
from bot.analysis.review import is_public, revealed_hands, review_deal, summarize
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME, TABLE_SEAT, Strain
from bot.engine.deal import Stage
from bot.engine.families import FAMILIES, ending_of, family_of
from bot.engine.families.austrian.scoring import AustrianCarry
from bot.engine.family import ContractEnding
from bot.engine.game import Game, apply_action, between_deals, stage_of, to_act
from bot.engine.notation import format_action
from bot.engine.view import build_view
from bot.robots.plain_robot import PLAIN_ROBOT
from tests.golden.test_logs import LOGS
from tests.robots.evenings import PRESETS, deck
from tests.support import balkan, builders
from tests.support.catalogues import entries
from tests.support.deal_records import (
    EIGHT,
    EIGHT_BID,
    MISERE,
    MISERE_BID,
    logged,
    recorded,
    records_in,
    sochi,
)


def mistakes(found: PostMortem) -> list[tuple[int, str, int]]:
    """Return seat, card and tricks of every card that lost something."""
    return [(c.chooser, CARD_NAMES[c.card], c.cost) for c in found.cards if c.cost]


# -- verdicts that can be reasoned out


def test_the_ace_before_the_trumps_costs_a_trick_and_the_contract() -> None:
    found = post_mortem(sochi(EIGHT, f"{EIGHT_BID}, play AH"))
    assert found.kind is PlayKind.CONTRACT
    assert found.best_tricks[0] == 8
    first = found.cards[0]
    assert (first.chooser, first.cost, first.choices) == (0, 1, 10)
    kept = "AS KS QS JS 10S 9S 7C 7D"  # the third hand never gets to lead a heart
    assert set(first.better) == set(builders.cards(kept))
    assert (first.before[0], first.after[0]) == (8, 7)


def test_points_are_those_the_rules_write_for_so_many_tricks() -> None:
    """Eight made: pool 6; one short of eight: 6 into the mountain, whists and consolation."""
    record = sochi(EIGHT, f"{EIGHT_BID}, play AH")
    found = post_mortem(record)
    at, family = builders.carry(record.rules), family_of(record.rules)

    def worth(tricks: dict[int, int]) -> tuple[int, ...]:
        result = builders.scored_game(record.rules, at, "8S", tricks, (1, 2), talon="8D 9D")
        return family.settle(record.rules, builders.carry_after(record.rules, at, result).sheet)

    made, failed = worth({0: 8, 1: 2}), worth({0: 7, 1: 3})
    assert found.par == made
    assert found.cards[0].points == tuple(b - a for a, b in zip(made, failed, strict=True))


@pytest.mark.parametrize("abandoned", ["write_off", "void"])
def test_points_are_those_of_the_sheet_whatever_a_match_given_up_counts(abandoned: str) -> None:
    """balkan.md 3.4, 3.9: four made, the first defence takes its two tricks, the second none.

    Column +8 and -8, sixteen side points for two tricks; the early ace costs eight more.
    """
    agreed = balkan.rules("serbian", abandoned_game=abandoned)
    script = "bid 2, pass, pass, discard 8D 9D, declare 4H, join, join, stand, stand, play AS"
    shuffled = balkan.deck(EIGHT.translate(str.maketrans("SH", "HS")))
    found = post_mortem(recorded(agreed, balkan.carry(agreed), shuffled, script))
    assert found.par == (80 - 16, 16, -80)
    assert (found.cards[0].cost, found.cards[0].points) == (1, (-8, 8, 0))


def test_trumps_first_is_flawless() -> None:
    script = f"{EIGHT_BID}, play AS, play 8S, play 9C, play KS, play 7S"
    found = post_mortem(sochi(EIGHT, script))
    assert [c.cost for c in found.cards[:5]] == [0] * 5
    assert found.cards[1].better == ()


def test_the_misere_is_caught_by_the_seven() -> None:
    found = post_mortem(sochi(MISERE, f"{MISERE_BID}, play AH"))
    assert found.kind is PlayKind.MISERE
    assert found.best_tricks[1] == 1
    first = found.cards[0]
    assert (first.chooser, first.cost) == (0, 1)
    assert set(first.better) == set(builders.cards("7H AS KS QS"))
    assert sum(trick.winner == 1 for trick in found.best_line) == 1
    (caught,) = (trick for trick in found.best_line if trick.winner == 1)
    assert {CARDS_BY_NAME["7H"], CARDS_BY_NAME["8H"]} <= set(caught.cards)


def test_the_other_contracts_of_the_same_cards() -> None:
    table = {row.seat: row.tricks for row in double_dummy_table(sochi(EIGHT, EIGHT_BID))}
    assert table[0][DECLARER_STRAINS.index(Strain.SPADES)] == 8
    assert table[1][DECLARER_STRAINS.index(None)] > 0
    misere = {row.seat: row.tricks for row in double_dummy_table(sochi(MISERE, MISERE_BID))}
    assert misere[1][DECLARER_STRAINS.index(None)] == 1


ETUDES = [  # forehand | second | third | talon, bids, value: the classics as whole deals
    (
        "KS JS AC 8C 10D 9D 8D JH 9H 8H | 10S 9S 8S 7S KC QC AD KD QD AH"
        " | AS QS JC 10C 9C JD 7D KH QH 7H | 7C 10H",
        "pass, bid 6S, pass, discard 7C 10H, declare 6S",
        (1, 6),
    ),
    (
        "AS KS 9S 8S JD 10D KH JH 10H 9H | 7S KC QC 10C AD QD 9D 8D QH 7H"
        " | QS JS 10S AC JC 9C 8C 7C AH 8H | 7D KD",
        "pass, pass, bid 6C, discard 7D KD, declare 6C, whist, whist",
        (2, 5),
    ),
    (
        "AS 10S 8S 7S QC 10C 7C KD AH 10H | KS QS AC JC 9C AD KH QH 8H 7H"
        " | JS 9S KC 8C QD JD 8D 7D JH 9H | 9D 10D",
        "pass, bid 6H, pass, discard 9D 10D, declare 6H, whist, whist",
        (1, 6),
    ),
    (
        "AS KS JS 10S AC 10C AD 7D AH 7H | 9S 8S 7S JC 9C 8C 7C 9D 8D 8H"
        " | QS KC QC KD QD JD 10D JH 10H 9H | KH QH",
        "pass, bid M, pass, discard QH KH",
        (1, 2),
    ),
]


@pytest.mark.parametrize(("line", "script", "value"), ETUDES)
def test_classic_etudes(line: str, script: str, value: tuple[int, int]) -> None:
    """Kovalkov's problem 1 and second one, Kapustin's combination, Lasker's misère."""
    declarer, tricks = value
    found = post_mortem(sochi(line, script))
    assert found.best_tricks[declarer] == tricks
    assert sum(trick.winner == declarer for trick in found.best_line) == tricks


# -- every end of a deal


def test_a_claim_settles_the_rest() -> None:
    """Best play still gives the declarer seven of nine; the claim is for six."""
    script = f"{EIGHT_BID}, play AS, play 8S, play 9C, 0: claim 6 3 0, accept, accept"
    record = sochi(EIGHT, script)
    found = post_mortem(record)
    assert found.is_agreed
    assert len(found.cards) == 3
    assert mistakes(found) == []
    declarer = review_deal(record, [True] * len(record.lines)).seats[0]
    assert (declarer.given, declarer.worth, declarer.made) == (0, 8, 7)
    assert declarer.agreed < 0
    assert declarer.earned == declarer.par + declarer.received + declarer.agreed


def test_a_refused_claim_changes_nothing() -> None:
    script = f"{EIGHT_BID}, play AS, play 8S, play 9C, 0: claim 6 3 0, refuse"
    found = post_mortem(sochi(EIGHT, script))
    assert not found.is_agreed
    assert len(found.cards) == 30


def test_nobody_whists() -> None:
    script = EIGHT_BID.replace("whist, whist", "pass, pass")
    record = sochi(EIGHT, script)
    found = post_mortem(record)
    assert (found.kind, found.cards, found.par) == (PlayKind.UNPLAYED, (), found.earned)
    assert double_dummy_table(record) == ()
    sums = review_deal(record, [True] * len(record.lines)).seats
    assert [(s.declared, s.fulfilled, s.decisions) for s in sums] == [
        (True, True, 0),
        (False, False, 0),
        (False, False, 0),
    ]


def test_in_open_play_the_whister_answers_for_both_hands() -> None:
    script = EIGHT_BID.replace("whist, whist", "whist, pass, open")
    found = post_mortem(sochi(EIGHT, script))
    assert {c.chooser for c in found.cards[:27] if c.seat == 2} == {1}
    assert all(c.chooser == c.seat for c in found.cards if c.seat != 2)


def test_the_fifth_trick_of_the_defence_ends_it() -> None:
    """balkan.md 2.10: later tricks count for nobody."""
    (record,) = logged("guide-bells-fail")
    found = post_mortem(record)
    assert len(found.cards) == 18
    assert sum(found.result.won) < 10
    assert found.best_tricks[0] == 2  # to the tenth trick
    assert mistakes(found) == []  # but below six every result is the same
    assert found.par == found.earned


def test_a_bettel_ends_with_its_first_trick() -> None:
    (record,) = logged("slovenian-berac-beaten")
    found = post_mortem(record)
    assert found.best_tricks[0] == 0
    assert mistakes(found) == [(0, CARD_NAMES[22], 1)]
    assert len(found.cards) == 3


def test_who_stays_at_home_holds_cards_but_plays_none() -> None:
    (record,) = logged("croatian-hearts-alone")
    found = post_mortem(record)
    assert found.out >= 0
    assert len(found.hands[found.out]) == 10
    assert len(found.cards) == 20
    assert found.best_tricks[found.out] == 0


def test_an_offer_before_the_first_lead() -> None:
    """austrian.md V-14: it is settled as if it had been played."""
    record = logged("viennese-3-agreed")[1]
    found = post_mortem(record)
    assert found.is_agreed
    assert found.cards == ()
    assert len(found.best_line) == 10
    assert sum(trick.winner == 1 for trick in found.best_line) == found.best_tricks[1]


def test_all_pass_with_the_talon_leading() -> None:
    (record,) = logged("sochi-3-raspasy")
    found = post_mortem(record)
    assert found.kind is PlayKind.ALL_PASS
    assert sum(found.best_tricks) == 10
    assert [trick.talon is not None for trick in found.best_line[:3]] == [True, True, False]
    assert all(bound >= worth for bound, worth in zip(found.bounds, found.best_tricks, strict=True))
    assert all(c.after[c.seat] - c.before[c.seat] == c.cost for c in found.cards[:27])


def test_the_resting_dealers_card_may_take_a_trick() -> None:
    (record,) = logged("sochi-4-raspasy")
    found = post_mortem(record)
    assert found.best_tricks[3] == 1
    assert sum(found.best_tricks) == 10


# -- facts of every deal

EVERY = [pytest.param(path, id=path.stem) for path in LOGS]


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY)
def test_golden_deals_add_up(path: Path) -> None:
    for record in records_in(path):
        adds_up(record)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "players", "deals"),
    [("sochi", 3, 5), ("rostov", 4, 3), ("serbian", 3, 5), ("viennese", 3, 4), ("viennese", 4, 2)],
)
def test_deals_of_robots_add_up(preset: str, players: int, deals: int) -> None:
    agreed, rng = builders.rules(preset, players), Random(preset)
    before = replace(family_of(agreed).initial_carry(agreed), dealer=0)

    def robots(game: Game, seat: int) -> Action:
        return PLAIN_ROBOT.choose(build_view(game, seat), rng)

    for _ in range(deals):
        adds_up(recorded(agreed, before, deck(rng), then=robots))


def adds_up(record: DealRecord) -> None:
    """Points add up from par to the entries; tricks add up from the value to the tricks won."""
    found: PostMortem = pickle.loads(pickle.dumps(post_mortem(record)))  # noqa: S301
    kept = summarize(record.rules, found, [True] * len(record.lines))
    assert kept == pickle.loads(pickle.dumps(kept))  # noqa: S301
    costs = [card.cost for card in found.cards if kept.seats]
    dearest = next((c.card for c in found.cards if c.cost == max(costs, default=0) > 0), None)
    assert (kept.turning and kept.turning.card) == dearest
    for seat in kept.seats:
        assert seat.earned == seat.par - seat.given + seat.received + seat.agreed
        assert seat.agreed == 0 or found.is_agreed
    assert sum(found.par) == sum(found.earned) == 0
    assert all(sum(card.points) == 0 for card in found.cards)
    assert all(card.cost >= 0 for card in found.cards)
    assert all(bool(card.better) == bool(card.cost) for card in found.cards)
    assert all(card.card not in card.better for card in found.cards)
    for before, after in zip(found.cards, found.cards[1:], strict=False):
        assert before.after == after.before
    if found.cards and not found.is_agreed and len(found.result.tricks) == 10:
        assert found.cards[0].before == found.best_tricks
        declarer = found.result.contract
        if declarer is not None:
            owner = declarer.declarer
            assert found.cards[-1].after[owner] == found.result.won[owner]
    if found.cards:
        same_as_in_the_table(record, found)


def same_as_in_the_table(record: DealRecord, found: PostMortem) -> None:
    """The strain that was played has its own value in the table."""
    contract = found.result.contract
    if contract is None or found.out >= 0 or contract.name.endswith("P"):
        return  # the leader of a preferans is another (balkan.md 2.10)
    wanted = None if contract.is_misere else Strain(contract.trump if contract.trump >= 0 else 4)
    rows = {row.seat: row.tricks for row in double_dummy_table(record)}
    assert (
        rows[contract.declarer][DECLARER_STRAINS.index(wanted)]
        == found.best_tricks[contract.declarer]
    )


@pytest.mark.parametrize(
    ("defence", "taken", "out", "shares"),
    [
        (4, (3, 1), -1, (3, 1)),  # as in fact
        (6, (3, 1), -1, (3, 3)),  # more: the seat with fewer gains
        (2, (3, 1), -1, (1, 1)),  # less: the seat with more loses
        (1, (2, 2), -1, (0, 1)),
        (3, (0, 0), -1, (2, 1)),
        (5, (0, 4), 0, (0, 5)),  # the other one stays at home
        (5, (4, 0), 1, (5, 0)),
        (0, (2, 3), -1, (0, 0)),
    ],
)
def test_how_the_defence_shares_what_it_might_have_had(
    defence: int, taken: tuple[int, int], out: int, shares: tuple[int, int]
) -> None:
    assert share_tricks(defence, taken, out) == shares


def test_every_word_for_the_end_of_a_contract_is_known() -> None:
    """Fulfilled, failed, or neither: a new outcome must be assigned."""
    fulfilled = {"made", "misere_made", "unplayed", "half_whist", "two_credited", "agreed"}
    failed = {"remise", "misere_failed", "conceded", "failed", "fallen"}
    neither = {
        *("all_pass", "two_refa", "two_void", "passed_out", "passed_out_refa"),
        *("ausfechten", "thrown_in"),
    }
    keys = (key for key in entries("en") if key.startswith("outcome."))
    assert {key.split(".")[1].partition("@")[0] for key in keys} == fulfilled | failed | neither
    assert ended(ContractEnding.FULFILLED) == fulfilled
    assert ended(ContractEnding.FAILED) == failed
    assert ended(ContractEnding.NEITHER) == neither


def ended(how: ContractEnding) -> set[str]:
    """Return the words of all families for such an end."""
    words = (family.endings.items() for family in FAMILIES.values())
    return {word for endings in words for word, ending in endings if ending is how}


def test_an_unknown_word_is_no_ending() -> None:
    record = sochi(EIGHT, EIGHT_BID)
    strange = replace(post_mortem(record).result, outcome="never_heard_of")
    with pytest.raises(KeyError):
        ending_of(record.rules, strange)


# -- known hands


def test_hidden_cards_stay_hidden() -> None:
    """Only cards played up to the last trick are known while ``reveal_after_deal`` is off."""
    played = sochi(EIGHT, EIGHT_BID, reveal_after_deal=False)
    assert is_public(played.rules, post_mortem(played))
    assert not review_deal(played, [True] * len(played.lines)).is_hidden
    script = f"{EIGHT_BID}, play AS, play 8S, play 9C, 0: claim 7 2 0, accept, accept"
    claimed = sochi(EIGHT, script, reveal_after_deal=False)
    hidden = review_deal(claimed, [True] * len(claimed.lines))
    assert hidden.is_hidden
    assert hidden.seats == ()


def test_cards_of_a_dropped_player_stay_hidden() -> None:
    """balkan.md 2.12: only the cards that were played are known."""
    (record,) = logged("croatian-hearts-alone")
    assert not record.rules.options.reveal_after_deal
    found = post_mortem(record)
    assert is_public(record.rules, found)
    assert set(revealed_hands(record.rules, found)) == {0, 1, 2} - {found.out}
    (stopped,) = logged("guide-bells-fail")
    assert not is_public(stopped.rules, post_mortem(stopped))


def test_cards_played_by_somebody_else_are_not_ones_own() -> None:
    """A robot stands in for the declarer at the first card."""
    record = sochi(EIGHT, f"{EIGHT_BID}, play AH")
    mine = review_deal(record, [True] * len(record.lines)).seats[0]
    first = next(n for n, (_, line) in enumerate(record.lines) if line.startswith("play"))
    own = [n != first for n in range(len(record.lines))]
    theirs = review_deal(record, own).seats[0]
    assert (mine.tricks_given - theirs.tricks_given, mine.decisions - theirs.decisions) == (1, 1)
    assert mine.given - theirs.given == mine.received - theirs.received
    assert mine.given > theirs.given
    assert mine.earned == theirs.earned


def test_every_play_of_the_log_is_a_card_of_the_post_mortem() -> None:
    record = sochi(MISERE, MISERE_BID)
    found = post_mortem(record)
    lines = [found.cards[n].record_line for n in range(27)]
    assert all(record.lines[n][1].startswith("play ") for n in lines)
    assert [c.record_line for c in found.cards[27:]] == [-1] * 3


@pytest.mark.parametrize(
    ("ending", "stage", "yes"),
    [("pot_empty", Stage.FUNDING, act.FUND), ("vote", Stage.ROUND, act.ANOTHER)],
)
def test_a_deal_after_a_vote(ending: str, stage: Stage, yes: Action) -> None:
    """docs/rules/austrian.md 3.6: the votes are the first lines of the next deal."""
    rules = PRESETS.rules("viennese", match_end=ending)
    carry = AustrianCarry(number=1, dealer=0, asked=True)
    game, rng, lines = between_deals(rules, carry, 0, None), Random(4), list[tuple[int, str]]()
    while game.last is None:
        seat = to_act(game)
        assert seat is not None
        action = yes
        if seat == TABLE_SEAT:
            action = deck(rng)
        elif stage_of(game) is not stage:
            action = PLAIN_ROBOT.choose(build_view(game, seat), rng)
        lines.append((seat, format_action(action)))
        game = apply_action(game, seat, action)
    assert [line for _, line in lines[:3]] == [format_action(yes)] * 3
    assert replay_record(DealRecord(rules, carry, tuple(lines))).result == game.last
