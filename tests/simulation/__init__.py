"""A whole evening in one process, on a clock of its own, with faults drawn from a seed."""
