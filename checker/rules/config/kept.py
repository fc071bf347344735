"""The parsed configuration in the private cache: parsing and validating one takes longer than all else in a repeated run."""

from __future__ import annotations

import hashlib

from checker import cache, resources
from checker.intake.owners.hints import SourceHint
from checker.plain import decode, encode
from checker.rules.config.config import parse_config
from checker.rules.config.model import Config
from checker.rules.config.parameters import Override, Settings
from checker.rules.suppress.model import Suppression

_CLASSES = (Config, Settings, Override, SourceHint, Suppression)


def kept_config(text: str, name: str, file_name: str) -> Config:
    """Return what :func:`parse_config` returns; an earlier result for the same text, name and program is used.

    Raises:
        ConfigError: names file, line, column and key of the error.
    """
    try:
        question = encode(("configuration", resources.state_of_program(), text, name, file_name))
    except OSError:
        return parse_config(text, name, file_name)
    file = f"{cache.ANSWERS}{hashlib.sha256(question).hexdigest()[:40]}.json"
    found = cache.load(file, _decoded)
    if found is None:
        found = parse_config(text, name, file_name)
        try:
            content = encode(found)
        except TypeError:
            return found
        if _decoded(content) == found:
            cache.write(file, content)
    return found


def _decoded(content: bytes) -> Config:
    found = decode(content, _CLASSES)
    if type(found) is not Config:
        raise TypeError("not a configuration")
    return found
