"""The Vikings on the cards and the colours, in each language. RULES: cards."""

VIKINGS: dict[str, tuple[str, ...]] = {
    "en": ("healer", "skald", "spy", "seidmadr", "völva", "hirdman", "berserker", "styrimadr", "jarl"),
    "fr": ("soigneuse", "scalde", "espionne", "seidmadr", "völva", "hirdman", "berserker", "styrimadr", "jarl"),
    "de": ("Heilerin", "Skalde", "Spion", "Seidmadr", "Völva", "Huscarl", "Berserker", "Steuermann", "Jarl"),
    "es": ("sanador", "skald", "espía", "seidmadr", "völva", "hirdman", "berserker", "styrimadr", "jarl"),
    "it": ("guaritore", "skald", "spia", "seidmadr", "völva", "hirdman", "berserker", "styrimadr", "jarl"),
    "nl": ("genezer", "skald", "spion", "seidmadr", "völva", "hirdman", "berserker", "styrimadr", "jarl"),
    "ar": ("الشافي", "السكالد", "الجاسوس", "السيدمادر", "فولفا", "هيردمين", "بيرسيركر", "ستيريمادر", "جارل"),
}

# In the order of the letters R O Y G B P.
COLOUR_NAMES: dict[str, tuple[str, ...]] = {
    "en": ("red", "orange", "yellow", "green", "blue", "purple"),
    "fr": ("rouge", "orange", "jaune", "vert", "bleu", "violet"),
    "de": ("Rot", "Orange", "Gelb", "Grün", "Blau", "Lila"),
    "es": ("rojo", "naranja", "amarillo", "verde", "azul", "morado"),
    "it": ("rosso", "arancione", "giallo", "verde", "blu", "viola"),
    "nl": ("rood", "oranje", "geel", "groen", "blauw", "paars"),
    "ar": ("الأحمر", "البرتقالي", "الأصفر", "الأخضر", "الأزرق", "البنفسجي"),
}
