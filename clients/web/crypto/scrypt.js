// scrypt (RFC 7914), for the four spoken words: it is meant to take long.
import { concat, u32 } from "./bytes.js";
import { hmac } from "./hmac.js";

const rotate = (word, bits) => (word << bits) | (word >>> (32 - bits));

/** So many bytes from a password. Cost N is a power of two; it takes 128 * N * r bytes of memory. */
export function scrypt(password, salt, N, r, p, length) {
    const size = 128 * r;
    const blocks = pbkdf2(password, salt, p * size);
    for (let i = 0; i < p; i++) mixMemory(new DataView(blocks.buffer, i * size, size), N);
    return pbkdf2(password, blocks, length);
}

/** PBKDF2 with HMAC-SHA-256 (RFC 8018 5.2) and one iteration. */
function pbkdf2(password, salt, length) {
    const blocks = [];
    for (let i = 1; 32 * blocks.length < length; i++) blocks.push(hmac(password, concat(salt, u32(i))));
    return concat(...blocks).slice(0, length);
}

/** RFC 7914 5: scryptROMix, in place. */
function mixMemory(view, N) {
    const words = view.byteLength / 4;
    let block = Int32Array.from({ length: words }, (_, i) => view.getInt32(4 * i, true));
    let other = new Int32Array(words);
    const memory = new Int32Array(N * words);
    for (let i = 0; i < N; i++) {
        memory.set(block, i * words);
        mixBlock(block, other);
        [block, other] = [other, block];
    }
    for (let i = 0; i < N; i++) {
        // Integerify: the first word of the last 64 bytes, modulo N.
        const from = (block[words - 16] & (N - 1)) * words;
        for (let k = 0; k < words; k++) block[k] ^= memory[from + k];
        mixBlock(block, other);
        [block, other] = [other, block];
    }
    block.forEach((word, i) => view.setInt32(4 * i, word, true));
}

/** RFC 7914 4: scryptBlockMix. Even parts go into the first half of the output, odd ones into the second. */
function mixBlock(input, output) {
    const parts = input.length / 16;
    const mixed = input.slice(-16);
    for (let i = 0; i < parts; i++) {
        for (let k = 0; k < 16; k++) mixed[k] ^= input[16 * i + k];
        salsa(mixed);
        output.set(mixed, 16 * ((i >> 1) + (i & 1 ? parts / 2 : 0)));
    }
}

/** RFC 7914 3: Salsa20/8 on 16 words, in place. Written out in variables: in a loop it takes four times as long. */
function salsa(words) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = words;
    for (let round = 0; round < 8; round += 2) {
        e ^= rotate(a + m, 7); i ^= rotate(e + a, 9); m ^= rotate(i + e, 13); a ^= rotate(m + i, 18);
        j ^= rotate(f + b, 7); n ^= rotate(j + f, 9); b ^= rotate(n + j, 13); f ^= rotate(b + n, 18);
        o ^= rotate(k + g, 7); c ^= rotate(o + k, 9); g ^= rotate(c + o, 13); k ^= rotate(g + c, 18);
        d ^= rotate(p + l, 7); h ^= rotate(d + p, 9); l ^= rotate(h + d, 13); p ^= rotate(l + h, 18);
        b ^= rotate(a + d, 7); c ^= rotate(b + a, 9); d ^= rotate(c + b, 13); a ^= rotate(d + c, 18);
        g ^= rotate(f + e, 7); h ^= rotate(g + f, 9); e ^= rotate(h + g, 13); f ^= rotate(e + h, 18);
        l ^= rotate(k + j, 7); i ^= rotate(l + k, 9); j ^= rotate(i + l, 13); k ^= rotate(j + i, 18);
        m ^= rotate(p + o, 7); n ^= rotate(m + p, 9); o ^= rotate(n + m, 13); p ^= rotate(o + n, 18);
    }
    words[0] += a; words[1] += b; words[2] += c; words[3] += d;
    words[4] += e; words[5] += f; words[6] += g; words[7] += h;
    words[8] += i; words[9] += j; words[10] += k; words[11] += l;
    words[12] += m; words[13] += n; words[14] += o; words[15] += p;
}
