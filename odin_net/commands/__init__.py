"""One module a subcommand, imported only when it runs. Each has `run(arguments) -> exit code`."""
