"""A second Russian reading, written apart from the engine (rules/russian.md), on names of cards."""

import random

from bot.engine import actions as act
from bot.engine.actions import THROW, Action
from bot.engine.cards import CARD_NAMES, Card, Seat
from bot.engine.deal import Deal, DealResult, Stage
from bot.engine.families.russian.contracts import LADDER
from bot.engine.families.russian.options import RussianOptions
from bot.engine.families.russian.scoring import Why
from bot.presets import OptionSetting
from tests.properties.oracles.oracle import SAMPLE, Extent, Oracle, Reach, Step, far_enough
from tests.properties.oracles.reading import (
    around,
    follow_or_trump,
    led_by,
    names,
    suit,
    winner,
)

PLAYED = ("made", "remise", "misere_made", "misere_failed", "all_pass")

NUMBERS: dict[str, list[OptionSetting]] = {
    "rostov_whists_per_point": [1, 5, 10],
    "raspasy_amnesty": ["auto", True, False],
    "raspasy_cost_base": [1, 2, 5],
    "raspasy_cost_cap": [None, 1, 3, 4],
    "raspasy_exit_bar": [[6], [6, 7], [6, 7, 8], [6, 7, 8, 9, 10], [6, 10]],
    "raspasy_max_streak": [None, 1, 2, 3],
    "aid_whists_per_point": [5, 10],
    "pool_target": [None, 2, 6, 20],
    "end_condition": [
        *("all_pools_closed", "every_pool(6)", "pool_sum(10*players)", "pool_sum(25)"),
        *("deals(2*players)", "deals(5)", "time(60)", "until(03:00)"),
    ],
    "pool_settlement": ["average(10)", "average(20)", "pairwise(5)", "pairwise(7)"],
    "stake_label": ["points"],
    "whist_price": ["1", "0.1"],
}


class Russian(Oracle):
    preset = "sochi"
    numbers = NUMBERS
    sample = (*SAMPLE, *map(act.Bid, LADDER), *map(act.Declare, LADDER))
    matches = Extent(80, 2, 12)
    plays_open_hands = True
    reach = Reach(
        seeds=250,
        deals=3,
        kinds={
            *("dealer", "deck", "stop", "pass", "bid", "hold", "discard", "throw", "declare"),
            *("concede", "whist", "half", "open", "closed", "play", "claim", "accept"),
            "refuse",
        },
        stages={
            *(Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.DEFENCE, Stage.PLAY),
            Stage.CLAIM,
        },
        outcomes={
            *("made", "remise", "unplayed", "half_whist", "misere_made", "misere_failed"),
            *("conceded", "all_pass", "thrown_in"),
        },
        roles={
            *("", "declarer", "whister", "half_whister", "passer", "alone", "defender"),
            *("resting", "dummy"),
        },
        reasons={*Why},
    )

    def choose(self, choices: tuple[Action, ...], chance: random.Random) -> Action:
        return far_enough(choices, chance)

    def playable(self, deal: Deal) -> set[str]:
        """Return the playable cards by 2.7, card rules 1-3."""
        return follow_or_trump(names(deal.hands[deal.turn]), led_suit(deal), trump_of(deal))

    def tricks_won(self, deal: Deal) -> tuple[int, ...]:
        return tricks_won(deal)

    def face_up(self, deal: Deal) -> tuple[Card, ...]:
        return face_up_talon(deal)

    def talon_was_shown(self, deal: Deal) -> bool:
        return deal.contract is not None and deal.contract.name != "MW"

    def check_result(self, step: Step, result: DealResult) -> None:
        """Check for ten tricks or an agreed claim; no remise beside a whist failure (4.3)."""
        before = step.before.deal
        assert before is not None
        played = result.outcome in PLAYED
        assert sum(result.won) == (10 if played else 0)
        if played and len(result.tricks) < 10:
            assert step.action is act.ACCEPT
            assert before.offer is not None
            offered = dict(zip(result.seats, before.offer.tricks, strict=True))
            assert all(result.won[s] == before.won[s] + n for s, n in offered.items())
        elif played:
            cards = [card for trick in result.tricks for card in trick.cards]
            assert len(set(cards)) == 30
        reasons = {posting.why for posting in result.postings}
        assert not {"undertricks", "quota_missed"} <= reasons
        check_pools(step)


def check_pools(step: Step) -> None:
    """Check 4.7: with American aid no pool passes the target."""
    options = RussianOptions.of(step.after.rules)
    pools = [step.after.carry.sheet.total("pool", seat) for seat in range(options.players)]
    if options.american_aid:
        assert options.pool_target is not None
        assert max(pools) <= options.pool_target
    assert min(pools) >= 0


def trump_of(deal: Deal) -> str | None:
    """Return the last letter of the contract; none in misère, no trump and raspasy."""
    if deal.contract is None or deal.contract.name in ("M", "MW"):
        return None
    letter = deal.contract.name[-1]
    return None if letter == "T" else letter


def led_suit(deal: Deal) -> str | None:
    """Return the suit by 3.4: a talon card's in the first two tricks, else the first card's."""
    options = RussianOptions.of(deal.rules)
    if deal.contract is None and options.raspasy_talon == "open" and len(deal.tricks) < 2:
        return suit(CARD_NAMES[deal.talon[len(deal.tricks)]])
    return led_by(deal.trick)


def tricks_won(deal: Deal) -> tuple[int, ...]:
    """Count by 2.7 card rule 4, 3.4: a talon card may win for the dealer; check each leader."""
    won = [0] * len(deal.hands)
    options = RussianOptions.of(deal.rules)
    dealer_plays = len(deal.hands) == 4 and options.raspasy_dealer_4p == "participates"
    leader = deal.seats[0]
    for number, trick in enumerate(deal.tricks):
        assert trick.leader == leader, "who leads"
        played: list[tuple[Seat, str]]
        played = list(zip(around(deal, leader), names(trick.cards), strict=True))
        led = suit(played[0][1])
        if trick.talon is not None:
            led = suit(CARD_NAMES[trick.talon])
            if dealer_plays:
                played.append((deal.dealer, CARD_NAMES[trick.talon]))
        taker = winner(played, led, trump_of(deal))
        assert trick.winner == taker
        won[taker] += 1
        leader = taker
        if trick.talon is not None:
            free = number == 1 and options.raspasy_third_lead == "winner"
            leader = taker if free and taker in deal.seats else deal.seats[0]
    return tuple(won)


def face_up_talon(deal: Deal) -> tuple[Card, ...]:
    """Return the talon cards that lie open on the table now (2.9).

    In raspasy it is one before each of the first two tricks (3.4), after a throw both (2.5 rule 3).
    Once the talon is taken everybody knows which two cards it was, but not where they went.
    """
    options = RussianOptions.of(deal.rules)
    if deal.contract is not None:
        return deal.talon if any(call.action == THROW for call in deal.calls) else ()
    if deal.phase.stage is Stage.AUCTION or options.raspasy_talon != "open":
        return ()
    return deal.talon[: len(deal.tricks) + 1]
