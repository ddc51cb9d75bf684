"""The way of one link through the log: order, chunks, limits, the next game."""

from odin_net.game.events import ChatSaid, LobbyOpened
from odin_net.game.options import Options
from odin_net.host.feed import CHUNK, MAX_LAG, MAX_LAG_BYTES, MAX_PRIVATE, Feed
from protocol.connection import Closed, Happened, Logs, Received
from protocol.errors import Close
from protocol.log import Log
from protocol.messages import LogFollows, Nudge, Part, Seated, Watching
from tests.helpers.pairs import opened_pair

SEATED = Seated(0, bytes(32), False)


def log_of(lines: int, game: bytes = b"g" * 16, text: str = "x") -> Log:
    """A log with a lobby and some chat."""
    log = Log(game)
    log.write(LobbyOpened(game, (), Options()))
    say(log, lines, text)
    return log


def say(log: Log, lines: int = 1, text: str = "x") -> None:
    for _ in range(lines):
        log.write(ChatSaid(None, "Ann", f"{text} {len(log)}"))


class Reader:
    """The other end of a feed."""

    def __init__(self) -> None:
        pair = opened_pair()
        self.feed = Feed(pair.host)
        self._client = pair.client
        self.chunks: list[int] = []

    def take(self, visible: int | None = None) -> list[Happened]:
        """What comes with one chunk."""
        data = self.feed.take(visible)
        self.chunks.append(len(data))
        return self._client.receive_data(data)

    def take_all(self, visible: int | None = None) -> list[Happened]:
        happened: list[Happened] = []
        while more := self.take(visible):
            happened += more
        return happened


def plain(happened: list[Happened]) -> list[Part | Close | int]:
    """Messages and good-byes as they are, events by their number."""
    found: list[Part | Close | int] = []
    for event in happened:
        match event:
            case Received(message):
                found.append(message)
            case Closed(close):
                found.append(close)
            case Logs(_, ChatSaid(_, _, text)):
                found.append(int(text.split()[1]))
            case Logs():
                found.append(0)
    return found


def test_nothing_to_send_is_no_bytes() -> None:
    assert Reader().feed.take() == b""


def test_a_newcomer_hears_the_seat_then_the_place_then_the_events() -> None:
    reader, log = Reader(), log_of(3)
    reader.feed.tell(SEATED, 4)
    reader.feed.follow(log, 0, 4)
    assert plain(reader.take_all()) == [SEATED, LogFollows(log.game, 0, 4), 0, 1, 2, 3]


def test_the_bytes_of_the_log_arrive_as_they_are() -> None:
    reader, log = Reader(), log_of(50)
    reader.feed.follow(log, 10, 51)
    assert [event.raw for event in reader.take_all() if isinstance(event, Logs)] == log.raw[10:]


def test_a_frame_for_one_waits_for_all_events_before_it() -> None:
    reader, log = Reader(), log_of(1)
    reader.feed.follow(log, 0, 2)
    reader.take_all()
    say(log)
    reader.feed.tell(Nudge(), len(log))
    say(log)
    reader.feed.tell(Watching(3), len(log))
    assert plain(reader.take_all()) == [2, Nudge(), 3, Watching(3)]


def test_each_event_comes_once_whenever_it_is_taken() -> None:
    reader, log = Reader(), log_of(0)
    reader.feed.follow(log, 0, 1)
    numbers = plain(reader.take_all())[1:]
    for lines in (1, 2, 0, 5):
        say(log, lines)
        numbers += plain(reader.take_all())
    assert numbers == list(range(len(log)))


def test_history_is_what_was_there_when_the_link_came() -> None:
    reader, log = Reader(), log_of(3)
    reader.feed.follow(log, 0, 4)
    say(log)
    assert plain(reader.take_all())[0] == LogFollows(log.game, 0, 4)


def test_a_long_log_comes_in_chunks() -> None:
    reader, log = Reader(), log_of(1500, text="y" * 150)
    reader.feed.follow(log, 0, len(log))
    assert plain(reader.take_all())[1:] == list(range(len(log)))
    assert max(reader.chunks) <= CHUNK + 1024
    assert len(reader.chunks) > 5


def test_only_what_is_written_is_visible() -> None:
    reader, log = Reader(), log_of(3)
    reader.feed.follow(log, 0, 4)
    assert plain(reader.take_all(2))[1:] == [0, 1]
    reader.feed.tell(Nudge(), 2)
    assert plain(reader.take_all(2)) == [Nudge()]
    assert plain(reader.take_all()) == [2, 3]


# --- the next game ---


def test_the_next_log_follows_behind_the_last_event_of_this_one() -> None:
    reader, old, new = Reader(), log_of(2), log_of(0, b"n" * 16)
    reader.feed.follow(old, 0, 3)
    reader.take_all()
    say(old)
    reader.feed.follow(new, 0, 1, len(old))
    reader.feed.tell(SEATED, len(new))
    say(new)
    assert plain(reader.take_all()) == [3, LogFollows(new.game, 0, 1), 0, SEATED, 1]


def test_who_is_behind_when_a_game_ends_reads_it_to_its_end_first() -> None:
    reader, old, new = Reader(), log_of(900, text="y" * 150), log_of(2, b"n" * 16)
    reader.feed.follow(old, 0, len(old))
    first = plain(reader.take())
    assert len(first) < 901
    reader.feed.follow(new, 0, 1, len(old))
    reader.feed.tell(SEATED, 1)
    numbers = first[1:] + plain(reader.take_all())
    assert numbers == [*range(901), LogFollows(new.game, 0, 1), 0, SEATED, 1, 2]


def test_two_games_may_pass_while_somebody_reads_the_first() -> None:
    reader, logs = Reader(), [log_of(2, game) for game in (b"a" * 16, b"b" * 16, b"c" * 16)]
    reader.feed.follow(logs[0], 0, 1)
    reader.feed.follow(logs[1], 0, 1, 3)
    reader.feed.follow(logs[2], 0, 1, 3)
    expected: list[Part | Close | int] = []
    for log in logs:
        expected += [LogFollows(log.game, 0, 1), 0, 1, 2]
    assert plain(reader.take_all()) == expected


# --- ends and limits ---


def test_good_bye_comes_behind_what_was_before_it_and_nothing_after_it() -> None:
    reader, log = Reader(), log_of(2)
    reader.feed.follow(log, 0, 3)
    reader.feed.end(Close.KICKED, 3)
    say(log)
    reader.feed.tell(Nudge(), 4)
    assert plain(reader.take_all()) == [LogFollows(log.game, 0, 3), 0, 1, 2, Close.KICKED]
    assert reader.feed.is_over


def test_good_bye_to_who_follows_nothing_comes_at_once() -> None:
    reader = Reader()
    reader.feed.end(Close.FORKED, 99)
    assert plain(reader.take_all()) == [Close.FORKED]


def test_who_lags_too_many_events_is_too_slow() -> None:
    reader, log = Reader(), log_of(5)
    reader.feed.follow(log, 0, 6)
    reader.take_all()
    say(log, MAX_LAG)
    assert not reader.feed.is_too_slow()
    say(log)
    assert reader.feed.is_too_slow()


def test_who_lags_too_many_bytes_is_too_slow() -> None:
    reader, log = Reader(), log_of(5)
    reader.feed.follow(log, 0, 6)
    reader.take_all()
    big = ChatSaid(None, "Ann", "z" * 400)
    while sum(map(len, log.raw[6:])) <= MAX_LAG_BYTES // 50:
        log.write(big)
    assert not reader.feed.is_too_slow()
    log.raw.append(bytes(MAX_LAG_BYTES))
    assert reader.feed.is_too_slow()


def test_who_catches_up_may_be_far_behind() -> None:
    reader, log = Reader(), log_of(2000, text="y" * 150)
    reader.feed.follow(log, 0, len(log))
    reader.take()
    assert not reader.feed.is_too_slow()
    reader.take_all()
    say(log, MAX_LAG + 1)
    assert reader.feed.is_too_slow()


def test_too_many_frames_for_one_are_too_slow() -> None:
    reader = Reader()
    for _ in range(MAX_PRIVATE):
        reader.feed.tell(Nudge(), 0)
    assert not reader.feed.is_too_slow()
    reader.feed.tell(Nudge(), 0)
    assert reader.feed.is_too_slow()
