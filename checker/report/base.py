"""An output format: a name and a function that renders a finished audit as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from checker.rules.book.rule import Rule, RuleText
from checker.rules.evaluate.finding import Report

if TYPE_CHECKING:
    from checker.report.changes import Changes
    from checker.topology.picture.graph import Graph

DEFAULT_WIDTH = 100
GroupBy = Literal["object", "rule", "file"]


def _no_rule(_rule_id: str) -> Rule | None:
    return None


def _no_text(_rule_id: str) -> RuleText | None:
    return None


def _discard(_text: str) -> None:
    return None


def _no_line(_file: str, _line: int) -> int | None:
    return None


@dataclass(frozen=True)
class Table:
    """A table of plain texts, which the page escapes; the first cell of a row is its heading.

    ``findings`` are the fingerprints of the findings that the rows are about, if any: each row then links to its own.
    ``collapsed``: rows beyond the first ten are collapsed.
    """

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    findings: tuple[str, ...] = ()
    collapsed: bool = False


@dataclass(frozen=True)
class Section:
    """An additional part of the HTML report that another layer produces, such as an estimate.

    Titles, paragraphs and tables are plain texts. ``pictures`` are captions with SVG documents, which go into the page
    unchanged. Their author escapes every text from exports, keeps styles in presentation attributes or in one
    ``<style>`` whose selectors match only the picture, and uses neither scripts nor external resources.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Presentation:
    """How to render a report.

    Attributes:
        width: terminal columns.
        color: whether to use ANSI styles.
        links: whether to link to files.
        coverage: whether to list every file and rule.
        statistics: whether to add the number of findings per rule.
        passes: whether to list what passed, with the counts that were compared.
        suppressed: whether to list suppressed findings, each with what suppresses it, in a section of their own. They are
            never counted.
        by_cost: whether the findings are sorted by cost; the report keeps their order and shows the cost.
        group_by: what the table groups findings by.
        rule: returns a rule by its id, or None.
        text: returns the explanation of a rule by its id, or None. Only formats that explain rules call it, because
            loading the texts takes time.
        line_end: returns the column one past the last character of a line of a file, or None.
        profile: name of the rule selection.
        warn: shows the user a warning, for example about findings that exceed a size limit.
        graph: the topology, for formats that draw it.
        run: labelled facts about this run, such as the paths it was given.
        sections: additional parts of the HTML page.
        changes: what changed since an earlier report, or None.
        docs_url: address of the published documentation; empty if there is none.
    """

    width: int = DEFAULT_WIDTH
    color: bool = False
    links: bool = False
    coverage: bool = False
    statistics: bool = False
    passes: bool = False
    suppressed: bool = False
    by_cost: bool = False
    group_by: GroupBy = "object"
    rule: Callable[[str], Rule | None] = _no_rule
    text: Callable[[str], RuleText | None] = _no_text
    line_end: Callable[[str, int], int | None] = _no_line
    profile: str = "default"
    warn: Callable[[str], None] = _discard
    graph: Graph | None = None
    run: tuple[tuple[str, str], ...] = ()
    sections: tuple[Section, ...] = ()
    changes: Changes | None = None
    docs_url: str = ""


@dataclass(frozen=True)
class Format:
    """One output format; the registry finds every module of ``checker.report.formats`` that declares ``FORMAT``.

    ``for_people`` formats may use styles and follow the terminal width. The others are documents for programs and are
    byte for byte identical wherever they are written. A format with ``graph`` needs the topology. ``suffixes`` are those
    that its files may have; the first is its own and means this format where others may have it too. ``exit_code``
    returns the exit code of a run that writes this format, for a convention that prescribes one.
    """

    name: str
    summary: str
    render: Callable[[Report, Presentation], str]
    for_people: bool = True
    graph: bool = False
    suffixes: tuple[str, ...] = ()
    exit_code: Callable[[Report], int] | None = None
