"""Ports of a host that its paths do not name: how many there are is open, not one."""

from __future__ import annotations

from checker.views.build import build_views
from tests.support import inventory, store_of
from tests.views.test_path_views import span

LUN = "eui.00000a0669af8e91d039ea0000000001"


def ports_in_use(*names: str) -> dict[str, int | None]:
    listed = "".join(f"      - {{device: {LUN}, path_name: {name}, protocol: nvme, state: active}}\n" for name in names)
    store = store_of(
        {
            "san.yaml": inventory(
                f"hosts:\n  h1:\n    devices:\n      {LUN}: {{vendor: EMC, model: PowerMax, size_bytes: 1099511627776}}\n"
                f"    paths:\n{listed}"
            )
        }
    )
    build_views(store, ["host_summary"])
    ((found,),) = store.rows("SELECT initiators_in_use FROM host_summary")
    return found


def test_paths_without_a_port_may_each_have_their_own() -> None:
    assert ports_in_use("nvme1c1n1", "nvme1c2n1", "nvme1c3n1") == span(1, 3)
    assert ports_in_use("nvme1c1n1") == span(1, 1)
