// The group of Ed25519 (RFC 8032 5.1) as SPAKE2 needs it: points as [X, Y, Z, T] with x = X/Z, y = Y/Z, xy = T/Z.
// BigInt takes a time that depends on the numbers, as Python's integers do.
import { littleEndian, toLittleEndian } from "./bytes.js";

const PRIME = 2n ** 255n - 19n;
/** How many points the group has. */
export const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const SIGN = 1n << 255n;

/** The representative from 0 to PRIME - 1; `%` keeps the sign. */
function mod(number) {
    const rest = number % PRIME;
    return rest < 0n ? rest + PRIME : rest;
}

function power(base, exponent) {
    let result = 1n;
    for (let square = mod(base); exponent > 0n; exponent >>= 1n) {
        if (exponent & 1n) result = (result * square) % PRIME;
        square = (square * square) % PRIME;
    }
    return result;
}

const inverse = (number) => power(number, PRIME - 2n);

const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (PRIME - 1n) / 4n);

export const ZERO = [0n, 1n, 1n, 0n];

/** RFC 8032 5.1.4: right for every two points, also equal ones. */
export function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
    const a = ((y1 - x1) * (y2 - x2)) % PRIME;
    const b = ((y1 + x1) * (y2 + x2)) % PRIME;
    const c = (((2n * t1 * t2) % PRIME) * D) % PRIME;
    const d = (2n * z1 * z2) % PRIME;
    return fromProducts(b - a, d - c, d + c, b + a);
}

/** RFC 8032 5.1.4: a point and itself, in fewer products. */
function double([x, y, z]) {
    const a = (x * x) % PRIME;
    const b = (y * y) % PRIME;
    const c = (2n * z * z) % PRIME;
    const h = a + b;
    const g = a - b;
    return fromProducts(h - (((x + y) * (x + y)) % PRIME), c + g, g, h);
}

const fromProducts = (e, f, g, h) => [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];

export const negate = ([x, y, z, t]) => [mod(-x), y, z, mod(-t)];

/** A multiple of a point, by a number below 2^256, four bits of it at a time. */
export function multiply(scalar, point) {
    const multiples = [ZERO, point];
    while (multiples.length < 16) multiples.push(add(multiples[multiples.length - 1], point));
    let result = ZERO;
    for (let shift = 252n; shift >= 0n; shift -= 4n) {
        for (let i = 0; i < 4; i++) result = double(result);
        result = add(result, multiples[Number((scalar >> shift) & 15n)]);
    }
    return result;
}

export const isZero = ([x, y, z]) => x === 0n && y === z;

/** RFC 8032 5.1.2: y, with the lowest bit of x in its highest. */
export function encodePoint([x, y, z]) {
    const scale = inverse(z);
    return toLittleEndian(mod(y * scale) | (mod(x * scale) & 1n ? SIGN : 0n), 32);
}

/**
 * RFC 8032 5.1.3: the point that is written so. SPEC 4: null for what is not on the curve, not in the group (of small
 * order, or with such a part), zero, or not written in its one way.
 */
export function decodePoint(bytes) {
    if (bytes.length !== 32) return null;
    const number = littleEndian(bytes);
    const y = number & (SIGN - 1n);
    if (y >= PRIME) return null;
    const x = rootOf(mod((y * y - 1n) * inverse(D * y * y + 1n)));
    // Only zero and the point of order 2 have no x.
    if (x === null || x === 0n) return null;
    const isOther = (x & 1n) !== number >> 255n;
    const point = fromAffine(isOther ? PRIME - x : x, y);
    return isZero(multiply(ORDER, point)) ? point : null;
}

const fromAffine = (x, y) => [x, y, 1n, mod(x * y)];

/** A square root, or null if there is none. */
function rootOf(square) {
    const root = power(square, (PRIME + 3n) / 8n);
    for (const found of [root, mod(root * ROOT_OF_MINUS_ONE)]) if (mod(found * found) === square) return found;
    return null;
}

/** RFC 8032 5.1: y is 4/5, x is even. */
export const BASE = decodePoint(toLittleEndian(mod(4n * inverse(5n)), 32));
