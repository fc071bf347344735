"""The naming scheme of VPLEX ports: pairs printed by real systems (formats-fabric-arrays, "VPLEX in detail", 1)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.facts import vplex_wwn
from tests.thorough import examples

PAIRS = [
    ("0x0000000046e0124b", 0, 0, "5000144260124b00"),
    ("0000000046f0124b", 0, 1, "5000144270124b01"),
    ("0x472029e9", 0, 0, "500014428029e900"),
    ("0000000047302920", 1, 2, "5000144290292012"),
    ("0000000046e07dc4", 0, 0, "50001442607dc400"),
    ("0000000047a01bdf", 3, 3, "50001442c01bdf33"),
    ("0000000047b01bdf", 2, 1, "50001442d01bdf21"),
]


@pytest.mark.parametrize(("director_id", "module", "port", "wwpn"), PAIRS)
def test_the_director_id_fixes_every_port_name(director_id: str, module: int, port: int, wwpn: str) -> None:
    assert vplex_wwn.port_wwpn(director_id, module, port) == wwpn


def test_the_node_name_contains_the_low_half_of_the_id() -> None:
    assert vplex_wwn.node_wwn("0x0000000046e0124b") == "5000144046e0124b"


def test_a_port_name_is_parsed() -> None:
    parts = vplex_wwn.parse_port_name("P0000000046F0124B-B1-FC03")
    assert parts == vplex_wwn.PortName("0000000046f0124b", "B1-FC03", "B", 1, 3)
    assert vplex_wwn.wwpn_of_port_name("P0000000046F0124B-B1-FC03") == "5000144270124b13"


def test_metro_node_ports_have_no_derived_name() -> None:
    parts = vplex_wwn.parse_port_name("P000000002D6000E0-IO-01")
    assert parts == vplex_wwn.PortName("000000002d6000e0", "IO-01")
    assert vplex_wwn.wwpn_of_port_name("P000000002D6000E0-IO-01") is None
    assert vplex_wwn.letter_of_director_id("000000002d6000e1") is None


@pytest.mark.parametrize("name", ["", "A0-FC00", "P46E0124B-A0-FC00", "P0000000046E0124B", "P0000000046E0124B-C0-FC00"])
def test_other_text_is_not_a_port_name(name: str) -> None:
    assert vplex_wwn.parse_port_name(name) is None


@pytest.mark.parametrize("text", [None, "", "-1", "-", "0x0", "director-1-1-A"])
def test_missing_director_ids_are_none(text: str | None) -> None:
    assert vplex_wwn.normal_director_id(text) is None


def test_letters_by_the_rule() -> None:
    assert vplex_wwn.letter_of_director_id("46e0124b") == "A"
    assert vplex_wwn.letter_of_director_id("0x0000000047302920") == "B"


def test_both_directors_of_an_engine_share_the_pair() -> None:
    first = vplex_wwn.parse_wwpn("500014428029e910")
    second = vplex_wwn.parse_wwpn("500014429029e932")
    other = vplex_wwn.parse_wwpn("5000144280292010")
    assert first is not None and second is not None and other is not None
    assert (first.letter, first.module, first.port_number, first.role) == ("A", 1, 0, "back-end")
    assert (second.letter, second.module, second.port_number, second.role) == ("B", 3, 2, "local-com")
    assert first.pair == second.pair != other.pair
    assert first.director != second.director


def test_the_first_generation_has_no_role_by_module() -> None:
    port = vplex_wwn.parse_wwpn("5000144240aaaa10")
    assert port is not None and port.letter == "A" and port.role is None


@pytest.mark.parametrize(
    "wwpn", [None, "", "5000144046e0124b", "21000024ff57ea76", "50001442zz000000", "500014428029e9"]
)
def test_other_names_are_not_vplex_ports(wwpn: str | None) -> None:
    assert vplex_wwn.parse_wwpn(wwpn) is None


@given(st.integers(0x46000000, 0x47FFFFFF), st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=examples(50))
def test_what_is_derived_is_recognised(identity: int, module: int, port: int) -> None:
    wwpn = vplex_wwn.port_wwpn(f"{identity:016x}", module, port)
    assert wwpn is not None
    found = vplex_wwn.parse_wwpn(wwpn)
    assert found is not None
    assert (found.module, found.port_number) == (module, port)
    assert found.letter == vplex_wwn.letter_of_director_id(f"{identity:x}")
