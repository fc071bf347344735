"""Archives: members are read, what is hostile is refused and named, and the rest is still read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.facts.observations import Observations
from checker.intake.bundles.compression import zstd
from checker.intake.bundles.limits import Limits
from checker.intake.read import read_file
from checker.intake.record import ExportRecord
from checker.intake.sources import sources_of
from checker.intake.walk import SourceFile, read_bytes
from tests.thorough import examples

SATP = (
    "Name           Default PSP  Description\n-------------  -----------  -----------\nVMW_SATP_SYMM  VMW_PSP_RR   x\n"
)


def unpacked(tmp_path: Path, *paths: Path, limits: Limits | None = None) -> list[SourceFile]:
    folder = tmp_path / "private"
    folder.mkdir(exist_ok=True)
    return sources_of([str(path) for path in paths], folder, limits)


def texts(sources: list[SourceFile]) -> dict[str, str]:
    return {s.member or Path(s.name).name: read_bytes(s).decode() for s in sources if s.path is not None}


def problems(sources: list[SourceFile]) -> list[str]:
    return [s.problem for s in sources if s.problem and not s.ignored]


def records(sources: list[SourceFile]) -> list[ExportRecord]:
    found = Observations()
    return [record for number, source in enumerate(sources) for record in read_file(source, number, found)]


def tar_bytes(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zip_bytes(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "pack",
    [
        lambda data: data,
        gzip.compress,
        bz2.compress,
        lzma.compress,
        zstd().compress,
        lambda data: lzma.compress(data[:700]) + lzma.compress(data[700:]),
    ],
    ids=["plain", "gz", "bz2", "xz", "zst", "xz in two streams"],
)
def test_a_tar_is_read_in_every_compression(tmp_path: Path, pack) -> None:
    bundle = tmp_path / "bundle.bin"
    bundle.write_bytes(pack(tar_bytes({"esx01/satp.txt": SATP.encode(), "./esx02/satp.txt": b"two\n"})))
    assert texts(unpacked(tmp_path, bundle)) == {"esx01/satp.txt": SATP, "esx02/satp.txt": "two\n"}


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstd().compress])
def test_a_compressed_file_is_replaced_by_its_content(tmp_path: Path, pack) -> None:
    file = tmp_path / "esx07-satp.txt.gz"
    file.write_bytes(pack(SATP.encode()))
    found = records(unpacked(tmp_path, file))
    assert [(r.file, r.member, r.format, r.owner) for r in found] == [(str(file), None, "esxi-satp-list", "esx07")]


def test_archives_in_archives_show_the_whole_way(tmp_path: Path) -> None:
    inner = zip_bytes({"esx09/satp.txt": SATP.encode()})
    bundle = tmp_path / "case-4711.tgz"
    bundle.write_bytes(gzip.compress(tar_bytes({"from customer/host.zip": inner})))
    found = records(unpacked(tmp_path, bundle))
    assert [(r.member, r.owner) for r in found] == [("from customer/host.zip!esx09/satp.txt", "esx09")]


def test_archives_nested_too_deep_are_not_unpacked(tmp_path: Path) -> None:
    data = SATP.encode()
    for depth in range(4):
        data = tar_bytes({f"inner{depth}": data})
    bundle = tmp_path / "deep.tar"
    bundle.write_bytes(data)
    found = unpacked(tmp_path, bundle, limits=Limits(max_depth=2))
    assert texts(found) == {}
    assert "bundles.max_depth" in problems(found)[0]
    assert list(texts(unpacked(tmp_path, bundle))) == ["inner3!inner2!inner1!inner0"]


def test_nothing_is_written_outside_and_links_and_devices_are_refused(tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind, target in (
            ("../../escaped.txt", tarfile.REGTYPE, ""),
            ("/tmp/absolute.txt", tarfile.REGTYPE, ""),
            ("link", tarfile.SYMTYPE, "/etc/passwd"),
            ("up", tarfile.SYMTYPE, "../../x"),
            ("hard", tarfile.LNKTYPE, "../../etc/shadow"),
            ("sibling", tarfile.SYMTYPE, "good.txt"),
            ("null", tarfile.CHRTYPE, ""),
            ("pipe", tarfile.FIFOTYPE, ""),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            info.size = 4 if kind == tarfile.REGTYPE else 0
            archive.addfile(info, io.BytesIO(b"evil"))
        good = tarfile.TarInfo("good.txt")
        good.size = 4
        archive.addfile(good, io.BytesIO(b"good"))
    bundle = tmp_path / "in" / "hostile.tar"
    bundle.parent.mkdir()
    bundle.write_bytes(out.getvalue())
    found = unpacked(tmp_path, bundle)
    assert texts(found) == {"good.txt": "good"}
    noted = "\n".join(problems(found))
    assert "path that leads outside the archive: ../../escaped.txt" in noted
    assert "absolute path in an archive: /tmp/absolute.txt" in noted
    assert "3 members, the first is hard" in noted
    assert "device or pipe in an archive: 2 members" in noted
    assert "sibling" not in noted
    assert not list(tmp_path.rglob("escaped*"))
    assert sorted(p.name for p in (tmp_path / "private").rglob("*") if p.is_file()) == ["0000001"]


def test_a_windows_path_in_a_zip_is_refused(tmp_path: Path) -> None:
    bundle = tmp_path / "x.zip"
    bundle.write_bytes(zip_bytes({"..\\..\\evil.txt": b"a", "C:\\evil.txt": b"b", "ok.txt": b"c"}))
    found = unpacked(tmp_path, bundle)
    assert texts(found) == {"ok.txt": "c"}
    assert len(problems(found)) == 2


def test_a_link_in_a_zip_is_not_followed(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        info = zipfile.ZipInfo("passwd")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    bundle = tmp_path / "x.zip"
    bundle.write_bytes(out.getvalue())
    assert problems(unpacked(tmp_path, bundle)) == ["skipped: a link in an archive: passwd"]


def test_an_encrypted_member_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    data = bytearray(zip_bytes({"secret.txt": b"hidden", "open.txt": b"seen"}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    bundle = tmp_path / "x.zip"
    bundle.write_bytes(bytes(data))
    found = unpacked(tmp_path, bundle)
    assert texts(found) == {"open.txt": "seen"}
    assert problems(found) == ["encrypted member; unpack it with its password and pass the folder: secret.txt"]


@pytest.mark.parametrize(
    ("limits", "said", "read"),
    [
        (Limits(max_ratio=50), "bundles.max_ratio", {"a.txt"}),
        (Limits(max_total_bytes=1_000_000, max_ratio=1e6), "bundles.max_total_bytes", {"a.txt"}),
        (Limits(max_member_bytes=1_000_000, max_ratio=1e6), "bundles.max_member_bytes", {"a.txt", "z.txt"}),
        (Limits(max_members=2, max_ratio=1e6), "bundles.max_members", {"a.txt", "bomb.txt"}),
    ],
)
@pytest.mark.parametrize("pack", [zip_bytes, lambda files: gzip.compress(tar_bytes(files))], ids=["zip", "tgz"])
def test_bombs_are_stopped_and_what_came_before_is_read(tmp_path: Path, pack, limits, said, read) -> None:
    bundle = tmp_path / "bomb"
    bundle.write_bytes(pack({"a.txt": b"first\n", "bomb.txt": b"x" * 40_000_000, "z.txt": b"last\n"}))
    found = unpacked(tmp_path, bundle, limits=limits)
    assert set(texts(found)) == read
    assert any(said in problem for problem in problems(found))
    written = sum(p.stat().st_size for p in (tmp_path / "private").rglob("*") if p.is_file())
    assert written < 40_100_000


def test_a_tar_header_that_states_too_much_is_stopped(tmp_path: Path) -> None:
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 3_000_000_000
    bundle = tmp_path / "x.tar"
    bundle.write_bytes(info.tobuf(tarfile.USTAR_FORMAT) + b"\0" * 60_000_000)
    assert "not unpacked further" in problems(unpacked(tmp_path, bundle))[0]


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.9, 0.999])
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstd().compress, lambda d: d, None])
def test_a_truncated_archive_is_read_and_the_loss_is_reported(tmp_path: Path, pack, keep) -> None:
    import random

    noise = random.Random(1).randbytes(40_000).hex().encode()
    files = {"a.txt": noise, "b.txt": noise[::-1]}
    data = zip_bytes(files) if pack is None else pack(tar_bytes(files))
    bundle = tmp_path / "x"
    bundle.write_bytes(data[: int(len(data) * keep)])
    found = unpacked(tmp_path, bundle)
    extracted = texts(found)
    assert all(files[name].decode().startswith(text) for name, text in extracted.items())
    noted = problems(found) or [s.remark for s in found if s.remark]
    whole = all(extracted.get(name) == text.decode() for name, text in files.items())
    assert noted or whole


def test_seven_zip_is_named_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "x.7z"
    file.write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(100))
    assert problems(unpacked(tmp_path, file)) == ["a 7-zip archive; unpack it and pass the folder"]


def test_a_workbook_gives_its_sheets_with_their_rows(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "vHBA"
    sheet.append(["Host", "WWN", "Count"])
    sheet.append([])
    sheet.append(["esx01", 'a "quoted", one', 3])
    book.create_sheet("empty")
    book.save(tmp_path / "rv.xlsx")
    assert texts(unpacked(tmp_path, tmp_path / "rv.xlsx")) == {
        "vHBA.csv": 'Host,WWN,Count\n\nesx01,"a ""quoted"", one",3\n'
    }


def test_hostile_names_are_shown_without_control_characters(tmp_path: Path) -> None:
    bundle = tmp_path / "x.tar"
    bundle.write_bytes(tar_bytes({"a\x1b[31m\nb.txt": b"text"}))
    assert list(texts(unpacked(tmp_path, bundle))) == ["a?[31m?b.txt"]


def test_a_vm_support_bundle_gives_host_and_time_packed_or_not(tmp_path: Path) -> None:
    top = "esx-esx12.example.org-2026-03-02--10.15-1234567"
    files = {
        f"{top}/commands/esxcfg-scsidevs_-c.txt": b"irrelevant",
        f"{top}/commands/localcli_storage-nmp-satp-list.txt": SATP.encode(),
        f"{top}/var/log/vmkernel.log": b"noise line\n" * 9,
    }
    bundle = tmp_path / "vm.tgz"
    bundle.write_bytes(gzip.compress(tar_bytes(files)))
    folder = tmp_path / "unpacked"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    for path in (bundle, folder):
        found = records(unpacked(tmp_path, path))
        known = [(r.format, r.owner, r.owner_basis, r.captured_at) for r in found if r.format]
        moment = datetime(2026, 3, 2, 10, 15, tzinfo=UTC)
        assert known == [("esxi-satp-list", "esx12.example.org", "bundle", moment)]
        assert [r.ignored for r in found if r.format is None] == [True, True]


def test_a_sosreport_is_named_after_its_hostname_file_and_its_sysfs_is_put_together(tmp_path: Path) -> None:
    top = "sosreport-renamed-2026-04-05-abcdefg"
    host = f"{top}/sys/class/fc_host/host3"
    files = {
        f"{top}/sos_commands/host/hostname": b"db01.example.org\n",
        f"{top}/sos_commands/multipath/multipath_-ll": b"nothing\n",
        f"{host}/port_name": b"0x10000000c9aaaa01\n",
        f"{host}/port_state": b"Online\n",
        f"{host}/speed": b"8 Gbit\n",
    }
    bundle = tmp_path / "sos.tar.xz"
    bundle.write_bytes(lzma.compress(tar_bytes(files)))
    found = [r for r in records(unpacked(tmp_path, bundle)) if r.format]
    assert [(r.format, r.member, r.owner) for r in found] == [("linux-sysfs", f"{top}/sys", "db01.example.org")]
    assert found[0].records >= 1


def test_fragments_of_one_file_are_joined_and_a_missing_one_is_reported(tmp_path: Path) -> None:
    head, tail = SATP[:60].encode(), SATP[60:].encode()
    name = "esx/commands/esxcfg-x.txt"
    bundle = tmp_path / "vm.tar"
    bundle.write_bytes(tar_bytes({f"{name}.FRAG-00000": head, f"{name}.FRAG-00001": tail}))
    assert texts(unpacked(tmp_path, bundle)) == {name: SATP}
    bundle.write_bytes(tar_bytes({f"{name}.FRAG-00000": head, f"{name}.FRAG-00002": tail}))
    assert unpacked(tmp_path, bundle)[0].remark == "parts of this file are missing: FRAG-00001"


def test_a_member_whose_own_name_is_damaged_is_a_problem_of_that_member(tmp_path: Path) -> None:
    packed = bytearray(zip_bytes({"käse.txt": SATP.encode(), "b.txt": SATP.encode()}))
    # The name in the local header, not the one in the directory: "ä" loses its second byte.
    at = packed.index("käse".encode())
    packed[at + 2] = ord("!")
    bundle = tmp_path / "x.zip"
    bundle.write_bytes(bytes(packed))
    found = {str(source.member): source for source in unpacked(tmp_path, bundle)}
    assert "the member's own name is damaged" in str(found["käse.txt"].problem)
    assert found["b.txt"].problem is None


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damaged_archives_never_break_the_audit(tmp_path: Path, data: st.DataObject) -> None:
    files = {"a/satp.txt": SATP.encode(), "b.txt": b"hello\n" * 40, "c.gz": gzip.compress(SATP.encode())}
    pack = data.draw(
        st.sampled_from(
            [zip_bytes, tar_bytes, lambda f: gzip.compress(tar_bytes(f)), lambda f: lzma.compress(tar_bytes(f))]
        )
    )
    packed = bytearray(pack(files))
    for _ in range(data.draw(st.integers(1, 12))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    bundle = tmp_path / "x.bin"
    bundle.write_bytes(bytes(packed))
    found = unpacked(tmp_path, bundle)
    assert found
    assert all(record.failure is None for record in records(found))


def test_a_member_without_a_name_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    packed = bytearray(zip_bytes({"a.txt": SATP.encode(), "b.txt": SATP.encode()}))
    # In the directory at the end, the first name gets the length 0; its letters become a comment.
    at = packed.index(b"PK\x01\x02")
    packed[at + 28 : at + 34] = bytes([0, 0, 0, 0, 5, 0])
    bundle = tmp_path / "x.zip"
    bundle.write_bytes(bytes(packed))
    found = {source.member: source.problem for source in unpacked(tmp_path, bundle)}
    assert found == {None: "a member without a name: member 1", "b.txt": None}
