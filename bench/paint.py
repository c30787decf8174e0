"""From address to painted board, and from key press to changed pixels, beside a trivial one-canvas notebook.

usage: python bench/paint.py [ROUNDS]
Prints medians and the ratio ours / trivial, both through Voilà in turn on the same machine; goals: 1.3 and 150 ms.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from _common import FLAGS, PAINTED, chromium, free_port, median, server
from playwright.sync_api import sync_playwright

TRIVIAL = """from ipycanvas import Canvas, hold_canvas
import ipywidgets as w
c = Canvas(width=480, height=320)
def draw():
    with hold_canvas():
        c.fill_style = '#36c'
        c.fill_rects([10, 90, 170], [10, 10, 10], 70, 70)
c.on_client_ready(draw)
w.VBox([c])"""


def notebook(folder: str) -> None:
    cell = {"cell_type": "code", "id": "one", "metadata": {}, "source": TRIVIAL, "outputs": [], "execution_count": None}
    book = {
        "cells": [cell],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (Path(folder) / "trivial.ipynb").write_text(json.dumps(book))


def first_paint(browser: Any, address: str, ready: str) -> float:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    started = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(ready, timeout=60_000)
    took = time.perf_counter() - started
    page.close()
    return took


def steps(browser: Any, address: str, count: int) -> list[float]:
    """Milliseconds from a key press to the first animation frame with other pixels, measured inside the page."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address)
    page.wait_for_selector(".explorer-board[data-ready]")
    page.wait_for_timeout(1500)
    page.evaluate(
        """() => { window.watch = () => new Promise((done) => {
            const c = document.querySelector('canvas.explorer-board'), g = c.getContext('2d', {willReadFrequently: true});
            const sum = () => {
                const d = g.getImageData(0, 0, c.width, c.height).data; let s = 0;
                for (let k = 0; k < d.length; k += 16) s = (s * 31 + d[k] + d[k + 1] * 7 + d[k + 2] * 13) | 0;
                return s; };
            const before = sum(), from = performance.now();
            document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
            const look = () => {
                const took = performance.now() - from;
                if (sum() !== before) done(took); else if (took > 3000) done(-1); else requestAnimationFrame(look); };
            requestAnimationFrame(look); }); }"""
    )
    took = []
    for _ in range(count):
        ms = page.evaluate("() => window.watch()")
        if ms >= 0:  # a step that changes no pixel (a verdict, say) has nothing to time
            took.append(ms)
        page.wait_for_timeout(100)
    page.close()
    return took


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as pw:
        notebook(folder)
        voila = [sys.executable, "-m", "voila", folder, "--no-browser", "--Voila.ip=127.0.0.1"]
        ours = [sys.executable, "-m", "explorer", "serve", "--no-browser"]
        browser = pw.chromium.launch(executable_path=chromium(), args=FLAGS)
        with server(voila, free_port()) as plain, server(ours, free_port()) as rich:
            address = f"{rich}/voila/render/sandwich.ipynb?scenario=fig-5&step=5"
            trivial, own = [], []
            for k in range(rounds + 1):
                one = first_paint(browser, f"{plain}/voila/render/trivial.ipynb", PAINTED)
                two = first_paint(browser, address, PAINTED)
                if k:
                    trivial.append(one)
                    own.append(two)
            ratio = statistics.median(b / a for a, b in zip(trivial, own, strict=True))
            print(f"first paint, trivial notebook: {median(trivial)}")
            print(f"first paint, dashboard:        {median(own)}; ratio {ratio:.2f} (goal: at most 1.3)")
            took = steps(browser, f"{rich}/voila/render/sandwich.ipynb?scenario=fig-9-12&step=0", 18)
            print(f"key press to changed pixels:   {median(took, 'ms')} over {len(took)} steps (goal: under 150 ms)")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
