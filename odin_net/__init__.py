"""Odin, the card game, for friends in one room: one hosts, the others join."""

__version__ = "0.1.0"
