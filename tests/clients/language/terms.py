"""The words of the rule sheets, as data: which word a language has for a thing of the game, and which it must not have.

All are regular expressions over a sentence without its places. Where the English has a key of `NEEDED`, or of what one
language needs alone (`NEEDED_IN`), every form of the translation has what stands there; no translation has what its
language must not have (`FORBIDDEN`).
"""

NEEDED: dict[str, dict[str, str]] = {
    r"\bmiddle\b": {
        "fr": "centre",
        "de": "Mitte",
        "es": "centro",
        "it": "centro",
        "nl": "midden",
        "ar": "وسط",
    },
    r"\bround\b": {
        "fr": r"\btour\b",
        "de": "Runde",
        "es": "ronda",
        "it": r"\bgiro\b",
        "nl": "ronde",
        "ar": "جولة",
    },
    # One's cards are a hand too, but these are the ones that are dealt and end.
    r"\b([Tt]his|[Tt]he|last|next|first) hand\b": {
        "fr": "manche",
        "de": "Durchg[aä]ng",
        "es": r"\bmano\b",
        "it": r"\bmano\b",
        "nl": r"\bhand\b",
        "ar": "مرحلة",
    },
    r"\bset\b": {
        "fr": "combinaison",
        "de": "Kombination",
        "es": "combinación",
        "it": r"\bset\b",
        "nl": r"\bset\b",
        "ar": "مجموعة",
    },
    r"\bValhalla\b": {
        "fr": "Valhalla",
        "de": "Valhalla",
        "es": "Valhalla",
        "it": "Valhalla",
        "nl": "Walhalla",
        "ar": "فالهالا",
    },
    r"\bturn clock\b": {
        "fr": "chrono",
        "de": "Bedenkzeit",
        "es": "tiempo por turno",
        "it": "tempo per turno",
        "nl": "bedenktijd",
        "ar": "مهلة",
    },
    r"\bbell\b": {
        "fr": r"\b[Ss]on\b",
        "de": r"\bTon\b",
        "es": "[Ss]onido",
        "it": "[Ss]uono",
        "nl": "geluid",
        "ar": "صوت",
    },
    r"\bshares? the victory\b": {
        "fr": "victoire",
        "de": "Sieg",
        "es": "victoria",
        "it": "[Cc]ondivid",
        "nl": "de(elt?|len)|gedeeld",
        "ar": "تقاسم",
    },
    r"^(not )?ready$": {
        "fr": "prêt",
        "de": "bereit|noch nicht",
        "es": "listo",
        "it": "pronto",
        "nl": "klaar|nog niet",
        "ar": "جاهز",
    },
    r"\b([Tt]his|next|last|first) games?\b": {
        "fr": "[Pp]artie",
        "de": "Partie",
        "es": "partida",
        "it": "partit[ae]",
        "nl": r"\b[Ss]pel",
        "ar": "لعب|ألعاب",
    },
    r"\b[Yy]our turn\b": {
        "fr": "[àÀ] toi|ton tour",
        "de": r"\bdran\b|am Zug",
        "es": "[Tt]oca|toque|turno",
        "it": "[Tt]occa|turno",
        "nl": "beurt",
        "ar": "دور",
    },
    # How many cards a set has may be told without them.
    r"\bcards?\b(?! (or|were|of that)\b)": {
        "fr": "[Cc]arte",
        "de": "[Kk]arte",
        "es": "[Cc]arta",
        "it": r"\b[Cc]art[ae]\b",
        "nl": "[Kk]aart",
        "ar": "بطاق",
    },
    r"\bvalue\b": {
        "fr": "[Vv]aleur",
        "de": "Wert",
        "es": "valor",
        "it": "valore",
        "nl": "waarde",
        "ar": "قيم",
    },
    r"\bpasses\.|\b[Yy]ou pass\b|, or pass\b|\bcannot pass\b": {
        "fr": "[Pp]ass",
        "de": "[Pp]ass",
        "es": "[Pp]as[aeo]",
        "it": "[Pp]ass",
        "nl": r"\b[Pp]as",
        "ar": "مر[ّ]?ر|تمرير",
    },
    # A card; names, time and disks are taken otherwise.
    r"\b(and|you|to|that you|then) takes? (?=one|a card|what| *[.!?]|it\b)|\btake (that card|the chosen)": {
        "fr": "prend|pris|récupér",
        "de": "nimm|nehm|nahm",
        "es": r"\b[Tt]om",
        "it": "pren[dr]|preso",
        "nl": r"\b[Pp]ak",
        "ar": "لتق",
    },
    r"\b[Yy]ou open\b|\bopens (the|with|first)\b": {
        "fr": "[Cc]ommenc",
        "de": "[Bb]eginn",
        "es": "[Ee]mp(ie|e)z",
        "it": "[Cc]ominc",
        "nl": r"\b[Bb]egin",
        "ar": "بد[أئ]|بدا",
    },
    r"\bhave fallen\b|\bdiscard": {
        "fr": "défauss",
        "de": "abgeworfen|abwerf|wirf",
        "es": "descart",
        "it": "scart",
        "nl": "afgelegd|afleg|leg",
        "ar": "خلّص",
    },
    # A flag has its English name everywhere.
    r"(?<!-)(?<!fewest )\bpoints?\b": {
        "fr": "[Pp]oint",
        "de": "Punkt",
        "es": "punto",
        "it": r"\bpunt[io]",
        "nl": r"\bpunt",
        "ar": "نقط|نقاط",
    },
    r"\bType \b": {
        "fr": "[Tt]ape",
        "de": r"\b[Gg]ib\b.*\bein\b",
        "es": r"\b[Ee]scr[ií]b",
        "it": r"\b[Ss]criv",
        "nl": r"\b[Tt]yp",
        "ar": "كتب",
    },
}
# What one language alone calls by a word of its own.
NEEDED_IN: dict[str, dict[str, str]] = {
    "de": {
        r"^Hand +is over$|^The hand (is over|ends): ": "Zwischenwertung",
        r"^The game is over$|\bfinal standing\b": "Abschlusswertung",
        r"\b[Yy]our whole hand\b": "Handkarten",
    },
}

FORBIDDEN: dict[str, tuple[str, ...]] = {
    "fr": (
        r"milieu|cloche|horloge|\bséries?\b",
        # What is typed is prêt.
        r"d'accord|demandes? encore un instant",
        # What stands on a card is its valeur; nombre is how many there are.
        r"(de|par|seul|même|lettre et|lettre et un|leurs) nombres?\b|nombre plus grand",
        # Tables are opened; rounds and hands begin.
        r"\b[Tt]u ouvres\b|(^|[:;,.] +)ouvre\b|\bouvre (le tour|avec|encore)",
        # Cards are distribuées and défaussées.
        r"\btomb(e|ées?)\b|(manche|main|qui a été) +(est )?donnée",
        r"discussion|\bchut\b|\babs\.|\(absence|neuve|[Pp]asse auto|passes à venir|\bpartir$",
        r"[Cc]ela attend|[Pp]arlez-vous|pour moi|(passe|joue|fait) pour toi|[Nn]omm[eé]\b|jouent jusqu'à",
        "carte de plus est toujours plus haute",
        # A colour's name follows "couleur" only in brackets: "de couleur vert" would have to agree.
        r"de couleur +\.",
        # Who is away is neither he nor she.
        r"^absent$",
        # A hand of several cards: "avec 2 ou 3 cartes". Four words: "les quatre mêmes mots".
        r"cartes? ou +, ou",
        "mêmes quatre",
        # A table is complète; a game, not the table, stops; one does not install oneself like a program.
        r"est pleine\b|^La table s'est arrêtée|^Installation",
        # Points below the target are a margin, a field is left empty, and a clock on a phone has room for "11 s" alone.
        r"^en réserve$|[Ll]aisse vide|^encore +s$",
        # As --help names it.
        "MOTS",
    ),
    "de": (
        "Zuguhr",
        "Glocke",
        r"\bS[aä]tz",
        "[Ee]röffn",
        "[Ee]ndstand",
        r"\bGeben\b|(ist|neu) gegeben",
        r"\bgefallen|\bfällt\b",
        r"\bH[aä]nde?\b",
        r"\bSpieler\b",
        # A game is a Partie. Odin itself is a Spiel, by its authors.
        r"\b([Dd](as(selbe)?|em|es|iese[sm]?)|[Ee]in|[Kk]ein|anderes|nächste|von|noch) Spiels?\b(?! von)",
        r"\bSpiele\b",
        # Cards are played with "aus".
        r"\bSpiel (eine|deine|so viele)\b(?!.*\baus\b)",
        # Who is kicked is not taken like a card.
        r"[Tt]isch (ge)?n[eo]mm",
        # A command is typed, and a key does nothing by itself.
        r"\bSag (?!deinen)",
        r"\b(Enter|Esc|P|Strg-C) (geht|bleibt|passt|sagt|beendet)\b",
        # As --help names it.
        "WÖRTER",
        # Cards form a set; who has the fewest points wins, not the points.
        "sind k?eine Kombination",
        "Punkte gewinnen",
        # Without a turn clock there is all the time in the world: "keine" would be none at all.
        "keine Bedenkzeit|Bedenkzeit: aus",
        # "Aufgehoben" is kept or cancelled, a seat is "gespeichert", and "nächster Zug" is the next turn.
        "aufgehoben|aufschreiben",
        "nächster Zug",
        "Verbindung (beginnt neu|ist weg)",
        # A command in the middle of a sentence stands in quotation marks.
        r"\b[Gg]ib\s+(und|für|,)",
    ),
    "es": (
        "campana",
        "reloj",
        r"\bseries?\b",
        r"\bcog(e|er|es)\b",
        # Whoever begins a round or a hand "empieza", cards "superan", and who has won "gana".
        r"\b[Aa]bres\b",
        r"\b[Aa]bre (con|la ronda|otra vez|primero|tú|una vez)\b",
        r"\bgana al?\b",
        # Ready is "listo", away "ausente", and who goes out has no cards left.
        r"\ba punto\b",
        r"\(fuera",
        r"^relevo$",
        r"para terminar\.|habrás terminado",
        # In somebody's place, not through them.
        r"\b(juega|pas[ae]r?|hecho) por (mí|ti)\b",
        r"\b(bot|hecho) por ?(\.|$)",
        # One word for one thing: to leave is "salir", a command "comando", to join "entrar", cards are one's "cartas".
        r"\birse\b",
        r"\b[Uu]n(irse|irte)\b",
        r"\b((una|esa|cualquier) orden\b(?!:)|órdenes)",
        "[Tt]u mano",
        "Entre dos",
        # To one person, not to several; nobody's gender is guessed.
        r"\b([Hh]abladlo|instalad)\b",
        "Echados",
        r"[Hh]abla con él\b",
        # As --help names it.
        "PALABRAS",
        # "Ha pasado" is said of who passes; what goes on "ocurre". One card or several are left: "aún tenía".
        r"[Hh]a pasado +(nada|algo|ve(z|ces))",
        "le quedaban",
        # One does not hear what is written, and it is not the connection that connects.
        "no te oyen|se conecta de nuevo",
        # A command in the middle of a sentence stands in quotation marks: "o salir" would be "or leave".
        r"\b[Ee]scribe\s+((y|, un) (un|otro|sitio|número)|cuando|para (otra|la mano|verlos))",
        # What one could play is no "jugada" yet; a dot is no "punto"; a clock on a phone has room for "11 s" alone.
        r"[Nn]inguna de tus jugadas|\bUn punto:|^quedan +s$",
    ),
    "it": (
        "campana",
        "orologio",
        r"\bserie\b",
        r"\b[Dd]ivid(i|ono)\b",
        # Who opens begins; tables are opened.
        r"\b[Aa]pr[ei] (tu |ancora )?(il|la|con|di nuovo)\b",
        # Sentences have the words of the labels: ready is "pronto", away is "assente".
        "via libera",
        r"\(via\b|\b(Sei|Eri) via\b",
        # One passes; the lesson has stages. ("Passi." is said to who passes.)
        r"\bpass[oi] (di|che)\b|\bpassi\b",
        r"passa per (me|te)",
        # Cards are discarded.
        r"\bcad(e|ut[ae])\b",
        r"\b[Nn]omin(a|ato)\b",
        r"\b[Dd]i'",
        "mescolata",
        "seguente",
        r"\baspetta che (tocchi|torni l'host|finisca)",
        # What a key does is told as on its label: "Invio: gioca".
        r"\b(Invio|Esc|Ctrl-C|[PNS]): \w+[aei]re\b",
        # As --help names it.
        "PAROLE",
        # Nobody's gender is guessed.
        "Espulsi:|almeno uno di loro",
        "ti ha espulso",
        # To leave is "esci" and "uscire"; the game, not the table, stops; games are saved.
        r"\b(andare|vai) via\b|Lasciare Odin",
        r"^Lascia(re)? (il|la) ",
        r"Il tavolo ha chiuso|si conserva",
        # In somebody's place, not for them.
        r"giocando per\b|bot per ?$|^passa al posto mio$",
        # A dot is no "punto", which somebody gets.
        r"\bUn punto:",
        # A command in the middle of a sentence stands in quotation marks: "oppure esci" would be "or leave".
        r"\b[Ss]crivi\s+((e|,) (un|delle)|quando|per (la|un'altra|vederli))",
    ),
    "nl": (
        "beurtklok",
        r"\bbel\b",
        r"\bopener\b",
        # A table is opened; a round begins.
        r"\bopent\b",
        r"\b[Oo]pen (de ronde|met|nog)\b",
        # To take over from somebody is another verb.
        r"\b[Nn]eemt?\b(?! het over)",
        r"\b(nemen|nam)\b",
        # A hand is what is dealt and ends; what somebody holds are cards.
        r"\b([Jj]e|je hele|in je) hand\b",
        r"\b(alle|de) handen\b",
        "gevallen",
        r"\beruit\b",
        r"\bvan de tafel (gehaald|halen)\b",
        r"\bbinnenkomen\b",
        r"\bverzetten\b",
        r"\b(van|voor) \d* ?tot\b",
        r"^nog niet$",
        "WOORDEN",
        r"\b[Zz]eg\b",
        r"\b(Enter|Esc|P|Ctrl-C) (blijft|gaat|past|zegt)\b",
        # Digits form a value: 8 and 5 "maken" 13.
        r"\d maken\b",
        # "Only now", and "for you".
        r"\b[Pp]as nu\b",
        r"\bvoor je kiest\b",
        r"\bop de lijst\b",
        "opgeschreven",
        "verbinding begint",
        # A command in the middle of a sentence stands in quotation marks.
        r"\b[Tt]yp\s+(en(?!,)|voor|als)",
    ),
    "ar": (
        r"ورقة|ورقت|أوراق",
        "جرس",
        "دورة",
        # To open, to take, to discard, to go out.
        "فتتح",
        r"أخذ|\bو?خذ\b",
        "سقط|ساقط",
        "(تنتهي|انتهت) بطاقات",
        # The cards that somebody holds, one card more, a rematch, to kick, to type.
        r"\bب?يدك|\bيد\b|الأيدي",
        "زيادة",
        "ثأر",
        "طرد",
        r"\bو?قل\b",
        # Digits form a value; a switch is on or off.
        "تصنع",
        r"^(نعم|لا)$",
        # What waits for its turn is noted; a bot plays in one's place; a share is a contribution.
        r"^هذا ينتظر",
        r"\bعنك\b",
        "نصيب.* في الخلط",
        # Two cards are not "cards": {value} من {cards} holds for any number of them.
        "بالبطاقات",
        r"من (رقم|لون) واحد",
        "جارٍ الجلوس",
        # Two spellings of one word.
        r"\bأي\b(?!ّ)|انضمّ|ًّا",
    ),
}
