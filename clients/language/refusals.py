"""Why something was not done or came to an end, and what to do next."""

from typing import assert_never

from clients.language.voice import Voice, mark
from clients.news import Ended, How
from clients.sentences import shown_name
from odin_net.game.cards import Card, format_card, mask_of
from odin_net.game.sets import value_of
from odin_net.game.state import PlayerView
from odin_net.game.text import TextFault
from protocol.codes import CodeError
from protocol.errors import Close, Hint
from protocol.messages import Reason

REASONS: dict[Reason, str] = {
    Reason.GAME_OVER: mark("The game is over."),
    Reason.HAND_OVER: mark("No hand is being played right now."),
    Reason.NOT_YOUR_TURN: mark("It is not your turn."),
    Reason.NOT_YOUR_CARD: mark("You do not hold all of these cards."),
    Reason.SAME_CARD_TWICE: mark("You named a card twice."),
    Reason.NOT_ONE_SET: mark("These cards are no set: a set has one colour or one number."),
    Reason.OPENER_CANNOT_PASS: mark("You open the round, so you cannot pass: play one card."),
    Reason.WRONG_NUMBER_OF_CARDS: mark("That is the wrong number of cards: play as many as lie there, or one more."),
    Reason.VALUE_TOO_LOW: mark("That is not worth more than what lies in the middle."),
    Reason.CHOOSE_A_CARD_TO_TAKE: mark("Choose a card of the middle to take."),
    Reason.NOT_IN_THE_MIDDLE: mark("You can only take a card that lay in the middle."),
    Reason.NOTHING_TO_TAKE: mark("You go out with this play, so you take no card."),
    Reason.STALE: mark("The table has moved on meanwhile: look again."),
    Reason.BAD_NAME: mark("The host does not take that name: choose up to 16 plain characters."),
    Reason.NAME_TAKEN: mark("Somebody at the table has that name already: choose another one."),
    Reason.BAD_TEXT: mark("The host does not take that text: write up to 200 plain characters."),
    Reason.MUTED: mark("The host has muted you: the others do not hear you."),
    Reason.TOO_FAST: mark("That was too much at once: wait a few seconds."),
    Reason.NOT_THE_OWNER: mark("Only the host of the table can do that."),
    Reason.NOT_NOW: mark("That is not possible right now."),
    Reason.FULL: mark("The table is full: watch, or try again later."),
    Reason.SAID_ENOUGH: mark("The lines that you may say in one game are used up: wait for the next one."),
}
HINTS: dict[Hint, str] = {
    Hint.BUSY: mark("Too many are at the door of that table: try again in a minute."),
    Hint.VERSION: mark("The host has another version of Odin: install the same one on both computers."),
    Hint.FULL: mark("The table is full, and so are the places to watch: try again later."),
    Hint.UNKNOWN_TABLE: mark("Another table is there now: ask the host for its code."),
    Hint.UNKNOWN_SEAT: mark("The host does not know your seat any more: join again with the code."),
    Hint.WRONG_PROOF: mark("That is not the code of this table: ask the host to say it again."),
    Hint.NEW_CODE_NEEDED: mark("Too many wrong codes were tried here: ask the host for a new one."),
    Hint.MALFORMED: mark("The host did not understand us: install the same version of Odin on both computers."),
    Hint.TABLE_CLOSED: mark("That table is closed: ask the host to open a new one."),
    Hint.SHUT_OUT: mark(
        "Too many wrong codes came from your address: wait some minutes, or ask the host for a new code."
    ),
    Hint.KICKED: mark("The host has kicked somebody at your address from this table: talk to them."),
}
CLOSES: dict[Close, str] = {
    Close.DONE: mark("All is said: good-bye."),
    Close.AWAY: mark("You are away; your seat waits for you."),
    Close.LEFT: mark("You have left your seat for good."),
    Close.TABLE_CLOSED: mark("The host has closed the table."),
    Close.REPLACED: mark("Your seat is open in another window now: go on there."),
    Close.KICKED: mark("The host has taken you from the table: talk to them."),
    Close.GIVEN: mark(
        "While you were away the host gave your seat to another: join again to watch, or to have the next free seat."
    ),
    Close.TOO_SLOW: mark("The connection was too slow; it begins anew."),
    Close.SILENT: mark("The host heard nothing from here for too long; the connection begins anew."),
    Close.MALFORMED: mark("The two computers did not understand each other; the connection begins anew."),
    Close.FORKED: mark("ALARM: the host shows another game than the one you saw. Talk to them."),
    Close.GAME_OVER: mark("The table has played all its games. Thank you for playing!"),
}
FAULTS: dict[TextFault, str] = {
    TextFault.EMPTY: mark("Nothing is left of that text: write something."),
    TextFault.TOO_LONG: mark("That text is too long: shorten it."),
    TextFault.BAD_CHARACTER: mark("That text has a character that cannot be shown: write it without."),
    TextFault.TOO_MANY_MARKS: mark("That text has too many marks on one letter: write it without."),
}


def refusal(language: Voice, reason: Reason, view: PlayerView | None, cards: tuple[Card, ...]) -> str:
    """What the player reads, with all that is known about the position."""
    return _exact(language, reason, view, cards) or language(REASONS[reason])


def _exact(language: Voice, reason: Reason, view: PlayerView | None, cards: tuple[Card, ...]) -> str | None:
    if view is None:
        return None
    board = view.board
    middle, seats = board.middle, board.game.seats
    alternatives = language.enumerated([format_card(card) for card in middle])
    match reason:
        case Reason.NOT_YOUR_TURN if 0 <= board.turn < len(seats) and board.turn != view.seat:
            return language("It is not your turn: {name} plays now.", name=shown_name(seats[board.turn].name))
        case Reason.WRONG_NUMBER_OF_CARDS if not middle:
            return language("You open the round: play one card, or your whole hand if it is one set.")
        case Reason.WRONG_NUMBER_OF_CARDS:
            return language.many(
                "One card lies in the middle: play one or two.",
                "{count} cards lie in the middle: play {count} or {more}.",
                len(middle),
                more=len(middle) + 1,
            )
        case Reason.VALUE_TOO_LOW if cards and middle:
            return language("{value} does not beat {middle}.", value=value_of(mask_of(cards)), middle=board.value)
        case Reason.CHOOSE_A_CARD_TO_TAKE if middle:
            return language("Choose a card to take: {cards}.", cards=alternatives)
        case Reason.NOT_IN_THE_MIDDLE if not middle:
            return language("You open the round: there is no card to take.")
        case Reason.NOT_IN_THE_MIDDLE:
            return language("That card does not lie in the middle: take one of {cards}.", cards=alternatives)
    return None


def hint_refusal(language: Voice, hint: Hint) -> str:
    """Why the host did not let us in."""
    return language(HINTS[hint])


def close(language: Voice, close: Close) -> str:
    """Why a connection ended."""
    return language(CLOSES[close])


def table_closed(language: Voice, *, has_seat: bool) -> str:
    """The host went on purpose, and may come back."""
    if not has_seat:
        return language("The host has closed the table; I keep trying in case it is opened again.")
    # What is to be typed stands at the end, without other signs around it.
    text = language("The host has closed the table. Your seat is kept: you are back by yourself when the host types:")
    return f"{text} odin host --resume"


def text_fault(language: Voice, fault: TextFault) -> str:
    """What is wrong with a text."""
    return language(FAULTS[fault])


def code_error(language: Voice, error: CodeError, flag: str = "") -> str:
    """What to type instead. Who was told a code asks again; who makes one up, with this flag, may leave it out.

    The word is quoted only where `protocol.codes` found it harmless.
    """
    if error.word and error.suggestions:
        words = language.enumerated(error.suggestions)
        return language("{word} is not a word of the list. Near it are: {words}.", word=_quoted(error), words=words)
    if flag and error.word:
        return language(
            "{word} is not a word of the list: choose others, or leave {flag} out to have them drawn by lot.",
            word=_quoted(error),
            flag=flag,
        )
    if flag:
        return language(
            "a code is three words of the list, such as {example}: leave {flag} out to have one drawn by lot.",
            example="raven-oak-fjord",
            flag=flag,
        )
    if error.word:
        return language("{word} is not a word of the list: ask the host to spell it.", word=_quoted(error))
    return language("A code is three words, such as raven-oak-fjord: ask the host to say it again.")


def _quoted(error: CodeError) -> str:
    return "…" if error.word == "that" else error.word


def ended(language: Voice, ended: Ended, place: str) -> str:
    """How a session ended."""
    match ended.how:
        case How.DONE:
            return close(language, Close.GAME_OVER)
        case How.LEFT if ended.reason is None:
            return language("You have left the table.")
        case How.KICKED:
            return close(language, Close.KICKED)
        case How.GIVEN:
            return close(language, Close.GIVEN)
        case How.REPLACED:
            return close(language, Close.REPLACED)
        case How.FORKED:
            return close(language, Close.FORKED)
        case How.UNREACHABLE:
            return language("No table answers at {place}: ask the host for its address and port.", place=place)
        case How.GONE if ended.hint in (Hint.UNKNOWN_TABLE, Hint.UNKNOWN_SEAT):
            return hint_refusal(language, ended.hint)
        case How.GONE:
            return language("The host at {place} has gone: join again when it is back.", place=place)
        case How.REFUSED | How.LEFT:
            return _refused(language, ended)
        case _:
            assert_never(ended.how)


def _refused(language: Voice, ended: Ended) -> str:
    if ended.reason is not None:
        return refusal(language, ended.reason, None, ())
    if ended.hint is not None:
        return hint_refusal(language, ended.hint)
    return language("The table does not let you in: ask the host.")
