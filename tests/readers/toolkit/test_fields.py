"""Declared facts: what each source returns, when a row is written, where bad values are kept, and what is provided."""

from __future__ import annotations

import re
from typing import Any

import pytest

from checker.facts.normalise import size_bytes
from checker.facts.observations import Observations
from checker.readers.toolkit.base import Capture, columns, read_capture
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.blocks import blocks, line_rows, shell_noise
from checker.readers.toolkit.declarations.declared import Each, Index, provided
from checker.readers.toolkit.declarations.family import Family, by_columns, by_pattern, names_that_fit
from checker.readers.toolkit.declarations.fields import (
    computed,
    const,
    device_id,
    fcid,
    first,
    flag,
    found,
    joined,
    lower,
    number,
    owner,
    parsed,
    speed,
    text,
    unless_wwn,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import JsonFamily, listed, type_by
from checker.readers.toolkit.declarations.records import Context, TextRow
from checker.readers.toolkit.documents.json_objects import JsonObject
from checker.readers.toolkit.load import load_of

Facts = declared.Facts[TextRow]
WWPN = "50:00:14:42:a0:00:00:10"


def written(*parts: declared.Part[TextRow], **values: str) -> Observations:
    """What the parts write of one row at line 7, whose attributes are at lines 8, 9 …"""
    observations = Observations()
    context = Context(Capture(text=""), observations.writer(1, "array1"), "array1")
    row = TextRow(7, values, {name: 8 + place for place, name in enumerate(values)})
    for part in parts:
        part.write(row, context)
    return observations


def value(source: declared.Source[TextRow], **values: str) -> Any:
    """What a source returns for a row with these attributes."""
    (row,) = written(Facts("component", component_type=const("x"), component=source), **values).rows("component")
    return row.get("component")


@pytest.mark.parametrize(
    ("source", "values", "expected"),
    [
        ("name", {"name": "p1"}, "p1"),
        ("name", {"name": "-"}, None),
        (text("alias", "name"), {"alias": "-", "name": "p1"}, "p1"),
        (lower("state"), {"state": "Online"}, "online"),
        (number("lun"), {"lun": "1,024"}, 1024),
        (flag("thin", yes="thin", no="thick"), {"thin": "No"}, "thick"),
        (flag("thin"), {"thin": "maybe"}, None),
        (parsed(size_bytes, "capacity"), {"capacity": "2KB"}, 2048),
        (speed("rate"), {"rate": "16GFC"}, 16.0),
        (fcid("id"), {"id": "0x010A00"}, "010a00"),
        (const("fc"), {}, "fc"),
        (owner, {}, "array1"),
        (first("name", owner), {}, "array1"),
        (first("name", owner), {"name": "p1"}, "p1"),
        (joined(":", "node", "port"), {"node": "n1", "port": "2"}, "n1:2"),
        (joined(":", "node", "port"), {"node": "n1"}, None),
        (words("state", {"active": "up"}), {"state": "Active"}, "up"),
        (words("state", {"active": "up"}), {"state": "Degraded"}, "Degraded"),
        (words("state", {"active": "up"}, others=False), {"state": "Degraded"}, None),
        (found(r"v([0-9.]+)", "level"), {"level": "build v8.1.3"}, "8.1.3"),
        (found(r"v([0-9.]+)", "level"), {"level": "unknown"}, None),
        (parsed(len, "name"), {"name": "abc"}, 3),
        (wwn("wwpn"), {"wwpn": WWPN}, "50001442a0000010"),
        (device_id("uid"), {"uid": "60000970000192601700533030303031"}, "naa.60000970000192601700533030303031"),
        (unless_wwn("wwpn"), {"wwpn": WWPN}, None),
        (unless_wwn("wwpn"), {"wwpn": "iqn.1998-01.com.vmware:esx1"}, "iqn.1998-01.com.vmware:esx1"),
        (lambda row: row.line, {}, 7),
        (computed(lambda row, context: f"{context.owner}/{row.line}"), {}, "array1/7"),
    ],
)
def test_sources(source: declared.Source[TextRow], values: dict[str, str], expected: object) -> None:
    assert value(source, **values) == expected


def test_a_row_without_what_it_needs_is_not_written() -> None:
    pool = Facts(
        "pool", needs=("storage_array", "pool"), storage_array=owner, pool="name", size_bytes=parsed(size_bytes, "size")
    )
    assert written(pool, name="p1").rows("pool") == [{"storage_array": "array1", "pool": "p1", "line": 7}]
    assert written(pool, size="1GB").rows("pool") == []


def test_a_row_is_written_only_when_its_condition_holds() -> None:
    by_name = Facts("pool", when="name", pool=const("p"))
    by_code = Facts("pool", when=lambda row: row.text("name") == "p1", pool="name")
    assert [len(written(by_name, by_code, name=name).rows("pool")) for name in ("p1", "p2", "-")] == [2, 1, 0]


def test_equal_rows_are_written_once_a_capture() -> None:
    view = Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="host")
    assert len(written(view, view, host="esx1").rows("mask_view")) == 1


def test_an_observation_has_the_line_of_its_attribute() -> None:
    cache = Facts("array_setting", line="cache", scope="name", setting=const("cache"), value="cache")
    assert written(cache, name="v1", cache="on").rows("array_setting")[0]["line"] == 9


def test_a_bad_value_is_kept_with_its_line_and_place() -> None:
    port = Facts("target_port", place="name", port_name="name", target_wwpn=wwn("wwpn"), wwnn=wwn("wwnn", report=False))
    observations = written(port, name="fc0", wwpn="50:00:xx:xx:xx:xx:xx:xx", wwnn="unknown")
    assert "target_wwpn" not in observations.rows("target_port")[0]
    (bad,) = observations.rows("bad_value")
    assert (bad["about_kind"], bad["fact"], bad["place"], bad["line"], bad["problem"]) == (
        "target_port",
        "target_wwpn",
        "fc0",
        9,
        "redacted",
    )


def test_a_bad_value_that_a_row_needs_is_kept_although_the_row_is_not() -> None:
    login = Facts(
        "array_login", needs=("initiator_wwpn", "target_wwpn"), initiator_wwpn=wwn("from"), target_wwpn=wwn("to")
    )
    observations = written(login, **{"from": "oops", "to": "oops too"})
    assert observations.rows("array_login") == []
    assert [row["fact"] for row in observations.rows("bad_value")] == ["initiator_wwpn", "target_wwpn"]


def test_objects_inside_a_row() -> None:
    def ports(row: TextRow) -> list[TextRow]:
        return [TextRow(row.line, {"host": row.values["host"], "wwpn": name}) for name in row.values["ports"].split()]

    member = Facts("mask_initiator", needs="initiator_wwpn", view="host", initiator_wwpn=wwn("wwpn"))
    observations = written(Each(ports, member), host="esx1", ports=f"{WWPN} iqn.x {WWPN[:-1]}1")
    assert [row["initiator_wwpn"] for row in observations.rows("mask_initiator")] == [
        "50001442a0000010",
        "50001442a0000011",
    ]


def test_what_is_provided_follows_from_the_declarations() -> None:
    common = {"storage_array": owner, "vendor": const("IBM")}
    array = Facts("storage_array", common, model="model")
    more = Facts("storage_array", common, needs="serial", serial="id")
    pools = Each(lambda row: [row], Facts("pool", needs="pool", size_bytes=parsed(size_bytes, "size"), pool="name"))
    by_hand = columns(pool="pool free_bytes", host="host")
    assert {kind: set(names) for kind, names in provided(array, more, pools, by_hand).items()} == {
        "storage_array": {"storage_array", "vendor", "model", "serial"},
        "pool": {"pool", "size_bytes", "free_bytes"},
        "host": {"host"},
    }


def test_unknown_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="no_such_column"):
        written(Facts("pool", no_such_column="x"))


def test_a_family_writes_the_owner_once() -> None:
    def rows(capture: Capture, _out: object) -> list[TextRow]:
        lines = enumerate(capture.text.split("\n"), 1)
        return [TextRow(number, dict(zip(("name", "size"), line.split(), strict=False))) for number, line in lines]

    family = Family("svc", rows, once=Facts("storage_array", storage_array=owner, vendor=const("IBM")))
    pools = Facts("pool", needs="size_bytes", pool="name", size_bytes=parsed(size_bytes, "size"))
    reader = family.reader("svc-pools", "lspools", by_pattern("pools", (90, "^p1")), pools, needles=("p1",))
    capture = Capture(text="title\np1 1GB\np2 2GB", owner="svc1")
    observations = read_capture(reader, capture).observations
    assert [row["pool"] for row in observations.rows("pool")] == ["p1", "p2"]
    assert observations.rows("storage_array") == [{"storage_array": "svc1", "vendor": "IBM", "line": 2}]
    assert reader.provides == {"pool": ("pool", "size_bytes"), "storage_array": ("storage_array", "vendor")}
    detection = reader.detect(capture)
    assert detection is not None
    assert (detection.score, detection.reason) == (90, "pools")
    assert reader.detect(Capture(text="p2")) is None


def test_blocks_begin_where_a_key_repeats_or_at_a_key() -> None:
    text = "$ prompt\nName = p1\nState = up\n\nodd line\nName = p2\nState = down"
    for begins in ("", "name"):
        read = blocks(r"\s*([A-Z]\w+) = (.*)", begins=begins, noise=r"\$ ")
        observations = Observations()
        out = observations.writer(1, "host1")
        found = [(row.line, row.text("name"), row.at("state")) for row in read(Capture(text=text), out)]
        assert found == [(2, "p1", 3), (6, "p2", 7)]
        assert (out.unread_lines, out.first_unread) == (1, 5)


def test_facts_that_need_any_of_two_columns_and_count_skipped_rows() -> None:
    port = Facts("initiator", any_of=("hba", "initiator_wwpn"), hba="name", initiator_wwpn=wwn("wwpn"))
    assert written(port, name="fcs0").rows("initiator") == [{"hba": "fcs0", "line": 7}]
    lost = written(port, wwpn="1000XXXXXXXXXXXX")
    assert (lost.rows("initiator"), [row["fact"] for row in lost.rows("bad_value")]) == ([], ["initiator_wwpn"])
    assert provided(port) == {"initiator": ("hba", "initiator_wwpn")}
    out = Observations().writer(1, "host1")
    Facts("device", needs="device", note="skipped", unread=True, device="id").write(
        TextRow(7), Context(Capture(text=""), out, "host1")
    )
    assert ([note.text for note in out.notes], out.unread_lines) == (["skipped"], 1)


def test_blocks_begin_at_a_title() -> None:
    text = "State = lost\nport p1\nState = up\nState = down\ncounters\n# port\n$ exit\nport p2"
    read = blocks(r"([A-Z]\w+) = (.*)", title=r"port (?P<name>\w+)", noise=shell_noise("port"), inside="counters")
    out = Observations().writer(1, "host1")
    found = [(row.line, row.values) for row in read(Capture(text=text), out)]
    assert found == [(2, {"name": "p1", "state": "up"}), (8, {"name": "p2"})]
    assert (out.unread_lines, out.first_unread) == (1, 1)


@pytest.mark.parametrize("line", ["$ port -l", "sudo /opt/bin/port x", "[root@a:~] # port", "host$ exit", "===", "# "])
def test_noise_of_a_shell(line: str) -> None:
    assert re.match(shell_noise("port"), line.strip())
    assert not re.match(shell_noise("port"), "porthole = 1")


@pytest.mark.parametrize(
    ("head", "score"),
    [("id name", 90), ("id alias", 90), ("id name owner", None), ("id", None), ("a b c d", 50)],
)
def test_detection_by_columns(head: str, score: int | None) -> None:
    detect = by_columns(
        lambda text: set(text.split()), "things", (90, "id name|alias -owner"), lambda names: 50 * (len(names) == 4)
    )
    detection = detect(Capture(text=head))
    assert (detection.score if detection else None) == score


def test_a_json_family_joins_objects_by_their_ids() -> None:
    type_of = type_by((("host", "hostname"), ("mapping", "host_id -hostname"), ("port", "speed")))

    def objects(document: Any, line: int) -> list[JsonObject]:
        return [JsonObject(type_of(item), item, place) for item, place in listed(document, line)]

    names = Index[JsonObject]("host", "id", "hostname")
    mapping = declared.Facts[JsonObject](
        "mask_volume", needs="view", view=names.of("host_id"), volume_name="volume", lun=number("lun")
    )
    family = JsonFamily(
        "powerstore",
        objects,
        {"mapping": (mapping,), "host": ()},
        once=declared.Facts[JsonObject]("storage_array", storage_array=owner),
        indexes=(names,),
        ignored=("port",),
    )
    reader = family.reader("test-rest", "GET /", lambda capture: None)
    answer = """[{"host_id": "h1", "volume": "v1", "lun": 3}, {"host_id": "h2", "volume": "v2"},
        {"id": "h1", "hostname": "esx1"}, {"speed": 8}, {"odd": 1}]"""
    result = read_capture(reader, Capture(text=answer, owner="ps1"))
    assert result.observations.rows("mask_volume") == [{"view": "esx1", "volume_name": "v1", "lun": 3, "line": 1}]
    assert result.observations.rows("storage_array") == [{"storage_array": "ps1", "line": 1}]
    assert [note.line for note in result.notes] == [2]
    assert reader.provides == {"mask_volume": ("view", "volume_name", "lun"), "storage_array": ("storage_array",)}


def test_lines_as_rows_and_a_truncated_last_row() -> None:
    rows = line_rows(re.compile(r"(?P<name>\w+)=(?P<size>\d+)\Z"), re.compile(r"#").match, started=r"\w+=?\Z")
    reader = Family("svc", rows).reader(
        "svc-x", "x", lambda _: None, Facts("pool", pool="name", size_bytes=number("size"))
    )
    result = read_capture(reader, Capture("# pools\n\na=1\n??\nb=2\nc=\n", owner="o"))
    assert [(row["pool"], row["size_bytes"], row["line"]) for row in result.observations.rows("pool")] == [
        ("a", 1, 3),
        ("b", 2, 5),
    ]
    assert (result.unread_lines, result.first_unread, result.ends_inside_record) == (2, 4, True)
    assert [(note.line, note.text) for note in result.notes] == [
        (6, "truncated: the last row is incomplete and was skipped")
    ]


def test_names_fit_if_all_needed_ones_are_there() -> None:
    fits = names_that_fit("host disk|lun -path")
    assert [fits(set(names.split())) for names in ("host lun x", "host x", "host disk path")] == [True, False, False]


def test_a_load_names_its_object_and_its_tool() -> None:
    assert load_of("device", "host1/sdb", "iostat", {"iops": 5.0}, phase="") == {
        "about_kind": "device",
        "about_key": "host1/sdb",
        "tool": "iostat",
        "measured": True,
        "phase": "",
        "iops": 5.0,
    }
