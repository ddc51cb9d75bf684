// SHA-256 (RFC 6234). A page that comes over plain http has no crypto.subtle.

export const BLOCK = 64;

const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime > 0)) primes.push(n);

// Of numbers below eight the first 35 bits are needed, of the 53 that they have. What stands before the point is lost.
const fractions = (root, count) => Uint32Array.from(primes.slice(0, count), (prime) => root(prime) * 2 ** 32);

// RFC 6234 5.1: the fractions of the cube roots of the first 64 primes.
const K = fractions(Math.cbrt, 64);

// RFC 6234 6.1: those of the square roots of the first eight.
const START = fractions(Math.sqrt, 8);

const rotateRight = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The 32-byte hash of a byte string. */
export function sha256(data) {
    const state = START.slice();
    const view = new DataView(padded(data).buffer);
    const schedule = new Uint32Array(BLOCK);
    for (let at = 0; at < view.byteLength; at += BLOCK) compress(state, view, at, schedule);
    const hash = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => hash.setUint32(4 * i, word));
    return new Uint8Array(hash.buffer);
}

/** RFC 6234 4.1: a one, zeros, and the length in bits as eight bytes, up to whole blocks. */
function padded(data) {
    const whole = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
    whole.set(data);
    whole[data.length] = 0x80;
    new DataView(whole.buffer).setBigUint64(whole.length - 8, 8n * BigInt(data.length));
    return whole;
}

/** RFC 6234 6.2: take one block into the state. */
function compress(state, view, at, w) {
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(at + 4 * t);
    for (let t = 16; t < 64; t++) {
        const x = w[t - 15];
        const y = w[t - 2];
        const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
        const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
        const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
        const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g;
        g = f;
        f = e;
        e = (d + t1) | 0;
        d = c;
        c = b;
        b = a;
        a = (t1 + t2) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}
