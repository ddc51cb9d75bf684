"""When there is no table to be seen: connecting, a name that will not do, a host that lost something, the end."""

from clients.language.verdicts import rolled_back
from clients.news import LinkStage
from clients.terminal.drawing.rows import Fragment, Picture, Row
from clients.terminal.frame import Frame
from clients.terminal.screens import parts


def draw_wait(frame: Frame) -> Picture:
    """The table is not there yet."""
    language, seen = frame.language, frame.seen
    rows: list[Row] = [parts.title(frame, language("Odin")), ()]
    place = frame.settings.place
    if seen.link.stage is LinkStage.OPEN or not place:
        rows += frame.paragraph(language("Sitting down…"))
    else:
        rows += frame.paragraph(language("Looking for the table at {place}…", place=place))
    if seen.link.stage is LinkStage.WAITING:
        seconds = parts.seconds_left(frame, seen.link.retry_at)
        text = language.many(
            "No answer yet; trying again in {count} second.",
            "No answer yet; trying again in {count} seconds.",
            seconds,
        )
        if seen.link.hint is not None:
            rows += [(), *frame.paragraph(language.hint_refusal(seen.link.hint), "class:bad")]
        rows += [(), *frame.paragraph(text, "class:faint")]
    return _filled(frame, rows)


def draw_name(frame: Frame) -> Picture:
    """The host wants another name."""
    language, reason = frame.language, frame.seen.name_refused
    rows: list[Row] = [parts.title(frame, language("Your name")), ()]
    if reason is not None:
        rows += [*frame.paragraph(language.refusal(reason), "class:bad"), ()]
    label = f" {language('What do the others call you?')} "
    typed, at = parts.typed_line(frame, 18)
    rows.append((Fragment("", label), Fragment("class:field", typed)))
    column = len(label) + at
    picture = _filled(frame, rows)
    return Picture(picture.rows, (column, len(rows) - 1))


def draw_rolled_back(frame: Frame) -> Picture:
    """What the host has lost. Go on all the same?"""
    language, rollback = frame.language, frame.seen.rollback
    rows: list[Row] = [parts.title(frame, language("Go on?"))]
    for line in [] if rollback is None else rolled_back(language, rollback):
        rows += [(), *frame.paragraph(line)]
    return _filled(frame, rows)


def draw_ended(frame: Frame) -> Picture:
    """The last picture: how it ended, and what to do next."""
    language, ended = frame.language, frame.seen.ended
    rows: list[Row] = [parts.title(frame, language("Odin")), ()]
    if ended is not None:
        rows += frame.paragraph(language.ended(ended, frame.seen.place or frame.settings.place))
    return _filled(frame, rows)


def _filled(frame: Frame, rows: list[Row]) -> Picture:
    foot = parts.keys(frame)
    return Picture((*rows, *([()] * (frame.size.rows - len(rows) - len(foot))), *foot))
