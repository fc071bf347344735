"""Fetching a bundle: into a private folder, within limits, and without trusting the storage.

Storage behind a network is read by a process of its own, which is stopped if it hangs: see ``main``.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any

from checker.errors import UsageError
from checker.fleet.request import MIB, TaskLimits
from checker.fleet.sources import is_local, opened, reason_of

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_CHUNK = 4 * MIB
_REQUEST = "fetch.json"
_ANSWER = "fetched.json"


class FetchError(Exception):
    """A bundle cannot be fetched; the text says why."""


def fetched(url: str, folder: Path, name: str, limits: TaskLimits) -> tuple[str, int]:
    """Copy a bundle into a folder; return SHA-256 and size of its content.

    Args:
        url: where it is.
        folder: a private folder.
        name: name of a new folder in it, for the bundle.
        limits: its size, and the time for storage behind a network.

    Raises:
        FetchError: it cannot be read, is empty, too large or takes too long.
        OSError: the private folder cannot be written.
    """
    from checker.system.children import run_limited

    (folder / name).mkdir()
    if is_local(url):
        return _copied(url, folder / name, limits.bundle_bytes)
    request = {"url": url, "name": name, "most": limits.bundle_bytes}
    (folder / _REQUEST).write_text(json.dumps(request), encoding="utf-8")
    try:
        reason = run_limited("checker.fleet.audit.fetch", folder, seconds=limits.seconds, memory=limits.memory_bytes)
    finally:
        # It may contain credentials.
        (folder / _REQUEST).unlink()
    if reason is not None:
        raise FetchError(f"fetching it failed: {reason}")
    answer = json.loads((folder / _ANSWER).read_text(encoding="utf-8"))
    if "reason" in answer:
        raise FetchError(answer["reason"])
    return answer["digest"], answer["size"]


def main(arguments: Sequence[str]) -> int:
    """Fetch the bundle of a folder: reads ``fetch.json``, writes ``fetched.json``."""
    folder = Path(arguments[0])
    request = json.loads((folder / _REQUEST).read_text(encoding="utf-8"))
    try:
        digest, size = _copied(request["url"], folder / request["name"], request["most"])
        answer: dict[str, str | int] = {"digest": digest, "size": size}
    except FetchError as error:
        answer = {"reason": str(error)}
    (folder / _ANSWER).write_text(json.dumps(answer), encoding="utf-8")
    return 0


def _copied(url: str, folder: Path, most: int) -> tuple[str, int]:
    try:
        files, path = opened(url)
        found = dict(sorted(files.find(path, detail=True).items())) if files.isdir(path) else None
        copy = _Copy(most)
        if found is None:
            _demand_file(files.info(path), PurePosixPath(path).name)
            copy.add(files, path, folder / _safe(PurePosixPath(path).name))
        else:
            top = folder / _safe(PurePosixPath(path.rstrip("/")).name)
            for name, info in found.items():
                relative = name.strip("/")[len(path.strip("/")) :].strip("/")
                _demand_file(info, relative)
                copy.named(relative)
                copy.add(files, name, _inside(top, relative))
            if not found:
                raise FetchError("the folder is empty")
    except UsageError as error:
        raise FetchError(str(error)) from None
    except FetchError:
        raise
    except OSError as error:
        if shutil.disk_usage(folder).free < _CHUNK:
            raise FetchError("the temporary folder of the worker is full") from None
        raise FetchError(reason_of(error, url)) from None
    except Exception as error:  # noqa: BLE001 - storages raise what their libraries raise
        raise FetchError(reason_of(error, url)) from None
    return copy.digest.hexdigest(), copy.size


def _demand_file(info: Mapping[str, Any], name: str) -> None:
    """Refuse pipes and devices: reading one may never end."""
    if info.get("type") == "other":
        raise FetchError(f"'{name[:100]}' is not a regular file")


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
                raise FetchError(f"larger than {self.most // MIB:,} MiB (--max-bundle)")
            self.digest.update(chunk)
            copy.write(chunk)


def _safe(name: str) -> str:
    return name if name not in ("", ".", "..") else "bundle"


def _inside(top: Path, relative: str) -> Path:
    parts = PurePosixPath(relative).parts
    if not parts or any(part in ("..", "/") for part in parts):
        raise FetchError(f"a file of the folder has the unusable name '{relative[:100]}'")
    return top.joinpath(*parts)
