"""The full-screen client: a pure model, pure pictures of it, keys that only produce intents, and a thin shell."""
