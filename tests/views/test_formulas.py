"""Macros of views agree with the formulas of the estimator and the states of the topology that they repeat."""

from __future__ import annotations

import duckdb
import pytest

from checker.estimate.library import builtin
from checker.estimate.network.links import buffer_credits
from checker.estimate.network.wan import tcp_throughput
from checker.topology.routes.reasons import DOWN
from checker.views.mentions import macros


@pytest.mark.parametrize("loss", [1e-6, 0.001, 0.01, 0.07, 0.5])
@pytest.mark.parametrize("rtt_ms", [0.5, 15.0, 90.0])
def test_the_throughput_of_tcp_with_loss(loss: float, rtt_ms: float) -> None:
    connection = duckdb.connect()
    connection.execute(macros())
    [(found,)] = connection.execute("SELECT tcp_bytes(?::DOUBLE, ?::DOUBLE)", [loss, rtt_ms]).fetchall()
    assert found == pytest.approx(tcp_throughput(loss, rtt_ms), rel=1e-9)


def test_no_loss_and_no_distance_have_no_figure() -> None:
    connection = duckdb.connect()
    connection.execute(macros())
    assert connection.execute("SELECT tcp_bytes(0, 10), tcp_bytes(NULL, 10), tcp_bytes(0.1, 0)").fetchall() == [
        (None, None, None)
    ]


@pytest.mark.parametrize(("gigabits", "km"), [(4, 10), (8, 50), (8, 100), (16, 25)])
def test_the_credits_of_a_long_link(gigabits: int, km: int) -> None:
    connection = duckdb.connect()
    connection.execute(macros())
    [(found,)] = connection.execute("SELECT credits_needed(?, ?)", [km, gigabits]).fetchall()
    assert found == buffer_credits(builtin(), gigabits, km).needed


@pytest.mark.parametrize("state", [*DOWN, "No_Link", "Offline"])
def test_ports_without_a_link_are_the_same_everywhere(state: str) -> None:
    connection = duckdb.connect()
    connection.execute(macros())
    assert connection.execute("SELECT no_link($1), link_works($1)", [state]).fetchall() == [(True, False)]


def test_other_states_are_up_or_unknown() -> None:
    connection = duckdb.connect()
    connection.execute(macros())
    assert connection.execute(
        "SELECT no_link('online'), no_link(NULL), link_works('Established'), link_works('departing')"
    ).fetchall() == [(False, None, True, None)]
