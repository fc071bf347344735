"""``sanlint suppress``: accept a finding, with a reason, in the configuration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support import complete
from checker.cli.support.shared_options import FindingPaths, NoCacheOption, RulesOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from checker.audit.session import Session
    from checker.cli.support.library import Library
    from checker.rules.evaluate.finding import Finding
    from checker.rules.suppress.edit import Entry

_FINGERPRINT = re.compile(r"[0-9a-f]{4,16}")


def suppress(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="FINDING|RULE",
            help="Fingerprint, or a rule id, prefix or tag.",
            autocompletion=complete.rule_ids,
        ),
    ],
    paths: FindingPaths = None,
    *,
    reason: Annotated[
        str, typer.Option(help="Why the finding is accepted, in words that will still be clear next year.")
    ],
    expires: Annotated[
        str | None, typer.Option(metavar="DATE", help="Last day of the suppression, such as 2027-01-31.")
    ] = None,
    objects: Annotated[
        list[str] | None,
        typer.Option(
            "--object", metavar="KEY=PATTERN", help="For a rule: suppress it only on these objects, such as host=lab-*."
        ),
    ] = None,
    rules: RulesOption = None,
    config: Annotated[list[str] | None, typer.Option(metavar="FILE", help="Configuration file to add it to.")] = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Suppress a finding, or a rule on some objects, by adding an entry to the configuration. Comments are preserved.

    The full and json reports show fingerprints. Without PATH, the complete fingerprint is required. A suppressed finding
    is not shown and does not affect the exit code; every report states how many there are and when one expires.
    """
    from dataclasses import replace

    from checker.cli.support.arguments import demand_paths, split
    from checker.cli.support.library import Library
    from checker.cli.support.session import open_session, options_of
    from checker.cli.support.terminal import say

    demand_paths(paths or [])
    options = options_of(config)
    if options.config_values:
        raise UsageError("--config: name a file to add the entry to, not a value")
    options = replace(options, rules=split(rules, commas=False), cache=not no_cache)
    with open_session(paths or [], options) as san:
        library = Library.of(san)
        entry = _entry(subject, reason, _day(expires), _objects(objects or []), san, library)
    _check(entry, subject, library)
    place = _write(entry, options.config, san.paths)
    say(f"{place}: added; {_described(entry)}")


def _day(text: str | None) -> str | None:
    from datetime import UTC, date, datetime

    if text is None:
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"--expires must be a date such as 2027-01-31, not {text!r}") from None
    if day < datetime.now(UTC).date():
        raise UsageError(f"--expires {day}: this date has passed")
    return day.isoformat()


def _objects(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        key, equals, pattern = (part.strip() for part in text.partition("="))
        if not equals or not key or not pattern:
            raise UsageError(f"--object {text}: expected KEY=PATTERN, such as host=lab-*")
        if key in found:
            raise UsageError(f"--object: {key} is given twice; run the command once for each pattern")
        found[key] = pattern
    return found


def _entry(
    subject: str,
    reason: str,
    expires: str | None,
    objects: dict[str, str],
    san: Session,
    library: Library,
) -> Entry:
    from checker.rules.config.select import check_selector
    from checker.rules.language.suggest import unknown
    from checker.rules.suppress.edit import Entry

    reason = " ".join(reason.split())
    if len(reason.replace(" ", "")) < 3:
        raise UsageError("--reason: state why it is accepted")
    known = list(library.rules().values())
    upper = subject.upper() if any(subject.upper() == rule.id for rule in known) else subject
    named = next((rule.id for rule in known if rule.name == subject), upper)
    if _FINGERPRINT.fullmatch(subject) and upper == subject:
        if objects:
            raise UsageError("--object applies to rules only; a fingerprint already identifies its objects")
        return _of_finding(subject, reason, expires, san)
    if san.paths:
        if any(rule.id == named for rule in known):
            raise UsageError(
                f"{named} is a rule: select objects with --object KEY=PATTERN; PATH applies to findings only"
            )
        raise UsageError(unknown("rule or fingerprint", subject, [rule.id for rule in known]))
    check_selector(named, known)
    return Entry(reason, named, objects, expires=expires)


def _of_finding(fingerprint: str, reason: str, expires: str | None, san: Session) -> Entry:
    from checker.rules.config import glob
    from checker.rules.suppress.edit import Entry

    if not san.paths:
        if len(fingerprint) < 16:
            raise UsageError(
                f"{fingerprint} is not a complete fingerprint: use all 16 digits, or add its exports: "
                f"sanlint suppress {fingerprint} PATH… --reason …"
            )
        return Entry(reason, finding=fingerprint, expires=expires)
    finding = _found(fingerprint, san.check().findings)
    exact = {key: glob.escape(str(value)) for key, value in finding.object.items() if value not in (None, "")}
    return Entry(reason, finding.rule, exact, finding.fingerprint, expires)


def _found(fingerprint: str, findings: tuple[Finding, ...]) -> Finding:
    found = {one.fingerprint: one for one in findings if one.fingerprint.startswith(fingerprint)}
    if not found:
        raise UsageError(f"finding {fingerprint} not found in these exports; it may have been fixed")
    if len(found) > 1:
        listed = "\n".join(f"  {one.fingerprint} {one.rule}: {one.message}" for one in found.values())
        raise UsageError(f"{fingerprint} matches {len(found)} findings:\n{listed}")
    finding = next(iter(found.values()))
    if finding.suppression is not None and finding.suppression.kind != "baseline":
        raise UsageError(f"finding {finding.fingerprint} is already suppressed by {finding.suppressed_by}")
    return finding


def _check(entry: Entry, subject: str, library: Library) -> None:
    """Check the entry against the rules, as loading the configuration will.

    Raises:
        ConfigError: the entry is not a valid suppression.
    """
    from checker.rules.suppress.model import Suppression
    from checker.rules.suppress.suppressions import check_suppressions
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
    """Add the entry to the configuration, creating it if needed; return its file and line."""
    from pathlib import Path

    from checker.cli.support.terminal import write_file
    from checker.rules.config.find import find_config, read_config, shown_name
    from checker.rules.suppress.edit import with_suppression, with_toml_suppression

    base = Path.cwd()
    path: Path = Path(named) if named else find_config(base, audited) or base / "sanlint.yaml"
    name = shown_name(path, base)
    text = read_config(path) if path.exists() or named else ""
    add = with_toml_suppression if path.suffix == ".toml" else with_suppression
    changed, line = add(text, entry, name)
    if text and b"\r\n" in path.read_bytes():
        # Keep the line ends of the file.
        changed = changed.replace("\n", "\r\n")
    write_file(str(path), changed)
    return f"{name}:{line}"


def _described(entry: Entry) -> str:
    what = entry.rule or "the finding"
    on = ", ".join(f"{key} {pattern}" for key, pattern in entry.objects.items())
    one = f"finding {entry.finding} ({what})" if entry.finding and entry.rule else what
    where = f" on {on}" if on else "" if entry.finding else " on all objects"
    return f"suppresses {one}{where}" + (
        f" until {entry.expires}" if entry.expires else " with no expiry date (consider --expires)"
    )
