"""Validate rule files and cases files against the JSON Schema; report the first error with its position."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from checker import resources
from checker.rules.language.suggest import printable, unknown
from checker.rules.language.yaml_source import Key, Source


def shaped(source: Source) -> dict[str, Any]:
    """Return the data of a rule file with a valid shape.

    Raises:
        RuleError: the shape is invalid; reports the first error in the file.
    """
    if not isinstance(source.data, dict):
        source.fail("a rule is a mapping of keys such as id, name, severity")
    if source.data.keys() == {"examples"}:
        source.fail("a rule needs more than examples; a file of further examples is called <ID>.cases.yaml")
    return _validated(source)


def shaped_cases(source: Source) -> dict[str, Any]:
    """Return the data of a cases file: a mapping with the single key ``examples``.

    Raises:
        RuleError: the file contains anything else, or an example is invalid.
    """
    if not isinstance(source.data, dict) or "examples" not in source.data:
        source.fail("a cases file is a mapping with the single key examples")
    extra = next((key for key in source.data if key != "examples"), None)
    if extra is not None:
        source.fail("a cases file contains only examples", (extra,), key=True)
    return _validated(source)


def _validated(source: Source) -> dict[str, Any]:
    data: dict[str, Any] = source.data
    # A misspelt key is reported before the key that is missing because of it.
    errors = sorted(
        _validator().iter_errors(data),
        key=lambda error: (error.validator != "additionalProperties", source.places.get(tuple(error.path), (0, 0))),
    )
    for error in errors:
        _report(source, error)
    return data


def _report(source: Source, error: Any) -> None:
    path: Key = tuple(error.absolute_path)
    match error.validator:
        case "additionalProperties" if isinstance(error.instance, dict) and "properties" in error.schema:
            known = error.schema["properties"]
            extra = next(key for key in error.instance if key not in known)
            source.fail(unknown("key", extra, known), (*path, extra), key=True)
        case "required":
            missing = [key for key in error.validator_value if key not in error.instance]
            source.fail(f"missing {', '.join(missing)}", path, key=True)
        case "enum":
            source.fail(unknown("value", str(error.instance), map(str, error.validator_value)), path)
        case "oneOf" | "anyOf" if not path:
            stub = "replaced_by" in error.instance
            required = error.schema["oneOf"][0 if stub else 1]["required"]
            missing = [key for key in required if key not in error.instance]
            source.fail(
                f"missing {', '.join(missing)}" if missing else "a retired rule has only id, name and replaced_by", path
            )
        case "oneOf" if path[:1] == ("examples",):
            source.fail("an example requires exactly one of finds, silent: true and not_evaluated: true", path)
        case "oneOf":
            source.fail("must be a list of rule ids, or a mapping of rule ids to lists of columns", path)
        case "pattern":
            what = error.schema.get("description", f"must match {error.validator_value}")
            source.fail(f"{printable(repr(error.instance))} does not match: {what}", path)
    source.fail(error.message if len(error.message) < 200 else f"breaks {error.validator}", path)


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(resources.schema("rule").read_text(encoding="utf-8")))
