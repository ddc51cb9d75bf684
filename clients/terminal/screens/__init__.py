"""Pictures, one module each: pure functions from a frame to rows."""
