"""The words of the commands. English ones are understood always, those of the player's language too."""

from enum import Enum


class Word(Enum):
    """A command, by its English word."""

    PLAY = "play"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 (no password)
    HAND = "hand"
    TABLE = "table"
    SCORE = "score"
    MOVES = "moves"
    WHY = "why"
    HINT = "hint"
    LOG = "log"
    CHAT = "chat"
    READY = "ready"
    START = "start"
    BOTS = "bots"
    GIVE = "give"
    NEW = "new"
    KICK = "kick"
    MUTE = "mute"
    UNMUTE = "unmute"
    FORGIVE = "forgive"
    LANG = "lang"
    WORDS = "words"
    NAME = "name"
    RULES = "rules"
    LESSON = "lesson"
    LEAVE = "leave"
    QUIT = "quit"
    HELP = "help"


# In the order of the enum.
_OWN: dict[str, str] = {
    "fr": "joue prends passe main table points coups pourquoi conseil journal dis prêt commence robots donne "
    "nouveau exclus silence parole pardonne langue "
    "mots nom règles leçon pars quitte aide",
    "de": "spiele nimm passe hand tisch punkte züge warum tipp verlauf sag bereit los bots gib "
    "neu wirf stumm laut verzeih sprache wörter name "
    "regeln lektion gehe verlasse hilfe",
    "es": "juega toma paso mano mesa puntos jugadas porqué pista historial di listo empieza bots cede "
    "nuevo echa silencia habla perdona idioma palabras "
    "nombre reglas lección salir abandonar ayuda",
    "it": "gioca prendi passo mano tavolo punti mosse perché consiglio cronaca di pronto inizia bot cedi "
    "nuovo espelli silenzia riattiva perdona lingua parole "
    "nome regole lezione esci abbandona aiuto",
    "nl": "speel neem pas hand tafel punten zetten waarom tip verloop zeg klaar begin bots geef "
    "nieuw verwijder demp hoor vergeef taal woorden naam "
    "regels les weg verlaat hulp",
    "ar": "العب خذ مرر يد طاولة نقاط حركات لماذا تلميح سجل قل جاهز ابدأ روبوتات أعط "
    "جديد أخرج اكتم أسمع سامح لغة "
    "كلمات اسم قواعد درس غادر انسحب مساعدة",
}

# Chat is told as what somebody says: so it may be typed.
OTHER_WORDS = {"say": Word.CHAT}

# What stands before the card to take in a sentence, such as that of the hint.
_AND = {"en": "and", "fr": "et", "de": "und", "es": "y", "it": "e", "nl": "en", "ar": "و"}


def ands_of(code: str) -> frozenset[str]:
    """The words that may stand between two pieces of a play."""
    return frozenset({_AND["en"], _AND[code]})


def words_of(code: str) -> dict[Word, str]:
    """The word for each command in this language."""
    if code not in _OWN:
        return {word: word.value for word in Word}
    return dict(zip(Word, _OWN[code].split(), strict=True))
