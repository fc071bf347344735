"""Settings of the estimate in ``sanlint.yaml``: they apply to check and estimate, errors name their line, and each missing fact is reported once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
BASE = str(folders.FIXTURES / "bases" / "xtremio-bare.yaml")
LOAD = "sanlint_workload: 1\nloads:\n  - {host: '*', profile: oltp2, iops: 24000}\n"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "load.yaml").write_text(LOAD)
    monkeypatch.chdir(tmp_path)


def configured(text: str) -> tuple[str, str]:
    Path("conf/sanlint.yaml").write_text(f"estimate:\n  {text}\n")
    return "--config", "conf/sanlint.yaml"


def answer(run: Run, *options: str) -> dict[str, Any]:
    outcome = run("estimate", BASE, "--format", "json", "-q", *options)
    assert outcome.code in (0, 1), outcome.err
    document: dict[str, Any] = json.loads(outcome.out)
    return document


def test_the_workload_path_is_relative_to_the_configuration_and_applies_to_check_and_estimate(sanlint: Run) -> None:
    config = configured("workload: load.yaml")
    assert answer(sanlint, *config)["workload"] == str(Path("conf/load.yaml"))
    checked = json.loads(sanlint("check", BASE, *config, "--select", "SIZ002", "-q", "--format", "json").out)
    assert [one["rule"] for one in checked["findings"]] == ["SIZ002"]
    # What the command line says wins; an empty name leaves the load out.
    checked = json.loads(sanlint("check", BASE, *config, "--select", "SIZ002", "-W", "", "-q", "--format", "json").out)
    assert checked["findings"] == []
    assert answer(sanlint, *config, "-W", "")["workload"] is None


def test_a_parameter_of_the_configuration_names_its_line_as_its_source(sanlint: Run) -> None:
    config = configured("workload: load.yaml\n  parameters: {xtremio.read_latency: {low: 5, typical: 6, high: 7}}")
    document = answer(sanlint, *config)
    [source] = [line for line in document["sources"] if line.startswith("xtremio.read_latency")]
    assert source == "xtremio.read_latency = 5/6/7 ms: conf/sanlint.yaml:3:16"
    mean = document["total"]["response_ms"]["read"]["typical"]
    assert mean > 6
    # The command line's own value wins.
    again = answer(sanlint, *config, "--what-if", "xtremio.read_latency=9")
    assert again["total"]["response_ms"]["read"]["typical"] > 9


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("workload: nothing.yaml", "conf/sanlint.yaml:2:3: estimate.workload: file conf/nothing.yaml not found"),
        ("load: load.yaml", "conf/sanlint.yaml:2:3: unknown key 'load'; did you mean 'workload'?"),
        (
            "parameters: {xtremio.read_latensy: 1}",
            "conf/sanlint.yaml:2:16: unknown estimator parameter 'xtremio.read_latensy'; did you mean xtremio.read_latency?",
        ),
        (
            "parameters: {wan.connections: four}",
            "conf/sanlint.yaml:2:16: estimate.parameters.wan.connections must be a number of at least 0",
        ),
        ("parameters: {wan.connections: .inf}", "conf/sanlint.yaml:2:16: wan.connections: inf is not a number"),
        (
            "parameters: {wan.connections: {low: 4, typical: 9, high: 5}}",
            "conf/sanlint.yaml:2:16: wan.connections: typical must be between low and high",
        ),
    ],
)
@pytest.mark.parametrize("command", ["check", "estimate"])
def test_mistakes_are_reported_with_their_line(sanlint: Run, command: str, text: str, said: str) -> None:
    outcome = sanlint(command, BASE, *configured(text))
    assert outcome.code == 2
    assert said in outcome.err


def test_a_fact_missing_for_several_volumes_is_named_once(sanlint: Run, tmp_path: Path) -> None:
    """One of two hosts has more missing facts than the other; they are reported fact by fact."""
    (tmp_path / "w.yaml").write_text(LOAD)
    folder = Path(BASE).parents[1] / "alignment"
    given = (str(folder / "exports"), "--config", str(folder / "sanlint.yaml"), "--workload", str(tmp_path / "w.yaml"))
    [line] = [one for one in sanlint("estimate", *given).out.splitlines() if one.startswith("RESPONSE")]
    missing = line.partition("none: ")[2].split(", ")
    assert sorted(missing) == [f"unknown {name}" for name in ("array", "host port", "link speed", "target port")]
