"""Finds the sentences that players read in the sources, of Python and of the page."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, cast

from odin_net.errors import in_context

if TYPE_CHECKING:
    from odin_net.errors import Context

# Functions whose first arguments are sentences, and how many of them.
KEYWORDS = {"language": 1, "_language": 1, "mark": 1, "many": 2, "saying": 1, "OdinError": 1}
# Where their context is given, if there is one.
_CONTEXT_AT = {"many": 3}
# The same for those of `clients/web/language.js`.
SCRIPT_KEYWORDS = {"say": 1, "sayNumber": 2, "mark": 1}
_SCRIPT_CONTEXT_AT = {"say": 2, "sayNumber": 4, "mark": 1}

_FOR_TRANSLATORS = re.compile(r"\s*(?:#|//) (?:Translators:\s*(?P<text>.+)|(?P<room>Room for \d+ cells\.))$")
# What stands in a comment is not said; a line of its own is enough to know it by.
_COMMENT_LINE = re.compile(r"^[ \t]*(?://|/\*\*|\*(?:[ /]|$)).*$", re.MULTILINE)
_CALL = re.compile(rf"(?<![\w$.#])(?:{'|'.join(SCRIPT_KEYWORDS)})\(")
_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
# One text, or several that are joined.
_TEXT = rf"{_LITERAL}(?:\s*\+\s*{_LITERAL})*"
_CHOICE = re.compile(rf"[^?]*?(?:\?\.[^?]*?)*\?\s*({_TEXT})\s*:\s*(.+)", re.DOTALL)
_TOKEN = re.compile(rf"//[^\n]*|/\*.*?\*/|{_LITERAL}|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|.", re.DOTALL)


class Sentence(NamedTuple):
    """What is said, and what its translator has to know."""

    id: str | tuple[str, ...]
    context: str | None = None
    comments: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What it is found by in a compiled catalogue."""
        text = self.id if isinstance(self.id, str) else self.id[0]
        return in_context(text, cast("Context | None", self.context))


@cache
def sentences_in(source: str) -> tuple[Sentence, ...]:
    """What is said in a module, in order: within format strings too, and in both branches of a choice."""
    return tuple(_sentences_in(source))


def _sentences_in(source: str) -> Iterator[Sentence]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    comments = _comments(source)
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        texts = [_texts(argument) for argument in call.args[: KEYWORDS.get(name, 0)]]
        yield from _sentences(texts, KEYWORDS.get(name, 0), _context(call, name), comments.get(call.lineno, ()))


def sentences_in_script(source: str) -> Iterator[Sentence]:
    """The same for a module of the page."""
    comments = _comments(source)
    for name, line, arguments in calls_in_script(source):
        count, context_at = SCRIPT_KEYWORDS[name], _SCRIPT_CONTEXT_AT[name]
        texts = [script_texts(argument) for argument in arguments[:count]]
        contexts = [text for argument in arguments[context_at : context_at + 1] for text in script_texts(argument)]
        yield from _sentences(texts, count, contexts[0] if contexts else None, comments.get(line, ()))


def _sentences(
    texts: list[list[str]], count: int, context: str | None, comments: tuple[str, ...]
) -> Iterator[Sentence]:
    if count == 1 and texts:
        yield from (Sentence(text, context, comments) for text in texts[0])
    elif count == 2 and len(texts) == 2 and all(texts):
        yield Sentence(tuple(text[0] for text in texts), context, comments)


def _texts(argument: ast.expr) -> list[str]:
    match argument:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) + _texts(other)
        case _:
            return []


def _context(call: ast.Call, name: str) -> str | None:
    match call.args[_CONTEXT_AT.get(name, 1) :]:
        case [ast.Constant(value=str(context)), *_]:
            return context
        case _:
            return None


def calls_in_script(source: str) -> Iterator[tuple[str, int, list[str]]]:
    """Where something is said in a module of the page: by which function, in which line, with what arguments."""
    source = _COMMENT_LINE.sub("", source)
    for found in _CALL.finditer(source):
        yield found[0][:-1], source.count("\n", 0, found.start()) + 1, _arguments(source, found.end())[0]


def with_said(source: str, said: Callable[[Sentence], str]) -> str:
    """A module of the page without comments on lines of their own, and with `said(sentence)` for what it says."""
    return _with_said(_COMMENT_LINE.sub("", source), said)


def _with_said(source: str, said: Callable[[Sentence], str]) -> str:
    parts, at = [], 0
    for found in _CALL.finditer(source):
        if found.start() < at:
            continue
        arguments, end = _arguments(source, found.end())
        parts += [source[at : found.end()], ", ".join(_said(found[0][:-1], arguments, said))]
        at = end
    return "".join([*parts, source[at:]])


def _said(name: str, arguments: list[str], said: Callable[[Sentence], str]) -> list[str]:
    """The arguments of such a call with what is said in place of the sentence; its context is not needed any more."""
    count, context_at = SCRIPT_KEYWORDS[name], _SCRIPT_CONTEXT_AT[name]
    texts = [script_texts(argument) for argument in arguments[:count]]
    others = [_with_said(argument, said) for argument in arguments[count:]]
    if len(texts) < count or not all(texts):
        return [_with_said(argument, said) for argument in arguments[:count]] + others
    context = script_texts(arguments[context_at])[0] if len(arguments) > context_at else None
    others = others[: context_at - count]
    if others and others[-1] == "{}":
        others.pop()
    if count == 2:
        return [said(Sentence((texts[0][0], texts[1][0]), context)), "null", *others]
    return [_chosen(arguments[0], lambda text: said(Sentence(text, context))), *others]


def _chosen(argument: str, said: Callable[[str], str]) -> str:
    """An argument with what is said in place of its texts."""
    if choice := _CHOICE.fullmatch(argument):
        one, other = said(script_texts(choice[1])[0]), _chosen(choice[2], said)
        return f"{argument[: choice.start(1)]}{one} : {other}"
    return said(script_texts(argument)[0])


def _arguments(source: str, start: int) -> tuple[list[str], int]:
    """The arguments of a call whose bracket opens before this place, and where it closes."""
    arguments, depth, end = [""], 1, len(source)
    for token in _TOKEN.finditer(source, start):
        text = token[0]
        depth += (text in "([{") - (text in ")]}")
        if not depth:
            end = token.start()
            break
        if text == "," and depth == 1:
            arguments.append("")
        elif not text.startswith(("//", "/*")):
            arguments[-1] += text
    return [argument.strip() for argument in arguments if argument.strip()], end


def script_texts(argument: str) -> list[str]:
    """The texts that an argument can be: itself, or both branches of a choice."""
    if re.fullmatch(_TEXT, argument):
        return ["".join(json.loads(literal) for literal in re.findall(_LITERAL, argument))]
    if choice := _CHOICE.fullmatch(argument):
        return script_texts(choice[1]) + script_texts(choice[2])
    return []


def _comments(source: str) -> dict[int, tuple[str, ...]]:
    """By the line that they stand above, what comments say to translators."""
    found: dict[int, tuple[str, ...]] = {}
    for number, line in enumerate(source.splitlines(), 1):
        if said := _FOR_TRANSLATORS.match(line):
            found[number + 1] = (*found.pop(number, ()), said["text"] or said["room"])
    return found
