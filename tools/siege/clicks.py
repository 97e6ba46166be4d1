"""Clicks that come twice, too late, again, in the wrong order or from somebody else (G7, G8, G9).

After each of the bad ones nobody may have said anything more, and whoever clicked must have been
told something within a second.  What the table says of its own accord is nobody's click.
"""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from bot.engine.cards import TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.families import family_of
from bot.engine.game import Game, legal_actions, stage_of, to_act
from bot.engine.notation import format_action
from tests.properties.oracles import oracle_of
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none
from tools.siege.players import PRESETS, Players, Table, places, refusals
from tools.siege.shapes import Place

_ELSEWHERE: Final = Place(1, 15)  # on another server
_JUDGED: Final = 2.5  # seconds after which an offer that is proved is accepted
_REPLAYED: Final = "G8 replayed"
_FORGED: Final = (
    *("pref:a:{game}:{version}:play ZZ", "pref:a:{game}:{version}:deck", "pref:a:999999:0:pass"),
    *("pref:a:{game}:{version}:stop", "pref:d:{game}:{version}:nothing", "pref:x:{game}:0:pass"),
    *("pref:a:{game}:99999999999999999999:pass", "pref:d:0:0:profile 9223372036854775808"),
    *("pref:d:0:0:leaders 1 x - - people", "pref:a:{game}:{version}:{text} x"),
)


class Tried(NamedTuple):
    """One bad click: its kind, and whether somebody had said something more after it."""

    kind: str
    click: Click
    changed: bool


async def run(size: Size) -> list[Figure]:
    chance, tried = Random(size.seed), list[Tried]()
    async with running_bot(BotProcess(SimulatedDiscord(), size.folder)) as fort:
        people = Players(fort, chance)
        await fort.start()
        count = 2 if size.is_short else 10
        for place, preset in zip(places(count), PRESETS, strict=False):
            await people.open(place, preset)
        taken = await asyncio.gather(
            *(_at(people, n, size.times // count, tried) for n in range(count))
        )
        doubles = [one for some in taken for one in some]
        return _figures(people, doubles, tried, size)


async def _at(people: Players, n: int, turns: int, tried: list[Tried]) -> list[int]:
    """Play `turns` turns of a table, trying every wrong click before each; times of the taken."""
    taken, table = list[int](), people.tables[n]
    while len(taken) < turns:
        game = people.book.game(table.game)
        seat = to_act(game)
        if seat is None:
            table = await people.open(table.place, table.preset)
        elif seat == TABLE_SEAT:
            await people.step(table)
        elif await _is_theirs(people, table.game, game):
            action = oracle_of(game.rules).choose(legal_actions(game, seat), people.chance)
            await _wrong(people, table, seat, format_action(action), tried)
            act = await people.act(table, seat, game.version, format_action(action), 10, times=3)
            taken.append(act.acknowledged)
            await _again(people, act.clicks[0], table, tried)
    return taken


async def _is_theirs(people: Players, number: int, game: Game) -> bool:
    """False where the table speaks for who is asked, as soon as it comes to it."""
    stage, deal, family = stage_of(game), game.deal, family_of(game.rules)
    is_auction = stage is Stage.AUCTION
    forced = is_auction and deal is not None and family.automatic_call(deal) is not None
    if forced or stage is Stage.CLAIM:
        await asyncio.sleep(0.02 if forced else _JUDGED)
    return not forced and people.book.game(number).version == game.version


async def _wrong(people: Players, table: Table, seat: int, said: str, tried: list[Tried]) -> None:
    game, state = table.game, people.book.game(table.game)
    version, before = state.version, people.book.said(game)
    user, other = str(table.users[seat]), str(table.users[(seat + 1) % 3])
    here, there = table.place, _ELSEWHERE
    own = f"pref:a:{game}:{version}:{said}"
    may_too = said in map(
        format_action, legal_actions(state, (seat + 1) % 3)
    )  # a claim, in their own name
    forged = people.chance.choice(_FORGED).format(game=game, version=version, text=said)
    tries: tuple[tuple[str, str, Place, str], ...] = (
        ("G8 stale", user, here, f"pref:a:{game}:{version - 1}:{said}"),
        ("G8 before its time", user, here, f"pref:a:{game}:{version + 1}:{said}"),
        ("G9 of a spectator", people.somebody(), here, own),
        *([] if may_too else [("G9 of another seat", other, here, own)]),
        ("G9 on another server", user, there, own),
        ("G9 forged", user, here, forged),
    )
    for kind, who, place, custom_id in tries:
        (click,) = await people.fort.world.press(who, place, custom_id, patience=5)
        tried.append(Tried(kind, click, people.book.said(game) != before))


async def _again(people: Players, click: Click, table: Table, tried: list[Tried]) -> None:
    """Deliver an accepted click again: it makes no second move, and has its answer already."""
    before = people.book.said(table.game)
    if to_act(people.book.game(table.game)) == TABLE_SEAT:
        return  # the table itself deals meanwhile
    await people.fort.world.again(click)
    await people.deed(str(table.users[0]), table.place, table.game, "hand")
    tried.append(Tried(_REPLAYED, click, people.book.said(table.game) != before))


def _figures(people: Players, doubles: list[int], tried: list[Tried], size: Size) -> list[Figure]:
    slowest = max(one.click.waited for one in tried if one.kind != _REPLAYED)
    return [
        every("G7", "triple clicks taken exactly once", doubles.count(1), len(doubles)),
        none("G1", "acknowledged moves lost", people.lost(), len(doubles)),
        *(
            figure
            for kind in dict.fromkeys(one.kind for one in tried)
            for figure in _of(kind, tried)
        ),
        at_most("G8", "the slowest of all these answers", slowest, size.patience),
        none("G9", "tracebacks in the log", people.fort.tracebacks(), len(doubles)),
    ]


def _of(kind: str, tried: list[Tried]) -> Iterator[Figure]:
    goal, _, what = kind.partition(" ")
    own = [one for one in tried if one.kind == kind]
    yield none(goal, f"clicks {what} that changed something", sum(o.changed for o in own), len(own))
    if kind != _REPLAYED:
        told = sum(bool(refusals(one.click)) for one in own)
        yield every(goal, f"clicks {what} that were told why not", told, len(own))
