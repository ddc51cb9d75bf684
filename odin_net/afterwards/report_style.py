"""The style of a report: parts of the phone's style sheet, and what a report has beyond them.

The phone's page chooses light, dark or more contrast by a setting, which stands on its root; a report runs nothing, so
its reader's system chooses.
"""

import re

# The parts of the phone's sheet that a report has too, by how their headings begin.
SHARED = ("palette and type", "the night sea", "a card", "pages around the table")
# What stands on the page's root, and when a report looks so. Paper is light.
CHOSEN = {
    "[data-scheme=light]": "print, (prefers-color-scheme: light)",
    "[data-contrast=more]": "screen and (prefers-contrast: more)",
}
_HEADING = re.compile(r"/\* --- (.+?) --- \*/", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")


def report_style(page: str, own: str) -> str:
    """The sheet of a report, from that of the phone's page and its own."""
    return _COMMENT.sub("", f"{_RULE.sub(_by_system, _shared(page))}\n{own}")


def _shared(page: str) -> str:
    _, *parts = _HEADING.split(page)
    found = {heading: text for heading, text in zip(parts[::2], parts[1::2], strict=True) if heading.startswith(SHARED)}
    if len(found) != len(SHARED):
        raise ValueError("the page's style sheet has other headings")
    return _COMMENT.sub("", "".join(found.values()))


def _by_system(rule: re.Match[str]) -> str:
    selector, body = rule[1], rule[2]
    for sign, when in CHOSEN.items():
        if sign in selector:
            plain = selector.replace(f":root{sign}", ":root").replace(f"{sign} ", "")
            return f"\n@media {when} {{{plain.strip()} {body}}}"
    return rule[0]
