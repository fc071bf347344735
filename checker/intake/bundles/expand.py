"""Replace the archives among the input files by their members, unpacked into a private folder.

Members are stored under numbers, so a name in an archive never decides where a file is written. A member that cannot be
read is kept as a file with its problem, so that the report names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from checker.intake.bundles.limits import MIB, Account, LimitError, Limits, MemberLimitError
from checker.intake.bundles.place import Place, clean, leads_out
from checker.intake.decode import is_binary
from checker.intake.walk import SourceFile
from checker.system.space import full, is_full

_MAGIC_BYTES = 512
_REFUSED = (
    (b"7z\xbc\xaf\x27\x1c", "a 7-zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x1f\x9d", "compress data (.Z)"),
)

Progress = Callable[[str, float], None]
ShareCallback = Callable[[float], None]
Opener = Callable[[], IO[bytes]]
_REPORT_AFTER = 1_000
"""Members between two progress reports."""


def expand(
    sources: Sequence[SourceFile], folder: Path, limits: Limits | None = None, progress: Progress | None = None
) -> list[SourceFile]:
    """Return the files with every archive replaced by its members, nested ones too, in stable order.

    Args:
        sources: the files of the audit.
        folder: a private folder on a disk with room; the members are written below it.
        limits: the limits for unpacking.
        progress: called with the fraction of archives that are done.
    """
    limits = limits or Limits()
    archives = [source for source in sources if _may_be_archive(source)]
    chosen = {id(source) for source in archives}
    sources = [source if id(source) in chosen else _limited(source, limits) for source in sources]
    if not archives:
        return list(sources)
    unpacker = _Unpacker(folder, Account(limits))
    found: list[SourceFile] = []
    done = 0
    for source in sources:
        if id(source) not in chosen or source.path is None:
            found.append(source)
            continue
        place = Place(source, source.path, source.member, source.inside, 0)
        found.extend(unpacker.unpack(place, _within(progress, done, len(archives))))
        done += 1
        if progress:
            progress("unpacking", done / len(archives))
    return sorted(found, key=lambda source: (source.name, source.member or ""))


def _limited(source: SourceFile, limits: Limits) -> SourceFile:
    """Return a file that is not an archive, or one that is not read because it is larger than a member may be."""
    if source.problem is not None or source.size <= limits.max_member_bytes:
        return source
    return replace(source, path=None, size=0, problem=_too_large(limits.max_member_bytes))


def _too_large(limit: int) -> str:
    return f"more than {limit // MIB:,} MiB (bundles.max_member_bytes); not read"


def _within(progress: Progress | None, done: int, archives: int) -> ShareCallback | None:
    """Return the progress callback for one archive of several, so that a large one shows its own progress."""
    return None if progress is None else lambda share: progress("unpacking", (done + share) / archives)


def _may_be_archive(source: SourceFile) -> bool:
    if source.path is None or source.problem is not None or source.size < 4:
        return False
    try:
        with source.path.open("rb") as file:
            return _looks_packed(file.read(_MAGIC_BYTES))
    except OSError:
        return False


def _looks_packed(head: bytes) -> bool:
    # A cheap test first: most files are text, and the modules that unpack need not be loaded for them.
    if head[:2] in (b"PK", b"\x1f\x8b", b"BZ", b"\xfd7", b"\x28\xb5", b"7z", b"Ra", b"\x1f\x9d", b"PA"):
        return True
    return len(head) == _MAGIC_BYTES and (head[257:262] == b"ustar" or b"\0" in head[:157])


@dataclass(frozen=True)
class _Copied:
    """A copied member: target, size in bytes, whether it is packed itself, and the damage that cut it short."""

    path: Path
    size: int
    packed: bool
    damage: str | None


class _Unpacker:
    def __init__(self, folder: Path, account: Account) -> None:
        self._folder = folder
        self._account = account
        self._count = 0
        self._empty: Path | None = None

    def unpack(self, place: Place, report_share: ShareCallback | None = None) -> list[SourceFile]:
        """Return the files in an archive, or the file itself if it is not an archive; ``report_share`` gets the progress.

        Raises:
            LimitError: the archive around it contains too many archives.
        """
        from checker.intake.bundles.containers import BrokenArchiveError, members
        from checker.intake.bundles.workbook import is_workbook

        try:
            with place.path.open("rb") as file:
                head = file.read(_MAGIC_BYTES)
        except OSError as error:
            return [place.refused(f"cannot be read: {error.strerror or error}")]
        refused = next((what for magic, what in _REFUSED if head.startswith(magic)), None)
        if refused:
            return [place.refused(f"{refused}; unpack it and pass the folder")]
        if head.startswith(b"PAR1"):
            return [self._model(place)]
        if is_workbook(place.path, head):
            return list(self._sheets(place))
        name = place.inside[-1] if place.inside else place.source.name
        found = members(place.path, head, name, self._account)
        if found is None:
            return [_limited(self._plain(place), self._account.limits)]
        # Where there are too many, the archive around this one is not unpacked further. Those that are nested too deeply
        # count, too: copying them takes as long as unpacking them.
        self._account.archive(place.depth, place.source.size)
        if place.depth >= self._account.limits.max_depth:
            nested = f"an archive nested in more than {place.depth} others (bundles.max_depth); not unpacked"
            return [place.refused(nested)]
        kept: list[SourceFile] = []
        passed: dict[str, list[str]] = {}
        names: set[str] = set()
        try:
            for member in found:
                self._account.member()
                if report_share and self._account.members % _REPORT_AFTER == 0:
                    report_share(member.share)
                shown = clean(member.name)
                problem = leads_out(member.name) or member.problem
                if problem:
                    if not member.harmless:
                        passed.setdefault(problem, []).append(shown)
                    continue
                if shown in names:
                    passed.setdefault("duplicate member name; each member is read", []).append(shown)
                names.add(shown)
                if member.open is not None:
                    kept.extend(self._keep(place.below(shown, alone=member.alone), member.open, passed))
        except (LimitError, BrokenArchiveError) as error:
            kept.append(place.refused(f"not unpacked further: {error}"))
        kept.extend(place.refused(_many(problem, found)) for problem, found in sorted(passed.items()))
        return kept or [place.refused("an empty archive")]

    def _plain(self, place: Place, size: int | None = None, remark: str | None = None) -> SourceFile:
        size = place.path.stat().st_size if size is None else size
        source = place.source
        remark = remark or source.remark
        return replace(source, path=place.path, member=place.member, inside=place.inside, size=size, remark=remark)

    def _keep(self, inner: Place, opened: Opener, passed: dict[str, list[str]]) -> Iterator[SourceFile]:
        """Write one member to its numbered file; binary data is not kept."""
        try:
            copied = self._copy(opened)
        except MemberLimitError as error:
            yield inner.refused(str(error))
            return
        except NotImplementedError as error:
            passed.setdefault(f"cannot be unpacked ({error})", []).append(inner.member or "")
            return
        if copied is None:
            yield replace(inner.refused("binary data, not text"), ignored=True)
            return
        if copied.damage and not copied.size:
            yield inner.refused(copied.damage)
            return
        placed = replace(inner, path=copied.path)
        if not copied.packed:
            yield self._plain(placed, copied.size, copied.damage)
            return
        found = self.unpack(placed)
        yield from (replace(one, remark=copied.damage) if copied.damage else one for one in found)

    def _copy(self, opened: Opener) -> _Copied | None:
        """Copy a member to a separate file; None if it is neither text nor an archive.

        Raises:
            MemberLimitError: the member is too large.
            NotImplementedError: the compression method is not supported.
        """
        from checker.intake.bundles.containers import BROKEN

        limit = self._account.limits.max_member_bytes
        size, packed = 0, False
        target: Path | None = None
        damage: str | None = None
        try:
            with opened() as source, ExitStack() as stack:
                copy: IO[bytes] | None = None
                while data := source.read(MIB):
                    if copy is None:
                        packed = _looks_packed(data[:_MAGIC_BYTES])
                        if not packed and is_binary(data):
                            return None
                        target = self._new_file()
                        copy = stack.enter_context(target.open("wb"))
                    size += len(data)
                    if size > limit:
                        raise MemberLimitError(_too_large(limit))
                    self._account.unpacked(len(data))
                    copy.write(data)
        except MemberLimitError:
            if target is not None:
                target.unlink(missing_ok=True)
            raise
        except BROKEN as error:
            if is_full(error):
                size = target.stat().st_size if target is not None else 0
                damage = f"{full()}; the data after this point is not unpacked"
            else:
                damage = f"the archive is damaged here; the data after this point is lost: {error}"
        return _Copied(target or self._nothing(), size, packed, damage)

    def _nothing(self) -> Path:
        """Return the file shared by all empty members: bundles contain many, and creating a file takes time."""
        if self._empty is None:
            self._empty = self._new_file()
            self._empty.touch()
        return self._empty

    def _model(self, place: Place) -> SourceFile:
        """Read a model that sanlint wrote as Parquet as an inventory."""
        from checker.intake.bundles.conversion import MODEL, ConversionError

        limit, packed = self._account.limits.max_member_bytes, place.path.stat().st_size
        if packed > limit // 16:
            return place.refused("too large to convert (bundles.max_member_bytes)")
        try:
            ((_, target),) = self._converted(MODEL, place, packed * 16)
        except (ConversionError, LimitError) as error:
            return place.refused(str(error))
        return self._plain(replace(place, path=target))

    def _sheets(self, place: Place) -> Iterator[SourceFile]:
        from checker.intake.bundles.conversion import WORKBOOK, ConversionError
        from checker.intake.bundles.workbook import checked_size

        try:
            found = self._converted(WORKBOOK, place, checked_size(place.path, self._account))
        except (ConversionError, LimitError) as error:
            yield place.refused(str(error))
            return
        for name, text in found:
            yield self._plain(replace(place.below(f"{clean(name)}.csv"), path=text))
        if not found:
            yield place.refused("a workbook with no filled sheets")

    def _converted(self, kind: str, place: Place, size: int) -> list[tuple[str, Path]]:
        """Convert a file in a child process, within what is left for all of them; see :func:`converted`."""
        from checker.intake.bundles.conversion import converted

        with self._account.converting():
            found = converted(kind, place.path, self._new_file(), size)
        self._account.unpacked(sum(text.stat().st_size for _, text in found))
        return found

    def _new_file(self) -> Path:
        group = self._folder / f"members-{self._count // 1000:04d}"
        if self._count % 1000 == 0:
            group.mkdir(mode=0o700, exist_ok=True)
        self._count += 1
        return group / f"{self._count:07d}"


def _many(problem: str, names: Sequence[str]) -> str:
    first = sorted(names)[0]
    return f"{problem}: {first}" if len(names) == 1 else f"{problem}: {len(names):,} members, the first is {first}"
