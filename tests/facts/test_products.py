"""The reference table of products: families, roles and vendors by names, SCSI strings and drivers."""

from __future__ import annotations

import duckdb
import pytest

from checker.facts import products, vplex_wwn


def value(expression: str) -> object:
    with duckdb.connect() as connection:
        connection.execute(products.macros())
        return connection.execute(f"SELECT {expression}").fetchall()[0][0]


@pytest.mark.parametrize(
    "macro", ["port_family", "port_role_by_name", "name_assigned_by", "device_family", "device_role_by_name"]
)
def test_an_unknown_prefix_is_empty_and_an_unknown_name_unknown(macro: str) -> None:
    assert value(f"{macro}('naa.0123')") == ""
    assert value(f"{macro}(NULL::VARCHAR)") is None


@pytest.mark.parametrize(
    ("arguments", "family"),
    [
        ("'vplex', 'EMC', 'SYMMETRIX'", "vplex"),
        ("'', 'EMC', 'INVISTA'", "vplex"),
        ("NULL, 'EMC', 'SYMMETRIX 5671'", "symmetrix"),
        ("'symmetrix', NULL, NULL", "symmetrix"),
        ("NULL, NULL, 'SYMMETRIX'", "symmetrix"),
        ("'', 'DGC', NULL", "clariion"),
        ("'', 'IBM', '2145'", "svc"),
        ("'', 'IBM', '2107900'", "other"),
        ("'', 'DELLEMC', 'ME4024'", "other"),
        ("'powerstore', NULL, NULL", "powerstore"),
        ("'', NULL, 'INVISTA'", None),
    ],
)
def test_the_family_of_a_lun(arguments: str, family: str | None) -> None:
    assert value(f"lun_family({arguments})") == family


@pytest.mark.parametrize(
    ("driver", "wwpn", "vendor"),
    [
        ("'lpfc'", "'21000024ff000001'", "Emulex"),
        ("'qlnativefc'", "NULL", "QLogic"),
        ("'other_fc'", "'21000024ff000001'", "other_fc"),
        ("NULL", "'21000024ff000001'", "QLogic"),
        ("NULL", "'10000000c9000001'", "Emulex"),
        ("NULL", "'20000025b5000001'", "Cisco"),
        ("NULL", "'5001438000000001'", None),
        ("NULL", "NULL", None),
    ],
)
def test_the_vendor_of_an_adapter(driver: str, wwpn: str, vendor: str | None) -> None:
    assert value(f"adapter_vendor({driver}, {wwpn})") == vendor


def test_macros_of_vplex_names_agree_with_the_scheme() -> None:
    for director in ("0x000000003ca0124b", "0x000000003cb0124b", "0x0000000046e0124b", "0x0000000046f0124b"):
        for module in range(5):
            wwpn = vplex_wwn.port_wwpn(director, module, 0)
            parsed = vplex_wwn.parse_wwpn(wwpn)
            assert parsed is not None
            assert value(f"vplex_letter('{wwpn}')") == parsed.letter == vplex_wwn.letter_of_director_id(director)
            assert value(f"vplex_role('{wwpn}')") == parsed.role
    assert value("vplex_letter('5000144220124b00')") is None
    assert value("vplex_role('500014404600124b')") is None


def test_volumes_of_a_symmetrix_contain_its_serial_number() -> None:
    assert products.serial_layout("symmetrix") == ("60000970", 12)
    assert products.device_family("60000970000192600001533030314131") == "symmetrix"
    assert products.device_family("600a0b80000000000000000000000000") == ""
    with pytest.raises(LookupError):
        products.serial_layout("vplex")


@pytest.mark.parametrize(
    ("model", "gbps"),
    [
        ("109.1", 16.0), ("162.5", 32.0), ("181", 64.0), ("120.3", None), ("999.9", None), ("MDS 9148S 16G 48 FC", 16.0),
        ("MDS 9148T 48X32G FC", 32.0), ("MDS 9710", None), ("MDS 9250i 40 FC 2 IPS 8 FCoE", None),
    ],
)  # fmt: skip
def test_the_speed_of_ports_follows_from_the_model_of_a_switch_without_blades(model: str, gbps: float | None) -> None:
    assert value(f"switch_port_gbps('{model}')") == gbps


@pytest.mark.parametrize(
    ("model", "product"),
    [
        ("MDS 9148T 48X32G FC", "MDS 9148T"), ("DS-C9148S-K9", "MDS 9148S"), ("DS-C9148S", "MDS 9148S"), ("MDS 9710", "MDS 9710"),
        ("MDS 9250i 40 FC 2 IPS 8 FCoE", "MDS 9250i"), ("109.1", "Brocade 6510"), ("999.1", "999.1"), ("Nexus 5548", "Nexus 5548"),
    ],
)  # fmt: skip
def test_a_switch_is_named_by_its_product(model: str, product: str) -> None:
    assert value(f"switch_product('{model}')") == product


@pytest.mark.parametrize(
    ("family", "model", "product"),
    [
        ("xtremio", "1X10TB", "XtremIO 1X10TB"), ("vplex", "VPLEX Metro", "VPLEX Metro"), ("vplex", None, "VPLEX"),
        ("hitachi", "VSP G600", "VSP G600"), ("clariion", "CX4-480", "CX4-480"), ("netapp", "AFF-A250", "ONTAP AFF-A250"),
        ("symmetrix", "PowerMax_2000", "PowerMax_2000"), ("symmetrix", "DMX4-24", "Symmetrix DMX4-24"),
        ("nimble", "AF40", "AF40"), ("nimble", None, "nimble"),
    ],
)  # fmt: skip
def test_the_model_of_an_array_is_given_with_its_family(family: str, model: str | None, product: str) -> None:
    stated = "NULL" if model is None else f"'{model}'"
    assert value(f"array_product('{family}', {stated})") == product
