"""Words for times in paths: ``mon`` and ``tue``, ``old`` and ``new`` are captures of one machine, unless it is called so.

They count only where they vary at one place of otherwise equal paths, or where a path is there without them, too. None of
the captures is known to be newer, so that each is of an unknown machine; their contents may prove that it is one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from checker.facts.platforms import is_unnamed
from checker.intake.owners.unnamed import capture_of, unnamed
from checker.intake.owners.words.file_names import NamedFile

_WORD = re.compile(
    r"(?<![^\W_])(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|yesterday|today|tomorrow|vorher|nachher|morning|noon|afternoon|evening|night|midnight|first|second|third|fourth"
    r"|old(?:er)?|new(?:er|est)?|latest|last|prev(?:ious)?|current|orig(?:inal)?|initial|baseline|changed|final"
    r"|(?:kw|cw|week|run|pass|round|take|try|attempt|sample|capture)[-_ ]?\d{1,3})(?![^\W_])",
    re.IGNORECASE,
)
_MARK = "\0"
_Template = tuple[object, ...]


def without_times(files: Sequence[NamedFile]) -> list[tuple[NamedFile, str]]:
    """Return the files without the words for times in their paths, each with these words."""
    templates = [_templates(file) for file in files]
    words: defaultdict[_Template, set[str]] = defaultdict(set)
    for file, found in zip(files, templates, strict=True):
        for depth, (_, own) in enumerate(found):
            words[(file.root, depth, *(_without(template) for template, _ in found[: depth + 1]))].add(own)
    result = []
    for file, found in zip(files, templates, strict=True):
        kept, labels = list(file.inside[: file.given]), []
        for depth, (template, own) in enumerate(found):
            original, key = file.inside[file.given + depth], tuple(_without(one) for one, _ in found[: depth + 1])
            varies = own and len(words[(file.root, depth, *key)]) > 1
            rest = _without(template) if varies else original
            # The name of a file remains if it is nothing but a time.
            if rest and not (varies and depth == len(found) - 1 and rest.startswith(".")):
                kept.append(rest)
            elif depth == len(found) - 1:
                kept.append(original)
            labels += [own] if varies else []
        result.append((replace(file, inside=tuple(kept)), " ".join(labels)))
    return result


def _templates(file: NamedFile) -> list[tuple[str, str]]:
    """Return the components of a path below what the user named, with marks for times, and the words of the times."""
    components = file.inside[file.given :]
    return [
        (_WORD.sub(_MARK, component), " ".join(word.lower() for word in _WORD.findall(component)))
        for component in components
    ]


def _without(template: str) -> str:
    """Return a component without its marks and one separator of each."""
    return re.sub(rf"\A{_MARK}[-_ .]*(?=[^\W_])|[-_ .]*\(?{_MARK}\)?", "", template)


def with_captures(
    files: Sequence[NamedFile], labels: Sequence[str], named: Sequence[str], plain: Sequence[str]
) -> list[str]:
    """Return the owners of files: those without the words for times, divided by these where one command was captured repeatedly.

    Args:
        files: the files.
        labels: the words for times in their paths.
        named: their owners if these words are left out.
        plain: their owners if they are not.
    """
    repeated: defaultdict[tuple[str, str, frozenset[str]], set[str]] = defaultdict(set)
    for file, label, owner in zip(files, labels, named, strict=True):
        repeated[owner, file.format, file.fields].add(label)
    several = {owner for (owner, *_), found in repeated.items() if len(found) > 1}
    result = []
    for file, label, owner, own in zip(files, labels, named, plain, strict=True):
        if is_unnamed(owner):
            result.append(unnamed(file.noun, own) if label and not is_unnamed(own) else own)
        else:
            result.append(capture_of(file.noun, owner, label) if label and owner in several else owner)
    return result
