"""Options and arguments of commands, each declared once: name, metavar, help and completion."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import typer

from checker.cli.support import complete

RULES = "Rules"
INPUT = "Input"
OUTPUT = "Output"
SUPPRESSIONS = "Suppressions"
EXIT_CODE = "Exit code"


class Color(StrEnum):
    """When to use colour."""

    auto = "auto"
    always = "always"
    never = "never"


class FailOnChoice(StrEnum):
    """The lowest severity that makes the exit code 1."""

    error = "error"
    warning = "warning"
    info = "info"
    never = "never"


class Sort(StrEnum):
    """Order of findings."""

    place = "place"
    cost = "cost"


class GroupByChoice(StrEnum):
    """What the table groups findings by."""

    object = "object"
    rule = "rule"
    file = "file"


def _formats() -> str:
    from checker.report.registry import format_names

    *most, last = format_names()
    return f"{', '.join(most)} or {last}; of what is printed, or of a file whose suffix leaves it open."


def _config(panel: str | None = None) -> Any:
    return typer.Option(metavar="FILE|KEY=VALUE", help="Configuration file, or a single value.", rich_help_panel=panel)


def _isolated(panel: str | None = None) -> Any:
    return typer.Option("--isolated", help="Ignore configuration files.", rich_help_panel=panel)


def _rules(panel: str | None = None) -> Any:
    return typer.Option(metavar="DIR", help="Folder with additional rules.", rich_help_panel=panel)


def _jobs(panel: str | None = None) -> Any:
    return typer.Option("--jobs", "-j", min=1, help="Number of processes that read files.", rich_help_panel=panel)


def _as_of(panel: str | None = None) -> Any:
    return typer.Option(metavar="DATE", help="Measure ages against this date instead of now.", rich_help_panel=panel)


def _color(panel: str | None = None) -> Any:
    return typer.Option(help="When to use colour.", rich_help_panel=panel)


def _quiet(panel: str | None = None) -> Any:
    return typer.Option("--quiet", "-q", help="Print only the report.", rich_help_panel=panel)


def _rule_list(text: str, panel: str | None = None) -> Any:
    return typer.Option(help=text, autocompletion=complete.selectors, rich_help_panel=panel)


def _no_cache(panel: str | None = None) -> Any:
    return typer.Option("--no-cache", help="Don't use the cache.", rich_help_panel=panel)


def output_option(text: str, panel: str | None = None) -> Any:
    """Return the option ``-o FILE``, with which every command names the files it writes."""
    return typer.Option("--output", "-o", metavar="FILE", help=text, rich_help_panel=panel)


def format_option(
    text: str, panel: str | None = None, offer: Callable[[str], list[complete.Offer]] | None = None
) -> Any:
    """Return the option ``--format NAME``, with which every command names a format."""
    return typer.Option("--format", metavar="NAME", help=text, rich_help_panel=panel, autocompletion=offer)


# Of most commands.
Paths = Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders, archives, or - for standard input.")]
FindingPaths = Annotated[
    list[str] | None, typer.Argument(metavar="[PATH]…", help="For a finding: the exports it comes from.")
]
ConfigOption = Annotated[list[str] | None, _config()]
IsolatedOption = Annotated[bool, _isolated()]
RulesOption = Annotated[list[str] | None, _rules()]
JobsOption = Annotated[int | None, _jobs()]
AsOfOption = Annotated[str | None, _as_of()]
NoCacheOption = Annotated[bool, _no_cache()]
ColorOption = Annotated[Color, _color()]
QuietOption = Annotated[bool, _quiet()]
QuietRunOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print no messages about the run.")]
QuietProgressOption = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
OutputOption = Annotated[list[str] | None, output_option("Write to this file: .txt or .json; can be repeated.")]
FormatOption = Annotated[list[str] | None, format_option("table or json; can be repeated.")]

# Of check and fix: which rules.
ProfileRules = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Rule profile: default, all, fc, go-live, pre-commit, triage or hygiene.",
        autocompletion=complete.profiles,
        rich_help_panel=RULES,
    ),
]
SelectRules = Annotated[list[str] | None, _rule_list("Run only these rules: ids, prefixes or tags.", RULES)]
IgnoreRules = Annotated[list[str] | None, _rule_list("Skip these rules.", RULES)]
ExtendSelectRules = Annotated[list[str] | None, _rule_list("Also run these rules, including experimental ones.", RULES)]
RulesRules = Annotated[list[str] | None, _rules(RULES)]
ConfigRules = Annotated[list[str] | None, _config(RULES)]
IsolatedRules = Annotated[bool, _isolated(RULES)]

# Of check.
ShowSettings = Annotated[
    bool,
    typer.Option("--show-settings", help="Show all settings and where they are set, then exit.", rich_help_panel=RULES),
]
WorkloadOutput = Annotated[
    str | None,
    typer.Option(
        "--workload",
        "-W",
        metavar="FILE",
        help="Workload used to estimate impact, and response times in HTML: a workload.yaml, a test plan or captured loads.",
        rich_help_panel=OUTPUT,
    ),
]
AsOfInput = Annotated[str | None, _as_of(INPUT)]
IncludeInput = Annotated[
    list[str] | None,
    typer.Option(metavar="GLOB", help="In folders, read only matching files.", rich_help_panel=INPUT),
]
ExcludeInput = Annotated[
    list[str] | None, typer.Option(metavar="GLOB", help="In folders, skip matching files.", rich_help_panel=INPUT)
]
PreviousInput = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH", help="Earlier capture; used to turn counters into rates.", rich_help_panel=INPUT),
]
JobsInput = Annotated[int | None, _jobs(INPUT)]
NoCacheInput = Annotated[bool, _no_cache(INPUT)]
Baseline = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Suppress findings listed in this baseline.", rich_help_panel=SUPPRESSIONS),
]
WriteBaseline = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Write the current findings to a baseline.", rich_help_panel=SUPPRESSIONS),
]
PruneBaseline = Annotated[
    bool,
    typer.Option("--prune-baseline", help="Remove fixed findings from the baseline.", rich_help_panel=SUPPRESSIONS),
]
ShowSuppressed = Annotated[
    bool,
    typer.Option(
        "--show-suppressed", help="Also show suppressed findings, in a separate section.", rich_help_panel=SUPPRESSIONS
    ),
]
IgnoreSuppressions = Annotated[
    bool,
    typer.Option(
        "--ignore-suppressions",
        help="Ignore suppressions in the configuration and in comments.",
        rich_help_panel=SUPPRESSIONS,
    ),
]
OutputReport = Annotated[
    list[str] | None,
    output_option("Write the report to this file; the suffix gives the format. Can be repeated.", OUTPUT),
]
FormatReport = Annotated[list[str] | None, format_option(_formats(), OUTPUT, complete.formats)]
Coverage = Annotated[
    bool,
    typer.Option("--coverage", help="Show in detail what was checked and what was not.", rich_help_panel=OUTPUT),
]
Statistics = Annotated[bool, typer.Option("--statistics", help="Count findings per rule.", rich_help_panel=OUTPUT)]
SortOutput = Annotated[
    Sort, typer.Option(help="Sort by location, or by estimated impact (highest first).", rich_help_panel=OUTPUT)
]
Passes = Annotated[
    bool,
    typer.Option("--passes", help="Also show what passed, with the counts that were compared.", rich_help_panel=OUTPUT),
]
Since = Annotated[
    str | None,
    typer.Option(
        "--since",
        metavar="PATH",
        help="Show what changed since this JSON report, or since the newest in a folder of reports (in HTML and Markdown).",
        rich_help_panel=OUTPUT,
    ),
]
GroupByOutput = Annotated[
    GroupByChoice, typer.Option("--group-by", help="What the table groups findings by.", rich_help_panel=OUTPUT)
]
ColorOutput = Annotated[Color, _color(OUTPUT)]
QuietOutput = Annotated[bool, _quiet(OUTPUT)]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show each step and how long it takes.", rich_help_panel=OUTPUT)
]
FailOn = Annotated[
    FailOnChoice | None,
    typer.Option(help="Exit with 1 for findings of this severity or higher.", rich_help_panel=EXIT_CODE),
]
ExitZero = Annotated[
    bool, typer.Option("--exit-zero", help="Exit with 0 even if there are findings.", rich_help_panel=EXIT_CODE)
]
Strict = Annotated[
    bool,
    typer.Option("--strict", help="Exit with 3 if any input was not fully read.", rich_help_panel=EXIT_CODE),
]
PassWithoutExports = Annotated[
    bool,
    typer.Option(
        "--pass-without-exports",
        help="Exit with 0 if no file is recognised as an export or inventory.",
        rich_help_panel=EXIT_CODE,
    ),
]
Require = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ID",
        help="Exit with 3 if this rule was not evaluated.",
        autocompletion=complete.rule_ids,
        rich_help_panel=EXIT_CODE,
    ),
]
