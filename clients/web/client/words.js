// The four words of a digest, which people compare aloud. They take a phone some seconds, on purpose: so they are made
// when somebody asks, in a worker, while the page stays alive.
import { wordsOf } from "../protocol/codes.js";
import { spokenBytes } from "../protocol/spoken.js";

/** A promise of the four words. */
export async function wordsOfDigest(digest) {
    const bytes = await new Promise((resolve) => {
        const here = () => setTimeout(() => resolve(spokenBytes(digest)), 0);
        try {
            askWorker(digest, resolve, here);
        } catch {
            here();
        }
    });
    return wordsOf(bytes).join(" ");
}

/** Where a browser lets no worker run, `otherwise` is called. The worker has the page's own script (`main.js`). */
function askWorker(digest, resolve, otherwise) {
    const { text } = document.scripts[document.scripts.length - 1];
    const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(url);
    const end = (then) => {
        worker.terminate();
        URL.revokeObjectURL(url);
        then();
    };
    worker.onmessage = ({ data }) => end(() => resolve(data));
    worker.onerror = () => end(otherwise);
    worker.postMessage(digest);
}
