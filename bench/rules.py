"""The rules on one position, beside the barest Python that knows Othello; the import beside numpy's; one frame to a message.

usage: python bench/rules.py [ROUNDS]
Prints medians and ratios taken in one run. The peer explains nothing, has no names, HP or options: it is the floor.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ipycanvas.utils import commands_to_buffer

from explorer.boards.palette import LIGHT
from explorer.boards.parts import Marks
from explorer.painters import canvas as painter
from explorer.rules.perft import perft
from explorer.scenarios import load
from explorer.still import story

WAYS = (-11, -10, -9, -1, 1, 9, 10, 11)


def bare_perft(board: list[int], player: int, depth: int, passed: bool = False) -> int:
    """Leaves at one depth on a 10 x 10 mailbox: -1 the rim, 0 empty, 1 and 2 the players."""
    other, total, moved = 3 - player, 0, False
    for cell in range(11, 89):
        if board[cell]:
            continue
        flips = []
        for way in WAYS:
            k = cell + way
            while board[k] == other:
                k += way
            if board[k] == player:
                flips += range(cell + way, k, way)
        if flips:
            moved = True
            if depth == 1:
                total += 1
                continue
            after = board[:]
            for k in (cell, *flips):
                after[k] = player
            total += bare_perft(after, other, depth - 1)
    if moved:
        return total
    return 1 if depth == 1 or passed else bare_perft(board, other, depth - 1, True)


def bare_start() -> list[int]:
    board = [-1] * 100
    for row in range(1, 9):
        board[row * 10 + 1 : row * 10 + 9] = [0] * 8
    board[44] = board[55] = 2
    board[45] = board[54] = 1
    return board


def seconds(run: Callable[[], Any]) -> float:
    started = time.process_time()
    run()
    return time.process_time() - started


def imported(module: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    return time.perf_counter() - started


def paired(name: str, ours: Callable[[], float], peer: Callable[[], float], rounds: int, goal: str) -> None:
    pairs = [(ours(), peer()) for _ in range(rounds)]
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{name}: {statistics.median(a for a, _ in pairs):.3g} s, peer {statistics.median(b for _, b in pairs):.3g} s; ratio {ratio:.2f} ({goal})")


def frames(rounds: int) -> None:
    """From a frame to the one message that paints it, without a browser."""
    sizes: list[int] = []
    painter._CANVAS_MANAGER._send_custom = lambda command, buffers=(): sizes.append(len(commands_to_buffer(command)[1]))
    for name in ("fig-5", "effects-fig-5", "rings-fig-4"):
        scenario = load(name)
        board = scenario.mechanic.board
        size = board.layout(scenario.game)
        surface = painter.Surface(size.wide, size.high)
        took = []
        sizes.clear()
        for frame in scenario.frames * rounds * 10:
            started = time.process_time()
            surface.paint(board.draw(scenario.game, frame.state, story(scenario.frames, frame), Marks()), LIGHT)
            took.append(time.process_time() - started)
        print(f"one frame of {name}: {1000 * statistics.median(took):.2f} ms in the kernel, {max(sizes)} bytes at the most (goal: 6000)")


CROWDED = """
format = 1
name = "crowded"
mechanic = "effects"
moves = ["resolve"]
[rules]
sides = 3
order = {M = [ORDER]}
[setup.field]
FIELD
[setup.cards]
A = {power = 1, effects = [{do = "power", to = "neighbours", only = ["name = B"], add = 1}]}
B = {power = 2, effects = [{do = "power", to = "enemy row", only = ["power >= 3"], add = -1}]}
C = {power = 3, effects = [{do = "destroy", to = "facing", only = ["power <= 1"]}]}
"""


def crowded(folder: Path) -> tuple[Path, Path]:
    """A field of three sides of ten slots with an effect on each, and the same field empty."""
    slots = [f"{side}{k}" for side in "MEF" for k in range(1, 11)]
    text = CROWDED.replace("ORDER", ", ".join(f'"{slot}"' for slot in slots))
    full, empty = folder / "full.toml", folder / "empty.toml"
    full.write_text(text.replace("FIELD", "\n".join(f'{slot} = "{"ABC"[k % 3]}"' for k, slot in enumerate(slots))), encoding="utf-8")
    empty.write_text(text.replace("FIELD", ""), encoding="utf-8")
    return full, empty


def search(rounds: int) -> None:
    """What thirty effects cost beside none, as whole commands."""
    with tempfile.TemporaryDirectory() as folder:
        full, empty = crowded(Path(folder))
        took = [(traced(full), traced(empty)) for _ in range(3 * rounds)]
    more = 1000 * statistics.median(a - b for a, b in took)
    print(f"explorer trace, 30 effects on 3 sides of 10 slots: {more:.0f} ms more than on the empty field (goal: under 50)")


def traced(file: Path) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "explorer", "trace", str(file), "--json"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main(rounds: int) -> None:
    game = load("othello-8x8").game
    assert perft(game, 5)[-1] == bare_perft(bare_start(), 1, 5) == 1396
    paired(
        "perft 6, traced rules / bare mailbox",
        lambda: seconds(lambda: perft(game, 6)),
        lambda: seconds(lambda: bare_perft(bare_start(), 1, 6)),
        rounds,
        "no goal",
    )
    paired("import explorer / import numpy", lambda: imported("explorer"), lambda: imported("numpy"), rounds, "goal: at most 1.3")
    search(rounds)
    frames(rounds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
