// A QR code of a short text, as rows of dark and light modules: bytes, level L, versions 1 to 6.
//
// The page draws it itself: it holds the table's code, which the host sends to nobody.
import { encodeText } from "../protocol/utf8.js";
import { h } from "./dom.js";

// Of each version: bytes of data in a block, bytes of correction, blocks.
const VERSIONS = [
    [19, 7, 1],
    [34, 10, 1],
    [55, 15, 1],
    [80, 20, 1],
    [108, 26, 1],
    [68, 18, 2],
];
const MASKS = [
    (x, y) => (x + y) % 2,
    (x, y) => y % 2,
    (x) => x % 3,
    (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3),
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const QUIET = 1;

/** The code as a picture; `label` says what it leads to. */
export function qr(text, label) {
    const rows = qrRows(text);
    const size = rows.length + 2 * QUIET;
    const d = rows.flatMap(
        (row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    ).join("");
    const props = {
        class: "qr",
        viewBox: `0 0 ${size} ${size}`,
        role: "img",
        "aria-label": label,
        "shape-rendering": "crispEdges",
    };
    return h("svg", props, h("path", { d }));
}

/** The rows of the code of this text; a mask can be given, else the calmest one is taken. */
export function qrRows(text, mask = null) {
    const bytes = encodeText(text);
    const version = VERSIONS.findIndex(([data, , blocks]) => bytes.length + 2 <= data * blocks) + 1;
    if (version === 0) throw new RangeError("that is too long for a QR code");
    const bits = codewords(bytes, ...VERSIONS[version - 1]).flatMap((byte) => bitsOf(byte, 8));
    const masks = mask === null ? MASKS.map((_, i) => i) : [mask];
    const tries = masks.map((number) => drawn(version, bits, number));
    return tries.reduce((best, rows) => (unrest(rows) < unrest(best) ? rows : best));
}

const bitsOf = (value, count) => Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);

// --- data and correction ---

function codewords(bytes, size, correction, blocks) {
    const total = size * blocks;
    const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, 8), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))];
    bits.push(...[0, 0, 0, 0].slice(0, 8 * total - bits.length));
    while (bits.length % 8 !== 0) bits.push(0);
    const data = Array.from(
        { length: bits.length / 8 },
        (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0),
    );
    for (let i = 0; data.length < total; i++) data.push(i % 2 === 0 ? 0xec : 0x11);
    const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, (i + 1) * size));
    return [...interleaved(parts), ...interleaved(parts.map((part) => corrected(part, correction)))];
}

const interleaved = (parts) => parts[0].flatMap((_, i) => parts.map((part) => part[i]));

/** The product of two elements of the field of 256. */
function times(one, other) {
    let product = 0;
    for (let bit = 7; bit >= 0; bit--) {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= ((other >> bit) & 1) * one;
    }
    return product;
}

/** The remainder of the data by the generator of this degree: Reed and Solomon's correction. */
function corrected(data, degree) {
    let generator = [1];
    let root = 1;
    for (let i = 0; i < degree; i++) {
        generator = [...generator, 0].map((value, k) => value ^ times(generator[k - 1] ?? 0, root));
        root = times(root, 2);
    }
    const rest = new Array(degree).fill(0);
    for (const byte of data) {
        const factor = byte ^ rest.shift();
        rest.push(0);
        rest.forEach((_, i) => (rest[i] ^= times(generator[i + 1], factor)));
    }
    return rest;
}

// --- the picture ---

function drawn(version, bits, mask) {
    const size = 17 + 4 * version;
    const rows = Array.from({ length: size }, () => new Array(size).fill(null));
    drawPatterns(rows, version);
    drawFormat(rows, mask);
    let next = 0;
    for (const [x, y] of path(size)) {
        if (rows[y][x] === null) {
            rows[y][x] = (bits[next++] ?? 0) === 1
                ? MASKS[mask](x, y) !== 0
                : MASKS[mask](x, y) === 0;
        }
    }
    return rows;
}

function drawPatterns(rows, version) {
    const size = rows.length;
    for (let i = 8; i < size - 8; i++) rows[6][i] = rows[i][6] = i % 2 === 0;
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
        drawSquare(rows, cx, cy, 4, (ring) => ring !== 2 && ring !== 4);
    }
    if (version > 1) drawSquare(rows, size - 7, size - 7, 2, (ring) => ring !== 1);
}

function drawSquare(rows, cx, cy, reach, isDark) {
    for (let y = cy - reach; y <= cy + reach; y++) {
        for (let x = cx - reach; x <= cx + reach; x++) {
            if (rows[y]?.[x] === undefined) continue;
            rows[y][x] = isDark(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
        }
    }
}

/** Level and mask, with their own correction, twice. */
function drawFormat(rows, mask) {
    const size = rows.length;
    const data = (1 << 3) | mask;
    let rest = data << 10;
    for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const isDark = (i) => ((bits >> i) & 1) === 1;
    const corner = [0, 1, 2, 3, 4, 5, 7, 8];
    for (let i = 0; i < 8; i++) {
        rows[corner[i]][8] = isDark(i);
        rows[8][size - 1 - i] = isDark(i);
    }
    for (let i = 8; i < 15; i++) {
        rows[8][[7, 5, 4, 3, 2, 1, 0][i - 8]] = isDark(i);
        rows[size - 15 + i][8] = isDark(i);
    }
    rows[size - 8][8] = true;
}

/** All places in the order of the bits: in pairs of columns from the right, up and down in turn, but for column 6. */
function* path(size) {
    let isUp = true;
    for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
        for (let i = 0; i < size; i++) {
            const y = isUp ? size - 1 - i : i;
            yield [right, y];
            yield [right - 1, y];
        }
        isUp = !isUp;
    }
}

/** How hard a pattern is to read: long runs, full squares, and more of one than of the other. */
function unrest(rows) {
    const size = rows.length;
    const columns = rows.map((_, x) => rows.map((row) => row[x]));
    const runs = [...rows, ...columns].map(longRuns).reduce((sum, count) => sum + count);
    let squares = 0;
    for (let y = 1; y < size; y++) {
        for (let x = 1; x < size; x++) {
            const one = rows[y][x];
            if (one === rows[y - 1][x] && one === rows[y][x - 1] && one === rows[y - 1][x - 1]) squares += 3;
        }
    }
    const dark = rows.flat().filter(Boolean).length / size ** 2;
    return runs + squares + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

function longRuns(line) {
    let cost = 0;
    let length = 0;
    line.forEach((value, i) => {
        length = i > 0 && value === line[i - 1] ? length + 1 : 1;
        if (length === 5) cost += 3;
        else if (length > 5) cost += 1;
    });
    return cost;
}
