"""Tells for each name within a module which function or block declares it.

A scope is a stretch of tokens: what stands in braces, or a function, a loop or a `catch` from its parameters to the end
of its body. A name is of the innermost scope around it that declares it; what none declares is known to the whole
module, or is the browser's.

It knows what these modules use of JavaScript. Names are declared by parameters and behind the words of `DECLARING`, one
pattern in a statement.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count

from clients.web.tokens import Role, Token

DECLARING = frozenset(("const", "let", "class", "function"))
# Behind these, what stands in parentheses before a brace are no parameters.
ASKING = frozenset(("if", "for", "while", "switch"))

Stretches = Mapping[int, int]
"""By the number of its first token, that of its last."""


class Scope:
    """A part of a module that may have names of its own."""

    def __init__(self, outer: "Scope | None", last: int) -> None:
        self.outer = outer
        self.last = last
        """The number of its last token."""
        self.names: dict[str, None] = {}
        """What it declares, in that order."""
        self._taken: dict[str, Scope] = {}
        """What is asked for here, or further within, and declared by a scope around this one."""

    def declaring(self, name: str) -> "Scope | None":
        """The innermost scope that declares this name, from here outwards."""
        if name in self.names:
            return self
        found = self.outer and self.outer.declaring(name)
        if found:
            self._taken[name] = found
        return found

    @cached_property
    def places(self) -> dict[str, int]:
        """A number for each of its names, once all in the module have been looked for: two that meet have two."""
        taken = {scope.places[name] for name, scope in self._taken.items()}
        return dict(zip(self.names, (place for place in count() if place not in taken), strict=False))


def scopes_of(tokens: list[Token]) -> list[Scope | None]:
    """The innermost scope of each token; None at the top of the module."""
    brackets = _brackets(tokens)
    functions = dict(_functions(tokens, brackets))
    braces = {first: last for first, last in brackets.items() if tokens[first].text == "{"}
    for body in _bodies(tokens, functions, brackets):
        # One scope with the parameters: a body may not declare what they do, not even one that nobody asks for.
        del braces[body]
    stretches = braces | dict(_loops(tokens, brackets)) | functions
    scopes, scope = list[Scope | None](), None
    for at, token in enumerate(tokens):
        while scope is not None and scope.last < at:
            scope = scope.outer
        if at in stretches:
            scope = Scope(scope, stretches[at])
        scopes.append(scope)
        if scope is not None and (at in functions or is_declaring(token)):
            pattern = at if at in functions else at + 1
            scope.names |= dict.fromkeys(_declared(tokens, pattern, brackets))
    return scopes


def is_declaring(token: Token) -> bool:
    """Whether a name is declared behind this word."""
    return token.role is Role.KEYWORD and token.text in DECLARING


def _brackets(tokens: list[Token]) -> Stretches:
    pairs, opened = dict[int, int](), list[int]()
    for at, token in enumerate(tokens):
        if token.text in ("(", "[", "{"):
            opened.append(at)
        elif token.text in (")", "]", "}"):
            pairs[opened.pop()] = at
    return pairs


def _functions(tokens: list[Token], brackets: Stretches) -> Iterator[tuple[int, int]]:
    """Each function and `catch`, from its parameters on."""
    for first, last in brackets.items():
        if tokens[first].text != "(" or last + 1 == len(tokens):
            continue
        if tokens[last + 1].text == "=>":
            yield first, _end_of_value(tokens, last + 2, brackets)
        elif tokens[last + 1].text == "{" and tokens[first - 1].text not in ASKING:
            yield first, brackets[last + 1]
    for at, token in enumerate(tokens):
        if token.text == "=>" and tokens[at - 1].role is Role.NAME:
            yield at - 1, _end_of_value(tokens, at + 1, brackets)


def _bodies(tokens: list[Token], functions: Stretches, brackets: Stretches) -> Iterator[int]:
    """Where the block of each function begins that has one."""
    for first in functions:
        behind = brackets.get(first, first) + 1
        body = behind + (tokens[behind].text == "=>")
        if tokens[body].text == "{":
            yield body


def _end_of_value(tokens: list[Token], first: int, brackets: Stretches) -> int:
    """Of the body of an arrow function, which may be a block."""
    if tokens[first].text == "{":
        return brackets[first]
    depth, choices = tokens[first].depth, 0
    for at in range(first, len(tokens)):
        text = tokens[at].text
        if tokens[at].depth > depth:
            continue
        # The last of these is what stands in a template between two values.
        is_next = text in (",", ";") or (text == ":" and not choices) or (text[0] == "}" and text[-1] == "{")
        if tokens[at].depth < depth or is_next:
            return at - 1
        choices += (text == "?") - (text == ":")
    return len(tokens) - 1


def _loops(tokens: list[Token], brackets: Stretches) -> Iterator[tuple[int, int]]:
    """Each loop that may have names of its own, from its head on."""
    for at, token in enumerate(tokens):
        if token.text == "for" and token.role is Role.KEYWORD:
            body = brackets[at + 1] + 1
            yield at + 1, brackets.get(body, 0) if tokens[body].text == "{" else _end_of_statement(tokens, body)


def _end_of_statement(tokens: list[Token], first: int) -> int:
    """Of one that is no block, but may end with one."""
    depth = tokens[first].depth
    for at in range(first, len(tokens) - 1):
        is_end = tokens[at].text == ";" or (tokens[at].text == "}" and tokens[at + 1].text != "else")
        if is_end and tokens[at].depth == depth:
            return at
    return len(tokens) - 1


def _declared(tokens: list[Token], first: int, brackets: Stretches) -> Iterator[str]:
    """What gets a name in the pattern that begins here."""
    at = first + (tokens[first].text == "*")
    last = brackets.get(at, at)
    value_depth: int | None = None
    """How deep the value for a missing one stands that is being read: no name in it is declared."""
    while at <= last:
        token = tokens[at]
        if value_depth is not None:
            is_over = token.depth < value_depth or (token.text == "," and token.depth == value_depth)
            value_depth = None if is_over else value_depth
        elif token.text == "=":
            value_depth = token.depth
        elif token.text == "[" and tokens[brackets[at] + 1].text == ":":
            # What a property is called is computed there.
            at = brackets[at]
        elif token.role in (Role.NAME, Role.SHORTHAND):
            yield token.text
        at += 1
