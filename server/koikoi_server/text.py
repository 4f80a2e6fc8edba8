"""Translates and formats the texts that people read. All of them go through :func:`text`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

DEFAULT = "en"
LANGUAGES = (DEFAULT,)
"""The languages of :func:`text`, as BCP 47 tags."""


class Phrase(str):
    """An English text that is translated when it fills a field of another text."""


def supported_language(tag: str) -> str:
    """The language of :data:`LANGUAGES` that matches the BCP 47 *tag* best.

    "en-GB" gets "en"; an unknown or empty tag gets the default.
    """
    primary = tag.replace("_", "-").split("-")[0].lower()
    return primary if primary in LANGUAGES else DEFAULT


def text(message: str, language: str = DEFAULT, **values: object) -> str:
    """*message* in *language*, with its ``{fields}`` replaced by *values*.

    *message* is the English text, which is also the key of its translation. Without *values*, it
    is not formatted, and braces stay as they are.
    """
    translated = _translations(language).get(message, message)
    if not values:
        return translated
    filled = {
        name: text(value, language) if isinstance(value, Phrase) else value
        for name, value in values.items()
    }
    return translated.format(**filled)


def plural(number: int, one: str, many: str, language: str = DEFAULT, **values: object) -> str:
    """*one* or *many*, two whole sentences, in *language*; ``{n}`` is *number*."""
    return text(one if abs(number) == 1 else many, language, n=number, **values)


def paragraph(sentences: Iterable[str], language: str = DEFAULT) -> str:
    """The *sentences* as one paragraph, without empty ones."""
    made = ""
    for each in filter(None, sentences):
        made = text("{first} {second}", language, first=made, second=each) if made else each
    return made


def joined(parts: list[str], language: str = DEFAULT) -> str:
    """*parts* as a list in a sentence: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return text(
        "{most} and {last}", language, most=text(", ", language).join(parts[:-1]), last=parts[-1]
    )


def _translations(language: str) -> Mapping[str, str]:
    del language  # English, the only one yet, needs no translation
    return {}
