"""Error responses of FOS REST, and failures of Ansible's Fabric OS modules that quote one: no facts.

::

    {"errors": {"@xmlns": "urn:ietf:params:xml:ns:yang:ietf-restconf",
                "error": {"error-type": "protocol", "error-tag": "operation-failed", "error-app-tag": "Error",
                          "error-message": "Not supported", "error-info": {"error-code": "-1", "error-module": "zone"}}}}

Such a file shows that the request failed; it must not be mistaken for an empty listing.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection

_FIELD = re.compile(r'"error[-_]message"\s*:\s*"((?:[^"\\]|\\.){0,300})"|<error-message>([^<]{0,300})<')
_MODULE = re.compile(r'"error[-_](?:module|app[-_]tag)"\s*:|<error-(?:module|app-tag)>')
_MESSAGE_WORD = re.compile(r'"error[-_]message"\s*:|<error-message>')
_URL = "/rest/running/"
_RESULTS = re.compile(r'"Response"\s*:|<Response\b')


def detect_error(capture: Capture) -> Detection | None:
    """Claim a text that contains an error and no result."""
    head = capture.head
    if _RESULTS.search(head) or not _MESSAGE_WORD.search(head):
        return None
    if _MODULE.search(head) and ("errors" in head or _URL in head):
        return Detection(93, "an error response of the Fabric OS REST interface")
    return None


def read_error(capture: Capture, out: Writer) -> None:
    """Add the error message as a note."""
    noted = False
    for number, line in capture.lines():
        for found in _FIELD.finditer(line[:4_000]):
            message = " ".join((found.group(1) or found.group(2) or "").replace('\\"', '"').split())
            out.note(number, f"the switch returned an error: {message or 'no message'}")
            noted = True
    if not noted:
        out.note(capture.first_line, "the switch returned an error")
