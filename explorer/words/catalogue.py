"""Keep the catalogue in step with the code: extract the English, merge it into the Japanese, compile.

`make words` runs it. Options of the rules are sentences too; they are read off the dataclasses.
"""

from __future__ import annotations

import io
from dataclasses import fields
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ..mechanics import mechanic, mechanics
from . import LOCALE

PACKAGE = Path(__file__).parents[1]
KEYWORDS = {"N_": None, "NN_": (1, 2), "gettext": None}


def extracted() -> Catalog:
    """Every English sentence of the package, with where it stands."""
    catalog = Catalog(project="rules-explorer")
    for file, line, text, _comments, context in extract_from_dir(PACKAGE, keywords=KEYWORDS):
        catalog.add(text, None, [(f"explorer/{file}", line)], context=context)
    for name in mechanics():
        for one in fields(mechanic(name).rules.Rules):
            for text in (one.metadata["says"], one.metadata["source"]):
                catalog.add(text, None, [(f"explorer/rules/{name}", 0)])
    return catalog


def po(language: str) -> Path:
    """The file of a language's sentences."""
    return LOCALE / language / "LC_MESSAGES" / "explorer.po"


def read(language: str) -> Catalog:
    """The sentences of a language as they stand in its file."""
    with po(language).open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """A catalogue as gettext reads it at run time."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update(language: str) -> Catalog:
    """Merge the English of the code into a language's file, and compile it."""
    path = po(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog = read(language) if path.exists() else Catalog(locale=language, project="rules-explorer")
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in catalog:
        message.locations = [(file, 0) for file in sorted({file for file, _ in message.locations})]
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=150, sort_output=True, omit_header=False)
    path.write_bytes(buffer.getvalue())
    path.with_suffix(".mo").write_bytes(compiled(read(language)))
    return catalog


if __name__ == "__main__":
    missing = [message.id for message in update("ja") if message.id and not (all(message.string) if isinstance(message.string, tuple) else message.string)]
    print(f"{len(missing)} without a translation", *missing, sep="\n")
