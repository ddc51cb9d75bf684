"""The words of the rule sheets, as data: which word a language has for a thing of the game, and which it must not have.

All are regular expressions over a sentence without its places. Where the English has a key of `NEEDED`, every form of
the translation has what stands there; no translation has what its language must not have (`FORBIDDEN`).
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
        "de": "bereit",
        "es": "listo",
        "it": "pronto",
        "nl": "klaar|nog niet",
        "ar": "جاهز",
    },
}

FORBIDDEN: dict[str, tuple[str, ...]] = {
    "fr": ("milieu", "cloche", "horloge", r"\bséries?\b"),
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
    ),
    "es": ("campana", "reloj", r"\bseries?\b", r"\bcog(e|er|es)\b"),
    "it": ("campana", "orologio", r"\bserie\b", r"\b[Dd]ivid(i|ono)\b"),
    "nl": ("beurtklok", r"\bbel\b", r"\bopener\b"),
    "ar": (r"ورقة|ورقت|أوراق", "جرس", "دورة"),
}
