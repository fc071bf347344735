"""Files that sanlint itself wrote beside the exports: baselines, reports, schemas, scripts. They hold no facts of a SAN.

Only what no reader recognises is asked about, so no export can hide behind such a mark.
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
WRITTEN_BY_SANLINT = "written by sanlint itself: no export"


def is_own_document(data: bytes) -> bool:
    """Whether a file that no reader recognised is one that sanlint wrote: told from its first 4 KiB."""
    return _MARKS.search(data[:_BEGINNING]) is not None
