"""Join files that are complete only together: fragments of one file in a bundle, and single values of sysfs.

vm-support splits large files into numbered fragments. A sosreport contains ``/sys`` with one value per file; joined, they
equal the output of ``grep . /sys/class/fc_host/*/*``, for which a reader exists.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from checker.intake.walk import SourceFile, read_bytes

_FRAGMENT = re.compile(r"^(?P<whole>.+)\.FRAG-(?P<number>\d{5})$")
_SYSFS = re.compile(
    r"(?:^|/)(?P<path>sys/(?:class/(?:fc_host|fc_remote_ports|fc_transport|scsi_host|scsi_disk|scsi_device|nvme)/[^/]+/(?:device/)?[\w.\-]+"
    r"|devices/.{1,400}/(?:fc_host|fc_remote_ports|fc_transport|scsi_host)/[^/]+/[\w.\-]+"
    r"|(?:block|class/block|devices/.{1,400}/block)/[^/]+/(?:queue|device|dm)/[\w.\-]+|module/\w+/parameters/\w+))$"
)
_VALUE_BYTES = 4096
_BLOCK_BYTES = 1 << 20


def reassembled(sources: Sequence[SourceFile], folder: Path) -> list[SourceFile]:
    """Return the files with fragments and sysfs values joined; ``folder`` is private."""
    kept: list[SourceFile] = []
    fragments: dict[tuple[str, str], list[tuple[int, SourceFile]]] = {}
    values: dict[tuple[str, str], list[tuple[str, SourceFile]]] = {}
    for source in sources:
        shown = source.member or source.name
        readable = source.path is not None and source.problem is None
        fragment = _FRAGMENT.match(shown) if readable else None
        value = _SYSFS.search(shown) if readable and source.size <= _VALUE_BYTES and source.bundle else None
        if fragment:
            fragments.setdefault((source.name if source.member else "", fragment["whole"]), []).append(
                (int(fragment["number"]), source)
            )
        elif value:
            top = source.name if source.member else ""
            values.setdefault((top, shown[: value.start("path")]), []).append((value["path"], source))
        else:
            kept.append(source)
    count = 0
    for (_, whole), parts in fragments.items():
        count += 1
        kept.append(_joined(whole, sorted(parts, key=lambda part: part[0]), folder / f"joined-{count:06d}"))
    for (_, root), found in values.items():
        count += 1
        kept.append(_values(root, sorted(found), folder / f"joined-{count:06d}"))
    return sorted(kept, key=lambda source: (source.name, source.member or "")) if count else list(sources)


def _joined(whole: str, parts: list[tuple[int, SourceFile]], target: Path) -> SourceFile:
    joined: list[tuple[int, str, int]] = []
    line = 1
    with target.open("wb") as out:
        for _, source in parts:
            if source.path is not None:
                joined.append((line, source.member or source.name, 1))
                with source.path.open("rb") as part:
                    while block := part.read(_BLOCK_BYTES):
                        line += block.count(b"\n")
                        out.write(block)
    first = parts[0][1]
    numbers = [number for number, _ in parts]
    missing = sorted(set(range(numbers[-1] + 1)) - set(numbers))
    remark = f"parts of this file are missing: FRAG-{missing[0]:05d}" if missing else first.remark
    inside = (*first.inside[:-1], whole.rpartition("/")[2])
    named = replace(first, member=whole) if first.member else replace(first, name=whole)
    return replace(named, path=target, size=target.stat().st_size, inside=inside, remark=remark, joined=tuple(joined))


def _values(root: str, found: list[tuple[str, SourceFile]], target: Path) -> SourceFile:
    lines: list[str] = []
    joined: list[tuple[int, str, int]] = []
    for path, source in found:
        try:
            text = read_bytes(source).decode("utf-8", "replace")
        except OSError:
            continue
        for number, line in enumerate(text.replace("\0", " ").splitlines(), 1):
            if line.strip():
                lines.append(f"/{path}:{line}")
                joined.append((len(lines), source.member or source.name, number))
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    first = found[0][1]
    shown = f"{root}sys"
    named = replace(first, member=shown) if first.member else replace(first, name=shown)
    return replace(
        named, path=target, size=target.stat().st_size, inside=(*first.inside[:1], "sys"), joined=tuple(joined)
    )
