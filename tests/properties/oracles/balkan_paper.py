"""A second Balkan paper, written apart from the engine (rules/balkan.md 3).

It is worked out from the log of a deal: the calls and the takers of tricks.
"""

from typing import NamedTuple

from bot.engine.cards import CARD_NAMES, Hand, Seat
from bot.engine.deal import DealResult
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import BalkanCarry
from tests.properties.oracles.reading import follow_or_trump, names, suit, winner


class Sheet(NamedTuple):
    """The paper of 3.1."""

    main: tuple[int, ...]
    side: dict[tuple[Seat, Seat], int]
    refas: tuple[int, ...]
    given: int


def sheet_of(carry: BalkanCarry) -> Sheet:
    side = {
        (t.seat, t.against): t.amount
        for t in carry.sheet.totals
        if t.account == "side" and t.against is not None
    }
    main = tuple(carry.sheet.total("main", seat) for seat in range(3))
    return Sheet(main, side, carry.refas, carry.refas_given)


def number_of(name: str) -> int:
    """Return the number of a contract: 2 to 5 a suit, 6 bettel, 7 sanac, 8 preferans."""
    return int(name.strip("GSDHCBNTP"))


def call_texts(result: DealResult) -> list[str]:
    return [line for _, line in result.calls]


def unit(result: DealResult, before: Sheet) -> int:
    assert result.contract is not None
    name, declarer = result.contract.name, result.contract.declarer
    basic = 2 * (number_of(name) + (1 if "G" in name else 0))
    doublings = sum(line.startswith("kontra") for line in call_texts(result))
    return (basic << doublings) * (2 if before.refas[declarer] else 1)


def may_refa(before: Sheet, options: BalkanOptions, budget: int) -> bool:
    hats = [d > 0 or (d == 0 and options.hat_rule == "zero_counts") for d in before.main]
    return before.given < budget and not (any(hats) and options.refa_blocked_by_hat)


def budget_of(options: BalkanOptions) -> int:
    level = options.starting_level
    if isinstance(options.max_refas, int):
        return options.max_refas
    tables: dict[str, int] = {
        "steps_30_50": 1 if level < 50 else 3,
        "steps_40_60": 1 if level < 60 else 2,
        "per_30": level // 30,
    }
    return tables[options.refa_scale]


def after(result: DealResult, before: Sheet, options: BalkanOptions) -> Sheet:
    """Return the paper after a deal."""
    words = call_texts(result)
    if result.contract is None:
        return _refa(before) if may_refa(before, options, budget_of(options)) else before
    if "drop" in words and words.count("drop") == 2:
        return _entered(result, before, options, True, (), {})
    if _is_two_without_kontra(result, before, options):
        return _two(result, before, options)
    return _played(result, before, options)


def _refa(before: Sheet) -> Sheet:
    return before._replace(refas=tuple(n + 1 for n in before.refas), given=before.given + 1)


def _is_two_without_kontra(result: DealResult, before: Sheet, options: BalkanOptions) -> bool:
    assert result.contract is not None
    name, declarer = result.contract.name, result.contract.declarer
    if name[0] != "2" or options.plain_two == "normal":
        return False
    if options.plain_two_refa_exempt and before.refas[declarer]:
        return False
    return not any(line.startswith("kontra") for line in call_texts(result))


def _two(result: DealResult, before: Sheet, options: BalkanOptions) -> Sheet:
    assert result.contract is not None
    refa = may_refa(before, options, budget_of(options))
    column = before.main[result.contract.declarer]
    hat = column > 0 or (column == 0 and options.hat_rule == "zero_counts")
    policy = options.plain_two
    if policy != "default_win" and refa:
        return _refa(before)
    if policy in ("default_win", "refa_then_win") or (policy == "refa_then_hat_win" and hat):
        return _entered(result, before, options, True, (), {})
    return before


def _played(result: DealResult, before: Sheet, options: BalkanOptions) -> Sheet:
    assert result.contract is not None
    number, declarer = number_of(result.contract.name), result.contract.declarer
    others = [(declarer + 1) % 3, (declarer + 2) % 3]
    team = _team(result, others)
    caller = next((seat for seat, line in result.calls if line == "kontra 1"), None)
    if number in (6, 8):
        made = (
            result.won[declarer] == 0
            if number == 6
            else sum(map(result.won.__getitem__, others)) == 0
        )
        return _bettel(result, before, options, made, caller, others)
    total = sum(team.values())
    host = next((seat for seat, line in result.calls if line == "invite"), None)
    boss = host if caller is None else caller
    if boss is not None:
        pays: tuple[Seat, ...] = (boss,) if total < (4 if caller is None else 5) else ()
        return _entered(result, before, options, total < 5, pays, {boss: total})
    volunteers = [seat for seat, line in result.calls if line == "join"]
    safe = [s for s in volunteers if team[s] >= 2 or (len(volunteers) == 2 and total >= 4)]
    pays = tuple(seat for seat in volunteers if seat not in safe)
    booked = {seat: team[seat] for seat in volunteers}
    return _entered(result, before, options, total < 5, pays, booked)


def _team(result: DealResult, others: list[Seat]) -> dict[Seat, int]:
    """Return the tricks of the team by 3.4: at most five, the first ones taken."""
    taken = [trick.winner for trick in result.tricks if trick.winner in others]
    for seat in others:  # an agreed split
        taken += [seat] * (result.won[seat] - taken.count(seat))
    return {seat: taken[:5].count(seat) for seat in others}


def _bettel(
    result: DealResult,
    before: Sheet,
    options: BalkanOptions,
    made: bool,
    caller: Seat | None,
    others: list[Seat],
) -> Sheet:
    if made:
        return _entered(result, before, options, True, () if caller is None else (caller,), {})
    shares = dict.fromkeys(others, 5)
    if caller is not None and options.bettel_kontra_payout == "host_single":
        shares = {caller: 5}
    elif caller is not None and options.bettel_kontra_payout == "host_both_shares":
        shares = {caller: 10}
    return _entered(result, before, options, False, (), shares)


def _entered(
    result: DealResult,
    before: Sheet,
    options: BalkanOptions,
    made: bool,
    pays: tuple[Seat, ...],
    booked: dict[Seat, int],
) -> Sheet:
    """Enter by 3.8, with a refa of the declarer used."""
    assert result.contract is not None
    declarer, amount = result.contract.declarer, unit(result, before)
    left = -sum(before.main)
    ends = made and not pays and amount >= left
    price = left if ends and options.last_contract_cut == "contract_and_tricks" else amount
    main = list(before.main)
    if made:
        main[declarer] += left if ends else amount
    else:
        main[declarer] -= amount * (
            2 if options.last_contract_fall == "double" and amount > left else 1
        )
    for seat in pays:
        main[seat] -= amount
    side = dict(before.side)
    for seat, units in booked.items():
        side[seat, declarer] = side.get((seat, declarer), 0) + units * price
    refas = tuple(n - (1 if s == declarer and n else 0) for s, n in enumerate(before.refas))
    side = {pair: n for pair, n in side.items() if n}
    return Sheet(tuple(main), side, refas, before.given)


def settled(after: Sheet, options: BalkanOptions) -> tuple[int, ...]:
    """Settle by 3.9, an unfinished game levelled first."""
    left = -sum(after.main)
    if left and options.abandoned_game == "void":
        return (0, 0, 0)
    main = [column + left // 3 for column in after.main]
    worst = sorted(range(3), key=lambda seat: (after.main[seat], seat))
    for seat in worst[: left % 3]:
        main[seat] += 1
    return tuple(
        10 * main[p]
        + sum(after.side.get((p, q), 0) - after.side.get((q, p), 0) for q in range(3) if q != p)
        for p in range(3)
    )


def left_short(result: DealResult) -> list[tuple[Seat, Seat]]:
    """Return victims and takers by 3.11, where a partner could have left the victim a trick."""
    pair = [seat for seat, role in enumerate(result.roles) if role == "volunteer"]
    if len(pair) != 2 or result.contract is None or sum(result.won[seat] for seat in pair) > 3:
        return []
    declarer = result.contract.declarer
    found = []
    for victim in ((declarer + 1) % 3, (declarer + 2) % 3):
        taker = 3 - declarer - victim
        own, taken = result.won[victim], _taken(result, victim, taker)
        if own < 2 <= own + taken and taken:
            found.append((victim, taker))
    return found


def _taken(result: DealResult, victim: Seat, taker: Seat) -> int:
    """Count tricks of the taker that another legal card would have left to the victim."""
    assert result.contract is not None
    name = result.contract.name
    trump = name[-1] if number_of(name) <= 5 else None
    held, count = set(names(Hand(result.dealt[taker]))), 0
    for trick in result.tricks:
        order = [(trick.leader + step) % 3 for step in range(3)]
        played = [CARD_NAMES[card] for card in trick.cards]
        late = order.index(victim) < order.index(taker)
        mine = played[order.index(taker)]
        if trick.winner == taker and late:
            for other in follow_or_trump(held, suit(played[0]), trump):
                instead = [other if card == mine else card for card in played]
                if winner(zip(order, instead, strict=True), suit(played[0]), trump) == victim:
                    count += 1
                    break
        held.discard(mine)
    return count
