"""What is promised about a table, shown with the host as a process of its own and real sockets.

The tests draw 8 moments of each kind; `python -m tests.promises` runs all of them, and says from which seed.
"""
