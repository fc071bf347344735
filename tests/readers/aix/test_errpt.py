"""AIX: the error log in its short and its detailed form."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.readers.harness import best_reader, read, sample

_FAILED = datetime(2026, 1, 14, 9, 31, tzinfo=UTC)


def test_entries_of_a_minute_are_counted() -> None:
    result = read("aix-errpt", sample("aix-errpt"), owner="db01")
    rows = result.observations.rows("host_error")
    assert [(r["resource"], r["error"], r["error_type"], r["events"]) for r in rows] == [
        ("hdisk12", "F31FFAC3", "informational", 1),
        ("hdisk12", "DE3B8540", "permanent", 2),
        ("hdisk13", "DE3B8540", "permanent", 1),
        ("fscsi1", "03073FB2", "temporary", 1),
        ("hdisk12", "DCB47997", "temporary", 1),
        ("hdisk0", "B6267342", "permanent", 1),
        ("errdemon", "9DBCFDEE", "temporary", 1),
        ("RMCdaemon", "A6DF45AA", "informational", 1),
    ]
    assert (rows[1]["logged_at"], rows[1]["line"], rows[1]["error_class"]) == (_FAILED, 4, "hardware")
    assert rows[5]["logged_at"] == datetime(2025, 1, 2, 20, 16, tzinfo=UTC)
    assert (result.unread_lines, result.notes) == (0, [])


def test_details_of_an_entry() -> None:
    result = read("aix-errpt-a", sample("aix-errpt-a"), owner="db01")
    first, second = result.observations.rows("host_error")
    assert first == {
        "host": "db01", "resource": "hdisk12", "error": "DE3B8540", "error_label": "SC_DISK_ERR7", "error_text": "PATH HAS FAILED",
        "error_type": "permanent", "error_class": "hardware", "logged_at": _FAILED, "events": 1, "line": 3,
    }  # fmt: skip
    assert (second["error_label"], second["error_type"], second["logged_at"]) == ("FCP_ERR4", "temporary", _FAILED)
    assert (result.unread_lines, result.notes) == (0, [])


@pytest.mark.parametrize(
    ("printed", "meant"), [("PEND", "permanent"), ("PERF", "permanent"), ("INFO", "informational"), ("UNKN", "unknown")]
)
def test_types_mean_the_same_in_both_forms(printed: str, meant: str) -> None:
    text = sample("aix-errpt-a").replace("PERM", printed)
    assert read("aix-errpt-a", text).observations.rows("host_error")[0].get("error_type") == meant


def test_rows_without_their_header_are_recognised() -> None:
    assert best_reader(sample("aix-errpt").split("\n", 2)[2]) == "aix-errpt"


def test_an_entry_that_is_cut_off_is_reported() -> None:
    text = sample("aix-errpt-a")
    result = read("aix-errpt-a", text[: text.index("LINK ERROR") - 13])
    assert result.ends_inside_record
    assert len(result.observations.rows("host_error")) == 1
    short = read("aix-errpt", sample("aix-errpt")[:-30])
    assert short.ends_inside_record


def test_a_time_of_another_language_is_unknown() -> None:
    text = sample("aix-errpt-a").replace("Wed Jan 14 09:31:25 CET 2026", "Mi 14 Jan 2026 09:31:25")
    result = read("aix-errpt-a", text)
    assert "logged_at" not in result.observations.rows("host_error")[0]
    assert [note.line for note in result.notes] == [6]
