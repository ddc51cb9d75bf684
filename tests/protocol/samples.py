"""One message of every kind, with every optional field once there and once not."""

from odin_net.game.events import Actor, Kind, Presence
from odin_net.game.options import Starter
from protocol import messages as m
from protocol.errors import Close, Hint

B8, B16, B25, B32, B33 = (bytes(range(size)) for size in (8, 16, 25, 32, 33))
OPTIONS = m.OptionsPart(15, "4", Starter.LEFT)
ANN = m.OccupantPart("Ann", Kind.PERSON, "", Presence.HERE, True)
BOT = m.OccupantPart("Ragnar", Kind.BOT, "normal", Presence.HERE, True)
AWAY = m.OccupantPart("José", Kind.PERSON, "", Presence.COVERED, False)

OPENINGS: list[m.Opening] = [
    m.Hello(1, m.Intent.SEAT, None, None, B16),
    m.Hello(1, m.Intent.WATCH, B16, None, B16),
    m.Hello(1, m.Intent.RESUME, B16, B8, B16),
    m.Challenge(1, B16, B16, B33),
    m.Proof(B33, B32),
    m.Accept(B32),
    m.Refuse(Hint.BUSY),
]
FROM_CLIENT: list[m.FromClient] = [
    m.Ping(0),
    m.Pong(4294967295),
    m.Bye(Close.AWAY),
    m.Join("Ann", B32),
    m.Watch("عمر"),
    m.Sync(B16, 300, B32),
    m.Sync(None, 0, None),
    m.Play(70000, (0, 53), 9),
    m.Play(0, (5,), None),
    m.PassTurn(12),
    m.Commit(1, 0, B32),
    m.Contribute(1, 0, B32),
    m.Ready(3, True),
    m.Say("well played"),
    m.Rename("Bo"),
    m.Back(),
    m.Cover(3),
    m.SetOptions(m.OptionsPart(99, "RYGP", Starter.LAST)),
    m.AddBot("hard"),
    m.SetLevel(2, "easy"),
    m.Remove(5),
    m.SwapSeats(0, 4),
    m.Mute(1, True),
    m.Start(),
    m.NewCode(),
    m.StopAfterHand(True),
    m.GiveSeat(2, "Cleo"),
    m.SetPace(1000, 0),
    m.GoOn(B32),
    m.GoOn(None),
]
FROM_HOST: list[m.FromHost] = [
    m.Seated(1, B32, False),
    m.Watching(2),
    m.LogFollows(B16, 17, 300),
    m.Batch((b"\x91\x4f", b"\x92\x4c\x00")),
    m.Fork(99),
    m.Refused(19, 7, m.Reason.VALUE_TOO_LOW),
    m.HandKey(2, 1, B32),
    m.Clock(3, 30000),
    m.Nudge(),
    m.TableCode("raven-oak-fjord"),
    m.Paused((0, 2)),
    m.Paused(()),
    m.Waiting(("Cleo", "Dag")),
    m.Waiting(()),
    m.Terms(30000, True),
    m.RolledBack(B16, 17, B32),
    m.SeenMore(("Ann",)),
]
LOGGED: list[m.Logged] = [
    m.LobbyOpened(B16, (ANN, BOT, AWAY), OPTIONS, (m.TallyPart("Ann", 2, 3),), 2, B32),
    m.LobbyOpened(B16, (), OPTIONS, (), 0, None),
    m.SeatChanged(3, ANN),
    m.SeatChanged(0, None),
    m.OptionsChanged(OPTIONS),
    m.ChatSaid(0, "Ann", "hello"),
    m.ChatSaid(None, "Cleo", "hello"),
    m.GameStarted(3),
    m.DealOpened(1, 0, B32),
    m.DealCommitted((B32, None, B32)),
    m.DealContributed((B32, None, B32)),
    m.DealAborted((2,), B32),
    m.HandDealt(1, 2, "ROYGBP", 0, (B25, B25, B25)),
    m.HandDealt(1, 0, "RYGP", 1, ()),
    m.CardsPlayed(1, (9, 10), 3, Actor.PERSON),
    m.CardsPlayed(0, (53,), None, Actor.BOT),
    m.Passed(2, Actor.CLOCK),
    m.RoundEnded(1),
    m.HandEnded(((), (3, 4)), (0, 2), B32, (B32, B32), B32),
    m.GameEnded((0, 2)),
    m.TableStopped(),
]
SAMPLES: list[m.Part] = [*OPENINGS, *FROM_CLIENT, *FROM_HOST, *LOGGED]
