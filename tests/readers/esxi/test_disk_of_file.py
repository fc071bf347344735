"""partedUtil tables without the name of their disk take it from the name of the file."""

from __future__ import annotations

import pytest

from tests.support import store_of

LUN, OTHER = "naa.6000144000000010aa00000000000001", "naa.6000144000000010aa00000000000002"
TABLE = "gpt\n16970 255 63 272629760\n1 2048 272629726 AA31E02A400F11DB9590000C2911D1B8 vmfs 0\n"


@pytest.mark.parametrize(
    "name", [f"partedUtil_getptbl_{LUN}.txt", f"partedUtil-getptbl-vmfsdevicesdisks{LUN}.txt", f"{LUN.upper()}.txt"]
)
def test_the_file_names_the_disk(name: str) -> None:
    name = name.replace("NAA.", "naa.")
    assert store_of({f"esx01/{name}": TABLE}).rows("SELECT device, start_bytes FROM partition") == [(LUN, 1 << 20)]


def test_the_content_wins() -> None:
    text = f"/vmfs/devices/disks/{OTHER}\n{TABLE}"
    assert store_of({f"esx01/{LUN}.txt": text}).rows("SELECT device FROM partition") == [(OTHER,)]


def test_names_of_two_disks_and_second_tables_stay_open() -> None:
    store = store_of({f"esx01/{LUN}_{OTHER}.txt": TABLE})
    assert store.rows("SELECT fact FROM bad_value") == [("device",)]
    store = store_of({f"esx01/{LUN}.txt": TABLE + TABLE})
    assert store.rows("SELECT device FROM partition") == [(LUN,)]
    assert store.rows("SELECT fact FROM bad_value") == [("device",)]
