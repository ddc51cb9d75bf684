"""What people read, in their language. English sentences in the code are the keys of the catalogues."""

from clients.language.language import LANGUAGES, Tongue, tongue_for

__all__ = ["LANGUAGES", "Tongue", "tongue_for"]
