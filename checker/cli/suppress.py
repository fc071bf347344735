"""``sanlint suppress``: accept a finding, with a reason, in the configuration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import complete
from checker.cli.shared_options import RulesOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from checker.cli.audit_run import Library, Request
    from checker.engine.config import Config
    from checker.engine.config_edit import Entry
    from checker.engine.finding import Finding

_FINGERPRINT = re.compile(r"[0-9a-f]{4,16}")


def suppress(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="FINDING|RULE",
            help="A fingerprint, or an id, prefix or tag of rules.",
            autocompletion=complete.rule_ids,
        ),
    ],
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]…", help="For a finding: the exports it comes from.")
    ] = None,
    *,
    reason: Annotated[str, typer.Option(help="Why it is accepted, for whoever reads it next year.")],
    expires: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day on which it is hidden, such as 2027-01-31.")
    ] = None,
    objects: Annotated[
        list[str] | None,
        typer.Option("--object", metavar="KEY=PATTERN", help="For a rule: only on these objects, such as host=lab-*."),
    ] = None,
    rules: RulesOption = None,
    config: Annotated[list[str] | None, typer.Option(metavar="FILE", help="The configuration to add it to.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Don't use the cache.")] = False,
) -> None:
    """Suppress a finding, or a rule on some objects: adds an entry to the configuration, comments kept.

    Fingerprints are in the reports full and json. Without PATH the whole fingerprint is needed. A suppressed
    finding is not shown and decides nothing; every report says how many there are, and when one expires.
    """
    from checker.cli import audit_run
    from checker.cli.arguments import config_arguments, demand_paths, split
    from checker.cli.terminal import tell

    demand_paths(paths or [])
    arguments = config_arguments(config or [])
    if arguments.values:
        raise UsageError("--config: name the file to add to; values of the command line are not kept")
    request = audit_run.Request(
        paths=tuple(paths or ()), config=arguments.file, rules=split(rules, commas=False), cache=not no_cache
    )
    settings = audit_run.configuration(request)
    library = audit_run.Library(request.rules + settings.rules, cache=request.cache)
    entry = _entry(subject, reason, _day(expires), _objects(objects or []), request, settings, library)
    _check(entry, subject, library)
    place = _write(entry, request.config, request.paths)
    tell(f"{place}: added; {_told(entry)}")


def _day(text: str | None) -> str | None:
    from datetime import UTC, date, datetime

    if text is None:
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"--expires must be a day such as 2027-01-31, not {text!r}") from None
    if day < datetime.now(UTC).date():
        raise UsageError(f"--expires {day}: this day is over, so it would hide nothing")
    return day.isoformat()


def _objects(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        key, equals, pattern = (part.strip() for part in text.partition("="))
        if not equals or not key or not pattern:
            raise UsageError(f"--object {text}: write a key and a pattern, such as host=lab-*")
        if key in found:
            raise UsageError(f"--object: {key} is given twice; run the command once for each")
        found[key] = pattern
    return found


def _entry(
    subject: str,
    reason: str,
    expires: str | None,
    objects: dict[str, str],
    request: Request,
    settings: Config,
    library: Library,
) -> Entry:
    from checker.engine.config_edit import Entry
    from checker.engine.select import check_selector
    from checker.engine.suggest import unknown

    reason = " ".join(reason.split())
    if len(reason.replace(" ", "")) < 3:
        raise UsageError("--reason: say why it is accepted")
    known = list(library.rules().values())
    upper = subject.upper() if any(subject.upper() == rule.id for rule in known) else subject
    named = next((rule.id for rule in known if rule.name == subject), upper)
    if _FINGERPRINT.fullmatch(subject) and upper == subject:
        if objects:
            raise UsageError("--object is for rules: a finding's fingerprint says what it is about")
        return _of_finding(subject, reason, expires, request, library)
    if request.paths:
        if any(rule.id == named for rule in known):
            raise UsageError(f"{named} is a rule: name its objects with --object KEY=PATTERN; PATH is for findings")
        raise UsageError(unknown("rule or fingerprint", subject, [rule.id for rule in known]))
    check_selector(named, known)
    return Entry(reason, named, objects, expires=expires)


def _of_finding(fingerprint: str, reason: str, expires: str | None, request: Request, library: Library) -> Entry:
    from checker.cli import audit_run
    from checker.engine import glob
    from checker.engine.config_edit import Entry

    if not request.paths:
        if len(fingerprint) < 16:
            raise UsageError(
                f"{fingerprint} is the beginning of a fingerprint: give all 16 digits, or the exports it comes from: "
                f"sanlint suppress {fingerprint} PATH… --reason …"
            )
        return Entry(reason, finding=fingerprint, expires=expires)
    finding = _found(fingerprint, audit_run.run(request).findings)
    exact = {key: glob.escape(str(value)) for key, value in finding.object.items() if value not in (None, "")}
    return Entry(reason, finding.rule, exact, finding.fingerprint, expires)


def _found(fingerprint: str, findings: tuple[Finding, ...]) -> Finding:
    found = {one.fingerprint: one for one in findings if one.fingerprint.startswith(fingerprint)}
    if not found:
        raise UsageError(f"these exports have no finding {fingerprint}; it may be mended")
    if len(found) > 1:
        listed = "\n".join(f"  {one.fingerprint} {one.rule}: {one.message}" for one in found.values())
        raise UsageError(f"{len(found)} findings begin with {fingerprint}:\n{listed}")
    finding = next(iter(found.values()))
    if finding.suppression is not None and finding.suppression.kind != "baseline":
        raise UsageError(f"finding {finding.fingerprint} is hidden already by {finding.suppressed_by}")
    return finding


def _check(entry: Entry, subject: str, library: Library) -> None:
    """Hold the entry against the rules, as the configuration will be.

    Raises:
        ConfigError: it is not what a suppression may be.
    """
    from checker.engine.hidden import Suppression
    from checker.engine.suppressions import check_suppressions
    from checker.views.catalog import views

    keys = {key for view in views().values() for key in view.grain}
    rules = (entry.rule,) if entry.rule else ()
    objects = (entry.objects,) if entry.objects else ()
    check_suppressions(
        [Suppression("config", "--object" if entry.objects else subject, entry.reason, None, rules, objects)],
        library.rules(),
        keys,
    )


def _write(entry: Entry, named: str | None, audited: tuple[str, ...]) -> str:
    """Add the entry to the configuration, or begin one; return where it stands."""
    from pathlib import Path

    from checker.cli.terminal import write_file
    from checker.engine.config_edit import with_suppression, with_toml_suppression
    from checker.engine.config_find import find_config, read_config, shown_name

    base = Path.cwd()
    path: Path = Path(named) if named else find_config(base, audited) or base / "sanlint.yaml"
    name = shown_name(path, base)
    text = read_config(path) if path.exists() or named else ""
    add = with_toml_suppression if path.suffix == ".toml" else with_suppression
    changed, line = add(text, entry, name)
    if text and b"\r\n" in path.read_bytes():
        # Line ends stay as they are in the file.
        changed = changed.replace("\n", "\r\n")
    write_file(str(path), changed)
    return f"{name}:{line}"


def _told(entry: Entry) -> str:
    what = entry.rule or "the finding"
    on = ", ".join(f"{key} {pattern}" for key, pattern in entry.objects.items())
    one = f"finding {entry.finding} ({what})" if entry.finding and entry.rule else what
    where = f" on {on}" if on else "" if entry.finding else " on all objects"
    return f"hides {one}{where}" + (f" until {entry.expires}" if entry.expires else ", for ever: think of --expires")
