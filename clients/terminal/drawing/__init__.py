"""How things are drawn: rows of text, cards, colours, letters that run from the right."""
