// Every message of the wire: its tag, its name, and its fields in their order, each with its type. SPEC 4 and 6.
//
// A message is an object with its `kind`, which is the name that the host's program has for it, and its fields. What
// does not fit its types is refused whole.
import { DECK_SIZE } from "../game/cards.js";
import { HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS } from "../game/options.js";
import { Refusal } from "../game/refusals.js";
import { Close, Hint, LocalProtocolError, RemoteProtocolError } from "./errors.js";
import { pack, unpack } from "./msgpack.js";

export const VERSION = 1;

export const Intent = Object.freeze({ SEAT: 0, WATCH: 1, RESUME: 2 });

/** Why the owner is told the code. */
export const CodeNews = Object.freeze({ SHOWN: 0, DRAWN: 1, SHUT_OUT: 2 });

/** Why the host did not do what it was asked: the refusals of the rules, and its own. */
export const Reason = Object.freeze({
    ...Refusal,
    STALE: 32,
    BAD_NAME: 33,
    NAME_TAKEN: 34,
    BAD_TEXT: 35,
    MUTED: 36,
    TOO_FAST: 37,
    NOT_THE_OWNER: 38,
    NOT_NOW: 39,
    FULL: 40,
    SAID_ENOUGH: 41,
});

/** What somebody calls to the table: a code, which each reads in their own language. */
export const Reaction = Object.freeze({
    SKAL: 0,
    WELL_PLAYED: 1,
    THANK_YOU: 2,
    OH_NO: 3,
    OUCH: 4,
    HURRY_UP: 5,
});

// --- Types: how a value is read from plain msgpack, and written to it; both refuse what does not fit ---

class Misfit extends Error {}

const type = (read, write = read) => ({ read, write });

const plain = (fits) =>
    type((value) => {
        if (!fits(value)) throw new Misfit();
        return value;
    });

const int = (from, to) => plain((value) => Number.isInteger(value) && value >= from && value <= to);
const oneOf = (values) => plain((value) => Object.values(values).includes(value));
const bytes = (length) => plain((value) => value instanceof Uint8Array && value.length === length);
const matching = (pattern) => plain((value) => typeof value === "string" && pattern.test(value));

function text(from, to) {
    return plain((value) => {
        // A character is a code point, and has two units at most: the text is counted only if it may fit.
        if (typeof value !== "string" || value.length > 2 * to) return false;
        const length = [...value].length;
        return from <= length && length <= to;
    });
}

const orNil = ({ read, write }) =>
    type(
        (value) => (value === null ? null : read(value)),
        (value) => (value === null ? null : write(value)),
    );

function list({ read, write }, most, least = 0) {
    const each = (act) => (values) => {
        if (!Array.isArray(values) || values.length < least || values.length > most) throw new Misfit();
        return values.map(act);
    };
    return type(each((value) => read(value)), each((value) => write(value)));
}

/** Fields in their order, an array on the wire and an object here. */
function part(fields) {
    const names = Object.keys(fields);
    return type(
        (values) => {
            if (!Array.isArray(values) || values.length !== names.length) throw new Misfit();
            return Object.fromEntries(names.map((name, i) => [name, fields[name].read(values[i])]));
        },
        (value) => names.map((name) => fields[name].write(value[name])),
    );
}

const U32 = int(0, 2 ** 32 - 1);
const SEAT = int(0, MAX_PLAYERS - 1);
const CARD = int(0, DECK_SIZE - 1);
const CARDS = list(CARD, HAND_SIZE);
const MS = int(0, 3_600_000);
const BOOL = plain((value) => typeof value === "boolean");
const B8 = bytes(8);
const B16 = bytes(16);
const B32 = bytes(32);
const POINT = bytes(33);
const ENTRY = bytes(25);
const RAW_EVENT = plain((value) => value instanceof Uint8Array && value.length > 0);
const TEXT = text(0, 400);
const WORDS = text(1, 400);
const LEVEL = matching(/^(random|easy|normal|hard)$/);
const ACTOR = int(0, 2);
const perSeat = (kind) => list(kind, MAX_PLAYERS);

const OPTIONS = part({
    points: int(1, 99),
    colours: matching(/^(4|6|(?=.{4}$)R?O?Y?G?B?P?)$/),
    starter: matching(/^(left|last)$/),
});
const OCCUPANT = part({
    name: TEXT,
    kind: matching(/^(person|bot)$/),
    level: matching(/^(random|easy|normal|hard)?$/),
    presence: matching(/^(here|away|covered)$/),
    ready: BOOL,
});
const TALLY = part({ name: TEXT, wins: U32, games: U32 });
const ONLOOKER = part({ name: TEXT, waits: BOOL, muted: BOOL });

// --- The messages ---

const OPENING = {
    1: ["Hello", { version: U32, intent: oneOf(Intent), table: orNil(B16), ticket: orNil(B8), nonce: B16 }],
    2: ["Challenge", { version: U32, table: B16, nonce: B16, point: POINT }],
    3: ["Proof", { point: POINT, confirm: B32 }],
    4: ["Accept", { confirm: B32 }],
    5: ["Refuse", { hint: oneOf(Hint) }],
};

const BOTH_WAYS = {
    8: ["Ping", { token: U32 }],
    9: ["Pong", { token: U32 }],
    10: ["Bye", { close: oneOf(Close) }],
};

const FROM_CLIENT = {
    16: ["Join", { name: TEXT, secret: B32 }],
    17: ["Watch", { name: TEXT, secret: B32 }],
    18: ["Sync", { game: orNil(B16), seq: U32, digest: orNil(B32) }],
    19: ["Play", { action: U32, cards: CARDS, take: orNil(CARD) }],
    20: ["PassTurn", { action: U32 }],
    21: ["Commit", { hand: U32, attempt: U32, commitment: B32 }],
    22: ["Contribute", { hand: U32, attempt: U32, share: B32 }],
    23: ["Ready", { after: U32, ready: BOOL }],
    24: ["Say", { text: TEXT }],
    25: ["Rename", { name: TEXT }],
    26: ["Back", {}],
    27: ["Cover", { seat: SEAT }],
    28: ["SetOptions", { options: OPTIONS }],
    29: ["AddBot", { level: LEVEL }],
    30: ["SetLevel", { seat: SEAT, level: LEVEL }],
    31: ["Remove", { seat: SEAT }],
    32: ["SwapSeats", { seat: SEAT, to: SEAT }],
    33: ["Mute", { seat: SEAT, muted: BOOL }],
    34: ["Start", {}],
    35: ["NewCode", {}],
    36: ["StopAfterHand", { stop: BOOL }],
    37: ["GiveSeat", { seat: SEAT, name: TEXT }],
    38: ["SetPace", { bots: MS, people: MS }],
    39: ["GoOn", { secret: orNil(B32) }],
    40: ["KickGuest", { name: TEXT }],
    41: ["MuteGuest", { name: TEXT, muted: BOOL }],
    42: ["Forgive", { name: TEXT }],
    43: ["React", { code: oneOf(Reaction) }],
    44: ["ShowStep", { step: orNil(U32) }],
};

/** What holds where the host has said nothing else. SPEC 6. */
export const USUAL_TERMS = Object.freeze({
    bots: 1000,
    people: 0,
    coverAfter: 60_000,
    stopAfter: false,
    muted: Object.freeze([]),
    seats: MAX_PLAYERS,
    codes: 0,
});

const FROM_HOST = {
    48: ["Seated", { seat: SEAT, seatKey: B32, owner: BOOL }],
    49: ["Watching", { before: U32 }],
    50: ["LogFollows", { game: B16, seq: U32, length: U32 }],
    51: ["Batch", { events: list(RAW_EVENT, 2048, 1) }],
    52: ["Fork", { seq: U32 }],
    53: ["Refused", { about: int(16, 44), action: U32, reason: oneOf(Reason) }],
    54: ["HandKey", { hand: U32, attempt: U32, key: B32 }],
    55: ["Clock", { seat: SEAT, left: MS }],
    56: ["Nudge", {}],
    57: ["TableCode", { words: WORDS, news: oneOf(CodeNews) }],
    58: ["Paused", { seats: perSeat(SEAT) }],
    59: ["Audience", { people: list(ONLOOKER, 64) }],
    60: [
        "Terms",
        {
            bots: MS,
            people: MS,
            coverAfter: MS,
            stopAfter: BOOL,
            muted: perSeat(SEAT),
            seats: int(MIN_PLAYERS, MAX_PLAYERS),
            codes: U32,
        },
    ],
    61: ["RolledBack", { game: B16, seq: U32, digest: B32 }],
    62: ["Kicked", { names: list(TEXT, 32) }],
    63: ["SeenMore", { names: list(TEXT, 64) }],
    80: ["Reacted", { seat: orNil(SEAT), name: TEXT, code: oneOf(Reaction) }],
    81: ["PastLog", { game: B16, seq: U32, events: list(RAW_EVENT, 2048, 1) }],
    82: ["StepShown", { game: B16, step: orNil(U32) }],
};

const EVENTS = {
    64: [
        "LobbyOpened",
        {
            game: B16,
            seats: perSeat(OCCUPANT),
            options: OPTIONS,
            tally: list(TALLY, 64),
            left: U32,
            before: orNil(B32),
        },
    ],
    65: ["SeatChanged", { seat: SEAT, occupant: orNil(OCCUPANT) }],
    66: ["OptionsChanged", { options: OPTIONS }],
    67: ["ChatSaid", { seat: orNil(SEAT), name: TEXT, text: TEXT }],
    68: ["GameStarted", { players: int(MIN_PLAYERS, MAX_PLAYERS) }],
    69: ["DealOpened", { hand: U32, attempt: U32, commitment: B32 }],
    70: ["DealCommitted", { commitments: perSeat(orNil(B32)) }],
    71: ["DealContributed", { contributions: perSeat(orNil(B32)) }],
    72: ["DealAborted", { silent: perSeat(SEAT), secret: B32 }],
    73: [
        "HandDealt",
        {
            hand: U32,
            opener: SEAT,
            colours: matching(/^(?=.{4}$|.{6}$)R?O?Y?G?B?P?$/),
            attempt: U32,
            sealed: perSeat(ENTRY),
        },
    ],
    74: ["CardsPlayed", { seat: SEAT, cards: CARDS, taken: orNil(CARD), by: ACTOR }],
    75: ["Passed", { seat: SEAT, by: ACTOR }],
    76: ["RoundEnded", { opener: SEAT }],
    77: [
        "HandEnded",
        { hands: perSeat(CARDS), points: perSeat(int(0, HAND_SIZE)), secret: B32, handKeys: perSeat(B32), digest: B32 },
    ],
    78: ["GameEnded", { winners: perSeat(SEAT) }],
    79: ["TableStopped", {}],
};

/** The kinds of a table by their tags, with one type each for all their fields. */
function byTag(...tables) {
    const entries = tables.flatMap((table) => Object.entries(table));
    return new Map(entries.map(([tag, [kind, fields]]) => [Number(tag), { kind, fields: part(fields) }]));
}

const READ_OPENING = byTag(OPENING);
const READ_FROM_HOST = byTag(BOTH_WAYS, FROM_HOST, EVENTS);
const READ_EVENT = byTag(EVENTS);
const ALL = byTag(OPENING, BOTH_WAYS, FROM_CLIENT, FROM_HOST, EVENTS);
const BY_KIND = new Map([...ALL].map(([tag, { kind, fields }]) => [kind, { tag, fields }]));
const EVENT_KINDS = new Set(Object.values(EVENTS).map(([kind]) => kind));

/** Whether a message is an event of the log. */
export const isEvent = (message) => EVENT_KINDS.has(message.kind);

/** The number by which a refusal names a message of this kind. */
export const tagOf = (kind) => BY_KIND.get(kind).tag;

/** A message as the body of a frame. */
export function encode(message) {
    const found = BY_KIND.get(message.kind);
    if (found === undefined) throw new LocalProtocolError("there is no such message");
    try {
        return pack([found.tag, ...found.fields.write(message)]);
    } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        throw new LocalProtocolError(`a field of ${message.kind} is not as it must be`);
    }
}

const decoder = (kinds, what) => (body) => {
    const values = unpack(body);
    const found = Array.isArray(values) ? kinds.get(values[0]) : undefined;
    if (found === undefined) throw new RemoteProtocolError(`a body is no ${what}`);
    try {
        return { kind: found.kind, ...found.fields.read(values.slice(1)) };
    } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        throw new RemoteProtocolError(`a body is no ${what}`);
    }
};

/** A message of the handshake. */
export const decodeOpening = decoder(READ_OPENING, "message of the handshake");

/** A message that a host may send in the channel, or an event of the log as it travels. */
export const decodeFromHost = decoder(READ_FROM_HOST, "message of a host");

/** The event that has this form in the log. */
export const decodeEvent = decoder(READ_EVENT, "event");
