"""``--show-settings`` says where each value comes from; schema and loader agree; configurations inside inputs are reported."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from checker.errors import ConfigError
from checker.resources import schema
from checker.rules.config.config import KEYS, load_config
from checker.rules.config.model import Config
from fixtures.generate.sans.inventories import tiny_san
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
SCHEMA = json.loads(schema("config").read_text(encoding="utf-8"))
CONFIG = """\
profile: go-live
ignore: [DOC]
fail_on: error
parameters: {PTH002.min: 5}
severities: {PTH001: info}
overrides:
  - match: {host: "lab*"}
    params: {PTH002.min: 3}
suppressions:
  - {rule: PTH004, objects: {host: lab01}, reason: one adapter, expires: 2027-01-01}
sources:
  - {match: "*.log", captured_at: 2026-11-01}
  - {match: "*.txt", owner: esx01}
bundles: {max_depth: 3}
baseline: known.json
estimate: {workload: w.yaml, parameters: {wan.connections: 4, xtremio.read_latency: {low: 0.2, typical: 0.3, high: 0.5}}}
inventory:
  hosts: {lab01: {site: x}}
"""
SHOWN = """\
config                                    sanlint.yaml  (found)
profile                                   go-live  (sanlint.yaml:1:1)
ignore                                    DOC, PTH009  (--ignore)
fail_on                                   info  (--fail-on)
sources *.log                             captured at 2026-11-01T00:00:00+00:00  (sanlint.yaml:12:5)
sources *.txt                             owner esx01  (sanlint.yaml:13:5)
bundles.max_depth                         3  (sanlint.yaml:14:11)
estimate.workload                         FOLDER/w.yaml  (sanlint.yaml:16:12)
estimate.parameters.wan.connections       4  (sanlint.yaml:16:43)
estimate.parameters.xtremio.read_latency  0.2 / 0.3 / 0.5  (sanlint.yaml:16:63)
inventory                                 hosts  (sanlint.yaml:17:1)
baseline                                  FOLDER/known.json  (sanlint.yaml:15:1)
suppressed PTH004 on host lab01           one adapter, until 2027-01-01  (sanlint.yaml:10:5)
severities.PTH001                         info  (sanlint.yaml:5:14)
PTH002.min                                6  (--config)
PTH002.min for host lab*                  3  (sanlint.yaml:7:5)
"""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    # Its name is shown: in a folder with a long name lines would be broken elsewhere.
    with tempfile.TemporaryDirectory(prefix="s") as name:
        short = Path(name).resolve()
        monkeypatch.chdir(short)
        monkeypatch.setenv("COLUMNS", "140")
        Path("san.yaml").write_text(tiny_san("lab01"))
        yield short
        monkeypatch.undo()


def test_every_value_is_shown_with_the_place_where_it_was_set(sanlint: Run, folder: Path) -> None:
    Path("sanlint.yaml").write_text(CONFIG)
    done = sanlint(
        "check",
        "san.yaml",
        "--show-settings",
        "--ignore",
        "DOC,PTH009",
        "--fail-on",
        "info",
        "--config",
        "PTH002.min=6",
    )
    assert done.code == 0, done.err
    lines = [
        line
        for line in done.out.splitlines()
        if not re.search(r"\((default|profile go-live|by the values above)\)$", line)
    ]
    assert "\n".join(lines) + "\n" == SHOWN.replace("FOLDER", str(folder))
    assert re.search(r"\nseverities.ALN001 +info  \(profile go-live\)\n", done.out)
    assert re.search(r"\nrules that run +\d+ of \d+ rules  \(by the values above\)\n", done.out)
    assert re.search(r"\nPTH001.min +2  \(default\)\n", done.out)


def test_an_unknown_profile_is_reported_where_it_was_named(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text("fail_on: info\nprofile: golive\n")
    said = "unknown profile 'golive'; did you mean 'go-live'?"
    assert f"sanlint.yaml:2:1: {said}" in sanlint("check", "san.yaml").err
    assert f"--profile: {said}" in sanlint("check", "san.yaml", "--profile", "golive").err


def test_nothing_hides_anything_where_suppressions_are_ignored(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text(CONFIG)
    shown = sanlint("check", "san.yaml", "--show-settings", "--ignore-suppressions").out
    assert re.search(r"\nbaseline +none ", shown)
    assert re.search(r"\nsuppressions +none  \(--ignore-suppressions\)\n", shown)
    assert "one adapter" not in shown


def test_the_schema_declares_exactly_the_keys_that_are_loaded() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == set(KEYS)
    known = {one.name for one in fields(Config)} | {"severities", "parameters", "overrides"}
    assert set(SCHEMA["properties"]) <= known


def test_whatever_the_schema_allows_is_loaded_and_takes_effect(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    values = {
        "profile": "triage", "select": ["PTH"], "ignore": "DOC", "extend_select": ["XFR"], "rules": ["own"], "fail_on": "never",
        "severities": {"PTH001": "info"}, "parameters": {"PTH002.min": 5}, "as_of": "2026-11-01", "baseline": "k.json",
        "overrides": [{"match": {"host": "a", "port": 3}, "severities": {"PTH001": "error"}, "params": {"PTH002.min": 3}}],
        "sources": [{"match": "*", "owner": "h", "captured_at": "2026-11-01"}], "bundles": {"max_depth": 2},
        "suppressions": [{"rule": ["PTH"], "objects": {"host": "a"}, "finding": "0" * 16, "reason": "abc", "expires": "2026-11-01"}],
        "inventory": {"hosts": {"h": {"site": "s"}}}, "estimate": {"workload": "w.yaml", "parameters": {"wan.connections": 4}},
        "docs_url": "https://docs.example.com/sanlint",
    }  # fmt: skip
    assert set(values) == set(SCHEMA["properties"])
    Draft202012Validator(SCHEMA).validate(values)
    (tmp_path / "sanlint.yaml").write_text(json.dumps(values))
    config, empty = load_config(folder=tmp_path), Config()
    unchanged = {one.name for one in fields(Config) if getattr(config, one.name) == getattr(empty, one.name)}
    assert unchanged == {"rules_found_in_input"}, "which is a finding about the file, not a setting in it"
    for name in ("params", "parameters", "severities"):
        assert name in SCHEMA["properties"]["overrides"]["items"]["properties"]


@pytest.mark.parametrize("key", [key for key in SCHEMA["properties"] if key != "inventory"])
def test_a_value_of_the_wrong_type_is_reported_with_its_key(tmp_path: Path, key: str) -> None:
    (tmp_path / "sanlint.yaml").write_text(f"{key}: [[7]]\n")
    with pytest.raises(ConfigError, match=rf"sanlint\.yaml:1:\d+: {key}[. ]"):
        load_config(folder=tmp_path)


def test_a_configuration_inside_the_input_is_reported_and_ignored(
    sanlint: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("bundle").mkdir()
    Path("work").mkdir()
    Path("san.yaml").rename("bundle/san.yaml")
    Path("bundle/sanlint.yaml").write_text("ignore: [PTH]\n")
    Path("bundle/pyproject.toml").write_text('[tool.sanlint]\nfail_on = "never"\n')
    command = ("--select", "PTH001", "--format", "json")

    def notes(*paths: str) -> dict[str, str]:
        files = json.loads(sanlint("check", *paths, *command).out)["coverage"]["files"]
        return {one["path"]: one["notes"][0]["text"] for one in files if one["ignored"]}

    elsewhere = "skipped: a configuration inside the input cannot configure its own audit"
    monkeypatch.chdir(folder / "work")
    assert notes("../bundle") == {"../bundle/sanlint.yaml": elsewhere, "../bundle/pyproject.toml": elsewhere}
    monkeypatch.chdir(folder / "bundle")
    assert notes(".") == {"sanlint.yaml": "the configuration of this audit", "pyproject.toml": elsewhere}
