"""Which key means what on which screen, and which are shown: every key that is shown works at that moment. Pure."""

from typing import NamedTuple

from clients.language import Tongue
from clients.language.voice import mark
from clients.model import Seen
from clients.sentences import shown_name
from clients.terminal import lobbying
from clients.terminal.giving import seats_to_give
from clients.terminal.intents import Do, Intent, PickNumber, Take, Type
from clients.terminal.ui import Mode, Screen, Ui
from clients.terminal.update import may_cover, may_stop, screen_of, seat_is_unknown
from odin_net.game.events import Kind, Occupant
from odin_net.game.rules import refuse_pass
from odin_net.game.state import Phase

# By the names of prompt-toolkit.
NAMED: dict[str, Do] = {
    "left": Do.LEFT,
    "right": Do.RIGHT,
    "up": Do.UP,
    "down": Do.DOWN,
    "home": Do.HOME,
    "end": Do.END,
    "pageup": Do.PAGE_UP,
    "pagedown": Do.PAGE_DOWN,
    "c-i": Do.NEXT_PLAY,
    "s-tab": Do.PREVIOUS_PLAY,
    "c-m": Do.ENTER,
    "c-j": Do.ENTER,
    "escape": Do.BACK,
    "c-c": Do.INTERRUPT,
    "c-h": Do.RUB_OUT,
    "delete": Do.DELETE,
    "c-u": Do.CLEAR,
    "s-up": Do.MOVE_UP,
    "s-down": Do.MOVE_DOWN,
}
ANYWHERE: dict[str, Do] = {
    "q": Do.QUIT,
    "c": Do.CHAT,
    "?": Do.HELP,
    "l": Do.LOG,
    "m": Do.BELL,
    "t": Do.LEARN,
    "e": Do.STOP_AFTER_HAND,
    "n": Do.NEW_CODE,
}
TABLE: dict[str, Do] = {
    " ": Do.TOGGLE,
    "p": Do.PASS,
    "a": Do.AUTO_PASS,
    "s": Do.SORT,
    "h": Do.HINT,
    "v": Do.VALHALLA,
    "b": Do.COVER,
    "g": Do.GIVE,
}
HAND_END: dict[str, Do] = {" ": Do.TOGGLE, "w": Do.WORDS}
GAME_END: dict[str, Do] = {" ": Do.TOGGLE, "r": Do.READY}
LOBBY: dict[str, Do] = {
    "r": Do.READY,
    "s": Do.START,
    "b": Do.ADD_BOT,
    "x": Do.REMOVE,
    "u": Do.MUTE,
    "+": Do.MOVE_DOWN,
    "-": Do.MOVE_UP,
}
QUITTING: dict[str, Do] = {"s": Do.STAY, "l": Do.LEAVE, "g": Do.LEAVE_FOR_GOOD}
BY_SCREEN = {
    Screen.TABLE: TABLE,
    Screen.HAND_END: HAND_END,
    Screen.GAME_END: GAME_END,
    Screen.LOBBY: LOBBY,
}
TAKING_LETTERS = "abcdefghi"
# At the table: to pick, the next play, to play, to pass, the hint.
MAIN_KEYS = 5


def is_typing(seen: Seen, ui: Ui) -> bool:
    """Whether letters go into a line of text."""
    if ui.mode in (Mode.CHAT, Mode.RENAME):
        return True
    return ui.mode is Mode.PLAY and screen_of(seen, ui) is Screen.NAME


def intent_of(key: str, text: str, seen: Seen, ui: Ui) -> Intent | None:
    """What a key means now: its name, and the text it types."""
    if key in NAMED:
        return NAMED[key]
    if key == "<bracketed-paste>":
        return Type(text) if is_typing(seen, ui) else None
    if is_typing(seen, ui):
        return Type(text) if text else None
    letter = text.lower()
    if ui.mode is Mode.QUITTING:
        return QUITTING.get(letter)
    if ui.mode is Mode.KICKING:
        return Do.REMOVE if letter == "x" else Do.BACK
    if ui.mode is Mode.STARTING:
        return Do.START if letter == "s" else Do.BACK
    if ui.mode is Mode.RECODING:
        return Do.NEW_CODE if letter == "n" else Do.BACK
    if ui.mode is Mode.GIVING:
        return Do.GIVE if letter == "g" else Do.BACK
    if ui.mode is Mode.HELP and letter == " ":
        return Do.PAGE_DOWN
    if ui.mode is Mode.HELP and letter == "t":
        return Do.LEARN
    if ui.mode in (Mode.HELP, Mode.LOG, Mode.VALHALLA):
        return Do.BACK
    screen = screen_of(seen, ui)
    if screen is Screen.TABLE:
        if ui.mode is Mode.TAKING and letter and letter in TAKING_LETTERS:
            return Take(TAKING_LETTERS.index(letter))
        if letter and letter in "123456789":
            return PickNumber(int(letter))
    return BY_SCREEN.get(screen, {}).get(letter) or ANYWHERE.get(letter)


class Shown(NamedTuple):
    """A key, what it does in a word or two, and its intent for the mouse."""

    key: str
    text: str
    intent: Intent | None = None


# Keys that have a name and no sign, as they are named in sentences too.
KEY_NAMES = {"Enter": mark("Enter"), "Esc": mark("Esc"), "Space": mark("Space")}


# Where there are no arrows: signs that look like them are keys of their own.
ARROW_NAMES = {"← →": mark("Left/Right"), "↑ ↓": mark("Up/Down")}


def key_names(tongue: Tongue, keys: str, *, ascii_only: bool = False) -> str:
    """Keys as this language names them."""
    names = " ".join(tongue(KEY_NAMES[key]) if key in KEY_NAMES else key for key in keys.split(" "))
    for arrows, name in ARROW_NAMES.items() if ascii_only else ():
        names = names.replace(arrows, tongue(name))
    return names


def shown_keys(seen: Seen, ui: Ui, tongue: Tongue, now: float) -> list[Shown]:
    """The keys that do something now, the most useful first."""
    screen = screen_of(seen, ui)
    match ui.mode:
        case Mode.CHAT:
            return [Shown("Enter", tongue("send"), Do.ENTER), Shown("Esc", tongue("close chat"), Do.BACK)]
        case Mode.RENAME:
            return [Shown("Enter", tongue("take this name"), Do.ENTER), Shown("Esc", tongue("back"), Do.BACK)]
        case Mode.KICKING:
            return [Shown("X", tongue("yes, kick"), Do.REMOVE), Shown("Esc", tongue("back"), Do.BACK)]
        case Mode.STARTING:
            return [Shown("Enter S", tongue("start all the same"), Do.START), Shown("Esc", tongue("wait"), Do.BACK)]
        case Mode.RECODING:
            return [Shown("Enter N", tongue("new code"), Do.NEW_CODE), Shown("Esc", tongue("back"), Do.BACK)]
        case Mode.GIVING:
            return _giving(seen, tongue)
        case Mode.LOG:
            return [Shown("↑ ↓", tongue("scroll")), Shown("Esc", tongue("back"), Do.BACK)]
        case Mode.HELP | Mode.VALHALLA:
            return [Shown("Esc", tongue("back"), Do.BACK)]
        case Mode.QUITTING:
            return [Shown("Enter Esc S", tongue("stay"), Do.STAY), Shown("L", tongue("leave"), Do.LEAVE)]
    match screen:
        case Screen.TABLE:
            return _at_table(seen, ui, tongue, now)
        case Screen.HAND_END:
            return _at_hand_end(seen, ui, tongue)
        case Screen.GAME_END:
            return _at_game_end(seen, ui, tongue)
        case Screen.LOBBY:
            return _in_lobby(seen, ui, tongue)
        case Screen.NAME:
            return [Shown("Enter", tongue("take this name"), Do.ENTER), Shown("Ctrl-C", tongue("leave"), Do.INTERRUPT)]
        case Screen.ROLLED_BACK:
            return [Shown("Enter", tongue("go on"), Do.ENTER), Shown("Q", tongue("leave"), Do.QUIT)]
        case Screen.ENDED:
            return [Shown("Enter", tongue("close"), Do.ENTER)]
    asks = [Shown("N", tongue("join with the code"), Do.NEW_CODE)] if seat_is_unknown(seen) else []
    return [*asks, Shown("Q", tongue("leave"), Do.QUIT)]


def _at_table(seen: Seen, ui: Ui, tongue: Tongue, now: float) -> list[Shown]:
    if ui.mode is Mode.TAKING:
        last = TAKING_LETTERS[len(seen.board.middle) - 1] if seen.board is not None else "b"
        return [
            Shown(f"A–{last.upper()}", tongue("take that card")),
            Shown("← →", tongue("choose")),
            Shown("Enter", tongue("take the chosen one"), Do.ENTER),
            Shown("Esc", tongue("back"), Do.BACK),
        ]
    if ui.mode is Mode.PASSING:
        return [Shown("Enter P", tongue("pass"), Do.ENTER), Shown("Esc", tongue("back"), Do.BACK)]
    view, keys = seen.view, []
    if view is not None and view.board.phase is Phase.PLAYING:
        keys += [Shown("1–9 ← → Space", tongue("pick")), Shown("Tab", tongue("next play"), Do.NEXT_PLAY)]
        if seen.my_turn:
            keys.append(Shown("Enter", tongue("play"), Do.ENTER))
            if refuse_pass(view) is None:
                keys.append(Shown("P", tongue("pass"), Do.PASS))
            keys.append(Shown("H", tongue("hint"), Do.HINT))
        state = tongue("on") if ui.auto_pass else tongue("off")
        keys += [
            Shown("A", tongue("auto-pass: {state}", state=state), Do.AUTO_PASS),
            Shown("S", tongue("sort"), Do.SORT),
        ]
    if may_cover(seen, now) and seen.board is not None:
        name = shown_name(seen.board.game.seats[seen.board.turn].name)
        keys.insert(0, Shown("B", tongue("a bot for {name}", name=name), Do.COVER))
    if seats_to_give(seen):
        keys.append(Shown("G", tongue("give a seat"), Do.GIVE))
    keys.append(Shown("V", tongue("Valhalla"), Do.VALHALLA))
    return _with_everywhere(keys, MAIN_KEYS, seen, ui, tongue)


def _giving(seen: Seen, tongue: Tongue) -> list[Shown]:
    others = [Shown("↑ ↓", tongue("another seat"))] if len(seats_to_give(seen)) > 1 else []
    return [Shown("Enter G", tongue("give it"), Do.GIVE), *others, Shown("Esc", tongue("back"), Do.BACK)]


def _with_everywhere(keys: list[Shown], first: int, seen: Seen, ui: Ui, tongue: Tongue) -> list[Shown]:
    """These keys and those that work everywhere. Chat that is not read yet stands behind the first so many."""
    unread = seen.chat_count - ui.chat_read
    log, bell = Shown("L", tongue("log"), Do.LOG), tongue("on") if ui.bell else tongue("off")
    if seen.is_guessed_at and seen.phase is not Phase.LOBBY:
        keys.insert(first, Shown("N", tongue("new code"), Do.NEW_CODE))
    if unread > 0:
        keys.insert(first, Shown("C", tongue("chat ({count} new)", count=unread), Do.CHAT))
        keys.append(log)
    else:
        keys += [log, Shown("C", tongue("chat"), Do.CHAT)]
    keys.append(Shown("M", tongue("bell: {state}", state=bell), Do.BELL))
    if may_stop(seen):
        keys.append(
            Shown("E", tongue("go on") if seen.terms.stops else tongue("stop after this hand"), Do.STOP_AFTER_HAND)
        )
    return [*keys, Shown("?", tongue("help"), Do.HELP), Shown("Q", tongue("leave"), Do.QUIT)]


def _at_hand_end(seen: Seen, ui: Ui, tongue: Tongue) -> list[Shown]:
    keys = []
    if seen.over is not None:
        keys.append(Shown("Enter", tongue("final standing"), Do.ENTER))
    elif seen.ended is not None or seen.phase is Phase.LOBBY:
        keys.append(Shown("Enter", tongue("go on"), Do.ENTER))
    elif seen.seat is not None and not (ui.is_ready or seen.i_am_ready):
        keys.append(Shown("Enter", tongue("ready"), Do.ENTER))
    keys.append(Shown("W", tongue("four words") if ui.words is None else tongue("hide the words"), Do.WORDS))
    return _with_everywhere(keys, len(keys), seen, ui, tongue)


def _at_game_end(seen: Seen, ui: Ui, tongue: Tongue) -> list[Shown]:
    if seen.ended is not None:
        return [Shown("Enter", tongue("go on"), Do.ENTER)]
    keys = [] if seen.seat is None else [Shown("R", tongue("rematch"), Do.READY)]
    keys.append(Shown("Enter", tongue("to the lobby"), Do.ENTER))
    return _with_everywhere(keys, len(keys), seen, ui, tongue)


def _in_lobby(seen: Seen, ui: Ui, tongue: Tongue) -> list[Shown]:
    line = lobbying.chosen_of(ui, seen)
    occupant = lobbying.occupant_of(line, seen)
    keys = []
    if seen.me is not None:
        keys.append(Shown("R", tongue("not ready") if seen.me.ready else tongue("ready"), Do.READY))
    if seen.owner and lobbying.may_start(seen):
        keys.append(Shown("S", tongue("start"), Do.START))
    keys.append(Shown("↑ ↓", tongue("choose")))
    match line:
        case lobbying.Line.NAME:
            keys.append(Shown("Enter", tongue("another name"), Do.ENTER))
        case lobbying.Line():
            keys.append(Shown("← →", tongue("change")))
        case lobbying.SeatLine(seat) if occupant is not None:
            keys += _for_seat(seat, occupant, seen, ui, tongue)
        case lobbying.GuestLine() if (onlooker := lobbying.onlooker_of(line, seen)) is not None:
            keys += [Shown("X", tongue("kick"), Do.REMOVE), _mute(tongue, muted=onlooker.muted)]
        case lobbying.KickedLine():
            keys.append(Shown("Enter", tongue("take a kick back"), Do.ENTER))
    if seen.owner:
        if lobbying.has_free_seat(seen):
            keys.append(Shown("B", tongue("add a bot"), Do.ADD_BOT))
        if seen.code:
            keys.append(Shown("N", tongue("new code"), Do.NEW_CODE))
    return _with_everywhere(keys, len(keys), seen, ui, tongue)


def _for_seat(seat: int, occupant: Occupant, seen: Seen, ui: Ui, tongue: Tongue) -> list[Shown]:
    kind = occupant.kind
    keys = [] if kind is not Kind.BOT else [Shown("← →", tongue("level"))]
    if seat != seen.seat:
        keys.append(Shown("X", tongue("drop") if kind is Kind.BOT else tongue("kick"), Do.REMOVE))
        if kind is Kind.PERSON:
            keys.append(_mute(tongue, muted=occupant.name in ui.muted))
    return [*keys, Shown("- +", tongue("move"))] if lobbying.may_move(seen) else keys


def _mute(tongue: Tongue, *, muted: bool) -> Shown:
    return Shown("U", tongue("unmute") if muted else tongue("mute"), Do.MUTE)
