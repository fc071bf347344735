"""What a command writes and where: ``-o FILE``, whose suffix gives the format, and ``--format NAME``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from checker.cli.support import replaced
from checker.cli.support.terminal import ColorChoice, use_color, use_links, width, write_file, write_output
from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH, Presentation
from checker.rules.language.suggest import nearest, unknown

Formats = Mapping[str, Sequence[str]]
"""The formats of a command, each with the suffixes that its files may have. The first suffix is its own: if several
formats may have a suffix, it means the one whose own it is."""

Document = tuple[str, str | None]
"""A document to write: its format, and its file or None for standard output."""

Renders = Mapping[str, Callable[[Presentation], str]]
"""The function that renders each format."""

TABLE_OR_JSON: Formats = {"table": (".txt", ".log"), "json": (".json",)}
# Names that any format may have, because they do not suggest one.
_PLAIN = ("", ".txt", ".log")


def parse_documents(
    outputs: Sequence[str] | None, formats: Sequence[str] | None, known: Formats, default: str = "table"
) -> list[Document]:
    """Return the documents that ``-o`` and ``--format`` ask for; by default one on standard output.

    The suffix of a file gives its format. A format is for the file that may have it, else for standard output;
    ``NAME:FILE`` is for that file.

    Raises:
        UsageError: a format or suffix is unknown, a format fits several files, or two documents have the same destination.
    """
    files: list[str] = []
    named = list(formats or ())
    for text in outputs or ():
        if text.endswith("/"):
            raise UsageError(f"-o {text}: this is a folder; name a file in it")
        if text.partition(":")[0] in known:
            replaced.note(f"-o {text}", _current(text, known))
            named.append(text)
        else:
            files.append(text)
    found: list[Document] = []
    chosen: dict[str, str] = {}
    for text in named:
        name, colon, file = text.partition(":")
        if name not in known:
            raise UsageError(f"--format: {unknown('format', name, known)}")
        if colon and not file:
            raise UsageError(f"--format {text}: missing file name after the colon")
        fitting = [] if file else [one for one in files if _fits(one, name, known)]
        if len(fitting) > 1:
            raise UsageError(f"--format {name} fits {' and '.join(fitting)}; use --format {name}:FILE")
        if not fitting:
            found.append((name, file or None))
        elif chosen.setdefault(fitting[0], name) != name:
            raise UsageError(
                f"--format {chosen[fitting[0]]} and --format {name} both fit {fitting[0]}; use --format NAME:FILE"
            )
    found += [(chosen.get(file) or _by_suffix(file, known, default), file) for file in files]
    places = [file or "standard output" for _, file in found]
    for place in places:
        if places.count(place) > 1:
            raise UsageError(f"two documents have the same destination, {place}; name a file for each with -o FILE")
    return found or [(default, None)]


def _current(text: str, known: Formats) -> str:
    """Return the current spelling of ``-o NAME`` or ``-o NAME:FILE``."""
    name, _, file = text.partition(":")
    meant = _candidates(file, known)
    return f"-o {file}" if meant and meant[-1][2] == name else f"--format {text}"


def _suffix(file: str) -> str:
    """Return the last suffix of a file name in lower case; empty if it has none."""
    stem, dot, suffix = file.lower().rpartition(".")
    return f".{suffix}" if dot and stem and "/" not in suffix and "\\" not in suffix else ""


def _candidates(file: str, known: Formats) -> list[tuple[int, int, str]]:
    """Return the formats that may have the suffix of a file: length and rank of the suffix, and name; best last."""
    lowered = file.lower()
    return sorted(
        (len(suffix), -rank, name)
        for name, suffixes in known.items()
        for rank, suffix in enumerate(suffixes)
        if lowered.endswith(suffix)
    )


def _fits(file: str, name: str, known: Formats) -> bool:
    found = [one for _, _, one in _candidates(file, known)]
    return name in found or not found or _suffix(file) in _PLAIN


def _by_suffix(file: str, known: Formats, default: str) -> str:
    """Return the format that the suffix of a file means; the default one if it has no suffix.

    Raises:
        UsageError: the suffix is unknown.
    """
    found = _candidates(file, known)
    if found:
        return found[-1][2]
    if not _suffix(file):
        meant = nearest(file, known, likeness=0.75)
        if meant is not None:
            replaced.remark(f"-o {file} writes a file of this name; for the format {meant}, use --format {meant}")
        return default
    own = ", ".join(suffixes[0] for suffixes in known.values() if suffixes)
    raise UsageError(f"-o {file}: unknown suffix; known: {own}. Or name the format with --format NAME")


def write_documents(
    documents: Sequence[Document],
    renders: Renders,
    color: ColorChoice = "auto",
    presentation: Presentation | None = None,
    *,
    for_people: Sequence[str] = ("table",),
) -> None:
    """Render and write every document; files are never coloured and have a fixed width.

    Args:
        documents: what to write, from :func:`parse_documents`.
        renders: the function that renders each format.
        color: when to use colour.
        presentation: what else to pass to the functions.
        for_people: the formats that may be coloured on a terminal.

    Raises:
        UsageError: a file or standard output cannot be written.
    """
    base = presentation or Presentation()
    for name, file in documents:
        if file is not None:
            write_file(file, renders[name](replace(base, width=DEFAULT_WIDTH, color=False)))
            continue
        colored = name in for_people and use_color(color, sys.stdout)
        links = name in for_people and use_links(sys.stdout, color=colored)
        write_output(renders[name](replace(base, width=width(sys.stdout), color=colored, links=links)))
