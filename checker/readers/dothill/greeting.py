"""What a Dot Hill array prints at login: its product, names and firmware.

::

    HPE MSA Storage MSA 2060 FC
    System Name: msa-ora
    System Location: room 2
    Version: IN210R004
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader

_LINES = re.compile(
    r"^(?P<product>[^\n:]{3,80})\n[ \t]*System Name:[ \t]*(?P<name>[^\n]{0,80})\n[ \t]*System Location:[^\n]{0,120}\n"
    r"[ \t]*Version:[ \t]*(?P<version>[A-Z]{1,3}[0-9]{2,4}[A-Z][0-9]{2,4}(?:-[0-9]{1,2})?)[ \t]*$",
    re.MULTILINE,
)


def _detect(capture: Capture) -> Detection | None:
    return Detection(93, "the greeting of a Dot Hill array") if _LINES.search(capture.head) else None


def _read(capture: Capture, out: Writer) -> None:
    found = _LINES.search(capture.text)
    if found is not None:
        line = capture.first_line + capture.text.count("\n", 0, found.start("version"))
        out.add("storage_array", line, storage_array=capture.owner, family="other", array_version=found["version"])


def _owner(text: str) -> str | None:
    found = _LINES.search(text[:4_096])
    name = found["name"].strip() if found else ""
    return name if name and not name.startswith("Uninitialized") else None


READERS = (
    Reader(
        name="dothill-greeting", platform="dothill", command="login", provides={"storage_array": ("storage_array", "family", "array_version")},
        detect=_detect, read=_read, needles=("System Name:", "System Location:", "Version:"), owner_in=_owner,
        verified=False,
    ),
)  # fmt: skip
