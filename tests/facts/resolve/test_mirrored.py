"""A volume that two arrays present under one identity (ActiveCluster, Metro, Peer Persistence) is a copy on each of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.audit import Options, Session

WWN = "naa.68ccf0980048d7ab86ec9f7fdf00a1b2"


def _powerstore(folder: Path, number: int, name: str, state: str) -> None:
    folder.mkdir(parents=True)
    cluster = {"id": "0", "global_id": f"PS0000000000{number}", "name": folder.name, "master_appliance_id": "A1", "state": "Configured", "appliance_count": 1}  # fmt: skip
    volume = {"appliance_id": "A1", "state": state, "type": "Primary", "wwn": WWN, "size": 3221225472, "name": name, "id": f"v-{name}"}  # fmt: skip
    (folder / "cluster.json").write_text(json.dumps([cluster]))
    (folder / "volume.json").write_text(json.dumps([volume]))


@pytest.mark.parametrize("names", [("ora", "ora"), ("ora", "ora_copy")])
@pytest.mark.parametrize("failed", ["psa", "psb"])
def test_a_failed_copy_is_reported_although_the_other_works(
    failed: str, names: tuple[str, str], tmp_path: Path
) -> None:
    for number, (array, name) in enumerate(zip(("psa", "psb"), names, strict=True), 1):
        _powerstore(tmp_path / "in" / array, number, name, "Offline" if array == failed else "Ready")
    with Session.open([str(tmp_path / "in")], Options(select=("ARR024",))) as san:
        messages = [finding.message for finding in san.check().findings if finding.rule == "ARR024"]
    assert [message.split()[0] for message in messages] == [failed]
