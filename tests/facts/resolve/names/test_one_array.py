"""One array stays one array, however few of its exports name it; two arrays in two folders stay two."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from checker.audit import Options, Session
from tests import folders

# Samples of each family: the first names the array, and the others do not, or only sometimes.
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "powerstore-rest": ("cluster", "fcport", "host", "mapping", "volume"),
    "unity-rest": ("system", "fcport", "host", "hostinitiator", "lun"),
    "unity-uemcli": ("lun", "port", "initiator", "system"),
    "pure": ("purearray", "purehost", "pureport", "purevol", "connections"),
    "netapp": ("cluster-identity-show", "fcp-adapter-show", "igroup-show", "interface-show", "lun-mapping-show", "lun-show"),
    "svc": ("lssystem", "lsportfc", "lshost", "lshostvdiskmap", "lsvdisk", "lsnode"),
    "3par": ("showsys", "showport", "showhost", "showvlun"),
    "3par-wsapi": ("system", "port", "host", "vlun", "volume"),
    "ds8000-rest": ("systems", "ioports", "hosts", "host-ports", "mappings", "volumes"),
    "pure-rest": ("arrays", "ports", "hosts", "connections", "volumes"),
    "oceanstor": ("system", "host", "initiator", "lun", "mapping", "port"),
    "clariion": ("getagent", "arrayname", "port-list", "getlun", "storagegroup-list", "getsp"),
    "eternus-cli": ("status", "fru", "ports", "volumes", "hosts", "affinity", "group"),
    "hitachi-rest": ("storages", "ports", "ldevs", "host-groups", "host-wwns", "luns", "pools"),
}  # fmt: skip
TABLES = ("storage_array", "target_port", "storage_volume", "registered_initiator", "mask_view", "mask_volume")
_NUMBER = re.compile(r"(?<![0-9A-Za-z:.\-])[0-9A-Za-z][0-9A-Za-z:\-]{6,}")
_NAMES = ("ps01", "fa41", "flash06", "svc01", "ocean1", "storeb01", "vnx01", "eternus01", "192.0.2.20", "Cluster Name: cl")  # fmt: skip
Write = Callable[[str, str], None]


def sample(family: str, part: str) -> tuple[str, str]:
    """Name of a file for this part of the array, and its text."""
    (path,) = [
        path
        for path in folders.SAMPLES.iterdir()
        if path.stem in (f"{family}-{part}", f"{family}.{part}") and path.suffix in (".txt", ".json")
    ]
    return f"{part}{path.suffix}", path.read_text()


def other_array(text: str) -> str:
    """The text of another array: other serial numbers, names of ports and volumes, and another name."""

    def changed(found: re.Match[str]) -> str:
        word, last = found.group(), found.group()[-1]
        date_or_word = re.match(r"20\d\d[-:]|[A-Za-z]+[-_]", word)
        if sum(c.isdigit() for c in word) < 6 or date_or_word or last.lower() not in "0123456789abcdef":
            return word
        return word[:-1] + (str((int(last) + 5) % 10) if last.isdigit() else f"{int(last, 16) ^ 1:X}")

    text = _NUMBER.sub(changed, text)
    for name in _NAMES:
        text = text.replace(name, f"{name}9" if name[-1].isalpha() else f"{name[:-1]}9")
    return text


def arrays_of(folder: Path) -> dict[str, set[str]]:
    """Which arrays each kind of fact is about."""
    with Session.open([str(folder)], Options()) as san:
        return {
            table: {name for (name,) in san.store.rows(f"SELECT DISTINCT storage_array FROM {table}")}
            for table in TABLES
            if san.store.has_table(table)
        }


@pytest.mark.parametrize("family", FAMILIES)
def test_files_of_one_array_in_one_folder(family: str, tmp_path: Path) -> None:
    for part in FAMILIES[family]:
        name, text = sample(family, part)
        (tmp_path / name).write_text(text)
    found = arrays_of(tmp_path)
    assert len(found["storage_array"]) == 1
    assert all(names <= found["storage_array"] for names in found.values())
    assert not any(name.startswith("unknown") for name in found["storage_array"])


@pytest.mark.parametrize("layout", ["san7_{part}", "{number:02}_{part}"])
@pytest.mark.parametrize("family", ["powerstore-rest", "hitachi-rest"])
def test_files_of_one_array_named_after_what_they_contain(family: str, layout: str, tmp_path: Path) -> None:
    for number, part in enumerate(FAMILIES[family]):
        name, text = sample(family, part)
        (tmp_path / layout.format(part=name, number=number)).write_text(text)
    assert len(set().union(*arrays_of(tmp_path).values())) == 1


@pytest.mark.parametrize("family", FAMILIES)
def test_two_arrays_in_two_folders(family: str, tmp_path: Path) -> None:
    for part in FAMILIES[family]:
        name, text = sample(family, part)
        for folder, content in (("array-a", text), ("array-b", other_array(text))):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / name).write_text(content)
    found = arrays_of(tmp_path)
    assert len(found["storage_array"]) == 2
    assert len(found["target_port"]) == 2


def _unisphere(folder: Path, change: Callable[[str], str], prefix: str = "") -> None:
    parts = {"srdf": "srdf", "2": "masking_view", "3": "volume", "pools": "pools", "srdf-groups": "rdf_groups"}
    folder.mkdir(exist_ok=True)
    for part, name in parts.items():
        (folder / f"{prefix}{name}.json").write_text(change(sample("symmetrix-unisphere-rest", part)[1]))


def test_answers_of_unisphere_in_a_flat_folder_are_of_one_array(tmp_path: Path) -> None:
    _unisphere(tmp_path / "in", str)
    assert set().union(*arrays_of(tmp_path / "in").values()) == {"000197912345"}


@pytest.mark.parametrize("prefixes", [("vmax1_", "vmax2_"), ("000197912345_", "000197912355_")])
def test_answers_of_unisphere_about_two_arrays_are_of_two(prefixes: tuple[str, str], tmp_path: Path) -> None:
    for prefix, change in zip(prefixes, (str, other_array), strict=True):
        _unisphere(tmp_path / "in", change, prefix)
    found = arrays_of(tmp_path / "in")
    assert len(found["mask_view"]) == 2
    assert found["mask_view"] <= found["storage_array"]


def _xtremio(write: Write, number: int, cluster: str, *, named: bool = True, clusters: bool = True) -> None:
    own = f'"sys-id": ["g{number}", "{cluster}", 1], ' if named else ""
    href = '"links": [{"href": "https://xms/api/json/types/%s/1", "rel": "self"}]'
    if clusters:
        write(
            "clusters.json",
            f'{{"content": {{"name": "{cluster}", "sys-psnt-serial-number": "XIO0016390000{number}", "sys-sw-version": "4.0.2"}}, {href % "clusters"}}}',
        )
    write(
        "targets.json",
        f'{{"targets": [{{{own}"name": "X1-SC1-fc1", "port-address": "51:4f:0c:50:0{number}:00:01:00", "port-state": "up"}}], {href % "targets"}}}',
    )
    write(
        "volumes.json",
        f'{{"volumes": [{{"name": "vol1", "naa-name": "514f0c500000000{number}", "vol-size": "1048576", "lb-size": 512}}], {href % "volumes"}}}',
    )
    write(
        "lun-maps.json",
        f'{{"lun-maps": [{{{own}"mapping-id": ["m", "m1", 1], "ig-name": "esx01", "vol-name": "vol1", "lun": 1}}], {href % "lun-maps"}}}',
    )
    write("initiators.json", f'{{"initiators": [{{"initiator-id": ["i", "esx01_0", 1], "name": "esx01_0", "port-address": "10:00:00:00:c9:00:00:0{number}", "initiator-conn-state": "connected"}}], {href % "initiators"}}}')  # fmt: skip


def _writer(folder: Path, prefix: str = "") -> Write:
    folder.mkdir(exist_ok=True)
    return lambda name, text: (folder / f"{prefix}{name}").write_text(text) and None


@pytest.mark.parametrize(("named", "clusters"), [(True, True), (True, False), (False, True)])
def test_xtremio_objects_with_and_without_their_cluster(named: bool, clusters: bool, tmp_path: Path) -> None:
    _xtremio(_writer(tmp_path), 1, "xbrick1", named=named, clusters=clusters)
    assert set().union(*arrays_of(tmp_path).values()) == {"xbrick1"}


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("layout", ["folders", "file names"])
def test_two_xtremio_clusters(layout: str, named: bool, tmp_path: Path) -> None:
    for number, cluster in ((1, "xbrick1"), (2, "xbrick2")):
        if layout == "folders":
            _xtremio(_writer(tmp_path / f"a{number}"), number, cluster, named=named)
        else:
            _xtremio(_writer(tmp_path, f"a{number}_"), number, cluster, named=named)
    found = arrays_of(tmp_path)
    assert set().union(*found.values()) == {"xbrick1", "xbrick2"}
    assert found["storage_volume"] == found["target_port"] == {"xbrick1", "xbrick2"}


def test_an_array_that_nothing_names_is_not_its_neighbour(tmp_path: Path) -> None:
    _xtremio(_writer(tmp_path, "a1_"), 1, "xbrick1")
    _xtremio(_writer(tmp_path, "a2_"), 2, "", named=False, clusters=False)
    found = arrays_of(tmp_path)
    assert found["target_port"] == {"xbrick1", "a2"}


def test_objects_of_a_management_server_with_two_clusters_stay_apart(tmp_path: Path) -> None:
    _xtremio(_writer(tmp_path, "x1-"), 1, "xbrick1", clusters=False)
    _xtremio(_writer(tmp_path, "x2-"), 2, "xbrick2", clusters=False)
    (tmp_path / "volumes.json").write_text((tmp_path / "x1-volumes.json").read_text().replace("0001", "0007"))
    (tmp_path / "x1-volumes.json").unlink()
    (tmp_path / "x2-volumes.json").unlink()
    found = arrays_of(tmp_path)
    assert not found["storage_volume"] & {"xbrick1", "xbrick2"}


def test_a_cluster_that_is_only_listed_is_not_the_one_that_was_exported(tmp_path: Path) -> None:
    _xtremio(_writer(tmp_path), 1, "xbrick1", clusters=False)
    href = '"links": [{"href": "https://xms/api/json/types/clusters/1", "rel": "self"}]'
    (tmp_path / "clusters.json").write_text(
        f'{{"clusters": [{{"name": "xbrick1", "sys-sw-version": "4.0.2"}}, {{"name": "xbrick2", "sys-sw-version": "4.0.2"}}], {href}}}'
    )
    found = arrays_of(tmp_path)
    assert {"xbrick1", "xbrick2"} <= found["storage_array"]
    assert found["target_port"] == {"xbrick1"}


AGENT = """\
$ naviseccli -h {address} getagent

Agent Rev:           7.33.9 (1.55)
Name:                K10
Serial No:           {serial}
SP Identifier:       {sp}
"""
PORT = """\
$ naviseccli -h {address} port -list -sp

Information about each SPPORT:

SP Name:             SP {sp}
SP Port ID:          0
SP UID:              50:06:01:60:{n}7:20:25:47:50:06:01:6{i}:{n}7:20:25:47
Link Status:         Up
Port Status:         Online
"""


def _vnx(folder: Path, serial: str, number: int, *, with_agents: tuple[str, ...] = ("A", "B")) -> None:
    folder.mkdir(exist_ok=True)
    for index, sp in enumerate("AB"):
        values = {"address": f"10.0.{number}.{index + 1}", "sp": sp, "serial": serial, "n": number, "i": index * 8}
        (folder / f"ports_{sp}.txt").write_text(PORT.format(**values))
        if sp in with_agents:
            (folder / f"agent_{sp}.txt").write_text(AGENT.format(**values))


def test_a_vnx_through_both_processors_and_by_its_serial(tmp_path: Path) -> None:
    _vnx(tmp_path / "vnx", "APM00150000001", 4)
    assert set().union(*arrays_of(tmp_path).values()) == {"APM00150000001"}


def test_two_vnx_through_their_processors(tmp_path: Path) -> None:
    _vnx(tmp_path / "one", "APM00150000001", 4)
    _vnx(tmp_path / "two", "APM00150000002", 5)
    found = arrays_of(tmp_path)
    assert found["storage_array"] == found["target_port"] == {"APM00150000001", "APM00150000002"}


SUMMARY = """\
VPlexcli:/> cluster summary
Clusters:
  Name       Cluster ID  TLA             Connected  Expelled  Operational Status  Health State
  ---------  ----------  --------------  ---------  --------  ------------------  ------------
  cluster-1  1           {one}  true       false     ok                  ok
  cluster-2  2           {two}  true       false     ok                  ok
"""


@pytest.mark.parametrize(
    ("second", "systems"), [(("CKM00000000001", "CKM00000000002"), 1), (("CKM00000000003", "CKM00000000004"), 2)]
)
def test_management_servers_of_one_metro_print_the_same_assemblies(
    second: tuple[str, str], systems: int, tmp_path: Path
) -> None:
    for folder, (one, two) in (("mgmt-1", ("CKM00000000001", "CKM00000000002")), ("mgmt-2", second)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cluster-summary.txt").write_text(SUMMARY.format(one=one, two=two))
    assert len(arrays_of(tmp_path)["storage_array"]) == systems


def test_a_vplex_that_no_path_names_is_called_by_its_first_assembly(tmp_path: Path) -> None:
    (tmp_path / "vplex.txt").write_text(SUMMARY.format(one="CKM00000000002", two="CKM00000000001"))
    assert arrays_of(tmp_path)["storage_array"] == {"CKM00000000001"}


def test_a_vplex_that_an_inventory_calls_by_its_assembly_keeps_that_name(tmp_path: Path) -> None:
    (tmp_path / "vplex.txt").write_text(SUMMARY.format(one="CKM00000000001", two="CKM00000000002"))
    (tmp_path / "san.yaml").write_text(
        "sanlint: 1\nstorage_arrays:\n  CKM00000000001:\n    wan_links:\n      metro: {link_type: ip}\n"
    )
    assert arrays_of(tmp_path)["storage_array"] == {"CKM00000000001"}


def _zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def test_lists_of_hosts_in_two_archives_inside_one_or_in_files_with_two_names_are_of_two_arrays(tmp_path: Path) -> None:
    # Hosts may be registered on both, so that the contents prove nothing.
    text = (folders.SAMPLES / "pure-purehost.txt").read_bytes()
    inner = {f"{name}.zip": _zipped({"purehost.txt": text}) for name in ("storage7", "storage8")}
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "all.zip").write_bytes(_zipped(inner))
    assert arrays_of(tmp_path / "archive")["registered_initiator"] == {"storage7", "storage8"}
    (tmp_path / "files" / "prod").mkdir(parents=True)
    for name in ("storage7", "storage8"):
        (tmp_path / "files" / "prod" / f"{name}_purehost.txt").write_bytes(text)
    assert len(arrays_of(tmp_path / "files")["registered_initiator"]) == 2


def test_a_short_name_and_the_full_name_are_one_array(tmp_path: Path) -> None:
    for name, part in (("vnx7_getlun.txt", "getlun"), ("vnx7.corp.example.net_port_-list.txt", "port-list")):
        (tmp_path / name).write_text((folders.SAMPLES / f"clariion-{part}.txt").read_text())
    assert set().union(*arrays_of(tmp_path).values()) == {"vnx7"}


def test_hosts_that_another_address_lists_are_of_another_array(tmp_path: Path) -> None:
    """A list of hosts without initiators does not identify its array, but it was asked for at an address of its own."""
    for part, address in (("lun", "192.0.2.20"), ("host", "192.0.2.20"), ("host", "192.0.2.60")):
        text = sample("unity-rest", part)[1].replace("192.0.2.20", address)
        (tmp_path / f"{part}-{address[-2:]}.json").write_text(text)
    with Session.open([str(tmp_path)], Options()) as san:
        owners = san.store.rows("SELECT DISTINCT owner FROM export")
    assert {owner for (owner,) in owners} == {"192.0.2.20", "192.0.2.60"}


def _clariion(folder: Path, **serials: str) -> dict[str, set[str]]:
    """Write three outputs for each word and return the arrays, each with the words of its files."""
    serial = re.compile("APM00150000001")
    for word, number in serials.items():
        for part in ("getagent", "arrayname", "getcrus"):
            name, text = sample("clariion", part)
            text = text.replace("vnx01", f"vnx{number[-2:]}")
            (folder / f"{word}_{name}").write_text(serial.sub(number, text))
    with Session.open([str(folder)], Options()) as san:
        found: dict[str, set[str]] = {}
        for owner, file in san.store.rows("SELECT owner, file FROM export"):
            found.setdefault(owner, set()).add(Path(file).name.partition("_")[0])
        return found


def test_names_and_numbers_in_files_of_one_name_are_those_of_one_array(tmp_path: Path) -> None:
    found = _clariion(tmp_path, san1="APM00150000011", san2="APM00150000022")
    assert found == {"APM00150000011": {"san1"}, "APM00150000022": {"san2"}}


def test_files_called_after_controllers_are_of_two_arrays_if_one_command_prints_two_numbers(tmp_path: Path) -> None:
    found = _clariion(tmp_path, SPA="APM00150000011", SPB="APM00150000022")
    assert found == {"APM00150000011": {"SPA"}, "APM00150000022": {"SPB"}}


def test_files_called_after_controllers_are_of_one_array_if_it_prints_one_number(tmp_path: Path) -> None:
    assert _clariion(tmp_path, SPA="APM00150000011", SPB="APM00150000011") == {"APM00150000011": {"SPA", "SPB"}}
