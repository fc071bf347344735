"""One task: fetch a bundle, audit it in a limited process, return its rows. Runs on a worker, which shares nothing with others."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from checker import __version__
from checker.errors import UsageError
from checker.fleet.child import ANSWER, INPUT, OUTPUT, REQUEST, month_of, write_tables
from checker.fleet.request import MIB, Bundle, Outcome, Settings
from checker.fleet.sources import opened, reason_of
from checker.fleet.tables import BUNDLES, TABLES

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_CHUNK = 4 * MIB
_BUNDLE_NAME_CHARACTERS = 16


class _FetchError(Exception):
    """A bundle can't be fetched; the text says why."""


def audit_bundle(bundle: Bundle, settings: Settings, known: Collection[str] = ()) -> Outcome:
    """Audit a bundle and return its rows; whatever is wrong with it is an outcome, not an exception.

    Args:
        bundle: what to audit.
        settings: how.
        known: SHA-256 of contents that were audited before with these settings; they are not audited again.
    """
    from checker.system.leftovers import private_folder

    if settings.version != __version__:
        reason = (
            f"the worker has sanlint {__version__}, and this run was started by {settings.version}; install the same"
        )
        return failed(bundle, settings, reason)
    if bundle.problem:
        return failed(bundle, settings, bundle.problem)
    try:
        with private_folder() as folder:
            (folder / INPUT).mkdir()
            try:
                digest, size = _fetched(bundle, folder / INPUT, settings.limits.bundle_bytes)
            except _FetchError as error:
                return failed(bundle, settings, str(error))
            if digest in known:
                return Outcome(bundle, "unchanged", digest=digest)
            return _audited(bundle, settings, folder, digest, size)
    except OSError as error:
        return failed(bundle, settings, f"the temporary folder of the worker: {error.strerror or error}")


def failed(bundle: Bundle, settings: Settings, reason: str, digest: str = "", size: int | None = None) -> Outcome:
    """Return the outcome of a bundle that could not be audited: one row that says why."""
    return _without_audit(bundle, settings, "error", reason, digest, size)


def _without_audit(
    bundle: Bundle, settings: Settings, state: str, reason: str, digest: str, size: int | None
) -> Outcome:
    from checker.system.leftovers import private_folder

    # Without its content, a bundle is known by its place.
    digest = digest or hashlib.sha256(f"{bundle.source}\0{bundle.site}".encode("utf-8", "replace")).hexdigest()
    at = bundle.captured_at or bundle.modified_at or datetime.now(UTC).date().isoformat()
    row = {**_row(bundle, settings, digest, size), "state": state, "reason": reason}
    row["captured_at"] = bundle.captured_at if len(bundle.captured_at) > len("2026-03") else None
    with private_folder() as folder:
        write_tables(folder, {BUNDLES.name: [row]})
        return Outcome(
            bundle,
            "error" if state == "error" else "nothing read",
            reason,
            digest,
            month_of(at),
            files=_written(folder),
        )


def _row(bundle: Bundle, settings: Settings, digest: str, size: int | None) -> dict[str, Any]:
    return {
        "site": bundle.site,
        "bundle": digest[:_BUNDLE_NAME_CHARACTERS],
        "source": bundle.source,
        "captured_from": bundle.captured_from,
        "tags": list(bundle.tags),
        "bytes": size,
        "change_mark": bundle.change_mark or None,
        "sha256": digest,
        "settings": settings.digest,
        "version": __version__,
        "audited_at": datetime.now(UTC).replace(tzinfo=None, microsecond=0).isoformat(),
    }


def _audited(bundle: Bundle, settings: Settings, folder: Path, digest: str, size: int) -> Outcome:
    from checker.system.children import run_limited

    row = _row(bundle, settings, digest, size)
    request: Mapping[str, Any] = {
        "row": row,
        "paths": sorted(one.name for one in (folder / INPUT).iterdir()),
        "profile": settings.profile,
        "select": settings.select,
        "ignore": settings.ignore,
        "extend_select": settings.extend_select,
        "captured_at": bundle.captured_at,
        "modified_at": bundle.modified_at,
    }
    (folder / REQUEST).write_text(json.dumps(request), encoding="utf-8")
    if settings.config is not None:
        (folder / "sanlint.yaml").write_text(settings.config, encoding="utf-8")
    for name, content in settings.rules.items():
        path = folder / "rules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    limits = settings.limits
    reason = run_limited("checker.fleet.child", folder, seconds=limits.seconds, memory=limits.memory_bytes)
    if reason is not None:
        return failed(bundle, settings, f"the audit failed: {reason}", digest, size)
    answer = json.loads((folder / ANSWER).read_text(encoding="utf-8"))
    if answer["state"] != "audited":
        return _without_audit(bundle, settings, answer["state"], answer["reason"], digest, size)
    return Outcome(
        bundle, "audited", "", digest, answer["month"], answer["errors"], answer["seconds"], _written(folder / OUTPUT)
    )


def _written(folder: Path) -> dict[str, bytes]:
    return {table.name: (folder / f"{table.name}.parquet").read_bytes() for table in TABLES}


def _fetched(bundle: Bundle, folder: Path, most: int) -> tuple[str, int]:
    """Copy a bundle into a folder; return SHA-256 and size of its content.

    Raises:
        _FetchError: it can't be read, is empty or too large.
    """
    try:
        files, path = opened(bundle.url)
        found = sorted(files.find(path)) if files.isdir(path) else None
        copy = _Copy(most)
        if found is None:
            copy.add(files, path, folder / _safe(PurePosixPath(path).name))
        else:
            top = folder / _safe(PurePosixPath(path.rstrip("/")).name)
            for name in found:
                relative = name.strip("/")[len(path.strip("/")) :].strip("/")
                copy.named(relative)
                copy.add(files, name, _inside(top, relative))
            if not found:
                raise _FetchError("the folder is empty")
    except UsageError as error:
        raise _FetchError(str(error)) from None
    except _FetchError:
        raise
    except OSError as error:
        if shutil.disk_usage(folder).free < _CHUNK:
            raise _FetchError("the temporary folder of the worker is full") from None
        raise _FetchError(reason_of(error, bundle.url)) from None
    except Exception as error:  # noqa: BLE001 - storages raise what their libraries raise
        raise _FetchError(reason_of(error, bundle.url)) from None
    return copy.digest.hexdigest(), copy.size


class _Copy:
    """Copies files within a limit of bytes, and hashes them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.digest = hashlib.sha256()

    def named(self, name: str) -> None:
        """Make a name and the end of the file before it part of the hash."""
        self.digest.update(f"\0{self.size}\0{name}\0".encode("utf-8", "replace"))

    def add(self, files: AbstractFileSystem, source: str, target: Path) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        with files.open(source, "rb") as stream, target.open("xb") as copy:
            self._all(stream, copy)

    def _all(self, stream: IO[bytes], copy: IO[bytes]) -> None:
        while chunk := stream.read(_CHUNK):
            self.size += len(chunk)
            if self.size > self.most:
                raise _FetchError(f"larger than {self.most // MIB:,} MiB (--max-bundle)")
            self.digest.update(chunk)
            copy.write(chunk)


def _safe(name: str) -> str:
    return name if name not in ("", ".", "..") else "bundle"


def _inside(top: Path, relative: str) -> Path:
    parts = PurePosixPath(relative).parts
    if not parts or any(part in ("..", "/") for part in parts):
        raise _FetchError(f"a file of the folder has the unusable name '{relative[:100]}'")
    return top.joinpath(*parts)
