"""Measurements belong to the WAN link that has the address of their other end."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, Session
from tests.support import store_of

PING = """\
PING {to} ({to}) 56(84) bytes of data.
64 bytes from {to}: icmp_seq=1 ttl=60 time=4.12 ms

--- {to} ping statistics ---
1000 packets transmitted, {received} received, 2% packet loss, time 999ms
"""
TIMES = "rtt min/avg/max/mdev = 4.1/4.4/29.8/0.3 ms\n"
CONFIG = """\
inventory:
  sanlint: 1
  storage_arrays:
    vplex1:
      family: vplex
      product_type: metro
      array_version: 6.1.0.00.00.06
      wan_links:
        net-a: {link_type: ip, management_vpn: false, addresses: "10.2.2.1 10.2.2.2", rtt_ms: 2}
        net-b: {rtt_ms: 2}
"""
INVENTORY = CONFIG.partition("inventory:\n")[2].replace("\n  ", "\n").removeprefix("  ")


def test_measured_figures_replace_declared_ones_without_a_contradiction() -> None:
    store = store_of({"wan.yaml": INVENTORY, "ping.txt": PING.format(to="10.2.2.1", received=980) + TIMES})
    (link,) = store.rows(
        "SELECT rtt_ms, round(jitter_ms, 1), loss_ratio, probes FROM wan_link WHERE wan_link = 'net-a'"
    )
    assert link == (4.4, 25.7, 0.02, 1000)
    assert store.rows("SELECT rtt_ms, loss_ratio FROM wan_link WHERE wan_link = 'net-b'") == [(2.0, None)]
    assert store.rows("SELECT wan_link FROM network_test") == [("net-a",)]
    assert not store.has_table("contradiction") or not store.rows("SELECT * FROM contradiction")


def test_other_addresses_and_unanswered_probes_measure_nothing() -> None:
    for text in (PING.format(to="10.9.9.9", received=980) + TIMES, PING.format(to="10.2.2.2", received=0)):
        store = store_of({"wan.yaml": INVENTORY, "ping.txt": text})
        assert store.rows("SELECT rtt_ms, loss_ratio FROM wan_link WHERE wan_link = 'net-a'") == [(2.0, None)]


def test_findings_name_the_line_of_the_measurement(tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text(CONFIG)
    (tmp_path / "ping.txt").write_text(PING.format(to="10.2.2.1", received=980) + TIMES)
    (tmp_path / "ping2.txt").write_text(PING.format(to="10.9.9.9", received=980) + TIMES)
    with Session.open([str(tmp_path)], Options(config=str(tmp_path / "sanlint.yaml"))) as san:
        found = {f.rule: f for f in san.check().findings}
    assert {"MET008", "MET017", "MET028", "MET029"} <= set(found)
    place = found["MET008"].location
    assert place is not None
    assert (place.file.rpartition("/")[2], place.line) == ("ping.txt", 5)
    assert "net-b of vplex1 is declared without link_type and management_vpn;" in found["MET028"].message
    assert "ping measurement to 10.9.9.9 is not used" in found["MET029"].message
