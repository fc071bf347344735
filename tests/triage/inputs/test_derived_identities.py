"""The WWN of a volume of a VMAX contains array and number, so its samples need no list of volumes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.triage.array_exports import loads
from tests.triage.test_bundles import ARRAY as BUNDLE
from tests.triage.verdicts import causes, segments, triage

SERIAL = "000197712345"
LISTED = "naa.6000097000019771234553"


def exports(serial: str, prefix: str = LISTED) -> dict[str, str]:
    """The bundle with a VMAX of this serial number; hosts see volumes with this prefix."""
    names = [(host, volume) for host in BUNDLE.hosts for volume in range(BUNDLE.volumes)]
    files = {name: text for name, text in BUNDLE.files().items() if not name.startswith(BUNDLE.array)}
    for number, (host, volume) in enumerate(names):
        identity = prefix + f"000{number:02X}".encode().hex()
        files = {name: text.replace(BUNDLE.device(host, volume), identity) for name, text in files.items()}
    files["san.yaml"] = files["san.yaml"].replace("family: pure", "family: symmetrix").replace(BUNDLE.array, SERIAL)
    found: dict[str, list[dict[str, float]]] = {f"{host}-v{volume}": [] for host, volume in names}
    for load in loads(BUNDLE):
        found[load.volume].append({
            "IoRate": load.iops, "Reads": load.reads, "Writes": load.writes, "ReadResponseTime": load.read_ms,
            "WriteResponseTime": load.write_ms, "ResponseTime": load.ms, "timestamp": round(load.at.timestamp() * 1000),
        })  # fmt: skip
    request = {
        "systemId": serial,
        "commaSeparatedStorageGroupList": "prod",
        "dataFormat": "Average",
        "metrics": ["IoRate"],
    }
    result = [{"volumeId": f"000{number:02X}", "volumeResult": rows} for number, rows in enumerate(found.values())]
    answer = json.dumps(request) + "\n" + json.dumps({"resultList": {"result": result, "from": 1, "to": len(result)}})
    return {**files, f"metrics-{serial}.json": answer + "\n"}


def test_samples_of_a_vmax_need_no_list_of_volumes(tmp_path: Path):
    document = triage(tmp_path, exports(SERIAL))
    assert causes(document) == [("TRI009", (f"storage_array {SERIAL}",))]
    assert segments(document) == {("S1",), ("S2",), ("S5",)}


def test_samples_of_a_vmax_need_no_export_that_lists_its_ports(tmp_path: Path):
    files = exports(SERIAL)
    hosts, arrays = files["san.yaml"].split("storage_arrays:\n")
    files["san.yaml"] = hosts + "fabrics:\n" + arrays.split("fabrics:\n")[1]
    document = triage(tmp_path, files)
    assert causes(document) == [("TRI009", (f"storage_array {SERIAL}",))]


@pytest.mark.parametrize(
    ("serial", "prefix"), [("000197799999", LISTED), (SERIAL, "naa.6000097000019779999953")], ids=["array", "volumes"]
)
def test_volumes_of_another_array_are_not_used(tmp_path: Path, serial: str, prefix: str):
    document = triage(tmp_path, exports(serial, prefix))
    assert causes(document) == []
    assert segments(document) == {("S1",), ("S2", "S5")}
