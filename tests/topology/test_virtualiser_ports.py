"""Back-end ports of VPLEX are initiators of a virtualiser, whatever an array calls them."""

from __future__ import annotations

from tests.support import inventory, store_of

ARRAY = """
storage_arrays:
  xio1:
    family: xtremio
    registered_initiators:
      vplex_a: {initiator_wwpn: "50:00:14:42:60:a1:01:10", host: vplex-group}
      esx01_a: {initiator_wwpn: "10:00:00:00:c9:01:01:02", host: esx01}
    logins:
      - {initiator_wwpn: ["50:00:14:42:60:a1:01:10", "10:00:00:00:c9:01:01:02"], target_wwpn: "51:4f:0c:50:12:34:00:00"}
    views:
      all:
        initiators: ["50:00:14:42:60:a1:01:10", "10:00:00:00:c9:01:01:02"]
        ports: ["51:4f:0c:50:12:34:00:00"]
        volumes: [naa.514f0c5000000001]
"""


def test_an_array_that_registers_vplex_under_a_host_name_makes_no_host() -> None:
    store = store_of({"xio1.yaml": inventory(ARRAY)})
    owners = store.rows("SELECT wwpn, owner_kind, host FROM port_role WHERE role = 'initiator' ORDER BY wwpn")
    assert owners == [("10000000c9010102", "host", "esx01"), ("5000144260a10110", "virtualiser", None)]
    assert store.rows("SELECT host, initiator_wwpn FROM path_place") == [("esx01", "10000000c9010102")]


def test_masked_ports_of_different_fabrics_have_no_planned_path() -> None:
    first, second = "10000000c9010102", "10000000c9010103"
    near, far = "514f0c5012340000", "514f0c5012340001"
    text = f"""
storage_arrays:
  xio1:
    family: xtremio
    registered_initiators:
      a: {{initiator_wwpn: '{first}', host: esx01}}
      b: {{initiator_wwpn: '{second}', host: esx01}}
    views:
      all: {{initiators: ['{first}', '{second}'], ports: ['{near}', '{far}'], volumes: [naa.514f0c5000000001]}}
fabrics:
  a: {{switches: {{s1: {{logins: [{{wwpn: ['{first}', '{near}'], local: true}}]}}}}}}
  b: {{switches: {{s2: {{logins: [{{wwpn: ['{second}', '{far}'], local: true}}]}}}}}}
"""
    store = store_of({"san.yaml": inventory(text)})
    assert store.rows("SELECT initiator_wwpn, target_wwpn, fabric, live FROM path_place ORDER BY 1") == [
        (first, near, "a", None),
        (second, far, "b", None),
    ]
