"""Error answers of FOS REST, and failures of Ansible's Fabric OS modules that quote one: recognised, no facts.

::

    {"errors": {"@xmlns": "urn:ietf:params:xml:ns:yang:ietf-restconf",
                "error": {"error-type": "protocol", "error-tag": "operation-failed", "error-app-tag": "Error",
                          "error-message": "Not supported", "error-info": {"error-code": "-1", "error-module": "zone"}}}}

A file of this kind says that the switch did not answer, which is easily taken for an empty listing.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection

_FIELD = re.compile(r'"error[-_]message"\s*:\s*"((?:[^"\\]|\\.){0,300})"|<error-message>([^<]{0,300})<')
_MODULE = re.compile(r'"error[-_](?:module|app[-_]tag)"\s*:|<error-(?:module|app-tag)>')
_MESSAGE_WORD = re.compile(r'"error[-_]message"\s*:|<error-message>')
_URL = "/rest/running/"
_RESULTS = re.compile(r'"Response"\s*:|<Response\b')


def detect_error(capture: Capture) -> Detection | None:
    """Claim a text that holds an error and no result."""
    head = capture.head
    if _RESULTS.search(head) or not _MESSAGE_WORD.search(head):
        return None
    if _MODULE.search(head) and ("errors" in head or _URL in head):
        return Detection(93, "an error answer of Fabric OS's REST interface")
    return None


def read_error(capture: Capture, out: Writer) -> None:
    """Note what the switch answered."""
    told = False
    for number, line in capture.lines():
        for found in _FIELD.finditer(line[:4_000]):
            message = " ".join((found.group(1) or found.group(2) or "").replace('\\"', '"').split())
            out.note(number, f"an error answer of the switch, no facts: {message or 'no message'}")
            told = True
    if not told:
        out.note(capture.first_line, "an error answer of the switch, no facts")
