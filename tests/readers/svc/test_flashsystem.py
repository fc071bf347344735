"""IBM FlashSystem and Storwize: prompts, node canisters, virtual ports, and an audit of one session."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.array_exports import rows, sample, single_controller
from tests.readers.harness import printed_size
from tests.support import intake_of

DEVICE = "naa.600507681081000a8800000000000004"
COMMANDS = {
    "lssystem": "svc-lssystem", "lsnodecanister": "svc-lsnode", "lsportfc": "svc-lsportfc",
    "lstargetportfc": "svc-lstargetportfc", "lsfabric -delim :": "svc-lsfabric", "lshost": "svc-lshost",
    "lshostvdiskmap": "svc-lshostvdiskmap", "lsvdisk": "svc-lsvdisk",
}  # fmt: skip


def _output(reader: str) -> str:
    return sample(f"{reader}.canister.txt" if reader == "svc-lsnode" else f"{reader}.fs.txt")


@pytest.mark.parametrize("prompt", ["IBM_FlashSystem:fs01:superuser>", "IBM_Storwize:fs01:admin>", "IBM_2145:fs01:u1>"])
def test_the_prompt_names_the_system(prompt: str) -> None:
    session = "".join(f"{prompt}{command}\n{_output(reader)}" for command, reader in COMMANDS.items())
    records = [record for record in intake_of({"session.txt": session + prompt}).records if record.format]
    assert [record.format for record in records] == [*COMMANDS.values()]
    assert {record.owner for record in records} == {"fs01"}
    assert sum(record.unread_lines for record in records) == 0


def test_node_canisters_and_their_virtual_ports_have_one_identity() -> None:
    nodes = rows("svc-lsnode.canister.txt", "director")
    assert [(row["director"], row["director_id"], row["operational_status"], row["serial"]) for row in nodes] == [
        ("node1", "5005076810000001", "online", "78F0001"),
        ("node2", "5005076810000002", "offline", "78F0001"),
    ]
    ports = rows("svc-lstargetportfc.fs.txt", "target_port")
    assert [(row["target_wwpn"], row["director_id"], row["role"], row["protocol"]) for row in ports] == [
        ("5005076810110001", "5005076810000001", "other", "fc"),
        ("5005076810150001", "5005076810000001", "front-end", "fc"),
        ("5005076810190001", "5005076810000001", "front-end", "nvme"),
        ("5005076810110002", "5005076810000002", "other", "fc"),
        ("5005076810150002", "5005076810000002", "front-end", "fc"),
    ]


def test_system_and_volumes() -> None:
    (system,) = rows("svc-lssystem.fs.txt", "storage_array")
    assert (system["model"], system["array_version"]) == ("IBM FlashSystem 7200", "8.5.0.7")
    (volume,) = rows("svc-lsvdisk.fs.txt", "storage_volume")
    assert (volume["device"], printed_size(volume), volume["provision_type"]) == (DEVICE, 100 << 30, "thin")


@pytest.mark.parametrize("layout", ["fs01/{}.txt", "fs01_{}.txt"])
def test_a_host_with_all_paths_at_one_node_is_found(tmp_path: Path, layout: str) -> None:
    for command in ("lsnodecanister", "lstargetportfc", "lshost", "lshostvdiskmap", "lsvdisk"):
        path = tmp_path / layout.format(command)
        path.parent.mkdir(exist_ok=True)
        path.write_text(_output(COMMANDS[command]), encoding="utf-8")
    logins = [("10000000c9000061", "5005076810150001"), ("10000000c9000062", "5005076810150001")]
    _, found = single_controller(tmp_path, {}, "esx61", DEVICE, logins)
    assert [(row["host"], row["controller_names"], row["storage_array"]) for row in found] == [
        ("esx61", ["node1"], "fs01")
    ]
