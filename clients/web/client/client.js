// The page's side of a table: what a page calls, and the only thing that it reads.
//
//     const client = new Client({ onChange, watches });
//
// `onChange(model, news)` is called after each piece of news, one after the other, also within one batch: `model` is
// the next model (`client.model`, see `model.js`), `news` what it follows from (see `news.js`), or null where only
// something of this browser has changed. Draw once a frame; queue what is to move. `watches`: this is the big screen,
// which keeps a place to watch from instead of a seat.
//
//     client.model               what there is to show; never changed, always replaced
//     client.code                the code with which this page came in, or null: for the QR of the lobby
//     client.name                what we are called, or want to be: the seat's name after `resume`
//     client.now()               seconds of the clock that `clock.at`, `coverAt` and `retryAt` are of
//
//     client.hasSeat()           whether this browser has a seat at this address: then call `resume` at once
//     client.join(name, code)    take a seat; `code` in its one spelling (`parseCode`), "" for an open table. A seat
//                                that is kept here is taken up again first. After a wrong code, call it again
//     client.watch(name, code)   watch
//     client.resume()            come back to the seat that is kept here; another tab that has it: `model.otherTab`
//     client.takeOver()          take the seat over from that tab, or dial again after `how` REPLACED
//     client.retry()             dial now instead of waiting for `link.retryAt`
//
//     client.ready(ready = true) ready for the game, the next hand, the rematch
//     client.play(cards, take)   `take` a card of the middle, or null. After a drop it is said again by itself
//     client.passTurn()
//     client.say(text)           chat; false if it could not be said now, as for all that follow
//     client.react(code)         a reaction
//     client.rename(name)        another name: after `nameRefused`, or in the lobby
//     client.back()              at the keys again: the bot that plays for us stops
//     client.cover(seat)         let a bot play for who keeps all waiting: `model.mayCover(client.now())`
//     client.goOn()              go on after `rollback`; who does not want to leaves
//     client.leave(forGood)      go: our seat waits (false) or is given up (true)
//
//     client.words(digest)       a promise of the four words of a digest, `model.digest` for one; it takes a while
//     client.close()             this page goes away: no more dials, timers or listeners
import { Wire, now, tableAddress } from "./link.js";
import { Model, fold } from "./model.js";
import { LinkStage } from "./news.js";
import { SeatStore } from "./store.js";
import { Tabs } from "./tabs.js";
import { wordsOfDigest } from "./words.js";

export class Client {
    model = new Model();
    code = null;
    now = now;
    words = wordsOfDigest;
    #onChange;
    #watches;
    #store;
    #tabs;
    #wire = null;
    // What was wanted when another page had the seat.
    #wanted = null;

    constructor({ onChange, watches = false }) {
        this.#onChange = onChange;
        this.#watches = watches;
        this.#store = new SeatStore(() => localStorage, () => Date.now(), watches);
        this.#tabs = new Tabs(watches ? "watch" : "seat", () => this.#call((session) => session.replaced()));
    }

    get name() {
        return this.#wire?.session.name ?? this.#store.find(null)?.name ?? "";
    }

    hasSeat() {
        return this.#store.find(null) !== null;
    }

    // --- to the table ---

    join(name, code) {
        return this.#begin({ name, code, watches: false });
    }

    watch(name, code) {
        return this.#begin({ name, code, watches: true });
    }

    resume() {
        return this.#begin({ name: "", code: this.code, watches: this.#watches });
    }

    takeOver() {
        this.#dial(this.#wanted ?? { name: "", code: this.code, watches: this.#watches });
    }

    retry() {
        this.#call((session) => session.retry());
    }

    /** Dial, unless another page of this browser has the seat. */
    async #begin(request) {
        this.#wanted = request;
        const isElsewhere = !this.#tabs.holds && this.hasSeat() && (await this.#tabs.isElsewhere());
        if (this.#wanted !== request) return; // Something else was wanted meanwhile.
        if (isElsewhere) this.#change(this.model.with({ otherTab: true }), null);
        else this.#dial(request);
    }

    #dial(request) {
        this.#wanted = null;
        this.code = request.code;
        this.#letGo();
        this.#tabs.take();
        const onlyWatches = request.watches || this.#store.find(null)?.watches === true;
        this.#change(new Model({ onlyWatches }), null);
        const store = {
            find: (table) => this.#store.find(table),
            keep: (seat) => this.#store.keep({ ...seat, watches: request.watches }),
            forget: () => this.#store.forget(),
        };
        const wire = new Wire(tableAddress(location), request, store, (news) => this.#heard(wire, news));
        this.#wire = wire;
        wire.call((session) => session.start());
    }

    // --- at the table ---

    ready(ready = true) {
        return this.#call((session) => session.ready(ready));
    }

    play(cards, take = null) {
        this.#call((session) => session.play(cards, take));
    }

    passTurn() {
        this.#call((session) => session.passTurn());
    }

    say(text) {
        return this.#send({ kind: "Say", text });
    }

    react(code) {
        return this.#send({ kind: "React", code });
    }

    rename(name) {
        return this.#call((session) => session.rename(name));
    }

    back() {
        return this.#send({ kind: "Back" });
    }

    cover(seat) {
        return this.#send({ kind: "Cover", seat });
    }

    goOn() {
        this.#call((session) => session.goOn());
    }

    leave(forGood = false) {
        this.#call((session) => session.leave(forGood));
    }

    close() {
        this.#wanted = null;
        this.#letGo();
        this.#tabs.close();
    }

    // --- what comes of it ---

    #send(message) {
        return this.#call((session) => session.send(message));
    }

    /** Tell the session something; false where there is none. */
    #call(what) {
        return this.#wire === null ? false : this.#wire.call(what);
    }

    #heard(wire, news) {
        if (wire !== this.#wire) return;
        const { state, seat, name, log } = wire.session;
        const digest = news.kind === "Logged" && news.event.kind === "HandEnded" ? log.digestAt(news.seq) : null;
        this.#change(fold(this.model, news, { state, seat, name, digest, now: now() }), news);
        if (news.kind === "Ended") this.#tabs.holds = false;
    }

    #change(model, news) {
        this.model = model;
        this.#onChange(model, news);
    }

    /** The session of before is over for us. */
    #letGo() {
        const wire = this.#wire;
        this.#wire = null;
        if (wire === null) return;
        if (wire.session.stage !== LinkStage.ENDED) wire.call((session) => session.leave(false));
        wire.close();
    }
}
