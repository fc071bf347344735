"""The page's own style and script, and the content security policy that admits nothing but them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

_ASSETS = Path(__file__).with_name("assets")


@cache
def style() -> str:
    """The style sheet: the files of ``assets/`` in the order of their names."""
    return _joined("*.css")


@cache
def script() -> str:
    """The script: the files of ``assets/`` in the order of their names, as one function, so that no name gets out."""
    return f'(function () {{\n"use strict";\n{_joined("*.js")}}})();\n'


def policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the content security policy for a page with these style sheets and scripts inside it, word for word.

    Nothing is loaded from anywhere, no other script or style runs, and no text becomes markup by script.
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
