"""Points in time as JSON answers print them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.readers.toolkit.documents.json_objects import utc_time


@pytest.mark.parametrize(
    "text", ["2016-10-18T01:56:10Z", "2016-10-18 01:56:10", "2016-10-18T01:56:10.923Z", "2016-10-18T01:56:10+00:00"]
)
def test_a_time_in_utc_is_read_to_the_second(text: str) -> None:
    assert utc_time(text) == datetime(2016, 10, 18, 1, 56, 10, tzinfo=UTC)


@pytest.mark.parametrize("value", [None, 1476755770, "", "2016-10-18T01:56:10+02:00", "2016-13-18T01:56:10Z"])
def test_other_values_and_other_zones_are_not_read(value: object) -> None:
    assert utc_time(value) is None
