"""A league as loaded from the store, with the names of its members, for pages and the runner."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

from bot.discord_ui.handlers.context import Services
from bot.discord_ui.start_times import zone_of
from bot.features.leagues.formats import parse_plan
from bot.features.leagues.league_log import LeagueLine, LeagueState, replay
from bot.features.leagues.league_screens import LeaguePageData
from bot.presets import parse_rules, rules_text
from bot.store.queries.leagues import LeagueRow


@dataclass(frozen=True, slots=True)
class LoadedLeague:
    """A league at its newest line; ``users`` and ``names`` (safe ones) are by number."""

    row: LeagueRow
    state: LeagueState
    lines: tuple[LeagueLine, ...]
    users: Mapping[int, int]
    names: Mapping[int, str]
    authors: Mapping[int, str]  # names of the people behind lines, by user id
    zone: tzinfo
    services: Services

    @property
    def channel_id(self) -> int:
        """The channel in which tables are opened and news posted."""
        return self.state.channel or self.row.channel_id

    def number_of(self, user_id: int) -> int | None:
        """Return the number of a person in the league; None if they have none."""
        return next((number for number, user in self.users.items() if user == user_id), None)

    def rules_of(self, round_number: int, players: int) -> str:
        """Return the rules of a round's table as text, for so many players."""
        text = self.state.plan.rules_of(round_number)
        rules = parse_rules(text)
        if rules.players == players:
            return text
        presets = self.services.presets
        changes = {**dict(presets.differences(rules)), "players": players}
        return rules_text(presets.rules(rules.preset, **changes))

    def page_data(self) -> LeaguePageData:
        """Return what the pages of the league show."""
        now = self.services.tables.services.now()
        return LeaguePageData(
            league_id=self.row.league_id,
            name=self.row.name,
            state=self.state,
            lines=self.lines,
            channel_id=self.channel_id,
            names=self.names,
            authors=self.authors,
            zone=self.zone,
            now=now,
        )


async def load_league(services: Services, league_id: int) -> LoadedLeague | None:
    """Return a league; None for an unknown id.  Raises StorageTrouble."""
    stored = await services.store.leagues.get(league_id)
    if stored is None:
        return None
    guild = await services.store.preferences.guild(stored.row.guild_id)
    lines = tuple(LeagueLine(*line) for line in stored.lines)
    names = {number: await services.names.name_of(user) for number, user in stored.users.items()}
    authors = {one.by: await services.names.name_of(one.by) for one in lines if one.by}
    return LoadedLeague(
        *(stored.row, replay(parse_plan(stored.row.plan), lines), lines, stored.users, names),
        *(authors, zone_of(guild.zone), services),
    )
