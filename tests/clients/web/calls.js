// All that tests may call, by name.
import { awardsOf, chosen } from "../game/awards.js";
import { chacha20, open, poly1305, seal } from "../crypto/chacha20poly1305.js";
import { BASE, add, decodePoint, encodePoint, multiply, negate } from "../crypto/ed25519.js";
import { expand, extract } from "../crypto/hkdf.js";
import { hmac } from "../crypto/hmac.js";
import { scrypt } from "../crypto/scrypt.js";
import { sha256 } from "../crypto/sha256.js";
import { begin, finish } from "../crypto/spake2.js";
import { Opener, Sealer } from "../protocol/channel.js";
import { completions, parseCode, passwordOf, wordsOf } from "../protocol/codes.js";
import { ClientConnection } from "../protocol/connection.js";
import {
    bindingOf,
    drawnColours,
    drawnOpener,
    hostCommitment,
    seatCommitment,
    seedOf,
    shuffledDeck,
} from "../protocol/fair_deal.js";
import { FrameReader, MAX_AFTER, frame } from "../protocol/frames.js";
import { ClientHandshake, schedule, ticketOf } from "../protocol/handshake.js";
import { Log, firstDigest, nextDigest, spoken } from "../protocol/log.js";
import { decodeEvent, decodeFromHost, decodeOpening, encode } from "../protocol/messages.js";
import { pack, unpack } from "../protocol/msgpack.js";
import { entryInfo, handKey, openEntry } from "../protocol/sealing.js";
import { cleanChat, cleanName } from "../protocol/texts.js";
import { decodeText, encodeText } from "../protocol/utf8.js";
import { breakStore, openPage, pageCall, steps, watched, wish } from "./pages.js";
import { daysPass, openStores, storeCall, write, written } from "./stores.js";
import { auditorCall, auditorFeed, audited, refusals, stateAfter, told } from "./table.js";

const encoded = (point) => (point === null ? null : encodePoint(point));

/** A multiple of a point; null for what is no point. */
function multiplied(scalar, bytes) {
    const point = bytes === null ? BASE : decodePoint(bytes);
    return point === null ? null : encodePoint(multiply(BigInt(scalar), point));
}

function exchange(password, entropy, hostPoint, clientId, hostId) {
    const begun = begin(password, entropy);
    return [begun.point, finish(begun, hostPoint, clientId, hostId)];
}

/** The bodies in these pieces of a stream. */
function bodiesIn(pieces, isAfter) {
    const reader = new FrameReader();
    if (isAfter) reader.limit = MAX_AFTER;
    return pieces.flatMap((piece) => [...reader.feed(piece)]);
}

/** A whole handshake: what is sent, and what it comes to. */
function handshake(intent, password, random, table, bodies) {
    const client = new ClientHandshake(intent, password, random, table);
    for (const body of bodies) client.receive(body);
    return client;
}

function sealed(key, bodies) {
    const sealer = new Sealer(key);
    return bodies.map((body) => sealer.framed(body));
}

function opened(key, bodies) {
    const opener = new Opener(key);
    return bodies.map((body) => opener.open(body));
}

const DECODERS = { opening: decodeOpening, host: decodeFromHost, event: decodeEvent };

// Connections stay between calls, by their number.
const connections = [];

function connect(...values) {
    connections.push(new ClientConnection(...values));
    return [connections.length - 1, connections[connections.length - 1].dataToSend()];
}

/** Call a method of a connection: what it gave, what is to be sent, and its phase then. */
function connection(number, method, ...values) {
    const link = connections[number];
    const happened = link[method](...values) ?? null;
    return { happened, sent: link.dataToSend(), phase: link.phase };
}

function logOf(game, events) {
    const log = new Log(game);
    for (const raw of events) log.append(raw);
    return log;
}

/** What is suggested for a word that is not in the list. */
function near(word) {
    try {
        return parseCode(`${word} oak oak`);
    } catch (error) {
        return error.suggestions;
    }
}

function digests(game, events) {
    const log = logOf(game, events);
    return Array.from({ length: events.length + 1 }, (_, seq) => log.digestAt(seq));
}

export const CALLS = {
    sha256,
    hmac,
    extract,
    expand,
    chacha20,
    poly1305,
    seal,
    open,
    scrypt,
    exchange,
    multiplied,
    point: (bytes) => encoded(decodePoint(bytes)),
    sum: (one, other) => encodePoint(add(decodePoint(one), decodePoint(other))),
    negated: (bytes) => encodePoint(negate(decodePoint(bytes))),

    encodeText,
    decodeText,
    pack,
    unpack,
    frame,
    bodiesIn,
    encode,
    decode: (reader, body) => DECODERS[reader](body),
    // What a decoder makes of a body, written again.
    again: (reader, body) => encode(DECODERS[reader](body)),
    ticketOf,
    schedule,
    handshake,
    sealed,
    opened,
    connect,
    connection,
    parseCode,
    completions,
    near,
    passwordOf,
    wordsOf,
    firstDigest,
    nextDigest,
    spoken,
    digests,
    sync: (game, events) => logOf(game, events).sync(),
    isBeginning: (game, events, ...told) => logOf(game, events).isBeginning(...told),
    lengthOf: (game, raw, count) => logOf(game, new Array(count).fill(raw)).length,
    hostCommitment,
    seatCommitment,
    seedOf,
    bindingOf,
    drawnColours,
    drawnOpener,
    shuffledDeck,
    entryInfo,
    handKey,
    openEntry,
    cleanName,
    cleanChat,

    told,
    awards: (hands, winners, target) => awardsOf(hands, winners, target),
    chosenAwards: (hands, winners, target) => chosen(awardsOf(hands, winners, target)),
    refusals,
    stateAfter,
    audited,
    auditor: auditorCall,
    feed: auditorFeed,

    openPage,
    pageCall,
    breakStore,
    watched,
    steps,
    wish,

    openStores,
    storeCall,
    written,
    write,
    daysPass,
};
