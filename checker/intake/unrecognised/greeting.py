"""Text of a session that states nothing about the SAN: login dialogues, banners, messages of the day."""

from __future__ import annotations

import re

# Lines that only a session prints, in any place.
_DIALOGUE = re.compile(
    r"(?:=~){4,}=? PuTTY log .*|(?:login as|login|password|username|passcode)[: ].*|\S{1,120}'s password:.*|Last (?:successful |failed )?login.*"
    r"|Using (?:username|keyboard-interactive|publickey) .*|Authenticating with public key .*|Keyboard-interactive authentication.*"
    r"|(?:Pre-authentication|End of) .*banner.*|End of keyboard-interactive.*|Access granted\b.*|Warning: Permanently added .*"
    r"|The authenticity of host .*|(?:\w+ )?key fingerprint is .*|Are you sure you want to continue connecting.*|User Access Verification"
    r"|Trying [\w.:]++(?: \.*)?|Connected to \S+|Escape character is .*|Connection (?:to \S+ )?closed.*|logout|exit|Bye\.?|Bad terminal type.*"
    r"|Script (?:started|done) on .*|The time and date of this login have been sent to the system logs\.?|Welcome to .*|There (?:was|were) \d+ failed login.*",
    re.IGNORECASE,
)
# What an export states, and a banner never does: identities, tables, and names with values.
_DATA = re.compile(
    r"(?:[0-9a-f]{2}:){7}[0-9a-f]{2}|\b(?:naa|eui|t10)\.|\b(?:0x)?[0-9a-f]{16,32}\b|^[ \t]*-{3,}(?:[ \t]+-{3,})+[ \t]*$"
    r"|^[ \t]*[\w .()/-]{1,40}[:=][ \t]*(?!https?://)\S{1,40}[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)


def is_dialogue(line: str) -> bool:
    """Return whether only a session prints such a line."""
    return _DIALOGUE.fullmatch(line.strip()) is not None


def is_greeting(text: str, *, first: bool) -> bool:
    """Return whether a text without a format is only dialogue; before the ``first`` command also a banner."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    others = [line for line in lines if not is_dialogue(line)]
    return not others or (first and not _DATA.search("\n".join(others)))
