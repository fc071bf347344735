"""Properties of every NX-OS reader, whatever its input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import readers
from tests import folders
from tests.readers.cisco import test_fabric as fabric
from tests.readers.cisco import test_interface as interface
from tests.readers.cisco import test_logins as logins
from tests.readers.cisco import test_running_config as config
from tests.readers.cisco import test_vsan as vsan
from tests.readers.cisco import test_zone as zone
from tests.readers.harness import assert_robust, best_reader, facts, read
from tests.thorough import examples

STATUS = "Fabric Distribution: Enabled\nDatabase:- Device Aliases 24  Mode: Enhanced\n"
SAMPLES = {
    "nxos-show-running-config": config.TEXT,
    "nxos-show-zoneset-active": zone.ACTIVE,
    "nxos-show-zone": zone.FULL,
    "nxos-show-flogi-database": logins.FLOGI,
    "nxos-show-fcns-database": logins.FCNS,
    "nxos-show-fcns-database-detail": logins.DETAIL,
    "nxos-show-device-alias-database": logins.ALIASES,
    "nxos-show-device-alias-status": STATUS,
    "nxos-show-zone-status": vsan.STATUS,
    "nxos-show-vsan": vsan.VSANS,
    "nxos-show-vsan-membership": vsan.MEMBERSHIP,
    "nxos-show-interface": interface.INTERFACES,
    "nxos-show-interface-counters": interface.COUNTERS,
    "nxos-show-interface-brief": interface.BRIEF,
    "nxos-show-topology": fabric.TOPOLOGY,
    "nxos-show-fcdomain-domain-list": fabric.DOMAINS,
    "nxos-show-port-channel-database": fabric.CHANNELS,
    "nxos-show-version": fabric.VERSION,
}
FILES = {
    path.name: path
    for path in sorted((folders.SAMPLES).iterdir())
    if path.name.startswith(("nxos-", "ansible-", "puppet-"))
}
SAMPLES |= {name.split(".")[0]: path.read_text() for name, path in FILES.items() if name.split(".")[0] not in SAMPLES}
# Lines after which every fact before them is complete: those that begin a record of the format.
RECORD_STARTS = {
    "nxos-show-flogi-database": "fc",
    "nxos-show-fcns-database": "0x",
    "nxos-show-device-alias-database": "device-alias name",
    "nxos-show-topology": "fc",
    "nxos-show-interface": "fc",
    "nxos-show-interface-brief": "fc",
    "nxos-show-zone-status": "VSAN:",
    "nxos-show-vsan": "vsan ",
}


def test_every_reader_of_the_families_has_a_sample() -> None:
    ours = {reader.name for reader in readers() if reader.name.startswith(("nxos-", "ansible-", "puppet-"))}
    assert ours == {name.split(".")[0] for name in FILES}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_sample_is_recognised_and_read_completely(name: str) -> None:
    reader, text = name.split(".", maxsplit=1)[0], FILES[name].read_text()
    assert best_reader(text) == reader
    result = read(reader, text)
    assert result.records > 0 and result.unread_lines == 0 and not result.ends_inside_record
    assert result.printed_count == result.counted_records


@pytest.mark.parametrize("name", sorted(SAMPLES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(20))
def test_damaged_input_breaks_nothing(name: str, seed: int) -> None:
    assert_robust(name, SAMPLES[name], seed)


@pytest.mark.parametrize("name", sorted(RECORD_STARTS))
def test_a_text_truncated_before_a_record_yields_a_subset_of_the_facts(name: str) -> None:
    text = SAMPLES[name]
    whole = facts(read(name, text))
    lines = text.split("\n")
    cuts = [index for index, line in enumerate(lines) if line.strip().startswith(RECORD_STARTS[name])]
    assert len(cuts) >= 2
    for cut in cuts:
        part = facts(read(name, "\n".join(lines[:cut])))
        assert part <= whole


@given(cut=st.integers(0, len(zone.ACTIVE)))
@settings(max_examples=examples(40))
def test_a_truncated_zone_set_invents_at_most_its_last_line(cut: int) -> None:
    text = zone.ACTIVE[:cut]
    complete = text[: text.rfind("\n") + 1]
    whole = {fact for fact in facts(read("nxos-show-zoneset-active", zone.ACTIVE)) if fact[0] == "zone_member"}
    part = {fact for fact in facts(read("nxos-show-zoneset-active", complete)) if fact[0] == "zone_member"}
    assert part <= whole


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_hostile_lines_do_not_break_a_reader(name: str) -> None:
    hostile = [
        " " * 20_000,
        "a " * 10_000,
        "vsan 1-" * 5_000,
        "0x" * 10_000,
        "[" * 20_000,
        "1," * 10_000,
        "zone name " * 3_000,
    ]
    result = read(name, SAMPLES[name] + "\n" + "\n".join(hostile) + "\n")
    assert result.failure is None
