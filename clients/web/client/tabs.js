// The pages of this browser that are at one address: only one of them has the seat, and no other takes it by itself.
//
// Whoever is about to take it asks; the page that has it answers at once. Where a browser lacks the channel, or puts
// the other page to sleep, the host tells that one that it was replaced, which comes to the same.

const CHANNEL = "odin";
const ANSWER_MS = 200;

export class Tabs {
    /** Whether this page has the seat. */
    holds = false;
    #channel = null;
    #what;
    #answered = null;

    /** `what`: "seat" or "watch"; `taken` is called when another page takes the seat that this one has. */
    constructor(what, taken) {
        this.#what = what;
        try {
            this.#channel = new BroadcastChannel(CHANNEL);
        } catch {
            return;
        }
        this.#channel.onmessage = ({ data }) => this.#heard(data, taken);
    }

    #heard(data, taken) {
        if (data?.what !== this.#what) return;
        if (data.says === "whose?" && this.holds) this.#post("mine");
        if (data.says === "mine") this.#answered?.(true);
        if (data.says === "taken" && this.holds) {
            this.holds = false;
            taken();
        }
    }

    #post(says) {
        this.#channel?.postMessage({ what: this.#what, says });
    }

    /** A promise of whether another page has the seat. */
    async isElsewhere() {
        if (this.#channel === null) return false;
        const answer = new Promise((resolve) => {
            this.#answered = resolve;
            setTimeout(() => resolve(false), ANSWER_MS);
        });
        this.#post("whose?");
        return answer;
    }

    /** This page has the seat now. */
    take() {
        this.holds = true;
        this.#post("taken");
    }

    close() {
        this.holds = false;
        this.#channel?.close();
        this.#channel = null;
    }
}
