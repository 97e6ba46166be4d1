"""The log of every table as the engine reads it, and what must be true of the whole file."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.engine.game import Game, apply_action, new_game
from bot.engine.notation import parse_action
from bot.presets import parse_rules
from tools.siege.bot_process import BotProcess
from tools.siege.shapes import Json, stamps

GAPS = (
    "SELECT count(*) FROM game WHERE version <> (SELECT count(*) FROM line"
    " WHERE line.game_id = game.game_id) OR version <> (SELECT coalesce(max(version) + 1, 0)"
    " FROM line WHERE line.game_id = game.game_id)"
)
SCORES = (
    "SELECT count(*) FROM (SELECT sum(balance) AS total, count(DISTINCT seat) AS seats,"
    " count(*) AS rows FROM result GROUP BY game_id) WHERE total <> 0 OR seats <> rows"
)
HALF_MADE = (
    "SELECT count(*) FROM game WHERE status = 'lobby' AND (deadline IS NULL OR NOT EXISTS"
    " (SELECT 1 FROM sitting WHERE sitting.game_id = game.game_id))"
)


class Moment(NamedTuple):
    """The state of a table that a public message shows."""

    is_open: bool
    deals: int
    ended: bool


LOBBY: Final = Moment(is_open=False, deals=0, ended=False)


class LogChecks:
    """Read on from where it was; a replay of what is stored, apart from the bot's memory."""

    def __init__(self, fort: BotProcess) -> None:
        self.fort = fort
        self._games: dict[int, Game] = {}
        self._moments: dict[int, list[Moment]] = {}

    def game(self, game_id: int) -> Game:
        """Its newest state."""
        if game_id not in self._games:
            ((rules,),) = self.fort.read("SELECT rules FROM game WHERE game_id = ?", game_id)
            self._games[game_id] = new_game(parse_rules(rules))
            self._moments[game_id] = [_moment(self._games[game_id])]
        for seat, text in self.lines(game_id, self._games[game_id].version):
            self._games[game_id] = apply_action(self._games[game_id], seat, parse_action(text))
            self._moments[game_id].append(_moment(self._games[game_id]))
        return self._games[game_id]

    def forget(self) -> None:
        """Another file lies there now."""
        self._games.clear()
        self._moments.clear()

    def lines(self, game_id: int, since: int = 0) -> list[tuple[int, str]]:
        """Seats and texts of the log."""
        sql = "SELECT seat, text FROM line WHERE game_id = ? AND version >= ? ORDER BY version"
        return [(seat, text) for seat, text in self.fort.read(sql, game_id, since)]

    def said(self, game_id: int) -> int:
        """Return the number of log lines written by people."""
        sql = "SELECT count(*) FROM line WHERE game_id = ? AND \"by\" GLOB '[1-9]*'"
        ((count,),) = self.fort.read(sql, game_id)
        return int(count)

    def moment(self, game_id: int, version: int) -> Moment | None:
        """Return the table's state at that version; None if the log does not have it."""
        self.game(game_id)
        moments = self._moments[game_id]
        return moments[version] if version < len(moments) else None

    def posts_too_many(self, posted: Iterable[Json]) -> Counter[Moment]:
        """Count the public messages that repeat another one of the same table."""
        said: Counter[tuple[int, Moment]] = Counter()
        for message in posted:
            for game_id, version in stamps(message).items():
                if (moment := self.moment(game_id, version)) is not None:
                    said[game_id, moment] += 1
        found = Counter[Moment]()
        for (_, moment), count in said.items():  # the end of a match has two: its deal, and itself
            found[moment] += max(0, count - (2 if moment.ended else 1))
        return found

    def behind(self) -> list[int]:
        """Tables whose newest public message is not what is stored."""
        sql = "SELECT game_id, message_id, version FROM game WHERE status IN ('lobby', 'playing')"
        messages = self.fort.world.messages
        return [
            game_id
            for game_id, message, version in self.fort.read(sql)
            if stamps(messages.get(str(message), {})).get(game_id) != version
        ]


def _moment(game: Game) -> Moment:
    return Moment(game.deal is not None, game.carry.number, game.ended)
