"""Small servers that do as little as possible, to measure the host against."""
