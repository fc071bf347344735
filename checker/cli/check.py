"""``sanlint check``: audit exports and inventories."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from checker.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from checker.engine.config import Config, FailOn

_WHAT = "What is audited"
_RULES = "Which rules"
_SHOW = "What is shown"
_EXIT = "What the exit code means"


class FailOnChoice(StrEnum):
    """The least severity that makes the exit code 1."""

    error = "error"
    warning = "warning"
    info = "info"
    never = "never"


class Color(StrEnum):
    """When to use colour."""

    auto = "auto"
    always = "always"
    never = "never"


@dataclass(frozen=True)
class ConfigArguments:
    """``--config`` taken apart: at most one file, and values by key."""

    file: str | None = None
    values: dict[str, object] = field(default_factory=dict)


def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH…", help="Files, folders, archives or - for standard input."),
    ],
    *,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="default, all, go-live, pre-commit, triage or hygiene.", rich_help_panel=_RULES
        ),
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(help="Run only these: ids, prefixes, tags.", rich_help_panel=_RULES)
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Don't run these.", rich_help_panel=_RULES)] = None,
    extend_select: Annotated[
        list[str] | None, typer.Option(help="Run these too, experimental ones as well.", rich_help_panel=_RULES)
    ] = None,
    rules: Annotated[
        list[str] | None, typer.Option(metavar="DIR", help="A folder of further rules.", rich_help_panel=_RULES)
    ] = None,
    config: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE|KEY=VALUE", help="The configuration, or one value of it.", rich_help_panel=_RULES),
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Use no configuration.", rich_help_panel=_RULES)] = False,
    show_settings: Annotated[
        bool,
        typer.Option("--show-settings", help="Say what is set, and where; audit nothing.", rich_help_panel=_RULES),
    ] = False,
    as_of: Annotated[
        str | None, typer.Option(metavar="DATE", help="Judge ages against this date.", rich_help_panel=_WHAT)
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Processes that read.", rich_help_panel=_WHAT)
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Don't use the cache.", rich_help_panel=_WHAT)] = False,
    output_format: Annotated[
        list[str] | None,
        typer.Option(
            "--output-format",
            "-o",
            metavar="FORMAT[:FILE]",
            rich_help_panel=_SHOW,
            help="table, full, concise or json; several times for several documents.",
        ),
    ] = None,
    output_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the report here.", rich_help_panel=_SHOW)
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show in full what was and wasn't looked at.", rich_help_panel=_SHOW)
    ] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count the findings of each rule.", rich_help_panel=_SHOW)
    ] = False,
    color: Annotated[Color, typer.Option(help="Use colour.", rich_help_panel=_SHOW)] = Color.auto,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Say nothing beside the report.", rich_help_panel=_SHOW)
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say what is done and how long it takes.", rich_help_panel=_SHOW)
    ] = False,
    fail_on: Annotated[
        FailOnChoice | None, typer.Option(help="Exit with 1 from this severity on.", rich_help_panel=_EXIT)
    ] = None,
    exit_zero: Annotated[
        bool, typer.Option("--exit-zero", help="Exit with 0 in spite of findings.", rich_help_panel=_EXIT)
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if input was not understood in full.", rich_help_panel=_EXIT)
    ] = False,
    require: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Exit with 3 if this rule was not evaluated.", rich_help_panel=_EXIT),
    ] = None,
) -> None:
    """Audit exports and inventories; every file is recognised by its content.

    A report goes to standard output, everything about the run to standard error.
    """
    from checker.cli import audit_run
    from checker.cli.outputs import parse_outputs, write_outputs
    from checker.cli.terminal import tell
    from checker.cli.verdict import DEFAULT_FAIL_ON, exit_code

    if quiet and verbose:
        raise UsageError("--quiet and --verbose exclude each other")
    demand_paths(paths)
    outputs = parse_outputs(output_format or [], output_file)
    arguments = config_arguments(config or [])
    request = audit_run.Request(
        paths=tuple(paths),
        config=arguments.file,
        config_values=arguments.values,
        isolated=isolated,
        rules=split(rules, commas=False),
        profile=profile,
        select=selectors("--select", select),
        ignore=selectors("--ignore", ignore),
        extend_select=selectors("--extend-select", extend_select),
        as_of=time_argument(as_of),
        jobs=jobs,
        require=selectors("--require", require),
        cache=not no_cache,
    )
    settings = audit_run.configuration(request)
    if show_settings:
        from checker.cli.settings import write_settings

        write_settings(request, settings, _fail_on(fail_on, settings))
        return
    library = audit_run.Library(request.rules + settings.rules, cache=request.cache)
    library.demand(request.require)
    report = audit_run.run(request, shown=not quiet, verbose=verbose)
    write_outputs(outputs, report, library.presentation(coverage=coverage, statistics=statistics), color.value)
    code, reasons = exit_code(
        report,
        _fail_on(fail_on, settings) or DEFAULT_FAIL_ON,
        strict=strict,
        exit_zero=exit_zero,
        require=request.require,
    )
    for reason in reasons:
        tell(reason)
    raise typer.Exit(code)


def split(values: list[str] | None, *, commas: bool = True) -> tuple[str, ...]:
    """Return the values of an option that may be repeated, and may hold several with commas between."""
    parts = [part.strip() for value in values or [] for part in (value.split(",") if commas else [value])]
    return tuple(part for part in parts if part)


def selectors(option: str, values: list[str] | None) -> tuple[str, ...]:
    """Return the ids, prefixes and tags that an option names.

    Raises:
        UsageError: it is given, and names nothing: an empty variable of a script must not select everything.
    """
    named = split(values)
    if values and not named:
        raise UsageError(f"{option}: names no rule, prefix or tag")
    return named


def demand_paths(paths: list[str]) -> None:
    """Make sure that every named path exists: a mistyped one must not pass for a clean one.

    Raises:
        UsageError: names those that don't.
    """
    missing = [path for path in paths if path != "-" and not Path(path).exists()]
    if missing:
        dead = {path for path in missing if Path(path).is_symlink()}
        raise UsageError(
            "\n".join(
                f"{path}: {'a link that leads nowhere' if path in dead else 'there is no such file or folder'}"
                for path in missing
            )
        )


def config_arguments(given: list[str]) -> ConfigArguments:
    """Tell files from values: what holds ``=`` and is no file is a value; numbers, lists and booleans are JSON.

    Raises:
        UsageError: two files.
    """
    file: str | None = None
    values: dict[str, object] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if equals and not Path(text).is_file():
            values[key.strip()] = _value(value.strip())
        elif file is not None:
            raise UsageError(f"--config: one file only, not both {file} and {text}")
        else:
            file = text
    return ConfigArguments(file, values)


def _value(text: str) -> Any:
    import json

    try:
        return json.loads(text, parse_constant=str)
    except ValueError:
        return text


def time_argument(text: str | None) -> datetime | None:
    """Return the time that ``--as-of`` names.

    Raises:
        UsageError: it is no date.
    """
    from checker.engine.config_entries import parse_time

    if text is None:
        return None
    try:
        return parse_time(text)
    except ValueError:
        raise UsageError(f"--as-of must be a date such as 2026-11-01 or 2026-11-01T08:00:00Z, not {text!r}") from None


def _fail_on(option: FailOnChoice | None, settings: Config) -> FailOn | None:
    return option.value if option is not None else settings.fail_on
