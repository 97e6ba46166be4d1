"""Main loop of a worker process: reads a job from its input, and writes the result.

A job that needs too much memory ends the process, and so does the end of the input: a killed bot
leaves no process behind, even one in the middle of a job.
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

MEMORY_LIMIT: Final = 160 * 2**20  # bytes a process may hold at most
_PRIVATE: Final = 140 * 2**20  # private part of it, without code that is mapped from files
_EXIT_SIZE: Final = 130 * 2**20  # a process of this size ends after its answer
_OUT_OF_MEMORY = 3
_NICENESS = 5  # jobs yield the processor to the event loop

JobCall = Callable[[], object]


class JobResult(NamedTuple):
    """The result of a job; ``must_exit``: the process has grown too large and ends now."""

    value: object = None
    error: Exception | None = None
    must_exit: bool = False


def serve_jobs() -> None:
    """Answer job after job until the input ends."""
    wire, inbox = _make_quiet(), SimpleQueue[bytes]()
    _bound_memory()
    gc.freeze()  # objects of the start are never collected: a full collection takes 1 ms, not 20
    threading.stack_size(2**18)
    threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True).start()
    answer = JobResult()
    try:
        _send(wire, answer)
        while not answer.must_exit:
            answer = _run_job(inbox.get())
            _send(wire, answer)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)
    except BrokenPipeError:
        pass  # the bot was killed, and nobody reads the answer
    os._exit(0)


def _send(wire: BinaryIO, answer: JobResult) -> None:
    try:
        message = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:  # a value that cannot be pickled
        message = pickle.dumps(answer._replace(value=None, error=picklable_error(error)))
    wire.write(message)
    wire.flush()


def _make_quiet() -> BinaryIO:
    """Return a pipe for answers, and redirect everything printed to the null device."""
    logging.disable(logging.CRITICAL)  # cards must not get into a log file from here
    wire = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.stdout.fileno())
    os.close(silence)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    return wire


def _bound_memory() -> None:
    """Limit memory where the system supports it; an allocation beyond it raises MemoryError."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (_PRIVATE, _PRIVATE))


def _read(source: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    """Queue every request; exit the process at the end of the input."""
    while head := source.read(4):
        inbox.put(source.read(int.from_bytes(head, "big")))
    os._exit(0)


def _run_job(request: bytes) -> JobResult:
    value, error = None, None
    try:
        work: JobCall = pickle.loads(request)  # noqa: S301  sent by the own bot
        value = work()
    except MemoryError:
        raise
    except Exception as raised:
        error = picklable_error(raised)
    return JobResult(value, error, resident_memory() > _EXIT_SIZE)


def picklable_error(error: Exception) -> Exception:
    """Return the error in picklable form, with its traceback as a note."""
    places = "".join(traceback.format_tb(error.__traceback__))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:
        error = RuntimeError(type(error).__name__)
    error.add_note(places)
    return error


def own_memory() -> int:
    """Return the memory of this process in bytes, with its part of pages that it shares.

    Where the system does not report it, the resident memory.
    """
    with suppress(OSError, StopIteration):
        lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1]) * 1024
    return resident_memory()


def resident_memory() -> int:
    """Return the resident memory of this process in bytes; 0 if the system does not report it."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    with suppress(ImportError):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return 0
