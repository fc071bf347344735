"""``sanlint init``: what it writes changes nothing, is right once the marks are taken away, and never writes over."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.rules.config.config import load_config
from fixtures.generate.sans.inventories import small_san, tiny_san
from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def used(text: str) -> str:
    """The configuration with every mark in front of a line taken away, and placeholders of dates filled in."""
    lines = [re.sub(r"^#(?=[a-z]|  )", "", line) for line in text.splitlines()]
    return "\n".join(lines).replace("YYYY-MM-DD", "2026-11-01") + "\n"


def test_without_exports_every_key_is_there_explained_and_out_of_use(sanlint: Run) -> None:
    assert sanlint("init").code == 0
    text = Path("sanlint.yaml").read_text()
    assert all(line.startswith("#") or not line for line in text.splitlines())
    assert load_config().places == {}
    Path("sanlint.yaml").write_text(used(text))
    Path("rules").mkdir()
    config = load_config()
    document = json.loads((folders.ROOT / "schemas/config.schema.json").read_text())
    optional_keys = {"as_of", "bundles", "select", "sources"}
    assert set(document["properties"]) - {key.split(".")[0] for key in config.places} <= optional_keys


def test_nothing_is_overwritten(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text("fail_on: info\n")
    done = sanlint("init")
    assert (done.code, "sanlint.yaml already exists; --force overwrites it" in done.err) == (2, True)
    assert Path("sanlint.yaml").read_text() == "fail_on: info\n"
    Path("schema.json").write_text("{}")
    assert sanlint("init", "-o", "new.yaml", "--schema", "schema.json").code == 2
    assert not Path("new.yaml").exists()
    assert Path("schema.json").read_text() == "{}"
    assert sanlint("init", "--force").code == 0
    assert Path("sanlint.yaml").read_text() != "fail_on: info\n"


SAN = """\
#inventory:
#  hosts:
#    h1: {site: s1, failure_domain: ROOM}
#    h2: {site: s2, failure_domain: ROOM}
#  fabrics:
#    fabric-a:
#      side: A
#      switches:
#        a1: {site: SITE}
#        a2: {site: SITE}
#    fabric-b:
#      side: B
#      switches:
#        b1: {site: SITE}
#  storage_arrays:
#    vmax: {site: SITE}   # symmetrix
#  # Activate entries whose exports are complete: anything missing from them then counts as absent.
#  completeness:
#    - {scope: fabric, name: fabric-a, complete: true}
#    - {scope: fabric, name: fabric-b, complete: true}
#    - {scope: storage_array, name: vmax, complete: true}
"""


def test_with_exports_it_lists_the_san_and_the_audit_does_not_change(sanlint: Run) -> None:
    Path("san.yaml").write_text(small_san())
    check = ("check", "san.yaml", "--select", "PTH005,DOC006", "--format", "json", "--as-of", "2026-11-01")
    before = json.loads(sanlint(*check).out)
    assert sanlint("init", "san.yaml").code == 0
    text = Path("sanlint.yaml").read_text()
    assert text.endswith(SAN)
    after = json.loads(sanlint(*check).out)
    assert after["findings"] == before["findings"]
    Path("sanlint.yaml").write_text(used(text))
    Path("rules").mkdir()
    config = load_config()
    assert set(config.inventory or {}) == {"hosts", "fabrics", "storage_arrays", "completeness"}


def test_hosts_that_share_volumes_are_guessed_to_be_a_cluster(sanlint: Run) -> None:
    alone = tiny_san("esx03", first=3).split("hosts:\n")[1]
    Path("san.yaml").write_text(tiny_san("esx01") + tiny_san("esx02").split("hosts:\n")[1] + alone)
    sanlint("init", "san.yaml", "-q")
    text = Path("sanlint.yaml").read_text()
    assert "#  # CLUSTER-1: esx01, esx02 share most of their volumes; are they one cluster?\n" in text
    assert "#    esx02: {site: SITE, failure_domain: ROOM, host_cluster: CLUSTER-1}\n" in text
    assert "#    esx03: {site: SITE, failure_domain: ROOM}\n" in text


def test_files_of_unknown_owner_get_an_entry(sanlint: Run) -> None:
    for name in ("in/sw[1]/zones.txt", "in/sw[1]/zoneset.txt", "in/sw2/other.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(
            "zoneset name ZS_A vsan 10\n  zone name Z vsan 10\n  * fcid 0x010100 [pwwn 10:00:00:90:fa:00:00:01]\n"
        )
    sanlint("init", "in", "-q")
    text = Path("sanlint.yaml").read_text()
    assert '#  - {match: "in/sw2/other.txt", owner: sw2, captured_at: YYYY-MM-DD}\n' in text
    assert '#  - {match: "in/sw[[]1]/*", owner: "sw[1]", captured_at: YYYY-MM-DD}\n' in text
    Path("sanlint.yaml").write_text(re.sub(r"(?m)^(baseline|rules|  workload):", r"# \1:", used(text)))
    Path("rules").mkdir()
    files = json.loads(sanlint("check", "in", "--select", "ZON", "--format", "json").out)["coverage"]["files"]
    assert {(one["owner"], one["owner_basis"]) for one in files if one["path"].startswith("in/sw")} == {
        ("sw[1]", "config"),
        ("sw2", "config"),
    }


def test_hostile_names_stay_names(sanlint: Run) -> None:
    name = 'x: {a: b} # "\\n- !!python/object'
    Path("san.yaml").write_text(f"sanlint: 1\nobserved: true\nhosts:\n  {json.dumps(name)}:\n    site: '# s'\n")
    sanlint("init", "san.yaml", "-q")
    Path("sanlint.yaml").write_text(used(Path("sanlint.yaml").read_text()))
    Path("rules").mkdir()
    inventory = load_config().inventory
    assert inventory is not None
    assert inventory["hosts"] == {name: {"site": "# s", "failure_domain": "ROOM"}}


def test_editors_find_the_schema(sanlint: Run) -> None:
    done = sanlint("init")
    assert Path("sanlint.yaml").read_text().startswith("# yaml-language-server: $schema=./sanlint.schema.json\n")
    assert json.loads(Path("sanlint.schema.json").read_text())["title"] == "sanlint configuration"
    assert "sanlint.schema.json: schema for editors" in done.err
    Path("conf").mkdir()
    sanlint("init", "-o", "conf/sanlint.yaml", "--schema", "sanlint.schema.json")
    assert Path("conf/sanlint.yaml").read_text().startswith("# yaml-language-server: $schema=../sanlint.schema.json\n")
    url = "https://example.com/sanlint/config.schema.json"
    sanlint("init", "-o", "conf/url.yaml", "--schema", url)
    assert Path("conf/url.yaml").read_text().startswith(f"# yaml-language-server: $schema={url}\n")
    sanlint("init", "-o", "conf/none.yaml", "--schema", "none")
    assert "yaml-language-server" not in Path("conf/none.yaml").read_text()
    assert sorted(path.name for path in Path("conf").iterdir()) == ["none.yaml", "sanlint.yaml", "url.yaml"]


def test_a_schema_of_an_older_version_is_brought_up_to_date(sanlint: Run) -> None:
    Path("sanlint.schema.json").write_text('{\n  "title": "sanlint configuration"\n}\n')
    assert sanlint("init").code == 0
    assert "properties" in json.loads(Path("sanlint.schema.json").read_text())


def test_unrecognised_exports_are_reported(sanlint: Run) -> None:
    Path("poem.txt").write_text("the quick brown fox\njumps\nover\nit\n")
    done = sanlint("init", "poem.txt")
    assert (done.code, "no export was recognised" in done.err) == (0, True)
