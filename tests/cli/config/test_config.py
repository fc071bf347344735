"""The configuration: which file counts, how a wrong one is reported, and that line numbers are correct."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from checker.errors import ConfigError
from checker.rules.book.rule import Expression, Parameter, Rule
from checker.rules.config.config import check_rules, load_config
from checker.rules.config.find import find_config
from checker.rules.config.model import Config

GOOD = """\
# SAN of the west site
select: [PTH, zoning]
ignore: PTH009
extend-select: [XFR001]
severities:
  PTH002: warning
parameters:
  PTH002.min: 3
overrides:
  - match: {host: "lab-*"}
    params: {PTH002.min: 2}
rules: [own-rules]
sources:
  - match: "*/esx07/*"
    owner: esx07
    captured_at: 2026-10-30T10:00:00+02:00
as_of: 2026-11-01
fail_on: error
inventory:
  hosts:
    - name: esx07
      tags: [prod]
"""


def _load(tmp_path: Path, text: str, name: str = "sanlint.yaml", **more: object) -> Config:
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "own-rules").mkdir(exist_ok=True)
    return load_config(folder=tmp_path, **more)  # type: ignore[arg-type]


def test_every_configuration_key_takes_effect(tmp_path: Path) -> None:
    config = _load(tmp_path, GOOD)

    assert config.path == "sanlint.yaml"
    assert (config.select, config.ignore, config.extend_select) == (("PTH", "zoning"), ("PTH009",), ("XFR001",))
    assert config.settings.severities == {"PTH002": "warning"}
    assert config.settings.parameters == {"PTH002.min": 3}
    assert config.settings.overrides[0].match == {"host": "lab-*"}
    assert config.settings.overrides[0].parameters == {"PTH002.min": 2}
    assert config.rules == (str(tmp_path / "own-rules"),)
    assert (config.sources[0].match, config.sources[0].owner) == ("*/esx07/*", "esx07")
    assert config.sources[0].captured_at == datetime(2026, 10, 30, 8, tzinfo=UTC)
    assert config.as_of == datetime(2026, 11, 1, tzinfo=UTC)
    assert config.fail_on == "error"
    assert config.inventory == {"hosts": [{"name": "esx07", "tags": ["prod"]}]}
    assert config.places["parameters.PTH002.min"] == "sanlint.yaml:8:3"


@pytest.mark.parametrize("after", ["", "fail_on: info\n"])
def test_the_inventory_keeps_its_lines_and_columns(tmp_path: Path, after: str) -> None:
    config = _load(tmp_path, GOOD.replace("fail_on: error\n", "") + after)

    lines = config.inventory_text.split("\n")
    number = GOOD.replace("fail_on: error\n", "").split("\n").index("    - name: esx07")
    assert lines[number] == "    - name: esx07"
    assert "fail_on" not in config.inventory_text
    assert "select" not in config.inventory_text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("selct: [PTH]\n", "sanlint.yaml:1:1: unknown key 'selct'; did you mean 'select'?"),
        ("select: [PTH]\nfail_on: eror\n", "sanlint.yaml:2:1: fail_on has an unknown value 'eror'; did you mean 'error'?"),
        ("select:\n  - PTH\n  - 3\n", "sanlint.yaml:3:5: select.2 must be a text, not 3"),
        ("severities:\n  PTH002: fatal\n", "sanlint.yaml:2:3: severities.PTH002 has an unknown value 'fatal'"),
        ("parameters:\n  PTH002: {min: 3}\n", "sanlint.yaml:2:3: 'PTH002' must have the form RULE.parameter"),
        ("overrides:\n  - params: {PTH002.min: 2}\n", "sanlint.yaml:2:5: overrides.1 is missing match"),
        ("overrides:\n  - match: {host: a}\n    parms: {}\n", "sanlint.yaml:3:5: unknown key 'parms'; did you mean 'params'?"),
        ("rules:\n- own-rules\n- ~missing-user/own\n", "sanlint.yaml:3:3: rules: folder "),
        ("as_of: soon\n", "sanlint.yaml:1:1: as_of must be a date such as 2026-11-01, not 'soon'"),
        ("sources:\n- match: x\n  captured_at: never\n", "sanlint.yaml:3:3: sources.1.captured_at must be a date"),
        ("select: [PTH\n", "sanlint.yaml:2:1: "),
        ("select: [A]\nselect: [B]\n", "sanlint.yaml:2:1: "),
        ("- PTH\n", "a configuration must be a mapping"),
        ("select: !!python/object:os.system [x]\n", "sanlint.yaml:1:"),
        ("a: &a [x]\n" + "".join(f"{n}: &{n} [{', '.join(['*' + p] * 9)}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True)), "too many values"),
        ("inventory: &loop [*loop]\n", "sanlint.yaml:1:"),
        ("inventory: {a: " + "[" * 60 + "]" * 60 + "}\n", "nested deeper than 50"),
        ("inventory: {a: " + "[" * 1000 + "]" * 1000 + "}\n", "nested deeper than 50"),
        ("baseline: [old.json]\n", "baseline must be a text, not [\"old.json\"]"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_with_their_location(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        _load(tmp_path, text)
    assert said in str(caught.value)


def test_several_mistakes_are_reported_together_in_order(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        _load(tmp_path, "fail_on: never\nselct: [A]\nignor: [B]\n")
    assert [line.split(":")[1] for line in str(caught.value).splitlines()] == ["2", "3"]


def test_an_empty_file_sets_nothing(tmp_path: Path) -> None:
    assert _load(tmp_path, "# nothing yet\n") == Config(path="sanlint.yaml", settings=_load(tmp_path, "").settings)


def test_a_file_that_is_not_utf8_or_missing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_bytes(b"select: [\xff]\n")
    with pytest.raises(ConfigError, match="not UTF-8 at byte 10"):
        load_config(folder=tmp_path)
    with pytest.raises(ConfigError, match="No such file"):
        load_config(str(tmp_path / "none.yaml"))


def test_pyproject_may_contain_the_configuration(tmp_path: Path) -> None:
    text = '[project]\nname = "x"\n\n[tool.sanlint]\nextend-select = ["XFR001"]\n[tool.sanlint.severities]\nPTH002 = "info"\n'
    config = _load(tmp_path, text, "pyproject.toml")
    assert (config.extend_select, config.settings.severities) == (("XFR001",), {"PTH002": "info"})
    with pytest.raises(ConfigError, match=r"pyproject\.toml:2:1: unknown key 'selct'"):
        _load(tmp_path, '[tool.sanlint]\nselct = ["A"]\n', "pyproject.toml")


def test_it_is_found_up_to_the_root_of_the_repository_and_no_further(tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text("")
    below = tmp_path / "repository" / "exports"
    below.mkdir(parents=True)
    assert find_config(below) is None, "outside a repository a parent's file doesn't count"
    (tmp_path / "repository" / ".git").mkdir()
    assert find_config(below) is None
    (tmp_path / "repository" / ".sanlint.yaml").write_text("")
    assert find_config(below) == (tmp_path / "repository" / ".sanlint.yaml").resolve()
    (below / "pyproject.toml").write_text("[project]\n")
    assert find_config(below) == (tmp_path / "repository" / ".sanlint.yaml").resolve(), "no [tool.sanlint] there"


def test_a_bundle_never_configures_its_own_audit(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    bundle = tmp_path / "bundle"
    (bundle / "esx").mkdir(parents=True)
    (bundle / "sanlint.yaml").write_text("ignore: [PTH]\n")
    assert find_config(tmp_path, ["bundle"]) is None
    assert find_config(bundle / "esx", [".."]) is None
    assert find_config(bundle, ["."]) == (bundle / "sanlint.yaml").resolve(), "the input is below the current folder"


def test_isolated_uses_no_file(tmp_path: Path) -> None:
    assert _load(tmp_path, GOOD, isolated=True) == Config()


def test_values_of_the_command_line_win(tmp_path: Path) -> None:
    values = {"PTH002.min": 5, "severities.PTH002": "info", "fail-on": "never", "select": "FAB,DIR"}
    config = _load(tmp_path, GOOD, values=values)
    assert config.settings.parameters == {"PTH002.min": 5}
    assert config.settings.severities == {"PTH002": "info"}
    assert (config.fail_on, config.select, config.ignore) == ("never", ("FAB", "DIR"), ("PTH009",))
    assert config.places["parameters.PTH002.min"] == "--config"
    assert config.places["ignore"] == "sanlint.yaml:3:1"
    with pytest.raises(ConfigError, match=r"unknown key 'rules.PTH002.min'; did you mean 'PTH002.min'"):
        load_config(values={"rules.PTH002.min": 3}, isolated=True)
    with pytest.raises(ConfigError, match="--config: unknown key 'fail_onn'; did you mean 'fail_on'"):
        load_config(isolated=True, values={"fail_onn": "never"})
    with pytest.raises(ConfigError, match="--config: fail_on has an unknown value 'maybe'"):
        load_config(isolated=True, values={"fail_on": "maybe"})


def test_rules_and_parameters_that_do_not_exist_are_named_with_their_line(tmp_path: Path) -> None:
    rule = Rule("PTH002", "few-paths", "paths", "error", "", "host", Expression("true", ()), "",
                parameters={"min": Parameter("min", 4, "integer", minimum=3)})  # fmt: skip
    rules = {"PTH002": rule}
    check_rules(_load(tmp_path, GOOD.replace("{PTH002.min: 2}", "{PTH002.min: 3}")), rules, ["host"])
    for text, said in (
        ("parameters:\n  PTH002.mim: 3\n", "sanlint.yaml:2:3: unknown parameter 'PTH002.mim'"),
        ("parameters:\n  PTH002.min: 2\n", "sanlint.yaml:2:3: PTH002.min must be at least 3"),
        ("severities:\n  PTH003: info\n", "sanlint.yaml:2:3: unknown rule 'PTH003'"),
        ("overrides:\n- match: {hots: x}\n", "sanlint.yaml:2:3: unknown key in match 'hots'"),
    ):
        with pytest.raises(ConfigError) as caught:
            check_rules(_load(tmp_path, text), rules, ["host"])
        assert said in str(caught.value)


@pytest.mark.parametrize("written", ["000194900731", "'000194900731'"])
def test_the_owner_of_a_source_is_a_text_even_if_it_looks_like_a_number(written: str, tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text(f"sources:\n- {{match: '*.txt', owner: {written}}}\n")
    assert [hint.owner for hint in load_config(folder=tmp_path).sources] == ["000194900731"]
