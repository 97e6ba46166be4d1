"""Pages of the server: help, leaderboard, history, settings."""

import pytest

from bot.engine.families import FAMILIES
from bot.engine.game import new_game
from bot.engine.view import build_view
from bot.features.rankings.ranking_screens import (
    Balance,
    RankingData,
    RankingRow,
    filters_screen,
    ranking_screen,
)
from bot.model.enums import LeaveOutcome, NotifyReason, NotifyWhen, Proposal, Status
from bot.model.leaderboards import Acquaintance, RankingKind
from bot.model.refusals import Refusal
from bot.model.settings import GuildSettings, SettingsPage, UserSettings
from bot.model.values import replace
from bot.render.announcement_screens import (
    alert_screen,
    direct_message_text,
    frozen_screen,
    mention_text,
)
from bot.render.hand.dialogs import leave_screen, stop_screen, table_menu_screen
from bot.render.hand.private_hand import hand_screen
from bot.render.rules_screens import clock_screen, house_rules_screen, rules_screen
from bot.render.screen import Screen, Select
from bot.render.screen_data import FinishedGame, PlayerResult
from bot.render.server.help_screens import general_help_screen, help_screen
from bot.render.server.settings_screens import personal_settings_screen, server_settings_screen
from bot.render.server.table_lists import history_screen
from bot.render.table.board import board_screen
from bot.render.table.lobby_screens import lobby_screen
from bot.render.table.result import (
    close_screen,
    closed_board_screen,
    last_trick_screen,
    started_screen,
    void_screen,
)
from bot.render.words import Words
from bot.ui_commands.codec import command_text as deed_text
from bot.ui_commands.codec import parse_command as parse_deed
from bot.ui_commands.server_commands import HelpTopic, ShowRanking, ShowRankingFilters
from tests.render.scenes import EN, FACTS, RU, SOCHI, TO_PLAY, labels, played, shown
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    command_texts,
    faults,
    players_of,
    table_facts,
    texts,
)

SPELLED = UserSettings(
    1, spelled=True, summoning=NotifyWhen.DIRECT, quiet_from=23, zone="UTC", refused=True
)


@pytest.mark.parametrize("words", [EN, RU])
def test_the_other_pages_keep_the_limits(words: Words) -> None:
    lobby_facts = table_facts(4, status=Status.LOBBY)
    voting = table_facts(votes=("Ana",), proposal=Proposal("stop"))
    seen = build_view(played(*TO_PLAY, "play AD"), 0)
    over = build_view(played(*TO_PLAY, "claim 8 1 1", "accept", "accept"), None)
    pages = [
        clock_screen(lobby_facts, words),
        help_screen(seen, FACTS, words),
        *(general_help_screen(words, family, topic) for family in FAMILIES for topic in HelpTopic),
        table_menu_screen(seen, FACTS, words),
        table_menu_screen(seen, voting, words),
        leave_screen(seen, FACTS, words, LeaveOutcome.KEPT),
        stop_screen(seen, FACTS, words),
        table_menu_screen(build_view(played(), None), FACTS, words),
        last_trick_screen(seen, FACTS, words),
        last_trick_screen(over, FACTS, words),
        last_trick_screen(build_view(new_game(SOCHI), None), FACTS, words),
        alert_screen(words.refusal(Refusal.STALE)),
        frozen_screen(FACTS.game, words),
        void_screen(FACTS, words),
        started_screen(FACTS, SOCHI, "<#5>", (0, 9, 18), words),
        closed_board_screen(over, FACTS, words),
        close_screen(FACTS, words),
        *(alert_screen(mention_text(words, why, "<@1>", 1800000000)) for why in NotifyReason),
        *(
            alert_screen(direct_message_text(words, why, "Club", "link", None))
            for why in NotifyReason
        ),
        personal_settings_screen(
            SPELLED,
            ("en", "ru"),
            words,
        ),
        *(
            server_settings_screen(
                GuildSettings(1, zone="Asia/Tokyo", max_user_tables=4),
                PRESETS.names(),
                ("en", "ru"),
                words,
                page,
            )
            for page in SettingsPage
        ),
    ]
    for preset in PRESETS.names():
        for players in players_of(preset):
            rules = PRESETS.rules(preset, players=players, stake_label="*x* @everyone")
            differences, plain = PRESETS.differences(rules), PRESETS.rules(preset, players=players)
            pages += [rules_screen(rules, differences, words, page) for page in range(9)]
            pages.append(house_rules_screen(lobby_facts, rules, differences, words, plain))
            pages.append(lobby_screen(lobby_facts, rules, differences, words))
            assert "@everyone" not in "".join(shown(page) for page in pages[-2:])
    for page in pages:
        assert not faults(page), (faults(page), page)


@pytest.mark.parametrize("words", CATALOGUE.languages.values(), ids=CATALOGUE.languages)
def test_a_chosen_setting_still_says_what_it_sets(words: Words) -> None:
    """A client shows the chosen line in place of the head."""
    own = replace(SPELLED, summoning=NotifyWhen.NEVER, refused=False)
    guild = GuildSettings(1, zone="Asia/Tokyo", max_user_tables=4)
    pages = (
        personal_settings_screen(own, ("en", "ru"), words),
        *(
            server_settings_screen(guild, PRESETS.names(), ("en", "ru"), words, page)
            for page in SettingsPage
        ),
    )
    selects = [block for page in pages for block in page.blocks if isinstance(block, Select)]
    for select in selects:
        if select.name != "preset":  # by their names alone
            subject = select.placeholder.partition(":")[0]
            assert all(line.label.startswith(f"{subject}: ") for line in select.choices)


@pytest.mark.parametrize("words", CATALOGUE.languages.values(), ids=CATALOGUE.languages)
def test_every_value_of_a_setting_is_whole_on_a_phone(words: Words) -> None:
    """A select of 250 pixels shows about thirty letters, of its head and of what was chosen."""
    guild = GuildSettings(1, "en", "serbian", role=7, pictures=False, open_history=True)
    pages = (
        personal_settings_screen(SPELLED, CATALOGUE.locales(), words),
        *(
            server_settings_screen(guild, PRESETS.names(), CATALOGUE.locales(), words, page)
            for page in SettingsPage
        ),
    )
    selects = [block for page in pages for block in page.blocks if isinstance(block, Select)]
    said = [choice.label for select in selects for choice in select.choices]
    said += [select.placeholder for select in selects]
    assert [text for text in said if len(text) > 31] == []


def test_the_help_names_no_button_that_is_not_there() -> None:
    """Before the first trick there is no last one."""
    for lines, is_there in (((), False), (("play AD", "play 8H", "play 7D"), True)):
        game = played(*TO_PLAY, *lines)
        seen, public = build_view(game, 0), build_view(game, None)
        assert ("last" in command_texts(board_screen(public, FACTS, EN))) is is_there
        assert ("Last trick" in shown(help_screen(seen, FACTS, EN))) is is_there
    done = build_view(played(*TO_PLAY, "claim 8 1 1", "accept", "accept"), 0)
    assert "Deal history" in labels(hand_screen(done, FACTS, EN))
    assert "Last trick" not in shown(help_screen(done, FACTS, EN))


BY_BALANCE = ShowRanking(
    RankingKind.BALANCE,
    2,
    "russian",
    "sochi",
    "2026-07",
    with_robots=False,
    known=Acquaintance.ANY,
    players=3,
)
LEADERS = RankingData(
    chosen=BY_BALANCE,
    rows=tuple(
        RankingRow(n, f"Player {n}", Balance(30 + n, n, 500 - 100 * n)) for n in range(1, 11)
    ),
    own=RankingRow(None, "Ana", Balance(1, 0, -20)),
    page=2,
    pages=3,
    families=("russian",),
    presets=("sochi", "leningrad"),
    seasons=("2026-07", "2026-06"),
    fewest=3,
)


@pytest.mark.parametrize("words", [EN, RU])
def test_the_ranking_turns_pages_and_knows_the_asker(words: Words) -> None:
    screen = ranking_screen(LEADERS, words)
    assert not faults(screen)
    turned = {deed_text(replace(BY_BALANCE, page=page)) for page in (1, 3)}
    assert turned <= command_texts(screen)
    assert "−20" in shown(screen)
    filters = filters_screen(LEADERS, words)
    assert not faults(filters)
    assert {type(parse_deed(deed)) for deed in command_texts(filters)} == {ShowRanking}
    assert deed_text(BY_BALANCE) in command_texts(filters)  # the way back
    for deed in command_texts(screen) | command_texts(filters):
        assert isinstance(parse_deed(deed), ShowRanking | ShowRankingFilters)
        assert deed_text(parse_deed(deed)) == deed
    assert {f"ranks {kind} 1 russian" for kind in RankingKind} <= {
        deed[: deed.index(" russian") + 8] for deed in command_texts(screen)
    }
    empty = replace(LEADERS, rows=(), own=None, page=1, pages=1, presets=(), seasons=())
    assert not faults(ranking_screen(empty, words))


def test_the_history_names_the_winner() -> None:
    left = PlayerResult("Boris", -31, 2, "left", None, 4)
    row = FinishedGame(9, 1700000000, "sochi", (PlayerResult("Ana", 31, 1), left), False)
    screen = history_screen([replace(row, game=n) for n in range(1, 11)], EN, 2, 3)
    assert "**Ana** +31, Boris −31 (left in deal 4)" in texts(screen)[1]
    assert {"history 1", "history 3"} <= command_texts(screen)
    assert not faults(screen)
    assert not faults(history_screen([], RU))


def height_on_a_phone(screen: Screen, words: Words) -> int:
    """Estimate the height in pixels, with 31 letters in a line of text."""
    text = [words.without_tiles(line) for body in texts(screen) for line in body.splitlines()]
    read = sum(-(-len(line) // 31) * 21 for line in text)
    return 150 + read + 44 * len(screen.blocks)


@pytest.mark.parametrize("words", [EN, RU])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_help_fits_the_screen_of_a_phone(words: Words, family: str) -> None:
    for topic in (HelpTopic.GAME, HelpTopic.WORTH, HelpTopic.WORDS):
        screen = general_help_screen(words, family, topic)
        assert height_on_a_phone(screen, words) <= 844, topic


@pytest.mark.parametrize("locale", CATALOGUE.locales())
def test_who_may_open_old_matches_can_be_read_in_the_closed_select(locale: str) -> None:
    """A wide window shows some forty letters of it, and the answer comes last."""
    words = CATALOGUE.words(locale)
    for who in ("yes", "no"):
        assert len(words.say("settings.history", value=words.say(f"history.{who}"))) <= 41
