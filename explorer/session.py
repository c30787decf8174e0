"""A sitting: a start, every line of moves tried from it, and the frame in view. Frozen; moves are the only truth.

There is one tree of moves and one line through it. Undo, redo and the slider all do the same thing: they choose the
frame of the line that is in view. A move played before the line's end opens a branch; the old line stays in the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from .rules.interpreter import Acted
from .rules.trace import Frame, Refused, Result, follow
from .scenarios import Scenario


class Node(NamedTuple):
    """A move in the tree: the number of the node it follows (-1: the start), and its notation."""

    parent: int
    move: str


@dataclass(frozen=True)
class Session:
    """An immutable sitting over one scenario.

    ``nodes`` is the tree, ``line`` the numbers of the nodes of the line shown, ``frames`` its frames from the start,
    ``ends[m]`` the index of the last frame of move m, ``index`` the frame in view; ``names`` are those of lines, by the number of their last node.
    """

    scenario: Scenario
    nodes: tuple[Node, ...]
    line: tuple[int, ...]
    frames: tuple[Frame, ...]
    ends: tuple[int, ...]
    index: int = 0
    names: tuple[tuple[int, str], ...] = ()

    @classmethod
    def open(cls, scenario: Scenario, index: int = 0) -> Session:
        """A sitting at frame ``index`` (counted from the end where negative) of the scenario's own line.

        Raises Refused where the scenario has a move that cannot be played.
        """
        game, frames = scenario.game, scenario.frames
        last = {frame.move: frame.index for frame in frames}
        ends = tuple(last[move] for move in range(len(scenario.moves) + 1))
        written = [game.write(game.parse(text, frames[end].state)) for text, end in zip(scenario.moves, ends, strict=False)]
        nodes = tuple(Node(k - 1, text) for k, text in enumerate(written))
        return cls(scenario, nodes, tuple(range(len(nodes))), frames, ends).goto(index)

    @classmethod
    def along(cls, scenario: Scenario, moves: Sequence[str]) -> Session:
        """A sitting in which these moves were played from the start, beside the scenario's own. Raises Refused."""
        session = cls.open(scenario)
        if tuple(moves) == session.moves:
            return session
        for move in moves:
            session = session.play(move).settle()
        return session.cut(len(moves))

    def cut(self, moves: int) -> Session:
        """The same sitting with a line of only so many moves; the rest stays in the tree."""
        end = self.ends[moves]
        return replace(self, line=self.line[:moves], frames=self.frames[: end + 1], ends=self.ends[: moves + 1], index=min(self.index, end))

    def settle(self) -> Session:
        """At the last frame of the move in view."""
        return self.goto(self.settled.index)

    @property
    def frame(self) -> Frame:
        """The frame in view."""
        return self.frames[self.index]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the line shown, in notation."""
        return tuple(self.nodes[k].move for k in self.line)

    @property
    def settled(self) -> Frame:
        """The last frame of the move in view: the position from which the next move is played."""
        return self.frames[self.ends[self.frame.move]]

    @property
    def result(self) -> Result:
        return self.scenario.game.result(self.frames[-1].state)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return self.scenario.shown(self.frame, self.frames)

    # --- where to look

    def goto(self, index: int) -> Session:
        """The same sitting at another frame; an index past either end is that end, -1 the last frame."""
        last = len(self.frames) - 1
        return replace(self, index=last if index == -1 else max(0, min(index, last)))

    def forward(self) -> Session:
        return self.goto(min(self.index + 1, len(self.frames) - 1))

    def back(self) -> Session:
        return self.goto(max(0, self.index - 1))

    def undo(self) -> Session:
        """To the position before the move in view."""
        return self.goto(self.ends[max(0, self.frame.move - 1)])

    def redo(self) -> Session:
        """To the position after the next move of the line."""
        at = self.frame.move if self.index < self.ends[self.frame.move] else self.frame.move + 1
        return self.goto(self.ends[min(at, len(self.line))])

    # --- what to play

    def play(self, text: str) -> Session:
        """The sitting after a move from the position in view, at the first frame of that move.

        The move follows the one in view; a move that the line already has is simply gone to, another opens a branch.
        Raises Refused, and then nothing has changed: this object stays what it was.
        """
        settled = self.settled
        game = self.scenario.game
        text = game.write(game.parse(text, settled.state))
        played = settled.move
        if played < len(self.line) and self.nodes[self.line[played]].move == text:
            return self.goto(settled.index + 1)
        parent = self.line[played - 1] if played else -1
        nodes = self.nodes
        node = Node(parent, text)
        if node not in nodes:
            nodes = (*nodes, node)
        frames = (*self.frames[: settled.index + 1], *follow(game, settled, text))
        session = replace(
            self,
            nodes=nodes,
            line=(*self.line[:played], nodes.index(node)),
            frames=frames,
            ends=(*self.ends[: played + 1], len(frames) - 1),
        )
        return session.goto(settled.index + 1)

    def lines(self) -> list[tuple[str, ...]]:
        """Every line of the tree from the start to a leaf, in the order in which the leaves were played."""
        parents = {node.parent for node in self.nodes}
        found = []
        for k, _ in enumerate(self.nodes):
            if k in parents:
                continue
            path, at = [], k
            while at >= 0:
                path.append(self.nodes[at].move)
                at = self.nodes[at].parent
            found.append(tuple(reversed(path)))
        return found

    # --- the tree of lines

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes from the start to one of them.

        >>> from explorer.scenarios import load
        >>> Session.open(load("fig-9-12")).path(1)
        (0, 1)
        """
        found = []
        while node >= 0:
            found.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(found))

    def children(self, node: int) -> list[int]:
        """The nodes that follow one (-1: the start), in the order in which they were played."""
        return [k for k, one in enumerate(self.nodes) if one.parent == node]

    def leaf(self, node: int) -> int:
        """The end of the line through a node: along the line shown as far as it goes, then always the first move."""
        while following := self.children(node):
            node = next((k for k in following if k in self.line), following[0])
        return node

    def at(self, node: int) -> Session:
        """The line through a node, at the end of that node's move."""
        path = self.path(self.leaf(node))
        same = next((k for k, (one, other) in enumerate(zip(path, self.line, strict=False)) if one != other), min(len(path), len(self.line)))
        frames, ends = list(self.frames[: self.ends[same] + 1]), list(self.ends[: same + 1])
        for k in path[same:]:
            frames += follow(self.scenario.game, frames[-1], self.nodes[k].move)
            ends.append(len(frames) - 1)
        return replace(self, line=path, frames=tuple(frames), ends=tuple(ends)).goto(ends[len(self.path(node))])

    def along_line(self, moves: Sequence[str]) -> Session:
        """The line of these moves from the start, all of which are in the tree; it ends with them."""
        node = -1
        for move in moves:
            node = self.nodes.index(Node(node, move))
        if node < 0:
            return self.cut(0)
        session = self.at(node)
        return session.cut(len(moves))

    def named(self, node: int, name: str) -> Session:
        """The line that ends with a node has a name; an empty one takes it away."""
        kept = tuple(one for one in self.names if one[0] != node)
        return replace(self, names=(*kept, (node, name)) if name else kept)

    def without(self, node: int) -> Session:
        """The tree without a node and all that follows it; where the line shown goes through it, it ends before it."""
        gone = {k for k in range(len(self.nodes)) if node in self.path(k)}
        kept = [k for k in range(len(self.nodes)) if k not in gone]
        number = {-1: -1} | {k: new for new, k in enumerate(kept)}
        session = self.cut(len([k for k in self.line if k not in gone]))
        return replace(
            session,
            nodes=tuple(Node(number[self.nodes[k].parent], self.nodes[k].move) for k in kept),
            line=tuple(number[k] for k in session.line),
            names=tuple((number[k], name) for k, name in self.names if k in number),
        )

    def with_lines(self, lines: Sequence[Sequence[str]]) -> Session:
        """The tree with these lines from the start added to it, as far as they are not there yet; nothing is played."""
        numbers = {node: k for k, node in enumerate(self.nodes)}
        for moves in lines:
            parent = -1
            for move in moves:
                parent = numbers.setdefault(Node(parent, move), len(numbers))
        return replace(self, nodes=tuple(numbers))

    def named_lines(self) -> list[tuple[tuple[str, ...], str]]:
        """Every name, with the moves from the start of the line that has it."""
        return [(tuple(self.nodes[k].move for k in self.path(node)), name) for node, name in self.names]

    def with_names(self, named: Iterable[tuple[Sequence[str], str]]) -> Session:
        """Names of lines, by their moves from the start, for those of them that are in the tree."""
        session, numbers = self, {tuple(self.nodes[k].move for k in self.path(node)): node for node in range(len(self.nodes))}
        for moves, name in named:
            here = numbers.get(tuple(moves))
            session = session.named(here, name) if here is not None else session
        return session

    def why(self, name: str) -> list[Acted]:
        """Why each effect of what stands at that place did or did not act in the move in view: a verdict an effect, with all its checks.

        Empty where nothing there has an effect, or where the mechanic knows no effects.
        """
        ask = getattr(self.scenario.game, "why", None)
        return list(ask(self.frames[: self.index + 1], name)) if ask else []

    def forecast(self, moves: Sequence[str]) -> list[tuple[str, list[Frame]]]:
        """What each of some moves would do from the position in view, without playing any; refused ones are left out."""
        return [(move, frames) for move in moves if (frames := self.hint(move))]

    def hint(self, text: str) -> list[Frame]:
        """The frames that a move would have, without playing it; empty where it is refused."""
        try:
            return follow(self.scenario.game, self.settled, text)
        except Refused:
            return []
