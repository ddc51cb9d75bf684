"""One line of text under somebody's keys: a chat line, a name, a code. Pure."""

from clients.terminal.state import Do, Draft, Intent, Type

MOST = 200


def edit(draft: Draft, intent: Intent, most: int = MOST) -> Draft:
    """The line after a key."""
    text, at, is_suggestion = draft
    match intent:
        case Type() if is_suggestion:
            return edit(Draft(), intent, most)
        case Type(typed):
            # What cannot be shown is refused when the line is sent; what would break the line is dropped at once.
            typed = "".join(char if char.isprintable() else " " if char.isspace() else "" for char in typed)
            typed = typed[: max(0, most - len(text))]
            return Draft(text[:at] + typed + text[at:], at + len(typed))
        case Do.RUB_OUT:
            return Draft(text[: max(0, at - 1)] + text[at:], max(0, at - 1))
        case Do.DELETE:
            return Draft(text[:at] + text[at + 1 :], at)
        case Do.CLEAR:
            return Draft()
        case Do.LEFT:
            return Draft(text, max(0, at - 1))
        case Do.RIGHT:
            return Draft(text, min(len(text), at + 1))
        case Do.HOME:
            return Draft(text, 0)
        case Do.END:
            return Draft.of(text)
        case _:
            return draft
