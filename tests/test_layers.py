"""The direction of the arrows: what may import what, and what nothing may name."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.mechanics import mechanics

PACKAGE = Path(__file__).parents[1] / "explorer"
# Every layer and the layers of ours it may import.
ALLOWED = {
    "rules": {"rules"},
    "words": {"words", "rules", "mechanics"},
    "boards": {"boards", "rules", "words"},
    "painters": {"painters", "boards"},
    "scenarios": {"scenarios", "rules", "mechanics", "still"},
    "panels": {"panels", "boards", "rules", "words", "session", "scenarios", "whatif"},
    "session": {"rules", "scenarios"},
    "mechanics": set(),
}
PURE = ("rules", "boards", "words", "scenarios", "session", "still", "trace_json", "mechanics")
PLATFORM = {"ipywidgets", "ipycanvas", "anywidget", "traitlets", "IPython", "tornado", "voila", "jupyter_server"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Absolute names of the modules that a file imports, ours as ``explorer.x.y``."""
    package = ["explorer", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = ".".join([*base, *([node.module] if node.module else [])])
            yield from ([f"{whole}.{name.name}" for name in node.names] if whole == "explorer" else [whole])


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_arrows_run_one_way(path: Path) -> None:
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("explorer.")}
    assert ours <= ALLOWED.get(layer(path), ours)


@pytest.mark.parametrize("path", [path for path in MODULES if layer(path) in PURE], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_what_is_pure_imports_no_widget_canvas_or_server(path: Path) -> None:
    assert not {name.split(".")[0] for name in imports(path)} & PLATFORM


def test_only_the_canvas_painter_imports_ipycanvas() -> None:
    assert [path.name for path in MODULES if any(name.startswith("ipycanvas") for name in imports(path))] == ["canvas.py"]


def of_a_mechanic(path: Path) -> bool:
    return bool({*path.relative_to(PACKAGE).with_suffix("").parts} & set(mechanics()))


@pytest.mark.parametrize("path", [path for path in MODULES if not of_a_mechanic(path)], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_outside_a_mechanic_names_a_mechanic(path: Path) -> None:
    strings = {node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert not strings & set(mechanics())
    assert not {name.split(".")[-1] for name in imports(path)} & set(mechanics())


def test_importing_the_package_loads_no_widget_library_and_no_numba() -> None:
    code = (
        "import sys, explorer; print(sorted(set(sys.modules) & {'ipywidgets', 'ipycanvas', 'anywidget', 'IPython', 'voila', 'numba', 'jax', 'jsonschema_rs'}))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_playing_a_scenario_loads_no_widget_library() -> None:
    code = "import sys, explorer; explorer.load('fig-5').frames; print(sorted(set(sys.modules) & {'ipywidgets', 'ipycanvas', 'anywidget', 'IPython', 'voila'}))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
