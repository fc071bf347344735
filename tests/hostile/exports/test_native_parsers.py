"""Files for native libraries: what makes a library allocate or abort makes one file unreadable, not the audit."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from checker.intake.bundles import conversion
from checker.intake.bundles.limits import Limits
from checker.intake.sources import sources_of

_TYPES = """<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>"""
_ROOT = """<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>
</Relationships>"""
_BOOK = """<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="vHost" sheetId="1" r:id="r1"/></sheets></workbook>"""
_PARTS = """<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>
</Relationships>"""
_SHEET = (
    '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</worksheet>'
)


def _workbook(path: Path, *cells: str) -> Path:
    rows = "".join(
        f'<row r="{cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}"><c r="{cell}"><v>1</v></c></row>' for cell in cells
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("_rels/.rels", _ROOT)
        archive.writestr("xl/workbook.xml", _BOOK)
        archive.writestr("xl/_rels/workbook.xml.rels", _PARTS)
        archive.writestr("xl/worksheets/sheet1.xml", _SHEET.format(f"<sheetData>{rows}</sheetData>"))
    return path


def test_a_workbook_is_read(tmp_path: Path) -> None:
    (source,) = sources_of([str(_workbook(tmp_path / "a.xlsx", "A1", "B2"))], tmp_path)
    assert source.member == "vHost.csv"
    assert source.path is not None
    assert source.path.read_text() == "1\n,1\n"


@pytest.mark.parametrize("cells", [("A1", "XFD1048576"), ("A1", "ZZZ9"), ("A1", "A99999999999999999999")])
def test_a_value_in_the_last_cell_makes_the_workbook_unreadable_only(cells: tuple[str, ...], tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    _workbook(given / "a.xlsx", *cells)
    (given / "sw1.txt").write_text("switchName: sw1\n")
    found = {source.name.rpartition("/")[2]: source for source in sources_of([str(given)], tmp_path)}
    assert found["sw1.txt"].problem is None
    assert found["a.xlsx"].path is None or found["a.xlsx"].path.stat().st_size < 1_000_000


def test_the_last_cell_exceeds_the_memory_of_the_child(tmp_path: Path) -> None:
    (source,) = sources_of([str(_workbook(tmp_path / "a.xlsx", "A1", "XFD1048576"))], tmp_path)
    assert source.problem is not None
    assert source.problem.startswith("the workbook cannot be read: ")
    assert "it needs more than 1.0 GiB of memory" in source.problem


@pytest.mark.parametrize(
    "content", [b"PAR1", b"PAR1" + b"\xff" * 4_000 + b"PAR1", b"PAR1" + b"\x15\x04" * 900 + b"\0\7\0\0PAR1"]
)
def test_a_damaged_model_is_unreadable(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.parquet"
    path.write_bytes(content)
    (source,) = sources_of([str(path)], tmp_path)
    assert source.problem


def test_a_library_that_ends_its_process_makes_the_file_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversion, "limits_for", lambda _: (10.0, 1 << 20))
    (source,) = sources_of([str(_workbook(tmp_path / "a.xlsx", "A1"))], tmp_path)
    assert source.problem is not None
    assert source.problem.startswith("the workbook cannot be read: ")


@pytest.mark.parametrize("cell", ["A4294967295", "A99999999999999999999", "ZZZZZZ1"])
def test_a_cell_outside_every_sheet_costs_no_more_than_a_sheet(cell: str, tmp_path: Path) -> None:
    found = sources_of([str(_workbook(tmp_path / "a.xlsx", cell))], tmp_path)
    assert not [source.problem for source in found if "stopped" in (source.problem or "")]


def test_limits_of_the_child_grow_with_the_file() -> None:
    (least, memory), (most, whole) = conversion.limits_for(4_000), conversion.limits_for(1 << 40)
    assert (least, memory) < (11, 1.1 * 2**30)
    assert (most, whole) == (120, 4 << 30)


def test_conversions_have_a_budget_of_their_own(tmp_path: Path) -> None:
    for number in range(3):
        _workbook(tmp_path / f"{number}.xlsx", "A1")
    private = tmp_path / "private"
    private.mkdir()
    paths = [str(tmp_path / f"{number}.xlsx") for number in range(3)]
    found = sources_of(paths, private, Limits(max_total_seconds=0.01))
    assert [source.problem for source in found] == [
        None, *["not read: the conversions before it took 0.01 seconds (bundles.max_total_seconds)"] * 2
    ]  # fmt: skip
