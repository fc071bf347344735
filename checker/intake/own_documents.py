"""Recognise files that sanlint wrote next to the exports: baselines, reports, schemas, scripts. They contain no SAN facts.

Only files that no reader recognises are checked, so a mark in an export cannot hide it.
"""

from __future__ import annotations

import re

_BEGINNING = 4096
_MARKS = re.compile(
    rb'"sanlint_baseline":'
    rb'|"title":\s*"(?:sanlint |one line of a sanlint report)'
    rb'|"(?:tool|driver)":\s*\{\s*"name":\s*"sanlint"'
    rb'|\{"type": "finding", "version": \d+, "rule"'
    rb'|<testsuites name="sanlint"'
    rb'|<meta name="generator" content="sanlint '
    rb'|\A(?:\xef\xbb\xbf)?"severity","rule","name","state",'
    rb"|\A## sanlint\r?\n"
    rb"|^(?:# )?Written by sanlint \d",
    re.MULTILINE,
)
WRITTEN_BY_SANLINT = "written by sanlint; not an export"


def is_own_document(data: bytes) -> bool:
    """Return whether sanlint wrote a file that no reader recognised, judging by its first 4 KiB."""
    return _MARKS.search(data[:_BEGINNING]) is not None
