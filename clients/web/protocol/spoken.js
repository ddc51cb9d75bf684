// What the four words of a digest are made of. SPEC 10. It takes half a second and 16 MiB, on purpose; so a page has it
// done by a worker.
import { ascii } from "../crypto/bytes.js";
import { scrypt } from "../crypto/scrypt.js";

const SPOKEN_WORDS = 4;

/** The four bytes of a digest that are said as words. */
export const spokenBytes = (digest) => scrypt(digest, ascii("odin/1 words"), 16_384, 8, 1, SPOKEN_WORDS);
