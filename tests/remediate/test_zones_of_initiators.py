"""Splitting a zone with several initiators: a zone that exists is used, and no name that is in use or too long."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from fixtures.generate.sans.inventories import FA1A, FA2A, H1A, H2A, small_san

BOTH = f"'{H1A}', '{H2A}', '{FA1A}', '{FA2A}'"


INACTIVE = (
    "    defined_zones:\n      waits: {{switch: a1, {set}members: ['{ports}']}}\n"
    f"      z_h1: {{{{switch: a1, members: [{BOTH}]}}}}\n      z_h2: {{{{switch: a1, members: ['{H2A}', '{FA1A}', '{FA2A}']}}}}\n"
    "    zones:\n      z_h1:"
)


def _commands(folder: Path, *changes: tuple[str, str], zone: str = "z_h1") -> list[str]:
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
    assert finding.object["zone"] == zone
    return [step.run for step in finding.fix if not step.checklist]


def test_an_initiator_with_a_zone_of_its_own_gets_no_other(tmp_path: Path) -> None:
    commands = _commands(tmp_path)
    assert [one.split('"')[1] for one in commands if one.startswith("zonecreate")] == [f"z_h1_{H1A}"]
    assert any(one.startswith("zoneobjectexpunge") for one in commands)


def test_a_new_zone_is_named_by_the_aliases_that_people_know(tmp_path: Path) -> None:
    """Effective zones list world wide names; an alias of several ports is the name of none of them."""
    aliases = f"    aliases:\n      ali_h1: ['{H1A}']\n      ali_both: ['{H1A}', '{H2A}']\n      ali_t1: ['{FA1A}']\n    zones:\n      z_h1:"
    commands = _commands(tmp_path, ("    zones:\n      z_h1:", aliases))
    colons = ":".join(FA2A.replace(":", "")[i : i + 2] for i in range(0, 16, 2))
    assert f'zonecreate "z_h1_ali_h1", "ali_h1;{colons};ali_t1"' in commands
    assert 'cfgadd "cfg", "z_h1_ali_h1"' in commands


def test_a_zone_without_one_of_the_target_ports_is_not_enough(tmp_path: Path) -> None:
    commands = _commands(
        tmp_path, (f"'{H2A}', '{FA1A}', '{FA2A}']}}\n    switches", f"'{H2A}', '{FA1A}']}}\n    switches")
    )
    assert [one.split('"')[1] for one in commands if one.startswith("zonecreate")] == [f"z_h1_{H1A}", f"z_h1_{H2A}"]


def test_if_the_name_of_a_new_zone_is_in_use_nothing_is_proposed(tmp_path: Path) -> None:
    taken = f"      z_h1_{H1A}: {{switch: a1, members: ['{FA1A}']}}\n      z_h2: {{switch: a1"
    commands = _commands(tmp_path, ("      z_h2: {switch: a1", taken))
    assert not [one for one in commands if one.startswith(("zone", "cfg"))]


def _with_inactive(folder: Path, *ports: str, zone_set: str = "") -> list[str]:
    """The commands if a zone with these ports is defined but not active."""
    text = INACTIVE.format(set=zone_set, ports="', '".join(ports))
    return _commands(folder, ("    zones:\n      z_h1:", text))


def test_a_defined_zone_with_the_same_ports_is_activated_instead_of_another_one(tmp_path: Path) -> None:
    commands = _with_inactive(tmp_path, FA2A, H1A, FA1A)
    assert not [one for one in commands if one.startswith("zonecreate")]
    assert commands.index('cfgadd "cfg", "waits"') < commands.index('zoneobjectexpunge "z_h1"')


def test_a_zone_that_is_in_the_configuration_already_is_activated_with_it(tmp_path: Path) -> None:
    commands = _with_inactive(tmp_path, H1A, FA1A, FA2A, zone_set="zone_set: cfg, ")
    assert not [one for one in commands if one.startswith(("zonecreate", "cfgadd"))]
    assert commands[-1] == 'cfgenable "cfg"'


def test_a_defined_zone_with_other_ports_is_not_activated(tmp_path: Path) -> None:
    for ports in ((H1A, FA1A), (H1A, H2A, FA1A, FA2A), (H1A, FA1A, FA2A, "10:00:00:00:00:00:99:99")):
        commands = _with_inactive(tmp_path, *ports)
        assert [one.split('"')[1] for one in commands if one.startswith("zonecreate")] == [f"z_h1_{H1A}"]
        assert not [one for one in commands if "waits" in one]


def test_a_name_that_the_switch_does_not_accept_is_not_proposed(tmp_path: Path) -> None:
    long = "z" * 50
    commands = _commands(
        tmp_path, ("z_h1: {switch: a1, members: [" + BOTH, f"{long}: {{switch: a1, members: [{BOTH}"), zone=long
    )
    assert not [one for one in commands if one.startswith(("zone", "cfg"))]


def test_nothing_is_enabled_that_takes_other_access_away(tmp_path: Path) -> None:
    both = f"switch: a1, members: ['{H2A}', '{FA1A}', '{FA2A}']"
    for defined in ("", f"      z_h2: {{switch: a1, members: ['{H2A}', '{FA1A}']}}\n"):
        other = f"    defined_zones:\n      z_h1: {{switch: a1, members: [{BOTH}]}}\n{defined}    zones:\n      z_h1: {{switch: a1, members: [{BOTH}]"
        steps = _commands(tmp_path, (f"    zones:\n      z_h1: {{switch: a1, members: [{BOTH}]", other))
        assert steps[-1] == "cfgsave"
    other = other.replace(defined, f"      z_h2: {{{both}}}\n")
    steps = _commands(tmp_path, (f"    zones:\n      z_h1: {{switch: a1, members: [{BOTH}]", other))
    assert steps[-1] == 'cfgenable "cfg"'
