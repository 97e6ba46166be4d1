"""The benchmarks by name, all of them without one: ``make bench ARGS="engine wire"``."""

import sys
from collections.abc import Callable
from typing import Final

from tools.bench import (
    engine,
    fleet,
    history,
    idle,
    pictures,
    robots,
    solver,
    start,
    store,
    tables,
    thinkers,
    wire,
    workers,
)

_PARTS: Final = (
    *(engine, solver, tables, idle, store, fleet, start, wire),
    *(history, pictures, robots, workers, thinkers),
)
_ALL: Final[dict[str, tuple[str | None, Callable[[], None]]]] = {
    module.__name__.rpartition(".")[2]: (module.__doc__, module.main) for module in _PARTS
}

for name in sys.argv[1:] or _ALL:
    if name not in _ALL:
        sys.exit(f"There is no benchmark {name}: {', '.join(_ALL)}.")
    about, main = _ALL[name]
    print(f"\n{(about or '').partition(chr(10))[0]}")
    main()
