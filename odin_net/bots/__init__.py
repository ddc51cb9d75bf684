"""Policies that choose a move from a `PlayerView` and nothing else."""
