"""Documents against the schemas that the package has; each schema is read and checked once for all tests of a process."""

from __future__ import annotations

import json
from functools import cache

from jsonschema import Draft202012Validator

from checker import resources


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = json.loads(resources.schema(name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def fits(document: object, name: str) -> None:
    """Fail unless a document fits the schema of this name.

    Raises:
        jsonschema.ValidationError: it doesn't.
    """
    _validator(name).validate(document)
