"""Pictures and traces as files, without a browser: `explorer export`, and `export` from Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from ..boards.palette import PALETTES
from ..rules.trace import Frame, nearest
from ..scenarios import Scenario, load
from ..session import Session
from ..words import LANGUAGES

STYLES: Mapping[str, str] = {"color": "light", "print": "print"}
"""The styles of a picture, and the palette of each."""
ZOOM, MILLISECONDS = 2.0, 1500
"""Pixels of a PNG a board unit; how long an animation shows each frame."""


Progress = Callable[[int, int], object]


class CannotExport(ValueError):
    """What was asked for cannot be made into a file; the message says what is allowed. Nothing was written."""


class Job(NamedTuple):
    """What goes into a file: ``frames`` from the start up to the one asked for, in that palette and language.

    ``progress`` hears how many pictures are made, and of how many, where there are many to make.
    """

    scenario: Scenario
    frames: Sequence[Frame]
    palette: str
    language: str
    progress: Progress


def export(
    what: Scenario | Session | str | Path,
    file: str | Path,
    *,
    step: int | None = None,
    style: str = "color",
    language: str = "en",
    progress: Progress = lambda done, of: None,
) -> Path:
    """Write a picture (``.png``, ``.svg``) or a whole trace (``.gif``, ``.html``, ``.json``) to a file; the ending says which.

    ``what`` is a scenario, its name or file, or a sitting with the moves that were played. ``step`` is the frame of a picture (of a scenario
    the last one without, of a sitting the one in view) and the last frame of a trace; below 0 it counts from the end.
    ``style`` is ``color``, or ``print``: black on white, as the sources draw. ``progress`` is called with the pictures made, and of how many,
    while an animation is made: a long game takes half a minute.

    The file is written whole or not at all, in place of one of that name. Returns its path. Raises CannotExport where one of these cannot be
    had, UnknownScenario, Faulty for a scenario that is wrong, and Refused for one with a move that cannot be played.
    """
    path = Path(file)
    write = WRITERS.get(path.suffix.lower())
    if write is None:
        raise CannotExport(f"{path.name[-80:]!r} is no kind of file that can be made; allowed: a name that ends in {', '.join(WRITERS)}")
    if not os.path.isdir(path.parent):  # False also for what can be no path
        raise CannotExport(f"there is no folder {str(path.parent)[-200:]!r}; allowed: a file in a folder that is there")
    _among("style", style, STYLES)
    _among("language", language, LANGUAGES)
    sitting = what if isinstance(what, Session) else Session.open(what if isinstance(what, Scenario) else load(what), -1)
    pictured = path.suffix.lower() in PICTURES
    at = _index(step, len(sitting.frames)) if step is not None else sitting.index if pictured else len(sitting.frames) - 1
    _replace(path, write(Job(sitting.scenario, sitting.frames[: at + 1], STYLES[style], language, progress)))
    return path


def _among(kind: str, value: str, allowed: Iterable[str]) -> None:
    if value not in allowed:
        near = nearest(str(value), [*allowed])
        raise CannotExport(f"there is no {kind} {str(value)[:80]!r}; allowed: {', '.join(allowed)}{f'; nearest {near}' if near else ''}")


def _index(step: int, count: int) -> int:
    """The index of a frame that may be counted from the end."""
    if not -count <= step < count:
        raise CannotExport(f"there is no step {step}; allowed: 0 to {count - 1}, or -1 to {-count} from the end")
    return step % count


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file beside its place, then put it there: nobody ever sees a part of it, and on an error the old one stays."""
    place = Path(os.path.realpath(path))  # through a link, to the file itself
    draft = place.with_name(f".{place.name[:200]}.{token_hex(4)}")
    try:
        try:
            with draft.open("xb") as file:
                file.writelines(parts)
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise CannotExport(f"{str(path)[-200:]!r} cannot be written ({error.strerror or error}); allowed: a file that can") from error


# --- the kinds of files: parts of bytes, made one after another


def _svg(job: Job) -> Iterator[bytes]:
    from ..still import picture

    yield picture(job.scenario, job.frames[-1], job.frames, style=job.palette, language=job.language, sized=True).encode() + b"\n"


def _png(job: Job) -> Iterator[bytes]:
    from ..painters.svg import png
    from ..still import picture

    yield png(picture(job.scenario, job.frames[-1], job.frames, style=job.palette, language=job.language), ZOOM)


def _gif(job: Job) -> Iterator[bytes]:
    from ..painters.gif import gif
    from ..painters.svg import png
    from .captioned import captioned

    pictures = []
    for text in captioned(job.scenario, job.frames, job.palette, job.language):
        pictures.append(png(text))
        job.progress(len(pictures), len(job.frames))
    return gif(pictures, PALETTES[job.palette].values(), MILLISECONDS)


def _html(job: Job) -> Iterator[bytes]:
    from .page import page

    yield page(job.scenario, job.frames, job.palette, job.language).encode()


def _json(job: Job) -> Iterator[bytes]:
    from ..trace_json import written

    return (line.encode() + b"\n" for line in written(job.scenario, job.frames, job.language))


PICTURES = (".png", ".svg")
WRITERS: dict[str, Callable[[Job], Iterator[bytes]]] = {".png": _png, ".svg": _svg, ".gif": _gif, ".html": _html, ".json": _json}
"""By ending what is written, from the job; the pictures of one frame first."""
