"""A capture that ends inside a WWN is incomplete: no part of a name is a fact or a malformed name."""

from __future__ import annotations

import re

import pytest

from checker.intake.decode import decode
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import best_reader, facts, read

_WWN = re.compile(
    r"(?<=[ \t=,/\[])(?:0x)?(?=[125c])[0-9a-f](?:[0-9a-f](?::[0-9a-f]{2}){7}|[0-9a-f]{15})(?![0-9a-f:])", re.IGNORECASE
)
_DIGITS = 9
_DOCUMENTS = (".json", ".yaml", ".xml", ".ndjson")
# Nine decimal digits may be a number; nothing in the text above says that these begin a name until a whole one is there.
_NUMBERS = {
    "aix-lspath.2.txt": "a row without its connection is not a path",
    "dothill-host-groups.txt": "the column is called ID",
    "dothill-initiators.hosts.txt": "the column is called ID",
    "dothill-initiators.txt": "the column is called ID",
    "svc-lsnode.txt": "the identity of a UPS is no name of a port",
}
# Without a name of a port, or with a single one in a column that is called Identifier.
_NO_NAMES = ("brocade-sfpshow.txt", "dothill-maps.txt")
SAMPLES = [
    path.name
    for path in sorted(folders.SAMPLES.iterdir())
    if path.suffix not in _DOCUMENTS and path.name not in _NO_NAMES and _WWN.search(path.read_text(errors="replace"))
]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_text_cut_inside_a_wwn_has_no_fact_from_that_line(sample: str) -> None:
    text = decode((folders.SAMPLES / sample).read_bytes())
    name = best_reader(text)
    assert name is not None
    names = [*_WWN.finditer(text)]
    for found in names[-1:] if sample in _NUMBERS else names[:: max(1, len(names) // 3)]:
        cut = re.match(rf"(?:0x)?(?:[0-9a-f]:?){{{_DIGITS}}}", found[0], re.IGNORECASE)
        assert cut is not None
        whole = text[: text.rindex("\n", 0, found.start()) + 1] if "\n" in text[: found.start()] else ""
        result = read(name, text[: found.start()] + cut[0].rstrip(":"))
        assert facts(result) == facts(read(name, whole)), found
        assert result.ends_inside_record, found


@pytest.mark.parametrize(
    ("end", "is_cut"),
    [
        ("10:00:00:00:c", True),
        ("10:00:00:00:c\n", True),
        ("10:00:00:00:c9:aa:00:", True),
        ("10:00:00:00:c9:aa:00:1", True),
        ("10:00:00:00:c9:aa:00:11", False),
        ("50:06:01:60:47:e0:01:01:50:06:0", True),
        ("20:41:38:aa:00:01", True),
        ("10000000c9aa00", True),
        ("10:00:xx:xx:xx", False),
        ("10:00:00:00:c9:aa:00:11 ", False),
        ("0x10000000c", True),
        ("500601600", True),
        ("6000097000019", True),
        ("1000000", True),
        ("10000000c9aa0011", False),
    ],
)
def test_beginnings_of_names(end: str, is_cut: bool) -> None:
    text = "device-alias name esx01_hba0 pwwn 10:00:00:00:c9:aa:00:01\ndevice-alias name esx02 pwwn " + end
    capture = Capture(text=text, file="alias.txt", owner="mds-a", first_line=5)
    result = read_capture(reader_named("nxos-show-device-alias-database"), capture)
    assert result.ends_inside_record is is_cut
    assert [(note.line, end.strip() in note.text) for note in result.notes] == ([(6, True)] if is_cut else [])


def test_a_name_directly_after_the_colon_of_its_key_is_cut_as_well() -> None:
    text = decode((folders.SAMPLES / "nxos-show-fcns-database-detail.txt").read_bytes())
    at = text.rindex(":10:00:00:00:")
    result = read("nxos-show-fcns-database-detail", text[: at + len(":10:00:00:00:")])
    assert not result.observations.rows("bad_value")
    assert result.ends_inside_record


@pytest.mark.parametrize("end", ["VPD", "VPD83T3", "VPD83T3:", "VPD83T3:60"])
def test_an_identity_cut_in_its_prefix_is_not_malformed(end: str) -> None:
    text = decode((folders.SAMPLES / "vplex-ll-storage-volumes.txt").read_bytes())
    result = read("vplex-ll-storage-volumes", text[: text.rindex("VPD83T3:")] + end)
    assert not result.observations.rows("bad_value")
    assert result.ends_inside_record


def test_the_digits_of_an_iqn_are_whole() -> None:
    text = "InitiatorName=iqn.1994-05.com.redhat:1c3a9d07f2e\n"
    (row,) = read("linux-initiatorname", text).observations.rows("iscsi_initiator")
    assert row["initiator_name"] == "iqn.1994-05.com.redhat:1c3a9d07f2e"


def test_a_checksum_that_begins_like_a_wwn_is_whole() -> None:
    text = "Fabric Distribution : Enabled\nDatabase:- Device Aliases 31  Mode: Basic\n           Checksum: 0x5bc2fa36a6ce3df605012da792cc8d\n"
    result = read("nxos-show-device-alias-status", text)
    assert result.observations.rows("fabric_setting")[-1]["value"] == "0x5bc2fa36a6ce3df605012da792cc8d"
    assert not result.ends_inside_record


def test_a_short_name_above_the_last_line_is_malformed() -> None:
    text = "device-alias name a pwwn 10:00:00:00:c9:aa\ndevice-alias name b pwwn 10:00:00:00:c9:aa:00:01\n"
    result = read("nxos-show-device-alias-database", text)
    assert [(row["value"], row["line"]) for row in result.observations.rows("bad_value")] == [("10:00:00:00:c9:aa", 1)]
    assert not result.ends_inside_record


@pytest.mark.parametrize(
    "text", ["2c:41:38:aa:00:01", "at 12:30:00", "fc1/12:30", "as of 20240612", "bytes: 210000000", "serial 50001c00"]
)
def test_times_and_addresses_at_the_end_are_no_cut_names(text: str) -> None:
    result = read("nxos-show-device-alias-database", f"device-alias name b pwwn 10:00:00:00:c9:aa:00:01\n{text}")
    assert not result.ends_inside_record
