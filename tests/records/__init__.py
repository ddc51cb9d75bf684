"""Tests of records as files."""
