"""Scenario files: the format, the files that are shipped, and what their expected values come to.

A scenario is at once demonstration, golden test, lesson and bug report. Nothing in one is ever executed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from ..mechanics import Mechanic, mechanic
from ..rules.options import exact, plain
from ..rules.trace import MOST_FAULTS, Fault, Faulty, Frame, Game, Refused, at_path, nearest, replay
from .format import LARGEST_FILE, check_document, decode, parse
from .othello import LARGEST_WTHOR, TITLE, WthorYear, after_file, is_transcript, numbered, transcript_document, wthor

SHIPPED = Path(__file__).parent


class UnknownScenario(LookupError):
    """There is no scenario of that name, and no file. ``nearest`` is the shipped name most like it."""

    def __init__(self, name: str) -> None:
        self.name, self.nearest = name, nearest(name, shipped_names())
        super().__init__(name)


class Expect(NamedTuple):
    """What must hold once ``after`` moves are played: key -> value, nested tables flattened to dotted paths."""

    after: int
    values: dict[str, Any]


class Scenario:
    """A scenario that reads without fault: its document, the game made from it, and the text it was written in, if it was."""

    def __init__(self, document: Mapping[str, Any], game: Game, path: Path | None = None, text: str = "") -> None:
        self.document, self.game, self.path, self.text = document, game, path, text
        self.name: str = document["name"]
        self.source: str = document.get("source", "")
        self.rows: tuple[str, ...] = tuple(document.get("rows", ()))
        self.moves: tuple[str, ...] = tuple(document.get("moves", ()))
        self.expect = [Expect(one.get("after", len(self.moves)), flatten(one, self.mechanic)) for one in document.get("expect", ())]

    def __repr__(self) -> str:
        return f"<Scenario {self.name}: {self.document['mechanic']}, {len(self.moves)} moves>"

    @property
    def mechanic(self) -> Mechanic:
        return mechanic(self.document["mechanic"])

    def title(self, language: str = "en") -> str:
        """The title in that language, else in English, else in whatever there is."""
        return title_in(self.document, language)

    def upto(self, moves: int) -> Scenario:
        """The same scenario with only its first moves."""
        return Scenario({**self.document, "moves": list(self.moves[:moves])}, self.game, self.path, self.text)

    def with_rules(self, options: Mapping[str, Any]) -> Scenario:
        """The same scenario under other rules. Raises Faulty where they do not fit it."""
        document = {**self.document, "rules": {**self.document.get("rules", {}), **options}}
        check_document(document)
        game: Game = self.mechanic.rules.read(document.get("setup", {}), document["rules"])
        return Scenario(document, game, self.path, self.text)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """Every frame of the scenario's own moves. Raises Refused at a move that cannot be played."""
        return tuple(replay(self.game, self.moves))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        if faults := check(self):
            return {"text/plain": "\n".join([repr(self), *map(str, faults)])}
        return self.shown(self.frames[-1], self.frames)

    def shown(self, frame: Frame, frames: Sequence[Frame]) -> dict[str, Any]:
        """One of some frames as text, SVG and PNG: what a notebook shows without widgets."""
        from ..still import bundle

        return bundle(self, frame, frames)


def title_in(document: Mapping[str, Any], language: str) -> str:
    """A document's title in that language, else in English, else in any, else its name."""
    title = document.get("title", document.get("name", ""))
    if isinstance(title, str):
        return title
    return str(title.get(language) or title.get("en") or next(iter(title.values()), document.get("name", "")))


def flatten(expect: Mapping[str, Any], kind: Mechanic) -> dict[str, Any]:
    """The expected values of one table; a nested table that no answer of the mechanic goes by becomes dotted paths."""

    def walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict) and path.split(".")[0] not in kind.rules.EXPECTS:
            for key, one in value.items():
                yield from walk(one, f"{path}.{key}" if path else key)
        else:
            yield path, plain(exact(value))

    return dict(walk({key: value for key, value in expect.items() if key != "after"}, ""))


# --- finding and reading ----------------------------------------------------------------------------------------------


def shipped() -> list[Path]:
    """The files of all scenarios that are shipped, by name."""
    return sorted(SHIPPED.glob("*.toml"))


def shipped_names() -> list[str]:
    """The names of all scenarios that are shipped, in order."""
    return [path.stem for path in shipped()]


def _figure(source: str) -> int:
    """The number of the figure that a source names first of all; where it names none, a large one."""
    found = re.match(r"\w+ Fig\. (\d+)", source)
    return int(found[1]) if found else 1000


def index() -> list[dict[str, Any]]:
    """Name, mechanic, title, source, rows and path of every shipped scenario, read without playing it; the sources' figures first."""
    return [{**one} for one in _indexed(tuple((path, path.stat().st_mtime_ns) for path in shipped()))]


@cache
def _indexed(files: tuple[tuple[Path, int], ...]) -> list[dict[str, Any]]:
    """The list, made anew only where a file is another one: a hundred of them take longer to read than a page to make."""
    found = []
    for path, _ in files:
        document = parse(decode(path.read_bytes()))
        keys = ("name", "mechanic", "title", "source")
        known = {key: document.get(key, "") for key in keys}
        found.append({**known, "rows": document.get("rows", []), "path": path, "worked": "expect" in document})
    return sorted(found, key=lambda one: (one["mechanic"], _figure(one["source"]), not one["worked"], one["rows"][:1], one["name"]))


def find(name: str) -> Path:
    """The file of a shipped scenario, or ``name`` itself where it is a file or a game of one. Raises UnknownScenario."""
    if name in shipped_names():
        return SHIPPED / f"{name}.toml"
    try:
        if numbered(path := Path(name))[0].is_file():
            return path
    except (OSError, ValueError):
        pass
    raise UnknownScenario(name)


def load(name: str | Path) -> Scenario:
    """The scenario of that name or file: TOML, a transcript of Othello, or a game of a WTHOR file (``WTH_1980.wtb#12``).

    Raises UnknownScenario, WhichGame for a WTHOR file without the number of one of its games, or Faulty with everything that is wrong.

    >>> load("fig-6b")
    <Scenario fig-6b: sandwich, 1 moves>
    """
    path, number = numbered(name if isinstance(name, Path) else find(name))
    if number is None:
        return read(_contents(path, LARGEST_FILE), path)
    year = games_in(path)
    return game_of(year, year.chosen(number, path).number, path)


def _contents(path: Path, most: int, place: str = "file") -> bytes:
    """The bytes of a file, at most one more than is allowed: not every file says how long it is. Raises Faulty."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Faulty([Fault(place, error.strerror or "an unreadable file", "a readable file")]) from None


def read(data: bytes | str, path: Path | None = None) -> Scenario:
    """A scenario from its text: TOML, or a transcript of Othello. Raises Faulty with everything that is wrong."""
    return _read(data, path or Path(), path)


def opened(name: str, data: bytes) -> Scenario | WthorYear:
    """What a file that somebody hands over holds, by the ending of its name and by its text: a scenario, or for ``.wtb`` the games to choose from.

    Raises Faulty with everything that is wrong.
    """
    return wthor(data) if Path(name).suffix.lower() == ".wtb" else _read(data, Path(name), None)


def _read(data: bytes | str, file: Path, path: Path | None) -> Scenario:
    text = decode(data)
    # A transcript with a slip in it is still one; TOML that was saved as .txt has an equals sign.
    if is_transcript(text) or (file.suffix.lower() == ".txt" and "=" not in text):
        return from_document(transcript_document(text, *after_file(file.stem)), path)
    return from_document(parse(text), path, text)


def from_document(document: Mapping[str, Any], path: Path | None = None, text: str = "") -> Scenario:
    """A scenario from its tables, and from the text that they were written in. Raises Faulty with everything that is wrong."""
    check_document(document)
    rules = mechanic(document["mechanic"]).rules
    game: Game = rules.read(document.get("setup", {}), document.get("rules", {}))
    return Scenario(document, game, path, text)


# --- Othello ----------------------------------------------------------------------------------------------------------


def transcript(text: bytes | str, name: str = "transcript", title: str | Mapping[str, str] = TITLE) -> Scenario:
    """A game of 8 x 8 Othello from its transcript, with the passes that transcripts leave out. Raises Faulty.

    >>> transcript("f5 d6 c3").moves
    ('f5', 'd6', 'c3')
    """
    return from_document(transcript_document(text, name, title))


def games_in(path: Path) -> WthorYear:
    """The games of a WTHOR file, with names from the files of players (.jou) and of tournaments (.trn) beside it. Raises Faulty."""
    return wthor(_contents(path, LARGEST_WTHOR), *(_beside(path, ending) for ending in (".jou", ".trn")))


def _beside(path: Path, ending: str) -> bytes | None:
    """The file of names beside a WTHOR file: that of its own name, else WTHOR's, else the first there is."""
    try:
        found = [one for one in path.parent.iterdir() if one.suffix.lower() == ending]
    except OSError:  # a folder that may be entered but not listed: there are numbers then
        return None
    found.sort(key=lambda one: (one.stem.lower() != path.stem.lower(), one.stem.lower() != "wthor", one.name))
    return _contents(found[0], LARGEST_WTHOR, found[0].name) if found else None


def game_of(year: WthorYear, number: int, path: Path | None = None) -> Scenario:
    """A game of a WTHOR file by its number, from 1. Raises Faulty where there is none, or where it cannot be played."""
    return from_document(year.document(number), path)


# --- expected values --------------------------------------------------------------------------------------------------


def actual(scenario: Scenario, expect: Expect) -> dict[str, Any]:
    """What the rules make of every key of ``expect``."""
    frames = [frame for frame in scenario.frames if frame.move <= expect.after]
    answers = plain(scenario.game.answers(frames))
    view = plain(scenario.game.view(frames[-1].state))
    return {key: _compared(scenario, key, value, answers, view) for key, value in expect.values.items()}


def _compared(scenario: Scenario, key: str, expected: Any, answers: Mapping[str, Any], view: Mapping[str, Any]) -> Any:
    """The value to set against an expected one; of a table only the names that are written, unless it must be told whole."""
    if key not in answers:
        return at_path(view, key)
    found = answers[key]
    if not isinstance(expected, dict) or key in scenario.mechanic.rules.WHOLE:
        return found
    table = found if isinstance(found, dict) else view.get(key)
    return {name: table.get(name) for name in expected} if isinstance(table, dict) else found


def check(scenario: Scenario) -> list[Fault]:
    """Every move that cannot be played and every expected value that the rules do not confirm."""
    faults, playable = [], len(scenario.moves)
    try:
        frames: tuple[Frame, ...] = scenario.frames
    except Refused as refused:
        playable = refused.values["number"] - 1
        move = scenario.moves[playable]
        faults.append(Fault(f"moves[{playable}]", f"{move!r}: {str(refused).rstrip('.')}", refused.allowed, refused.nearest))
        frames = scenario.upto(playable).frames
    known = list(dict.fromkeys([*scenario.mechanic.rules.EXPECTS, *(key for frame in frames for key in scenario.game.view(frame.state))]))
    for k, expect in enumerate(scenario.expect):
        faults += _unexpected(scenario if playable == len(scenario.moves) else scenario.upto(playable), k, expect, known, len(scenario.moves))
    return faults[:MOST_FAULTS]


def check_file(path: Path) -> list[Fault]:
    """Everything that is wrong with a file; of a WTHOR file, with the game that is chosen, else with all. Raises Faulty where it cannot be read."""
    file, number = numbered(path)
    if number is None:
        return check(load(path))
    year = games_in(file)
    games = [year.chosen(number, file)] if number else year.games
    return [*islice((fault for game in games for fault in game.faults()), MOST_FAULTS)]


def _unexpected(scenario: Scenario, k: int, expect: Expect, known: Sequence[str], moves: int) -> Iterator[Fault]:
    """What is wrong with one table of expected values; values after a move that cannot be played are not looked at."""
    strange = [key for key in expect.values if key.split(".")[0] not in known]
    for key in strange:
        yield Fault(f"expect[{k}].{key}", "an unknown key", ", ".join(known), nearest(key.split(".")[0], known))
    if expect.after > moves:
        yield Fault(f"expect[{k}].after", str(expect.after), f"0 to {moves}")
    elif expect.after <= len(scenario.moves):
        got = actual(scenario, expect)
        for key, value in expect.values.items():
            if key not in strange and got[key] != value:
                yield Fault(f"expect[{k}].{key}", f"{got[key]} by the rules", f"{value} as expected")


def examples() -> list[dict[str, Any]]:
    """Every worked example of the sources: its row, the values expected, and what the rules make of them."""
    found = []
    for one in index():
        if one["worked"]:
            expected, got, faults = _worked(one["path"])
            found += [{"id": row, "scenario": one["name"], "expected": expected, "actual": got, "ok": not faults} for row in one["rows"]]
    return sorted(found, key=lambda one: str(one["id"]))


def _worked(path: Path) -> tuple[dict[str, Any], dict[str, Any], list[Fault]]:
    """The expected values of one scenario, the actual ones as far as there are any, and every fault."""
    try:
        scenario = load(path)
    except Faulty as faulty:
        return {}, {}, list(faulty.faults)
    faults = check(scenario)
    playable = not any(fault.place.endswith(("]", ".after")) for fault in faults)
    expected = {key: value for expect in scenario.expect for key, value in expect.values.items()}
    got = {key: value for expect in scenario.expect for key, value in actual(scenario, expect).items()} if playable else {}
    return expected, got, faults
