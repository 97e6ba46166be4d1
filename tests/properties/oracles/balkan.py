"""A second Balkan play, written apart from the engine (rules/balkan.md 2)."""

import random

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, DealResult, Stage
from bot.engine.families import family_of
from bot.engine.families.balkan.contracts import as_game, explicit_games, ladder
from bot.engine.families.balkan.options import BalkanOptions, SuitOrder
from bot.engine.families.balkan.scoring import BalkanCarry, Why
from bot.engine.game import Game, stage_of, to_act
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.properties.oracles import balkan_paper as paper
from tests.properties.oracles.balkan_paper import number_of
from tests.properties.oracles.oracle import (
    SAMPLE,
    Extent,
    Oracle,
    Reach,
    Step,
    far_enough,
    seats_and_public,
)
from tests.properties.oracles.reading import around, counted, follow_or_trump, led_by, names

NAMES = sorted({name for order in SuitOrder for name in ladder(order, 8)})

NUMBERS: dict[str, list[OptionSetting]] = {
    "starting_level": [10, 30, 31, 60, 100],
    "max_refas": ["auto", 0, 1, 4],
    "kontra_max_level": [None, 1, 2, 4],
    "stake_label": ["points"],
}


def sheet_of(game: Game) -> paper.Sheet:
    assert isinstance(game.carry, BalkanCarry)
    return paper.sheet_of(game.carry)


class Balkan(Oracle):
    preset = "croatian"
    numbers = NUMBERS
    sample = (
        *SAMPLE,
        *(act.Bid(str(number)) for number in range(1, 10)),
        *map(act.Bid, ("G", *explicit_games(8))),
        *map(act.Declare, (*NAMES, *map(as_game, NAMES))),
        *act.KONTRAS,
    )
    walks = Extent(10, 6, 60)
    matches = Extent(100, 1, 6)
    sealing = ("croatian", "serbian", "slovenian", "guide", "balkan")
    reach = Reach(
        seeds=2000,
        deals=4,
        kinds={
            *("dealer", "deck", "stop", "pass", "bid", "hold", "declare", "silent", "discard"),
            *("join", "drop", "alone", "invite", "kontra", "stand", "play", "claim"),
            *("accept", "refuse", "ask", "pay"),
        },
        stages={
            *(Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.DEFENCE, Stage.PLAY),
            *(Stage.CLAIM, Stage.ASKING, Stage.PAYING),
        },
        outcomes={
            *("made", "failed", "unplayed", "two_credited", "two_refa", "two_void"),
            *("passed_out_refa", "passed_out"),
        },
        roles={
            *("", "declarer", "volunteer", "dropped", "host", "guest", "caller", "defender"),
            "no_kontra",
        },
        reasons={*Why},
        first=(810, 926, 708, 13, 305, 16, 514),
    )

    def choose(self, choices: tuple[Action, ...], chance: random.Random) -> Action:
        """Choose a legal action; often defend and stop there: two, each for their own tricks."""
        willing = [
            action for action in choices if action in (act.JOIN, act.STAND, act.ASK, act.PAY)
        ]
        return willing[0] if willing and chance.random() < 0.5 else far_enough(choices, chance)

    def playable(self, deal: Deal) -> set[str]:
        """Return the playable cards by 2.10."""
        assert deal.contract is not None
        held = names(deal.hands[deal.turn])
        return follow_or_trump(held, led_by(deal.trick), trump_of(deal.contract.name))

    def tricks_won(self, deal: Deal) -> tuple[int, ...]:
        return tricks_won(deal, BalkanOptions.of(deal.rules))

    def talon_was_shown(self, deal: Deal) -> bool:
        """Return True by 2.6, 2.12: the talon is used after a number, and shown where agreed."""
        options = BalkanOptions.of(deal.rules)
        is_used = deal.contract is not None and "G" not in deal.contract.name
        return is_used and options.talon_exposed

    def check_step(self, step: Step) -> None:
        """Check 3.8; an answer to the question of 3.11 moves the fine, and nothing else."""
        before, after = sheet_of(step.before), sheet_of(step.after)
        assert sum(after.main) <= 0
        if isinstance(step.action, act.SimpleAction) and step.action in (
            act.ASK,
            act.PAY,
            act.REFUSE,
        ):
            asked = step.before.deal
            if asked is not None and not asked.is_dealt:
                fine = dict(build_view(step.before, None).marks)["fine"]
                victim, taker = (
                    dict(build_view(step.before, None).marks)[who] for who in ("victim", "taker")
                )
                moved = fine if step.action is act.PAY else 0
                change = {victim: moved, taker: -moved}
                main = tuple(was + change.get(seat, 0) for seat, was in enumerate(before.main))
                assert after == before._replace(main=main)

    def check_result(self, step: Step, result: DealResult) -> None:
        """Check the paper against the oracle, the move of the dealer, and the end at zero."""
        agreed, options = step.after.rules, BalkanOptions.of(step.after.rules)
        expect = paper.after(result, sheet_of(step.before), options)
        assert sheet_of(step.after) == expect
        balance = family_of(agreed).settle(agreed, step.after.carry.sheet)
        assert balance == paper.settled(expect, options)
        assert step.after.carry.dealer == (step.before.carry.dealer + 1) % 3
        assert step.after.ended is (sum(expect.main) == 0)
        if result.tricks:
            check_end_of_play(step.action, result, options)
        asks = options.partner_pays == "on_request" and not step.after.ended
        debts = paper.left_short(result) if asks else []
        marks = dict(build_view(step.after, None).marks)
        assert (stage_of(step.after) is Stage.ASKING) == bool(debts)
        if debts:
            assert (marks["victim"], marks["taker"]) == debts[0]
            assert to_act(step.after) == debts[0][0]

    def check_sealed(self, game: Game) -> int:
        """Check 2.4: before it is shown only the word is stored; silence reveals nothing."""
        deal = game.deal
        if deal is None or deal.phase.stage is not Stage.AUCTION:
            return 0
        shown = {call.seat for call in deal.calls if isinstance(call.action, act.Declare)}
        for seat in seats_and_public(game):
            table = build_view(game, seat).table
            assert table is not None
            assert table.contract is None
            named = {c.seat for c in table.calls if isinstance(c.action, act.Declare)}
            assert named == shown
        return any(isinstance(c.action, act.Bid) and "G" in c.action.name for c in deal.calls)


def trump_of(name: str) -> str | None:
    """Return the trump: 4 is hearts in every order; bettel, sanac and preferans have none."""
    return name[-1] if number_of(name) <= 5 else None


def tricks_won(deal: Deal | DealResult, options: BalkanOptions) -> tuple[int, ...]:
    assert deal.contract is not None
    return counted(deal, first_leader(deal, options), trump_of(deal.contract.name))


def first_leader(deal: Deal | DealResult, options: BalkanOptions) -> Seat:
    """Return the leader by 2.10: forehand or the next; never the declarer of sanac or preferans."""
    assert deal.contract is not None
    number, declarer = number_of(deal.contract.name), deal.contract.declarer
    forehand = deal.seats[0]
    if number < 7:
        return around(deal, forehand)[0]
    start = forehand
    if number == 8 or options.sanac_lead == "predecessor":
        start = (declarer + 2) % 3
    return next(seat for seat in around(deal, start) if seat != declarer)


def check_end_of_play(last: Action, result: DealResult, options: BalkanOptions) -> None:
    """Check 2.10: the play ends at the deciding trick and no earlier, the tenth, or by consent."""
    assert result.contract is not None
    won = tricks_won(result, options)
    if last is act.ACCEPT:
        assert sum(result.won) == 10
        return
    assert won == result.won
    declarer, number = result.contract.declarer, number_of(result.contract.name)
    team = [t.winner != declarer for t in result.tricks]
    decisive = {6: team.count(False), 8: team.count(True)}.get(number)
    if decisive is not None:
        assert decisive == 0 or (decisive == 1 and team[-1] is (number == 8))
    elif options.stop_at_five:
        assert team.count(True) < 5 or (team.count(True) == 5 and team[-1])
    if decisive == 0 or (decisive is None and (team.count(True) < 5 or not options.stop_at_five)):
        assert len(result.tricks) == 10
