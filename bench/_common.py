"""Shared by the benchmarks: a server, a browser, medians."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
PAINTED = """() => {
    const c = document.querySelector('canvas');
    return c && c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((value, k) => k % 4 === 3 && value > 0);
}"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        sys.exit("no chromium found; set $CHROMIUM")
    return found


@contextlib.contextmanager
def server(command: Sequence[str], port: int) -> Iterator[str]:
    """A server of its own, with its own Jupyter folders; yields its address once it listens."""
    with tempfile.TemporaryDirectory() as folder:
        env = {
            **os.environ,
            "JUPYTER_CONFIG_DIR": f"{folder}/c",
            "JUPYTER_DATA_DIR": f"{folder}/d",
            "JUPYTER_RUNTIME_DIR": f"{folder}/r",
            "IPYTHONDIR": f"{folder}/i",
        }
        process = subprocess.Popen([*command, f"--port={port}"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            while True:
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), 0.2).close()
                    break
                if process.poll() is not None:
                    sys.exit("the server ended: " + " ".join(command))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)


def median(values: Sequence[float], unit: str = "s") -> str:
    return f"{statistics.median(values):.3g} {unit} [{min(values):.3g} … {max(values):.3g}]"


ROOT = Path(__file__).resolve().parents[1]
