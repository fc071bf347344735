"""``sanlint explain`` over the built-in rules: examples as before and after, parameters as set here, one finding."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fixtures.generate.sans.inventories import tiny_san
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
BEFORE = """\
Finding
  - three of four paths live
      with path host esx01, device naa.6000144000000010a00a101000000011, target WWPN
      50:00:14:42:70:a1:01:01: state dead
      finds host esx01, volume naa.6000144000000010a00a101000000011, live paths 3, missing pairs B
      directors on fabric-b, severity error
"""
AFTER = """\
No finding
  - exactly four paths
"""
UNKNOWN = """\
Not evaluated: data is missing
  - path states unknown
      with unknown path.state
"""


MOST_LINES = 35


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_examples_are_shown_as_before_and_after(sanlint: Run) -> None:
    page = sanlint("explain", "PTH002", "--full").out
    for part in (BEFORE, AFTER, UNKNOWN):
        assert part in page
    assert "and 1 more change" in sanlint("explain", "ZON002", "--full").out, "long examples are cut"


def test_the_page_is_short_and_the_conditions_are_words(sanlint: Run) -> None:
    short = sanlint("explain", "PTH002").out
    heads = [line for line in short.splitlines() if line in ("Why", "How to fix it", "Parameters", "Sources")]
    assert heads == ["Why", "How to fix it", "Parameters", "Sources"]
    assert short.count("\n") <= 30, short
    full = sanlint("explain", "PTH002", "--full").out
    condition = full.split("\nWhen it fires\n")[1].split("\n\n")[0]
    assert "  for each      host, volume" in condition
    assert "live paths: live paths from the host to the volume" in " ".join(condition.split())
    assert not re.search(r"\$|\bAND\b|\(live_paths", condition), condition


def test_parameters_are_those_of_the_configuration_that_is_found(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text("parameters:\n  PTH002.min: 6\n")
    page = sanlint("explain", "PTH002").out
    assert "PTH002.min              6 (set in sanlint.yaml:2:3; default 4)" in page
    assert "6 (set" not in sanlint("explain", "PTH002", "--isolated").out


def test_every_rule_has_a_page(sanlint: Run) -> None:
    from checker.cli.rules.page import rule_page
    from checker.cli.support.library import Library
    from checker.report.base import Presentation
    from checker.rules.config.model import Config

    library = Library.of_folders()
    presentation = Presentation(rule=library.rule, text=library.text)
    for rule_id in library.rules():
        short = rule_page(rule_id, library, Config(), presentation)
        lines = short.splitlines()
        assert len(lines) <= MOST_LINES, (rule_id, len(lines))
        assert lines[-1] == f"Conditions, commands and examples: sanlint explain {rule_id} --full"
        assert not {"Finding", "When it fires"} & set(lines), rule_id
        page = rule_page(rule_id, library, Config(), presentation, full=True)
        assert page.count("\nFinding\n") == page.count("\nSources\n") == 1, rule_id
        examples = page.split("\nFinding\n")[1].split("\nSources\n")[0]
        # Braces of YAML; SATP configurations have their own.
        assert not re.search(r"\{(?![a-z_]+=o(?:n|ff)[;}])", examples), rule_id


def test_a_hidden_finding_is_explained_with_what_hides_it(sanlint: Run) -> None:
    Path("san.yaml").write_text(tiny_san("lab01"))
    Path("sanlint.yaml").write_text("select: [PTH001]\nsuppressions: [{rule: PTH001, reason: one adapter}]\n")
    found = json.loads(sanlint("check", "san.yaml", "--format", "json").out)["findings"][0]
    page = sanlint("explain", found["fingerprint"][:6], "san.yaml").out
    assert "suppressed   by sanlint.yaml:2:16: one adapter" in page
    assert found["fingerprint"] in page


PORT_DOWN = """\
sanlint: 1
observed: true
hosts:
  lab01:
    initiators:
      vmhba2: {initiator_wwpn: '10000000c9aa0002', port_state: offline, transport: fc}
    paths:
      - {device: naa.60000970000192600123533030304101, initiator: vmhba2, target: '5000097208123401', state: dead}
"""


def test_a_finding_is_explained_with_the_rule_and_the_object_of_its_cause(sanlint: Run) -> None:
    Path("san.yaml").write_text(PORT_DOWN)
    arguments = ("san.yaml", "--isolated")
    found = json.loads(sanlint("check", *arguments, "--select", "HOST035,PTH014", "--format", "json").out)["findings"]
    cause, effect = (next(one["fingerprint"] for one in found if one["rule"] == of) for of in ("HOST035", "PTH014"))
    page = " ".join(sanlint("explain", effect, *arguments).out.split())
    assert f"maybe due to HOST035 [{cause[:8]}] on host lab01, initiator WWPN 10:00:00:00:c9:aa:00:02" in page
