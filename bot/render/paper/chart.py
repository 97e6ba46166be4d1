"""Line charts and bar charts as plain data.

Names at the right end tell lines apart, in the order of the last values; where one is too long for
that, all of them stand below the lines.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from bot.model.values import Record
from bot.render.formatting import format_signed
from bot.render.paper import picture_text
from bot.render.screen import unescaped_name
from bot.render.shapes import PLAYER_INKS, Area, Box, Ink, Picture, Point, Shape, Stroke

MOST_POINTS: Final = 28  # points of a line, limited by the alt text, which lists all values

_WIDTH: Final = 600
_EDGE, _GAP = 9, 8
_HEAD, _AIR, _PLOT, _FOOT = 42, 14, 270, 46  # pixels from the top down
_TITLE, _NAME, _SMALL = 27, 24, 21  # text sizes; 20 are nine pixels in a message on a telephone
_SMALLEST: Final = 19  # of a name as long as Discord allows
_NAME_ROW: Final = 32
_NAMES, _MOST_NAMES = 190, 250  # pixels right of the lines
_STEPS: Final = 7  # grid lines at most
_LINE: Final = 4  # width of a series
_ROW, _BAR, _LABELS, _COUNTS = 42, 26, 190, 124


class ChartSeries(NamedTuple):
    """One line of a chart: a name and a value for each point."""

    name: str
    values: tuple[int, ...]


class BarShare(NamedTuple):
    """One bar of a chart: ``part`` out of ``whole``."""

    name: str
    part: int
    whole: int


class _Plot(Record):
    """The plot area; it maps points and values to pixels."""

    box: Box
    levels: range
    points: int

    def at(self, point: int, value: int) -> Point:
        return self.x(point), self.y(value)

    def x(self, point: int) -> int:
        return self.box.left + point * (self.box.width - 1) // max(1, self.points - 1)

    def y(self, value: int) -> int:
        low, high = self.levels[0], self.levels[-1]
        return self.box.bottom - 1 - (value - low) * (self.box.height - 1) // (high - low)


def shown_points(last: int) -> tuple[int, ...]:
    """Return the points from 0 to ``last`` to show: all, or every n-th and the last."""
    step = max(1, -(-last // MOST_POINTS))
    return (*range(0, last, step), last)


# lines --------------------------------------------------------------------------------------


def line_chart(title: str, heads: Sequence[str], series: Sequence[ChartSeries]) -> Picture:
    """Return a line chart; ``heads`` label the points, as many as there is room for."""
    levels = _grid_levels([value for course in series for value in course.values])
    left = (
        _EDGE + max(picture_text.width_of(format_signed(level), _SMALL) for level in levels) + _GAP
    )
    top = _HEAD + _AIR
    bottom = top + _PLOT
    beside = _room_beside(series)
    has_names_below = beside > _MOST_NAMES
    if has_names_below:
        beside = max(_number_width(course) for course in series)
    box = Box(left, top, _WIDTH - _EDGE - beside - _GAP, bottom)
    plot = _Plot(box, levels, len(heads))
    shapes: list[Shape] = [_title_label(title), Area(box)]
    shapes += _grid(plot)
    shapes += _axis_labels(plot, heads)
    for course, ink in _with_inks(series):
        points = tuple(plot.at(n, value) for n, value in enumerate(course.values))
        shapes.append(Stroke(points, ink, _LINE))
    shapes += _end_labels(plot, series, has_names=not has_names_below)
    bottom += _FOOT
    if has_names_below:
        shapes += _names_below(bottom, series)
        bottom += len(series) * _NAME_ROW
    return Picture(_WIDTH, bottom + _EDGE, tuple(shapes), _line_chart_alt(title, heads, series))


def _number_width(course: ChartSeries) -> int:
    return picture_text.width_of(format_signed(course.values[-1]), _NAME, is_bold=True)


def _room_beside(series: Sequence[ChartSeries]) -> int:
    """Return the pixels that names and last values need at the right end of the lines."""
    return max(
        _NAMES,
        *(
            picture_text.width_of(_drawn_name(course.name), _SMALLEST)
            + _GAP
            + _number_width(course)
            for course in series
        ),
    )


def _by_last_value(series: Sequence[ChartSeries]) -> list[tuple[ChartSeries, Ink]]:
    return sorted(_with_inks(series), key=lambda pair: -pair[0].values[-1])


def _names_below(top: int, series: Sequence[ChartSeries]) -> Iterator[Shape]:
    """Yield the names in the colours of their lines, in the order of the last values."""
    for n, (course, ink) in enumerate(_by_last_value(series)):
        row = Box(_EDGE, top + n * _NAME_ROW, _WIDTH - _EDGE, top + (n + 1) * _NAME_ROW)
        yield picture_text.place_line(row, _drawn_name(course.name), _NAME, ink, smallest=_SMALLEST)


def _with_inks(series: Sequence[ChartSeries]) -> Iterator[tuple[ChartSeries, Ink]]:
    return zip(series, PLAYER_INKS, strict=False)


def _grid_levels(values: Sequence[int]) -> range:
    """Return round numbers that span all values and zero."""
    low, high = min(0, *values), max(1, *values)
    steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    return next(found for step in steps if len(found := _levels_by(low, high, step)) <= _STEPS)


def _levels_by(low: int, high: int, step: int) -> range:
    return range(low // step * step, -(-high // step) * step + 1, step)


def _title_label(title: str) -> Shape:
    return picture_text.place_line(
        Box(_EDGE, 0, _WIDTH - _EDGE, _HEAD), title, _TITLE, is_bold=True, smallest=_SMALL
    )


def _grid(plot: _Plot) -> Iterator[Shape]:
    for level in plot.levels:
        y = plot.y(level)
        ink = Ink.GROUND if level else Ink.LINE
        yield Stroke(((plot.box.left, y), (plot.box.right - 1, y)), ink)
        half = picture_text.height_of(_SMALL) // 2
        box = Box(_EDGE, y - half, plot.box.left - _GAP, y + half)
        yield picture_text.place_line(box, format_signed(level), _SMALL, Ink.OLD, side=1.0)


def _axis_labels(plot: _Plot, heads: Sequence[str]) -> Iterator[Shape]:
    """Yield every n-th head, with the smallest n for which no two overlap."""
    widest = max(picture_text.width_of(head, _SMALL) for head in heads)
    step = next(n for n in count(1) if n >= len(heads) or plot.x(n) - plot.x(0) > widest + _GAP)
    top, half = plot.box.bottom + _AIR, widest // 2 + 1
    for point in range(0, len(heads), step):
        middle = max(plot.x(point), _EDGE + half)
        box = Box(middle - half, top, middle + half, top + picture_text.height_of(_SMALL))
        yield picture_text.place_line(box, heads[point], _SMALL, Ink.OLD, side=0.5)


def _end_labels(plot: _Plot, series: Sequence[ChartSeries], *, has_names: bool) -> Iterator[Shape]:
    """Yield the name and last value of each line, as near to its end as the others allow."""
    order = _by_last_value(series)
    height = picture_text.height_of(_NAME)
    middles = _spread([plot.y(course.values[-1]) for course, _ in order], height, plot.box)
    left, right = plot.box.right + _GAP, _WIDTH - _EDGE
    for (course, ink), middle in zip(order, middles, strict=True):
        box = Box(left, middle - height // 2, right, middle - height // 2 + height)
        number = format_signed(course.values[-1])
        edge = right - _number_width(course)
        if has_names:
            name = box._replace(right=edge - _GAP)
            yield picture_text.place_line(
                name, _drawn_name(course.name), _NAME, ink, smallest=_SMALLEST
            )
        yield picture_text.place_line(
            box._replace(left=edge), number, _NAME, ink, is_bold=True, side=1.0
        )


def _spread(middles: Sequence[int], height: int, box: Box) -> list[int]:
    """Return the heights in the same order, moved apart until none overlap."""
    placed = list[int]()
    for middle in middles:
        placed.append(max(middle, placed[-1] + height if placed else box.top + height // 2))
    lowest = box.bottom + height // 2
    for n in reversed(range(len(placed))):
        lowest = placed[n] = min(placed[n], lowest - height)
    return placed


def _line_chart_alt(title: str, heads: Sequence[str], series: Sequence[ChartSeries]) -> str:
    """Return alt text with every value of every line; if too long, with the last values."""
    everything = [
        " ".join(heads),
        *(_alt_line(c.name, map(format_signed, c.values)) for c in series),
    ]
    ends = [_alt_line(c.name, [format_signed(c.values[-1])]) for c in series]
    return picture_text.titled_alt_text(title, picture_text.alt_text(everything, ends))


def _alt_line(name: str, said: Iterable[str]) -> str:
    return f"{unescaped_name(name)}: {' '.join(said)}"


def _drawn_name(name: str) -> str:
    """Return the name as it can be drawn; a box if the font has none of its letters."""
    return picture_text.drawable_text(unescaped_name(name)) or "□"


# bars ---------------------------------------------------------------------------------------


def bar_chart(
    title: str, shares: Sequence[BarShare], share_text: Callable[[int, int], str]
) -> Picture:
    """Return a bar chart; a bar is as long as its whole, ``share_text`` formats part and whole."""
    most = max(share.whole for share in shares)
    labels = min(
        _LABELS, max(picture_text.width_of(_drawn_name(share.name), _NAME) for share in shares)
    )
    room = _WIDTH - 2 * _EDGE - labels - _COUNTS - 2 * _GAP
    shapes: list[Shape] = [_title_label(title)]
    for n, share in enumerate(shares):
        top = _HEAD + n * _ROW
        name = Box(_EDGE, top, _EDGE + labels, top + _ROW)
        shapes.append(picture_text.place_line(name, _drawn_name(share.name), _NAME))
        said = share_text(share.part, share.whole)
        shapes += _bar_shapes(name.right + _GAP, top, share, room * share.whole // most, said)
    told = [_alt_line(share.name, [share_text(share.part, share.whole)]) for share in shares]
    alt = picture_text.titled_alt_text(title, picture_text.alt_text(told))
    return Picture(_WIDTH, _HEAD + len(shares) * _ROW + _EDGE, tuple(shapes), alt)


def _bar_shapes(left: int, top: int, share: BarShare, across: int, said: str) -> Iterator[Shape]:
    """Yield the whole in grey, the part in green over it, and both as numbers behind."""
    low = top + (_ROW - _BAR) // 2
    end = left + max(across, 1)
    yield Area(Box(left, low, end, low + _BAR), Ink.LINE, 3)
    if share.part:
        done = max(1, across * share.part // share.whole)
        yield Area(Box(left, low, left + done, low + _BAR), Ink.POOL, 3)
    yield picture_text.place_line(
        Box(end + _GAP, top, _WIDTH - _EDGE, top + _ROW), said, _SMALL, Ink.OLD
    )
