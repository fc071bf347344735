"""Output of the ONTAP cluster shell as records: ``-instance`` listings, tables and ``-fields`` tables.

::

          Vserver Name: svm1                     Vserver   Igroup       Protocol OS Type  Initiators
           Igroup Name: esx                      --------- ------------ -------- -------- -----------------------
               OS Type: vmware                   svm1      esx          fcp      vmware   10:00:00:00:c9:00:00:01
            Initiators: 10:00:00:00:c9:00:00:01                                           10:00:00:00:c9:00:00:02

Keys are right-aligned; lists continue on lines without a key. Column heads may be stacked, and a cell too wide for its column
wraps the rest of its row to the next line. Login banners and prompts may be anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from sys import intern

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, UnreadableError
from checker.readers.toolkit.declarations.blocks import cells_at
from checker.readers.toolkit.lines import Lines
from checker.readers.toolkit.numbers import whole

_PAIR = re.compile(r"(?P<key>[A-Za-z][^:]{0,79}?)[ \t]*:(?:[ \t]+(?P<value>.*))?\Z")
_RULER = re.compile(r"[ \t]*-{2,}(?:[ \t]+-{2,})*[ \t]*\Z")
_NOISE = re.compile(
    r"[ \t]*(?:-+cluster-+|last login\b.*|this is your first recorded login.*|[\w.\-]{1,63}::\*?(?:[\w\- ]{0,40})?\*?>.*|[-=]+|\(.{1,60}\)|press <.*)\s*\Z",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"(?m)^[ \t]*([A-Za-z0-9][\w.\-]{0,62})::\*?(?:[\w\- ]{0,40})?\*?>")
_COMMAND = re.compile(r"[ \t]*[\w.\-]{1,63}::\*?(?:[\w\- ]{0,40})?\*?>[ \t]*\S")
_FIELD = re.compile(r"[a-z][a-z0-9\-]{0,60}\Z")
_TITLE = re.compile(r"\S.{0,200}:[ \t]*\Z")
"""A line above the heads of a table: ``cl1 Aggregates:`` in a MetroCluster."""
_COUNT = re.compile(r"[ \t]*([0-9]{1,9}) entr(?:y was|ies were) displayed\.?\s*\Z")
_LISTS = frozenset(["initiators", "initiator", "bound to igroups", "igroups", "lif or tpg name", "port names"])
_ITEM = re.compile(r"[\w.:\-]+,?(?:[ \t]+\([\w \-]{1,40}\))?,?\s*\Z")
"""One more item of a list; the first character of the line may be the first of it."""
_EMPTY = ("", "-", '""', "none")


@dataclass
class Record:
    """One object: values by key in lower case; a list has one value per line."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def text(self, *keys: str) -> str | None:
        """Return the first of these keys that is printed with a value, in one line."""
        for key in keys:
            value = " ".join(self.values.get(key, ())).strip()
            if value.lower() not in _EMPTY:
                return value
        return None

    def items(self, *keys: str) -> list[tuple[str, str]]:
        """Return a list, each item with the text in parentheses after it: ``10:00:… (logged in)``."""
        for key in keys:
            if key not in self.values:
                continue
            found: list[tuple[str, str]] = []
            for text in self.values[key]:
                for item in text.split(","):
                    name, _, rest = item.strip().partition(" ")
                    if name.lower() not in _EMPTY:
                        found.append((name, rest.strip(" ()")))
            return found
        return []

    def at(self, *keys: str) -> int:
        """Return the line of the first of these keys that is printed."""
        return next((self.lines[key] for key in keys if key in self.lines), self.line)

    def flag(self, *keys: str) -> bool | None:
        """Return a truth value."""
        return normalise.yes_no(self.text(*keys))

    def number(self, *keys: str) -> int | None:
        """Return a whole number."""
        return normalise.integer(self.text(*keys))

    def add(self, line: int, key: str, value: str) -> None:
        """Add a value, or one more item of it."""
        key = intern(key)
        self.values.setdefault(key, []).append(value)
        self.lines.setdefault(key, line)


def cluster_in(text: str) -> str | None:
    """Return the cluster's name if the text contains prompts."""
    found = {match.group(1) for match in _PROMPT.finditer(text)}
    return found.pop() if len(found) == 1 else None


def begins_with(command: str) -> str:
    """Return the pattern of a prompt followed by a command: prompts separate the commands of one capture."""
    return rf"^[ \t]*[\w.\-]{{1,63}}::\*?(?:[\w\- ]{{0,40}})?\*?>[ \t]*{command}"


def begins_listing(command: str, *keys: str) -> str:
    """Return the pattern of a prompt followed by a command, or of the lines with which each object of its listing begins.

    Args:
        command: regular expression of the command.
        keys: regular expressions of the first keys of an object; ``*`` stands for up to six other lines.
    """
    lines = "".join(r"(?:[^\n]*\n){0,6}?" if key == "*" else rf"[ \t]*{key}:[^\n]*\n" for key in keys[:-1])
    return rf"{begins_with(command)}|^{lines}[ \t]*{keys[-1]}:"


def is_noise(line: str) -> bool:
    """Return TRUE for login banners, prompts and rulers."""
    return bool(_NOISE.match(line))


def records(capture: Capture, out: Writer) -> Iterator[Record]:
    """Yield the objects of a listing or a table; sets the printed count and reports unrecognized lines."""
    if "\t" in capture.text:
        capture = replace(capture, text=capture.text.expandtabs())
    lines = _of_one_command(capture.numbered().where(str.strip), out)
    ruler = next((index for index, (_, line) in enumerate(lines) if _is_table_ruler(line)), None)
    count = 0
    found = _listing(lines, out) if ruler is None else _table(lines, ruler, out)
    for record in found:
        count += 1
        yield record
    if out.printed_count is not None:
        out.counted_records = count


def _of_one_command(lines: Lines, out: Writer) -> Lines:
    """Return the lines before the output of a later command, which prints other objects."""
    data = False
    for index, (number, line) in enumerate(lines):
        if data and _COMMAND.match(line):
            out.note(number, "skipped the output of another command: sanlint reads nothing from it")
            out.unread(number, len(lines) - index)
            return lines[:index]
        data = data or not is_noise(line)
    return lines


def _is_table_ruler(line: str) -> bool:
    return bool(_RULER.match(line)) and len(line.split()) > 1


def _is_count(line: str, out: Writer) -> bool:
    found = _COUNT.match(line)
    if found is not None:
        out.printed_count = (out.printed_count or 0) + whole(found.group(1))
    return found is not None


def _listing(lines: Lines, out: Writer) -> Iterator[Record]:
    current: Record | None = None
    last: str | None = None
    # What follows a value without indentation is a title, unless the text was copied without its blanks.
    is_indented = any(line[0] in " \t" for _, line in lines)
    for number, line in lines:
        if is_noise(line) or _is_count(line, out):
            continue
        found = _PAIR.match(line.strip())
        if found is None:
            is_more = not is_indented or line[0] in " \t" or (last in _LISTS and _ITEM.match(line) is not None)
            if current is not None and last is not None and is_more:
                current.add(number, last, line.strip())
            else:
                out.unread(number)
            continue
        key = " ".join(found["key"].lower().split())
        if current is None or key in current.values:
            if current is not None:
                yield current
            current = Record(number)
        current.add(number, key, (found["value"] or "").strip())
        last = key
    if current is not None:
        yield current


def _table(lines: Lines, ruler: int, out: Writer) -> Iterator[Record]:
    columns: _Columns | None = None
    carried: dict[str, str] = {}
    current: Record | None = None
    header: list[tuple[int, str]] = []
    for index, (number, line) in enumerate(lines):
        if _is_table_ruler(line):
            columns = _columns(_heads(header, number), line, number)
            carried, header = {}, []
            continue
        is_above = _is_above_ruler(lines, index)
        if _is_count(line, out) or is_noise(line) or (is_above and _TITLE.match(line)):
            continue
        if columns is None or (is_above and not _looks_like_data(line, columns.starts)):
            header.append((number, line))
            if len(header) > 3 and index > ruler:
                out.unread(number)
            continue
        cells = _cells(line, columns)
        if cells is None:
            out.unread(number)
            continue
        row = _record_of(number, cells, columns.names, carried, current)
        if row is not current and current is not None:
            yield current
        current = row
    if current is not None:
        yield current


def _is_above_ruler(lines: Lines, index: int) -> bool:
    """Return whether a line belongs to the heads above a ruler: neither a title nor another gap is between them."""
    for at in range(index + 1, min(index + 4, len(lines))):
        number, line = lines[at]
        if _is_table_ruler(line):
            gap = number - lines[at - 1][0]
            return all(lines[one + 1][0] - lines[one][0] <= gap for one in range(index, at))
        if _TITLE.match(line):
            return False
    return False


def _heads(above: list[tuple[int, str]], ruler: int) -> list[str]:
    """Return the stacked heads directly above a ruler, at most three; a banner is further up, before a blank line."""
    heads: list[str] = []
    gap, at = None, ruler
    for number, line in reversed(above[-3:]):
        if gap is not None and at - number > gap:
            break
        gap = at - number
        heads.insert(0, line)
        at = number
    return heads


def _looks_like_data(line: str, starts: list[int]) -> bool:
    return bool(starts) and re.search(r"/vol/|::|\bup\b|\bdown\b|[0-9]", line, re.IGNORECASE) is not None


@dataclass(frozen=True)
class _Columns:
    """The columns of a table: where they begin, and their names.

    Attributes:
        starts: positions of the dashes.
        names: heads in lower case.
        is_aligned: False if blanks were lost, so that only the number of words says which cell is which.
    """

    starts: list[int]
    names: list[str]
    is_aligned: bool = True


def _columns(header: list[str], ruler: str, number: int) -> _Columns:
    starts = [match.start() for match in re.finditer(r"-+", ruler)]
    words: list[list[str]] = [[] for _ in starts]
    for line in header:
        for index, cell in enumerate(cells_at(starts, line) or ()):
            words[index].extend(cell.split())
    if all(words) and all(cells_at(starts, line) for line in header):
        return _Columns(starts, [" ".join(part).lower() for part in words])
    # Names of "-fields" are single words in lower case, and its empty cells are dashes, so words can be counted.
    fields = header[-1].split() if header else []
    if len(fields) != len(starts) or not all(_FIELD.match(name) for name in fields):
        raise UnreadableError(number, "the heads of the columns are not above their rulers: blanks were lost")
    return _Columns(starts, fields, is_aligned=False)


def _cells(line: str, columns: _Columns) -> list[str] | None:
    """Split a row at its columns, or at blanks if cells are shifted or blanks were lost."""
    starts, words = columns.starts, line.split()
    if not columns.is_aligned:
        return words if len(words) == len(starts) else None
    if (cells := cells_at(starts, line)) is not None:
        return cells
    if len(words) == len(starts):
        return words
    if _only_last_word_is_wide(line, starts):
        cells = [""] * len(starts)
        for match in re.finditer(r"\S+", line):
            column = max(index for index, start in enumerate(starts) if start <= match.start() or index == 0)
            cells[column] = f"{cells[column]} {match.group()}".strip()
        return cells
    if line[0] in " \t" and len(words) == len(starts) - 1:
        return ["", *words]
    if len(words) == 1:
        return [words[0], *[""] * (len(starts) - 1)]
    wide = re.split(r" {2,}|\t", line.strip())
    return wide if len(wide) == len(starts) else None


def _only_last_word_is_wide(line: str, starts: list[int]) -> bool:
    """Return whether only the last word of a row exceeds its column, so that the row continues on the next line."""
    text = line.rstrip()
    last = max(text.rfind(" "), text.rfind("\t")) + 1
    before = all(start >= last or start == 0 or text[start - 1] in " \t" for start in starts)
    return before and last in starts


def _record_of(
    number: int, cells: list[str], names: list[str], carried: dict[str, str], current: Record | None
) -> Record:
    """Return the record of a row: cells missing at the begin are those above, and a row with only the last continues a list."""
    filled = [index for index, cell in enumerate(cells) if cell]
    if current is not None and filled == [len(cells) - 1] and len(cells) > 1:
        current.add(number, names[-1], cells[-1])
        return current
    empty = current if current is not None and not current.values else None
    if filled == [0]:
        carried.clear()
        carried[names[0]] = cells[0]
        return empty or Record(number)
    record: Record | None = None
    if current is not None and filled and filled[0] > 0:
        last_filled = max((index for index, name in enumerate(names) if name in current.values), default=-1)
        record = current if 0 <= last_filled < filled[0] else None
    if record is None:
        record = empty or Record(number)
        record.line = number
        for name in names[: filled[0]] if filled else ():
            if name in carried:
                record.add(number, name, carried[name])
    for name, cell in zip(names, cells, strict=True):
        if cell:
            record.add(number, name, cell)
            carried[name] = cell
    return record
