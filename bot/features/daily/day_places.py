"""Rows of a standing: names, gains and a square for each deal, and what made the first place."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.features.daily.comparison import CourseScore, highlights
from bot.model.values import Record
from bot.render.formatting import bold, format_signed, format_tenths, small_print
from bot.render.words import Words

_MOST_ROWS: Final = 15
_GOOD, _BAD, _EVEN = "🟩", "🟥", "🟨"
_EVEN_GAIN: Final = 5.0  # points; a gain within it is neither good nor bad


class NamedScore(Record):
    """A row of a standing; ``name`` is safe to show."""

    name: str
    score: CourseScore


def ranking_lines(
    here: Sequence[NamedScore], words: Words, *, by_share: bool, user_id: int | None = None
) -> Iterator[str]:
    """Yield a line for each of the first places of a standing, and how many more there are.

    The place of ``user_id`` is shown wherever it is.
    """
    places = place_lines(here, words, by_share=by_share)
    shown = [line for _, line in places[:_MOST_ROWS]]
    shown += [line for row, line in places[_MOST_ROWS:] if row.score.user_id == user_id]
    yield from shown
    if by_share:
        yield small_print(words.say("daily.percent"))
    if more := len(places) - len(shown):
        yield small_print(words.say_plural("daily.more", more))


def place_lines(
    here: Sequence[NamedScore], words: Words, *, by_share: bool = False
) -> list[tuple[NamedScore, str]]:
    """Return each place with its line, the best first; equal results share a place.

    Places count the people of this standing alone.
    """
    rows = sorted(here, key=partial(_place, by_share=by_share))
    ranks = [_place(row, by_share)[0] for row in rows]
    said = [f"{bold(row.name)} · {_result(row, by_share, words)}" for row in rows]
    return [
        (row, f"{1 + bisect_left(ranks, rank)}\\. {line}")
        for row, rank, line in zip(rows, ranks, said, strict=True)
    ]


def _place(row: NamedScore, by_share: bool) -> tuple[int, int]:
    return (row.score.share_rank if by_share else row.score.rank, row.score.user_id)


def _result(row: NamedScore, by_share: bool, words: Words) -> str:
    if by_share:
        return f"{format_share(row.score.share)} %"
    return format_tenths(row.score.gain, words)


def format_share(share: float) -> str:
    """Return a part of a hundred as a whole number."""
    return str(round(share))


def why_first(here: Sequence[NamedScore], words: Words) -> str:
    """Return up to three sentences that explain the first place of a standing by its deals."""
    first = min(here, key=partial(_place, by_share=False))
    best, second, worst = highlights(first.score)
    if best.gain <= 0:  # equal courses, or nobody else
        return ""
    said = []
    for key, deal, is_telling in (
        ("best", best, True),
        ("second", second, second is not best and second.gain > 0),
        ("worst", worst, worst.gain < 0),
    ):
        if not is_telling:
            continue
        said.append(
            words.say(
                f"daily.why.{key}",
                name=first.name,
                number=deal.number,
                points=format_signed(deal.points),
                mean=format_tenths(deal.mean, words),
                gain=format_tenths(deal.gain, words),
            )
        )
    return small_print(" ".join(said))


def marks(score: CourseScore) -> str:
    """Return a square for each deal: nothing of the cards."""
    return "".join(
        _EVEN if abs(deal.gain) <= _EVEN_GAIN else _GOOD if deal.gain > 0 else _BAD
        for deal in score.deals
    )
