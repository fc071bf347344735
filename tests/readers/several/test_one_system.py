"""One system stays one system: its exports join in a folder, whether their objects name it or not, and two systems stay two."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.readers.array_exports import sample
from tests.support import store_of, store_of_files

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
def test_arrays_of_two_letters_with_other_volumes_are_two(folder: str, tmp_path: Path) -> None:
    """A and B may be the controllers of one array, which list the same volumes under the same names."""
    one = sample("clariion-getlun.txt")
    two = one.replace("60:06:01:60", "60:06:01:61")
    assert one != two
    volumes = "SELECT count(DISTINCT storage_array), count(*) FROM storage_volume"
    assert store_of_files(tmp_path / "two", {f"{folder}A_getlun.txt": one, f"{folder}B_getlun.txt": two}).rows(
        volumes
    ) == [(2, 2)]
    assert store_of_files(tmp_path / "one", {f"{folder}A_getlun.txt": one, f"{folder}B_getlun.txt": one}).rows(
        volumes
    ) == [(1, 1)]


# Lists without a volume, and by what those of another array differ.
OF_ONE_ARRAY = {
    "clariion-getdisk.txt": ("W7H", "X8K"),
    "dothill-disks.txt": ("6SL", "7TM"),
    "svc-lsfabric.txt": ("500507680304", "500507680399"),
    "svc-lsmdisk.txt": ("60060160", "60060161"),
    "svc-lsportfc.txt": ("500507680", "500507681"),
    "svc-lshostvdiskmap.txt": ("60050768", "60050769"),
    "3par-showport.txt": ("0002AC", "0002AD"),
    "3par-showvlun.txt": ("vol_", "lun_"),
    "3par-shownode.txt": ("1617027", "1617099"),
    "netapp-node-show.table.txt": ("cl-0", "xy-0"),
    "netapp-lun-mapping-show.table.txt": ("lun5", "lun6"),
    "pure-pureport.txt": ("52:4A:93", "52:4A:94"),
    "xiv-xcli.ports.txt": ("500173800", "500173801"),
    # Lists of hosts, counters and parts without an identity that is read: only the same text is of one array.
    "3par-showhost.txt": ("10000000C9000071", "10000000C9000091"),
    "3par-showport.i.txt": ("RFE0000G", "RFE0001H"),
    "dothill-initiators.txt": ("db01", "db09"),
    "oceanstor-initiator.txt": ("10000000c9", "10000000c8"),
    "svc-lssystemstats.nodes.txt": (":16:", ":17:"),
    "pure-rest.hosts.json": ("esx", "aix"),
}


def _machines(texts: dict[str, str]) -> int:
    """The number of arrays that files without a name in their content are assigned to."""
    with TemporaryDirectory() as folder:
        return len(
            store_of_files(Path(folder), texts).rows("SELECT DISTINCT owner FROM export WHERE format IS NOT NULL")
        )


@pytest.mark.parametrize("name", OF_ONE_ARRAY)
def test_arrays_of_two_letters_are_two_if_a_part_has_two_identities(name: str) -> None:
    one = sample(name)
    two = one.replace(*OF_ONE_ARRAY[name])
    assert one != two
    command = name.partition("-")[2].partition(".")[0]
    assert _machines({f"A_{command}.txt": one, f"B_{command}.txt": one}) == 1
    assert _machines({f"A_{command}.txt": one, f"B_{command}.txt": two}) == 2


def test_ports_of_one_letter_and_volumes_of_another_may_be_of_two_arrays() -> None:
    texts = {"A_lsportfc.txt": sample("svc-lsportfc.txt"), "B_lsvdisk.txt": sample("svc-lsvdisk.txt")}
    assert _machines(texts) == 2
    assert _machines({"A_lsnode.txt": sample("svc-lsnode.txt"), "B_lsportfc.txt": sample("svc-lsportfc.txt")}) == 2


@pytest.mark.parametrize("name", ["pure-purevol.txt", "3par-showvv.d.txt", "svc-lsvdisk.txt", "oceanstor-lun.txt"])
def test_two_arrays_that_mirror_their_volumes_stay_two(name: str) -> None:
    """Both present the same volumes under the same identities; one of them has a volume more."""
    one = sample(name)
    two = "\n".join(one.rstrip("\n").split("\n")[:-1]) + "\n"
    assert _machines({f"A_{name}": one, f"B_{name}": two}) == 2
    assert _machines({f"east/{name}": one, f"west/{name}": two}) == 2
    assert _machines({f"prodbox_{name}": one, f"drbox_{name}": two}) == 2


def _owners(texts: dict[str, str], folder: Path) -> dict[str, str]:
    store = store_of_files(folder, texts)
    return dict(store.rows("SELECT parse_filename(file), owner FROM export WHERE format IS NOT NULL"))


@pytest.mark.parametrize("layout", ["{0}_{1}.txt", "{1}-{0}.txt", "{0}/{0}_{1}.txt"])
@pytest.mark.parametrize(("one", "other"), [("A", "B"), ("spa", "spb"), ("ctrl1", "ctrl2"), ("node-a", "node-b")])
def test_each_of_two_arrays_keeps_its_files(one: str, other: str, layout: str, tmp_path: Path) -> None:
    """Nothing in the lists says which array they are of; the letter says which belong together."""
    texts = {
        layout.format(side, command): sample(name).replace(old, old if side == one else new)
        for side in (one, other)
        for command, name, old, new in (
            ("getdisk", "clariion-getdisk.txt", "W7H", "X8K"),
            ("getlun", "clariion-getlun.txt", "60:06:01:60", "60:06:01:61"),
        )
    }
    owners = _owners(texts, tmp_path)
    of_side = [
        {owner for name, owner in owners.items() if side in name.replace(other if side == one else one, "")}
        for side in (one, other)
    ]
    assert len(owners) == 4
    assert [len(found) for found in of_side] == [1, 1] and not of_side[0] & of_side[1]


def test_both_controllers_that_name_their_array_are_of_it(tmp_path: Path) -> None:
    counters = sample("clariion-getrg.txt")
    texts = {f"sp{side}_getagent.txt": sample("clariion-getagent.txt") for side in "ab"}
    texts |= {"spa_getrg.txt": counters, "spb_getrg.txt": counters.replace("RaidGroup ID:", "RaidGroup ID: 1")}
    assert texts["spa_getrg.txt"] != texts["spb_getrg.txt"]
    assert len(set(_owners(texts, tmp_path / "both").values())) == 1
    del texts["spb_getagent.txt"]
    owners = _owners(texts, tmp_path / "one")
    assert owners["spa_getrg.txt"] == owners["spa_getagent.txt"] != owners["spb_getrg.txt"]


PORTS = """N:S:P   Mode State ----Node_WWN---- -Port_WWN/HW_Addr- Type Protocol Label Partner FailoverState
0:1:1 target ready 2FF70002AC0A1B2C   20110002AC0A1B2C host       FC     -   1:1:1          none
0:1:2 target ready 2FF70002AC0A1B2C   20120002AC0A1B2C host       FC     -   1:1:2          none
1:1:1 target ready 2FF70002AC0A1B2C   21110002AC0A1B2C host       FC     -   0:1:1          none
1:1:2 target ready 2FF70002AC0A1B2C   21120002AC0A1B2C host       FC     -   0:1:2          none
"""
NODES = sample("netapp-node-show.table.txt")


def test_controllers_that_list_their_own_ports_are_of_one_array() -> None:
    head, *ports = PORTS.splitlines(keepends=True)
    files = {"node-a_showport.txt": "".join([head, *ports[:2]]), "node-b_showport.txt": "".join([head, *ports[2:]])}
    assert _machines(files) == 1


def test_replaced_cards_and_volumes_do_not_make_another_array(tmp_path: Path) -> None:
    """A port that both captures show proves one array; of other parts, most are the same."""
    replaced = re.sub("(2011|2012|2111)0002AC0A1B2C", r"\g<1>0002AC0A1BFF", PORTS)
    store = store_of_files(tmp_path, {"A_showport.txt": PORTS, "B_showport.txt": replaced})
    assert replaced != PORTS
    assert not store.has_rows("shared_name")
    disks = [
        f"Bus 0 Enclosure 0  Disk {n}\nState: Enabled\nDrive Type: SAS\nSerial Number: ZZ00{n}\n\n" for n in range(3)
    ]
    text = "".join(disks)
    for number, machines in ((1, 1), (2, 2)):
        other = text.replace("ZZ00", "YY00", number)
        assert _machines({"A_getdisk.txt": text, "B_getdisk.txt": other}) == machines


def test_nodes_that_list_themselves_may_be_of_one_array_or_of_two() -> None:
    head, rows = NODES.splitlines(keepends=True)[:2], NODES.splitlines(keepends=True)[2:4]
    rows += [row.replace("cl-0", "cl-1") for row in rows]
    first, second, both, others = ("".join([*head, *nodes]) for nodes in (rows[:1], rows[1:2], rows[:2], rows[2:]))
    assert _machines({"a_node_show.txt": both, "b_node_show.txt": both}) == 1
    for one, other in ((first, second), (both, first), (both, others)):
        assert _machines({"a_node_show.txt": one, "b_node_show.txt": other}) == 2


def test_clusters_of_a_vplex_that_have_other_volumes_in_views_of_one_name_are_of_one_vplex() -> None:
    one = sample("vplex-configdump.xml")
    two = re.sub(
        r"(?<=[0-9a-f]{12})[0-9a-f]{4}(?![0-9a-f])",
        "0b0b",
        one.replace("db01_vol", "db09_vol").replace("web01", "web09"),
    )
    store = store_of({"metro/cluster-1_configdump.xml": one, "metro/cluster-2_configdump.xml": two})
    assert not store.has_rows("shared_name"), store.rows("SELECT * FROM shared_name")
    assert store.rows("SELECT DISTINCT owner FROM export") == [("metro",)]
