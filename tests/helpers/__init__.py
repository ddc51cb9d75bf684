"""What several tests need."""

# How many seconds a test waits for what must come, on a computer that others use too. What hangs fails.
LONG = 300.0
