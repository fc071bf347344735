"""``junit``: one test suite per rule, for CI systems that show test results.

A failed case is a finding, a passed case all objects that pass, an error a rule that failed with an error. With
``--coverage``, missing data and unread files are skipped cases. Source of the format: the schema of Jenkins' xUnit
plug-in, junit-10.xsd, which allows no further attributes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.base import Format, Presentation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from xml.etree.ElementTree import Element

    from checker.rules.evaluate.finding import Finding, Report, RuleCoverage

_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def render(report: Report, presentation: Presentation) -> str:
    """Return the report as JUnit XML, without times, because rules are evaluated together."""
    from xml.etree import ElementTree

    root = ElementTree.Element("testsuites", {"name": "sanlint"})
    found: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.state != "suppressed" or presentation.suppressed:
            found.setdefault(finding.rule, []).append(finding)
    coverage = {rule.rule: rule for rule in report.rules}
    _input_suite(root, report, complete=presentation.coverage)
    for rule_id in sorted({*coverage, *found}):
        _rule_suite(root, report, rule_id, coverage.get(rule_id), found.get(rule_id, ()), presentation)
    _count(root, root.iter("testcase"))
    root.attrib.pop("skipped")
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _rule_suite(
    root: Element,
    report: Report,
    rule_id: str,
    rule: RuleCoverage | None,
    findings: Sequence[Finding],
    presentation: Presentation,
) -> None:
    from checker.report.text.columns import fact_name, gap_text
    from checker.report.text.words import plural

    declared = presentation.rule(rule_id)
    name = findings[0].name if findings else declared.name if declared else ""
    severity = declared.severity if declared else findings[0].severity if findings else ""
    suite = _suite(root, report, f"{rule_id} {name}".strip())
    class_name = f"sanlint.{rule_id}"
    _properties(suite, {"rule": rule_id, "name": name, "severity": severity, **_counts(rule)})
    for finding in findings:
        _failing(suite, class_name, finding)
    if rule is not None:
        if rule.passed:
            _case(suite, f"{plural(rule.passed, 'object')} passed", class_name)
        for missing in rule.missing if presentation.coverage else ():
            example = f", for example for {missing.example}" if missing.example else ""
            on = plural(missing.objects, "object")
            relation = "despite" if missing.known else "without"
            case = _case(suite, f"not evaluated {relation} {fact_name(missing.fact)}", class_name)
            _element(case, "skipped", {"message": f"not evaluated: {gap_text(missing)} for {on}{example}"})
        if presentation.coverage and rule.not_evaluated and not rule.missing:
            case = _case(suite, "not evaluated", class_name)
            on = plural(rule.not_evaluated, "object")
            _element(case, "skipped", {"message": f"not evaluated: data is missing for {on}"})
        if rule.error is not None:
            _element(_case(suite, "evaluation", class_name), "error", {"message": rule.error, "type": "rule error"})
    _count(suite, suite.iter("testcase"))
    if suite.get("tests") == "0":
        root.remove(suite)


def _failing(suite: Element, class_name: str, finding: Finding) -> None:
    from checker.report.text.objects import object_text
    from checker.report.text.words import place_text

    name = f"{object_text(finding.object, finding.evidence) or 'the SAN'} [{finding.fingerprint[:8]}]"
    place = finding.location
    case = _case(suite, name, class_name)
    if finding.state == "suppressed":
        _element(case, "skipped", {"message": f"suppressed: {finding.suppressed_by or ''}; {finding.message}"})
        return
    lines = [finding.message]
    lines += [place_text(one) + (f" ({one.label})" if one.label else "") for one in (place, *finding.related) if one]
    lines += [f"Impact: {finding.cost}"] if finding.cost else []
    lines += [f"Fix: {finding.fix_summary}"] if finding.fix_summary else []
    lines += [f"Fingerprint: {finding.fingerprint}"]
    failure = _element(case, "failure", {"message": finding.message, "type": finding.severity})
    failure.text = "\n".join(_text(line) for line in lines)


def _input_suite(root: Element, report: Report, *, complete: bool) -> None:
    """Add a suite for the input: a passed case for all files fully read; if ``complete``, a skipped one for each other."""
    from checker.report.coverage import coverage_lines, verdict_text
    from checker.report.digest import digest, file_name, is_partly_read, trouble
    from checker.report.text.words import kind_of_error, plural

    suite = _suite(root, report, "input")
    found = digest(report)
    _properties(suite, {"as_of": report.as_of, "sanlint": report.version, "verdict": found.verdict})
    whole = found.files - len(found.partly_read)
    if whole > 0:
        _case(suite, f"{plural(whole, 'file')} fully read", "sanlint.input")
    for file in report.files if complete else ():
        if file.ignored or not (file.format is None or is_partly_read(file)):
            continue
        line, why = trouble(file)
        what = "not recognised" if file.format is None else "only partly read"
        where = f"line {line}: " if line else ""
        case = _case(suite, file_name(file), "sanlint.input")
        _element(case, "skipped", {"message": f"{what}: {where}{why}" if why else what})
    for number, error in enumerate(report.errors, start=1):
        case = _case(suite, f"{kind_of_error(error)} {number}", "sanlint.input")
        _element(case, "error", {"message": error, "type": kind_of_error(error)})
    lines = [f"{label}: {text}" for label, text in coverage_lines(report)]
    _element(suite, "system-out", {}).text = "\n".join(_text(line) for line in (*lines, verdict_text(report)))
    _count(suite, suite.iter("testcase"))


def _counts(rule: RuleCoverage | None) -> dict[str, str]:
    if rule is None:
        return {}
    return {
        "passed": str(rule.passed),
        "failed": str(rule.failed),
        "silenced": str(rule.silenced),
        "outside": str(rule.outside),
        "not_evaluated": str(rule.not_evaluated),
    }


def _suite(root: Element, report: Report, name: str) -> Element:
    return _element(root, "testsuite", {"name": name, "timestamp": report.as_of})


def _case(suite: Element, name: str, class_name: str) -> Element:
    return _element(suite, "testcase", {"name": name, "classname": class_name})


def _properties(suite: Element, values: Mapping[str, str]) -> None:
    parent = _element(suite, "properties", {})
    for name, value in values.items():
        if not value:
            continue
        _element(parent, "property", {"name": name, "value": value})


def _element(parent: Element, tag: str, attributes: Mapping[str, str]) -> Element:
    from xml.etree.ElementTree import SubElement

    return SubElement(parent, tag, {name: _text(value) for name, value in attributes.items()})


def _text(text: str) -> str:
    """Remove what XML 1.0 does not allow (section 2.2): controls, lone surrogates, U+FFFE and U+FFFF."""
    from checker.report.text.words import clean

    return clean(text).replace("\ufffe", "").replace("\uffff", "")


def _count(parent: Element, cases: Any) -> None:
    listed = list(cases)
    parent.set("tests", str(len(listed)))
    for attribute, tag in _COUNTED.items():
        parent.set(attribute, str(sum(case.find(tag) is not None for case in listed)))


FORMAT = Format(
    "junit", "JUnit XML with one suite per rule, for CI systems", render, for_people=False, suffixes=(".xml",)
)
