"""The page's style sheet and script, and the content security policy that allows only these."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

SVG_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
"""Style sheets of pictures in a page."""
_ASSETS = Path(__file__).with_name("assets")


@cache
def style() -> str:
    """Return the style sheet: the ``assets/*.css`` files in order of their names."""
    return _joined("*.css")


@cache
def script() -> str:
    """Return the script: the ``assets/*.js`` files in order of their names, in one function, so that no name is global."""
    return f'(function () {{\n"use strict";\n{_joined("*.js")}}})();\n'


def document(
    title: str,
    nav: tuple[str, Mapping[str, str]],
    body: str,
    more_style: str = "",
    script_and_data: tuple[str, str] = ("", ""),
) -> str:
    """Return a page that looks like the HTML report and works offline and in print.

    Args:
        title: plain text.
        nav: what the links lead through, and their titles by anchor.
        body: markup; style sheets of pictures in it are allowed.
        more_style: rules after those of all pages.
        script_and_data: a script, and the block of JSON that it reads; without them, the page has no script.
    """
    from checker import __version__
    from checker.report.page.escape import shown

    links = "".join(f'<a href="#{shown(anchor)}">{shown(text)}</a>' for anchor, text in nav[1].items())
    styles = [style(), *([more_style] if more_style else []), *SVG_STYLE.findall(body)]
    code, data = script_and_data
    scripts = f'<script type="application/json" id="data">{data}</script>\n<script>{code}</script>\n' if code else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(styles, [code] if code else [])}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="sanlint {__version__}"><meta name="referrer" content="no-referrer">\n'
        f"<title>sanlint: {shown(title)}</title>\n<style>{style()}</style>{f'<style>{more_style}</style>' if more_style else ''}</head>\n<body>\n"
        f'<header class="top"><p class="brand">sanlint</p><h1>{shown(title)}</h1>'
        f'<nav aria-label="{shown(nav[0])}">{links}</nav></header>\n<main>{body}</main>\n{scripts}</body></html>\n'
    )


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
