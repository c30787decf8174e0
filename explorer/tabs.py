"""The tabs of the panel: which there are, and what each holds, for whatever mechanic is open."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from .boards.parts import Words
from .boards.shapes import Polygon
from .forecast import forecast
from .painters.svg import svg
from .panels.parts import TABS, Page
from .panels.workbench import Workbench
from .session import Session
from .still import PAGE, drawn, thumbnail

if TYPE_CHECKING:
    from .dashboards import Explorer


def optional(explorer: Explorer, name: str, *args: Any) -> Any:
    """What the board says of a thing that not every mechanic has; None where it has none."""
    ask = getattr(explorer.scenario.mechanic.board, name, None)
    return ask(*args) if ask else None


def available(explorer: Explorer) -> list[str]:
    """The tabs that have something to show."""
    game, state = explorer.scenario.game, explorer.session.frame.state
    there = {"stages": bool(optional(explorer, "stages", game, state, explorer.best)), "desk": explorer.picks is not None, "games": explorer.year is not None}
    there["edit"] = hasattr(explorer.scenario.mechanic.board, "editor")
    return [name for name in TABS if there.get(name, True)]


def content(explorer: Explorer, page: Page) -> str:
    """What the chosen tab holds."""
    return _CONTENT[explorer.tab](explorer, page)


def _why(explorer: Explorer, page: Page) -> str:
    words, event = explorer.scenario.mechanic.words, explorer.session.frame.event
    strong = event.cells[0] if event.cells else ""
    return page.why(words.sentence(event), strong, words.sums(event), words.gain(event), event.cite)


def _ask(explorer: Explorer, page: Page) -> str:
    session, words = explorer.session, explorer.scenario.mechanic.words
    verdicts = [words.verdict(one) for one in session.why(explorer.asked)]
    return page.ask(explorer.asked, _label(explorer), verdicts, forecast(session, explorer.choice))


def _label(explorer: Explorer) -> Words:
    """What stands at the place asked for."""
    board, game, state = explorer.scenario.mechanic.board, explorer.scenario.game, explorer.session.frame.state
    known = explorer.asked in {target.name for target in board.layout(game, state).targets}
    return board.cell_label(game, state, explorer.asked) if known else explorer.asked  # type: ignore[no-any-return]


def _lines(explorer: Explorer, page: Page) -> str:
    return Workbench(page.language).lines(explorer.session, bool(explorer.removed))


def _compare(explorer: Explorer, page: Page) -> str:
    bench, session = Workbench(page.language), explorer.session
    others = [(f"scenario:{one['name']}", page.title_of(one)) for one in explorer.listed]
    others += [(f"line:{leaf}", " ".join(moves)[:60]) for leaf, moves in lines_of(explorer)]
    if explorer.compared is None:
        return bench.compare_choice(others)
    before, _, names, stopped = explorer.compared
    aligned = explorer.aligned(page.language)
    beside = aligned.beside(session.index)
    changed = {key for path in aligned.differences(beside, session.index) for key in path.split(".")}
    both = ((before, beside), (session, session.index))
    return bench.comparison(names, [_marked(one, at, changed) for one, at in both], (beside, session.index), aligned, stopped, others)


def _marked(session: Session, index: int, changed: Collection[str]) -> str:
    """One board of two that are compared, in the colours of the page, the places that differ framed."""
    scenario, frame = session.scenario, session.frames[index]
    size = scenario.mechanic.board.layout(scenario.game, frame.state)
    shapes = drawn(scenario, frame, session.frames)
    frames = [Polygon(target.outline, stroke="amber", width=5, dash=(12, 7)) for target in size.targets if target.name in changed]
    return svg([*shapes, *frames], size.wide, size.high, PAGE)


def lines_of(explorer: Explorer) -> list[tuple[int, tuple[str, ...]]]:
    """The other lines of the tree, by their last node."""
    session = explorer.session
    leaves = [k for k in range(len(session.nodes)) if not session.children(k)]
    return [(k, tuple(session.nodes[one].move for one in session.path(k))) for k in leaves if session.path(k) != session.line]


def _stages(explorer: Explorer, page: Page) -> str:
    cards = optional(explorer, "stages", explorer.scenario.game, explorer.session.frame.state, explorer.best) or ()
    return page.stages(cards, [thumbnail(explorer.scenario, one.state) for one in cards])


def _desk(explorer: Explorer, page: Page) -> str:
    desk = explorer.scenario.mechanic.board.desk
    return Workbench(page.language).desk(desk.blocks(explorer.scenario.game, explorer.picks)) if explorer.picks is not None else ""


def _edit(explorer: Explorer, page: Page) -> str:
    editor = explorer.scenario.mechanic.board.editor
    blocks = editor.palette(explorer.scenario.document, explorer.scenario.game, explorer.tool)
    return Workbench(page.language).desk(blocks, "edit", bool(explorer.edits))


def _games(explorer: Explorer, page: Page) -> str:
    return Workbench(page.language).games(explorer.year) if explorer.year else ""


def _tables(explorer: Explorer, page: Page) -> str:
    frame = explorer.session.frame
    return page.tables(explorer.scenario.mechanic.board.tables(explorer.scenario.game, frame.state, frame.event))


def _rules(explorer: Explorer, page: Page) -> str:
    game: Any = explorer.scenario.game
    return Workbench(page.language).rules(optional(explorer, "rules_of", game, explorer.session.frame.state) or game.rules)


_CONTENT: dict[str, Callable[[Any, Page], str]] = {
    "why": _why,
    "ask": _ask,
    "lines": _lines,
    "compare": _compare,
    "stages": _stages,
    "desk": _desk,
    "games": _games,
    "edit": _edit,
    "tables": _tables,
    "rules": _rules,
}
