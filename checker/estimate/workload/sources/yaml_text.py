"""Text of a ``workload.yaml``, recognised by its suffix and its first key."""

from __future__ import annotations

import re
from pathlib import Path

from checker.errors import UsageError

MOST_CHARACTERS = 16 * 1024 * 1024
YAML_SUFFIXES = (".yaml", ".yml")
MARK = re.compile(r"(?m)^[ \t]*[\"']?sanlint_workload[\"']?[ \t]*:|^loads[ \t]*:")


def workload_yaml(path: str) -> str | None:
    """Return the text of a ``workload.yaml``; None if the path is something else.

    Raises:
        UsageError: the file is too large, or not UTF-8.
    """
    file = Path(path)
    if path == "-" or file.suffix.lower() not in YAML_SUFFIXES or not file.is_file():
        return None
    with file.open("rb") as stream:
        content = stream.read(4 * MOST_CHARACTERS + 1)
    if len(content) > 4 * MOST_CHARACTERS:
        raise UsageError(f"{path}: larger than {MOST_CHARACTERS // 2**18} MiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: not UTF-8") from None
    return text if MARK.search(text) else None
