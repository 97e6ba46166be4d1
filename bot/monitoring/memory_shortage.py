"""Ends a process that gets no more memory, so that its supervisor starts it again.

After a MemoryError a task, a lock or a connection may be left half way, and the bot would live on
without answering.  Everything that was acknowledged is stored, so an end loses nothing.
"""

import logging
import os
import sys
import threading
from typing import Final

_SAID: Final = b"The process gets no more memory and ends: its supervisor starts it again.\n"
_TRY_AGAIN: Final = 1  # the exit code of a fault that may pass


class _Filter(logging.Filter):
    """Looks at the exception of every record, of whichever task."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info:
            _look_at(record.exc_info[0])
        return True


def end_on_memory_shortage() -> None:
    """End the process at every MemoryError that nobody handles or that is logged."""
    earlier = sys.unraisablehook, threading.excepthook

    def unraisable(found: "sys.UnraisableHookArgs") -> None:
        _look_at(found.exc_type)
        earlier[0](found)

    def of_thread(found: threading.ExceptHookArgs) -> None:
        _look_at(found.exc_type)
        earlier[1](found)

    sys.unraisablehook, threading.excepthook = unraisable, of_thread
    for handler in logging.getLogger().handlers:
        handler.addFilter(_Filter())


def _look_at(kind: type[BaseException] | None) -> None:
    if kind is not None and issubclass(kind, MemoryError):
        os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, _SAID)
        os._exit(_TRY_AGAIN)
