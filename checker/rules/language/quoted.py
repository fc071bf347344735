"""A value as JSON that is also valid YAML and TOML."""

from __future__ import annotations

import json
import re
from typing import Any

# Escaped backslashes are skipped, so that the text after them is not treated as an escape.
_PAIR = re.compile(r"\\\\|\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})")


def quoted(value: Any) -> str:
    r"""Return a value in ASCII: texts in quotes, characters beyond 16 bits as ``\U0001f4a3``, not as two halves."""
    return _PAIR.sub(_whole, json.dumps(value, ensure_ascii=True))


def _whole(found: re.Match[str]) -> str:
    if found.group(1) is None:
        return found.group()
    high, low = int(found.group(1), 16), int(found.group(2), 16)
    return f"\\U{0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF):08x}"
