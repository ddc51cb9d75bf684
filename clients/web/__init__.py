"""The client for browsers: plain ES modules, and what joins them into the one script of a page."""
