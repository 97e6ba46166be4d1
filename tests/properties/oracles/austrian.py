"""A second Austrian play, written apart from the engine (rules/austrian.md), on names of cards."""

import random
from collections.abc import Iterable, Sequence

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Deal, DealResult, Stage
from bot.engine.families import family_of
from bot.engine.families.austrian.auction import Sealing
from bot.engine.families.austrian.contracts import HEARTS_GAME, LADDER
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.scoring import Why, pot_total, units
from bot.engine.families.austrian.scoring import austrian_carry as carry_of
from bot.engine.game import Game
from bot.engine.notation import action_verb
from bot.engine.rules import Rules
from bot.engine.view import build_view
from bot.presets import OptionSetting
from tests.properties.oracles.oracle import (
    SAMPLE,
    Extent,
    Oracle,
    Reach,
    Step,
    seats_and_public,
)
from tests.properties.oracles.reading import counted, height, names, suit, winner

CONTRACTS = (*LADDER, HEARTS_GAME, "1X", "2X", "3X", "4X")
LOW = "1234S"
VOTES = (Stage.FUNDING, Stage.ROUND)

NUMBERS: dict[str, list[OptionSetting]] = {
    "basic_stake_chips": [10, 20],
    "ante_units": [10, 20],
    "max_amount_units": [10, 20, 30],
    "negotiation_max_offers": [1, 3],
    "rounds": [1, 4],
    "stake_label": ["points"],
}


class Austrian(Oracle):
    preset = "viennese"
    numbers = NUMBERS
    sample = (
        *SAMPLE,
        *map(act.Bid, CONTRACTS),
        *map(act.Declare, CONTRACTS),
        *map(act.Seal, CONTRACTS),
        *map(act.Propose, range(12)),
    )
    walks = Extent(12, 8, 60)
    matches = Extent(60, 3, 15)
    unasked = ("claim", "expose", "offer", "withdraw")
    speaks_up = 0.1
    sealing = ("austrian",)
    reach = Reach(
        seeds=600,
        deals=5,
        kinds={
            *("dealer", "deck", "stop", "pass", "bid", "hold", "discard", "declare", "join"),
            *("drop", "alone", "invite", "seal", "buy", "noaces", "expose", "offer"),
            *("withdraw", "fund", "another", "play", "claim", "accept", "refuse"),
        },
        stages={
            *(Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.AFTER_BUY, Stage.DEFENCE),
            *(Stage.NEGOTIATION, Stage.PLAY, Stage.CLAIM, *VOTES),
        },
        outcomes={"made", "fallen", "unplayed", "agreed", "ausfechten", "thrown_in"},
        roles={
            *("", "declarer", "defender", "dropped", "alone", "host", "guest"),
            "resting",
        },
        reasons={*Why},
        first=(367, 31, 53, 146, 240, 162, 462),
    )

    def choose(self, choices: tuple[Action, ...], chance: random.Random) -> Action:
        """Choose a legal action; calls beside the cards and premium bids only now and then."""
        spoken = [a for a in choices if action_verb(a) in (*self.unasked, "noaces")]
        others = [action for action in choices if action not in spoken]
        if spoken and (not others or chance.random() < 0.15):
            return chance.choice(spoken)
        if any(isinstance(action, act.Bid) for action in others):
            return bid(others, chance)
        return chance.choice(others)

    def playable(self, deal: Deal) -> set[str]:
        """Return the playable cards by C-8, C-9."""
        return playable(deal)

    def tricks_won(self, deal: Deal) -> tuple[int, ...]:
        return counted(deal, first_leader(deal), trump_of(deal))

    def talon_was_shown(self, deal: Deal) -> bool:
        return bool(deal.talon_shown)

    def check_step(self, step: Step) -> None:
        """Check that nothing is lost: all units and the pot sum to zero, the pot is tens (3.1)."""
        carry, agreed = step.after.carry, step.after.rules
        options = AustrianOptions.of(agreed)
        pot = pot_total(carry.sheet)
        assert pot >= 0
        assert pot % 10 == 0
        assert sum(units(options, carry.sheet)) + pot == 0
        self._check_vote(step)
        assert sum(family_of(agreed).settle(agreed, carry.sheet)) == 0
        marks = dict(family_of(agreed).marks(agreed, carry))
        assert marks["pot"] == pot + marks["ante"]
        assert marks["pot"] % 10 == marks["amount"] % 10 == 0
        assert 10 <= marks["amount"] <= min(marks["pot"], marks["maximum"])

    def _check_vote(self, step: Step) -> None:
        """Check 3.6: a deal that empties the pot or ends a round is written, then all are asked."""
        before, after = step.before, step.after
        if after.carry.number > before.carry.number:
            options = AustrianOptions.of(after.rules)
            asked = None if after.deal is None else after.deal.phase.stage
            if options.match_end == "pot_empty":
                assert asked is (None if pot_total(after.carry.sheet) else Stage.FUNDING)
            elif options.match_end == "vote":
                assert asked is (Stage.ROUND if is_full_round(step) else None)
            else:
                assert asked is None
        if before.deal is not None and before.deal.phase.stage in VOTES:
            assert after.carry.sheet == before.carry.sheet
            assert after.last is before.last
            no = step.action in (act.PASS, act.STOP)
            assert after.ended == no

    def check_result(self, step: Step, result: DealResult) -> None:
        """Check for ten tricks, or an outcome that explains fewer."""
        if result.outcome in ("unplayed", "agreed"):
            assert sum(result.won) == 10
        elif result.contract is not None and result.contract.trump < 0:
            assert sum(result.won) >= 1
        else:
            assert sum(result.won) == (0 if result.outcome == "thrown_in" else 10)
        assert all(posting.amount for posting in result.postings)
        assert all(p.amount > 0 for p in result.postings if p.account == "cash")

    def check_match(self, agreed: Rules, last: Step, deals: int) -> None:
        """Check for full rounds, or an end with an empty pot that is not filled again."""
        options, number = AustrianOptions.of(agreed), last.after.carry.number
        if options.match_end == "pot_empty":
            return
        assert number <= deals
        if options.all_pass == "redeal_same_dealer" or last.action is act.STOP:
            return
        if options.match_end == "rounds":
            assert number == options.rounds * options.players
        else:
            assert number % options.players == 0
            assert last.action is act.PASS

    def check_sealed(self, game: Game) -> int:
        """Check A-7: before all have chosen no view shows a choice, not even to the chooser."""
        deal = game.deal
        if deal is None or not isinstance(deal.phase, Sealing) or not deal.phase.chosen:
            return 0
        for name in ("S1", "S2", "S3"):
            chosen = (name,) * len(deal.phase.chosen)
            phase = Sealing(deal.phase.callers, deal.phase.with_hearts, chosen)
            other = game._replace(deal=deal.with_phase(phase))
            for seat in seats_and_public(game):
                assert build_view(other, seat) == build_view(game, seat)
        assert not any(isinstance(call.action, act.Seal) for call in deal.calls)
        return 1


def is_full_round(step: Step) -> bool:
    """Return True by 3.6: all have dealt equally often, and the scored deal passed the turn on."""
    carry, players = step.after.carry, step.after.rules.players
    if step.before.carry.dealer == carry.dealer:
        return False
    turns = carry_of(carry).turns
    options = AustrianOptions.of(step.after.rules)
    assert options.all_pass == "redeal_same_dealer" or turns == carry.number
    return turns % players == 0


def bid(choices: list[Action], chance: random.Random) -> Action:
    """Return mostly a low bid, a pass or a hold; sometimes a far higher bid."""
    if chance.random() < 0.15:
        return chance.choice(choices)
    low = [a for a in choices if not isinstance(a, act.Bid) or len(a.name) == 2 or a.name in LOW]
    return chance.choice(low[:4])


def beats(name: str, best: str, trump: str | None) -> bool:
    """Return True by C-8: the same suit and higher, or a trump on a plain card."""
    if suit(name) == suit(best):
        return height(name) > height(best)
    return suit(name) == trump


def may_play(
    held: Iterable[str], trick: Sequence[str], trump: str | None, must_trump: bool, wins_low: bool
) -> set[str]:
    """Return the cards allowed by C-8 and, with ``wins_low``, C-9."""
    held = set(held)
    if not trick:
        return held
    best = winner([(name, name) for name in trick], suit(trick[0]), trump)
    candidates = {name for name in held if suit(name) == suit(trick[0])}
    if not candidates:
        trumps = {name for name in held if suit(name) == trump}
        winning = {name for name in trumps if beats(name, best, trump)}
        candidates = winning or (trumps if must_trump and trumps else held)
    winning = {name for name in candidates if beats(name, best, trump)}
    if winning and wins_low:
        return {min(winning, key=height)}
    return winning or candidates


def playable(deal: Deal) -> set[str]:
    options = AustrianOptions.of(deal.rules)
    held, trick = names(deal.hands[deal.turn]), names(deal.trick)
    return may_play(held, trick, trump_of(deal), options.trump_obligation, must_win_low(deal))


def trump_of(deal: Deal) -> str | None:
    """Return the trump by C-2, C-6: from the number of the contract and the order of the suits."""
    options = AustrianOptions.of(deal.rules)
    if deal.contract is None or deal.contract.name[0] in "5678":
        return None
    if deal.contract.name == "HE":
        return "H"
    return str(options.suit_order.value)[int(deal.contract.name[0]) - 1]


def must_win_low(deal: Deal) -> bool:
    """Return True if C-9 demands the lowest winning card."""
    options = AustrianOptions.of(deal.rules)
    if deal.contract is None or trump_of(deal) is None or not options.lowest_winner_duty:
        return False
    declarer = deal.contract.declarer
    left = deal.seats[(deal.seats.index(declarer) + 1) % 3]
    nobody_at_home = all(deal.roles[seat] != "dropped" for seat in deal.seats)
    return nobody_at_home and deal.leader == declarer and deal.turn == left


def first_leader(deal: Deal) -> Seat:
    """Return the declarer; without one (V-17) the dealer, with four the left neighbour."""
    if deal.contract is not None:
        return deal.contract.declarer
    return deal.seats[0] if len(deal.hands) == 4 else deal.dealer
