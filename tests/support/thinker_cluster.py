"""A real scheduler and real thinkers on this machine, started as a host starts them."""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from socket import socket

ROOT = Path(__file__).parents[2]


class ThinkerCluster:
    """The processes of ``python -m bot schedule`` and ``python -m bot think``."""

    def __init__(self, folder: Path, stack: ExitStack, *names: str) -> None:
        self._folder, self._stack = folder, stack
        with socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self.schedule("scheduler")
        self.thinkers = [self._started(name, "think") for name in names]
        for name in names:
            self._wait(name, "processes think for")

    def schedule(self, name: str) -> None:
        self.scheduler = self._started(name, "schedule", "--listen", self.address)
        self._wait(name, "shared among")

    def log(self, name: str) -> str:
        return (self._folder / name).read_text()

    def _started(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        env = {**os.environ, "WORKERS": "1", "THINKERS": self.address, "DISCORD_TOKEN": "n.o.t"}
        output = self._stack.enter_context((self._folder / name).open("wb"))
        line = [sys.executable, "-m", "bot", *words]
        process = subprocess.Popen(line, cwd=ROOT, env=env, stdout=output, stderr=output)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def _wait(self, name: str, words: str) -> None:
        for _ in range(1200):
            if words in self.log(name):
                return
            time.sleep(0.05)
        raise AssertionError(self.log(name))
