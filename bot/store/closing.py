"""The rows that a line closes, in the columns of the hash chain: everything here is in its link."""

from collections.abc import Iterator, Mapping

from bot.store import chain
from bot.store.chain import ClosedRows
from bot.store.rows import GameRow, LogEntry, StoredPosting, TableSnapshot


def rows_closed_by(entry: LogEntry, after: TableSnapshot, numbers: Mapping[int, int]) -> ClosedRows:
    """Return the rows ``entry`` closes.

    ``after`` is the table snapshot after the line, ``numbers`` are the player numbers of the game.
    """
    return ClosedRows(
        list(_deals(entry)),
        list(_postings(entry)),
        list(_results(entry, after.row, numbers)),
        list(_cuts(entry, after)),
    )


def _deals(entry: LogEntry) -> Iterator[chain.ChainRow]:
    line = entry.line
    if (closed := entry.closing) is not None:
        yield line.deal, line.version, closed.summary, closed.carry, line.at


def _postings(entry: LogEntry) -> Iterator[chain.ChainRow]:
    """Yield postings added to an earlier deal, with their line's version, then the deal's own."""
    if (added := entry.addition) is not None:
        for n, p in enumerate(added.postings, start=added.first):
            yield added.deal, n, *_posting(p), entry.line.version
    if (closed := entry.closing) is not None:
        for n, p in enumerate(closed.postings):
            yield entry.line.deal, n, *_posting(p), None


def _posting(p: StoredPosting) -> chain.ChainRow:
    return p.account, p.seat, p.against, p.amount, p.why, p.count, p.unit


def _results(entry: LogEntry, row: GameRow, numbers: Mapping[int, int]) -> Iterator[chain.ChainRow]:
    if (final := entry.final) is None:
        return
    tags = (final.family, final.preset, final.season, int(final.with_robots), entry.line.at)
    for s in final.scores:
        player = s.player if s.user_id is None else numbers[s.user_id]
        part = (s.part or None, s.mark, s.first_deal, s.last_deal)
        yield s.seat, player, s.robot, s.balance, s.place, row.guild_id, *tags, *part


def _cuts(entry: LogEntry, after: TableSnapshot) -> Iterator[chain.ChainRow]:
    """Yield the ingredients of the deck that this line deals."""
    line, shuffle = entry.line, after.shuffle
    if chain.is_deck_line(line.text) and shuffle is not None and shuffle.deal == line.deal:
        yield shuffle.deal, shuffle.seed.hex(), shuffle.words
