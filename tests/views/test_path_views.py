"""The views of hosts and their paths: what is counted, and what stays open where facts are missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from checker.views.build import build_views
from tests.support import inventory, store_of

VPLEX_VOLUME = "naa.6000144000000010a0ffee0000000001"
OTHER_VOLUME = "naa.6000144000000010a0ffee0000000002"
XTREMIO_VOLUME = "naa.514f0c5aaaa00001"
INITIATORS = ("10000000c9ee0001", "10000000c9ee0002")
# Two ports each of an A and a B director, named by the scheme of VS2.
A_PORTS = ("5000144260bee000", "5000144260bee001")
B_PORTS = ("5000144270bee000", "5000144270bee001")


def hosts(*paths: str, more: str = "") -> str:
    rows = "".join(f"      - {{{path}}}\n" for path in paths)
    return inventory(f"hosts:\n  h1:\n    paths:\n{rows}{more}")


def path(initiator: str, target: str, volume: str = VPLEX_VOLUME, state: str = "active") -> str:
    return f"device: {volume}, initiator: '{initiator}', target: '{target}', state: {state}"


def vplex(ports: Mapping[str, tuple[str, str]], more: str = "") -> str:
    """A VPLEX; ``ports`` are target ports with cluster and director."""
    text = "storage_arrays:\n  vpx:\n    family: vplex\n    clusters:\n"
    for cluster in sorted({cluster for cluster, _ in ports.values()}):
        text += f"      {cluster}:\n        engines:\n          e-{cluster}:\n            directors:\n"
        for director in sorted({d for c, d in ports.values() if c == cluster}):
            text += f"              {director}:\n                ports:\n"
            for wwpn, place in ports.items():
                if place == (cluster, director):
                    text += f"                  p{wwpn[-3:]}: {{target_wwpn: '{wwpn}', role: front-end}}\n"
    return text + more


LOCAL = vplex({port: ("c1", director) for director, ports in (("dA", A_PORTS), ("dB", B_PORTS)) for port in ports})


def rows(view: str, columns: str, text: str) -> list[tuple[Any, ...]]:
    store = store_of({"san.yaml": text})
    build_views(store, [view])
    return store.rows(f"SELECT {columns} FROM {view} ORDER BY ALL")


def span(low: int, high: int | None) -> dict[str, int | None]:
    return {"lo": low, "hi": high}


def test_a_volume_without_a_path_list_is_a_row_with_unknown_counts() -> None:
    text = inventory(f"hosts:\n  h1:\n    devices:\n      {VPLEX_VOLUME}: {{vendor: EMC, model: Invista}}\n")
    assert rows("host_volume_cluster", "volume, in_scope, live_paths, fabrics", text) == [
        (VPLEX_VOLUME, True, None, None)
    ]
    assert rows("host_volume", "volume, live_paths, fewest_controllers", text) == [(VPLEX_VOLUME, None, None)]


def test_the_name_of_a_lun_shows_a_data_volume_where_its_array_has_no_other_luns() -> None:
    names = (
        "naa.624a9370aabbccdd0000000000001001",
        "naa.60050768aabb00000000000000000001",
        "naa.6000d3100036fa000000000000000003",
        "naa.600a09803830304a2b5d4f6a59306f31",
        "naa.600a098000ab12cd0000123456789abc",
        "naa.60060e80aabb00000000000000000001",
    )
    text = hosts(*(path(INITIATORS[0], "5000000000000001", name) for name in names))
    # A LUN of E-Series may be access to its management, one of Hitachi a command device.
    assert rows("host_volume_cluster", "volume, in_scope", text) == sorted(
        zip(names, (True, True, True, True, None, None), strict=True)
    )


def test_the_version_of_a_host_that_no_rule_looks_up_is_no_pass() -> None:
    for platform, expected in (("linux", []), ("esxi", [("ESX host", ["h1"])])):
        text = hosts(path(INITIATORS[0], A_PORTS[0])).replace("  h1:\n", f"  h1:\n    platform: {platform}\n")
        assert rows("unknown_version", "device_kind, untold_names", text) == expected


def test_a_product_is_not_the_name_of_an_array() -> None:
    text = hosts(path(INITIATORS[0], "5000000000000001", "naa.624a9370aabbccdd0000000000001001"))
    assert rows("device_policy", "storage_array, array_name", text) == [("pure", None)]


def test_without_the_port_tables_of_vplex_two_paths_may_belong_to_two_clusters() -> None:
    text = hosts(path(INITIATORS[0], A_PORTS[0]), path(INITIATORS[1], B_PORTS[1]))
    found = rows("host_volume_cluster", "vplex_cluster, live_paths, cluster_directors", text)
    # Both letters were decoded from the port names: the cluster, or the clusters, have two directors at least.
    assert found == [(None, span(1, 2), span(2, None))]


def test_a_path_to_a_port_of_an_unknown_cluster_may_count_for_the_known_one() -> None:
    text = hosts(
        path(INITIATORS[0], A_PORTS[0]),
        path(INITIATORS[0], B_PORTS[0]),
        path(INITIATORS[1], A_PORTS[1]),
        path(INITIATORS[1], "5000144260bee0ff"),
        more=vplex({A_PORTS[0]: ("c1", "dA"), B_PORTS[0]: ("c1", "dB"), A_PORTS[1]: ("c1", "dA")}),
    )
    assert rows("host_volume_cluster", "vplex_cluster, live_paths, directors", text) == [("c1", span(3, 4), span(2, 3))]


@pytest.mark.parametrize(("state", "expected"), [("active", span(4, 4)), ("dead", span(3, 3)), ("unknown", span(3, 4))])
def test_only_a_state_that_is_known_counts(state: str, expected: Mapping[str, int]) -> None:
    text = hosts(
        *(path(i, t) for i, t in zip(INITIATORS, A_PORTS, strict=True)),
        path(INITIATORS[0], B_PORTS[0]),
        path(INITIATORS[1], B_PORTS[1], state=state),
        path(INITIATORS[0], A_PORTS[0], OTHER_VOLUME),
    )
    assert rows("host_volume", "volume, live_paths", text) == [
        (VPLEX_VOLUME, expected),
        (OTHER_VOLUME, span(1, 1)),
    ]


def test_inferred_fabrics_are_used_and_named_but_never_observed() -> None:
    text = hosts(
        path(INITIATORS[0], A_PORTS[0]),
        path(INITIATORS[0], B_PORTS[0]),
        path(INITIATORS[1], A_PORTS[1]),
        path(INITIATORS[1], B_PORTS[1]),
        more=LOCAL,
    )
    columns = "fabrics, observed_fabrics, array_fabrics, fabric_basis, path_difference"
    assert rows("host_volume", columns, text) == [(span(2, 2), span(1, 4), span(0, None), "inferred", span(0, 0))]


def test_the_fabric_with_fewer_paths_is_found_and_an_unplaced_path_leaves_it_open() -> None:
    login = "{wwpn: '%s', local: true}"

    def fabrics(*logins: tuple[str, str]) -> str:
        text = "fabrics:\n"
        for name in ("fa", "fb"):
            members = ", ".join(login % wwpn for fabric, wwpn in logins if fabric == name)
            text += f"  {name}:\n    switches:\n      sw-{name}:\n        logins: [{members}]\n"
        return text

    paths = [path(INITIATORS[0], A_PORTS[0]), path(INITIATORS[0], B_PORTS[0]), path(INITIATORS[1], A_PORTS[1])]
    logins = [("fa", INITIATORS[0]), ("fb", INITIATORS[1])]
    columns = "path_difference, fabric_paths"
    known = rows("host_volume", columns, hosts(*paths, more=LOCAL + fabrics(*logins)))
    assert known == [(span(1, 1), ["c1 fa: 2", "c1 fb: 1"])]
    stray = path("10000000c9ee0009", "5000144270bee0f9")
    assert rows("host_volume", "path_difference", hosts(*paths, stray, more=LOCAL + fabrics(*logins))) == [
        (span(0, 2),)
    ]


def test_paths_without_port_names_leave_the_number_of_initiators_open() -> None:
    text = hosts(
        f"device: {XTREMIO_VOLUME}, hctl: '3:0:0:1', hba: host3, state: active",
        f"device: {XTREMIO_VOLUME}, hctl: '4:0:0:1', hba: host4, state: active",
    )
    assert rows("host_summary", "host, initiators_in_use", text) == [("h1", span(1, 2))]


def test_the_size_of_a_cluster_has_an_upper_end_only_where_completeness_or_engines_are_stated() -> None:
    ports = {A_PORTS[0]: ("c1", "dA"), B_PORTS[0]: ("c1", "dB")}
    body = hosts(path(INITIATORS[0], A_PORTS[0]), more=vplex(ports))
    assert rows("vplex_cluster_size", "cluster_directors", body) == [(span(2, None),)]
    complete = body + "completeness:\n  - {scope: vplex_cluster, name: c1, complete: true, basis: declared}\n"
    assert rows("vplex_cluster_size", "cluster_directors", complete) == [(span(2, 2),)]
    store = store_of({"san.yaml": body})
    store.execute("UPDATE vplex_cluster SET engines = 2")
    build_views(store, ["vplex_cluster_size"])
    # Every engine has two directors, so two more than are known may exist.
    assert store.rows("SELECT cluster_directors, cluster_engines FROM vplex_cluster_size") == [(span(2, 4), span(1, 2))]


def test_volumes_of_one_layout_are_evaluated_alike_and_a_dead_path_makes_another_layout() -> None:
    text = hosts(
        path(INITIATORS[0], A_PORTS[0]),
        path(INITIATORS[1], B_PORTS[1]),
        path(INITIATORS[0], A_PORTS[0], OTHER_VOLUME),
        path(INITIATORS[1], B_PORTS[1], OTHER_VOLUME, "dead"),
    )
    layouts = rows("host_volume_layout", "volume, layout", text)
    assert len(layouts) == 2
    assert layouts[0][1] != layouts[1][1]
    assert rows("path_detail", "volume, path_state, remaining_paths", text) == [
        (VPLEX_VOLUME, "active", span(2, 2)),
        (VPLEX_VOLUME, "active", span(2, 2)),
        (OTHER_VOLUME, "active", span(1, 1)),
        (OTHER_VOLUME, "dead", span(1, 1)),
    ]
