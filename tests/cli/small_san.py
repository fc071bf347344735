"""A small SAN as an inventory: two hosts, two fabrics of two switches, an array with two directors, and planted faults.

h1 has four paths to vol1 (one standby) and only fabric A to vol2; h2 has no path list, its paths are planned from masking and zoning,
and one of its ports is not zoned in fabric B.
"""

from __future__ import annotations

from tests.support import inventory

VOL1 = "naa.60000970000192600123533030304131"
VOL2 = "naa.60000970000192600123533030304132"
H1A, H1B, H2A, H2B = (f"10000000c9aa00{n:02x}" for n in range(1, 5))
FA1A, FA2A, FA1B, FA2B = (f"50000972081234{n:02x}" for n in range(1, 5))


def _path(device: str, initiator: str, target: str, state: str = "active") -> str:
    return f"      - {{device: {device}, initiator: '{initiator}', target: '{target}', state: {state}}}"


def small_san(more: str = "") -> str:
    """The inventory; ``more`` is added at its end."""
    paths = [
        _path(VOL1, H1A, FA1A), _path(VOL1, H1A, FA2A), _path(VOL1, H1B, FA1B), _path(VOL1, H1B, FA2B, "standby"),
        _path(VOL2, H1A, FA1A), _path(VOL2, H1A, FA2A),
    ]  # fmt: skip
    body = f"""
hosts:
  h1:
    site: s1
    initiators:
      vmhba1: {{initiator_wwpn: '{H1A}', pci_address: '0000:03:00.0', port_state: online}}
      vmhba2: {{initiator_wwpn: '{H1B}', pci_address: '0000:04:00.0', port_state: online}}
    devices:
      {VOL1}: {{vendor: EMC, model: SYMMETRIX, size_bytes: 1099511627776}}
      {VOL2}: {{vendor: EMC, model: SYMMETRIX, size_bytes: 1099511627776}}
    paths:
{chr(10).join(paths)}
  h2:
    site: s2
    initiators:
      vmhba1: {{initiator_wwpn: '{H2A}', pci_address: '0000:03:00.0'}}
      vmhba2: {{initiator_wwpn: '{H2B}'}}
storage_arrays:
  vmax:
    family: symmetrix
    directors:
      FA-1D: {{ports: {{"4": {{target_wwpn: '{FA1A}'}}, "5": {{target_wwpn: '{FA1B}'}}}}}}
      FA-2D: {{ports: {{"4": {{target_wwpn: '{FA2A}'}}, "5": {{target_wwpn: '{FA2B}'}}}}}}
    views:
      mv_h1:
        initiators: [{{initiator_wwpn: '{H1A}'}}, {{initiator_wwpn: '{H1B}'}}]
        ports: [{{target_wwpn: '{FA1A}'}}, {{target_wwpn: '{FA2A}'}}, {{target_wwpn: '{FA1B}'}}, {{target_wwpn: '{FA2B}'}}]
        volumes: [{{device: {VOL1}, volume_name: data1}}]
      mv_h2:
        initiators: [{{initiator_wwpn: '{H2A}'}}, {{initiator_wwpn: '{H2B}'}}]
        ports: [{{target_wwpn: '{FA1A}'}}, {{target_wwpn: '{FA2A}'}}, {{target_wwpn: '{FA1B}'}}, {{target_wwpn: '{FA2B}'}}]
        volumes: [{{device: {VOL2}, volume_name: data2}}]
fabrics:
  fabric-a:
    zones:
      z_h1: {{switch: a1, members: ['{H1A}', '{FA1A}', '{FA2A}']}}
      z_h2: {{switch: a1, members: ['{H2A}', '{FA1A}', '{FA2A}']}}
    switches:
      a1:
        switch_wwn: '1000000000000001'
        logins: [{{wwpn: '{H1A}', port: '1', local: true}}, {{wwpn: '{H2A}', port: '2', local: true}}]
        isls: [{{port: '30', peer_wwn: '1000000000000002', peer_switch: a2, peer_port: '30'}}, {{port: '31', peer_wwn: '1000000000000002', peer_switch: a2, peer_port: '31'}}]
      a2:
        switch_wwn: '1000000000000002'
        logins: [{{wwpn: '{FA1A}', port: '1', local: true}}, {{wwpn: '{FA2A}', port: '2', local: true}}]
  fabric-b:
    zones:
      z_h1: {{switch: b1, members: ['{H1B}', '{FA1B}', '{FA2B}']}}
    switches:
      b1:
        switch_wwn: '1000000000000003'
        logins: [{{wwpn: '{H1B}', port: '1', local: true}}, {{wwpn: '{H2B}', port: '2', local: true}}, {{wwpn: '{FA1B}', port: '5', local: true}}, {{wwpn: '{FA2B}', port: '6', local: true}}]
"""
    return inventory(body + more)
