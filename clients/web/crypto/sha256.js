// SHA-256 (RFC 6234). A page that comes over plain http has no crypto.subtle.

export const BLOCK = 64;

// RFC 6234 5.1: the fractions of the cube roots of the first 64 primes.
const K = Uint32Array.of(
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

// RFC 6234 6.1: those of the square roots of the first eight.
const START = Uint32Array.of(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

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
