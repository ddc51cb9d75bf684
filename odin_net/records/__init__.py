"""Records of games as files: made from a log by whoever saw it, found, read and checked again.

What a line of a record means is in `odin_net/game/records.py`. Host and clients write by this package, and do not know
each other.
"""
