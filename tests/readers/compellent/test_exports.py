"""Dell SC: mappings with the ports at both ends, volumes, and arrays that every object names."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers.array_exports import rows, sample
from tests.support import store_of


def test_a_mapping_names_ports_controllers_and_luns() -> None:
    name = "compellent-rest.mappings.json"
    assert [(p["target_wwpn"], p["director"]) for p in rows(name, "target_port")] == [
        ("5000d31000fd2136", "SN 64802"),
        ("5000d31000fd213e", "SN 64801"),
    ]
    assert [(r["host"], r["initiator_wwpn"]) for r in rows(name, "registered_initiator")] == [
        ("lin01", "21000024ff30a41c"),
        ("lin01", "21000024ff30a41d"),
    ]
    assert [(r["view"], r["volume_name"], r["lun"]) for r in rows(name, "mask_volume")] == [("lin01", "64801.6025", 1)]


def test_a_mapping_that_is_down_is_no_login() -> None:
    assert [
        (r["initiator_wwpn"], r["target_wwpn"], r["logged_in"])
        for r in rows("compellent-rest.mappings.json", "array_login")
    ] == [("21000024ff30a41c", "5000d31000fd2136", True), ("21000024ff30a41d", "5000d31000fd213e", False)]
    assert [
        row.get("initiator_wwpn", row.get("initiator_name"))
        for row in rows("compellent-rest.mappings.json", "mask_initiator")
    ] == ["21000024ff30a41c", "21000024ff30a41d"]


def test_the_port_of_a_mapping_that_is_down_is_found_and_is_a_port_of_the_host(tmp_path: Path) -> None:
    for part in ("arrays", "mappings", "servers", "volumes"):
        (tmp_path / f"{part}.json").write_text(sample(f"compellent-rest.{part}.json"))
    found = {one.rule: one.message for one in audit([str(tmp_path)], Options(isolated=True, jobs=1)).findings}
    assert {rule: text for rule, text in found.items() if not rule.startswith("DOC")} == {
        "ARR019": "No login at Storage Center 64801 from initiator 21:00:00:24:ff:30:a4:1d, although it has volumes in lin01",
        "ARR027": "Storage Center 64801 reports host lin01 as Degraded",
    }


def test_volumes_and_mappings_of_two_answers_join() -> None:
    (volume,) = rows("compellent-rest.volumes.json", "storage_volume")
    assert (volume["label"], volume["size_bytes"]) == ("data01", 1 << 30)
    texts = {f"dsm/{kind}.json": sample(f"compellent-rest.{kind}.json") for kind in ("mappings", "volumes", "arrays")}
    store = store_of(texts)
    assert store.rows("SELECT storage_array, serial, array_version FROM storage_array") == [
        ("Storage Center 64801", "64801", "6.5.1.269")
    ]
    assert store.rows("SELECT view, device FROM mask_volume") == [("lin01", "naa.6000d31000fd21000000000000001789")]


def test_answers_about_two_arrays_are_two_arrays() -> None:
    text = sample("compellent-rest.volumes.json")
    other = text.replace("64801", "64999").replace("6000d31000fd21", "6000d31000fde7")
    store = store_of({"dsm/volumes.json": f"[{text}, {other}]"})
    assert store.rows("SELECT storage_array FROM storage_array ORDER BY 1") == [
        ("Storage Center 64801",),
        ("Storage Center 64999",),
    ]
