"""Checkmk local checks, Nagios plugin output and Prometheus metrics, parsed by their own rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from checker.report.base import Presentation
from checker.report.registry import formats
from checker.rules.evaluate.finding import FileCoverage, Report, RuleCoverage
from checker.topology.picture.graph import Graph, Node
from tests.report import hostile, samples

HOSTS = ("esx07", "esx08", "lnx02", "lnx03")
GRAPH = Graph({f"host:{name}": Node(f"host:{name}", "host", name) for name in HOSTS})
CLEAN = replace(samples.CLEAN, files=tuple(
    FileCoverage(f"{name}.txt", None, "esxcli-storage-core-path-list", name, "path", None, 1, 9, 9, 0) for name in HOSTS
))  # fmt: skip
WITHOUT_DATA = RuleCoverage("PTH009", passed=3, not_evaluated=2, hosts_without_data={"esx08": 2})
INCOMPLETE = replace(CLEAN, rules=(*CLEAN.rules, WITHOUT_DATA), selected_rules=3)
INCOMPLETE_ADVICE = replace(INCOMPLETE, rules=(*CLEAN.rules, replace(WITHOUT_DATA, can_be_error=False)))
FAULTY = replace(INCOMPLETE, findings=(samples.MISSING_DIRECTOR, samples.OPEN_ZONE, samples.ADVICE))
# Local check: status, quoted service, metrics or a dash, text. Metric: name=value.
_LOCAL = re.compile(r'([0-3P]) "([^"]+)" (-|[\w.]+=[\d.]+(?:\|[\w.]+=[\d.]+)*) (.*)')
_PERFDATA = re.compile(r"'([^'=]+)'=([\d.]+)((?:;[\d.]*){0,4})(?: |\Z)")
_SAMPLE = re.compile(r"([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.e+]+)")
_LABEL = re.compile(r'([a-zA-Z_]\w*)="((?:[^"\\]|\\["\\n])*)"(?:,|\Z)')


def render(name: str, report: Report, graph: Graph | None = GRAPH) -> str:
    return formats()[name].render(report, Presentation(graph=graph))


def local_checks(text: str) -> dict[str, tuple[str, dict[str, float], str]]:
    """Return status, metrics and text of each service."""
    found = {}
    for line in text.splitlines():
        match = _LOCAL.fullmatch(line)
        assert match, line
        status, service, metrics, words = match.groups()
        assert service not in found
        found[service] = status, {k: float(v) for k, v in (m.split("=") for m in metrics.split("|"))}, words
    return found


def plugin(text: str) -> tuple[str, dict[str, str], list[str]]:
    """Return the status word, the performance data and the long output."""
    first, *long = text.splitlines()
    words, _, data = first.partition("|")
    found = {}
    data = data.strip()
    while data:
        match = _PERFDATA.match(data)
        assert match, data
        found[match[1]] = match[2]
        data = data[match.end() :]
    assert not any("|" in line for line in long)
    return words.split()[1], found, long


def metrics(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Return every sample by name and labels; each metric has one HELP and one TYPE line before its samples."""
    assert text.endswith("\n")
    found: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}
    announced: list[str] = []
    for line in text[:-1].split("\n"):
        if line.startswith("# "):
            _, kind, name, rest = line.split(" ", 3)
            if kind == "HELP":
                assert name not in announced
                announced.append(name)
            else:
                assert (kind, name, rest) == ("TYPE", announced[-1], "gauge")
            continue
        match = _SAMPLE.fullmatch(line)
        assert match, line
        name, inside, value = match.groups()
        assert name == announced[-1]
        labels, at = set(), 0
        while inside and at < len(inside):
            label = _LABEL.match(inside, at)
            assert label, inside[at:]
            labels.add((label[1], re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), label[2])))
            at = label.end()
        key = name, frozenset(labels)
        assert key not in found, line
        found[key] = float(value)
    return found


def test_checkmk_has_a_line_for_each_host_and_the_san() -> None:
    found = local_checks(render("checkmk", FAULTY))
    assert {service: status for service, (status, _, _) in found.items()} == {
        "SAN": "2", "SAN host esx07": "2", "SAN host esx08": "3", "SAN host lnx02": "0", "SAN host lnx03": "0",
    }  # fmt: skip
    assert found["SAN"][1] == {
        "errors": 1,
        "warnings": 1,
        "infos": 1,
        "checks_without_data": 2,
        "error_checks_without_data": 2,
    }
    unknown = "no errors or warnings; data is missing for 2 checks, 2 of which can report errors"
    assert found["SAN host esx08"][2] == unknown
    assert found["SAN host lnx02"][2] == "no errors or warnings, 1 info"


@pytest.mark.parametrize(
    ("report", "status"),
    [
        (CLEAN, 0),
        (INCOMPLETE, 3),
        (FAULTY, 2),
        (replace(FAULTY, findings=(samples.OPEN_ZONE,)), 1),
        (replace(CLEAN, findings=(samples.ADVICE,)), 0),
        (replace(INCOMPLETE, findings=(samples.ADVICE,)), 3),
        (replace(CLEAN, errors=("PTH003: division by zero",)), 3),
        (replace(CLEAN, files=(*CLEAN.files, samples.FILES[4])), 3),
        (replace(CLEAN, rules=(RuleCoverage("PTH003"),)), 3),
        (replace(CLEAN, findings=(replace(samples.OPEN_ZONE, state="suppressed"),)), 0),
    ],
)
def test_the_state_is_never_ok_without_data_for_errors(report: Report, status: int) -> None:
    form = formats()["nagios"]
    assert form.exit_code is not None
    assert form.exit_code(report) == status
    assert plugin(render("nagios", report))[0] == ("OK", "WARNING", "CRITICAL", "UNKNOWN")[status]
    assert local_checks(render("checkmk", report))["SAN"][0] == str(status)
    assert metrics(render("prometheus", report))["sanlint_san_status", frozenset()] == status


def test_missing_data_for_warnings_is_stated_and_changes_no_state() -> None:
    found = local_checks(render("checkmk", INCOMPLETE_ADVICE))
    for service in ("SAN", "SAN host esx08"):
        status, counts, words = found[service]
        assert (status, counts["checks_without_data"], counts["error_checks_without_data"]) == ("0", 2, 0)
        assert words == "no errors or warnings; data is missing for 2 checks"


def test_a_host_of_an_inventory_is_known_by_its_ports() -> None:
    named = FileCoverage("sanlint.yaml", None, "sanlint-inventory", None, None, None, 1, 9, 9, 0)
    report = replace(CLEAN, files=(named,))
    nodes = {"initiator:1": Node("initiator:1", "initiator", "vmhba1", parent="host:esx07"), **GRAPH.nodes}
    found = local_checks(render("checkmk", report, Graph(nodes)))
    assert [found[f"SAN host {host}"][0] for host in HOSTS] == ["0", "3", "3", "3"]


@pytest.mark.parametrize(
    ("report", "host"),
    [
        (replace(CLEAN, files=CLEAN.files[:1]), "lnx02"),
        (replace(CLEAN, files=(*CLEAN.files[:2], replace(CLEAN.files[2], incomplete=True))), "lnx02"),
        (replace(CLEAN, errors=("PTH003: division by zero",)), "esx07"),
    ],
    ids=["no export", "partly read", "internal error"],
)
def test_a_host_is_unknown_if_its_exports_are_missing_or_cut(report: Report, host: str) -> None:
    assert local_checks(render("checkmk", report))[f"SAN host {host}"][0] == "3"
    assert local_checks(render("checkmk", CLEAN))[f"SAN host {host}"][0] == "0"


def test_nagios_has_performance_data_and_long_output() -> None:
    word, data, long = plugin(render("nagios", FAULTY))
    assert word == "CRITICAL"
    assert data == {
        "errors": "1", "warnings": "1", "infos": "1", "checks_without_data": "2", "error_checks_without_data": "2",
        "hosts_not_ok": "2",
    }  # fmt: skip
    assert [line.partition(":")[0] for line in long] == ["CRITICAL", "UNKNOWN", "OK", "OK"]


def test_prometheus_has_every_host_and_severity() -> None:
    found = metrics(render("prometheus", FAULTY))
    of = {labels: value for (name, labels), value in found.items() if name == "sanlint_host_findings"}
    assert len(of) == 3 * len(HOSTS)
    assert of[frozenset({("host", "esx07"), ("severity", "error")})] == 1
    assert found["sanlint_host_checks_without_data", frozenset({("host", "esx08")})] == 2
    assert found["sanlint_as_of_timestamp_seconds", frozenset()] == 1793491200


@pytest.mark.parametrize("text", hostile.TEXTS)
def test_hostile_names_stay_in_their_place(text: str) -> None:
    report = hostile.report_of(text)
    graph = Graph({"host:x": Node("host:x", "host", text)})
    assert len(local_checks(render("checkmk", report, graph))) == 2
    assert len(plugin(render("nagios", report, graph))[2]) == 1
    found = metrics(render("prometheus", report, graph))
    assert len([name for name, _ in found if name == "sanlint_host_status"]) == 1
