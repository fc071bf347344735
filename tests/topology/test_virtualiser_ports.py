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
