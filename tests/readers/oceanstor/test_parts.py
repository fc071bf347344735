"""Parts of an OceanStor that answer less than others."""

from __future__ import annotations

from tests.readers.harness import read

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
