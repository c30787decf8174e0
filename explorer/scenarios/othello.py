"""Games of Othello as others write them down: transcripts (text) and WTHOR files (bytes), read into scenario documents.

Rules and setup are those of the shipped 8 x 8 scenario, so black (player 1) moves first and opens on d3, c4, f5 or e6, as transcripts have it.
Neither kind of file writes a pass; the passes are found by the rules and put in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

from ..mechanics import Mechanic, mechanic
from ..rules.trace import MOST_FAULTS, Fault, Faulty, Game, Refused
from .format import decode, parse, shown

LARGEST_WTHOR = 8 << 20
"""Bytes of a WTHOR file: more than 120,000 games, four times the largest year."""
SIZE, BLACK, WHITE, PASS = 8, 1, 2, "pass"
TITLE = {"en": "Othello transcript", "ja": "オセロの棋譜"}
_SHIPPED = Path(__file__).parent / "othello-8x8.toml"


@cache
def _othello() -> tuple[Mapping[str, Any], Game]:
    """What every game here has of the shipped scenario, and the game made from it."""
    shipped = parse(decode(_SHIPPED.read_bytes()))
    game: Game = mechanic(shipped["mechanic"]).rules.read(shipped["setup"], shipped["rules"])
    return {key: shipped[key] for key in ("format", "mechanic", "rules", "setup")}, game


def _document(name: str, title: str | Mapping[str, str], moves: Sequence[str], source: str = "") -> dict[str, Any]:
    about = {"name": name, "title": title, **({"source": source} if source else {})}
    return {**_othello()[0], **about, "moves": list(moves)}


def _replayed(written: Iterable[tuple[str, str]]) -> tuple[list[str], Any]:
    """The moves with the passes that nobody wrote, and the position after the last.

    ``written``: of each move its place in the file, and its cell or a pass. Raises Faulty at the first that cannot be played: what follows it means nothing.
    """
    game, moves = _othello()[1], list[str]()
    state = game.start
    for place, text in written:
        allowed = [game.write(move) for move in game.legal(state)]
        if allowed == [PASS] and text != PASS:
            moves.append(PASS)
            state = _after(game, state, PASS, place)
        moves.append(text)
        state = _after(game, state, text, place)
    return moves, state


def _after(game: Game, state: Any, text: str, place: str) -> Any:
    """The position after a move. Raises Faulty where it cannot be played."""
    try:
        move = game.parse(text, state)
    except Refused as refused:
        allowed = ", ".join(game.write(one) for one in game.legal(state)) or "no move after the end"
        raise Faulty([Fault(place, f"{text!r}: {str(refused).rstrip('.')}", allowed)]) from None
    for step in game.play(state, move, explain=False):
        state = step.state
    return state


# --- transcripts ------------------------------------------------------------------------------------------------------

# A number of a move stands apart, or has a dot: "f55d6" is rather a slip than f5, number 5, d6.
_TOKEN = re.compile(
    r"\s+|(?P<number>(?<!\S)[0-9]{1,3}(?![0-9])[.):]*|[0-9]{1,3}[.):]+)|(?P<move>[a-h][1-8])|(?P<pass>pass|pa|ps|--)|(?P<strange>\S+)",
    re.IGNORECASE,
)
_FORM = "cells a1 to h8, passes (--, pa, ps, pass) and numbers of moves"


def is_transcript(text: str) -> bool:
    """Whether a text is moves of Othello and nothing else; looks no further than the first other word.

    >>> is_transcript("1. F5 d6 2. c3"), is_transcript("f5 = 1"), is_transcript("")
    (True, False, False)
    """
    kinds = set()
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "strange":
            return False
        kinds.add(token.lastgroup)
    return "move" in kinds


def after_file(stem: str) -> tuple[str, dict[str, str]]:
    """Name and title of a transcript, after the name of its file.

    >>> after_file("Nicolet - Tominaga")[0]
    'nicolet-tominaga'
    """
    plain = "".join(sign for sign in stem if sign.isprintable())[:80]
    name = re.sub("[^a-z0-9]+", "-", plain.lower()).strip("-")
    return name or "transcript", {language: f"{title} {plain}".strip() for language, title in TITLE.items()}


def transcript_document(text: bytes | str, name: str, title: str | Mapping[str, str]) -> dict[str, Any]:
    """The document of a transcript.

    Raises Faulty with the line and column of everything that is no move, or with the number, as written, of the first move that cannot be played.
    """
    text = decode(text)
    if faults := [*islice(_strange(text), MOST_FAULTS)]:
        raise Faulty(faults)
    moves, _ = _replayed(_written(text))
    if not moves:
        raise Faulty([Fault("file", "no move", _FORM)])
    return _document(name, title, moves)


def _written(text: str) -> Iterator[tuple[str, str]]:
    """Of each move its place, and its cell or a pass."""
    tokens = (token for token in _TOKEN.finditer(text) if token.lastgroup in ("move", "pass"))
    for k, token in enumerate(tokens, 1):
        yield f"move {k}", PASS if token.lastgroup == "pass" else token[0].lower()


def _strange(text: str) -> Iterator[Fault]:
    """A fault for each word that is no move; lines are counted on from the one before."""
    line, start, counted = 1, 0, 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "strange":
            at = token.start()
            line += text.count("\n", counted, at)
            start, counted = max(start, text.rfind("\n", counted, at) + 1), at
            yield Fault(f"line {line}, column {at - start + 1}", shown(token[0]), _FORM)


# --- WTHOR files ------------------------------------------------------------------------------------------------------

_CHOSEN = re.compile(r"(.*\.wtb)(?:#([^#/]*))?", re.IGNORECASE | re.DOTALL)
# Century, year, month and day of writing; records of a file of games, of names; year of play, size of the board, kind, depth.
_HEADER = Struct("<4BIHH4B")
_RECORD = Struct("<HHHBB60s")
_PLAYER, _TOURNAMENT = 20, 26  # bytes a name


class WhichGame(Faulty):
    """A file of many games, and no number of one, or a number that none of them has. Its one fault says how to choose."""

    def __init__(self, file: Path, number: str, games: int) -> None:
        found = f"{games} game{'s' * (games != 1)} and {f'no game {number[:80]!r}' if number else 'no number of one'}"
        super().__init__([Fault("game", found, f"{file}#1 to {file}#{games}" if games else "a file with games")])


def numbered(path: Path) -> tuple[Path, str | None]:
    """A file, and for a WTHOR file the number of the game that is meant, empty where none is; for any other file None.

    >>> [number for _, number in map(numbered, map(Path, ["WTH_1980.wtb#12", "WTH_1980.wtb", "fig-6b.toml"]))]
    ['12', '', None]
    """
    match = _CHOSEN.fullmatch(str(path))
    return (Path(match[1]), match[2] or "") if match else (path, None)


class Named(NamedTuple):
    """A player or a tournament: its number, and its name where a file of names has one."""

    number: int
    name: str = ""

    def __str__(self) -> str:
        return self.name or str(self.number)

    def called(self, kind: str) -> str:
        """The name, or its number with ``kind`` before it: ``player 786``."""
        return self.name or f"{kind}{self.number}"


class WthorGame(NamedTuple):
    """One record of a WTHOR file, as it stands there; ``number`` counts from 1.

    ``score`` is of black's discs, empty cells going to the winner, ``theoretical`` the same with best play from some move on. ``squares``: 60 bytes,
    10 x row + column each, 0 after the last move.
    """

    number: int
    tournament: Named
    black: Named
    white: Named
    score: int
    theoretical: int
    squares: bytes

    @property
    def length(self) -> int:
        """How many moves were written; passes are not."""
        return len(self.squares.rstrip(b"\0"))

    @property
    def scores(self) -> str:
        """Black's score and white's, as they are usually written: ``41:23``."""
        return f"{self.score}:{SIZE * SIZE - self.score}"

    def written(self) -> list[tuple[str, str]]:
        """Of each move its place and its cell. Raises Faulty with everything that no record can hold."""
        faults, found = [], []
        for k, square in enumerate(self.squares[: self.length], 1):
            row, column = divmod(square, 10)
            place = f"game {self.number}, move {k}"
            if 1 <= row <= SIZE and 1 <= column <= SIZE:
                found.append((place, f"{'abcdefgh'[column - 1]}{row}"))
            else:
                faults.append(Fault(place, f"square {square}{'' if square else ' before further moves'}", "11 to 88, row and column from 1 to 8"))
        if self.score > SIZE * SIZE:
            faults.append(Fault(f"game {self.number}, score", str(self.score), f"0 to {SIZE * SIZE}"))
        if faults:
            raise Faulty(faults)
        return found

    def faults(self) -> Sequence[Fault]:
        """What is wrong with the game: squares, moves that cannot be played, and the score of a game played to its end."""
        try:
            _, state = _replayed(self.written())
        except Faulty as faulty:
            return faulty.faults
        game = _othello()[1]
        if game.result(state).over and (score := _score(game.view(state))) != self.score:
            return [Fault(f"game {self.number}, score", f"{self.score} for black", f"{score}, as the moves come to by the rules")]
        return []


def _score(view: Mapping[str, Any]) -> int:
    """Black's discs at the end, empty cells going to the winner; a draw shares them."""
    count = Counter(cell["state"] for cell in view["cells"].values())
    black, white = count[BLACK], count[WHITE]
    empty = SIZE * SIZE - black - white
    return black + (empty if black > white else empty // 2 if black == white else 0)


@dataclass(frozen=True)
class WthorYear:
    """The games of a WTHOR file, in its order, and the year in which they were played."""

    year: int
    games: tuple[WthorGame, ...]

    def __repr__(self) -> str:
        return f"<WthorYear {self.year}: {len(self.games)} games>"

    @property
    def mechanic(self) -> Mechanic:
        """That of the shipped scenario whose rules its games are played by."""
        return mechanic(_othello()[0]["mechanic"])

    def chosen(self, number: str, file: Path) -> WthorGame:
        """The game of the number that somebody wrote behind the file. Raises WhichGame."""
        if not re.fullmatch("[0-9]{1,9}", number) or not 0 < int(number) <= len(self.games):
            raise WhichGame(file, number, len(self.games))
        return self.games[int(number) - 1]

    def document(self, number: int) -> dict[str, Any]:
        """The document of game ``number``, from 1. Raises Faulty for another number, and where the game cannot be played."""
        if not 0 < number <= len(self.games):
            raise Faulty([Fault("game", str(number), f"1 to {len(self.games)}")])
        game = self.games[number - 1]
        moves, _ = _replayed(game.written())
        title = {
            "en": f"Othello {self.year}, game {number}: {game.black.called('player ')} – {game.white.called('player ')} {game.scores}",
            "ja": f"オセロ {self.year}年 第{number}局:{game.black.called('選手')} – {game.white.called('選手')} {game.scores}",
        }
        source = f"WTHOR {self.year}, game {number}, {game.tournament.called('tournament ')}"
        return _document(f"wthor-{self.year}-{number}", title, moves, source)


def wthor(data: bytes, players: bytes | None = None, tournaments: bytes | None = None) -> WthorYear:
    """The games of a WTHOR file, with names from a file of players (.jou) and one of tournaments (.trn) where these are given.

    No game is played for it: each is looked at when it is opened. Raises Faulty where the file is no whole file of games on 8 x 8.
    """
    count, _, year, size = _header(data, "")
    faults = [] if size in (0, SIZE) else [Fault("header", f"a board of {size} x {size}", f"{SIZE} x {SIZE}")]
    faults += _miscounted(data, "", count, _RECORD.size, "game")
    if faults:
        raise Faulty(faults)
    who, where = _names(players, "players (.jou), ", _PLAYER), _names(tournaments, "tournaments (.trn), ", _TOURNAMENT)
    games = (
        WthorGame(number, _named(tournament, where), _named(black, who), _named(white, who), score, theoretical, squares)
        for number, (tournament, black, white, score, theoretical, squares) in enumerate(_RECORD.iter_unpack(data[_HEADER.size :]), 1)
    )
    return WthorYear(year, tuple(games))


def _named(number: int, names: Sequence[str]) -> Named:
    return Named(number, names[number] if number < len(names) else "")


def _header(data: bytes, within: str) -> tuple[int, int, int, int]:
    """How many games and how many names a header announces, the year of play, the size of the board. Raises Faulty, its places ``within`` that file."""
    if len(data) > LARGEST_WTHOR:
        raise Faulty([Fault(f"{within}file", f"{len(data)} bytes", f"at most {LARGEST_WTHOR}")])
    if len(data) < _HEADER.size:
        raise Faulty([Fault(f"{within}header", f"{len(data)} bytes", f"{_HEADER.size}")])
    _, _, _, _, games, names, year, size, _, _, _ = _HEADER.unpack_from(data)
    return games, names, year, size


def _miscounted(data: bytes, within: str, count: int, size: int, unit: str) -> list[Fault]:
    """The fault of a file that is not as long as its header says."""
    whole, rest = divmod(len(data) - _HEADER.size, size)
    said = f"{count} {unit}{'s' * (count != 1)}"
    if rest:
        return [Fault(f"{within}file", f"{len(data)} bytes", f"{_HEADER.size + count * size}, as the header says {said}")]
    return [] if whole == count else [Fault(f"{within}header", said, f"{whole}, as many as the file holds")]


def _names(data: bytes | None, within: str, size: int) -> list[str]:
    """The names of a file of names, by number; none where there is no file. Raises Faulty."""
    if data is None:
        return []
    _, count, _, _ = _header(data, within)
    if faults := _miscounted(data, within, count, size, "name"):
        raise Faulty(faults)
    records = (data[at : at + size] for at in range(_HEADER.size, len(data), size))
    return [_text(record) for record in records]


def _text(record: bytes) -> str:
    """A name up to its end mark, without what no line can show."""
    text = record.split(b"\0")[0].decode("latin-1")
    return "".join(sign for sign in text if sign.isprintable()).strip()
