"""Documents that are complete or absent: written next to their place, flushed to the disk, then renamed; bounded reading.

The only code that writes files for users. Whatever happens meanwhile, a full disk or a signal, the old file survives.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from checker.system.leftovers import UNFINISHED, registered, remove_unfinished

_PSEUDO = ("/dev/", "/proc/")


def read_regular(path: Path, most: int) -> bytes:
    """Return the content of a regular file; a pipe would be waited for, and a device has no end.

    Args:
        path: the file, which others may have put there; a link is followed.
        most: bytes that it may have.

    Raises:
        OSError: it cannot be read, is not a regular file, or is larger.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"larger than {most // 2**20} MiB")
    return content


def write_text(path: Path, text: str, *, mode: int | None = None, new: bool = False) -> None:
    """Write a text in UTF-8, with line feeds; see :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8", "replace"), mode=mode, new=new)


def write_bytes(path: Path, data: bytes, *, mode: int | None = None, new: bool = False) -> None:
    """Write a whole file, or leave the old one as it was.

    Args:
        path: the file; a link stays, and the file that it points to is replaced. Devices and pipes are written to.
        data: the content.
        mode: permissions; by default those of the old file, or what the umask allows.
        new: refuse to replace a file.

    Raises:
        OSError: it cannot be written.
    """
    if not new and _is_stream(path):
        with path.open("wb") as stream:
            stream.write(data)
        return
    with replacing(path, mode=mode, new=new) as temporary, temporary.open("r+b") as file:
        file.write(data)


@contextmanager
def replacing(path: Path, *, mode: int | None = None, new: bool = False) -> Iterator[Path]:
    """Yield an empty neighbour of a file for a library to write to; at the end it becomes the file.

    Raises:
        OSError: as for :func:`write_bytes`.
    """
    target = Path(os.path.realpath(path)) if path.is_symlink() and not new else path
    old = None
    with contextlib.suppress(FileNotFoundError):
        old = target.lstat()
    if old is not None:
        if new:
            raise FileExistsError(17, os.strerror(17), str(path))
        if stat.S_ISDIR(old.st_mode):
            raise IsADirectoryError(21, os.strerror(21), str(path))
        if not os.access(target, os.W_OK):
            # Renaming would replace a file that is write-protected.
            raise PermissionError(13, os.strerror(13), str(path))
    temporary = _neighbour(target)
    with registered(temporary):
        _create(temporary, 0o666 if mode is None else mode)
        if mode is not None:
            temporary.chmod(mode)
        elif old is not None:
            _same_owner_and_mode(temporary, old)
        yield temporary
        _flush(temporary)
        if new:
            # Unlike a rename, a link never replaces a file that somebody made meanwhile.
            target.hardlink_to(temporary)
        else:
            temporary.replace(target)
    _flush_folder(target.parent)


@contextmanager
def replacing_folder(folder: Path, *, mode: int = 0o700) -> Iterator[Path]:
    """Yield an empty private folder next to a folder; at the end its files become files of the folder.

    A folder that does not exist appears complete. One that exists keeps its other files, and receives the new ones only
    when all of them have been written.

    Raises:
        OSError: a file cannot be written.
    """
    exists = folder.is_dir()
    folder.parent.mkdir(parents=True, exist_ok=True)
    # A folder that exists may be all that is writable, for instance a volume of a container.
    temporary = folder / _neighbour(folder).name if exists else _neighbour(folder)
    with registered(temporary):
        temporary.mkdir(mode=0o700)
        yield temporary
        for parent, _folders, names in os.walk(temporary):
            for name in names:
                _flush(Path(parent, name))
        if exists:
            _move_into(temporary, folder)
        else:
            temporary.chmod(mode)
            temporary.rename(folder)
    _flush_folder(folder.parent)


def _move_into(source: Path, folder: Path) -> None:
    for parent, _folders, names in os.walk(source):
        target = folder / Path(parent).relative_to(source)
        target.mkdir(mode=0o700, exist_ok=True)
        for name in names:
            Path(parent, name).replace(target / name)
        _flush_folder(target)


def _neighbour(target: Path) -> Path:
    beginning = f".{target.name[:100]}."
    remove_unfinished(target.parent, beginning)
    return target.parent / f"{beginning}{secrets.token_hex(4)}{UNFINISHED}"


def _is_stream(path: Path) -> bool:
    """Whether a path is a device or pipe, or a name for an open file; these are written to and never replaced."""
    try:
        return (not stat.S_ISREG(path.stat().st_mode) and not path.is_dir()) or str(path.absolute()).startswith(_PSEUDO)
    except OSError:
        return False


def _create(path: Path, mode: int) -> None:
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode))


def _same_owner_and_mode(path: Path, old: os.stat_result) -> None:
    if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(OSError):
            os.chown(path, old.st_uid, old.st_gid)
    path.chmod(stat.S_IMODE(old.st_mode) & 0o777)


def _flush(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    # Not possible on Windows and on some network drives, where renaming is durable or nothing is.
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
