"""Seeds and cut words of decks: the time they are fixed, the right to cut, and crashes."""

import asyncio
from random import Random

import pytest

from bot.engine.cards import CARD_NAMES, TABLE_SEAT
from bot.engine.deal import Stage
from bot.engine.game import stage_of, to_act
from bot.engine.shuffle import shuffled_deck
from bot.model.enums import Clock
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.store.records import Shuffle
from bot.tables import DeckSource, Table, TableRegistry, changes, moves
from tests.support.informed_actions import leave
from tests.support.stored import log_lines
from tests.tables.conftest import ANA, BORIS, EGOR, VERA, House

PEOPLE = (ANA, BORIS, VERA)


@pytest.fixture
def house(house: House) -> House:
    """Return decks as outside of tests, from seeds that are the same at every run."""
    chance = Random(9)
    decks = DeckSource(new_seed=lambda: chance.randbytes(32))
    assert house.driver is not None
    house.tables = TableRegistry(replace(house.tables.services, decks=decks))
    house.driver.tables = house.tables
    return house


def shuffle_of(table: Table) -> Shuffle:
    assert table.state.shuffle is not None
    return table.state.shuffle


async def started(house: House, *users: int, **options: str) -> Table:
    table = await house.open(*users, clock=Clock.NONE, **options)
    await start(house, table)
    return table


async def start(house: House, table: Table) -> None:
    assert house.driver is not None
    rules = house.tables.services.presets.rules("sochi")
    await table.change(moves.start_match, table.row.host_id, house.driver.draw(rules))


async def deal(house: House, table: Table) -> None:
    assert house.driver is not None
    assert await house.driver.deal(table, table.version)


async def play_deal(house: House, table: Table) -> None:
    """Play to the score, all at random."""
    chance = Random(1)
    while stage_of(table.state.require_game()) is not Stage.BETWEEN:
        await house.play(table, chance, 1)


async def dealt(house: House, table: Table) -> str:
    """Return the newest deck of the log."""
    lines = await log_lines(house.store, table.id)
    return [line.text for line in lines if line.text.startswith("deck ")][-1]


def written(table: Table, shuffle: Shuffle) -> str:
    cards = shuffled_deck(shuffle.seed, table.id, shuffle.deal, shuffle.words)
    return "deck " + " ".join(CARD_NAMES[card] for card in cards)


async def refused(table: Table, reason: Refusal, user: int, number: int) -> None:
    before = table.state
    with pytest.raises(Refused) as caught:
        await table.change(changes.cut_deck, user, number, "word")
    assert caught.value.reason is reason
    assert table.state == before


async def reread(house: House, table: Table) -> Table:
    """Return the table as a new process reads it."""
    stored = await house.store.game_queries.load(table.id)
    assert stored is not None
    return Table(house.tables.services, stored)


# from the lobby to the next deck ----------------------------------------------------------


async def test_a_lobby_has_its_seed_and_the_deck_follows_from_it(house: House) -> None:
    table = await house.open(*PEOPLE, clock=Clock.NONE)
    drawn = shuffle_of(table)
    assert drawn == Shuffle(1, drawn.seed, "")
    await table.change(changes.cut_deck, VERA, 1, "third")
    await table.change(changes.cut_deck, ANA, 1, "first")
    cut = replace(drawn, words="1 first\n3 third")
    assert shuffle_of(table) == cut
    await start(house, table)
    await deal(house, table)
    assert shuffle_of(table) == cut
    assert await dealt(house, table) == written(table, cut)
    assert written(table, cut) != written(table, drawn)


async def test_each_scored_deal_seals_the_next_one_in_the_same_step(house: House) -> None:
    table = await started(house, *PEOPLE)
    seeds = {shuffle_of(table).seed}
    for number in (1, 2, 3):
        await deal(house, table)
        assert await dealt(house, table) == written(table, shuffle_of(table))
        sealed = shuffle_of(table)
        while stage_of(table.state.require_game()) is not Stage.BETWEEN:
            assert shuffle_of(table) == sealed
            await house.play(table, Random(number), 1)
        following = shuffle_of(table)
        assert following == Shuffle(number + 1, following.seed, "")
        seeds.add(following.seed)
        stored = await house.store.game_queries.load(table.id)
        assert stored is not None
        assert stored.shuffle == following
        assert await house.store.game_queries.shuffle(table.id, number) == sealed
    assert len(seeds) == 4


@pytest.mark.parametrize("players", [3, 4])
async def test_everybody_who_sits_may_cut_and_nobody_else(house: House, players: int) -> None:
    people = (*PEOPLE, EGOR)[:players]
    table = await house.open(*people, clock=Clock.NONE, players=players)
    for user in people:
        await table.change(changes.cut_deck, user, 1, f"word of {user}")
    words = [f"{seat} word of {user}" for seat, user in enumerate(people, start=1)]
    assert shuffle_of(table).words == "\n".join(words)
    await refused(table, Refusal.NOT_SEATED, 99, 1)
    await start(house, table)
    await deal(house, table)
    assert await dealt(house, table) == written(table, shuffle_of(table))


async def test_the_newest_word_of_a_player_counts(house: House) -> None:
    table = await house.open(*PEOPLE)
    for word in ("one", "two", "two"):
        await table.change(changes.cut_deck, BORIS, 1, word)
    assert shuffle_of(table).words == "2 two"


async def test_with_the_deck_on_the_table_it_is_too_late(house: House) -> None:
    table = await house.open(*PEOPLE, clock=Clock.NONE)
    await refused(table, Refusal.CUT_TOO_LATE, ANA, 2)
    await start(house, table)
    await deal(house, table)
    await refused(table, Refusal.CUT_TOO_LATE, ANA, 1)
    await refused(table, Refusal.CUT_TOO_LATE, ANA, 2)
    await play_deal(house, table)
    await refused(table, Refusal.CUT_TOO_LATE, ANA, 1)  # a word typed for another deck
    await table.change(changes.cut_deck, ANA, 2, "word")
    assert shuffle_of(table).words == "1 word"
    await table.change(changes.annul)
    await refused(table, Refusal.TABLE_OVER, ANA, 2)


async def test_a_pause_between_two_deals_does_not_keep_from_cutting(house: House) -> None:
    table = await started(house, *PEOPLE)
    await deal(house, table)
    await play_deal(house, table)
    for user in PEOPLE:
        await table.change(changes.propose, user, changes.PAUSE_VOTE)
    await table.change(changes.cut_deck, ANA, 2, "patience")
    await table.change(changes.resume, BORIS)
    await deal(house, table)
    assert await dealt(house, table) == written(
        table, Shuffle(2, shuffle_of(table).seed, "1 patience")
    )


# people come and go ------------------------------------------------------------------------


async def test_the_word_of_a_leaver_is_removed(house: House) -> None:
    table = await house.open(*PEOPLE, clock=Clock.NONE)
    for user in PEOPLE:
        await table.change(changes.cut_deck, user, 1, str(user))
    await table.change(leave, BORIS)
    assert shuffle_of(table).words == f"1 {ANA}\n3 {VERA}"
    await table.change(changes.join, EGOR)
    await table.change(changes.cut_deck, EGOR, 1, "late")
    await start(house, table)
    await deal(house, table)
    cut = shuffle_of(table)
    await table.change(leave, VERA)  # her word is in the deck
    assert shuffle_of(table) == cut
    assert cut.words == f"1 {ANA}\n2 late\n3 {VERA}"
    assert await dealt(house, table) == written(table, cut)


async def test_robots_say_nothing_and_are_dealt_to_all_the_same(house: House) -> None:
    table = await started(house, ANA)
    await deal(house, table)
    assert shuffle_of(table).words == ""
    assert await dealt(house, table) == written(table, shuffle_of(table))


async def test_a_rematch_has_a_seed_of_its_own(house: House) -> None:
    table = await house.open(*PEOPLE)
    await table.change(changes.cut_deck, ANA, 1, "old")
    await table.change(changes.annul)
    again = await house.tables.rematch(table, BORIS)
    assert shuffle_of(again) == Shuffle(1, shuffle_of(again).seed, "")
    assert shuffle_of(again).seed != shuffle_of(table).seed


async def test_a_match_that_is_over_draws_no_seed_any_more(house: House) -> None:
    table = await started(house, *PEOPLE)
    await deal(house, table)
    await play_deal(house, table)
    waiting = shuffle_of(table)
    await table.change(moves.end_match)
    assert shuffle_of(table) == waiting
    assert await house.store.game_queries.shuffle(table.id, 3) is None


# two at once, and crashes -----------------------------------------------------------------


async def test_two_who_cut_at_once_are_both_heard(house: House) -> None:
    table = await house.open(*PEOPLE)
    await asyncio.gather(
        *(table.change(changes.cut_deck, user, 1, f"by {user}") for user in (VERA, ANA, BORIS))
    )
    assert shuffle_of(table).words == f"1 by {ANA}\n2 by {BORIS}\n3 by {VERA}"
    assert (await reread(house, table)).state.shuffle == shuffle_of(table)


async def test_a_cut_beside_the_deal_is_in_the_deck_or_refused(house: House) -> None:
    for first in (True, False):
        table = await started(house, *PEOPLE)
        cutting = table.change(changes.cut_deck, ANA, 1, "now")
        dealing = table.change(moves.deal_deck, table.version, shuffled_deck)
        both = (cutting, dealing) if first else (dealing, cutting)
        done = await asyncio.gather(*both, return_exceptions=True)
        late = [one for one in done if isinstance(one, Refused)]
        assert [one.reason for one in late] == ([] if first else [Refusal.CUT_TOO_LATE])
        assert shuffle_of(table).words == ("1 now" if first else "")
        assert await dealt(house, table) == written(table, shuffle_of(table))


async def test_a_deck_is_dealt_once(house: House) -> None:
    table = await started(house, *PEOPLE)
    version = table.version
    done = await asyncio.gather(
        *(table.change(moves.deal_deck, version, shuffled_deck) for _ in range(3))
    )
    assert sorted(done) == [False, False, True]


async def test_a_new_process_goes_on_with_the_seed_that_was_shown(house: House) -> None:
    """Killed between commitment and cut, cut and deck, and deck and play."""
    table = await house.open(*PEOPLE, clock=Clock.NONE)
    shown = shuffle_of(table)
    table = await reread(house, table)
    assert shuffle_of(table) == shown
    await table.change(changes.cut_deck, ANA, 1, "mine")
    cut = replace(shown, words="1 mine")
    table = await reread(house, table)
    assert shuffle_of(table) == cut
    await start(house, table)
    table = await reread(house, table)
    assert to_act(table.state.require_game()) == TABLE_SEAT
    await deal(house, table)
    table = await reread(house, table)
    assert shuffle_of(table) == cut
    assert await dealt(house, table) == written(table, cut)


async def test_what_was_not_stored_is_not_cut(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.open(*PEOPLE)

    async def torn(*_: object) -> None:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(house.store.games, "save", torn)
        with pytest.raises(OSError, match="gone"):
            await table.change(changes.cut_deck, ANA, 1, "lost")
    assert (await table.fresh_state()).shuffle == replace(shuffle_of(table), words="")
