// A session on a real network: the only place where a page dials, has timers and looks at the browser's clock.
//
// The same frames go over a WebSocket, any part of the stream a message. Sockets of phones die without a word when the
// phone sleeps, and timers stand still meanwhile: when somebody looks at the page again, or the network is back, the
// session is told so at once.
import { Session } from "./session.js";

const PATH = "/table";
const PROTOCOL = "odin";
const DIAL_MS = 5000;
// A host that asks and asks and takes no answers is left, and dialled again.
const MOST_UNSENT = 1 << 20;

/** Where the table of this page is. */
export const tableAddress = ({ host }) => `ws://${host}${PATH}`;

/** Seconds of a clock that only goes on. */
export const now = () => performance.now() / 1000;

/** So many random bytes that nobody can guess. */
export const randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

/** One connection. After `close` it says nothing more. */
class Link {
    #socket;
    #timer;
    #events;

    /** `events`: {opened(link), received(bytes), lost()}; one that never opens is lost. */
    constructor(url, events) {
        this.#events = events;
        this.#socket = new WebSocket(url, PROTOCOL);
        this.#socket.binaryType = "arraybuffer";
        this.#timer = setTimeout(() => this.#lose(), DIAL_MS);
        this.#socket.onopen = () => {
            clearTimeout(this.#timer);
            events.opened(this);
        };
        this.#socket.onmessage = ({ data }) => {
            if (data instanceof ArrayBuffer) events.received(new Uint8Array(data));
            else this.#lose(); // Text is nothing of ours.
        };
        this.#socket.onclose = () => this.#lose();
    }

    write(data) {
        this.#socket.send(data);
        if (this.#socket.bufferedAmount > MOST_UNSENT) this.#lose();
    }

    /** What was written still goes out. */
    close() {
        clearTimeout(this.#timer);
        this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
        this.#socket.close();
    }

    #lose() {
        this.close();
        this.#events.lost();
    }
}

/** One session, its link and its timer, until it ends or is closed. */
export class Wire {
    #url;
    #link = null;
    #timer = null;
    #wake = () => {
        if (document.visibilityState === "visible") this.call((session) => session.wake());
    };

    /** As for a session; `heard(news)` is told. */
    constructor(url, request, store, heard) {
        this.#url = url;
        const outside = { now, randomBytes, connect: () => this.#connect() };
        this.session = new Session(request, outside, store, heard);
        document.addEventListener("visibilitychange", this.#wake);
        window.addEventListener("pageshow", this.#wake);
        window.addEventListener("online", this.#wake);
    }

    /** Tell the session something, or ask it; then look when it wants to be woken. */
    call(what) {
        const answer = what(this.session);
        clearTimeout(this.#timer);
        const { wakeAt } = this.session;
        const tick = () => this.call((session) => session.tick());
        if (wakeAt !== null) this.#timer = setTimeout(tick, Math.max(0, (wakeAt - now()) * 1000));
        return answer;
    }

    /** No more timers and listeners; a link that is still there is let go without a word. */
    close() {
        clearTimeout(this.#timer);
        document.removeEventListener("visibilitychange", this.#wake);
        window.removeEventListener("pageshow", this.#wake);
        window.removeEventListener("online", this.#wake);
        this.#link?.close();
        this.#link = null;
    }

    #connect() {
        let isOpen = false;
        const events = {
            opened: (link) => {
                isOpen = true;
                this.call((session) => session.connected(link));
            },
            received: (data) => this.call((session) => session.received(data)),
            lost: () => this.call((session) => (isOpen ? session.lost() : session.connectFailed())),
        };
        this.#link?.close();
        try {
            this.#link = new Link(this.#url, events);
        } catch {
            // A browser that refuses even to try, as for a page that was left: it may do so later.
            this.#link = null;
            setTimeout(() => events.lost(), 0);
        }
    }
}
