"""``esxcli nvme``: adapters, controllers and namespaces."""

from __future__ import annotations

from checker.facts.values import Value
from tests.readers.harness import read, sample

NAMES = ("esxi-nvme-adapter-list", "esxi-nvme-controller-list", "esxi-nvme-namespace-list")


def rows(name: str, kind: str) -> list[dict[str, Value]]:
    result = read(name, sample(f"{name}.txt"))
    assert (result.failure, result.unread_lines) == (None, 0)
    return result.observations.rows(kind)


def test_adapters_of_fibre_channel() -> None:
    found = [(row["hba"], row["initiator_wwpn"], row["protocol"], row["driver"]) for row in rows(NAMES[0], "initiator")]
    assert found == [
        ("vmhba64", "10000010aa000001", "nvme", "lpfc"),
        ("vmhba65", "21000024ff000002", "nvme", "qlnativefc"),
    ]


def test_controllers_name_their_target_ports() -> None:
    found = [(row["hba"], row["target_wwpn"], row["port_state"]) for row in rows(NAMES[1], "remote_port")]
    assert found == [("vmhba64", "50000000aa000001", "online"), ("vmhba65", "50000000aa000002", "offline")]


def test_a_damaged_target_is_kept() -> None:
    text = sample(f"{NAMES[1]}.txt").replace("50000000aa000000:50000000aa000001", "50000000aa:500000XX")
    result = read(NAMES[1], text)
    assert [row["value"] for row in result.observations.rows("bad_value")] == ["50000000aa:500000XX"]
    assert len(result.observations.rows("remote_port")) == 1


def test_namespaces() -> None:
    found = [(row["device"], row["sector_bytes"]) for row in rows(NAMES[2], "device")]
    assert found == [
        ("eui.600000000000000a0000000000000001", 512),
        ("eui.600000000000000a0000000000000001", 512),
        ("uuid.00000000000040008000000000000001", 4096),
    ]
