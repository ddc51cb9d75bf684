"""Joins ES modules into one script as `bundle.py` does, and as short as a phone likes it: for the page.

All modules stand in one function, in the order in which they need each other. What one of them declares at its top
gets a name that nothing else in the script has. What a function or a block declares (`scopes.py`) gets the first
letter that none has which is asked for in there: the same few everywhere, and so is what they are compressed to.
Names of the browser's and of the language's stay (`GLOBALS`), and so do texts, templates and patterns. Of properties
only constants of ours, which are in capitals, and those of `OURS` are shortened: never one that a browser's object is
asked for, or that stands in a text.

`const` becomes `let`, and what an error says is left out: both are for those who read the modules.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count, islice, pairwise
from typing import NamedTuple, TypeVar

from clients.web.bundle import BundleError, Module, in_order
from clients.web.scopes import ASKING, Scope, is_declaring, scopes_of
from clients.web.tokens import KEYWORDS, Role, Token, tokens_of

# What the modules use of the browser and of the language: never a name of ours.
GLOBALS = frozenset(
    """
    addEventListener Array ArrayBuffer BigInt Blob Boolean BroadcastChannel clearTimeout crypto DataView Date
    decodeURIComponent document Error globalThis history Infinity innerHeight innerWidth Int32Array JSON
    localStorage location Map matchMedia Math navigator Node Number Object onmessage parseInt performance
    postMessage Promise RangeError RegExp requestAnimationFrame sessionStorage Set setInterval setTimeout String
    Uint32Array Uint8Array URL WeakMap WebSocket window Worker
    """.split()  # noqa: SIM905  A list of words is read more easily so.
)
# Properties that are ours alone: no browser's object has them, no attribute of a node and no option of a browser's
# function is called so, and nothing asks for them, or keeps them, by a text. Another one is simply not shortened.
OURS = frozenset(
    """
    about acts again amCovered amReady amount answer array askedToCover atEnd attempt attempts awaited awards beat
    beating begin begunAgain board bots boundMyself caughtUp chatCount chatRead clientToHost clock codeFault
    comeBack commitments confirmClient confirmHost connectFailed contributed contributions counts coverAfter coverAt
    dataToSend dealt deck digestAt dismissAlarm due entropy events fades fault feed fields findWords fits follow
    forRematch framed game games gamesLeft goOn goesOut handKeys hands hasCounted hasLeftReplay hasProved hasSeat
    hear hides holds hostToClient intent invitation isAnew isAsked isBeginning isComing isCutOff isElsewhere isFall
    isIn isMine isNew isOn isReady isShown isTaking isWatch keep known knownTerms knowsAlarm latest leaveReplay
    limit make marks mayCover model myKey myTurn nameFault nameRefused needsCode neverShown newCard nextBeat
    nextSeat notKept notSent nudged occupant onChange onlyWatches openHand opening otherTab othersHere outgoing
    passTurn passesLeft phase picked players plays point positive presence props randomBytes react readGame readHand
    receive receiveData receiveEnd received refusal rename replica retryAt rollback rolledBack roundBegan say
    sayTyped scores sealed seatKey seated seatsFromMe sent sets shake sit sitDown slips stage startAnew
    starter stopAfter story suggestions swing takeAt takeKey takeOver takes taking tally tap terms tick ticket times
    told totals turnBegan typed unseated verdict verdicts waits wake wakeAt wasIn watchReplay wave wentOn wentOut
    winners wins withdrawn
    """.split()  # noqa: SIM905  A list of words is read more easily so.
)
_CONSTANT = re.compile(r"[A-Z][A-Z_]{2,}")
# What is filled in a sentence is known by its name.
PLACE = re.compile(r"\{(\w+)\}")
# What is frequent in texts and words of the language comes first: it takes fewer bits already.
_FIRST = "etnraoislcdhupmgfybvwkxqzjETNRAOISLCDHUPMGFYBVWKXQZJ_$"
_MORE = f"{_FIRST}0123456789"


class Key(NamedTuple):
    """What has a name of its own in the script."""

    name: str
    """As it is called in its module; a private one begins with its sign, and is the same in all its classes."""
    module: str = ""
    """That which declares it."""
    scope: Scope | None = None
    """The part of the module that alone knows it; None of what is declared at the top."""


_Named = TypeVar("_Named", Key, str)
Named = list[tuple[Token, Key | None]]
"""Tokens, and what each of them names; None of one that stays."""


def dense(
    modules: Mapping[str, str], entry: str, name: str = "Odin", ours: Collection[str] = OURS, wanted: Iterable[str] = ()
) -> str:
    """A script that runs this module and all that it needs; what it exports is the constant `name`.

    Properties of `ours` are shortened, and the modules stand in the order that is `wanted`, where they can.
    """
    order = in_order(modules, entry, wanted)
    named = [pair for module in order for pair in _named(module)]
    short = _short_names([key for _, key in named if key])
    properties = _short_properties([token for token, _ in named], ours)
    written = _declared_at_once([_renamed(token, short[key] if key else None, properties) for token, key in named])
    exported = ",".join(f"{one}:{short[Key(one, entry)]}" for one in order[-1].exported)
    return f'"use strict";const {name}=(()=>{{{"".join(_joined(list(written)))}return{{{exported}}}}})();\n'


def _named(module: Module) -> Named:
    """The tokens of a module, and what each of them names."""
    tokens = list(_without_messages(tokens_of(module.body)))
    known = {here: Key(there, path) for here, path, there in module.imported} | _at_top(module.path, tokens)
    return [
        (token, _key(token, scope, known, module.path)) for token, scope in zip(tokens, scopes_of(tokens), strict=True)
    ]


def _without_messages(tokens: list[Token]) -> Iterator[Token]:
    """The tokens without what errors say."""
    until: Token | None = None
    for at, token in enumerate(tokens):
        if until is None and token.text == "(" and _says_what_is_wrong(tokens, at):
            until = token
        if until is None:
            yield token
        elif token.text == ")" and token.depth == until.depth:
            until = None


def _says_what_is_wrong(tokens: list[Token], at: int) -> bool:
    """Whether these are the parentheses of a new error, with a text in them."""
    said = tokens[at + 1]
    is_text = said.role is Role.TEXT or said.text[0] == "`"
    return is_text and [tokens[at - 2].text, tokens[at - 1].text[-5:]] == ["new", "Error"]


def _at_top(path: str, tokens: list[Token]) -> dict[str, Key]:
    """What a module declares at its top."""
    top = [token for token in tokens if token.depth == 0 and token.text != "*"]
    keys, declares = dict[str, Key](), ""
    for token, following in pairwise(top):
        if is_declaring(token):
            declares = token.text
            if following.role is not Role.NAME:
                raise BundleError(f"{path} declares what is not known here: {following.text}")
            keys[following.text] = Key(following.text, path)
        elif token.text == "," and declares in ("const", "let"):
            raise BundleError(f"{path} declares two at once: {following.text}")
        elif token.text == ";":
            declares = ""
    return keys


def _key(token: Token, scope: Scope | None, known: Mapping[str, Key], path: str) -> Key | None:
    """What a token in this scope names; None of one that stays."""
    if token.role is Role.PRIVATE:
        return Key(token.text, path)
    if token.role not in (Role.NAME, Role.SHORTHAND):
        return None
    declaring = scope and scope.declaring(token.text)
    if declaring:
        return Key(token.text, path, declaring)
    if token.text not in known and token.text not in GLOBALS:
        raise BundleError(f"{path} has a name that nobody declares: {token.text}")
    return known.get(token.text)


def _short_names(needed: Iterable[Key]) -> dict[Key, str]:
    """A name for each key: the more often one of a module's top is needed, the shorter."""
    counted = Counter(needed)
    places = {key: key.scope.places[key.name] for key in counted if key.scope}
    names = _names(KEYWORDS | GLOBALS)
    # Those of a module begin anew, so that most are the same in all.
    privates = dict[str, Iterator[str]]()
    local = list(islice(names, max(places.values(), default=-1) + 1))
    short = {key: local[place] for key, place in places.items()}
    for key in _most_needed(counted):
        if key.name[0] == "#":
            short[key] = f"#{next(privates.setdefault(key.module, _names(())))}"
        elif key.scope is None:
            short[key] = next(names)
    return short


def _short_properties(tokens: list[Token], ours: Collection[str]) -> dict[str, str]:
    """The same for properties that are constants, which are known by their capitals, or ours."""
    words = [token.text for token in tokens if token.role in (Role.PROPERTY, Role.SHORTHAND)]
    texts = [token.text for token in tokens if token.role is Role.TEXT]
    others = {text.strip("\"'") for text in texts} | {place for text in texts for place in PLACE.findall(text)}
    asked = zip(tokens, tokens[1:], tokens[2:], strict=False)
    others |= {word.text for owner, dot, word in asked if dot.text == "." and owner.text in GLOBALS}
    needed = Counter(word for word in words if (word in ours or _CONSTANT.fullmatch(word)) and word not in others)
    names = _names({*words} | KEYWORDS)
    return {word: next(names) for word in _most_needed(needed)}


def _most_needed(counted: Counter[_Named]) -> list[_Named]:
    """Those that are needed most come first; about as often, in the order in which they are met.

    So those that stand together are called alike, which is the shorter when it is compressed.
    """
    return sorted(counted, key=lambda one: -counted[one].bit_length())


def _names(taken: Collection[str]) -> Iterator[str]:
    for number in count():
        name, rest = _FIRST[number % len(_FIRST)], number // len(_FIRST)
        while rest:
            rest -= 1
            name += _MORE[rest % len(_MORE)]
            rest //= len(_MORE)
        if name not in taken:
            yield name


def _renamed(token: Token, name: str | None, properties: Mapping[str, str]) -> Token:
    """With this name, if it has one; a property as it is called now."""
    if token.role is Role.KEYWORD and token.text == "const":
        return token._replace(text="let")
    if token.role not in (Role.PROPERTY, Role.SHORTHAND):
        return token if name is None else token._replace(text=name)
    asked = properties.get(token.text, token.text)
    here = name or token.text
    is_short = token.role is Role.PROPERTY or asked == here
    return token._replace(text=asked if is_short else f"{asked}:{here}")


def _declared_at_once(tokens: list[Token]) -> Iterator[Token]:
    """The tokens with one `let` for declarations that follow each other."""
    # How deep the statements stand that are being read and declare something.
    declaring = set[int]()
    goes_on = False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if goes_on:
            goes_on = False
            continue
        if token.text[-1] in "([{":
            declaring.discard(token.depth + 1)
        elif _is_let(token):
            declaring.add(token.depth)
        elif token.text == ";" and token.depth in declaring:
            goes_on = following is not None and _is_let(following)
            if not goes_on:
                declaring.remove(token.depth)
        yield token._replace(text=",") if goes_on else token


def _is_let(token: Token) -> bool:
    """Whether a declaration begins with it."""
    return token.role is Role.KEYWORD and token.text == "let"


def _joined(tokens: list[Token]) -> Iterator[str]:
    """The tokens with as little between them as they need."""
    before, last = "", " "
    # Of each open parenthesis, and of the one that was closed last, whether it asks or counts for a statement.
    heads, is_head = list[bool](), False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        text = token.text
        if text == "(":
            heads.append(before in ASKING)
        elif text == ")":
            is_head = heads.pop()
        ends = following.text[0] if following is not None and following.role is Role.OTHER else ""
        if (text == "," and ends and ends in ")]}" and before not in ("[", ",")) or (
            text == ";" and ends == "}" and not (before == ")" and is_head)
        ):
            before = text
            continue
        if _is_wordlike(last) and _is_wordlike(text[0]):
            yield "\n" if token.is_on_new_line else " "
        elif last + text[0] in ("++", "--", "//", "/*", "<!"):
            yield " "
        elif token.is_on_new_line and last in ")]" and _is_wordlike(text[0]):
            yield "\n"
        yield text
        before, last = text, text[-1]


def _is_wordlike(character: str) -> bool:
    return character.isalnum() or character in "_$#"
