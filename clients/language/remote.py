"""For guests whose screen runs on the host's computer: what that means for them, and how they come back."""

from clients.language.voice import Voice


def own_words(language: Voice, words: str) -> str:
    """How somebody comes back to their seat."""
    return language(
        "Should the connection drop: connect again with the same line, and answer with three words of your own: "
        "{words}",
        words=words,
    )


def seat_waits(language: Voice, words: str) -> str:
    """For who goes, and may come back."""
    return language("Your seat waits for you; come back with the same line and your own words: {words}", words=words)


def name_taken(language: Voice) -> str:
    """For who may be the very one who has that name at the table."""
    return language(
        "If that seat is yours: connect again and answer with your own three words. If you do not have them, take "
        "another name and ask the host to give you the seat."
    )


def wrong_words(language: Voice) -> str:
    """For who comes back to a table without a code, where no other words can be meant."""
    return language("No seat here has these three words: yours stand in the terminal where you sat down.")


def took_too_long(language: Voice) -> str:
    """For who was asked for the code, and gave no right one in time."""
    return language("Five minutes have passed: connect again with the same line.")


def no_name_came(language: Voice) -> str:
    """For who was let in and never took a place."""
    return language("No name came that you could have here: connect again with the same line when you have one.")


def about_remote(language: Voice, words: str) -> list[str]:
    """What such a guest needs to know."""
    return [
        own_words(language, words),
        language(
            "Your screen runs on the host's computer: it could show you anything, so no hand is ever checked here."
        ),
        language(
            "That it is the host's computer was taken on trust when you first connected, unless you compared the "
            "fingerprint of its key."
        ),
    ]


def not_checked(language: Voice) -> str:
    """What stands in place of every verdict."""
    return language("Not checked: your screen runs on the host, so a check would prove nothing.")
