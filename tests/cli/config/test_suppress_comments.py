"""Comments in an inventory that suppress findings: the object they apply to, and where they count."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.readers.sanlint.ignores import find_ignores
from fixtures.generate.sans.inventories import tiny_san
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
CHECK = ("--select", "PTH001,PTH004", "-q", "--format", "json", "--as-of", "2026-11-01")
LAB = "# sanlint: ignore[PTH001] until 2027-01-31: a lab host"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def bound(body: str) -> list[tuple[dict[str, str], ...]]:
    """The objects of every comment of an inventory."""
    return [one.objects for one in find_ignores(f"sanlint: 1\n{body}")]


IGNORE = "# sanlint: ignore[PTH001]: x"
HOST = ({"host": "h1"},)


@pytest.mark.parametrize(
    ("body", "objects"),
    [
        (f"hosts:\n  h1: {IGNORE}\n    site: s\n", HOST),
        (f"hosts:\n  {IGNORE}\n  h1:\n    site: s\n", HOST),
        (f"hosts:\n  h0:\n    site: s\n  {IGNORE}\n  h1:\n    site: s\n", HOST),
        (f"hosts:\n  h1:\n    {IGNORE}\n    site: s\n", HOST),
        (f"hosts:\n  h1:\n    site: s  {IGNORE}\n  h2: {{}}\n", HOST),
        (f"hosts:\n  h1:\n    site: s\n    {IGNORE}\n  h2: {{}}\n", HOST),
        (f"hosts:\n  h1: {{site: s}}  {IGNORE}\n  h2: {{}}\n", HOST),
        (f"hosts:\n  h1:\n    paths:\n      {IGNORE}\n      - {{device: naa.6000097000019260012353303030410a, initiator: vmhba1}}\n",
         ({"host": "h1", "volume": "naa.6000097000019260012353303030410a", "hba": "vmhba1"},)),
        (f"hosts:\n  h1:\n    paths:\n      - {{hctl: '1:0:0:1', device: naa.6000097000019260012353303030410a}} {IGNORE}\n",
         ({"host": "h1", "volume": "naa.6000097000019260012353303030410a", "hctl": "1:0:0:1"},)),
        (f"hosts:\n  h1:\n    devices:\n      naa.6000097000019260012353303030410A: {{}}   {IGNORE}\n",
         ({"host": "h1", "volume": "naa.6000097000019260012353303030410a"},)),
        (f"hosts:\n  h1:\n    initiators:\n      vmhba1:  {IGNORE}\n        initiator_wwpn: '10:00:00:00:c9:00:00:01'\n",
         ({"host": "h1", "initiator_wwpn": "10000000c9000001"}, {"host": "h1", "hba": "vmhba1"},
          {"initiator_wwpn": "10000000c9000001"}, {"wwpn": "10000000c9000001"})),
        (f"fabrics:\n  a:\n    zones:\n      z1: ['10000000c9000001']  {IGNORE}\n", ({"fabric": "a", "zone": "z1"},)),
        (f"fabrics:\n  a:\n    switches:\n      s1: {{model: x}}  {IGNORE}\n", ({"switch": "s1"},)),
        (f"storage_arrays:\n  v:\n    views:\n      mv: {{}}  {IGNORE}\n", ({"storage_array": "v", "view_name": "mv"},)),
        (f"storage_arrays:\n  v:\n    clusters:\n      c1: {{}}  {IGNORE}\n", ({"storage_array": "v", "vplex_cluster": "c1"},)),
        ("hosts:\n  h1:\n    site: '# sanlint: ignore[PTH001]: x'\n", None),
        ("hosts:\n  h1:\n    site: |\n      # sanlint: ignore[PTH001]: x\n", None),
        ("hosts: {h1: [# sanlint: ignore[PTH001]: x\n", None),
        (f'{{"sanlint": 1, "hosts": {{"h1": "{IGNORE}"}}}}\n', None),
    ],
)  # fmt: skip
def test_a_comment_applies_to_the_object_on_its_line(body: str, objects: tuple | None) -> None:
    found = bound(body)
    assert found == ([] if objects is None else [objects])


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("# sanlint: ignore", "write it as # sanlint: ignore[PTH001] until 2027-01-31: reason"),
        ("# sanlint: ignore[PTH001]", "a suppression needs a reason"),
        ("# sanlint: ignore[PTH001]:  ", "a suppression needs a reason"),
        ("# sanlint: ignore[]: lab", "a suppression needs a rule"),
        ("# sanlint: ignore[PTH001] until soon: lab", "'until' needs a date such as 2027-01-31, not 'soon'"),
    ],
)
def test_a_comment_with_a_mistake_suppresses_nothing_and_is_reported_with_its_place(
    sanlint: Run, comment: str, problem: str
) -> None:
    Path("san.yaml").write_text(tiny_san("lab01", "lab02", comments={"lab01": comment, "lab02": LAB}))
    document = json.loads(sanlint("check", "san.yaml", *CHECK).out)
    (notice,) = document["notices"]
    assert notice.startswith(f"san.yaml:4:12: {problem}")
    assert notice.endswith("; the comment suppresses nothing")
    # Everything else is audited, and the other comment applies.
    states = {(one["rule"], one["object"]["host"]): one["state"] for one in document["findings"]}
    assert (states["PTH001", "lab01"], states["PTH001", "lab02"]) == ("fail", "suppressed")


def test_a_comment_without_an_object_is_reported(sanlint: Run) -> None:
    Path("san.yaml").write_text(tiny_san("lab01").replace("observed", f"{LAB}\nobserved"))
    document = json.loads(sanlint("check", "san.yaml", *CHECK).out)
    assert ["san.yaml:2:1: belongs to no object" in one for one in document["notices"]] == [True]
    assert document["summary"]["suppressed"] == 0


def test_findings_of_the_object_are_hidden_for_the_rule_until_the_day(sanlint: Run) -> None:
    Path("san.yaml").write_text(
        tiny_san("lab01", "lab02", comments={"lab01": LAB, "lab02": LAB.replace("2027", "2026")})
    )
    done = sanlint("check", "san.yaml", *CHECK, "--format", "concise:out.txt")
    document = json.loads(done.out)
    assert [(one["rule"], one["object"]["host"]) for one in document["findings"] if one["state"] == "suppressed"] == [
        ("PTH001", "lab01")
    ]
    suppressed = next(one for one in document["findings"] if one["state"] == "suppressed")
    assert suppressed["suppression"] == {
        "kind": "inventory", "place": "san.yaml:4:12", "reason": "a lab host", "expires": "2027-01-31",
    }  # fmt: skip
    text = Path("out.txt").read_text()
    assert "Comments: suppress 1 finding: san.yaml (1)\n" in text
    assert "Note: san.yaml:9:12: the suppression of PTH001 on host lab02 expired on 2026-01-31" in text
    everything = json.loads(sanlint("check", "san.yaml", *CHECK, "--ignore-suppressions").out)
    assert everything["summary"]["suppressed"] == 0


def test_an_unknown_rule_in_a_comment_is_reported(sanlint: Run) -> None:
    Path("san.yaml").write_text(tiny_san("lab01", comments={"lab01": "# sanlint: ignore[PTH0001]: lab"}))
    document = json.loads(sanlint("check", "san.yaml", *CHECK).out)
    assert ["san.yaml:4:12: unknown rule, prefix or tag 'PTH0001'" in one for one in document["notices"]] == [True]
    assert document["summary"]["suppressed"] == 0


def test_comments_count_in_the_inventory_of_the_configuration(sanlint: Run) -> None:
    body = "\n".join(f"  {line}" for line in tiny_san("lab01", comments={"lab01": LAB}).splitlines())
    Path("sanlint.yaml").write_text(f"inventory:\n{body}\n")
    Path("other.yaml").write_text(tiny_san("prod01", first=2))
    findings = json.loads(sanlint("check", "other.yaml", *CHECK).out)["findings"]
    hidden = [one for one in findings if one["state"] == "suppressed"]
    assert [(one["rule"], one["suppressed_by"]) for one in hidden] == [
        ("PTH001", "sanlint.yaml:5:14, until 2027-01-31: a lab host")
    ]


def test_comments_in_a_foreign_bundle_suppress_nothing(
    sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("bundle").mkdir()
    Path("work").mkdir()
    Path("bundle/san.yaml").write_text(tiny_san("lab01", comments={"lab01": LAB}))
    monkeypatch.chdir(tmp_path / "work")
    document = json.loads(sanlint("check", "../bundle", *CHECK).out)
    assert document["summary"]["suppressed"] == 0
    assert document["notices"] == [
        "../bundle/san.yaml: comments 'sanlint: ignore' (1) do not apply, because the file is not below the current folder; "
        "all its findings are shown"
    ]
    # Naming the configuration next to it makes the inventory trusted.
    (tmp_path / "bundle/sanlint.yaml").write_text("fail_on: never\n")
    trusted = json.loads(sanlint("check", "../bundle/san.yaml", "--config", "../bundle/sanlint.yaml", *CHECK).out)
    assert trusted["summary"]["suppressed"] == 1
