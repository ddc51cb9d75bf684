"""One module a subcommand, imported only when it runs. Each has `run(arguments) -> exit code`; the menu has `choose`.

Beside them: `serve` runs a table, `own_seat` is the hosting player's at it, `options` reads flags that several commands
have, and `console` is all between a command and its terminal.
"""
