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
