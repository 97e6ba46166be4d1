"""/pref learn from the first question to the end, over a restart and with old buttons."""

from bot.engine.notation import format_action
from bot.features.lessons.lesson_logs import load_lessons
from bot.model.enums import CardFaces
from bot.model.refusals import Refusal
from tests.e2e.test_card_faces import faces_of
from tests.support.room import Person, Room, words_of

LESSON = load_lessons()["balkan"]


async def tried(room: Room, who: Person, at: int, said: str) -> str:
    await room.press(who, f"learn balkan {at} {said}", who.private)
    return words_of(who.private)


def title(room: Room, at: int) -> str:
    total = len(LESSON.questions) + 1
    return room.say("lesson.title", family=room.say("family.balkan"), at=at, total=total)


async def test_a_lesson_to_its_end(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref learn", rules="balkan")
    for at, question in enumerate(LESSON.questions, start=1):
        assert title(room, at) in words_of(ana.private)
        for other in question.alternatives[:1]:
            assert title(room, at) in await tried(room, ana, at, format_action(other.action))
        if at == 4:
            await room.restart(kill=True)
        await tried(room, ana, at, format_action(question.answer))
    assert room.say("lesson.over") in words_of(ana.private)
    assert room.public(room.channel) == []
    end = ana.private
    await room.press(ana, "learn russian 1", end)
    assert room.say("lesson.bid") in words_of(ana.private)


async def test_the_lesson_has_the_cards_and_words_of_the_table(room: Room) -> None:
    ana = room.person("Ana", "hr")
    await room.open_table(ana, rules="croatian", clock="none")
    await room.command(ana, "pref learn")
    assert faces_of(ana.private) == {CardFaces.GERMAN}
    assert "Kad je srce adut" in words_of(ana.private)


async def test_a_lesson_leads_to_a_table(room: Room) -> None:
    """Pressed twice at once it opens one table."""
    ana = room.person("Ana")
    at = len(LESSON.questions)
    await room.command(ana, "pref learn", rules="balkan")
    last, page = LESSON.questions[-1], ana.private
    assert page is not None
    await room.raw((ana, page, f"pref:d:0:0:learn balkan {at} {format_action(last.answer)}"))
    page = ana.private
    assert page is not None
    await room.raw(*[(ana, page, "pref:d:0:0:learn balkan alone")] * 2)
    assert len(room.read("SELECT 1 FROM game")) == 1
    assert room.status() == "playing"
    assert room.game().rules.preset == LESSON.preset
    await room.play_on()


async def test_answers_that_are_none(room: Room) -> None:
    ana = room.person("Ana")
    await room.command(ana, "pref learn")
    page = ana.private
    assert page is not None
    for said in ("12", "12 pass", "1 play AH", "1 bid 5S", "1 bid 7S", "3 discard 7C AH"):
        await room.raw((ana, page, f"pref:d:0:0:learn russian {said}"))
        assert room.sentence(Refusal.NO_SUCH_BUTTON) in words_of(ana.private), said
