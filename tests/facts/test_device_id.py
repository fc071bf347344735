"""Identities of LUNs: which digits are a name, and which are half of one."""

from __future__ import annotations

import pytest

from checker.facts.normalise import device_id

LONG = "6000144000000010aa00000000000001"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LONG, f"naa.{LONG}"),
        (f"3{LONG}", f"naa.{LONG}"),
        (f"0x{LONG.upper()}", f"naa.{LONG}"),
        (f"VPD83T3:{LONG}", f"naa.{LONG}"),
        ("5000c50012345678", "naa.5000c50012345678"),
        ("35000c50012345678", "naa.5000c50012345678"),
        ("naa.2000c50012345678", "naa.2000c50012345678"),
        ("20000c50012345678", "eui.0000c50012345678"),
        ("20a79f6e4000000016c9ce9000000a100", "eui.0a79f6e4000000016c9ce9000000a100"),
        # Half a name of type 6 would join with nothing, and one digit too many or too few is none.
        (LONG[:16], None),
        (f"3{LONG[:16]}", None),
        (f"naa.{LONG[:16]}", None),
        (LONG[:-1], None),
        (f"{LONG}0", None),
        ("7000c50012345678", None),
    ],
)
def test_device_ids(text: str, expected: str | None) -> None:
    assert device_id(text) == expected
