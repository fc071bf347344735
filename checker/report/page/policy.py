"""The page's style sheet and script, and the content security policy that allows only these."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

_ASSETS = Path(__file__).with_name("assets")


@cache
def style() -> str:
    """Return the style sheet: the ``assets/*.css`` files in order of their names."""
    return _joined("*.css")


@cache
def script() -> str:
    """Return the script: the ``assets/*.js`` files in order of their names, in one function, so that no name is global."""
    return f'(function () {{\n"use strict";\n{_joined("*.js")}}})();\n'


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the content security policy for a page with exactly these inline style sheets and scripts.

    Nothing is loaded from elsewhere, no other script or style runs, and scripts cannot turn text into markup.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hashes(scripts)}",
            f"style-src {_hashes(styles)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _hashes(texts: Sequence[str]) -> str:
    return " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in dict.fromkeys(texts))


def _joined(pattern: str) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted(_ASSETS.glob(pattern)))
