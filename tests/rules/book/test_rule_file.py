"""One rule file: what comes out of a right one, and where each mistake is said to be."""

from __future__ import annotations

import json
import re

import pytest

from checker import resources
from checker.errors import RuleError
from checker.rules.book.rule import FixCommand, Parameter, Source
from checker.rules.book.rule_file import load_rule
from checker.rules.language import expression
from tests.rules.book.rule_samples import (
    CROWDED_ARRAY,
    FEW_PATHS,
    ONE_INITIATOR,
    RETIRED,
    sample_vocabulary,
    write_rules,
)


@pytest.fixture(scope="module")
def connection():
    opened = expression.scratch(sample_vocabulary().views)
    yield opened
    opened.close()


def loaded(text, connection, tmp_path, **options):
    folder = write_rules(tmp_path, text)
    (path,) = (folder / "paths").iterdir()
    return load_rule(path, sample_vocabulary(), connection, **options)


def refused(text, connection, tmp_path, **options) -> str:
    with pytest.raises(RuleError) as caught:
        loaded(text, connection, tmp_path, **options)
    return str(caught.value)


def test_a_rule_over_a_view(connection, tmp_path):
    found = loaded(FEW_PATHS, connection, tmp_path)
    rule = found.rule
    assert (rule.id, rule.name, rule.category, rule.severity, rule.view) == (
        "TST001", "few-paths", "paths", "error", "host_volume",
    )  # fmt: skip
    assert rule.violated.text == "(below(live_paths, $min) AND (NOT below(live_paths, 2)))"
    assert rule.when is not None
    assert rule.when.columns == ("size_bytes",)
    assert rule.severity_by is not None
    assert rule.severity_by.parameters == ("remote_severity",)
    assert rule.parameters["min"] == Parameter("min", 4, "integer", "live paths per host and volume", 3, 32)
    assert rule.unless == {"TST002": ("host",)}
    assert rule.roll_up == ("host",)
    assert rule.fix_commands == (
        FixCommand(
            "vplexcli",
            "export storage-view addport -v {volume} -p {missing_port}",
            "export storage-view removeport -v {volume} -p {missing_port}",
            "missing_ports",
            {"add": "mask"},
        ),
    )
    assert rule.sources == (Source("DOC1", "5", "30", "four paths are needed"),)
    assert rule.file == "paths/TST001-few-paths.yaml"
    assert found.text.why.startswith("With fewer paths")
    assert [example["name"] for example in found.text.examples] == [
        "three of four", "exactly four", "states unknown",
    ]  # fmt: skip
    assert found.shape.keys == ("host", "volume")
    assert found.shape.uses == {"host_volume": ("size_bytes", "live_paths", "remote")}


def test_a_rule_with_rows(connection, tmp_path):
    found = loaded(CROWDED_ARRAY, connection, tmp_path)
    assert found.rule.keys == ("storage_array",)
    assert found.rule.view == "host_volume"
    assert found.rule.rows is not None
    assert found.rule.rows.startswith("SELECT storage_array, count(DISTINCT host)")
    assert found.shape.columns == {"storage_array": "text", "hosts": "int", "names": "list"}
    assert found.shape.uses == {"host_volume": ("storage_array", "host")}


def test_the_stub_of_a_retired_rule(connection, tmp_path):
    assert loaded(RETIRED, connection, tmp_path).rule.replaced_by == "TST001"


MISTAKES = [
    ("severity: error", "severity: eror", "4:11", "did you mean 'error'?"),
    ("for: host_volume", "for: host_volum", "7:6", "did you mean 'host_volume'?"),
    ("evidence: [live", "evidences: [live", "15:1", "did you mean 'evidence'?"),
    ("evidence: [live_paths", "evidence: [live_path", "15:12", "did you mean 'live_paths'?"),
    ("locate: [path,", "locate: [pth,", "16:10", "did you mean 'path'?"),
    ("violated: below(live_paths", "violated: below(live_pths", "9:17", "did you mean 'live_paths'?"),
    ("violated: below(", "violated: belo(", "9:11", "did you mean 'below'?"),
    ("$min) AND", "$mni) AND", "9:29", "did you mean '$min'?"),
    ("when: size_bytes > 0", "when: size_bytes", "8:7", "must be TRUE or FALSE"),
    ("type: integer", "type: int", "11:27", "did you mean 'integer'?"),
    ("default: 4", "default: 2", "11:18", "at least 3"),
    ("default: 4", "default: many", "11:18", "a whole number"),
    ("default: warning", "default: loud", "12:30", "one of error, warning, info"),
    ("  min: {", "  volume: {", "11:3", "also a column"),
    ("help: live paths", "confirmed: false, help: live paths", "11:3", "not confirmed"),
    ("  remote_severity: {", "  use_unconfirmed: {default: true, type: boolean, help: also}\n  remote_severity: {", "12:3", "default is false"),
    ("unless: {TST002: [host]}", "unless: {TST002: [hots]}", "13:19", "did you mean 'host'?"),
    ("unless: {TST002: [host]}", "unless: {TST001: [host]}", "13:10", "cannot name itself"),
    ("unless: {TST002: [host]}", "unless: {TST002: []}", "13:18", "omit the list"),
    ("unless: {TST002: [host]}", "unless: TST002", "13:9", "a list of rule ids"),
    ("unless: {TST002: [host]}", "unless: [tst2]", "13:9", "a list of rule ids"),
    ("roll_up: [host]", "roll_up: [remote]", "14:11", "key column"),
    ("{host} has", "{hst} has", "17:12", "did you mean 'host'?"),
    ("{missing_ports|list}", "{missing_ports|lists}", None, "did you mean 'list'?"),
    ("{missing_ports|list}", "{missing_ports.x}", None, "is not {name}"),
    ("platform: vplexcli", "platform: vplexcly", "23:17", "did you mean 'vplexcli'?"),
    ("for_each: missing_ports", "for_each: dead_paths", "24:17", "must be a list"),
    ("for_each: missing_ports", "for_each: missing_ports\n      skip_if: remot", "25:16", "did you mean 'remote'?"),
    ("-p {missing_port}\"\n      undo", "-p {missing_prt}\"\n      undo", "25:57", "did you mean 'missing_port'?"),
    ("effect: {add: mask}", "effect: {add: masks}", "27:21", "did you mean 'mask'?"),
    ("effect: {add: mask}", "effect: {ad: mask}", "27:16", "did you mean 'add'?"),
    ("  commands:", '  effect: {set: {path: {host: "{hst}"}, state: active}}\n  commands:', "22:33", "did you mean 'host'?"),
    ("  commands:", "  effect: {set: {path: {host: a}, stat: active}}\n  commands:", "22:35", "did you mean 'state'?"),
    ("cost: lost_paths", "cost: lost_path", "28:7", "did you mean 'lost_paths'?"),
    ("finds: [{host: esx01, live_paths: 3}]", "finds: [{hst: esx01}]", "37:14", "did you mean 'host'?"),
    ("base: small\n    change", "change", "34:5", "requires base or raw"),
    (", silent: true}", "}", "39:5", "requires exactly one of finds"),
    ("name: exactly four", "name: three of four", "39:12", "duplicate name"),
    ("why: |\n", "", None, "expected"),
    ("summary: A host reaches a volume over too few live paths.\n", "", "2:1", "missing summary"),
    ("id: TST001", "id: TST1", "2:5", "PTH002"),
    ("name: few-paths", "name: fewer-paths", "2:5", "TST001-fewer-paths.yaml"),
    ("THEN $remote_severity END", "THEN 'loud' ELSE $remote_severity END", "5:37", "unknown word 'loud'"),
    ("CASE WHEN remote THEN $remote_severity END", "\"'loud'\"", "5:16", "unknown word 'loud'"),
    ("violated: below(live_paths, $min)", "violatd: below(live_paths, $min)", "9:1", "did you mean 'violated'?"),
    ("violated: below(live_paths, $min)", "violated: below(live_paths, 4)", "11:3", "no expression or command uses min"),
    ("fix:\n  summary: Zone each", "fix:\n  summary: Zone {each}", "21:17", "shown unchanged"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "place", "part"), MISTAKES)
def test_a_mistake_is_reported_with_its_location_and_a_correction(right, wrong, place, part, connection, tmp_path):
    # One more line at the top, so that no place is right by being the default.
    text = "# comment\n" + FEW_PATHS.replace(right, wrong, 1)
    assert right in FEW_PATHS
    folder = tmp_path / "paths"
    folder.mkdir()
    path = folder / "TST001-few-paths.yaml"
    path.write_text(text)
    with pytest.raises(RuleError) as caught:
        load_rule(path, sample_vocabulary(), connection)
    message = str(caught.value)
    assert message.startswith("paths/TST001-few-paths.yaml:")
    assert part in message
    if place is not None:
        assert message.startswith(f"paths/TST001-few-paths.yaml:{place}: "), message


@pytest.mark.parametrize(
    ("right", "wrong", "part"),
    [
        ("keys: [storage_array]", "keys: [array]", "did you mean 'storage_array'?"),
        ("keys: [storage_array]\n", "", "rows require keys"),
        ("ORDER BY host)", ")", "without ORDER BY"),
        ("FROM host_volume", "FROM host_volumes", "did you mean 'host_volume'?"),
        ("keys: [storage_array]", "keys: [storage_array]\nfor: zone_summary", "rows do not use"),
        ("hosts > $max", "hots > $max", "did you mean 'hosts'?"),
    ],
)
def test_mistakes_in_rows(right, wrong, part, connection, tmp_path):
    assert part in refused(CROWDED_ARRAY.replace(right, wrong), connection, tmp_path)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("- a\n- b\n", "a mapping"),
        ("just text\n", "a mapping"),
        ("id: TST001\nid: TST001\n", "duplicate key"),
        ("1: x\n", "must be a text"),
        ("? [a, b]\n: x\n", "must be a text"),
        ("id: !!python/object/apply:os.system ['true']\n", "tag"),
        ("id: !custom x\n", "is not allowed here"),
        ("a: &x [1]\nb: *x\n", "aliases"),
        ("a: &x 1\nb: &x 2\n", "unknown key 'a'"),
        ("a: &x {b: 1}\nc: {<<: *x}\n", "must be a text"),
        ("a: [1\n", "1"),
        ("a: 'x\n", "unexpected end"),
        ("a: .nan\n", "is not allowed here"),
        ("a: " + "[" * 60 + "]" * 60, "nested deeper than 30"),
        ("a: " + "[" * 20000 + "]" * 20000, "nested deeper than 30"),
        ("a: [" + "1, " * 30000 + "]", "too many values"),
        ("a: x\n---\nb: y\n", "document"),
        ("a: \x07\n", "special characters"),
        ("a: " + "x" * 300_000, "larger than"),
        ("a: 9" + "9" * 400, "is not allowed here"),
    ],
)
def test_yaml_that_is_not_plain(text, part, connection, tmp_path):
    path = tmp_path / "TST001-few-paths.yaml"
    path.write_text(text)
    with pytest.raises(RuleError) as caught:
        load_rule(path, sample_vocabulary(), connection)
    assert re.match(rf"{re.escape(tmp_path.name)}/TST001-few-paths.yaml", str(caught.value))
    assert part in str(caught.value)
    assert len(str(caught.value)) < 500


def test_an_alias_bomb_is_refused_quickly(connection, tmp_path):
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    path = tmp_path / "TST001-few-paths.yaml"
    path.write_text("\n".join(lines))
    with pytest.raises(RuleError, match="aliases"):
        load_rule(path, sample_vocabulary(), connection)


def test_not_utf8_and_no_file(connection, tmp_path):
    path = tmp_path / "TST001-few-paths.yaml"
    path.write_bytes(b"id: TST001\nname: \xff\n")
    with pytest.raises(RuleError, match=":2: not UTF-8"):
        load_rule(path, sample_vocabulary(), connection)
    with pytest.raises(RuleError, match="cannot be read"):
        load_rule(tmp_path / "TST002-none.yaml", sample_vocabulary(), connection)


def test_a_hostile_value_is_shown_short_and_printable(connection, tmp_path):
    text = FEW_PATHS.replace('since: "0.1"', 'since: "\\e[2J' + "x" * 10_000 + '"')
    message = refused(text, connection, tmp_path)
    assert "since" in message
    assert len(message) < 300
    assert message.isprintable()


def test_custom_rules_have_ids_of_their_own(connection, tmp_path):
    assert "XAB001" in refused(ONE_INITIATOR, connection, tmp_path, custom=True)
    assert "not XFR" in refused(ONE_INITIATOR.replace("TST002", "XFR901"), connection, tmp_path / "b", custom=True)
    found = loaded(ONE_INITIATOR.replace("TST002", "XAB002"), connection, tmp_path / "c", custom=True)
    assert found.rule.id == "XAB002"


@pytest.mark.parametrize(
    "run",
    ["esxcli storage -d '{volume}'", 'esxcli storage -d "{volume}"', "echo `cat {volume}`", "a\nb"],
)
def test_values_in_commands_may_not_be_quoted_by_the_author(run, connection, tmp_path):
    text = ONE_INITIATOR.replace("for: host", "for: host_volume").replace("below(initiators, 2)", "dead_paths > 0")
    text = text.replace("{initiators} initiator ports", "few")
    text = text.replace(
        "{summary: Add a second port.}",
        json.dumps({"summary": "Do it.", "commands": [{"platform": "esxi", "run": run}]}),
    )
    message = refused(text, connection, tmp_path)
    assert "quoted automatically" in message or "one line" in message


def test_the_schema_is_valid_and_describes_what_it_allows():
    from jsonschema import Draft202012Validator

    schema = json.loads(resources.schema("rule").read_text())
    Draft202012Validator.check_schema(schema)
    assert {"id", "violated", "rows", "examples"} <= set(schema["properties"])
