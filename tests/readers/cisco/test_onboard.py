"""Dated records of ports without credit of an MDS."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, read, sample


def shown(name: str, text: str) -> list[tuple[object, ...]]:
    """Port, event, begin, end and value of each sample."""
    return [
        (row["port"], row["event"], str(row["started_at"])[11:19], str(row["ended_at"])[11:19], row["value"])
        for row in read(name, text).observations.rows("port_sample")
    ]


def test_intervals_without_credit():
    text = sample("nxos-show-logging-onboard-txwait")
    assert best_reader(text) == "nxos-show-logging-onboard-txwait"
    assert shown("nxos-show-logging-onboard-txwait", text) == [
        ("fc9/17", "no credit", "07:09:07", "07:09:27", pytest.approx(5786677 * 2.5e-6 / 20)),
        ("fc9/17", "no credit", "07:08:47", "07:09:07", 0.525),
    ]
    assert read("nxos-show-logging-onboard-txwait", text).unread_lines == 0


def test_credit_losses():
    text = sample("nxos-show-process-creditmon-credit-loss-events")
    assert best_reader(text) == "nxos-show-process-creditmon-credit-loss-events"
    assert shown("nxos-show-process-creditmon-credit-loss-events", text) == [
        ("fc9/17", "credit loss", "07:10:23", "07:10:24", 1.0), ("fc9/17", "credit loss", "07:09:21", "07:09:22", 1.0),
    ]  # fmt: skip


def test_impossible_dates_and_other_ports_are_unread():
    text = (
        sample("nxos-show-logging-onboard-txwait")
        .replace("Mar  4 07:09:27", "Mar 44 07:09:27")
        .replace("fc9/18", "xyz/1")
    )
    result = read("nxos-show-logging-onboard-txwait", text)
    assert len(result.observations.rows("port_sample")) == 1
    assert result.unread_lines == 2
