"""Gives the page its language: what it says stands in its modules, in place of the English."""

import json

from clients.language.sentences import Sentence, with_said
from clients.language.voice import Voice
from odin_net.errors import LANGUAGES, english_of


def catalogue_module(code: str) -> str:
    """`catalogue.js` in this language: what is to be known of it besides its sentences."""
    voice = Voice(code)
    catalogue = {"code": voice.code, "isFromRight": voice.is_rtl, "languages": [*LANGUAGES.items()]}
    return (
        f"export const CATALOGUE = Object.freeze({json.dumps(catalogue, ensure_ascii=False)});\n"
        f"export const pluralForm = (n) => Number({voice.plural_rule});\n"
    )


def in_language(code: str, source: str) -> str:
    """A module that says its sentences in this language; what no catalogue has, it says in English."""
    voice = Voice(code)
    return with_said(source, lambda sentence: json.dumps(_said(voice, sentence), ensure_ascii=False))


def _said(voice: Voice, sentence: Sentence) -> str | list[str]:
    """How the language says a sentence, with its places still open; with a number in it, in each form."""
    if not isinstance(sentence.id, str):
        return voice.unfilled_forms(sentence.key, sentence.id[1])
    # Behind a level may stand other words for it, for those who type it.
    said = english_of(voice.unfilled(sentence.key))
    return said.partition(" / ")[0] if sentence.context == "level" else said
