"""The inside of a worker process: it takes a job from its input, and writes the answer.

A job that wants too much memory ends the process, and so does the end of the input: a bot that
was killed leaves no process behind, even one in the middle of a job.
"""

import gc
import logging
import os
import pickle
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Final, NamedTuple

MEMORY: Final = 120 * 2**20  # bytes a process may hold at most
_PRIVATE: Final = 100 * 2**20  # of these its own, beside the code that is mapped from files
_TIRED: Final = 90 * 2**20  # a process that has grown so far ends after its answer
_OUT_OF_MEMORY = 3
_NICENESS = 5  # thinking makes way for the event loop

Work = Callable[[], object]


class Answer(NamedTuple):
    """What came of a job; ``spent`` says that the process ends now, having grown too large."""

    value: object = None
    error: Exception | None = None
    spent: bool = False
    resident: int = 0  # bytes


def serve() -> None:
    """Answer job after job until the input ends."""
    wire, inbox = _make_quiet(), SimpleQueue[bytes]()
    _bound_memory()
    gc.freeze()  # what is there from the start stays: a full collection takes 1 ms, not 20
    threading.stack_size(2**18)
    threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True).start()
    answer = Answer(resident=resident())
    try:
        _send(wire, answer)
        while not answer.spent:
            answer = _answered(inbox.get())
            _send(wire, answer)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    except BrokenPipeError:
        pass  # the bot was killed, and nobody listens any more
    os._exit(0)


def _send(wire: BinaryIO, answer: Answer) -> None:
    try:
        message = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:  # a value that cannot be sent
        message = pickle.dumps(answer._replace(value=None, error=portable(error)))
    wire.write(message)
    wire.flush()


def _make_quiet() -> BinaryIO:
    """The pipe for answers, which nothing that is printed can reach any more."""
    logging.disable(logging.CRITICAL)  # cards must not get into a log file from here
    wire = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.stdout.fileno())
    os.close(silence)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    return wire


def _bound_memory() -> None:
    """Where the system can: an allocation too many raises MemoryError."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_PRIVATE, _PRIVATE))


def _read(source: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    """Every request, as it comes; at the end of them the process ends at once."""
    while head := source.read(4):
        inbox.put(source.read(int.from_bytes(head, "big")))
    os._exit(0)


def _answered(request: bytes) -> Answer:
    value, error = None, None
    try:
        work: Work = pickle.loads(request)  # noqa: S301  from the own bot
        value = work()
    except MemoryError:
        raise
    except Exception as raised:
        error = portable(raised)
    size = resident()
    return Answer(value, error, size > _TIRED, size)


def portable(error: Exception) -> Exception:
    """The error with the places it came through, as something that can be sent."""
    places = "".join(traceback.format_tb(error.__traceback__))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:
        error = RuntimeError(type(error).__name__)
    error.add_note(places)
    return error


def resident() -> int:
    """Bytes of memory this process holds now; 0 where the system does not tell."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return 0
