"""multipath.conf and active settings: sections, scopes, origin, and damaged grammar."""

from __future__ import annotations

import pytest

from checker.readers.linux.multipath.conf_lines import words
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests.readers.harness import assert_robust, best_reader, corpus_file, read, sample

NAME = "linux-multipath-conf"
FILE = sample("linux-multipath-conf.txt")
EFFECTIVE = sample("linux-multipath-conf.2.txt")


def settings(result: ReadResult) -> list[tuple[object, ...]]:
    return [
        (row["section"], row.get("vendor_pattern"), row["setting"], row.get("value"), row["line"])
        for row in result.observations.rows("multipath_setting")
    ]


def test_every_setting_of_a_file() -> None:
    result = read(NAME, FILE, owner="db01")
    assert settings(result) == [
        ("defaults", None, "user_friendly_names", "yes", 3),
        ("defaults", None, "find_multipaths", "yes", 4),
        ("defaults", None, "path_selector", "service-time 0", 5),
        ("defaults", None, "fast_io_fail_tmo", "5", 6),
        ("defaults", None, "dev_loss_tmo", "600", 7),
        ("blacklist", None, "devnode", "^(ram|raw|loop|fd|md|sr|scd|st)[0-9]*", 11),
        ("blacklist", "HP", "device", None, 12),
        ("devices", "EMC", "product_blacklist", "LUNZ", 22),
        ("devices", "EMC", "path_grouping_policy", "multibus", 23),
        ("devices", "EMC", "no_path_retry", "5", 24),
        ("multipaths", None, "alias", "oradata", 31),
    ]
    rows = result.observations.rows("multipath_setting")
    assert {row["origin"] for row in rows} == {"file"}
    assert {row["host"] for row in rows} == {"db01"}
    assert rows[6]["product_pattern"] == "Virtual_DVD"
    assert (rows[-1]["wwid"], rows[-1]["device"]) == (
        "36000144000000010300aa00000000001",
        "naa.6000144000000010300aa00000000001",
    )
    assert (result.unread_lines, result.notes, result.ends_inside_record) == (0, [], False)


def test_effective_settings_are_distinguished_from_the_file() -> None:
    rows = read(NAME, EFFECTIVE).observations.rows("multipath_setting")
    assert {row["origin"] for row in rows} == {"effective"}
    assert [(r["section"], r.get("protocol_type"), r["setting"], r["value"]) for r in rows[-1:]] == [
        ("protocol", "scsi:fcp", "fast_io_fail_tmo", "10")
    ]
    assert ("", 1) in {(row["value"], row["value_index"]) for row in rows if row["setting"] == "prio_args"}
    capture = Capture(text=FILE, owner="db01", command="multipathd show config local")
    effective = read_capture(reader_named(NAME), capture).observations.rows("multipath_setting")
    assert {row["origin"] for row in effective} == {"effective"}


def test_settings_stated_twice_are_counted() -> None:
    text = 'blacklist {\n\twwid 1\n\twwid "2"\n}\ndefaults {\n  user_friendly_names no\n}\ndefaults {\n  user_friendly_names yes\n}\n'
    result = read(NAME, text)
    rows = result.observations.rows("multipath_setting")
    assert [(r["setting"], r["value"], r["value_index"]) for r in rows] == [
        ("wwid", "1", 1),
        ("wwid", "2", 2),
        ("user_friendly_names", "no", 1),
        ("user_friendly_names", "yes", 2),
    ]
    assert [(note.line, note.text) for note in result.notes] == [
        (8, "a second section defaults; the first begins at line 5")
    ]


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('defaults {\n path_selector "round-robin 0\n}\n', 2, "quotes of path_selector are not closed"),
        ("defaults {\n user_friendly_names yes\n", 1, "defaults is not closed"),
        ("defaults {\n user_friendly_names yes\n}\n}\n", 4, "closing brace without an opening"),
        ("defaults {\n features 1 queue_if_no_path\n}\n", 2, "more than one value"),
        ("devices {\n vendor EMC\n}\n", 2, "outside the section"),
        ("devices {\n device {\n  vendor EMC\n device {\n  vendor DGC\n }\n}\n", 4, "closing brace is missing"),
        ("defaults {\n no_path_retry\n}\n", 2, "has no value"),
    ],
)
def test_damaged_grammar_is_noted_with_its_line(text: str, line: int, part: str) -> None:
    notes = read(NAME, text).notes
    assert [note.line for note in notes if part in note.text] == [line], notes


def test_sections_may_be_on_one_line() -> None:
    text = 'devices { device { vendor "XtremIO" product "XtremApp" path_grouping_policy multibus } }\n'
    (row,) = read(NAME, text).observations.rows("multipath_setting")
    assert (row["vendor_pattern"], row["product_pattern"], row["setting"], row["value"]) == (
        "XtremIO",
        "XtremApp",
        "path_grouping_policy",
        "multibus",
    )


def test_words_of_a_line() -> None:
    assert [word.text for word in words('\tvendor "(ABC|x{2})" ! comment "x"')] == ["vendor", "(ABC|x{2})"]
    assert [word.text for word in words("device{ # c")] == ["device", "{"]
    assert [word.text for word in words("product [a-z]{1,2}")] == ["product", "[a-z]{1,2}"]


def test_keys_are_left_out() -> None:
    result = read(
        NAME,
        "multipaths {\n multipath {\n  wwid 36000144000000010300aa00000000001\n  reservation_key 0x123abc\n }\n}\n",
    )
    assert "123abc" not in str(result.observations.rows("multipath_setting"))


def test_detection_and_damage() -> None:
    assert best_reader(FILE) == best_reader(EFFECTIVE) == NAME
    assert best_reader('devices {\n  dir = "/dev"\n  scan = [ "/dev" ]\n}\n') != NAME
    for seed in range(4):
        assert_robust(NAME, FILE + EFFECTIVE, seed)


@pytest.mark.corpus
def test_corpus() -> None:
    result = read(NAME, corpus_file("hosts/linux-multipath-conf/infi-1.txt"))
    found = settings(result)
    assert len(found) == 64
    assert found[0] == ("defaults", None, "rr_min_io", "100", 2)
    assert ("blacklist", "DEC.*", "device", None, 30) in found
    assert ("devices", "COMPAQ ", "path_grouping_policy", "multibus", 67) in found
    assert {row["origin"] for row in result.observations.rows("multipath_setting")} == {"effective"}
    second = read(NAME, corpus_file("hosts/linux-multipath-conf/insights-1.txt"))
    assert settings(second)[-2:] == [
        ("blacklist", None, "wwid", "26353900f02796769", 30),
        ("blacklist", None, "devnode", "^hd[a-z]", 31),
    ]
    third = read(NAME, corpus_file("hosts/linux-multipath-conf/insights-2.txt"))
    assert [
        (r.get("vendor_pattern"), r.get("product_pattern")) for r in third.observations.rows("multipath_setting")
    ] == [
        ("IBM", "3S42"),
        ("HP", "*"),
    ]
    assert result.unread_lines == second.unread_lines == third.unread_lines == 0
