"""Dates such as 04/03/26 in the samples of hosts: whether the day or the month comes first is stated, follows from other exports, or is unknown."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.triage.bundles import Bundle, during, slow_array
from tests.triage.verdicts import causes, triage

_STAMP = re.compile(r"^(\S{10})T(\S{8})\+0000$", re.MULTILINE)
BUNDLE = replace(Bundle(during(40, 60, slow_array)), linux=True, start=datetime(2026, 3, 4, 9, tzinfo=UTC))
VERSION = "south-e1:admin> date\n{}\nsouth-e1:admin> version\nKernel:     4.1.35\nFabric OS:  v9.1.1c\n"
SLOW = [("TRI009", ("storage_array flash1",))]


def dated(form: str, only: str = "") -> dict[str, str]:
    """The bundle with dates of another locale, of all hosts or of one."""

    def shown(match: re.Match[str]) -> str:
        return datetime.fromisoformat(f"{match[1]}T{match[2]}").strftime(f"{form} %H:%M:%S")

    return {
        name: _STAMP.sub(shown, text) if name.endswith("iostat.txt") and only in name else text
        for name, text in BUNDLE.files().items()
    }


@pytest.mark.parametrize(("form", "order"), [("%d/%m/%y", "day"), ("%m/%d/%y", "month"), ("%d/%m/%Y", "day")])
def test_samples_of_the_array_decide(tmp_path: Path, form: str, order: str):
    document = triage(tmp_path, dated(form))
    assert causes(document) == SLOW
    assert [text for text in document["assumptions"] if text.startswith("dates of")] == [
        f"dates of app05 (iostat.txt), app06 (iostat.txt), app07 (iostat.txt), app08 (iostat.txt) are read with the {order} first: "
        "only then do they fall on days of other exports"
    ]
    assert document["window"]["since"].startswith("2026-03-04")


def test_without_other_days_the_month_is_taken_to_be_first_unless_it_is_stated(tmp_path: Path):
    files = {name: text for name, text in dated("%d/%m/%y").items() if name.endswith(("iostat.txt", "san.yaml"))}
    for options, day, why in (
        ((), "2026-04-03", "read with the month first, because nothing shows the order; set it with --date-order"),
        (("--date-order", "day-first"), "2026-03-04", "read with the day first, as --date-order states"),
        (("--date-order", "month-first"), "2026-04-03", "read with the month first, as --date-order states"),
    ):
        # What is of a third day decides nothing.
        files["south-e1/version.txt"] = VERSION.format("Fri Jun 12 10:30:00 UTC 2026")
        document = triage(tmp_path / f"{day}{len(why)}", files, *options)
        assert document["window"]["since"].startswith(day)
        assert any(text.endswith(why) for text in document["assumptions"])
        assert len(document["flows"]) > 3


def test_the_time_of_another_export_decides(tmp_path: Path):
    files = {name: text for name, text in dated("%d/%m/%y").items() if name.endswith(("iostat.txt", "san.yaml"))}
    files["south-e1/version.txt"] = VERSION.format("Wed Mar  4 10:30:00 UTC 2026")
    document = triage(tmp_path, files)
    assert document["window"]["since"].startswith("2026-03-04")
    assert any("day first: only then do they fall on days of other exports" in text for text in document["assumptions"])


def test_a_host_whose_dates_have_both_orders_elsewhere_is_not_used(tmp_path: Path):
    """Exports of both days decide nothing."""
    files = dated("%d/%m/%y", only="app05")
    files["array2/purevol.txt"] = next(text for name, text in files.items() if "pure" in name).replace(
        "2026-03-04", "2026-04-03"
    )
    document = triage(tmp_path, files)
    assert any("the load of app05 (iostat.txt) is not used" in one["text"] for one in document["guards"])
