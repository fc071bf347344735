"""Support bundles, packed or unpacked: which files belong to a bundle, and which host it comes from.

A bundle is recognised by the layout of its files, not by its name, because customers rename or unpack archives.
Unrecognised files inside a bundle are normal and only counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath

from checker.intake.walk import SourceFile, read_bytes

_NAME_BYTES = 4096


@dataclass(frozen=True)
class BundleKind:
    """One kind of support bundle.

    Attributes:
        name: the usual name of the bundle.
        marker: pattern for the path of a file; the part before the match is the root of the bundle.
        owner_files: paths below the root of files that name the host, best first.
        owner_in: extracts the name from such a file.
        root_name: pattern for the name of the root folder, with a group ``owner`` and optionally ``time``.
    """

    name: str
    marker: re.Pattern[str]
    owner_files: tuple[str, ...] = ()
    owner_in: Callable[[str], str | None] | None = None
    root_name: re.Pattern[str] | None = None


def _first_word(text: str) -> str | None:
    word = text.strip().split("\n", 1)[0].strip()
    return (
        word
        if re.fullmatch(r"[A-Za-z0-9][\w.\-]{0,252}", word)
        and word.lower() not in ("localhost", "localhost.localdomain")
        else None
    )


def _esx_name(text: str) -> str | None:
    found = re.search(r"(?m)^[ \t]*(?:Fully Qualified Domain Name|Host Name):[ \t]*(\S{1,253})", text)
    return _first_word(found.group(1)) if found else _uname_node(text)


def _uname_node(text: str) -> str | None:
    found = re.match(r"(?:VMkernel|Linux) (\S{1,253}) \d", text)
    return _first_word(found.group(1)) if found else None


KINDS = (
    BundleKind(
        "vm-support",
        re.compile(r"(?:^|/)commands/(?=(?:esxcfg-|esxcli_|localcli_|vmkchdev)[^/]*$)"),
        ("commands/localcli_system-hostname-get.txt", "commands/esxcli_system-hostname-get.txt", "commands/uname_-a.txt", "etc/hostname"),
        lambda text: _esx_name(text) or _first_word(text),
        re.compile(r"^(?:esx|vmsupport|vm-support)-(?P<owner>.+?)-(?P<time>\d{4}-\d{2}-\d{2}--\d{2}\.\d{2})(?:-\d+)?$"),
    ),
    BundleKind(
        "sosreport",
        re.compile(r"(?:^|/)(?:sos_commands|sos_logs|sos_reports)/"),
        ("hostname", "sos_commands/host/hostname", "sos_commands/general/hostname", "etc/hostname"),
        _first_word,
        re.compile(r"^sosreport-(?P<owner>.+?)(?:-\d{5,})?-(?P<time>\d{4}-\d{2}-\d{2})-[a-z]{5,9}$"),
    ),
    BundleKind(
        "supportconfig",
        re.compile(r"(?:^|/)(?=basic-environment\.txt$)"),
        ("basic-environment.txt",),
        lambda text: _uname_node(text[found.start() :]) if (found := re.search(r"(?m)^Linux ", text)) else None,
        re.compile(r"^(?:scc|nts)_(?P<owner>.+)_(?P<time>\d{6}_\d{4})$"),
    ),
    BundleKind(
        "sanlint collect",
        re.compile(r"(?:^|/)(?=sanlint-[^/]+-\d{8}-\d{6}/)"),
    ),
    BundleKind(
        "supportsave",
        re.compile(r"(?:^|/)(?=[^/]+-S\d+(?:cp)?-\d{12,14}-[^/]+$)"),
    ),
    BundleKind(
        "VPLEX collect-diagnostics",
        re.compile(r"(?:^|/)mgmt_server/(?=[^/]+/)|(?:^|/)(?=[^/]*_PERPETUAL_[\w.\-]+\.log)"),
    ),
)  # fmt: skip

_SUPPORTSAVE_FILE = re.compile(r"^(?P<owner>.+?)-S\d+(?:cp)?-(?P<time>\d{12,14})-[^/]+$")
_TIMES = ("%Y-%m-%d--%H.%M", "%Y-%m-%d", "%Y%m%d%H%M%S", "%Y%m%d%H%M", "%y%m%d_%H%M")


def with_bundle_hosts(sources: Sequence[SourceFile]) -> list[SourceFile]:
    """Return the files; those in support bundles with the kind, owner and time of the bundle."""
    roots: dict[tuple[str, str], BundleKind] = {}
    for source in sources:
        if source.member is None and len(source.inside) < 2:
            continue
        top, path = _place(source)
        for kind in KINDS:
            found = kind.marker.search(path)
            if found:
                roots.setdefault((top, path[: found.start()]), kind)
                break
    if not roots:
        return list(sources)
    by_place = {_place(source): source for source in sources}
    stated = {root: _stated_by_bundle(root, kind, by_place) for root, kind in roots.items()}
    return [_with(source, roots, stated) for source in sources]


def _place(source: SourceFile) -> tuple[str, str]:
    """Return the archive that contains the file ('' if none), and the path inside it."""
    if source.member is not None:
        return source.name, source.member.replace("!", "/")
    return "", source.name


def _stated_by_bundle(
    root: tuple[str, str], kind: BundleKind, by_place: dict[tuple[str, str], SourceFile]
) -> tuple[str | None, datetime | None]:
    top, path = root
    owner: str | None = None
    for name in kind.owner_files:
        source = by_place.get((top, f"{path}/{name}" if path else name))
        if source is not None and source.path is not None and source.size <= _NAME_BYTES and kind.owner_in:
            try:
                owner = kind.owner_in(read_bytes(source).decode("utf-8", "replace"))
            except OSError:
                owner = None
        if owner:
            break
    moment = None
    if kind.root_name is not None:
        for name in _root_names(top, path):
            found = kind.root_name.match(name)
            if found:
                owner = owner or _first_word(found.group("owner"))
                moment = _time(found.group("time"))
                break
    return owner, moment


def _root_names(top: str, path: str) -> Iterable[str]:
    """Yield candidates for the bundle's name: its folder, and the archive without its suffixes."""
    if path:
        yield PurePosixPath(path).name
    archive = PurePosixPath(top).name
    while archive:
        yield archive
        shorter = archive.rpartition(".")[0]
        if shorter == archive:
            break
        archive = shorter


def _time(text: str) -> datetime | None:
    for pattern in _TIMES:
        try:
            return datetime.strptime(text, pattern).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _with(
    source: SourceFile,
    roots: dict[tuple[str, str], BundleKind],
    stated: dict[tuple[str, str], tuple[str | None, datetime | None]],
) -> SourceFile:
    top, path = _place(source)
    folder = path
    while True:
        kind = roots.get((top, folder))
        if kind is not None:
            break
        if not folder:
            return source
        folder = folder.rpartition("/")[0]
    owner, moment = stated[top, folder]
    if kind.name == "supportsave":
        found = _SUPPORTSAVE_FILE.match(PurePosixPath(path).name)
        if found:
            owner, moment = found.group("owner"), _time(found.group("time"))
    inside = source.inside
    if kind.owner_files and not owner:
        # A bundle is of one machine; folders in it are not machines.
        below = len(PurePosixPath(path).parts) - len(PurePosixPath(folder).parts)
        inside = (*inside[: max(len(inside) - below, 1)], inside[-1])
    return replace(
        source, owner=owner or source.owner, captured_at=moment or source.captured_at, bundle=kind.name, inside=inside
    )
