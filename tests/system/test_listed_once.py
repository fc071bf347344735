"""Of two captures of one command, one lists an object that the other does not: it may have been deleted, so it is not silently present."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests import folders

PROMPT = "[root@db01 ~]# multipath -ll{option}\n"


def _maps(*numbers: int) -> str:
    return "".join(
        f"mpath{'xabcde'[n]} (36000097000019260012353303030344{n}) dm-{n} EMC,SYMMETRIX\n"
        "size=100G features='1 queue_if_no_path' hwhandler='0' wp=rw\n"
        "`-+- policy='service-time 0' prio=1 status=active\n"
        f"  |- 1:0:0:{n} sd{'xabcde'[n]} 8:{16 * n} active ready running\n"
        f"  `- 2:0:0:{n} sd{'xlmnop'[n]} 8:{160 + 16 * n} active ready running\n"
        for n in numbers
    )


def _found(folder: Path, **files: str) -> list[tuple[str, str, list[int]]]:
    """The kind and message of each finding, and its lines."""
    for name, text in files.items():
        (folder / f"{name}.log").write_text(text)
    report = audit([str(folder)], Options(isolated=True, profile="all", jobs=1))
    return [
        (
            str(one.evidence["about_kind"]),
            one.message,
            [place.line for place in (one.location, *one.related) if place],
        )
        for one in report.findings
        if one.rule == "DOC022"
    ]


def test_a_map_that_one_of_two_captures_lists_is_reported_with_both_places(tmp_path: Path) -> None:
    prompt = PROMPT.format(option="")
    [(kind, message, lines)] = _found(tmp_path, one=prompt + _maps(1, 2, 3), two=prompt + _maps(1, 2))
    assert (kind, lines) == ("device", [12, 2])
    assert "device naa.60000970000192600123533030303443: listed by one capture (" in message


def test_a_path_that_one_of_two_captures_in_one_session_lists_is_reported(tmp_path: Path) -> None:
    prompt = PROMPT.format(option="")
    later = "".join(line for line in _maps(1, 2).splitlines(keepends=True) if "1:0:0:2" not in line)
    [(kind, _, lines)] = _found(tmp_path, both=prompt + _maps(1, 2) + prompt + later)
    assert (kind, lines) == ("path", [10, 13])


def test_captures_that_list_the_same_or_nothing_in_common_are_not_reported(tmp_path: Path) -> None:
    prompt = PROMPT.format(option="")
    assert not _found(tmp_path, one=prompt + _maps(1, 2), two=prompt + _maps(2, 1))
    assert not _found(tmp_path, one=prompt + _maps(1, 2), two=prompt + _maps(3, 4))
    assert not _found(tmp_path, one=prompt + _maps(1, 2, 3, 4), two=prompt + _maps(1))


def test_a_capture_of_one_map_says_nothing_about_the_others(tmp_path: Path) -> None:
    one, all_maps = PROMPT.format(option=" mpatha"), PROMPT.format(option="")
    assert not _found(tmp_path, one=one + _maps(1), two=all_maps + _maps(1, 2))


def test_a_newer_capture_of_another_day_replaces_the_older_one(tmp_path: Path) -> None:
    prompt = PROMPT.format(option="")
    texts = {"2026-11-01_db01": prompt + _maps(1, 2, 3), "2026-11-09_db01": prompt + _maps(1, 2)}
    assert not _found(tmp_path, **texts)


def test_the_local_volumes_of_two_clusters_differ(tmp_path: Path) -> None:
    text = (folders.SAMPLES / "vplex-ll-virtual-volumes.txt").read_text()
    prompt = "VPlexcli:/> ll /clusters/cluster-{n}/virtual-volumes\n"
    other = text.replace("cluster-1", "cluster-2").replace("web01", "web02").replace("b20000000002", "b20000000003")
    assert not _found(tmp_path, c1=prompt.format(n=1) + text, c2=prompt.format(n=2) + other)


def test_answers_to_two_questions_of_one_interface_list_other_things(tmp_path: Path) -> None:
    """The hosts of an array, and those of its hosts that have a volume, are documents of one reader."""
    host = (
        '{{"id": "{0}", "name": "h{0}", "host_initiators": [{{"port_name": "10:00:00:00:c9:00:00:0{0}", "port_type": "FC", '
        '"active_sessions": []}}], "os_type": "Linux", "type": "External", "mapped_hosts": []}}'
    )
    mapping = '{"host_group_id": null, "host_id": "1", "id": "m1", "logical_unit_number": 3, "volume_id": "v1"}'
    (tmp_path / "ps01").mkdir()
    (tmp_path / "ps01" / "host.json").write_text(f"[{host.format(1)}, {host.format(2)}]")
    (tmp_path / "ps01" / "mapping.json").write_text(f"[{mapping}]")
    assert not _found(tmp_path)


@pytest.mark.parametrize(("options", "expected"), [(("", ""), 1), (("", "_-S"), 0), (("_-a", "_-a"), 1)])
def test_an_option_may_list_other_objects(tmp_path: Path, options: tuple[str, str], expected: int) -> None:
    """In a folder of a host, as a collector writes the files; ``lsblk -S`` lists no NVMe disks."""
    rows = [f"{name} {number}:0 0 20G 0 disk\n" for name, number in (("sda", 8), ("sdb", 9), ("nvme0n1", 259))]
    for folder, option, text in (("a", options[0], rows), ("b", options[1], rows[:2])):
        (tmp_path / folder / "db01").mkdir(parents=True)
        (tmp_path / folder / "db01" / f"lsblk{option}.txt").write_text(
            "[root@db01 ~]#\nNAME MAJ:MIN RM SIZE RO TYPE MOUNTPOINT\n" + "".join(text)
        )
    assert len(_found(tmp_path)) == expected


def test_ports_and_their_addresses_are_answers_to_two_questions(tmp_path: Path) -> None:
    def answer(kind: str, number: int, **more: str) -> str:
        port = {"tar-id": ["a", f"X1-SC1-iscsi{number}", number], "port-address": f"iqn.2008-05.com.xtremio:00{number}"}
        links = [{"href": f"https://192.0.2.7/api/json/types/{kind}/{number}", "rel": "self"}]
        return json.dumps({"content": {**port, "sys-id": ["s1", "xio7", 1], **more}, "links": links})

    targets = [
        answer("targets", n, name=f"X1-SC1-iscsi{n}", **{"port-state": "up", "port-type": "iscsi"}) for n in (1, 2)
    ]
    portals = [answer("iscsi-portals", 1, **{"ip-addr": "192.0.2.1/24"})]
    (tmp_path / "xio7").mkdir()
    for name, answers in (("targets", targets), ("portals", portals)):
        (tmp_path / "xio7" / f"{name}.json").write_text("\n".join(answers))
    assert not _found(tmp_path)
