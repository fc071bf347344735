"""Write a plan's files into a folder: nothing is overwritten without ``force``, and links are not followed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from checker.errors import UsageError
from checker.system.files import replacing_folder, write_bytes


def write_files(
    folder: str, files: Mapping[str, tuple[str, str, bool]], audited: Sequence[str], *, force: bool = False
) -> None:
    """Write text files below a folder, which is made private to its owner if it is new.

    Args:
        folder: the target.
        files: name → (text, encoding, executable); a name may contain one folder.
        audited: the input paths; a plan must be outside them, or the next audit would read it.
        force: overwrite existing files.

    Raises:
        UsageError: a file already exists, the folder is a link or inside the input, or a file cannot be written.
    """
    top = Path(folder)
    _check_folder(top, folder, audited)
    taken = [name for name in files if os.path.lexists(top / name)]
    links = [name for name in [*files, "undo"] if (top / name).is_symlink()]
    if links:
        raise UsageError(f"{top / links[0]} is a link; sanlint doesn't write through links")
    if taken and not force:
        more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
        raise UsageError(f"{top / taken[0]}{more} would be overwritten: give another folder, or --force")
    try:
        with replacing_folder(top) as new:
            for name, (text, encoding, executable) in files.items():
                (new / name).parent.mkdir(mode=0o700, exist_ok=True)
                write_bytes(new / name, text.encode(encoding, "replace"), mode=0o700 if executable else 0o600)
    except OSError as error:
        raise UsageError(f"--output {folder} cannot be written: {error.strerror or error}") from None


def replace_file(path: Path, before: str, after: str) -> None:
    """Replace the text of a file atomically, keeping its mode.

    Raises:
        UsageError: the file is a link, has changed since it was read, or cannot be written.
    """
    try:
        if path.is_symlink():
            raise UsageError(f"{path}: is a link; name the file itself")
        if path.read_bytes() != before.encode():
            raise UsageError(f"{path}: was changed while sanlint ran; nothing was written to it")
        write_bytes(path, after.encode())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


def _check_folder(top: Path, folder: str, audited: Sequence[str]) -> None:
    if top.is_symlink() or (top.exists() and not top.is_dir()):
        raise UsageError(f"--output {folder}: a file or link with this name exists")
    for path in audited:
        if path != "-" and Path(path).is_dir() and top.resolve().is_relative_to(Path(path).resolve()):
            raise UsageError(f"--output {folder}: is inside {path}, which is an input")
