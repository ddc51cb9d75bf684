"""Hashes over parts that cannot run into each other. SPEC 2."""

import hashlib
import hmac


def lp(*parts: bytes) -> bytes:
    """The parts, each behind its length as four bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def u32(number: int) -> bytes:
    """A number as a part: four bytes, the highest first."""
    return number.to_bytes(4, "big")


def digest(*parts: bytes) -> bytes:
    """H of the specification: SHA-256 over length-prefixed parts."""
    return hashlib.sha256(lp(*parts)).digest()


def extract(salt: bytes, secret: bytes) -> bytes:
    """HKDF-Extract with SHA-256 (RFC 5869)."""
    return hmac.digest(salt, secret, "sha256")


def expand(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand with SHA-256 for 32 bytes, which is its first block (RFC 5869)."""
    return hmac.digest(key, info + b"\x01", "sha256")
