"""What the commands do, a line each, in the player's words for them."""

from clients.language import Language
from clients.language.reactions import reaction
from clients.language.voice import mark
from clients.plain.command_words import Word, levels_shown, words_of
from odin_net.levels import OFFERED
from protocol.messages import Reaction

HELP: dict[Word, str] = {
    Word.PLAY: mark(
        "{word} R3 G3: play these cards. {word} R3 G3 {take} B8: and take that one. {word} {hint}: what a bot would."
    ),
    Word.TAKE: mark("{word} B8: the card that you take."),
    Word.PASS: mark("{word}: play nothing."),
    Word.HAND: mark("{word}: your cards."),
    Word.TABLE: mark("{word}: the middle, the players and their cards."),
    Word.SCORE: mark("{word}: the points."),
    Word.MOVES: mark("{word}: all that you can play now."),
    Word.WHY: mark("{word}: why that was refused, or why it beats. {word} R9 R6: whether you can play these."),
    Word.HINT: mark("{word}: what a bot would do."),
    Word.LOG: mark("{word}: what happened last."),
    Word.CHAT: mark("{word} hello: say hello to all."),
    Word.REACT: mark(
        "{word} {reaction}: call that to all; each reads it in their own language. There are: {reactions}"
    ),
    Word.READY: mark("{word}: ready for the game, or for the next hand."),
    Word.START: mark("{word}: start the game, if the table is yours."),
    Word.BOTS: mark("{word} 2 {level}: so many bots at your table. Levels: {levels}."),
    Word.GIVE: mark(
        "{word} 3 Eve: give Eve, who waits, seat 3, whose player is gone; {word} alone if there is no choice."
    ),
    Word.INVITE: mark("{word}: how others join your table. {word} qr: with a QR code for phones."),
    Word.NEW: mark("{word}: a new code, if the table is yours; the old one lets nobody in any more."),
    Word.KICK: mark(
        "{word} Bo: take Bo from your table, who sits, waits or watches there; {word} alone: who was kicked."
    ),
    Word.MUTE: mark("{word} Bo: let nobody read what Bo says."),
    Word.UNMUTE: mark("{word} Bo: let all read it again."),
    Word.FORGIVE: mark("{word} Bo: let Bo come in again, whom you have kicked."),
    Word.LANG: mark("{word} de: another language: {languages}."),
    Word.WORDS: mark("{word}: four words; who reads the same ones saw the same game."),
    Word.AGAIN: mark(
        "{word}: show the last game to all again, or its next step, if the table is yours. {word} 12: step 12. "
        "{word} 0: no more of it."
    ),
    Word.NAME: mark("{word} Ann: be called Ann."),
    Word.RULES: mark("{word}: the rules in a minute."),
    Word.LESSON: mark("{word}: learn to play in ten steps."),
    Word.LEAVE: mark("{word}: go; a bot plays for you and your seat waits."),
    Word.QUIT: mark("{word}: leave for good. A table of your own closes, as it does when you type {leave}."),
    Word.HELP: mark("{word}: this."),
}
ABOUT = (
    mark("A card is a letter and a number, in any order: R3 or 3r. Beginnings of commands are enough."),
    mark("Questions are answered at once. A play or a pass waits for your turn, so a file may hold a whole game."),
    mark("When the input ends and all is done, a bot takes your seat until you come back; a table of your own closes."),
)


def help_lines(language: Language, languages: tuple[str, ...]) -> list[str]:
    """All commands."""
    words = words_of(language)
    others = {"take": words[Word.TAKE], "hint": words[Word.HINT], "leave": words[Word.LEAVE]}
    levels = levels_shown(language)
    others["level"], others["levels"] = levels[OFFERED[-1]], language.enumerated([*levels.values()])
    reactions = [reaction(language, code) for code in Reaction]
    others["reaction"], others["reactions"] = reaction(language, Reaction.OUCH), language.enumerated(reactions)
    others["languages"] = language.enumerated(languages)
    return [
        language(ABOUT[0]),
        *(language(HELP[word], word=words[word], **others) for word in Word),
        *map(language, ABOUT[1:]),
    ]
