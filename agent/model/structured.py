"""Structured replies: the schema a reply is asked to fit, and the reading of what came."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agent.model.lenient import objects
from agent.model.thoughts import apart

T = TypeVar("T", bound=BaseModel)

_UNTAKEN = frozenset({"title", "default", "maxLength", "minLength", "uniqueItems", "discriminator", "examples"})
"""Words of JSON Schema that strict endpoints refuse, or that say nothing to a model."""

_NAMED = frozenset({"properties", "$defs"})
"""Words whose value is a mapping from names to schemas."""

_PLAIN = {"oneOf": "anyOf"}

ERRORS_SHOWN = 3


class Unreadable(ValueError):
    """A reply is not what was asked for; the message is short and fit for showing to the model."""


@dataclass(frozen=True)
class Schema:
    """A JSON Schema with a name, as `response_format` wants it."""

    name: str
    body: dict[str, Any]

    @property
    def strict(self) -> bool:
        """Whether every object in it is closed, as strict mode wants; one with free keys is not."""
        return all(part.get("additionalProperties") is False for part in _parts(self.body) if _is_object(part))


def schema_of(shape: type[BaseModel]) -> Schema:
    """The strict form: every property required, no others, no defaults, titles or lengths; `$defs` kept.

    A field that holds a free mapping keeps it, and the schema is then not `strict`.
    """
    return Schema(re.sub(r"\W", "_", shape.__name__)[:64], _strict(shape.model_json_schema()))


def parsed(text: str, shape: type[T]) -> T:
    """The last JSON object in `text` that fits `shape`; Unreadable with the reason when none does.

    Think blocks, fences and prose around it are passed over; trailing commas, bare line breaks in strings, unescaped
    or typographic quotation marks and a missing end are mended. Nothing is invented: of a reply that was cut, only
    whole members of the object and whole elements of its lists are kept. A list is never taken for an object.
    """
    found = objects(apart(text)[1])
    reason = ""
    for candidate in sorted(found.objects, key=bool)[::-1]:
        try:
            return shape.model_validate(_wanted(candidate, shape))
        except Unreadable as stranger:
            reason = reason or str(stranger)
        except (ValidationError, RecursionError) as error:
            reason = reason or _why(error)
    raise Unreadable(reason or found.missing)


def _wanted(candidate: dict[str, Any], shape: type[BaseModel]) -> dict[str, Any]:
    """The object, or what it wraps when all it has is an object; Unreadable when nothing in it was asked for.

    Without this any object would pass for a shape whose members all have defaults.
    """
    names = {name for field, info in shape.model_fields.items() for name in (field, info.alias) if name}
    if not candidate or names & candidate.keys():
        return candidate
    inner = next(iter(candidate.values()))
    if len(candidate) == 1 and isinstance(inner, dict) and names & inner.keys():
        return inner
    raise Unreadable(f"the object has none of the members wanted: {', '.join(sorted(names))}")


def _why(error: ValidationError | RecursionError) -> str:
    """Where the first errors are and what they say, without the values: a reply may be long."""
    if isinstance(error, RecursionError):
        return "the object is nested too deeply"
    met = error.errors(include_url=False, include_input=False, include_context=False)
    told = [f"{'.'.join(map(str, one['loc'])) or 'the object'}: {one['msg']}"[:160] for one in met[:ERRORS_SHOWN]]
    return "; ".join(told) + (f"; and {len(met) - ERRORS_SHOWN} more" if len(met) > ERRORS_SHOWN else "")


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _parts(inner)


def _is_object(part: dict[str, Any]) -> bool:
    return part.get("type") == "object"


def _strict(schema: Any, names: bool = False) -> Any:
    """`schema` in strict form; with `names`, a mapping whose keys are names and stay whatever they are."""
    if isinstance(schema, list):
        return [_strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if names:
        return {name: _strict(part) for name, part in schema.items()}
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    kept = {
        _PLAIN.get(word, word): _strict(part, word in _NAMED) for word, part in schema.items() if word not in _UNTAKEN
    }
    if "properties" in kept:
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return kept
