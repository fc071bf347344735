"""``nvme list`` and ``nvme netapp ontapdevices``: sizes, models and identities of NVMe namespaces."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read, sample

NAMESPACE = "uuid.01234567-89ab-4def-8123-456789abcdef"


def test_table_with_generic_devices() -> None:
    result = read("linux-nvme-list", sample("linux-nvme-list"))
    local, first, second = result.observations.rows("device")
    assert (local["device"], local["model"], local["revision"]) == (
        "block:nvme0n1",
        "Example Local SSD 1.92TB",
        "EX01A2B3",
    )
    assert (first["kernel_name"], first["model"], first["sector_bytes"]) == ("nvme1n1", "NetApp ONTAP Controller", 4096)
    assert second["size_low_bytes"] == 107_365_000_000 and second["size_high_bytes"] == 107_375_000_000
    assert result.unread_lines == 0


def test_table_of_version_1_with_decimal_commas() -> None:
    result = read("linux-nvme-list", sample("linux-nvme-list.old"))
    disk, volume = result.observations.rows("device")
    assert (disk["model"], disk["size_low_bytes"]) == ("EXAMPLE SSDPE2KX020T8", 1_995_000_000_000)
    assert (volume["model"], volume["revision"]) == ("Pure Storage FlashArray", "6.4.10")


def test_table_whose_blanks_were_collapsed() -> None:
    line = "/dev/nvme2n1 EX01 NetApp ONTAP Controller 1 107.37 GB / 107.37 GB 4 KiB + 0 B FFFFFFFF"
    text = f"Node SN Model Namespace Usage Format FW Rev\n{line}\n"
    (volume,) = read("linux-nvme-list", text).observations.rows("device")
    assert (volume["model"], volume["sector_bytes"]) == ("NetApp ONTAP Controller", 4096)


def test_a_namespace_without_capacity_has_no_size() -> None:
    line = "/dev/nvme2n1     EX01                 Example                                  1           0.00   B /   0.00   B    512   B +  0 B   1"
    text = sample("linux-nvme-list.old").splitlines()[:2]
    (volume,) = read("linux-nvme-list", "\n".join((*text, line))).observations.rows("device")
    assert not {"size_bytes", "size_low_bytes", "size_high_bytes"} & {
        key for key, value in volume.items() if value is not None
    }


def test_a_line_that_is_no_row_is_unread() -> None:
    assert read("linux-nvme-list", sample("linux-nvme-list") + "/dev/nvme9n1 damaged\n").unread_lines == 1


def test_nested_json() -> None:
    text = sample("linux-nvme-list-json")
    assert best_reader(text) == "linux-nvme-list-json"
    local, volume = read("linux-nvme-list-json", text).observations.rows("device")
    assert (local["transport"], local["is_local"], local["size_bytes"]) == ("pcie", True, 400_088_457_216)
    assert (volume["kernel_name"], volume["model"], volume["transport"]) == (
        "nvme1n1",
        "Example Array Controller",
        "fcnvme",
    )
    assert volume["size_bytes"] == 107_374_182_400 and volume.get("is_local") is None


def test_models_that_differ_between_controllers_are_unknown() -> None:
    other = '{"Controller":"nvme9","ModelNumber":"Another","Firmware":"1.2.3","Transport":"fc"},'
    head, place, tail = sample("linux-nvme-list-json").partition('            {\n              "Controller":"nvme1"')
    volume = read("linux-nvme-list-json", head + other + place + tail).observations.rows("device")[1]
    assert volume.get("model") is None and volume["revision"] == "1.2.3"


def test_a_negative_size_is_unknown() -> None:
    text = sample("linux-nvme-list-json.flat").replace("5368709120", "-2147483648")
    (volume,) = read("linux-nvme-list-json", text).observations.rows("device")
    assert volume.get("size_bytes") is None and volume["sector_bytes"] == 512


def test_json_of_ontapdevices() -> None:
    old, new = read("linux-nvme-list-json", sample("linux-nvme-list-json.ontap")).observations.rows("device")
    assert (old["device"], old["size_bytes"]) == (NAMESPACE, 4096 * 5_242_880)
    assert (new["size_bytes"], new["array_device"]) == (107_374_182_400, "/vol/db2/ns2")


@pytest.mark.parametrize("name", ["linux-nvme-ontapdevices", "linux-nvme-ontapdevices.normal"])
def test_ontapdevices_state_the_identity(name: str) -> None:
    result = read("linux-nvme-ontapdevices", sample(name))
    first, second = result.observations.rows("device")
    assert (first["device"], first["kernel_name"], first["model"]) == (NAMESPACE, "nvme1n1", "NetApp ONTAP Controller")
    assert (first["array_device"], second["size_low_bytes"]) == ("/vol/db1/ns1", 107_365_000_000)
    assert result.unread_lines == 0


def test_a_missing_uuid_is_no_identity() -> None:
    text = sample("linux-nvme-ontapdevices.normal").replace(
        "01234567-89ab-4def-8123-456789abcdef", "00000000-0000-0000-0000-000000000000"
    )
    assert read("linux-nvme-ontapdevices", text).observations.rows("device")[0]["device"] == "block:nvme1n1"
