"""Lobbies, seats, hosts, votes, managers, limits."""

import pytest

from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from tests.support.room import Person, Room, controls, words_of

pytestmark = pytest.mark.slow  # whole evenings


@pytest.fixture
def ana(room: Room) -> Person:
    return room.person("Ana")


@pytest.fixture
def boris(room: Room) -> Person:
    return room.person("Boris")


async def playing(room: Room, *people: Person, robots: int = 0) -> None:
    await room.seated(*people, robots=robots, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)


async def test_join_and_leave_a_lobby(room: Room, ana: Person, boris: Person) -> None:
    await room.seated(ana)
    await room.press(boris, "join", room.message())
    assert "Boris" in words_of(room.message())
    assert room.read("SELECT name FROM person WHERE user_id = ?", boris.id)[0][0] == "Boris"
    with room.nothing_changes():
        await room.press(boris, "join")
        assert room.sentence(Refusal.ALREADY_SEATED) in words_of(boris.private)
        await room.command(boris, "table join")
    await room.press(boris, "leave", room.message())
    assert room.seats() == {0: ana.id}
    await room.command(boris, "table join")
    assert room.seats() == {0: ana.id, 1: boris.id}
    await room.command(boris, "table leave")
    assert room.seats() == {0: ana.id}


async def test_the_last_one_to_leave_closes_the_lobby(room: Room, ana: Person) -> None:
    await room.seated(ana)
    await room.press(ana, "leave", room.message())
    assert room.status() == "void"
    assert controls(room.message()) == []


async def test_the_host_passes_on(room: Room, ana: Person, boris: Person) -> None:
    await room.seated(ana, boris)
    await room.press(ana, "leave", room.message())
    assert room.row()["host_id"] == boris.id
    await room.press(boris, "robot")
    await room.press(boris, "robot")
    await room.start(boris)


async def test_a_guest_cannot_start_nor_change_rules(
    room: Room, ana: Person, boris: Person
) -> None:
    await room.seated(ana, boris, robots=1)
    with room.nothing_changes():
        await room.press(boris, "start")
        assert room.sentence(Refusal.NOT_HOST) in words_of(boris.private)
        lobby = room.message()
        for said in ("house", "clock"):
            await room.raw((boris, lobby, f"pref:d:1:0:{said}"))
            assert room.sentence(Refusal.NOT_HOST) in words_of(boris.private)
        await room.command(boris, "table start")
    await room.command(ana, "table start")
    assert room.status() == "playing"


async def test_start_asks_who_takes_the_free_seats(room: Room, ana: Person) -> None:
    await room.seated(ana, robots=1)
    with room.nothing_changes():
        await room.command(ana, "table start")
    assert "1 seat is still free" in words_of(ana.private)
    await room.press(ana, "start robots")
    assert room.seats() == {0: ana.id, 1: None, 2: None}
    assert room.status() == "playing"
    assert room.is_current_hand(ana)


async def test_two_for_the_last_seat(room: Room, ana: Person, boris: Person) -> None:
    """A person takes a robot's seat.

    The second of two for the last seat is told that it is gone.
    """
    vera, egor = room.person("Vera"), room.person("Egor")
    await room.seated(ana, robots=2)
    await room.command(boris, "table join")
    assert room.seats() == {0: ana.id, 1: boris.id, 2: None}
    lobby = room.message()
    join = next(c.custom_id for c in controls(lobby) if c.text == "join")
    await room.raw((vera, lobby, join), (egor, lobby, join))
    assert room.seats() == {0: ana.id, 1: boris.id, 2: vera.id}
    assert room.sentence(Refusal.TABLE_FULL) in words_of(egor.private)


async def test_the_host_frees_a_seat(room: Room, ana: Person, boris: Person) -> None:
    """One mention tells the removed player; a page older than the seats says so."""
    vera = room.person("Vera")
    await room.seated(ana, boris, robots=1)
    await room.press(ana, "more", room.message())
    await room.press(ana, "seats")
    old = ana.private
    await room.press(vera, "join", room.message())
    with room.nothing_changes():
        await room.press(ana, "remove 2 0", old)  # meanwhile the seat is no robot's any more
    assert room.sentence(Refusal.SEATS_CHANGED) in words_of(ana.private)
    await room.press(ana, "seats", room.message())
    await room.press(ana, f"remove 1 {boris.id}")
    assert room.seats() == {0: ana.id, 2: vera.id}
    told = room.public()[-1]
    assert told.content == room.say("alert.removed", mention=f"<@{boris.id}>")
    with room.nothing_changes():
        await room.raw((vera, room.message(), f"pref:d:1:0:remove 0 {ana.id}"))
    assert room.sentence(Refusal.NOT_HOST) in words_of(vera.private)
    await room.press(boris, "join", room.message())
    assert room.seats() == {0: ana.id, 1: boris.id, 2: vera.id}
    assert told.content not in room.public_words()  # they sit again


async def test_seats_are_chosen_and_exchanged(room: Room, ana: Person, boris: Person) -> None:
    vera = room.person("Vera")
    await room.seated(ana, robots=1)
    await room.press(boris, "seats", room.message())
    await room.press(boris, "sit 2")
    await room.cut(boris, "boris cuts")
    await room.press(boris, "seats", room.message())
    await room.press(boris, "sit 1")
    assert room.seats() == {0: ana.id, 1: boris.id, 2: None}
    with room.nothing_changes():
        await room.raw((boris, room.message(), "pref:d:1:0:sit 0"))
    assert room.sentence(Refusal.SEAT_TAKEN) in words_of(boris.private)
    await room.press(ana, "seats", room.message())
    await room.press(ana, "sit 1")
    assert room.seats() == {0: boris.id, 1: ana.id, 2: None}
    assert room.read("SELECT words FROM shuffle")[0]["words"] == "1 boris cuts"
    await room.raw((vera, room.message(), "pref:d:1:0:sit 2"))
    await room.restart(kill=True)
    await room.start(ana)
    assert room.seats() == {0: boris.id, 1: ana.id, 2: vera.id}


async def test_house_rules(room: Room, ana: Person) -> None:
    """Through a page of questions to one changed option, shown in the lobby."""
    await room.seated(ana, robots=2)
    before = room.row()["rules"]
    await room.set_rules(ana, jump_bids="yes")
    await room.set_rules(ana, jump_bids="no", senior_hold="no")
    assert room.row()["rules"] != before
    await room.start(ana)
    with room.nothing_changes():
        await room.raw((ana, room.message(), "pref:d:1:0:set senior_hold yes"))
    assert room.sentence(Refusal.RULES_FIXED) in words_of(ana.private)


async def test_every_page_of_the_rules(room: Room, ana: Person) -> None:
    await room.seated(ana, robots=2)
    await room.press(ana, "rules", room.message())
    seen = {words_of(ana.private)}
    for page in [c.text for c in controls(ana.private) if c.text.startswith("rules ")]:
        await room.press(ana, page)
        seen.add(words_of(ana.private))
    assert len(seen) == 8  # what differs, the game in short, and six subjects
    await room.command(ana, "pref rules")
    await room.command(ana, "pref help")


async def test_the_help_is_of_the_game_that_is_played_here(room: Room, ana: Person) -> None:
    await room.command(ana, "pref help")
    assert room.say("aim.russian") in words_of(ana.private)
    await room.seated(ana, robots=2, rules="serbian")
    await room.command(ana, "pref help")
    assert room.say("aim.balkan") in words_of(ana.private)
    await room.press(ana, "help balkan words")
    await room.press(ana, "help austrian words")
    await room.press(ana, "help austrian game")
    assert room.say("aim.austrian") in words_of(ana.private)
    await room.start(ana)
    await room.press(ana, "help", await room.hand(ana))
    await room.press(ana, "help balkan game", ana.private)
    assert room.say("aim.balkan") in words_of(ana.private)


async def test_the_clock_goes_round(room: Room, ana: Person) -> None:
    await room.seated(ana)
    found = set()
    for _ in range(4):
        await room.press(ana, "clock", room.message())
        for choice in [c.text for c in controls(ana.private) if c.text.startswith("clock ")][:1]:
            await room.press(ana, choice)
        found.add(room.row()["clock"])
    assert found <= {"fast", "normal", "slow", "none"}


async def test_leaving_a_game_takes_two_clicks(room: Room, ana: Person, boris: Person) -> None:
    await playing(room, ana, boris, robots=1)
    with room.nothing_changes():
        await room.press(boris, "more", room.message())
        await room.press(boris, "leave")
        assert room.say("more.leave") in words_of(boris.private)
    await room.press(boris, "leave yes kept")
    assert room.seats() == {0: ana.id, 1: None, 2: None}
    with room.nothing_changes():
        await room.press(boris, "hand", room.message())
        assert room.sentence(Refusal.HAS_LEFT) in words_of(boris.private)
    await room.skip_until(lambda room: room.game().carry.number == 1)


async def test_the_host_leaves_a_game(room: Room, ana: Person, boris: Person) -> None:
    await playing(room, ana, boris, robots=1)
    await room.command(ana, "table leave")
    await room.press(ana, "leave yes kept")
    assert room.row()["host_id"] == boris.id
    await room.skip_until(lambda room: room.game().carry.number == 1)


async def test_all_leave(room: Room, ana: Person, boris: Person) -> None:
    await playing(room, ana, boris, robots=1)
    for who, how in ((ana, "kept"), (boris, "void")):
        await room.press(who, "more", room.message())
        await room.press(who, "leave")
        await room.press(who, f"leave yes {how}")
    assert room.status() == "void"
    assert room.read("SELECT * FROM result") == []
    assert room.say("board.void") in words_of(room.message())


@pytest.mark.slow
async def test_takeover_between_deals_only(room: Room, ana: Person, boris: Person) -> None:
    await playing(room, ana, robots=2)
    with room.nothing_changes():
        await room.command(boris, "table join")
    assert room.sentence(Refusal.DEAL_RUNNING) in words_of(boris.private)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    await room.command(boris, "table join")
    assert room.seats()[1] == boris.id
    await room.next_deal(boris)
    await room.skip_until(lambda room: room.game().carry.number == 2)
    assert {by for _, _, by in room.lines()} >= {str(ana.id), str(boris.id)}


async def test_stop_by_consent(room: Room, ana: Person, boris: Person) -> None:
    """All vote, one "no" ends it; then the match is settled as it stands."""
    await playing(room, ana, boris, robots=1)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    await room.press(ana, "more", room.message())
    with room.nothing_changes():
        await room.press(ana, "stop")
    await room.press(ana, "stop yes")
    assert room.say("vote.stop", names=ana.name) in words_of(room.message())
    await room.press(boris, "more", room.message())
    await room.press(boris, "vote no stop")
    assert room.status() == "playing"
    await room.press(boris, "more", room.message())
    await room.press(boris, "stop")
    await room.press(boris, "stop yes")
    await room.press(ana, "more", room.message())
    await room.press(ana, "vote yes stop")
    assert room.status() == "over"
    assert len(room.read("SELECT * FROM result")) == 3


async def test_a_yes_is_to_what_was_asked(room: Room, ana: Person, boris: Person) -> None:
    """A proposal replaces another: a vote for a pause has not ended the match."""
    vera, stale = room.person("Vera"), room.sentence(Refusal.STALE)
    await playing(room, ana, boris, vera)
    await room.press(ana, "more", room.message())
    await room.press(ana, "pause")
    await room.press(boris, "more", room.message())
    await room.press(ana, "more", room.message())
    await room.press(ana, "stop")
    await room.press(ana, "stop yes")
    with room.nothing_changes():
        await room.press(boris, "vote yes pause", boris.private)
        assert stale in words_of(boris.private)
        assert room.say("vote.stop", names=ana.name) in words_of(boris.private)
        await room.raw((vera, room.message(), "pref:d:1:0:vote yes pause"))
        assert stale in words_of(vera.private)
    await room.press(boris, "vote yes stop", boris.private)
    assert room.status() == "playing"
    await room.press(vera, "vote no stop", room.message())
    with room.nothing_changes():
        await room.raw((boris, room.message(), "pref:d:1:0:vote yes stop"))
        assert room.sentence(Refusal.NO_VOTE) in words_of(boris.private)


async def test_an_old_yes_that_says_no_more_is_asked_anew(
    room: Room, ana: Person, boris: Person
) -> None:
    """On a message older than today's buttons: the vote does not count, the message is redrawn."""
    vera = room.person("Vera")
    await playing(room, ana, boris, vera)
    await room.press(ana, "more", room.message())
    await room.press(ana, "pause")
    for answer in ("yes", "no"):
        room.message()._message.edited_timestamp = None
        with room.nothing_changes():
            await room.raw((vera, room.message(), f"pref:d:1:0:vote {answer}"))
        assert room.sentence(Refusal.STALE) in words_of(vera.private)
        assert room.message()._message.edited_timestamp is not None
    for who in (boris, vera):
        await room.press(who, "vote yes pause", room.message())
    assert room.status() == "paused"


async def test_stop_before_the_first_score_is_void(room: Room, ana: Person) -> None:
    await playing(room, ana, robots=2)
    await room.command(ana, "table close")
    await room.press(ana, "stop yes")
    assert room.status() == "void"
    assert room.read("SELECT * FROM result") == []


@pytest.mark.parametrize(("how", "status"), [("scored", "over"), ("void", "void")])
async def test_a_manager_closes(room: Room, ana: Person, how: str, status: str) -> None:
    marta = room.manager()
    await playing(room, ana, robots=2)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    await room.press(ana, "next", room.message())
    with room.nothing_changes():
        await room.command(marta, "table close")
    await room.press(marta, f"close {how}")
    assert room.status() == status
    with room.nothing_changes():
        await room.command(marta, "table close")
        await room.command(ana, "table leave")
    assert room.sentence(Refusal.TABLE_OVER) in words_of(ana.private)


@pytest.mark.slow
async def test_a_manager_closes_a_table_from_the_list_of_the_server(
    room: Room, ana: Person
) -> None:
    """Typed where no table is; another member reads that there is none, and closes none."""
    marta, eve = room.manager(), room.person("Eve")
    office = room.guild.create_text_channel("office")
    await playing(room, ana, robots=2)
    await room.command(eve, "table close", office)
    assert room.sentence(Refusal.NO_TABLE_HERE) in words_of(eve.private)
    await room.command(marta, "table close", office)
    assert room.say("tables.title_server") in words_of(marta.private)
    assert f"<#{room.place().id}>" in words_of(marta.private)
    assert marta.private is not None
    with room.nothing_changes():
        await room.raw((eve, marta.private, "pref:d:0:0:tables close 1"))
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(eve.private)
    with room.nothing_changes():
        await room.press(marta, "tables close 1")
    await room.press(marta, "close void")
    assert room.status() == "void"
    await room.command(marta, "table close", office)
    assert room.say("tables.none_server") in words_of(marta.private)


async def test_a_stranger_cannot_close(room: Room, ana: Person) -> None:
    eve = room.person("Eve")
    await playing(room, ana, robots=2)
    with room.nothing_changes():
        await room.command(eve, "table close")
        for how in ("scored", "void"):
            await room.raw((eve, room.message(), f"pref:d:1:0:close {how}"))
    assert room.sentence(Refusal.NOT_SEATED) in words_of(eve.private)


@pytest.mark.slow
async def test_an_invitation(room: Room, ana: Person, boris: Person) -> None:
    """One mention of the invited; not of seated players, not again soon, not of guests."""
    await room.seated(ana, start="in 3 hours")
    hour = room.row()["starts_at"]
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", boris)
    told = room.say(
        "alert.invited_for",
        mention=f"<@{boris.id}>",
        name="Ana",
        game="Sochi to 10",
        when=f"<t:{hour}:F>",
    )
    call = room.public()[-1]
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.message().id}"
    assert words_of(call) == f"{told}\n{room.say('alert.where', link=link)}"
    assert [one.text for one in controls(call)] == ["come"]
    await room.name(ana, "invite", boris)
    assert room.sentence(Refusal.INVITED_LATELY, minutes=30) in words_of(ana.private)
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", ana)
    assert room.sentence(Refusal.INVITE_NOT_HIM) in words_of(ana.private)
    await room.raw((boris, room.message(), "pref:d:1:0:invite"))
    assert room.sentence(Refusal.NOT_SEATED) in words_of(boris.private)
    for name in "CDEFGHI":
        await room.press(ana, "invite", room.message())
        await room.name(ana, "invite", room.person(name))
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", room.person("Vera"))
    assert room.sentence(Refusal.INVITED_ENOUGH, limit=8) in words_of(ana.private)
    assert len(room.public()) == 9
    await room.later(31 * 60)
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", boris)
    assert room.public_words().count(told) == 2


@pytest.mark.slow
async def test_a_call_that_is_followed(room: Room, ana: Person, boris: Person) -> None:
    """Its Join tells the truth: in the lobby, at a full, a started, a closed table, at none.

    The call is deleted once it is followed; a press may be under way at that moment.
    """
    await room.seated(ana, rules="serbian", clock="none")
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", boris)
    call, late, lobby = room.public()[-1], room.person("Late"), room.message()
    (join,) = controls(call)
    await room.press(boris, "come", call)
    assert room.say("done.come") in words_of(boris.private)
    assert call.id not in [one.id for one in room.public()]
    await room.raw((boris, lobby, join.custom_id))  # once more: they sit there
    assert room.say("lobby.more") in words_of(boris.private)
    assert boris.id in room.seats().values()
    await room.raw((room.person("Vera"), lobby, join.custom_id))
    with room.nothing_changes():
        await room.raw((late, lobby, join.custom_id))
        assert room.sentence(Refusal.TABLE_FULL) in words_of(late.private)
    await room.start(ana)
    await room.raw((boris, lobby, join.custom_id))
    assert room.is_current_hand(boris)
    with room.nothing_changes():
        await room.raw((late, lobby, join.custom_id))
        assert room.sentence(Refusal.NO_FREE_SEAT) in words_of(late.private)
        await room.raw((late, lobby, "pref:d:99:0:come"))
        assert room.sentence(Refusal.UNKNOWN_TABLE) in words_of(late.private)
    await room.open_table(late)
    await room.command(late, "table close")
    await room.raw((boris, lobby, "pref:d:2:0:come"))
    assert room.sentence(Refusal.LOBBY_EXPIRED) in words_of(boris.private)
