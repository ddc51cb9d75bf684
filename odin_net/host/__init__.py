"""The host: the table, which is pure, and the shells that give it time, links, a disk and chance."""
