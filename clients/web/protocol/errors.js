// What can go wrong on the wire, and whose fault it is. The blame is the type.

/** Why a connection ends. SPEC 8. */
export const Close = Object.freeze({
    DONE: 0,
    AWAY: 1,
    LEFT: 2,
    TABLE_CLOSED: 3,
    REPLACED: 4,
    KICKED: 5,
    TOO_SLOW: 6,
    SILENT: 7,
    MALFORMED: 8,
    FORKED: 9,
    GAME_OVER: 10,
    GIVEN: 11,
});

/** Why the host refuses somebody who has not proved anything yet: never more than a hint. SPEC 4. */
export const Hint = Object.freeze({
    BUSY: 0,
    VERSION: 1,
    FULL: 2,
    UNKNOWN_TABLE: 3,
    UNKNOWN_SEAT: 4,
    WRONG_PROOF: 5,
    NEW_CODE_NEEDED: 6,
    MALFORMED: 7,
    TABLE_CLOSED: 8,
    SHUT_OUT: 9,
    KICKED: 10,
});

/** We have used the protocol wrongly: a defect of this program. */
export class LocalProtocolError extends Error {
    name = "LocalProtocolError";
}

/** The other side has sent what it must not. Nothing of it is quoted. */
export class RemoteProtocolError extends Error {
    name = "RemoteProtocolError";
}
