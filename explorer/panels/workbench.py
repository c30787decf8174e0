"""The tabs at which something is tried out, as HTML: lines, comparisons, the desk, the rules as a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import htpy as h
from markupsafe import Markup

from ..boards.parts import Block, Entry, Words
from ..words import N_
from .parts import TABS, Page, toml

if TYPE_CHECKING:
    from ..scenarios.othello import WthorYear
    from ..session import Session
    from ..whatif import Aligned

MOST_ROWS = 400
"""Rows of a comparison at the most."""


class Workbench(Page):
    """A page's further parts."""

    # --- lines

    def lines(self, session: Session, removed: bool) -> str:
        """The tree of lines: every move of every line, to be gone to; each line to be named, or deleted, which can be taken back."""
        back = h.button(".explorer-button", type="button", data_do="restore")[self.say(N_("Take the deletion back"))] if removed else None
        about = h.p[self.say(N_("Every line that was tried, none is lost. Press a move to go there; what is played from there opens a line beside."))]
        here = session.line[session.frame.move - 1] if session.frame.move else -1
        start = h.button(".explorer-node", type="button", data_do="node", data_value="-1", aria_current="step" if here < 0 else None)[self.say(N_("Start"))]
        undo = h.div(".explorer-buttons-row")[
            h.button(".explorer-button", type="button", data_do="undo", disabled=not session.frame.move)[self.say(N_("Undo"))],
            h.button(".explorer-button", type="button", data_do="redo", disabled=session.index == len(session.frames) - 1)[self.say(N_("Redo"))],
            back,
        ]
        return str(
            h.div(".explorer-lines", role="tabpanel", tabindex="0", aria_label=self.say(TABS["lines"]))[
                about, undo, h.ul[h.li[start, self._branches(session, -1, here)]]
            ]
        )

    def _branches(self, session: Session, node: int, here: int) -> h.Node:
        """What follows a node: one move goes on in the same row, several open a row each."""
        row, rest = [], session.children(node)
        while len(rest) == 1:
            (node,) = rest
            row.append(self._node(session, node, here))
            rest = session.children(node)
        end = self._line_end(session, node) if not rest and node >= 0 else None
        below = h.ul[[h.li[self._node(session, k, here), self._branches(session, k, here)] for k in rest]] if rest else None
        return [row, end, below]

    def _node(self, session: Session, node: int, here: int) -> h.Node:
        on_line = node in session.line
        return h.button(
            ".explorer-node", type="button", data_do="node", data_value=str(node), data_line=str(on_line).lower(), aria_current="step" if node == here else None
        )[session.nodes[node].move]

    def _line_end(self, session: Session, node: int) -> h.Node:
        name, label = dict(session.names).get(node, ""), self.say(N_("Name of this line"))
        return h.span(".explorer-line-end")[
            h.input(type="text", value=name, maxlength="60", data_do="name", data_name=str(node), aria_label=label, placeholder=self.say(N_("name"))),
            h.button(".explorer-button", type="button", data_do="delete", data_value=str(node), title=self.say(N_("Delete this line")))[
                h.span(aria_hidden="true")["✕"], h.span(".explorer-hidden")[self.say(N_("Delete this line"))]
            ],
        ]

    # --- comparing

    def compare_choice(self, others: Sequence[tuple[str, str]]) -> str:
        """What may be set beside what is open."""
        return str(
            h.div(".explorer-compare", role="tabpanel", tabindex="0", aria_label=self.say(TABS["compare"]))[
                h.p[self.say(N_("Set another scenario or another line beside what is open, or change a rule under “Rules”: both are then stepped together."))],
                self._compare_with(others),
            ]
        )

    def _compare_with(self, others: Sequence[tuple[str, str]]) -> h.Node:
        options = [h.option(value="", selected=True)["–"], *(h.option(value=key)[title] for key, title in others)]
        return h.label(".explorer-pick")[self.say(N_("Compare with")), " ", h.select(data_do="compare", data_value="")[options]]

    def comparison(
        self,
        names: tuple[Words, Words],
        pictures: Sequence[str],
        steps: tuple[int, int],
        aligned: Aligned,
        stopped: Words | None,
        others: Sequence[tuple[str, str]],
    ) -> str:
        """Both boards at the steps that stand beside each other, what differs between them, and all steps aligned."""
        figures = [
            h.figure[h.figcaption[h.b[self.say(name)], " ", self.say(N_("step {step}", step=step))], Markup(drawing)]
            for name, drawing, step in zip(names, pictures, steps, strict=True)
        ]
        return str(
            h.div(".explorer-compare", role="tabpanel", tabindex="0", aria_label=self.say(TABS["compare"]))[
                h.p[self.first_difference(aligned, names)],
                h.p[self.say(stopped)] if stopped else None,
                h.div(".explorer-both")[figures],
                self._differences(names, aligned, steps),
                self._aligned(names, aligned, steps[1]),
                h.div(".explorer-buttons-row")[
                    h.button(".explorer-button", type="button", data_do="swap")[self.say(N_("Go on with the other one"))],
                    h.button(".explorer-button", type="button", data_do="compare", data_value="")[self.say(N_("End the comparison"))],
                ],
                self._compare_with(others),
            ]
        )

    def first_difference(self, aligned: Aligned, names: tuple[Words, Words]) -> str:
        """Where the two first differ, in a sentence."""
        first = aligned.first
        if first is None:
            return self.say(N_("Both are the same, step by step."))
        told = {name: first[name]["text"] if first[name] else self.say(N_("nothing more")) for name in ("before", "now")}
        if told["before"] == told["now"]:
            changes = [*first["changes"].items()]
            paths = "; ".join(f"{path.replace('.', ' ')}: {_value(before)} → {_value(now)}" for path, (before, now) in changes[:3])
            paths += "; …" if len(changes) > 3 else ""
            return self.say(N_("The first difference is at step {step}: {paths}.", step=first["index"], paths=paths))
        about = {"one": names[0], "other": names[1], **told}
        return self.say(N_("The first difference is at step {step}. {one}: {before} {other}: {now}", step=first["index"], **about))

    def _differences(self, names: tuple[Words, Words], aligned: Aligned, steps: tuple[int, int]) -> h.Node:
        found = [*aligned.differences(*steps).items()]
        rows = [h.tr[h.td[path.replace(".", " ")], h.td[_value(before)], h.td[_value(now)]] for path, (before, now) in found[:60]]
        if not rows:
            return h.p[self.say(N_("At these two steps the positions are the same."))]
        return h.table[
            h.caption[self.say(N_("What differs at these two steps"))],
            h.thead[h.tr[h.th(scope="col")[self.say(N_("where"))], [h.th(scope="col")[self.say(name)] for name in names]]],
            h.tbody[rows],
        ]

    def _aligned(self, names: tuple[Words, Words], aligned: Aligned, index: int) -> h.Node:
        rows = []
        for one, other in aligned.pairs[:MOST_ROWS]:
            here = other is not None and other["index"] == index
            cells = [h.td[f"{frame['index']} {frame['text']}" if frame else "–"] for frame in (one, other)]
            step = {"data_do": "goto", "data_value": str(other["index"])} if other else {}
            rows.append(h.tr(class_=" ".join(["explorer-differs"] * (not one or not other) + ["explorer-marked"] * here) or None, **step)[cells])
        return h.table(".explorer-aligned")[
            h.caption[self.say(N_("All steps, equal ones in one row"))],
            h.thead[h.tr[[h.th(scope="col")[self.say(name)] for name in names]]],
            h.tbody[rows],
        ]

    # --- the desk

    def desk(self, blocks: Sequence[Block], tab: str = "desk", undo: bool = False) -> str:
        """Blocks one below the other, those of the desk or of the editor; ``undo``: an edit can be taken back."""
        back = h.button(".explorer-button", type="button", data_do="undo-edit", disabled=not undo)[self.say(N_("Undo the edit"))]
        inside = [
            h.section[
                h.h2[self.say(block.title)],
                h.p[self.say(block.about)],
                [self.chips(group, tab) for group in block.groups if group.chips],
                [self.table(table) for table in block.tables],
                [self._entry(entry) for entry in block.entries],
            ]
            for block in blocks
        ]
        row = h.div(".explorer-buttons-row")[back] if tab == "edit" else None
        return str(h.div(".explorer-desk", role="tabpanel", tabindex="0", aria_label=self.say(TABS[tab]))[row, inside])

    def _entry(self, entry: Entry) -> h.Node:
        """A value to be written by hand, as the scenario writes it; an empty one takes it away."""
        path = ".".join(map(str, entry.path))
        value = "" if entry.value is None else toml(entry.value)
        return h.label(".explorer-entry")[
            h.code[self.say(entry.label)], h.input(type="text", value=value, maxlength="4000", data_do="write", data_name=path, spellcheck="false")
        ]

    # --- the games of a year

    def games(self, year: WthorYear) -> str:
        """The games of a WTHOR file, to choose from; of very many the first ones, and any by its number."""
        rows = [
            h.tr(data_do="game", data_value=str(game.number))[
                h.td[h.button(".explorer-node", type="button", data_do="game", data_value=str(game.number))[str(game.number)]],
                h.td[str(game.black)],
                h.td[str(game.white)],
                h.td[game.scores],
                h.td[str(game.length)],
            ]
            for game in year.games[:MOST_ROWS]
        ]
        columns = (N_("game"), N_("black"), N_("white"), N_("score"), N_("moves"))
        return str(
            h.div(".explorer-games", role="tabpanel", tabindex="0", aria_label=self.say(TABS["games"]))[
                h.label[
                    self.say(N_("Games of {year}: {count}. Number:", count=len(year.games), year=year.year)),
                    " ",
                    h.input(type="number", min="1", max=str(len(year.games)), data_do="game-number", data_name="game"),
                ],
                h.p[self.say(N_("In the score, the cells that stay empty count for the winner."))],
                h.table[h.thead[h.tr[[h.th(scope="col")[self.say(column)] for column in columns]]], h.tbody[rows]],
            ]
        )

    # --- the rules as a form

    def rules(self, rules: Any) -> str:
        """Every option with its sentence, its source and a control; what differs from the embodiment is marked."""
        standard = type(rules)()
        rows = []
        for one in fields(rules):
            value, usual = getattr(rules, one.name), getattr(standard, one.name)
            name = f"rule-{one.name}"
            rows.append(
                h.li(".explorer-rule", data_changed=str(value != usual).lower())[
                    h.div[
                        h.label(for_=name)[h.code[one.name]],
                        " ",
                        self._control(name, one.name, value, one.metadata["schema"]),
                        [" (", self.say(N_("changed")), ")"] if value != usual else None,
                    ],
                    h.div[self.say(N_(one.metadata["says"])), h.small[" ", self.say(N_(one.metadata["source"]))]],
                ]
            )
        about = h.p[self.say(N_("Change an option: the same moves run again under it, and the first difference is told."))]
        return str(h.div(".explorer-rules", role="tabpanel", tabindex="0", aria_label=self.say(TABS["rules"]))[about, h.ul[rows]])

    def _control(self, identity: str, name: str, value: Any, schema: Any) -> h.Node:
        about = {"id": identity, "data_do": "rule", "data_name": name}
        if schema.get("type") == "boolean":
            words = {"true": N_("yes"), "false": N_("no")}
            return h.select(data_value=toml(value), **about)[[h.option(value=key, selected=key == toml(value))[self.say(word)] for key, word in words.items()]]
        if "enum" in schema:
            return h.select(data_value=str(value), **about)[[h.option(value=str(one), selected=one == value)[str(one)] for one in schema["enum"]]]
        if schema.get("type") in ("integer", "number"):
            bounds = {key: str(schema[word]) for key, word in (("min", "minimum"), ("max", "maximum")) if word in schema}
            return h.input(type="number", value=toml(value), step="any" if schema["type"] == "number" else "1", **bounds, **about)
        return h.input(type="text", value=toml(value), maxlength="2000", **about)


def _value(value: Any) -> str:
    """A value of a position as a person would write it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(one)}" for key, one in value.items())
    return "–" if value is None else ", ".join(map(_value, value)) if isinstance(value, list | tuple) else str(value)
