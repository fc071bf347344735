"""PowerPath: devices, paths, summaries and options on several operating systems."""

from __future__ import annotations

import pytest

from checker.readers.powerpath.path_rows import path_row
from tests.readers.harness import corpus_file, read, sample

NAME = "powerpath-display-dev"
LINUX = sample("powerpath-display-dev.txt")
SOLARIS = sample("powerpath-display-dev.2.txt")


def test_devices_and_paths_on_linux() -> None:
    result = read(NAME, LINUX, owner="db01")
    vplex, symmetrix = result.observations.rows("device")
    assert vplex == {
        "host": "db01",
        "device": "naa.6000144000000010300aa00000000001",
        "kernel_name": "emcpowerj",
        "multipath_owner": "powerpath",
        "array_serial": "FNM00100200300",
        "vendor": "EMC",
        "model": "Invista",
        "device_state": "alive",
        "policy": "ADaptive",
        "line": 1,
    }
    assert (symmetrix["device"], symmetrix["array_serial"], symmetrix["array_device"], symmetrix["policy"]) == (
        "naa.60000970000190000001533030413143",
        "000190000001",
        "0A1C",
        "SymmOpt",
    )
    paths = result.observations.rows("path")
    assert [(p["path_name"], p["hba"], p["target"], p["state"], p["state_text"]) for p in paths] == [
        ("sdk", "3 lpfc", "CL1-00", "active", "active alive"),
        ("sdl", "3 lpfc", "CL1-08", "standby", "asb:prox alive"),
        ("sdu", "4 lpfc", "CL1-01", "dead", "active dead"),
        ("sdm", "3 lpfc", "FA 7eA", "active", "active alive"),
        ("sdv", "4 lpfc", "FA 10eA", "active", "active alive"),
    ]
    (host,) = result.observations.rows("host")
    assert (host["multipath_software"], host["platform"]) == ("powerpath", "linux")
    assert result.unread_lines == 0


def test_solaris_names_contain_the_target_port() -> None:
    result = read(NAME, SOLARIS)
    assert [
        (p["hba"], p["target"], p["target_wwpn"], p["lun"], p["state"], p["optimised"])
        for p in result.observations.rows("path")
    ] == [
        ("c5", "SP B1", "5006016900000c7a", 9, "active", True),
        ("c4", "SP A1", "5006016100000c7a", 9, "active", False),
        ("c4", "SP A2", "5006016200000c7a", 9, "disabled", False),
    ]
    assert result.observations.rows("device")[0]["vendor"] == "DGC"


@pytest.mark.parametrize(
    ("line", "adapter", "name", "hctl", "interface", "platform"),
    [
        (
            "  2 QLogic Fibre Channel 2300 sdc  SP A1  active  alive 0 0",
            "2 QLogic Fibre Channel 2300",
            "sdc",
            None,
            "SP A1",
            "linux",
        ),
        ("  2 vmhba2   C0:T3:L7  FA  9dB  active alive 0 0", "vmhba2", "C0:T3:L7", "vmhba2:C0:T3:L7", "FA 9dB", "esxi"),
        ("  0 fscsi0   hdisk12   FA 1dA  active alive 0 0", "fscsi0", "hdisk12", None, "FA 1dA", "aix"),
        (r"  3 port3\path0\tgt0\lun3  c3t0d3  X1-SC1  active alive 0 0", "port3", "c3t0d3", None, "X1-SC1", "windows"),
    ],
)
def test_rows_are_read_from_the_right(
    line: str, adapter: str, name: str, hctl: str | None, interface: str, platform: str
) -> None:
    row = path_row(line)
    assert row is not None
    assert (row.adapter, row.name, row.hctl, row.interface, row.platform) == (adapter, name, hctl, interface, platform)


def test_without_identity_the_name_is_valid_on_its_host_only() -> None:
    text = LINUX.replace("Device WWN=60000970000190000001533030413143\n", "")
    assert [row["device"] for row in read(NAME, text).observations.rows("device")] == [
        "naa.6000144000000010300aa00000000001",
        "block:emcpowerk",
    ]


def test_a_masked_identity_is_a_bad_value() -> None:
    result = read(NAME, LINUX.replace("6000144000000010300AA00000000001", "60001440000000XXXXXX"))
    (bad,) = result.observations.rows("bad_value")
    assert (bad["fact"], bad["problem"], bad["line"]) == ("device", "redacted", 3)


def test_a_cut_text_is_noted() -> None:
    result = read(NAME, LINUX[: LINUX.index("sdl") + 5])
    assert result.ends_inside_record
    assert [row["path_name"] for row in result.observations.rows("path")] == ["sdk"]


def test_lost_indentation_and_collapsed_blanks() -> None:
    flat = "\n".join(" ".join(line.split()) for line in LINUX.splitlines())
    rows = [(p["path_name"], p["target"], p["state"]) for p in read(NAME, flat).observations.rows("path")]
    assert rows == [(p["path_name"], p["target"], p["state"]) for p in read(NAME, LINUX).observations.rows("path")]


def test_options() -> None:
    options = read("powerpath-display-options", sample("powerpath-display-options.txt"))
    assert [(r["scope"], r["setting"], r["value"]) for r in options.observations.rows("host_setting")] == [
        ("powerpath", "Show CLARiiON LUN names", "true"),
        ("powerpath", "Path Latency Monitor", "Off"),
        ("powerpath/Symmetrix", "periodic autorestore", "on"),
        ("powerpath/Symmetrix", "reactive autorestore", "on"),
        ("powerpath/Symmetrix", "status", "managed"),
        ("powerpath/VPLEX", "periodic autorestore", "on"),
        ("powerpath/VPLEX", "status", "managed"),
    ]


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("powerpath-display", [("3 lpfc", "", "", 24, 24), ("4 lpfc", "", "", 24, 22)]),
        ("powerpath-display.ports", [("", "000190000001", "FA 7eA", 10, 10), ("", "FNM00100200300", "CL1-00", 10, 8)]),
        (
            "powerpath-display.paths",
            [(r"1 port1\path0", "000190000001", "FA 14bA", 3, 3), (r"2 port2\path0", "000190000001", "FA 3bA", 3, 2)],
        ),
    ],
)
def test_summaries_count_paths_by_adapter_and_port(name: str, counts: list[tuple[str, str, str, int, int]]) -> None:
    result = read("powerpath-display", sample(name), owner="db01")
    assert result.observations.rows("host") == [{"host": "db01", "multipath_software": "powerpath", "line": 1}]
    found = result.observations.rows("path_total")
    assert [(r["hba"], r["array_serial"], r["port"], r["printed_paths"], r["working_paths"]) for r in found] == counts
    assert result.unread_lines == 0


def test_adapters_of_aix_have_one_name_and_cut_rows_are_unread() -> None:
    text = sample("powerpath-display").replace("   3 lpfc  ", "   0 fscsi0")
    rows = read("powerpath-display", text).observations.rows("path_total")
    assert [row["hba"] for row in rows] == ["fscsi0", "4 lpfc"]
    cut = read("powerpath-display", text.rstrip()[:-24])
    assert len(cut.observations.rows("path_total")) == 1
    assert cut.unread_lines == 1


@pytest.mark.corpus
def test_corpus() -> None:
    symmetrix = read(NAME, corpus_file("hosts/powermt/opensvc-symm-1.txt"))
    (device,) = symmetrix.observations.rows("device")
    assert (device["device"], device["array_serial"], device["array_device"], device["policy"]) == (
        "block:emcpowerh",
        "000290101523",
        "17C6",
        "SymmOpt",
    )
    assert [(p["path_name"], p["hba"], p["target"]) for p in symmetrix.observations.rows("path")] == [
        ("sdi", "0 qla2xxx", "FA 9dB"),
        ("sds", "1 qla2xxx", "FA 8dB"),
    ]
    clariion = read(NAME, corpus_file("hosts/powermt/solaris-clariion-1.txt"))
    assert clariion.observations.rows("device")[0]["device"] == "naa.600601f2f5570000cfd82c659024d911"
    assert [
        (p["path_name"], p["hba"], p["target"], p["state"], p["optimised"]) for p in clariion.observations.rows("path")
    ] == [
        ("c2t0d0s0", "c2", "SP A1", "active", False),
        ("c2t1d0s0", "c2", "SP B1", "active", True),
        ("c3t0d0s0", "c3", "SP A0", "disabled", False),
        ("c3t1d0s0", "c3", "SP B0", "disabled", True),
    ]
    assert symmetrix.unread_lines == clariion.unread_lines == 0


def test_owners_and_errors() -> None:
    trespassed = SOLARIS.replace("current=SP B", "current=SP A")
    rows = read(NAME, trespassed).observations
    assert [(row["default_owner"], row["current_owner"]) for row in rows.rows("device")] == [("SP B", "SP A")]
    assert [row["optimised"] for row in rows.rows("path")] == [False, True, True]
    errors = read(NAME, LINUX).observations.rows("path")
    assert [row["errors"] for row in errors] == [0, 0, 2, 0, 0]


def test_the_release_of_powerpath() -> None:
    rows = read("powerpath-version", sample("powerpath-version")).observations.rows
    assert [(row["setting"], row["value"]) for row in rows("host_setting")] == [("version", "5.7 SP 3")]
    new = "Dell EMC powermt for PowerPath (c) Version 7.3 (build 112)\n"
    assert read("powerpath-version", new).observations.rows("host_setting")[0]["value"] == "7.3"


def test_a_command_after_a_prompt_without_a_blank_is_no_loss() -> None:
    for prompt in ("#", "$", "# ", "aix01# "):
        text = f"{prompt}powermt display dev=all\n" + sample("powerpath-display-dev")
        assert read("powerpath-display-dev", text).unread_lines == 0


HPUX = sample("powerpath-display-dev.3.txt")


def test_hpux_has_no_pseudo_devices_and_a_controller_of_its_own_for_each_target() -> None:
    result = read(NAME, HPUX, owner="hpsap1")
    assert result.unread_lines == 0
    first, second = result.observations.rows("device")
    assert (first["device"], first["kernel_name"], first["array_serial"], first["array_device"], first["line"]) == (
        "block:c14t2d5",
        "c14t2d5",
        "000190200777",
        "0B2E",
        1,
    )
    assert (second["device"], second["kernel_name"], second["current_owner"]) == (
        "naa.60060160a0b11c00c0ffee0000000077",
        "c30t0d1",
        "SP A",
    )
    paths = result.observations.rows("path")
    assert [(path["path_name"], path["hba"], path["target"], path["state"], path["errors"]) for path in paths] == [
        ("c14t2d5", "0/2/1/0", "FA 7bA", "active", 0),
        ("c18t2d5", "0/2/1/0", "FA 10bA", "active", 2),
        ("c22t2d5", "1/4/1/0", "FA 7aB", "dead", 9),
        ("c30t0d1", "0/2/1/0", "SP A0", "active", 0),
        ("c31t0d1", "1/4/1/0", "SP B0", "active", 0),
    ]
    assert [row["platform"] for row in result.observations.rows("host")] == ["hpux"]


@pytest.mark.parametrize(
    "end", ["Symmetrix ID=000190200777\nLogical device ID=0B2F\nstate=alive", "Symmetrix ID=0001902007"]
)
def test_a_record_of_hpux_without_paths_is_reported_and_no_device(end: str) -> None:
    result = read(NAME, HPUX + "\n" + end)
    assert len(result.observations.rows("device")) == 2
    assert result.ends_inside_record
