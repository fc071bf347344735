"""Records, with their lines, of the four forms of ``esxcli --formatter=…`` and of ``Get-EsxCli`` objects.

    AdapterIdentifier,Device,State,                                      csv: names without blanks, a comma at the end
    fc.20000010aa000001:10000010aa000001,naa.6000…,active,

    [{"AdapterIdentifier": "fc.…", "Device": "naa.6000…", "State": "active"}]

    <structure typeName="ScsiPath"><field name="Device"><string>naa.6000…</string></field>…

    structure[0].ScsiPath.Device.string=naa.6000…                        keyvalue

    AdapterIdentifier : fc.…                                             objects as PowerShell shows them
    Device            : naa.6000…

Names are compared without blanks and case, so that ``Is Boot Device``, ``IsBootDevice`` and ``isbootdevice`` are equal. The
csv reader also reads ``Export-Csv`` of the same objects (quotes, semicolons, a first line ``#TYPE``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import csv_rows, listing
from checker.readers.esxi.formatted.structure import Structure, compact
from checker.readers.toolkit.declarations.blocks import note_truncated
from checker.readers.toolkit.lines import lines_of

_KEY_VALUE = re.compile(
    r"\s{0,40}(?:[A-Za-z]\w{0,40}\[(\d{1,7})\]\.)?([A-Za-z]\w{0,60})(?:\[(\d{1,7})\])?\.([A-Za-z_][\w .()/-]{0,80}?)"
    r"\.(?:list\[?[\w]{0,20}\]?\.)?([a-z]\w{0,20})(?:\[\d{0,6}\])?=(.*)\Z"
)
_NAME_LIST = re.compile(
    r"[ \t\"']{0,4}[A-Za-z][\w .()/-]{0,60}[\"']?(?:[,;\t][\"']?[A-Za-z][\w .()/-]{0,60}[\"']?){1,80}[,;\t]?[ \t]*\Z"
)
_PROPERTY = re.compile(r"([A-Za-z]\w{0,60}) {0,60} : ?(.*)\Z")
_SIGNS = ("[", "{", "=", " :", ",", ";", "\t")
"""Every text in one of the other forms contains one of these; most listings contain none."""
_LONGEST_VALUE = 4096


def form_of(text: str, is_header: Callable[[list[str]], bool]) -> str | None:
    """Return the form of a text; ``is_header`` recognises the first line of a csv text."""
    if "<structure" in text and re.search(r"<output\b", text):
        return "xml"
    if not any(sign in text for sign in _SIGNS):
        return None
    for line in text.split("\n"):
        form = _form_of_line(line, is_header)
        # The test for noise comes last: it is slower than the test that rules out most lines.
        if form is not None and (not listing.is_noise(line) or line.lstrip().startswith("#TYPE")):
            return form
    return None


def _form_of_line(line: str, is_header: Callable[[list[str]], bool]) -> str | None:
    start = line.lstrip()
    if start.startswith(("[", "{")):
        return "json"
    if "=" in start and "." in start and _KEY_VALUE.match(line):
        return "keyvalue"
    if " :" in line and _PROPERTY.match(line):
        return "objects"
    names = header_names(line)
    return "csv" if names and is_header(names) else None


def header_names(line: str) -> list[str] | None:
    """Return the compact names of a csv header; None for other lines."""
    # Most lines have no separator, which the pattern would notice last.
    if not ("," in line or ";" in line or "\t" in line) or not _NAME_LIST.match(line):
        return None
    return [compact(cell) for cell in csv_rows.cells(line, csv_rows.separator(line))]


def structures(
    text: str, first_line: int, form: str, out: Writer, is_header: Callable[[list[str]], bool]
) -> Iterator[Structure]:
    """Yield every record of a text of the given form; all other lines go to ``unread``."""
    if form == "csv":
        yield from _csv(text, first_line, out, is_header)
    elif form == "json":
        yield from _json(text, first_line, out)
    elif form == "xml":
        from checker.readers.esxi.formatted.xml_records import xml_structures

        yield from xml_structures(text, first_line, out)
    elif form == "objects":
        yield from _objects(text, first_line, out)
    else:
        yield from _key_values(text, first_line, out)


def _csv(text: str, first_line: int, out: Writer, is_header: Callable[[list[str]], bool]) -> Iterator[Structure]:
    names: list[str] | None = None
    separator, header = ",", ""
    last = first_line + text.count("\n")
    for line, row, whole in csv_rows.rows(text, first_line):
        if not row.strip() or row.startswith("#TYPE"):
            continue
        found = header_names(row)
        if found and is_header(found):
            names, separator, header = found, csv_rows.separator(row), row
            continue
        if line == last and csv_rows.may_be_cut(row, header):
            whole = False
        cells = csv_rows.cells(row, separator) if names and whole else []
        fewest = len(names or ()) if line == last else len([name for name in names or () if name])
        if names and fewest <= len(cells) <= len(names) + 1:
            record = Structure(line)
            for name, cell in zip(names, cells, strict=False):
                if name:
                    record.put(name, cell.strip().rstrip(",").strip(), line)
            yield record
        elif listing.is_noise(row):
            continue
        elif names and line == last:
            note_truncated(out, line, "row")
        else:
            out.unread(line)


def _json(text: str, first_line: int, out: Writer) -> Iterator[Structure]:
    from checker.readers.toolkit.documents.json_documents import noted_documents
    from checker.readers.toolkit.documents.located_json import LocatedDict

    for part in noted_documents(text, first_line, out, strays=False):
        for item in _items(part.value):
            if not isinstance(item, LocatedDict):
                out.unread(part.line)
                continue
            record = Structure(item.line)
            for name, value in item.items():
                if not isinstance(value, LocatedDict):
                    record.put(name, _shown(value), item.key_lines[name])
            yield record


def _items(value: object) -> Iterator[object]:
    """Yield the objects of lists, including lists inside a wrapping object."""
    if isinstance(value, list):
        for item in value:
            yield from _items(item)
    elif isinstance(value, dict):
        lists = [inner for inner in value.values() if isinstance(inner, list) and inner and isinstance(inner[0], dict)]
        for inner in lists:
            yield from _items(inner)
        if not lists:
            yield value
    else:
        yield value


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(_shown(item) for item in value if not isinstance(item, dict))
    return str(value).strip()


def _key_values(text: str, first_line: int, out: Writer) -> Iterator[Structure]:
    record: Structure | None = None
    before: Structure | None = None
    current: tuple[str | None, ...] | None = None
    last = first_line + text.count("\n")
    for line, row in enumerate(lines_of(text), first_line):
        found = _KEY_VALUE.match(row.rstrip())
        if line == last and row.strip():
            # Without a line end the last value may be cut, unless its record has all fields of the previous one.
            key = compact(found.group(4)) if found else ""
            if before is None or record is None or {*record.values, key} != {*before.values}:
                out.ends_inside_record = True
                out.note(line, "the last line has no line end and may be cut; it was skipped")
                continue
        if found is None:
            if not listing.is_noise(row):
                out.unread(line)
            continue
        number, kind, inner_number, name, _, value = found.groups()
        place = (number, kind, inner_number)
        known = record is not None and compact(name) in record.values
        if record is None or place != current or (known and place == (None, kind, None)):
            if record is not None:
                yield record
            before, record, current = record, Structure(line), place
        record.put(name, value.strip(), line)
    if record is not None:
        yield record


def _objects(text: str, first_line: int, out: Writer) -> Iterator[Structure]:
    """Yield objects as PowerShell shows them: properties with aligned colons, wrapped values indented, then a blank line."""
    record: Structure | None = None
    indent = 0
    last = ""
    for line, row in enumerate(lines_of(text), first_line):
        found = _PROPERTY.match(row.rstrip())
        if found:
            name, value = found.groups()
            if record is not None and compact(name) in record.values:
                yield record
                record = None
            if record is None:
                record = Structure(line)
            record.put(name, value.strip().strip("{}"), line)
            indent, last = found.start(2), compact(name)
        elif not row.strip():
            continue
        elif record is not None and last and not row[:indent].strip() and len(record.values[last]) < _LONGEST_VALUE:
            record.values[last] += row.strip().strip("{}")
        elif not listing.is_noise(row):
            out.unread(line)
    if record is not None:
        yield record
