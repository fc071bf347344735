"""One system stays one system: its exports join in a folder, whether their objects name it or not, and two systems stay two."""

from __future__ import annotations

import re

import pytest

from tests.readers.array_exports import sample
from tests.support import store_of

# The first export of a family names the system, the others don't.
EXPORTS = {
    "unity": "unity-rest.system.json unity-rest.fcport.json unity-rest.host.json unity-rest.hostinitiator.json unity-rest.lun.json",
    "powerstore": "powerstore-rest.cluster.json powerstore-rest.fcport.json powerstore-rest.host.json powerstore-rest.mapping.json"
    " powerstore-rest.volume.json",
    "pure": "pure-rest.arrays.json pure-rest.ports.json pure-rest.hosts.json pure-rest.connections.json pure-rest.volumes.json",
    "ontap": "netapp-cluster-identity-show.txt netapp-rest.interface.json netapp-rest.igroup.json netapp-rest.map.json netapp-rest.lun.json",
    "ontap shell": "netapp-cluster-identity-show.txt netapp-interface-show.txt netapp-igroup-show.txt netapp-lun-mapping-show.txt"
    " netapp-lun-show.txt",
    "svc": "svc-lssystem.txt svc-lsportfc.txt svc-lshost.txt svc-lshostvdiskmap.txt svc-lsvdisk.txt svc-lstargetportfc.txt",
    "3par": "3par-wsapi.system.json 3par-showport.txt 3par-wsapi.host.json 3par-showvlun.txt 3par-wsapi.volume.json",
    "oceanstor": "oceanstor-system.txt oceanstor-port.txt oceanstor-host.txt oceanstor-mapping.txt oceanstor-lun.txt",
    "hitachi": "hitachi-rest-storages.json hitachi-rest.ports.json hitachi-rest.host-groups.json hitachi-rest.luns.json hitachi-rest.ldevs.json",
    "eseries": "eseries-smcli.txt eseries-rest.interface.json eseries-rest.host.json eseries-rest.mapping.json eseries-rest.volume.json",
    "msa": "dothill-system.txt dothill-ports.txt dothill-maps.txt dothill-initiators.txt dothill-json.json",
}
KINDS = ("storage_array", "target_port", "mask_view", "mask_volume", "storage_volume")
# Samples of these families contain identities in letters, which the copy below keeps.
_LETTERS = ("unity", "ontap")


def _texts(family: str, folder: str) -> dict[str, str]:
    return {f"{folder}/{index}_{name}": sample(name) for index, name in enumerate(EXPORTS[family].split())}


def _arrays(texts: dict[str, str]) -> dict[str, set[object]]:
    """The arrays of each kind of objects; OceanStor lists no volumes in views."""
    store = store_of(texts)
    found = {
        kind: {name for (name,) in store.rows(f"SELECT DISTINCT storage_array FROM {kind}") if name is not None}
        for kind in KINDS
    }
    return {kind: names for kind, names in found.items() if names or kind != "mask_volume"}


def _copy(text: str) -> str:
    """The export of another system of the same structure: other serial numbers and world wide names."""
    long = re.compile(r"(?i)(?<![0-9a-z])(?=[0-9a-f:.]*\d)[0-9a-f:]{8,40}(?![0-9a-z])")
    changed = long.sub(lambda found: found.group()[:2] + found.group()[2:].translate(str.maketrans("13", "31")), text)
    return re.sub(r"\b(ps|fa|svc|storeb|ocean|eser|msa)0?(\d)\b", r"\g<1>7\2", changed).replace("540001", "540003")


@pytest.mark.parametrize("family", EXPORTS)
def test_exports_in_one_folder_are_one_system(family: str) -> None:
    arrays = _arrays(_texts(family, "box7"))
    assert len(set().union(*arrays.values())) == 1 and all(arrays.values())


@pytest.mark.parametrize("family", [family for family in EXPORTS if not family.startswith(_LETTERS)])
def test_two_systems_in_two_folders_stay_two(family: str) -> None:
    west = {path: _copy(text) for path, text in _texts(family, "west").items()}
    arrays = _arrays(_texts(family, "east") | west)
    assert {kind: len(names) for kind, names in arrays.items()} == dict.fromkeys(arrays, 2)


@pytest.mark.parametrize("folder", ["", "old/"])
def test_arrays_of_two_letters_with_other_volumes_are_two(folder: str) -> None:
    """A and B may be the controllers of one array, which list the same volumes under the same names."""
    one = sample("clariion-getlun.txt")
    two = one.replace("60:06:01:60", "60:06:01:61")
    assert one != two
    volumes = "SELECT count(DISTINCT storage_array), count(*) FROM storage_volume"
    assert store_of({f"{folder}A_getlun.txt": one, f"{folder}B_getlun.txt": two}).rows(volumes) == [(2, 2)]
    assert store_of({f"{folder}A_getlun.txt": one, f"{folder}B_getlun.txt": one}).rows(volumes) == [(1, 1)]
