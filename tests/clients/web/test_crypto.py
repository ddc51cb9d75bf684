"""The primitives of the page: the vectors of their RFCs, and what must not pass."""

import hashlib

import pytest
from spake2 import ed25519_basic as group

from tests.clients.web.engines import Engine, engine_called, vectors


def unhex(text: str) -> bytes:
    return bytes.fromhex(text)


LONG_TEXT = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
SUNSCREEN = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)


def test_sha256_of_rfc_6234(engine: Engine) -> None:
    for text, right in {
        b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        LONG_TEXT: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        b"01234567" * 80: "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5",
    }.items():
        assert engine.call("sha256", text) == unhex(right)


def test_sha256_of_every_length_around_a_block(engine: Engine) -> None:
    texts = [bytes(range(length)) for length in range(200)]
    assert engine.calls(("sha256", text) for text in texts) == [hashlib.sha256(text).digest() for text in texts]


def test_hmac_of_rfc_4231(engine: Engine) -> None:
    for key, data, right in (
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        (
            b"\xaa" * 131,
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    ):
        assert engine.call("hmac", key, data) == unhex(right)


def test_hkdf_of_rfc_5869(engine: Engine) -> None:
    long = (bytes(range(80)), bytes(range(0x60, 0xB0)), bytes(range(0xB0, 0x100)))
    for (secret, salt, info), length, prk, okm in (
        (
            (b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA))),
            42,
            "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            long,
            82,
            "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
            (
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e"
                "09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
            ),
        ),
        (
            (b"\x0b" * 22, b"", b""),
            42,
            "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ):
        assert engine.call("extract", salt, secret) == unhex(prk)
        assert engine.call("expand", unhex(prk), info, length) == unhex(okm)


def test_hkdf_gives_no_more_than_it_can(engine: Engine) -> None:
    assert len(engine.call("expand", bytes(32), b"", 255 * 32)) == 255 * 32
    assert engine.call("expand", bytes(32), b"", 255 * 32 + 1)["error"] == "RangeError"


def test_chacha20_of_rfc_8439(engine: Engine) -> None:
    nonce = unhex("000000000000004a00000000")
    sealed = engine.call("chacha20", bytes(range(32)), 1, nonce, SUNSCREEN)
    assert sealed == unhex(
        "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f53"
        "0c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d"
    )
    # A.1 #1: a block of the stream by itself.
    assert engine.call("chacha20", bytes(32), 0, bytes(12), bytes(64)) == unhex(
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    )


# RFC 8439 2.5.2 and A.3: sums at and around the prime, and a tag that runs over.
POLY1305 = {
    "2.5.2": (
        "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
        b"Cryptographic Forum Research Group",
        "a8061dc1305136c6c22b8baf0c0127a9",
    ),
    "A.3 #1": ("00" * 32, bytes(64), "00" * 16),
    "A.3 #7": ("01" + "00" * 31, unhex("ff" * 16 + "f0" + "ff" * 15 + "11" + "00" * 15), "05" + "00" * 15),
    "A.3 #8": ("01" + "00" * 31, unhex("ff" * 16 + "fb" + "fe" * 15 + "01" * 16), "00" * 16),
    "A.3 #5": ("02" + "00" * 31, unhex("ff" * 16), "03" + "00" * 15),
    "A.3 #6": ("02" + "00" * 15 + "ff" * 16, unhex("02" + "00" * 15), "03" + "00" * 15),
    "A.3 #9": ("02" + "00" * 31, unhex("fd" + "ff" * 15), "fa" + "ff" * 15),
    "A.3 #10": (
        "0100000000000000040000000000000000000000000000000000000000000000",
        unhex("e33594d7505e43b900000000000000003394d7505e4379cd01000000000000000000000000000000000000000000000001")
        + bytes(15),
        "14000000000000005500000000000000",
    ),
    "A.3 #11": (
        "0100000000000000040000000000000000000000000000000000000000000000",
        unhex("e33594d7505e43b900000000000000003394d7505e4379cd010000000000000000000000000000000000000000000000"),
        "13000000000000000000000000000000",
    ),
}


@pytest.mark.parametrize("name", POLY1305)
def test_poly1305_of_rfc_8439(engine: Engine, name: str) -> None:
    key, message, tag = POLY1305[name]
    assert engine.call("poly1305", unhex(key), message) == unhex(tag)


def test_the_sealed_box_of_rfc_8439(engine: Engine) -> None:
    key, nonce = bytes(range(0x80, 0xA0)), unhex("070000004041424344454647")
    associated = unhex("50515253c0c1c2c3c4c5c6c7")
    sealed = engine.call("seal", key, nonce, SUNSCREEN, associated)
    assert sealed == unhex(
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6"
        "a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae1"
        "0b594f09e26a7e902ecbd0600691"
    )
    assert engine.call("open", key, nonce, sealed, associated) == SUNSCREEN


def test_whatever_is_changed_does_not_open(engine: Engine) -> None:
    key, nonce, associated = bytes(range(32)), bytes(12), b"what it is"
    sealed = engine.call("seal", key, nonce, b"nine cards", associated)
    flipped = [bytes([*sealed[:at], sealed[at] ^ 1 << bit, *sealed[at + 1 :]]) for at in range(26) for bit in (0, 7)]
    tries = [
        *((key, nonce, other, associated) for other in flipped),
        *((key, nonce, sealed[:length], associated) for length in range(26)),
        (key, nonce, sealed + b"\0", associated),
        (key, nonce, sealed, associated + b"\0"),
        (key, nonce, sealed, b""),
        (key, b"\x01" + nonce[1:], sealed, associated),
        (b"\x01" + key[1:], nonce, sealed, associated),
    ]
    assert engine.calls(("open", *values) for values in tries) == [None] * len(tries)


def test_a_key_or_nonce_of_another_length_is_refused(engine: Engine) -> None:
    for key, nonce in ((bytes(31), bytes(12)), (bytes(33), bytes(12)), (bytes(32), bytes(8)), (b"", b"")):
        assert engine.call("seal", key, nonce, b"")["error"] == "RangeError"
        assert engine.call("open", key, nonce, bytes(16))["error"] == "RangeError"


def test_the_public_keys_of_rfc_8032(engine: Engine) -> None:
    for secret, public in {
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60": (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
        ),
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb": (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
        ),
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7": (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
        ),
    }.items():
        # 5.1.5: the lower half of a hash, with some bits set.
        scalar = int.from_bytes(hashlib.sha512(unhex(secret)).digest()[:32], "little")
        scalar = scalar & ((1 << 254) - 8) | 1 << 254
        assert engine.call("multiplied", str(scalar), None) == unhex(public)


PRIME = 2**255 - 19
ROOT = pow(2, (PRIME - 1) // 4, PRIME)


def written(y: int, sign: int = 0) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def test_no_point_is_one_that_is_not_in_the_group_or_not_written_in_its_one_way(engine: Engine) -> None:
    none = {
        "zero": written(1),
        "zero with a sign": written(1, 1),
        "zero beyond the prime": written(PRIME + 1),
        "of order 2": written(PRIME - 1),
        "of order 2 with a sign": written(PRIME - 1, 1),
        "of order 4": written(0),
        "of order 4, the other": written(0, 1),
        "of order 4 beyond the prime": written(PRIME),
        "not on the curve": written(2),
        "not below the prime": written(2**255 - 1),
        "too short": bytes(31),
        "too long": group.Base.to_bytes() + b"\0",
        "nothing": b"",
    }
    for order, point in points_of_order_8().items():
        none[f"of order 8, {order}"] = point
        # A point of the group with a part of small order in it.
        mixed = group.add_elements(group.Base.XYTZ, extended(point))
        none[f"with a part of order 8, {order}"] = group.encodepoint(group.xform_extended_to_affine(mixed))
    assert dict(zip(none, engine.calls(("point", point) for point in none.values()), strict=True)) == dict.fromkeys(
        none
    )


def extended(point: bytes) -> tuple[int, int, int, int]:
    found: tuple[int, int, int, int] = group.xform_affine_to_extended(group.decodepoint(point))
    return found


def points_of_order_8() -> dict[str, bytes]:
    # Their y is a root of d y^4 + 2 y^2 - 1.
    found = {
        f"{y % 1000} {sign}": written(y, sign)
        for root in (roots_of(1 + group.d))
        for y in roots_of((root - 1) * group.inv(group.d))
        for sign in (0, 1)
    }
    assert len(found) == 4
    return found


def roots_of(square: int) -> list[int]:
    root = pow(square, (PRIME + 3) // 8, PRIME)
    found = next((each for each in (root, root * ROOT % PRIME) if (each * each - square) % PRIME == 0), None)
    return [] if found is None else [found, PRIME - found]


def test_the_group_agrees_with_itself(engine: Engine) -> None:
    base = group.Base.to_bytes()
    assert engine.call("point", base) == base
    zero = written(1)
    assert engine.call("multiplied", "0", None) == engine.call("multiplied", str(group.L), None) == zero
    assert engine.call("multiplied", "1", None) == base
    assert engine.call("sum", base, base) == engine.call("multiplied", "2", None)
    assert engine.call("sum", base, engine.call("negated", base)) == zero
    assert engine.call("negated", base) == engine.call("multiplied", str(group.L - 1), None)


def test_what_is_no_point_gives_no_key(engine: Engine) -> None:
    shaken = vectors("handshakes")[0]
    ids = (b"odin/1 client", b"odin/1 host" + shaken["table"])
    begun = (shaken["password"], shaken["client entropy"])
    for none in vectors("points")["y, to the client"]:
        assert engine.call("exchange", *begun, none["point"], *ids) == [shaken["x"], None], none["what"]
    right = shaken["challenge"][-33:]
    for none in (right[:-1], right + b"\0", b"", b"B", b"C" + right[1:]):
        assert engine.call("exchange", *begun, none, *ids) == [shaken["x"], None]
    assert engine.call("exchange", *begun, right, *ids) == [shaken["x"], shaken["K"]]
    assert engine.call("exchange", shaken["password"], bytes(63), right, *ids)["error"] == "RangeError"


def test_scrypt_of_rfc_7914(engine: Engine) -> None:
    assert engine.call("scrypt", b"", b"", 16, 1, 1, 64) == unhex(
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    )


@pytest.mark.slow
def test_scrypt_of_rfc_7914_with_more_of_all() -> None:
    # The other engine would take a minute for it.
    engine = engine_called("v8")
    assert engine.call("scrypt", b"password", b"NaCl", 1024, 8, 16, 64) == unhex(
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    )
    assert engine.call("scrypt", b"pleaseletmein", b"SodiumChloride", 16384, 8, 1, 64) == unhex(
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    )
