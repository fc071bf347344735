"""The versions in use, and what the rules about versions say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.lists.base import NONE, UNKNOWN, Column, Listing, Row, known
from checker.report.text.words import plural, shortened

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Report, RuleCoverage

RULES = "versions"
"""The tag of the rules about versions."""
_NAMED = 3
_KINDS = {"storage_array": "array"}
_ORDER = ("switch", "storage_array", "host", "adapter")


def version_lists(rows: Sequence[Row], report: Report, rules: Mapping[str, str]) -> tuple[Listing, Listing]:
    """Return the versions in use, and the results of the rules about them."""
    return (
        Listing("versions", "Versions", _VERSIONS_NOTE, _VERSIONS, sorted(rows, key=_place)),
        Listing("version-rules", "Rules about versions", _RULES_NOTE, _RULES, list(_results(report, rules))),
    )


def _place(row: Row) -> tuple[int, str, str, str]:
    return _ORDER.index(row["device_kind"]), row["product"] or "", row["item"], row["version"] or ""


def _minimum(row: Row) -> str:
    if row["minimum"] is None:
        return NONE
    met = UNKNOWN if row["below_minimum"] is None else "not met" if row["below_minimum"] else "met"
    return f"{row['minimum']} ({met})"


def _results(report: Report, rules: Mapping[str, str]) -> Iterator[Row]:
    """Yield a row for each finding, and for each rule without findings what it was evaluated on."""
    for one in sorted(report.rules, key=lambda coverage: coverage.rule):
        name = rules.get(one.rule, one.rule)
        found = [finding for finding in report.findings if finding.rule == one.rule]
        for finding in found:
            found_as = "suppressed" if finding.state == "suppressed" else finding.severity
            yield {"rule": one.rule, "name": name, "result": found_as, "text": finding.message}
        if one.not_evaluated or one.error or not found:
            result, text = _without_finding(one)
            yield {"rule": one.rule, "name": name, "result": result, "text": text}


def _without_finding(one: RuleCoverage) -> tuple[str, str]:
    if one.error:
        return "not evaluated", one.error
    if one.not_evaluated:
        missing = plural(one.not_evaluated, "object")
        return "not evaluated", f"data is missing for {missing}; {one.evaluated:,} evaluated"
    if one.passed:
        return "passed", f"{plural(one.passed, 'object')} evaluated"
    return "does not apply", "the input has no object that the rule applies to"


_VERSIONS_NOTE = (
    "The minimum is the one that the site recorded (record_type minimum-version); without a record there is none."
)
_VERSIONS = (
    Column("device", "Device", lambda row: _KINDS.get(row["device_kind"], str(row["device_kind"]))),
    Column("product", "Product", lambda row: known(row["product"])),
    Column("item", "Of", lambda row: str(row["item"])),
    Column("version", "Version", lambda row: known(row["version"])),
    Column("devices", "Devices", lambda row: known(row["devices"])),
    Column("minimum", "Minimum", _minimum),
    Column("names", "Names", lambda row: ", ".join(row["names"]), brief=lambda row: shortened(row["names"], _NAMED)),
)
_RULES_NOTE = "The rules with the tag versions, with the severities and suppressions of the configuration."
_RULES = (
    Column("rule", "Rule", lambda row: str(row["rule"])),
    Column("name", "Name", lambda row: str(row["name"])),
    Column("result", "Result", lambda row: str(row["result"])),
    Column("text", "Finding", lambda row: str(row["text"])),
)
