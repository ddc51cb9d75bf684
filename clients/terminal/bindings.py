"""Which key means what on which screen, and which are shown: every key that is shown works at that moment. Pure."""

from typing import NamedTuple

from clients.language import Language
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


def key_names(language: Language, keys: str, *, ascii_only: bool = False) -> str:
    """Keys as this language names them."""
    names = " ".join(language(KEY_NAMES[key]) if key in KEY_NAMES else key for key in keys.split(" "))
    for arrows, name in ARROW_NAMES.items() if ascii_only else ():
        names = names.replace(arrows, language(name))
    return names


def shown_keys(seen: Seen, ui: Ui, language: Language, now: float) -> list[Shown]:
    """The keys that do something now, the most useful first."""
    screen = screen_of(seen, ui)
    match ui.mode:
        case Mode.CHAT:
            return [Shown("Enter", language("send"), Do.ENTER), Shown("Esc", language("close chat"), Do.BACK)]
        case Mode.RENAME:
            return [Shown("Enter", language("take this name"), Do.ENTER), Shown("Esc", language("back"), Do.BACK)]
        case Mode.KICKING:
            return [Shown("X", language("yes, kick"), Do.REMOVE), Shown("Esc", language("back"), Do.BACK)]
        case Mode.STARTING:
            return [Shown("Enter S", language("start all the same"), Do.START), Shown("Esc", language("wait"), Do.BACK)]
        case Mode.RECODING:
            return [Shown("Enter N", language("new code"), Do.NEW_CODE), Shown("Esc", language("back"), Do.BACK)]
        case Mode.GIVING:
            return _giving(seen, language)
        case Mode.LOG:
            return [Shown("↑ ↓", language("scroll")), Shown("Esc", language("back"), Do.BACK)]
        case Mode.HELP | Mode.VALHALLA:
            return [Shown("Esc", language("back"), Do.BACK)]
        case Mode.QUITTING:
            return [Shown("Enter Esc S", language("stay"), Do.STAY), Shown("L", language("leave"), Do.LEAVE)]
    match screen:
        case Screen.TABLE:
            return _at_table(seen, ui, language, now)
        case Screen.HAND_END:
            return _at_hand_end(seen, ui, language)
        case Screen.GAME_END:
            return _at_game_end(seen, ui, language)
        case Screen.LOBBY:
            return _in_lobby(seen, ui, language)
        case Screen.NAME:
            return [
                Shown("Enter", language("take this name"), Do.ENTER),
                Shown("Ctrl-C", language("leave"), Do.INTERRUPT),
            ]
        case Screen.ROLLED_BACK:
            return [Shown("Enter", language("go on"), Do.ENTER), Shown("Q", language("leave"), Do.QUIT)]
        case Screen.ENDED:
            return [Shown("Enter", language("close"), Do.ENTER)]
    asks = [Shown("N", language("join with the code"), Do.NEW_CODE)] if seat_is_unknown(seen) else []
    return [*asks, Shown("Q", language("leave"), Do.QUIT)]


def _at_table(seen: Seen, ui: Ui, language: Language, now: float) -> list[Shown]:
    if ui.mode is Mode.TAKING:
        last = TAKING_LETTERS[len(seen.board.middle) - 1] if seen.board is not None else "b"
        return [
            Shown(f"A–{last.upper()}", language("take that card")),
            Shown("← →", language("choose")),
            Shown("Enter", language("take the chosen one"), Do.ENTER),
            Shown("Esc", language("back"), Do.BACK),
        ]
    if ui.mode is Mode.PASSING:
        return [Shown("Enter P", language("pass"), Do.ENTER), Shown("Esc", language("back"), Do.BACK)]
    view, keys = seen.view, []
    if view is not None and view.board.phase is Phase.PLAYING:
        keys += [Shown("1–9 ← → Space", language("pick")), Shown("Tab", language("next play"), Do.NEXT_PLAY)]
        if seen.my_turn:
            keys.append(Shown("Enter", language("play"), Do.ENTER))
            if refuse_pass(view) is None:
                keys.append(Shown("P", language("pass"), Do.PASS))
            keys.append(Shown("H", language("hint"), Do.HINT))
        state = language("on") if ui.auto_pass else language("off")
        keys += [
            Shown("A", language("auto-pass: {state}", state=state), Do.AUTO_PASS),
            Shown("S", language("sort"), Do.SORT),
        ]
    if may_cover(seen, now) and seen.board is not None:
        name = shown_name(seen.board.game.seats[seen.board.turn].name)
        keys.insert(0, Shown("B", language("a bot for {name}", name=name), Do.COVER))
    if seats_to_give(seen):
        keys.append(Shown("G", language("give a seat"), Do.GIVE))
    keys.append(Shown("V", language("Valhalla"), Do.VALHALLA))
    return _with_everywhere(keys, MAIN_KEYS, seen, ui, language)


def _giving(seen: Seen, language: Language) -> list[Shown]:
    others = [Shown("↑ ↓", language("another seat"))] if len(seats_to_give(seen)) > 1 else []
    return [Shown("Enter G", language("give it"), Do.GIVE), *others, Shown("Esc", language("back"), Do.BACK)]


def _with_everywhere(keys: list[Shown], first: int, seen: Seen, ui: Ui, language: Language) -> list[Shown]:
    """These keys and those that work everywhere. Chat that is not read yet stands behind the first so many."""
    unread = seen.chat_count - ui.chat_read
    log, bell = Shown("L", language("log"), Do.LOG), language("on") if ui.bell else language("off")
    if seen.is_guessed_at and seen.phase is not Phase.LOBBY:
        keys.insert(first, Shown("N", language("new code"), Do.NEW_CODE))
    if unread > 0:
        keys.insert(first, Shown("C", language("chat ({count} new)", count=unread), Do.CHAT))
        keys.append(log)
    else:
        keys += [log, Shown("C", language("chat"), Do.CHAT)]
    keys.append(Shown("M", language("bell: {state}", state=bell), Do.BELL))
    if may_stop(seen):
        stop = language("go on") if seen.terms.stop_after else language("stop after this hand")
        keys.append(Shown("E", stop, Do.STOP_AFTER_HAND))
    return [*keys, Shown("?", language("help"), Do.HELP), Shown("Q", language("leave"), Do.QUIT)]


def _at_hand_end(seen: Seen, ui: Ui, language: Language) -> list[Shown]:
    keys = []
    if seen.over is not None:
        keys.append(Shown("Enter", language("final standing"), Do.ENTER))
    elif seen.ended is not None or seen.phase is Phase.LOBBY:
        keys.append(Shown("Enter", language("go on"), Do.ENTER))
    elif seen.seat is not None and not (ui.is_ready or seen.i_am_ready):
        keys.append(Shown("Enter", language("ready"), Do.ENTER))
    keys.append(Shown("W", language("four words") if ui.words is None else language("hide the words"), Do.WORDS))
    return _with_everywhere(keys, len(keys), seen, ui, language)


def _at_game_end(seen: Seen, ui: Ui, language: Language) -> list[Shown]:
    if seen.ended is not None:
        return [Shown("Enter", language("go on"), Do.ENTER)]
    keys = [] if seen.seat is None else [Shown("R", language("rematch"), Do.READY)]
    keys.append(Shown("Enter", language("to the lobby"), Do.ENTER))
    return _with_everywhere(keys, len(keys), seen, ui, language)


def _in_lobby(seen: Seen, ui: Ui, language: Language) -> list[Shown]:
    line = lobbying.chosen_of(ui, seen)
    occupant = lobbying.occupant_of(line, seen)
    keys = []
    if seen.me is not None:
        keys.append(Shown("R", language("not ready") if seen.me.ready else language("ready"), Do.READY))
    if seen.owner and lobbying.may_start(seen):
        keys.append(Shown("S", language("start"), Do.START))
    keys.append(Shown("↑ ↓", language("choose")))
    match line:
        case lobbying.Line.NAME:
            keys.append(Shown("Enter", language("another name"), Do.ENTER))
        case lobbying.Line():
            keys.append(Shown("← →", language("change")))
        case lobbying.SeatLine(seat) if occupant is not None:
            keys += _for_seat(seat, occupant, seen, language)
        case lobbying.GuestLine() if (onlooker := lobbying.onlooker_of(line, seen)) is not None:
            keys += [Shown("X", language("kick"), Do.REMOVE), _mute(language, muted=onlooker.muted)]
        case lobbying.KickedLine():
            keys.append(Shown("Enter", language("take a kick back"), Do.ENTER))
    if seen.owner:
        if lobbying.has_free_seat(seen):
            keys.append(Shown("B", language("add a bot"), Do.ADD_BOT))
        if seen.code:
            keys.append(Shown("N", language("new code"), Do.NEW_CODE))
    return _with_everywhere(keys, len(keys), seen, ui, language)


def _for_seat(seat: int, occupant: Occupant, seen: Seen, language: Language) -> list[Shown]:
    kind = occupant.kind
    keys = [] if kind is not Kind.BOT else [Shown("← →", language("level"))]
    if seat != seen.seat:
        keys.append(Shown("X", language("drop") if kind is Kind.BOT else language("kick"), Do.REMOVE))
        if kind is Kind.PERSON:
            keys.append(_mute(language, muted=seat in seen.terms.muted))
    return [*keys, Shown("- +", language("move"))] if lobbying.may_move(seen) else keys


def _mute(language: Language, *, muted: bool) -> Shown:
    return Shown("U", language("unmute") if muted else language("mute"), Do.MUTE)
