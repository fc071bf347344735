"""What a configuration declares under ``inventory:`` arrives, however it is written there."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit

_SWITCH = """switchName:     core-1
switchType:     109.1
switchState:    Online
switchDomain:   7
switchWwn:      10:00:00:05:33:aa:00:07
"""


@pytest.mark.parametrize(
    "inventory",
    [
        "inventory:\n  hosts:\n    app01: {site: dc1}\n",
        "inventory:\n  sanlint: 1\n  hosts:\n    app01: {site: dc1}\n",
        "inventory: {hosts: {app01: {site: dc1}}}\n",
        "inventory:\n  # show switch ports: none of this is a prompt\n  hosts:\n    app01: {site: dc1}\n",
    ],
)
def test_an_inventory_in_a_configuration_needs_no_header(tmp_path: Path, inventory: str) -> None:
    (tmp_path / "switchshow.txt").write_text(_SWITCH)
    config = tmp_path / "sanlint.yaml"
    config.write_text(inventory)
    report = audit([str(tmp_path / "switchshow.txt")], Options(config=str(config), jobs=1))
    read = {Path(file.path).name: (file.format, file.records, file.unread_lines) for file in report.files}
    assert read["sanlint.yaml"] == ("sanlint-inventory", 1, 0)


@pytest.mark.parametrize(
    ("entry", "missing"),
    [
        ("{rtt_ms: 14, management_vpn: false}", "link_type"),
        ("{rtt_ms: 14, link_type: ip}", "management_vpn"),
        ("{addresses: 10.20.30.1}", "link_type and management_vpn"),
        ("{rtt_ms: 14, link_type: ip, management_vpn: false}", ""),
    ],
)
def test_a_wan_link_without_a_flag_is_reported_as_soon_as_it_has_figures(
    tmp_path: Path, entry: str, missing: str
) -> None:
    """Declared figures count, and so do those that ping measured at the link's address."""
    (tmp_path / "san.yaml").write_text(
        f"sanlint: 1\nstorage_arrays:\n  metro9:\n    family: vplex\n    wan_links:\n      wan-a: {entry}\n"
    )
    (tmp_path / "ping.txt").write_text(
        "PING 10.20.30.1 (10.20.30.1) 56(84) bytes of data.\n\n--- 10.20.30.1 ping statistics ---\n"
        "1000 packets transmitted, 991 received, 0.9% packet loss, time 999123ms\n"
        "rtt min/avg/max/mdev = 6.900/7.220/11.400/0.511 ms\n"
    )
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1))
    found = [finding.message for finding in report.findings if finding.rule == "MET028"]
    expected = f"wan-a of metro9 is declared without {missing}; its delay, loss and bandwidth cannot be evaluated"
    assert found == ([expected] if missing else [])


def test_wan_links_written_as_a_list_are_reported(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(
        "sanlint: 1\nstorage_arrays:\n  metro9:\n    family: vplex\n    wan_links:\n      - {name: wan-a, rtt_ms: 4}\n"
    )
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1))
    assert [(one.rule, one.location.line) for one in report.findings if one.location] == [("DOC021", 5)]
