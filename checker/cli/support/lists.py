"""What ``ports`` and ``cabling`` share: their options, the document of a session's lists, and its formats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from checker.cli.support.documents import Formats, write_documents
from checker.cli.support.shared_options import format_option, output_option

if TYPE_CHECKING:
    from checker.audit.session import Session
    from checker.cli.support.session import Run
    from checker.report.lists.base import Document as Lists
    from checker.report.lists.base import Listing

FORMATS: Formats = {"table": (".txt", ".log"), "csv": (".csv",), "html": (".html", ".htm"), "json": (".json",)}
"""The formats of lists with the suffixes of their files."""
OutputLists = Annotated[
    list[str] | None,
    output_option("Write the lists to this .csv, .html, .json or .txt file; can be repeated."),
]
FormatLists = Annotated[list[str] | None, format_option("table, csv, html or json.")]


def lists_of(san: Session, title: str, command: str, lists: Sequence[Listing]) -> Lists:
    """Return the document of a session's lists, with the files that were not recognised."""
    from checker.report.failure.what_if_json import unrecognised
    from checker.report.lists.base import Document

    return Document(title, command, tuple(lists), len(san.records), tuple(unrecognised(san.records)))


def write_lists(document: Lists, run: Run) -> None:
    """Write the lists in every format that was asked for; ``--quiet`` suppresses warnings about what CSV omits.

    Raises:
        UsageError: a file cannot be written.
    """
    from checker.cli.support.terminal import say
    from checker.report.base import Presentation
    from checker.report.lists.csv import csv
    from checker.report.lists.html import html
    from checker.report.lists.json import json
    from checker.report.lists.table import table

    renders = {
        "table": lambda shown: table(document, shown),
        "csv": lambda shown: csv(document, shown),
        "html": lambda _: html(document),
        "json": lambda _: json(document),
    }
    presentation = Presentation() if run.quiet else Presentation(warn=say)
    write_documents(run.documents, renders, run.color.value, presentation)
