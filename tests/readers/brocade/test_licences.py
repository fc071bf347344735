"""``licenseshow``: licences of a Brocade switch that have expired."""

from __future__ import annotations

from tests.readers.harness import read, sample

SAMPLE = sample("brocade-licenseshow")


def states(text: str) -> dict[str, object]:
    result = read("brocade-licenseshow", text)
    assert result.unread_lines == 0
    return {str(row["setting"]): row["value"] for row in result.observations.rows("fabric_setting")}


def test_licences_of_each_key() -> None:
    assert states(SAMPLE) == {
        "licence Fabric license": "valid",
        "licence Ports on Demand license - additional 16 port upgrade license": "valid",
        "licence Extended Fabric license": "expired",
    }


def test_a_replaced_licence_has_not_expired() -> None:
    assert (
        states(f"{SAMPLE}aQebzbTbRdDtfTQT:\n    Extended Fabric license\n")["licence Extended Fabric license"]
        == "valid"
    )


def test_another_line_is_unread() -> None:
    assert read("brocade-licenseshow", SAMPLE + "    something else\n").unread_lines == 1
