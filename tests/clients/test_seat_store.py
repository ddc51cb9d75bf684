"""Secrets of seats on a real disk: two clients with one folder are two people."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clients import seat_store
from clients.interfaces import SeatSecret
from clients.seat_store import SeatStore, has_seats
from odin_net.errors import OdinError
from tests.helpers.pairs import TABLE

ANN = SeatSecret(TABLE, b"a" * 32, "Ann")
BO = SeatSecret(TABLE, b"b" * 32, "Bo")
DAG = SeatSecret(TABLE, b"d" * 32, "Dag")
HERE = "127.0.0.1:9054"


def kept(folder: Path, seat: SeatSecret, address: str = HERE) -> None:
    with SeatStore(folder, address) as store:
        store.keep(seat)


def test_a_seat_is_found_by_its_address_or_its_table_and_by_nothing_else(tmp_path: Path) -> None:
    kept(tmp_path, ANN)
    with SeatStore(tmp_path, HERE) as store:
        assert store.find(None) == ANN
        assert store.find(TABLE) == ANN
        assert store.find(b"another table...") is None
    with SeatStore(tmp_path, "10.0.0.1:9054") as store:
        assert store.find(None) is None
        assert store.find(TABLE) == ANN
    with SeatStore(tmp_path, "10.0.0.1:9054", table=TABLE) as store:
        assert store.find(None) == ANN
    with SeatStore(tmp_path, HERE, table=b"another table...") as store:
        assert store.find(None) is None


def test_another_name_is_another_person(tmp_path: Path) -> None:
    kept(tmp_path, ANN)
    assert SeatStore(tmp_path, HERE, "Bo").find(None) is None
    with SeatStore(tmp_path, HERE, "ANN") as store:
        assert store.find(None) == ANN


def test_who_uses_a_seat_has_it_alone(tmp_path: Path) -> None:
    with SeatStore(tmp_path, HERE) as ann, SeatStore(tmp_path, HERE) as bo:
        ann.keep(ANN)
        assert bo.find(None) is None
        bo.keep(BO)
        assert SeatStore(tmp_path, HERE).find(TABLE) is None
        ann.release()
        with SeatStore(tmp_path, HERE) as again:
            assert again.find(None) == ANN
    assert len(list(tmp_path.glob(f"seats/{TABLE.hex()}/*.seat"))) == 2


def test_a_seat_of_a_client_that_was_killed_is_found_again(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from clients.interfaces import SeatSecret; from clients.seat_store import SeatStore; "
        f"store = SeatStore(pathlib.Path(sys.argv[1]), {HERE!r}); store.keep(SeatSecret({TABLE!r}, b'a' * 32, 'Ann')); "
        "print('kept', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"kept"
        assert SeatStore(tmp_path, HERE).find(None) is None
        process.kill()
        process.wait()
    with SeatStore(tmp_path, HERE) as store:
        assert store.find(None) == ANN


def test_a_seat_that_was_given_up_is_gone_and_its_place_is_used_again(tmp_path: Path) -> None:
    with SeatStore(tmp_path, HERE) as store:
        store.keep(ANN)
        store.forget()
        assert store.find(None) is None
        store.keep(BO)
    assert [path.name for path in tmp_path.glob(f"seats/{TABLE.hex()}/*.seat")] == ["1.seat"]


def test_a_new_seat_takes_no_place_of_one_that_waits(tmp_path: Path) -> None:
    kept(tmp_path, ANN)
    kept(tmp_path, BO)
    with SeatStore(tmp_path, HERE) as one, SeatStore(tmp_path, HERE) as other:
        assert {one.find(None), other.find(None)} == {ANN, BO}


def test_a_seat_that_is_given_up_while_it_is_looked_at_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path, ANN)
    hold = SeatStore._hold

    def late(store: SeatStore, path: Path) -> bool:
        path.unlink()
        return hold(store, path)

    monkeypatch.setattr(SeatStore, "_hold", late)
    assert SeatStore(tmp_path, HERE).find(None) is None


def test_a_seat_whose_table_has_moved_is_found_there(tmp_path: Path) -> None:
    with SeatStore(tmp_path, HERE) as store:
        store.keep(ANN)
        store.moved("10.0.0.1:9054")
        assert SeatStore(tmp_path, "10.0.0.1:9054").find(None) is None, "it is still held"
        assert store.find(None) == ANN, "the one who follows it knows where it is"
    assert SeatStore(tmp_path, HERE).find(None) is None
    with SeatStore(tmp_path, "10.0.0.1:9054") as store:
        assert store.find(None) == ANN
    assert [path.name for path in tmp_path.glob("seats/*/*.seat")] == ["1.seat"]


def test_a_seat_is_kept_where_its_new_address_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError

    with SeatStore(tmp_path, HERE) as store:
        store.keep(ANN)
        monkeypatch.setattr(seat_store, "write_private", full)
        store.moved("10.0.0.1:9054")
    with SeatStore(tmp_path, "10.0.0.1:9054", table=TABLE) as store:
        assert store.find(None) == ANN


def test_forgetting_nothing_does_nothing(tmp_path: Path) -> None:
    kept(tmp_path, ANN)
    SeatStore(tmp_path, HERE).forget()
    with SeatStore(tmp_path, HERE) as store:
        assert store.find(None) == ANN


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"secret": "00"}', "\xff", json.dumps({"secret": 1}), "[" * 4000])
def test_what_is_no_seat_is_passed_over(tmp_path: Path, text: str) -> None:
    kept(tmp_path, ANN)
    folder = tmp_path / "seats" / TABLE.hex()
    (folder / "2.seat").write_bytes(text.encode("latin-1"))
    (tmp_path / "seats" / "notes").mkdir()
    (tmp_path / "seats" / "notes" / "1.seat").write_bytes((folder / "1.seat").read_bytes())
    with SeatStore(tmp_path, HERE) as store:
        assert store.find(None) == ANN


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_only_its_owner_can_read_a_seat(tmp_path: Path) -> None:
    kept(tmp_path, ANN)
    for path in (tmp_path / "seats").rglob("*"):
        assert path.stat().st_mode & 0o077 == 0
    assert (tmp_path / "seats").stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_is_one_sentence_without_the_secret(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OdinError, match="--data") as caught:
        SeatStore(tmp_path / "file", HERE).keep(ANN)
    assert "aaa" not in str(caught.value)
    assert "61" * 8 not in repr(ANN)


def test_a_place_to_watch_from_is_no_seat_and_a_seat_no_such_place(tmp_path: Path) -> None:
    with SeatStore(tmp_path, HERE) as store:
        store.keep(ANN)
    with SeatStore(tmp_path, HERE, watches=True) as store:
        assert store.find(None) is None
        store.keep(DAG)
    with SeatStore(tmp_path, HERE) as seat, SeatStore(tmp_path, HERE, watches=True) as view:
        assert (seat.find(None), view.find(None)) == (ANN, DAG), "both can be used at once"
        view.forget()
        assert SeatStore(tmp_path, HERE, watches=True).find(None) is None
    assert has_seats(tmp_path)
    assert not has_seats(tmp_path, watches=True)
