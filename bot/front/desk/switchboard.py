"""Dispatch of UI commands to handlers: one match for tables, one without."""

from typing import assert_never

from bot.deeds import etudes, lessons, lobby, looking, past, saved, server, settings, table, twice
from bot.deeds.server import ServerCommand
from bot.deeds.table import TableCommand
from bot.front.desk import (
    agreements,
    changing,
    fairness,
    giving,
    history,
    own,
    own_tables,
    pages,
    postmortem,
    privacy,
    showing,
    weekly,
)
from bot.front.desk.context import Context, TableContext
from bot.front.desk.etudes import run_problem_command
from bot.front.desk.hint import show_hint
from bot.front.desk.lessons import run_lesson_command
from bot.front.desk.profile import show_profile
from bot.front.desk.seats import run_lobby_command
from bot.refusals import Refused
from bot.render.facts import LeaderboardFilter


async def run_table_command(context: TableContext, command: TableCommand) -> None:
    """Carry out a command of the table; an unreadable table can only be closed."""
    if (refusal := context.table.load_refusal) is not None:
        if not isinstance(command, table.CloseTable) or not context.can_manage():
            raise Refused(refusal)
        await changing.close_unreadable(context)
        return
    match command:
        case table.JoinTable():
            await changing.join_table(context)
        case table.LeaveTable() | table.ConfirmLeave():
            await changing.leave_table(context, command)
        case table.AddRobot(level):
            await changing.add_robot_to_lobby(context, level)
        case table.SetLevel(level):
            await changing.set_robot_level(context, level)
        case table.StartGame():
            await changing.start_game(context)
        case (
            lobby.ShowSeats()
            | lobby.TakeSeat()
            | lobby.RemoveFromSeat()
            | lobby.StartWithRobots()
            | lobby.InviteUser()
            | lobby.AcceptInvitation()
        ):
            await run_lobby_command(context, command)
        case table.SetClock(clock):
            await changing.set_table_clock(context, clock)
        case table.SetFriendly(friendly):
            await changing.set_table_friendly(context, friendly=friendly)
        case table.ShowHouseRules():
            await agreements.show_house_rules(context)
        case table.ShowHouseRuleGroup(group):
            await agreements.show_house_rules(context, group)
        case table.ShowHouseRule(group, option):
            await agreements.show_house_rules(context, group, option)
        case table.SetHouseRule(option, value):
            await agreements.set_house_rule(context, option, value)
        case saved.SaveRules():
            await agreements.ask_rules_name(context)
        case saved.ShowSavedRules():
            await agreements.show_saved_rules(context)
        case saved.DeleteSavedRules(digest):
            await agreements.delete_saved_rules(context, digest)
        case (
            table.ShowHand() | table.DiscardPlaceholder()
        ):  # fewer than two cards are marked: a stale hand
            await showing.show_hand_page(context)
        case table.ExplainBarredActions():
            await showing.show_barred_actions(context)
        case table.MarkDiscard(cards):  # the buttons alone carry the marks
            await context.show_hand(picked=cards)
        case table.ShowHint():
            await show_hint(context)
        case table.ClaimTricks(tricks):
            await showing.ask_claim(context, tricks)
        case twice.ConfirmAction(action):
            await showing.confirm_action(context, action)
        case twice.TakeBackLastAction(line):
            await changing.take_back_last_action(context, line)
        case table.NextDeal():
            await changing.deal_next(context)
        case table.ReturnToSeat():
            await changing.return_to_table(context)
        case table.OpenRematch():
            await changing.open_rematch(context)
        case table.CutDeck(deal):
            await fairness.ask_cut_word(context, deal)
        case table.VerifyDeck(deal):
            await fairness.show_deck_check(context, deal)
        case table.ProposePause():
            await changing.propose_pause(context)
        case table.ResumeGame():
            await changing.resume_game(context)
        case table.ProposeStop(is_sure):
            await changing.propose_stop(context, is_confirmed=is_sure)
        case table.CastVote():
            await changing.answer_vote(context, command)
        case table.ChooseSuccessor(seat):
            await giving.ask_successor(context, seat)
        case table.OfferSeat(seat, user_id):
            await giving.offer_seat_to(context, seat, user_id)
        case table.CloseTable(how):
            await changing.close_table(context, how)
        case looking.ShowScore():
            await showing.show_score(context)
        case looking.ShowSettlement():
            await showing.show_settlement(context)
        case looking.ShowLastTrick():
            await showing.show_last_trick(context)
        case looking.ShowRules(page):
            await showing.show_rules(context, page or 0)
        case looking.ShowMorePage():
            await showing.show_more(context)
        case server.ShowHelp():
            await showing.show_table_help(context)
        case server.ShowHistory(page):
            await history.show_matches(context, page or 1)
        case past.ShowMatch(page):
            await history.show_match(context, page or 1)
        case past.ShowDeal(deal):
            await history.show_deal(context, deal)
        case past.ReplayDeal():
            await history.show_replay(context, command)
        case past.ShareDeal():
            await history.share_position(context, command)
        case server.ShowHelpPage(family, topic):
            await pages.show_help_page(context, family, topic)
        case looking.ShowPostMortem(deal):
            await postmortem.show_post_mortem(context, deal)
        case looking.ShowBestLine(deal):
            await postmortem.show_best_line(context, deal)
        case looking.StepThroughDeal() | looking.ShowNextMistake():
            await postmortem.show_position(context, command)
        case _:
            assert_never(command)


async def run_server_command(context: Context, command: ServerCommand) -> None:
    """Carry out a command that needs no table."""
    match command:
        case server.ShowHelp():
            await pages.show_help(context)
        case server.ShowHelpPage(family, topic):
            await pages.show_help_page(context, family, topic)
        case server.ShowMyHand(game):
            if (visit := await own_tables.find_own_table(context, game)) is not None:
                await run_table_command(visit, table.ShowHand())
        case (
            lessons.StartLesson()
            | lessons.OpenLesson()
            | lessons.AnswerLesson()
            | lessons.PlayLessonTable()
        ):
            await run_lesson_command(context, command)
        case server.ShowLeaderboard():
            await pages.show_leaderboard(context, 1, LeaderboardFilter())
        case server.ShowLeaderboardPage(page, family, preset, season, with_robots, of_two):
            chosen = LeaderboardFilter(family, preset, season, with_robots, of_two)
            await pages.show_leaderboard(context, page, chosen)
        case server.ShowHistory(page):
            await history.show_matches(context, page or 1)
        case server.OpenMatch(game):
            await history.open_match(context, game)
        case server.ShowProfile(user_id):
            await show_profile(context, user_id)
        case settings.ShowOwnSettings():
            await own.show_own_settings(context)
        case settings.ShowServerSettings():
            await pages.show_server_settings(context)
        case (
            settings.SetOwnLanguage()
            | settings.SetOwnNotifications()
            | settings.SetOwnQuietHours()
            | settings.SetOwnTimeZone()
            | settings.SetOwnCardNames()
            | settings.SetOwnFaces()
            | settings.SetOwnPictures()
        ):
            await own.change_own_setting(context, command)
        case (
            settings.SetServerLanguage()
            | settings.SetServerPreset()
            | settings.SetServerClock()
            | settings.SetServerThreads()
            | settings.SetServerFaces()
            | settings.SetServerPictures()
            | settings.SetServerHistory()
            | settings.SetServerTimeZone()
            | settings.SetServerRole()
            | settings.SetServerLimit()
        ):
            await pages.change_server_settings(context, command)
        case server.ShowPrivacy():
            await privacy.show_stored_data(context)
        case server.ExportMyData():
            await privacy.export_data(context)
        case server.EraseMyData(is_sure):
            await privacy.erase_data(context, is_confirmed=is_sure)
        case server.ShowWeeklyTables():
            await weekly.show_weekly_tables(context)
        case server.DeleteWeeklyTable(number):
            await weekly.delete_weekly_table(context, number)
        case saved.ShowSavedRules():
            await agreements.show_saved_rules(context)
        case saved.DeleteSavedRules(digest):
            await agreements.delete_saved_rules(context, digest)
        case (
            etudes.ResumeProblem()
            | etudes.NewProblem()
            | etudes.OpenProblem()
            | etudes.PlayProblemCard()
            | etudes.TakeBackProblemCard()
            | etudes.RestartProblem()
            | etudes.ShowSolution()
            | etudes.ShowDailyProblem()
            | etudes.ShareDailyProblem()
        ):
            await run_problem_command(context, command)
        case _:
            assert_never(command)
