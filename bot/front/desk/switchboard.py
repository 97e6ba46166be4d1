"""Dispatch of UI commands to handlers: one match for tables, one without."""

from typing import assert_never

from bot.deeds import etudes, lessons, lobby, looking, past, saved, server, settings, table, twice
from bot.deeds.server import ServerDeed
from bot.deeds.table import TableDeed
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
from bot.front.desk.context import Caller, Visit
from bot.front.desk.etudes import etude
from bot.front.desk.hint import hint
from bot.front.desk.lessons import learn
from bot.front.desk.profile import profile
from bot.front.desk.seats import in_lobby
from bot.refusals import Refused
from bot.render.facts import LeaderFilter


async def at_table(visit: Visit, deed: TableDeed) -> None:
    """Carry out a command of the table; an unreadable table can only be closed."""
    if (refusal := visit.table.unreadable) is not None:
        if not isinstance(deed, table.Close) or not visit.manages():
            raise Refused(refusal)
        await changing.set_aside(visit)
        return
    match deed:
        case table.Join():
            await changing.join(visit)
        case table.Leave() | table.GetUp():
            await changing.leave(visit, deed)
        case table.AddRobot(level):
            await changing.add_robot(visit, level)
        case table.SetLevel(level):
            await changing.set_level(visit, level)
        case table.Start():
            await changing.start(visit)
        case (
            lobby.Seats()
            | lobby.Sit()
            | lobby.Remove()
            | lobby.StartFilled()
            | lobby.Invite()
            | lobby.Come()
        ):
            await in_lobby(visit, deed)
        case table.SetClock(clock):
            await changing.set_clock(visit, clock)
        case table.SetFriendly(friendly):
            await changing.set_friendly(visit, friendly=friendly)
        case table.HouseRules():
            await agreements.house(visit)
        case table.HouseGroup(group):
            await agreements.house(visit, group)
        case table.HouseOption(group, option):
            await agreements.house(visit, group, option)
        case table.SetOption(option, value):
            await agreements.change(visit, option, value)
        case saved.SaveRules():
            await agreements.ask_name(visit)
        case saved.SavedRules():
            await agreements.show_saved(visit)
        case saved.DropRules(digest):
            await agreements.drop(visit, digest)
        case table.ShowHand() | table.Confirm():  # fewer than two cards are marked: a stale hand
            await showing.hand(visit)
        case table.Why():
            await showing.why(visit)
        case table.Pick(cards):  # the buttons alone carry the marks
            await visit.show_hand(picked=cards)
        case table.Hint():
            await hint(visit)
        case table.Claim(tricks):
            await showing.claim(visit, tricks)
        case twice.Twice(action):
            await showing.twice(visit, action)
        case twice.TakeBack(line):
            await changing.take_back(visit, line)
        case table.NextDeal():
            await changing.next_deal(visit)
        case table.Back():
            await changing.back(visit)
        case table.Rematch():
            await changing.rematch(visit)
        case table.Cut(deal):
            await fairness.ask_word(visit, deal)
        case table.Verify(deal):
            await fairness.verify(visit, deal)
        case table.Pause():
            await changing.pause(visit)
        case table.Resume():
            await changing.resume(visit)
        case table.Stop(is_sure):
            await changing.stop(visit, is_sure=is_sure)
        case table.Vote():
            await changing.vote(visit, deed)
        case table.GiveSeat(seat):
            await giving.ask(visit, seat)
        case table.GiveTo(seat, user_id):
            await giving.propose(visit, seat, user_id)
        case table.Close(how):
            await changing.close(visit, how)
        case looking.ShowScore():
            await showing.score(visit)
        case looking.ShowSettlement():
            await showing.settlement(visit)
        case looking.ShowLast():
            await showing.last(visit)
        case looking.ShowRules(page):
            await showing.rules(visit, page or 0)
        case looking.ShowMore():
            await showing.more(visit)
        case server.Help():
            await showing.help_here(visit)
        case server.History(page):
            await history.matches(visit, page or 1)
        case past.ShowMatch(page):
            await history.match(visit, page or 1)
        case past.ShowDeal(deal):
            await history.deal(visit, deal)
        case past.Replay():
            await history.replay(visit, deed)
        case past.ShareDeal():
            await history.share(visit, deed)
        case server.HelpOn(family, topic):
            await pages.help_on(visit, family, topic)
        case looking.Analyse(deal):
            await postmortem.analyse(visit, deal)
        case looking.BestLine(deal):
            await postmortem.best_line(visit, deal)
        case looking.Walk() | looking.NextMistake():
            await postmortem.walk(visit, deed)
        case _:
            assert_never(deed)


async def anywhere(caller: Caller, deed: ServerDeed) -> None:
    """Carry out a command that needs no table."""
    match deed:
        case server.Help():
            await pages.help_in_general(caller)
        case server.HelpOn(family, topic):
            await pages.help_on(caller, family, topic)
        case server.MyHand(game):
            if (visit := await own_tables.meant(caller, game)) is not None:
                await at_table(visit, table.ShowHand())
        case lessons.Learn() | lessons.LearnAt() | lessons.LearnTry() | lessons.PlayAlone():
            await learn(caller, deed)
        case server.Leaders():
            await pages.leaders(caller, 1, LeaderFilter())
        case server.LeadersPage(page, family, preset, season, with_robots, of_two):
            chosen = LeaderFilter(family, preset, season, with_robots, of_two)
            await pages.leaders(caller, page, chosen)
        case server.History(page):
            await history.matches(caller, page or 1)
        case server.OpenMatch(game):
            await history.open_match(caller, game)
        case server.Profile(user_id):
            await profile(caller, user_id)
        case settings.OwnSettings():
            await own.own_settings(caller)
        case settings.ServerSettings():
            await pages.server_settings(caller)
        case (
            settings.OwnLanguage()
            | settings.OwnSummoning()
            | settings.OwnQuiet()
            | settings.OwnZone()
            | settings.OwnText()
            | settings.OwnFaces()
            | settings.OwnPictures()
        ):
            await own.own(caller, deed)
        case (
            settings.ServerLanguage()
            | settings.ServerPreset()
            | settings.ServerClock()
            | settings.ServerThreads()
            | settings.ServerFaces()
            | settings.ServerPictures()
            | settings.ServerHistory()
            | settings.ServerZone()
            | settings.ServerRole()
            | settings.ServerLimit()
        ):
            await pages.server(caller, deed)
        case server.Privacy():
            await privacy.stored(caller)
        case server.Export():
            await privacy.export(caller)
        case server.Forget(is_sure):
            await privacy.forget(caller, is_sure=is_sure)
        case server.WeeklyTables():
            await weekly.tables(caller)
        case server.WeeklyRemove(number):
            await weekly.remove(caller, number)
        case saved.SavedRules():
            await agreements.show_saved(caller)
        case saved.DropRules(digest):
            await agreements.drop(caller, digest)
        case (
            etudes.EtudeLast()
            | etudes.EtudeNew()
            | etudes.EtudeOpen()
            | etudes.EtudePlay()
            | etudes.EtudeBack()
            | etudes.EtudeAgain()
            | etudes.EtudeSolution()
            | etudes.EtudeDaily()
            | etudes.EtudeShare()
        ):
            await etude(caller, deed)
        case _:
            assert_never(deed)
