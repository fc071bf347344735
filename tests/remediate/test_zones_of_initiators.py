"""Splitting a zone with several initiators: no zone is proposed that exists, and none under a name that is in use."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from fixtures.generate.sans.inventories import FA1A, FA2A, H1A, H2A, small_san

BOTH = f"'{H1A}', '{H2A}', '{FA1A}', '{FA2A}'"


def _commands(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """The commands for ZON001, of a SAN whose zone z_h1 contains two hosts, one of them with a zone of its own (z_h2)."""
    text = small_san()
    for old, new in (
        (f"z_h1: {{switch: a1, members: ['{H1A}', '{FA1A}', '{FA2A}']", f"z_h1: {{switch: a1, members: [{BOTH}]"),
        (
            "switch_wwn: '1000000000000001'",
            "switch_wwn: '1000000000000001'\n        vendor: brocade\n        effective_config: cfg",
        ),
        *changes,
    ):
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "san.yaml"
    path.write_text(text)
    (finding,) = audit([str(path)], Options(isolated=True, select=("ZON001",))).findings
    assert finding.object["zone"] == "z_h1"
    return [step.run for step in finding.fix if not step.checklist]


def test_an_initiator_with_a_zone_of_its_own_gets_no_other(tmp_path: Path) -> None:
    commands = _commands(tmp_path)
    assert [one.split('"')[1] for one in commands if one.startswith("zonecreate")] == [f"z_h1_{H1A}"]
    assert any(one.startswith("zoneobjectexpunge") for one in commands)


def test_a_zone_without_one_of_the_target_ports_is_not_enough(tmp_path: Path) -> None:
    commands = _commands(
        tmp_path, (f"'{H2A}', '{FA1A}', '{FA2A}']}}\n    switches", f"'{H2A}', '{FA1A}']}}\n    switches")
    )
    assert [one.split('"')[1] for one in commands if one.startswith("zonecreate")] == [f"z_h1_{H1A}", f"z_h1_{H2A}"]


def test_if_the_name_of_a_new_zone_is_in_use_nothing_is_proposed(tmp_path: Path) -> None:
    taken = f"      z_h1_{H1A}: {{switch: a1, members: ['{FA1A}']}}\n      z_h2: {{switch: a1"
    commands = _commands(tmp_path, ("      z_h2: {switch: a1", taken))
    assert not [one for one in commands if one.startswith(("zone", "cfg"))]
