"""The command line: `explorer serve`, `list`, `trace`, `check`, `examples`, `perft`, `export`, `schema`. Scripts rely on it."""

from __future__ import annotations

import argparse
import io
import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .compare import first_difference, pairs
from .rules.options import plain
from .rules.trace import Fault, Faulty, Refused, changes, nearest
from .scenarios import Scenario, UnknownScenario, check, check_file, examples, games_in, index, load, shipped_names, title_in
from .scenarios.othello import WhichGame, WthorGame
from .trace_json import result, told, written
from .words import LANGUAGES

PERFT_DEFAULT = "othello-8x8"
SCENARIO = "a shipped name, a file, or a game of a WTHOR file as FILE.wtb#N"


class Usage(Exception):
    """Arguments that cannot be used: told in one line, exit 2."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Usage(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for faults found, 2 for bad arguments."""
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal that cannot show α gets an escape, not an error
            sys.stdout.reconfigure(errors="backslashreplace")
        options = _parser().parse_args(arguments)
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except Usage as usage:
        print(f"explorer: {usage}", file=sys.stderr)
        return 2
    except UnknownScenario as unknown:
        near = f"; nearest {unknown.nearest}" if unknown.nearest else ""
        print(f"explorer: there is no scenario or file {unknown.name[:200]!r}; allowed: a file, {', '.join(shipped_names())}{near}", file=sys.stderr)
        return 2
    except WhichGame as which:
        print(" ".join(f"explorer: {which} (explorer list --games FILE shows them)".split()), file=sys.stderr)
        return 2
    except Faulty as faulty:
        _print_faults(getattr(options, "scenario", "scenario"), faulty.faults, sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: no complaint at exit either
        return 0
    except OSError as error:
        print(f"explorer: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="explorer", description="Explains three game mechanics, move by move.", allow_abbrev=False)
    parser.set_defaults(run=_serve, port=None, browser=True)
    commands = parser.add_subparsers(title="commands", parser_class=_Parser, metavar="COMMAND")

    def command(name: str, run: Any, says: str) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = commands.add_parser(name, help=says, description=says, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    serve = command("serve", _serve, "Serve the start page and the dashboards on 127.0.0.1.")
    for one in (parser, serve):  # also before the command; what is not given leaves what is
        one.add_argument("--port", type=_port, default=argparse.SUPPRESS, help="the port (default: 8866, or any free one)")
        one.add_argument("--no-browser", dest="browser", action="store_false", default=argparse.SUPPRESS, help="do not open a browser")
    listed = command("list", _list, "List the shipped scenarios.")
    listed.add_argument("--json", action="store_true", help="as JSON")
    listed.add_argument("--games", metavar="FILE", dest="scenario", help="the games of a WTHOR file (.wtb) instead")
    traced = command("trace", _trace, "Print every step of a scenario.")
    traced.add_argument("scenario", metavar="SCENARIO", help=SCENARIO)
    traced.add_argument("--json", action="store_true", help="as JSON")
    traced.add_argument(
        "--profile", action="append", default=[], metavar="NAME", dest="profiles", help="another rules profile than the scenario's; two are compared"
    )
    traced.add_argument("--lang", choices=list(LANGUAGES), default="en", help="the language of the sentences")
    checked = command("check", _check, "Check scenario files and their expected values.")
    checked.add_argument("files", nargs="+", metavar="FILE", help="scenario files, Othello transcripts (.txt) or WTHOR files (.wtb)")
    worked = command("examples", _examples, "Run every worked example of the sources.")
    worked.add_argument("--json", action="store_true", help="as JSON")
    perft = command("perft", _perft, "Count the lines 1 to N moves deep.")
    perft.add_argument("--depth", type=_depth, required=True, metavar="N", help="how many moves deep")
    perft.add_argument("--scenario", default=PERFT_DEFAULT, metavar="SCENARIO", help=f"{SCENARIO} (default: {PERFT_DEFAULT})")
    exported = command("export", _export, "Write a picture of one step, or the whole trace, to a file.")
    exported.add_argument("scenario", metavar="SCENARIO", help=SCENARIO)
    exported.add_argument("--to", required=True, metavar="FILE", help="a picture: FILE.png or FILE.svg; a trace: FILE.gif, FILE.html or FILE.json")
    exported.add_argument(
        "--step", type=_step, metavar="N", help="the step of the picture (default: the last), or up to which the trace goes; -1 is the last, -2 the one before"
    )
    exported.add_argument("--style", choices=["color", "print"], default="color", help="in colour, or black on white as the sources draw")
    exported.add_argument("--lang", choices=list(LANGUAGES), default="en", help="the language of the sentences")
    command("schema", _schema, "Print the JSON Schema of scenario files.")
    return parser


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; allowed: 1 to 65535")
    return int(text)


def _depth(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no depth; allowed: 1 to 99")
    return int(text)


def _step(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is no step; allowed: a whole number, below 0 from the end")
    return int(text)


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1, default=str))


def _print_faults(file: str, faults: Sequence[Fault], stream: Any) -> None:
    for fault in faults:
        print(" ".join(f"{file}:{fault}".split()), file=stream)


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _serve(options: argparse.Namespace) -> int:
    port = options.port
    if port is not None and not _free(port):
        raise Usage(f"port {port} is taken; allowed: a free port, or no --port for any free one")
    if port is None:
        port = 8866
        if not _free(port):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
    from .server import serve  # here: it costs a second that no other command needs

    return serve(port, options.browser)


def _list(options: argparse.Namespace) -> int:
    if options.scenario is not None:
        return _list_games(options)
    found = index()
    if options.json:
        _print_json(
            [{key: (title_in(one, "en") if key == "title" else str(one[key])) for key in ("name", "mechanic", "title", "source", "path")} for one in found]
        )
    else:
        wide = max(len(one["name"]) for one in found)
        for one in found:
            print(f"{one['name']:{wide}}  {one['mechanic']:8}  {title_in(one, 'en')}")
    return 0


def _list_games(options: argparse.Namespace) -> int:
    """The games of a WTHOR file, one a line."""
    if not Path(options.scenario).is_file():
        raise Usage(f"there is no file {options.scenario[:200]!r}; allowed: a WTHOR file (.wtb)")
    games = games_in(Path(options.scenario)).games
    if options.json:
        _print_json([_told(one) for one in games])
        return 0
    rows = [
        (one.black.called("player "), one.white.called("player "), one.scores, f"{one.length} moves", one.tournament.called("tournament ")) for one in games
    ]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows, 1):
        print("  ".join([f"{number:{len(str(len(rows)))}}", *(f"{text:{width}}" for text, width in zip(row, wide, strict=True))]).rstrip())
    return 0


def _told(game: WthorGame) -> dict[str, Any]:
    """A game of a WTHOR file as data; players and tournament by name where that is known, else by number."""
    who = {key: str(getattr(game, key)) for key in ("tournament", "black", "white")}
    return {"number": game.number, **who, "score": game.score, "theoretical": game.theoretical, "moves": game.length}


def _played(name: str) -> Scenario:
    """A scenario whose own moves can be played; else Faulty with the move at fault."""
    return _playable(load(name))


def _playable(scenario: Scenario) -> Scenario:
    try:
        _ = scenario.frames
    except Refused:
        raise Faulty(check(scenario)) from None
    return scenario


def _trace(options: argparse.Namespace) -> int:
    if len(options.profiles) > 1:
        return _compare(options)
    scenario = _played(options.scenario)
    if options.profiles:
        scenario = _under(scenario, options.profiles[0])
    if options.json:
        for line in written(scenario, scenario.frames, options.lang):
            print(line)
        return 0
    for frame in told(scenario, scenario.frames, options.lang):
        print(_line(frame))
    return 0


def _line(frame: Mapping[str, Any]) -> str:
    cite = f"  [{frame['cite']}]" if frame["cite"] else ""
    return f"{frame['index']:3}  {frame['kind']:12} {frame['text']}{cite}"


def _under(scenario: Scenario, profile: str) -> Scenario:
    """The same scenario under another rules profile. Raises Usage where there is no such profile, Faulty where it does not fit."""
    known = scenario.mechanic.rules.RULES["properties"].get("profile", {}).get("enum", [])
    if profile not in known:
        near = nearest(profile, known)
        allowed = ", ".join(known) or f"none: {scenario.document['mechanic']} has no profiles"
        raise Usage(f"there is no profile {profile[:80]!r}; allowed: {allowed}{f'; nearest {near}' if near else ''}")
    return _playable(scenario.with_rules({"profile": profile}))


def _compare(options: argparse.Namespace) -> int:
    """The scenario under two profiles, step by step side by side."""
    if len(options.profiles) > 2:
        raise Usage(f"{len(options.profiles)} profiles; allowed: one, or two to compare")
    scenario = load(options.scenario)
    both = [_under(scenario, name) for name in options.profiles]
    first, second = ([*told(one, one.frames, options.lang)] for one in both)
    difference = first_difference(options.profiles, first, second)
    if options.json:
        traces = [{"scenario": one.name, "frames": frames, "result": result(one, one.frames)} for one, frames in zip(both, (first, second), strict=True)]
        _print_json({"scenario": scenario.name, "traces": dict(zip(options.profiles, traces, strict=True)), "first_difference": difference})
        return 0
    wide = max(map(len, options.profiles))
    for pair in pairs(first, second):
        name = "" if pair.first and pair.second else options.profiles[0] if pair.first else options.profiles[1]
        print(f"{name:{wide}}  {_line(pair.first or pair.second or {})}")
    print(f"first difference: step {difference['index']}" if difference else "no difference")
    for path, (one, other) in changes(first[-1]["state"], second[-1]["state"]).items():
        print(f"at the end  {path}: {options.profiles[0]} {one}, {options.profiles[1]} {other}")
    return 0


def _check(options: argparse.Namespace) -> int:
    bad = False
    for file in options.files:
        try:
            faults: Sequence[Fault] = check_file(Path(file))
        except Faulty as faulty:
            faults = faulty.faults
        _print_faults(file, faults, sys.stdout)
        if not faults:
            print(f"{file}: ok", file=sys.stderr)
        bad = bad or bool(faults)
    return int(bad)


def _examples(options: argparse.Namespace) -> int:
    found = examples()
    if options.json:
        _print_json(found)
    else:
        for one in found:
            print(f"{'ok   ' if one['ok'] else 'WRONG'} {one['id']:9} {one['scenario']:16} {one['actual']}")
    return int(not all(one["ok"] for one in found))


def _perft(options: argparse.Namespace) -> int:
    from .rules.perft import perft

    for depth, count in enumerate(perft(load(options.scenario).game, options.depth), 1):
        print(depth, count)
    return 0


def _export(options: argparse.Namespace) -> int:
    from .exports import CannotExport, export  # here: painters cost what other commands need not pay

    try:
        export(_played(options.scenario), options.to, step=options.step, style=options.style, language=options.lang, progress=_count_up)
    except CannotExport as why:
        raise Usage(str(why)) from None
    return 0


def _count_up(done: int, of: int) -> None:
    """Say how far a long piece of work is, in one line that is gone at its end; only to somebody who sits there."""
    if sys.stderr.isatty():
        print(f"\r{done} / {of}" if done < of else "\r\x1b[K", end="", file=sys.stderr, flush=True)


def _schema(options: argparse.Namespace) -> int:
    from .scenarios.format import schema

    _print_json(plain(schema()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
