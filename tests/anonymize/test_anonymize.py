"""Whole folders anonymised: the same findings, nothing of the names left, a private map, and nothing outside the folder."""

from __future__ import annotations

import io
import json
import os
import re
import stat
import tarfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from checker.anonymize.collect import collect
from checker.anonymize.identifiers import Identifiers
from checker.anonymize.pseudonyms import Pseudonyms
from checker.anonymize.run import Outcome, anonymise
from checker.anonymize.tree import place_of, readable, rewritten
from checker.anonymize.verify import differences
from checker.audit import Options, audit
from checker.cli.support.run import run
from checker.facts.observations import Observations
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from checker.intake.sources import sources_of
from checker.intake.walk import SourceFile
from checker.rules.config.model import Config
from checker.rules.evaluate.finding import Report
from tests import folders
from tests.anonymize.test_pseudonyms import rewriter
from tests.support import model_of
from tests.thorough import THOROUGH, sample

FIXTURES = folders.FIXTURES
# Scenarios with each kind of export; each is audited at least twice.
NAMES = sample(
    [
        "demo",
        "looks-like-enough-paths",
        "symmetrix-nmp",
        "metro-over-bad-wan",
        "xtremio-testbed",
        "alignment",
        "benchmark-plan",
    ],
    2,
)
# What is compared by another way than the command's own: two more audits of each.
SANDBOXED = ("demo", "symmetrix-nmp") if THOROUGH else ("symmetrix-nmp",)
AS_OF = datetime(2026, 2, 1, tzinfo=UTC)
_NAMED = ("host", "switch", "storage_array", "zone", "alias", "view", "initiator_name", "volume_name", "vsan_name")


def _options(name: str) -> Options:
    config = FIXTURES / name / "sanlint.yaml"
    return Options(config=str(config), isolated=True, as_of=AS_OF, jobs=1, remember=True)


@cache
def _report(name: str) -> Report:
    """What the original exports of a scenario are audited to."""
    return audit([str(FIXTURES / name / "exports")], _options(name))


@cache
def _done(name: str, folder: Path) -> Outcome:
    return anonymise([str(FIXTURES / name / "exports")], str(folder / name), _options(name))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("anonymised")


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    """Each scenario in turn: tests of one follow each other, so that it is anonymised once."""
    return str(request.param)


@pytest.mark.usefixtures("remembered")
def test_the_same_findings(name: str, folder: Path) -> None:
    outcome = _done(name, folder)
    assert outcome.differences == ()
    assert outcome.leftovers == ()
    if name not in SANDBOXED:
        return
    # By another way than the command's own: nothing but numbers of rules.
    before = _report(name)
    after = audit(list(outcome.paths), Options(config=outcome.config, isolated=True, as_of=AS_OF, jobs=1))
    assert sorted((one.rule, one.severity, len(one.objects)) for one in after.findings) == sorted(
        (one.rule, one.severity, len(one.objects)) for one in before.findings
    )
    assert outcome.findings == len(before.findings)


def _texts(folder: Path) -> str:
    return "\n".join(
        f"{file.relative_to(folder)}\n{file.read_text()}" for file in sorted(folder.rglob("*")) if file.is_file()
    )


def test_nothing_of_the_names_is_left(name: str, folder: Path) -> None:
    _done(name, folder)
    text = _texts(folder / name).lower()
    model = model_of([str(FIXTURES / name / "exports")], _options(name))
    wwns = {value for rows in model.rows.values() for row in rows for column, value in row.items()
            if re.search("ww[np]n?$", column) and isinstance(value, str) and len(value) == 16}  # fmt: skip
    assert len(wwns) > 4 or name in ("alignment", "benchmark-plan", "limits", "partly-collected")
    for wwn in wwns:
        assert wwn not in text
        assert ":".join(wwn[i : i + 2] for i in range(0, 16, 2)) not in text
    serials = {row["serial"] for rows in model.rows.values() for row in rows if len(str(row.get("serial", ""))) > 6}
    assert [serial for serial in serials if str(serial).lower() in text] == []
    hosts = {str(row["host"]).lower() for row in model.rows.get("host", ())}
    assert [host for host in hosts if re.search(rf"(?<![a-z0-9]){re.escape(host)}(?![a-z0-9])", text)] == []


def test_the_names_of_the_demonstration(folder: Path) -> None:
    _done("demo", folder)
    text = _texts(folder / "demo").lower()
    for gone in (
        "kestrel",
        "esx05",
        "db01",
        "sw-a1",
        "mds-b1",
        "vplex-metro",
        "xio-dc1",
        "ckm00990090009",
        "fnm00151200411",
    ):
        assert re.search(rf"(?<![a-z0-9]){gone}(?![a-z0-9])", text) is None, gone
    # No reader recognised the notes: they are not written, but reported.
    assert "cabling-notes" in " ".join(_done("demo", folder).skipped)


def test_one_pseudonym_in_all_files_and_the_way_back(folder: Path) -> None:
    _done("demo", folder)
    document = json.loads((folder / "demo-map.json").read_text())
    esx05 = next(new for new, old in document["names"].items() if old == "esx05")
    found = [file for file in (folder / "demo").rglob("*") if file.is_file() and esx05 in file.read_text()]
    assert len({file.parent for file in found}) > 3
    assert (folder / "demo" / "exports" / esx05).is_dir()
    assert any(old.endswith("exports/esx05/core_path_list.txt") for old in document["files"].values())


def test_the_map_is_private_and_next_to_the_output(folder: Path) -> None:
    outcome = _done("symmetrix-nmp", folder)
    file = folder / "symmetrix-nmp-map.json"
    assert outcome.map_file == str(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list((folder / "symmetrix-nmp").rglob("*map*"))


@pytest.mark.usefixtures("remembered")
def test_a_second_bundle_gets_the_same_pseudonyms(folder: Path, tmp_path: Path) -> None:
    name = "symmetrix-nmp"
    _done(name, folder)
    again = anonymise(
        [str(FIXTURES / name / "exports")],
        str(tmp_path / "b"),
        _options(name),
        known_map=str(folder / f"{name}-map.json"),
    )
    assert again.differences == ()
    assert _texts(tmp_path / "b") == _texts(folder / name)
    other = anonymise([str(FIXTURES / name / "exports")], str(tmp_path / "c"), _options(name))
    assert other.differences == ()
    assert _texts(tmp_path / "c") != _texts(folder / name)


def test_a_difference_is_reported() -> None:
    report = _report("symmetrix-nmp")
    one = rewriter(pseudonyms=Pseudonyms(frozen=True))
    assert differences(report, report, {}, one) == []
    import dataclasses

    fewer = dataclasses.replace(report, findings=report.findings[1:], files=report.files[1:])
    reported = differences(report, fewer, {}, one)
    assert len(reported) == 2 and reported[1].text.startswith("only in the original: ")
    assert reported[0].files == ((report.files[0].path, None),)
    assert (place := report.findings[0].location) is not None
    assert reported[1].files[0] == (place.file, place.member)
    first = report.findings[0]
    other = dataclasses.replace(first, message=first.message.replace("esx11", "esx19"))
    assert first.message != other.message
    reported = differences(report, dataclasses.replace(report, findings=(other, *report.findings[1:])), {}, one)
    assert [problem.text.split(":")[0] for problem in reported] == ["only in the original", "only in the result"]


@pytest.mark.parametrize(("message", "same"), [("two zones (z_b, z_a)", True), ("two zones (z_b, z_c)", False)])
def test_a_list_may_have_another_order(message: str, same: bool) -> None:
    import dataclasses

    report = _report("symmetrix-nmp")
    first = dataclasses.replace(report.findings[0], message="two zones (z_a, z_b)")
    before, after = (
        dataclasses.replace(report, findings=(one,)) for one in (first, dataclasses.replace(first, message=message))
    )
    assert (differences(before, after, {}, rewriter(pseudonyms=Pseudonyms(frozen=True))) == []) is same


@pytest.mark.parametrize(
    ("message", "same"),
    [
        ("z_b of unknown array (a/b.txt) is also called z_a, z_c", True),
        ("z_a of unknown array (c.txt) is also called z_b, z_c", True),
        ("z_a of unknown switch (a/b.txt) is also called z_b, z_c", False),
        ("z_b of unknown array (a/b.txt) is also called z_a, z_d", False),
    ],
)
def test_another_of_the_same_objects_may_be_named_first(message: str, same: bool) -> None:
    import dataclasses

    report = _report("symmetrix-nmp")
    shown = "z_a of unknown array (a/b.txt) is also called z_b, z_c"
    first = dataclasses.replace(report.findings[0], message=shown, objects=({"zone": "z_a"},))
    other = dataclasses.replace(first, message=message, objects=({"zone": "z_b"},))
    before, after = (dataclasses.replace(report, findings=(one,)) for one in (first, other))
    assert (differences(before, after, {}, rewriter(pseudonyms=Pseudonyms(frozen=True))) == []) is same


def _unfit() -> str:
    """Return an export whose hosts are numbered by a key that is long enough to be a credential."""
    return (folders.SAMPLES / "dothill-json.maps.json").read_text().replace('"H4"', '"H400000001"')


def test_a_file_that_cannot_be_anonymised_is_left_out_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("msa/maps.json", _unfit()), ("esx/nmp.txt", _PATHS)):
        (tmp_path / "san" / name).parent.mkdir(parents=True)
        (tmp_path / "san" / name).write_text(text)
    assert run(["anonymize", "--isolated", str(tmp_path / "san"), "-o", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().err
    assert "1 file left out, cannot be anonymised" in said
    assert "san/msa/maps.json:1: was dothill-json" in said and "verified: same" in said
    assert [file.name for file in (tmp_path / "out").rglob("*") if file.is_file()] == ["nmp.txt"]
    assert "maps.json" not in (tmp_path / "out-map.json").read_text()


def test_ports_of_an_array_stay_ports_next_to_a_cluster_that_is_called_like_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "san").mkdir()
    for name, text in (
        ("lun.txt", f"cl1::> lun show\n{(folders.SAMPLES / 'netapp-lun-show.txt').read_text()}"),
        ("port.txt", (folders.SAMPLES / "hitachi-raidcom-port.txt").read_text()),
    ):
        (tmp_path / "san" / name).write_text(text)
    assert run(["anonymize", "--isolated", str(tmp_path / "san"), "-o", str(tmp_path / "out")]) == 0
    assert "left out" not in capsys.readouterr().err
    assert "CL1-A " in (tmp_path / "out/san/port.txt").read_text()


def test_files_of_a_finding_that_differs_are_left_out_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(self: Identifiers, digits: str, kept: int, vendor: str) -> str:
        # A port of unknown role becomes one that only initiators have.
        return "500143802" + digits[9:]

    monkeypatch.setattr(Identifiers, "_middle", damaged)
    zone = _ALIASES.format(name="merlin_hba1").replace("10:00:00:90:fa:e1:01:01", "50:01:43:80:12:0e:25:18") + (
        " zone: merlin_zone\n\t\tmerlin_hba1; merlin_other\n alias: merlin_other\n\t\t50:01:43:80:23:be:15:62\n"
        "Effective configuration:\n cfg: merlin_cfg\n zone: merlin_zone\n\t\t50:01:43:80:12:0e:25:18\n\t\t50:01:43:80:23:be:15:62\n"
    )
    for name, text in (("zones.txt", zone.replace("alishow", "cfgshow")), ("esx/nmp.txt", _PATHS)):
        (tmp_path / "san" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "san" / name).write_text(text)
    assert run(["anonymize", "--isolated", str(tmp_path / "san"), "-o", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().err
    assert "1 file left out, cannot be anonymised" in said
    assert f"{tmp_path}/san/zones.txt: only in the " in said and "verified: same" in said
    assert [file.name for file in (tmp_path / "out").rglob("*") if file.is_file()] == ["nmp.txt"]


@pytest.mark.parametrize("existed", [False, True])
def test_nothing_is_left_if_the_check_fails(existed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "maps.json").write_text(_unfit())
    if existed:
        (tmp_path / "out").mkdir()
    assert run(["anonymize", "--isolated", str(tmp_path / "maps.json"), "-o", str(tmp_path / "out")]) == 4
    said = capsys.readouterr().err
    assert "findings of the result differ" in said and "nothing was written" in said
    assert (tmp_path / "out").exists() is existed and not list(tmp_path.rglob("out*/*"))
    assert not (tmp_path / "out-map.json").exists()


def test_nothing_is_left_if_it_is_interrupted(tmp_path: Path) -> None:
    (tmp_path / "nmp.txt").write_text(_PATHS)

    def interrupted(step: str, _: float) -> None:
        if step == "searching":
            assert list((tmp_path / "out").rglob("nmp.txt"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        anonymise(
            [str(tmp_path / "nmp.txt")], str(tmp_path / "out"), Options(isolated=True, jobs=1, progress=interrupted)
        )
    assert [file.name for file in tmp_path.iterdir()] == ["nmp.txt"]


_PATHS = """\
naa.6000144000000010a1115d0000000021
   Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010a1115d0000000021)
   Storage Array Type: VMW_SATP_INV
   Path Selection Policy: VMW_PSP_FIXED
"""
_ALIASES = """\
merlin-sw1:admin> alishow
Defined configuration:
 alias: {name}
\t\t10:00:00:90:fa:e1:01:01
 alias: merlin_vplex
\t\t50:00:14:42:60:a1:11:00
"""


@pytest.mark.parametrize(
    "name", ["Device", "zone", "alias", "merlin_..", "..", "merlin_a.b", "Defined", "a" * 64, "0x10", "null"]
)
def test_hostile_names(name: str, tmp_path: Path) -> None:
    san = tmp_path / "san" / "merlin-sw1"
    san.mkdir(parents=True)
    (san / "alishow.txt").write_text(_ALIASES.format(name=name))
    # The rules that find something in zones, and those about files.
    options = Options(isolated=True, jobs=1, select=("ZON", "DOC"))
    outcome = anonymise([str(tmp_path / "san")], str(tmp_path / "out"), options)
    assert outcome.differences == () and outcome.leftovers == ()
    assert "merlin" not in _texts(tmp_path / "out")
    assert outcome.files == 1


@pytest.mark.parametrize(
    "inside", [("..", "..", "x"), ("a/../../x",), ("/etc", "passwd"), ("a\\b", "\x00\n"), ("", "."), ("~", "con:")]
)
def test_files_are_written_below_the_folder(inside: tuple[str, ...], tmp_path: Path) -> None:
    place = place_of(SourceFile("x", inside, None, 0), rewriter(), set())
    target = (tmp_path / place).resolve()
    assert target.is_relative_to(tmp_path) and target != tmp_path
    assert not re.search(r"[\x00-\x1f\\]", place)


def test_archives_become_folders_and_lead_nowhere_else(tmp_path: Path) -> None:
    archive = tmp_path / "merlin-bundle.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        for name in ("merlin-esx/nmp.txt", "../outside.txt", "/absolute.txt"):
            info = tarfile.TarInfo(name)
            info.size = len(_PATHS)
            tar.addfile(info, io.BytesIO(_PATHS.encode()))
    outcome = anonymise([str(archive)], str(tmp_path / "out"), Options(isolated=True, jobs=1))
    assert outcome.archives and outcome.differences == ()
    files = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert [file.name for file in files] == ["nmp.txt"]
    assert "merlin" not in _texts(tmp_path / "out")


def test_lines_stay_where_they_are_and_unknown_parts_go(tmp_path: Path) -> None:
    san = tmp_path / "san"
    san.mkdir()
    text = "merlin-sw1:admin> mystery\nMerlin's secret recipe\nline two\nline three\nline four\n" + _ALIASES.format(
        name="merlin_a"
    )
    (san / "log.txt").write_text(text)
    anonymise([str(san)], str(tmp_path / "out"), Options(isolated=True, jobs=1))
    new = next(file for file in (tmp_path / "out").rglob("*.txt")).read_text()
    assert new.count("\n") == text.count("\n")
    assert new.split("\n")[1:5] == [""] * 4
    assert new.split("\n")[7].startswith(" alias: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "full"], "must be new or empty"),
        (["-o", "file"], "a file with this name exists"),
        (["-o", "san/out"], "is inside"),
        (["-o", "out", "--write-map", "file"], "would be overwritten"),
        (["-o", "out", "--write-map", "out/map.json"], "must not be inside the output folder"),
        (["-o", "out", "--map", "file"], "not a pseudonym map"),
        (["-o", "out", "--map", "none"], "cannot be read"),
    ],
)
def test_wrong_usage(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "san").mkdir()
    (tmp_path / "san" / "nmp.txt").write_text(_PATHS)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "file").write_text("x")
    assert run(["anonymize", "--isolated", "san", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists() and not (tmp_path / "out-map.json").exists()


def test_nothing_to_anonymise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("nothing to see\n")
    assert run(["anonymize", "--isolated", "notes.txt", "-o", "out"]) == 3
    assert run(["anonymize", "--isolated", "-", "-o", "out"]) == 2
    assert "not standard input" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_names_of_loads_are_hidden_and_numbers_of_devices_stay(tmp_path: Path) -> None:
    load = (
        "13:11:35 07/14/21 r/w I/O per second KBytes per sec    Svt ms   IOSz KB\n"
        "          VVname      Cur  Avg  Max  Cur  Avg  Max  Cur  Avg  Cur  Avg Qlen\n"
        "       zebrafish   t  400  400  400 4000 4000 4000 0.60 0.60 10.0 10.0    2\n"
    )
    (tmp_path / "load.txt").write_text(load)
    (tmp_path / "devices.txt").write_text("000197600777  /dev/sdb    0ABCD  01D  8\n")
    sources = sources_of([str(tmp_path)], tmp_path / "private")
    names = collect(sources, Config()).names
    assert "zebrafish" in names.shown
    assert "0ABCD" not in names.shown


def _facts(records: list[ExportRecord]) -> list[tuple[object, ...]]:
    return [
        (r.first_line, r.format, r.records, r.unread_lines, r.printed_count, r.captured_at) for r in records if r.format
    ]


def _same_reading(folder: Path, private: Path) -> tuple[int, list[str]]:
    sources = [one for one in sources_of([str(folder)], private) if not one.name.endswith("SOURCES.tsv")]
    found = collect(sources, Config())
    one = rewriter(*found.names.shown)
    one = type(one)(found.names, one.identifiers)
    one.identifiers.known, one.identifiers.directors, one.identifiers.versions = (
        found.wwns,
        found.directors,
        found.versions,
    )
    different, count = [], 0
    for source, records in found.records:
        if not readable(records) or source.path is None:
            continue
        count += 1
        inside = tuple(one.text(part) for part in source.inside)
        # Read alone as well: what stood before a file may decide between two formats.
        from checker.intake.decode import decode

        before = read_text(decode(source.path.read_bytes()), source.name, source.inside, 0, Observations())
        after = read_text(rewritten(source, one), source.name, inside, 0, Observations())
        if _facts(before) != _facts(after):
            different.append(f"{source.name}: {_facts(before)} {_facts(after)}")
    return count, different


def test_every_sample_keeps_its_format_and_records(tmp_path: Path) -> None:
    count, different = _same_reading(folders.SAMPLES, tmp_path)
    # The last part of an address inside a VPLEX identifies the director; the sample's addresses are those of documents.
    assert [line for line in different if "samples/vplex-firmware-log" not in line] == []
    assert count > 300


@pytest.mark.corpus
def test_every_outside_export_keeps_its_format_and_records(tmp_path: Path) -> None:
    root = os.environ.get("SANLINT_CORPUS")
    if not root:
        pytest.skip("SANLINT_CORPUS is not set: the corpus of outside exports is not here")
    count, different = _same_reading(Path(root), tmp_path)
    assert different == []
    assert count > 300


def test_unread_lines_are_written_with_pseudonyms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "san").mkdir()
    (tmp_path / "san" / "log.txt").write_text(_ALIASES.format(name="merlin_a") + "\tmerlin_a is a mystery\n")
    given = ["anonymize", "--isolated", str(tmp_path / "san"), "-o", str(tmp_path / "out")]
    assert run([*given, "--unread", str(tmp_path / "out" / "u.txt")]) == 2
    assert not (tmp_path / "out").exists()
    assert run([*given, "--unread", str(tmp_path / "u.txt")]) == 0
    text = (tmp_path / "u.txt").read_text()
    copy = (tmp_path / "out" / "san" / "log.txt").read_text().splitlines()
    assert "merlin" not in text
    assert "unread line" in text.splitlines()[0]
    number, line = text.splitlines()[-1].strip().split("  ", 1)
    assert line.strip() == copy[int(number) - 1].strip() != ""
    assert "unread line in" in capsys.readouterr().err


def test_a_world_wide_name_with_blanks_does_not_stay(tmp_path: Path) -> None:
    printed = ("2100 0024 ff5e 31a2", "210000 24ff5e31a2", "21:00:00:24:ff:5e:31: a2")
    shown = "".join(f"  |- note {one}\n" for one in printed)
    (tmp_path / "san" / "sw7").mkdir(parents=True)
    login = (
        " N    070000;      3;21:00:00:24:ff:5e:31:a2;20:00:00:24:ff:5e:31:a2; na\n    FC4s: FCP\n    Port Index: 0\n"
    )
    text = f"sw7:admin> nsshow\n{{\n{login}The Local Name Server has 1 entry }}\n{shown}"
    (tmp_path / "san" / "sw7" / "nsshow.txt").write_text(text)
    assert run(["anonymize", "--isolated", str(tmp_path / "san"), "-o", str(tmp_path / "out")]) == 0
    (file,) = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    assert "ff5e31a2" not in re.sub(r"[ :]", "", file.read_text())
