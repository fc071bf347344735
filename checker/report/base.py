"""What an output format is: a name and a function from a finished audit to text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.engine.finding import Report
from checker.engine.rule import Rule, RuleText

if TYPE_CHECKING:
    from checker.topology.graph import Graph

DEFAULT_WIDTH = 100


def _no_rule(_rule_id: str) -> Rule | None:
    return None


def _no_text(_rule_id: str) -> RuleText | None:
    return None


def _nobody(_text: str) -> None:
    return None


def _no_line(_file: str, _line: int) -> int | None:
    return None


@dataclass(frozen=True)
class Table:
    """A table of plain texts, which the page escapes; the first cell of a row names it."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """A further part of the HTML report that the report layer does not make itself, such as an estimate.

    Titles, paragraphs and tables are plain texts. ``pictures`` are captions with SVG documents, which go into the page
    as they are: who draws them escapes every text from outside, keeps styles in presentation attributes or in one
    ``<style>`` whose selectors reach only the picture, and uses no script and nothing from elsewhere.
    """

    title: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Presentation:
    """How a report is to be shown.

    ``width`` is in terminal columns. ``color`` allows ANSI styles, ``links`` links to files. ``coverage`` asks for coverage in full,
    ``statistics`` for the number of findings of each rule, ``by_cost`` for the order of the findings in the report as it is, by what
    they cost, and for this cost; ``suppressed`` for the findings that are hidden, apart from
    the others and with what hides them; they never count. ``rule`` and ``text`` find a rule by its id, or None:
    formats that explain ask them, the others never do (loading the texts takes time). ``line_end`` returns the column
    one past the last character of a line of a file, or None. ``profile`` names the selection of rules. ``tell`` takes a
    sentence for whoever runs the command, about something that a document had to leave out.
    ``graph`` is the topology for formats that ask for it, ``run`` labelled facts about this run, such as the paths it
    was given, ``sections`` further parts for a page. ``docs_url`` is where the documentation is published; empty if nowhere.
    """

    width: int = DEFAULT_WIDTH
    color: bool = False
    links: bool = False
    coverage: bool = False
    statistics: bool = False
    suppressed: bool = False
    by_cost: bool = False
    rule: Callable[[str], Rule | None] = _no_rule
    text: Callable[[str], RuleText | None] = _no_text
    line_end: Callable[[str, int], int | None] = _no_line
    profile: str = "default"
    tell: Callable[[str], None] = _nobody
    graph: Graph | None = None
    run: tuple[tuple[str, str], ...] = ()
    sections: tuple[Section, ...] = ()
    docs_url: str = ""


@dataclass(frozen=True)
class Format:
    """One output format: a module of this package that declares ``FORMAT`` is found by the registry.

    ``for_people`` formats may be styled and follow the width; the others are documents for programs, byte for byte
    the same wherever they are written. A format with ``graph`` shows the topology, which is then taken from the audit.
    """

    name: str
    summary: str
    render: Callable[[Report, Presentation], str]
    for_people: bool = True
    graph: bool = False
