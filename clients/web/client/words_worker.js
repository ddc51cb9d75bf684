// What a worker does that `words.js` has started with the page's own script: a digest in, the bytes of its words out.
import { spokenBytes } from "../protocol/spoken.js";

/** Whether this script runs in a worker. */
export const isWorker = () => globalThis.document === undefined;

/** Answer whoever has started it. */
export function answer() {
    onmessage = ({ data }) => postMessage(spokenBytes(data));
}
