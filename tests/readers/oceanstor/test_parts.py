"""Parts of an OceanStor that answer less than others."""

from __future__ import annotations

from tests.readers.harness import read, sample

CONTROLLERS = """\
admin:/>show controller general

  Controller                  : 0A
  Health Status               : Normal
  Running Status              : Online
  Role                        : Master
  Location                    : CTE0.A

  Controller                  : 0B
  Health Status               : Fault
  Running Status              : Offline
  Location                    : CTE0.B
"""


def test_a_failed_controller_without_a_role() -> None:
    result = read("oceanstor-controller", CONTROLLERS)
    states = [(row["director"], row["health_state"]) for row in result.observations.rows("director")]
    assert states == [("CTE0.A", "Normal"), ("CTE0.B", "Fault")]
    assert result.unread_lines == 0


def test_an_object_without_a_state_is_unread() -> None:
    text = CONTROLLERS.replace("  Health Status               : Fault\n", "")
    result = read("oceanstor-controller", text)
    assert len(result.observations.rows("director")) == 1 and result.unread_lines == 1


def test_what_is_used_of_a_pool_is_what_is_not_free() -> None:
    pools = read("oceanstor-pool", sample("oceanstor-pool.txt")).observations.rows("pool")
    for pool in pools:
        low, high = pool["used_low_bytes"], pool["used_high_bytes"]
        assert isinstance(low, int) and isinstance(high, int)
        assert low < 6 << 40 < high < low + (1 << 33)


def test_more_free_than_there_is_states_nothing() -> None:
    text = sample("oceanstor-pool.txt").replace("2.000TB", "9.000TB")
    pools = read("oceanstor-pool", text).observations.rows("pool")
    assert [pool.get("used_low_bytes") for pool in pools] == [None, None]
