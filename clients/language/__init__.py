"""What people read, in their language. English sentences in the code are the keys of the catalogues."""

from clients.language.language import Language, code_for, language_for
from odin_net.errors import LANGUAGES

__all__ = ["LANGUAGES", "Language", "code_for", "language_for"]
