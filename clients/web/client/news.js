// What a session tells its listener, each piece an object with its `kind`:
//
//     Logged {seq, event, history}       one more event; the session's state has it already
//     CaughtUp {}                        all that was history is in; from here on events happen now
//     SeatTaken {seat}                   we have this seat
//     HandOpened {}                      the hand under way is known now: its key came with a seat that was taken over
//     Judged {verdict, hand, again}      a hand was checked, or something is wrong with it. The event that this is
//                                        about is told right after it; `again`: it was told before, a log is read
//                                        once more
//     HostRolledBack {game, seq, lost, times, withdrawn}
//                                        the host kept less than it had shown: `seq` events are left, `lost` plays and
//                                        passes are gone, for the `times`th time here; `withdrawn` are the hands whose
//                                        ends are gone. Nothing comes until somebody says that they go on
//     LinkChanged {stage, attempt, retryAt, hint, close, closed}
//                                        the session is at another stage; `closed`: the host closed the table on
//                                        purpose
//     ReplayShown {events, step}         the owner shows the game before again; no events: we found it wrong
//     ReplayEnded {}                     they show it no more
//     NotKept {}                         this browser does not keep our seat: a reload would lose it
//     Ended {how, hint, close, reason}   the last news
//
// What the host says beside the log is told on as the message that it is: Watching, Refused, Nudge, Clock, Paused,
// Terms and Reacted. What is for the owner alone is not told on: a page never is the owner's.

/** How far a session is. */
export const LinkStage = Object.freeze({
    IDLE: "idle",
    CONNECTING: "connecting",
    HANDSHAKE: "handshake",
    OPEN: "open",
    // The link is lost; the next try comes by itself.
    WAITING: "waiting",
    ENDED: "ended",
});

/** How a session ended. */
export const How = Object.freeze({
    // The table has played all its games.
    DONE: "done",
    // We went.
    LEFT: "left",
    KICKED: "kicked",
    // Our seat was given to another while we were away.
    GIVEN: "given",
    // Another client has this seat now: most often another tab.
    REPLACED: "replaced",
    REFUSED: "refused",
    // The host closed.
    GONE: "gone",
    // The host's log is not the one that we saw: an alarm.
    FORKED: "forked",
});

/** The stage of a session that was not started. */
export const NO_LINK = Object.freeze({
    kind: "LinkChanged",
    stage: LinkStage.IDLE,
    attempt: 0,
    retryAt: null,
    hint: null,
    close: null,
    closed: false,
});

const HOST_SAID = new Set(["Watching", "Refused", "Nudge", "Clock", "Paused", "Terms", "Reacted"]);

/** Whether a message is told on as it came. */
export const isHostSaid = ({ kind }) => HOST_SAID.has(kind);
