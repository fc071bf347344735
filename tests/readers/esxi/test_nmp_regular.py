"""esxcli storage nmp device list: whole records and line-by-line reading return the same facts."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.esxi.devices import nmp_device
from tests.readers.harness import damaged, read
from tests.thorough import examples

NAME = "esxi-nmp-device-list"
_CONFIGS = (
    "{policy=rr,iops=1000,bytes=10485760,useANO=0; lastPathIndex=0: NumIOsPending=0,numBytesPending=0}",
    "{policy=iops,iops=1,bytes=10485760,useANO=1}", "{preferred=vmhba2:C0:T0:L1;current=vmhba3:C0:T0:L1}",
    "{preferred=vmhba2:C0:TX:L1;current=vmhba3:C0:T0:L1}", "Current Path=vmhba32:C0:T0:L0", "",
)  # fmt: skip
_ENDS = (
    "", "   Is USB: false\n",
    "   Is Local SAS Device: true\n   Is USB: false\n   Is Boot USB Device: false\n   Is Boot Device: true\n",
    "   Is Boot Device: true\n   Is USB: false\n", "   Is USB: false\n   Path Selection Policy: VMW_PSP_MRU\n",
    "vmhba9:C0:T0:L1\n", "# a remark\n",
)  # fmt: skip
_WORKING = ("vmhba2:C0:T0:L1", "vmhba2:C0:T0:L1, vmhba3:C0:T2:L1", "vmhba2:C0:T0:L1,", "vmhba2:CO:T0:L1", "")
_NAMES = ("naa.6000144000000010aa{n:014x}", "naa.5000c5{n:010x}", "mpx.vmhba32:C0:T{n}:L0", "t10.ATA_____{n}")


def text_of(seed: int) -> str:
    chance = random.Random(seed)
    records = []
    for number in range(chance.randrange(2, 8)):
        name = chance.choice(_NAMES[:1] * 3 + _NAMES).format(n=chance.randrange(3) + number)
        shown = chance.choice(
            (f"EMC Fibre Channel Disk ({name})", f"Local SAS Disk ({name})", "gold 7", f"X ({name}) ")
        )
        records.append(
            f"{name}\n   Device Display Name: {shown}\n   Storage Array Type: VMW_SATP_INV\n"
            "   Storage Array Type Device Config: SATP VMW_SATP_INV does not support device configuration.\n"
            f"   Path Selection Policy: {chance.choice(('VMW_PSP_RR', 'VMW_PSP_FIXED'))}\n"
            f"   Path Selection Policy Device Config: {chance.choice(_CONFIGS)}\n"
            "   Path Selection Policy Device Custom Config:\n"
            f"   Working Paths: {chance.choice(_WORKING[:2] * 3 + _WORKING)}\n{chance.choice(_ENDS[:3] * 2 + _ENDS)}"
        )
    return chance.choice(("\n", "", "\n\n")).join(records)


def everything(text: str) -> tuple[object, ...]:
    """Return all facts with their lines, in the order written; bad values in any order."""
    result = read(NAME, text)
    assert result.failure is None
    kinds = [result.observations.rows(kind) for kind in ("host", "device", "device_owner")]
    bad = sorted(map(repr, result.observations.rows("bad_value")))
    notes = [(note.line, note.text) for note in result.notes]
    return kinds, bad, notes, result.unread_lines, result.first_unread, result.ends_inside_record


@settings(max_examples=examples(40))
@given(st.integers(min_value=0, max_value=1_000_000))
def test_indented_by_tabs_a_listing_means_the_same(seed: int) -> None:
    # A tab prevents the match of a whole record: the text is read line by line.
    text = text_of(seed)
    for variant in (text, *damaged(text, seed)):
        assert everything(variant) == everything(re.sub(r"(?m)^ *(?=\S)", "\t", variant))


def test_pieces_end_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text_of(seed) for seed in range(30)]
    whole = [everything(text) for text in texts]
    monkeypatch.setattr(nmp_device, "_PIECE", 700)
    assert [everything(text) for text in texts] == whole


def test_an_extra_key_belongs_to_the_record() -> None:
    name = "naa.6000144000000010aa00000000000001"
    usual = (
        f"{name}\n   Device Display Name: EMC Fibre Channel Disk ({name})\n   Storage Array Type: VMW_SATP_INV\n"
        "   Storage Array Type Device Config: none\n   Path Selection Policy: VMW_PSP_RR\n"
        "   Path Selection Policy Device Config: {policy=rr}\n   Path Selection Policy Device Custom Config:\n"
        "   Working Paths: vmhba2:C0:T0:L1, vmhba3:C0:T0:L1\n   Is USB: false\n"
    )
    rows = read(
        NAME, f"{usual}   Is Boot Device: true\n\n{usual.replace('aa00000000000001', 'aa00000000000002')}\n{usual}"
    ).observations
    first, second = rows.rows("device")[:2]
    assert (first["line"], first["is_boot"], first["working_paths"]) == (1, True, 2)
    assert (second["line"], second.get("is_boot"), second["device"]) == (
        12,
        None,
        "naa.6000144000000010aa00000000000002",
    )
