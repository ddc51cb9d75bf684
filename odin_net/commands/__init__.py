"""One module a subcommand, imported only when it runs. Each has `run(arguments) -> exit code`; the menu has `choose`.

Beside them: `arguments` is the command line that they share, `options` reads flags that several of them have, `serve`
runs a table, `own_seat` is the hosting player's at it, and `console` is all between a command and its terminal.
"""
