"""``sanlint explain`` over the built-in rules: examples as before and after, parameters as set here, one finding."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fixtures.generate.inventories import tiny_san
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
BEFORE = """\
Finding
  - three of four paths live
      with path host esx01, device naa.6000144000000010a00a101000000011, target WWPN
      50:00:14:42:70:a1:01:01: state dead
      finds host esx01, volume naa.6000144000000010a00a101000000011, live paths 3, missing pairs
      fabric-b B, severity error
"""
AFTER = """\
No finding
  - exactly four paths
"""
UNKNOWN = """\
Not evaluated: data is missing
  - path states unknown
      without knowing path.state
"""


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_examples_are_shown_as_before_and_after(sanlint: Run) -> None:
    page = sanlint("explain", "PTH002").out
    for part in (BEFORE, AFTER, UNKNOWN):
        assert part in page
    assert "and 1 more change" in sanlint("explain", "ZON002").out, "long examples are cut"


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
        page = rule_page(rule_id, library, Config(), presentation)
        assert page.count("\nFinding\n") == page.count("\nSources\n") == 1, rule_id
        examples = page.split("\nFinding\n")[1].split("\nSources\n")[0]
        # Braces of YAML; SATP configurations have their own.
        assert not re.search(r"\{(?![a-z_]+=o(?:n|ff)[;}])", examples), rule_id


def test_a_hidden_finding_is_explained_with_what_hides_it(sanlint: Run) -> None:
    Path("san.yaml").write_text(tiny_san("lab01"))
    Path("sanlint.yaml").write_text("select: [PTH001]\nsuppressions: [{rule: PTH001, reason: one adapter}]\n")
    found = json.loads(sanlint("check", "san.yaml", "-o", "json").out)["findings"][0]
    page = sanlint("explain", found["fingerprint"][:6], "san.yaml").out
    assert "hidden by    sanlint.yaml:2:16: one adapter" in page
    assert found["fingerprint"] in page
