"""What is made of games that are over: the history of all of them, and a report of one. Pure."""
