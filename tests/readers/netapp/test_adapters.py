"""Adapters of ONTAP: FC, and FC over Ethernet."""

from __future__ import annotations

import pytest

from tests import folders
from tests.readers.harness import read
from tests.support import store_of


@pytest.mark.parametrize(("printed", "protocol"), [("fibre-channel", "fc"), ("ethernet", "fcoe"), ("unknown", None)])
def test_physical_protocol(printed: str, protocol: str | None) -> None:
    text = (folders.SAMPLES / "netapp-fcp-adapter-show.txt").read_text().replace("fibre-channel", printed)
    ports = read("netapp-fcp-adapter-show", text).observations.rows("target_port")
    assert ports
    assert {port.get("protocol") for port in ports} == {protocol}


def test_physical_protocol_in_rest() -> None:
    text = """{"records": [{"node": {"name": "cl-01"}, "name": "0e", "wwpn": "50:0a:09:81:06:00:00:02",
        "physical_protocol": "%s", "supported_protocols": ["fcp"], "state": "online",
        "_links": {"self": {"href": "/api/network/fc/ports/x/0e"}}}]}"""
    for printed, protocol in (("ethernet", "fcoe"), ("fibre_channel", "fc")):
        (port,) = read("netapp-rest", text % printed).observations.rows("target_port")
        assert port["protocol"] == protocol


ADAPTERS = """\
                          Node: cl-01
                       Adapter: 0a
             Physical Protocol: fibre-channel
            Fabric Established: true
                  Adapter WWPN: 50:0a:09:81:06:00:00:01

                          Node: cl-01
                       Adapter: 0e
             Physical Protocol: ethernet
            Fabric Established: true
                  Adapter WWPN: 50:0a:09:81:06:00:00:02
"""


def _interface(name: str, protocol: str, node: str, port: str, wwpn: str) -> str:
    return f"""\
                    Vserver Name: svm1
          Logical Interface Name: {name}
                   Data Protocol: {protocol}
                       Home Node: {node}
                       Home Port: {port}
              Operational Status: up
           Administrative Status: up
                        FCP WWPN: {wwpn}

"""


INTERFACES = "".join(
    _interface(*row)
    for row in (
        ("fc", "fcp", "cl-01", "0a", "20:00:00:0c:29:00:00:01"),
        ("fcoe", "fcp", "cl-01", "0e", "20:00:00:0c:29:00:00:02"),
        ("nvme", "fc-nvme", "cl-01", "0a", "20:00:00:0c:29:00:00:03"),
        # No export lists the adapter of the other node.
        ("other", "fcp", "cl-02", "0e", "20:00:00:0c:29:00:00:04"),
    )
)


def test_an_interface_has_the_protocol_of_its_adapter() -> None:
    store = store_of({"cl1/network_fcp_adapter_show.txt": ADAPTERS, "cl1/network_interface_show.txt": INTERFACES})
    rows = store.rows("SELECT port, protocol FROM target_port WHERE role = 'front-end' ORDER BY target_wwpn")
    assert rows == [("fc", "fc"), ("fcoe", "fcoe"), ("nvme", "nvme"), ("other", None)]


def test_interfaces_and_ports_in_rest() -> None:
    port = """{"records": [{"node": {"name": "cl-01"}, "name": "0e", "wwpn": "50:0a:09:81:06:00:00:02",
        "physical_protocol": "ethernet", "supported_protocols": ["fcp"], "state": "online",
        "_links": {"self": {"href": "/api/network/fc/ports/x/0e"}}}]}"""
    interface = """{"records": [{"svm": {"name": "svm1"}, "name": "lif1", "data_protocol": "fcp", "enabled": true,
        "location": {"port": {"name": "0e", "node": {"name": "cl-01"}}, "node": {"name": "cl-01"}},
        "wwpn": "20:00:00:0c:29:00:00:02", "_links": {"self": {"href": "/api/network/fc/interfaces/y"}}}]}"""
    store = store_of({"cl1/ports.json": port, "cl1/interfaces.json": interface})
    assert store.rows("SELECT protocol FROM target_port WHERE role = 'front-end'") == [("fcoe",)]
