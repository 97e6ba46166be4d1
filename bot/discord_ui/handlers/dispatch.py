"""Dispatch of UI commands to handlers: one match for tables, one without."""

from typing import assert_never

from bot.discord_ui.handlers import (
    analysis_pages,
    deck_checks,
    handover,
    match_history,
    personal_data,
    server_pages,
    table_changes,
    table_pages,
    table_rules,
    weekly_handlers,
)
from bot.discord_ui.handlers.analysis_pages import show_hint
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.lesson_pages import run_lesson_command
from bot.discord_ui.handlers.lobby_handlers import run_lobby_command
from bot.discord_ui.handlers.problem_practice import run_problem_command
from bot.discord_ui.handlers.server_pages import show_profile
from bot.model.refusals import Refused
from bot.render.screen_data import LeaderboardFilter
from bot.ui_commands import play_commands, practice_commands, server_commands, view_commands
from bot.ui_commands.play_commands import TableCommand
from bot.ui_commands.server_commands import ServerCommand


async def run_table_command(context: TableContext, command: TableCommand) -> None:
    """Carry out a command of the table; an unreadable table can only be closed."""
    if (refusal := context.table.load_refusal) is not None:
        if not isinstance(command, play_commands.CloseTable) or not context.can_manage():
            raise Refused(refusal)
        await table_changes.close_unreadable(context)
        return
    match command:
        case play_commands.JoinTable():
            await table_changes.join_table(context)
        case play_commands.LeaveTable() | play_commands.ConfirmLeave():
            await table_changes.leave_table(context, command)
        case play_commands.AddRobot(level):
            await table_changes.add_robot_to_lobby(context, level)
        case play_commands.SetLevel(level):
            await table_changes.set_robot_level(context, level)
        case play_commands.StartGame():
            await table_changes.start_game(context)
        case (
            play_commands.ShowSeats()
            | play_commands.TakeSeat()
            | play_commands.RemoveFromSeat()
            | play_commands.StartWithRobots()
            | play_commands.InviteUser()
            | play_commands.AcceptInvitation()
        ):
            await run_lobby_command(context, command)
        case play_commands.SetClock(clock):
            await table_changes.set_table_clock(context, clock)
        case play_commands.SetFriendly(friendly):
            await table_changes.set_table_friendly(context, friendly=friendly)
        case play_commands.ShowHouseRules():
            await table_rules.show_house_rules(context)
        case play_commands.ShowHouseRuleGroup(group):
            await table_rules.show_house_rules(context, group)
        case play_commands.ShowHouseRule(group, option):
            await table_rules.show_house_rules(context, group, option)
        case play_commands.SetHouseRule(option, value):
            await table_rules.set_house_rule(context, option, value)
        case server_commands.SaveRules():
            await table_rules.ask_rules_name(context)
        case server_commands.ShowSavedRules():
            await table_rules.show_saved_rules(context)
        case server_commands.DeleteSavedRules(digest):
            await table_rules.delete_saved_rules(context, digest)
        case (
            play_commands.ShowHand() | play_commands.DiscardPlaceholder()
        ):  # fewer than two cards are marked: a stale hand
            await table_pages.show_hand_page(context)
        case play_commands.ExplainBarredActions():
            await table_pages.show_barred_actions(context)
        case play_commands.MarkDiscard(cards):  # the buttons alone carry the marks
            await context.show_hand(picked=cards)
        case play_commands.ShowHint():
            await show_hint(context)
        case play_commands.ClaimTricks(tricks):
            await table_pages.ask_claim(context, tricks)
        case play_commands.ConfirmAction(action):
            await table_pages.confirm_action(context, action)
        case play_commands.TakeBackLastAction(line):
            await table_changes.take_back_last_action(context, line)
        case play_commands.NextDeal():
            await table_changes.deal_next(context)
        case play_commands.ReturnToSeat():
            await table_changes.return_to_table(context)
        case play_commands.OpenRematch():
            await table_changes.open_rematch(context)
        case play_commands.CutDeck(deal):
            await deck_checks.ask_cut_word(context, deal)
        case play_commands.VerifyDeck(deal):
            await deck_checks.show_deck_check(context, deal)
        case play_commands.ProposePause():
            await table_changes.propose_pause(context)
        case play_commands.ResumeGame():
            await table_changes.resume_game(context)
        case play_commands.ProposeStop(is_sure):
            await table_changes.propose_stop(context, is_confirmed=is_sure)
        case play_commands.CastVote():
            await table_changes.answer_vote(context, command)
        case play_commands.ChooseSuccessor(seat):
            await handover.ask_successor(context, seat)
        case play_commands.OfferSeat(seat, user_id):
            await handover.offer_seat_to(context, seat, user_id)
        case play_commands.CloseTable(how):
            await table_changes.close_table(context, how)
        case view_commands.ShowScore():
            await table_pages.show_score(context)
        case view_commands.ShowSettlement():
            await table_pages.show_settlement(context)
        case view_commands.ShowLastTrick():
            await table_pages.show_last_trick(context)
        case view_commands.ShowRules(page):
            await table_pages.show_rules(context, page or 0)
        case view_commands.ShowMorePage():
            await table_pages.show_more(context)
        case server_commands.ShowHelp():
            await table_pages.show_table_help(context)
        case server_commands.ShowHistory(page):
            await match_history.show_matches(context, page or 1)
        case view_commands.ShowMatch(page):
            await match_history.show_match(context, page or 1)
        case view_commands.ShowDeal(deal):
            await match_history.show_deal(context, deal)
        case view_commands.ReplayDeal():
            await match_history.show_replay(context, command)
        case view_commands.ShareDeal():
            await match_history.share_position(context, command)
        case server_commands.ShowHelpPage(family, topic):
            await server_pages.show_help_page(context, family, topic)
        case view_commands.ShowPostMortem(deal):
            await analysis_pages.show_post_mortem(context, deal)
        case view_commands.ShowBestLine(deal):
            await analysis_pages.show_best_line(context, deal)
        case view_commands.StepThroughDeal() | view_commands.ShowNextMistake():
            await analysis_pages.show_position(context, command)
        case _:
            assert_never(command)


async def run_server_command(context: Context, command: ServerCommand) -> None:
    """Carry out a command that needs no table."""
    match command:
        case server_commands.ShowHelp():
            await server_pages.show_help(context)
        case server_commands.ShowHelpPage(family, topic):
            await server_pages.show_help_page(context, family, topic)
        case server_commands.ShowMyHand(game):
            if (visit := await table_pages.find_own_table(context, game)) is not None:
                await run_table_command(visit, play_commands.ShowHand())
        case (
            practice_commands.StartLesson()
            | practice_commands.OpenLesson()
            | practice_commands.AnswerLesson()
            | practice_commands.PlayLessonTable()
        ):
            await run_lesson_command(context, command)
        case server_commands.ShowLeaderboard():
            await server_pages.show_leaderboard(context, 1, LeaderboardFilter())
        case server_commands.ShowLeaderboardPage(page, family, preset, season, with_robots, of_two):
            chosen = LeaderboardFilter(family, preset, season, with_robots, of_two)
            await server_pages.show_leaderboard(context, page, chosen)
        case server_commands.ShowHistory(page):
            await match_history.show_matches(context, page or 1)
        case server_commands.OpenMatch(game):
            await match_history.open_match(context, game)
        case server_commands.ShowProfile(user_id):
            await show_profile(context, user_id)
        case server_commands.ShowOwnSettings():
            await server_pages.show_own_settings(context)
        case server_commands.ShowServerSettings():
            await server_pages.show_server_settings(context)
        case (
            server_commands.SetOwnLanguage()
            | server_commands.SetOwnNotifications()
            | server_commands.SetOwnQuietHours()
            | server_commands.SetOwnTimeZone()
            | server_commands.SetOwnCardNames()
            | server_commands.SetOwnFaces()
            | server_commands.SetOwnPictures()
        ):
            await server_pages.change_own_setting(context, command)
        case (
            server_commands.SetServerLanguage()
            | server_commands.SetServerPreset()
            | server_commands.SetServerClock()
            | server_commands.SetServerThreads()
            | server_commands.SetServerFaces()
            | server_commands.SetServerPictures()
            | server_commands.SetServerHistory()
            | server_commands.SetServerTimeZone()
            | server_commands.SetServerRole()
            | server_commands.SetServerLimit()
        ):
            await server_pages.change_server_settings(context, command)
        case server_commands.ShowPrivacy():
            await personal_data.show_stored_data(context)
        case server_commands.ExportMyData():
            await personal_data.export_data(context)
        case server_commands.EraseMyData(is_sure):
            await personal_data.erase_data(context, is_confirmed=is_sure)
        case server_commands.ShowWeeklyTables():
            await weekly_handlers.show_weekly_tables(context)
        case server_commands.DeleteWeeklyTable(number):
            await weekly_handlers.delete_weekly_table(context, number)
        case server_commands.ShowSavedRules():
            await table_rules.show_saved_rules(context)
        case server_commands.DeleteSavedRules(digest):
            await table_rules.delete_saved_rules(context, digest)
        case (
            practice_commands.ResumeProblem()
            | practice_commands.NewProblem()
            | practice_commands.OpenProblem()
            | practice_commands.PlayProblemCard()
            | practice_commands.TakeBackProblemCard()
            | practice_commands.RestartProblem()
            | practice_commands.ShowSolution()
            | practice_commands.ShowDailyProblem()
            | practice_commands.ShareDailyProblem()
        ):
            await run_problem_command(context, command)
        case _:
            assert_never(command)
