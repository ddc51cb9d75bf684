// The page: draws the model, once a frame, and carries out what somebody taps. What is picked, typed and opened stands
// in `ui`; the rest in the client's model.
import { formatCard } from "../game/cards.js";
import { Phase } from "../game/state.js";
import { say } from "../language.js";
import { Hint } from "../protocol/errors.js";
import { Awake } from "./awake.js";
import { dialog } from "./dialogs/index.js";
import { show } from "./dom.js";
import { weave } from "./drawings.js";
import { meaningOf } from "./keys.js";
import { fly, snapshot } from "./motion.js";
import { capital } from "./parts.js";
import { replay } from "./replay.js";
import { reactionText } from "./sentences/reactions.js";
import { Sort, inOrder, judge, tapped } from "./selection.js";
import { applyScheme, loadSettings, saveSettings } from "./settings.js";
import { readCode, readName, sitDown } from "./sit_down.js";
import { Sounds } from "./sound.js";
import { Speech } from "./speech.js";
import { NO_UI, Screen, followed, handOf, isSent, screenOf } from "./state.js";
import { anotherName, askToGoOn, ended, otherTab, wait } from "./waiting.js";

const TICK_MS = 1000;
// How long the first two beats of a hand's end last, and where nothing moves.
const BEAT_MS = [1400, 1200];
const STILL_BEAT_MS = 3000;
const REACTION_MS = 3000;
const QUIETLY = { preventScroll: true };
// What this device's owner may like otherwise while the page is open.
const LIKES = ["(prefers-color-scheme: light)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"];

export class Page {
    #client;
    #atTable;
    #isWatch;
    #screens = 1;
    #code;
    // How many codes the table had before ours; null until we are in.
    #codes;
    #ui = NO_UI;
    #settings = loadSettings();
    #typed;
    #model;
    #plays = [];
    #isDrawing = false;
    #timer = null;
    // Of each seat, when what it has called out is gone.
    #silences = {};
    #sounds = new Sounds();
    #awake = new Awake();
    #speech;
    #root;
    #over;
    #act;

    /** `client` has to tell `changed` of its news; `code` came with the page's address, or is null. */
    constructor(root, client, { screens, isWatch = false, code = null }) {
        this.#client = client;
        this.#atTable = screens;
        this.#isWatch = isWatch;
        const kept = keptCode();
        this.#code = code ?? kept.code;
        this.#codes = code === null ? kept.codes : null;
        this.#model = client.model;
        this.#typed = { name: client.name || this.#settings.name, code: "", line: "" };
        this.#root = root;
        this.#over = root.parentNode.appendChild(document.createElement("div"));
        this.#speech = new Speech(root.parentNode);
        this.#act = this.#actions();
        this.#listen();
        applyScheme(this.#settings);
        this.#draw();
    }

    // --- what comes in ---

    /** To be called with every piece of news. */
    changed(model, news) {
        const before = this.#model;
        this.#model = model;
        this.#ui = followed(this.#ui, news, before, model);
        if (news !== null) this.#tell(news, before);
        if (news?.kind === "Terms") this.#lookAtCode(model.terms);
        this.#schedule();
    }

    /** An old code leads nobody in: who has one does not show it any more. */
    #lookAtCode({ codes }) {
        if (this.#code === null) return;
        if (this.#codes !== null && this.#codes !== codes) this.#code = null;
        this.#codes = codes;
        keepCode(this.#code, this.#codes);
    }

    /** Comes back to the seat that this browser has kept; the big screen with its code asks nothing. */
    begin() {
        if (this.#client.hasSeat()) this.#act.resume();
        else if (this.#isWatch && this.#code !== null) this.#act.watch();
    }

    #tell(news, before) {
        const model = this.#model;
        if (news.kind === "Ended") this.#ended(news);
        this.#speech.hear(before, model);
        if (news.kind === "Reacted") this.#reacted(news);
        if (news.kind === "Refused" && this.#isWatch && model.nameRefused !== null) this.#nextScreen();
        if (news.kind !== "Logged" || news.history || model.latest.length === 0) {
            if (news.kind === "CaughtUp") this.#caughtUp();
            return;
        }
        const { event } = news;
        if (event.kind === "HandEnded") this.#startBeats();
        this.#plays.push(...playsOf(event, before, model));
        this.#sound(event, before);
    }

    /** A room may have several big screens: nobody is at their keys to find another name. */
    #nextScreen() {
        if (this.#screens < 9) this.#client.rename(`${say("big screen")} ${++this.#screens}`);
    }

    #ended({ hint }) {
        this.#awake.stop();
        keepCode(null);
        if (hint !== Hint.WRONG_PROOF && hint !== Hint.NEW_CODE_NEEDED) return;
        this.#typed.code = this.#code ?? "";
        this.#code = null;
    }

    /** We are in: the phone stays awake, and whoever looks at it is at the table. */
    #caughtUp() {
        if (this.#model.amCovered && !document.hidden) this.#client.back();
        if (this.#settings.awake) this.#awake.start();
    }

    #sound({ kind, winners, seat }, before) {
        const model = this.#model;
        const name = soundOf(kind, winners, seat, before, model);
        if (name !== null && this.#settings.sound) this.#sounds.make(name);
        if (model.myTurn && !before.myTurn && this.#settings.sound) this.#sounds.make("turn");
    }

    #reacted({ seat, code }) {
        if (seat === null || seat === undefined) return;
        this.#change({ said: { ...this.#ui.said, [seat]: reactionText(code) } });
        clearTimeout(this.#silences[seat]);
        this.#silences[seat] = setTimeout(() => {
            const { [seat]: _, ...said } = this.#ui.said;
            this.#change({ said });
        }, REACTION_MS);
    }

    #listen() {
        document.addEventListener("keydown", (event) => this.#pressed(event));
        document.addEventListener("pointerdown", () => this.#touched(), { passive: true });
        addEventListener("resize", () => this.#schedule());
        document.addEventListener("visibilitychange", () => {
            // The frame that was asked for does not come to a page that is hidden meanwhile.
            if (this.#isDrawing && document.hidden) this.#drawNow();
        });
        for (const query of LIKES) {
            matchMedia(query).addEventListener?.("change", () => applyScheme(this.#settings));
        }
        setInterval(() => this.#ticked(), TICK_MS);
    }

    /** Clocks and waits are told in whole seconds. */
    #ticked() {
        const { clock, link, phase } = this.#model;
        if (!document.hidden && (clock !== null || link.retryAt !== null || phase === Phase.PLAYING)) this.#schedule();
    }

    #touched() {
        if (this.#settings.sound) this.#sounds.unlock();
        if (this.#ui.isComing && this.#settings.awake && !this.#awake.isOn) this.#awake.start();
    }

    #pressed(event) {
        this.#touched();
        const meaning = meaningOf(event);
        if (meaning === null || screenOf(this.#model, this.#ui, this.#isWatch) !== Screen.TABLE) return;
        if (this.#act[meaning.action](meaning.place) !== false) event.preventDefault();
    }

    // --- the three beats of a hand's end ---

    #startBeats() {
        this.#ui = { ...this.#ui, beat: 1, hasCounted: false };
        this.#nextBeatSoon();
    }

    #nextBeatSoon() {
        clearTimeout(this.#timer);
        const { beat } = this.#ui;
        if (beat > BEAT_MS.length) return;
        const isStill = document.documentElement.dataset.motion === "off";
        const slower = this.#isWatch ? 2.5 : 1;
        this.#timer = setTimeout(() => this.#act.nextBeat(), isStill ? STILL_BEAT_MS : BEAT_MS[beat - 1] * slower);
    }

    // --- drawing ---

    #change(changes) {
        this.#ui = { ...this.#ui, ...changes };
        this.#schedule();
    }

    #schedule() {
        if (this.#isDrawing) return;
        this.#isDrawing = true;
        const draw = () => this.#isDrawing && this.#drawNow();
        // A hidden page gets no frames, but its title has to say whose turn it is.
        if (document.hidden) setTimeout(draw, 0);
        else requestAnimationFrame(draw);
    }

    #drawNow() {
        this.#isDrawing = false;
        this.#draw();
    }

    #draw() {
        const before = this.#plays.length > 0 ? snapshot(this.#root) : null;
        const wasTaking = this.#root.querySelector(".offer") !== null;
        const which = screenOf(this.#model, this.#ui, this.#isWatch);
        show(this.#root, [this.#screen(which)]);
        this.#drawDialog();
        weave(this.#root);
        fly(this.#root, before, this.#plays);
        this.#plays = [];
        this.#moveFocus(wasTaking);
        this.#after(which);
    }

    #screen(which) {
        const [model, ui, act] = [this.#model, this.#ui, this.#act];
        switch (which) {
            case Screen.SIT_DOWN:
                return sitDown(model, ui, act, this.#isWatch);
            case Screen.OTHER_TAB:
                return otherTab(act);
            case Screen.NAME:
                return anotherName(model, ui, act);
            case Screen.ROLLED_BACK:
                return askToGoOn(model, act);
            case Screen.ENDED:
                return ended(model, act);
            case Screen.WAIT:
                return wait(model, act);
            case Screen.REPLAY:
                return replay(model, ui, act, this.#isWatch);
        }
        return this.#atTable[which](model, ui, act);
    }

    #drawDialog() {
        const open = dialog(this.#model, this.#ui, this.#act);
        show(this.#over, open === null ? [] : [open]);
        const node = this.#over.firstChild;
        if (node === null || node.open) return;
        if (node.showModal) node.showModal();
        else node.setAttribute("open", "");
        const inside = node.querySelector("[data-end]");
        if (inside !== null) inside.scrollTop = inside.scrollHeight;
    }

    /** Who takes is led to the offered cards, and back. */
    #moveFocus(wasTaking) {
        const offered = this.#root.querySelector(".offered");
        if (offered !== null && !wasTaking) offered.focus(QUIETLY);
        else if (offered === null && wasTaking) this.#root.querySelector(".hand .card, .play")?.focus(QUIETLY);
    }

    #after(which) {
        const [model, ui] = [this.#model, this.#ui];
        const isMine = which === Screen.TABLE && model.myTurn;
        document.title = isMine ? `● ${capital(say("your turn"))} – ${say("Odin")}` : say("Odin");
        const isLast = which === Screen.TABLE && model.phase === Phase.PLAYING && model.counts.some(
            (count, seat) => count === 1 && seat !== model.seat,
        );
        document.body.classList.toggle("ember", isLast);
        // The bars grow from what was to what is: that needs a picture of what was.
        if (which === Screen.HAND_END && ui.beat === 3 && !ui.hasCounted) {
            setTimeout(() => this.#change({ hasCounted: true }), 30);
        }
    }

    // --- what somebody wants ---

    #actions() {
        return {
            ...this.#toSitDown(),
            ...this.#toPlay(),
            ...this.#atEnds(),
            ...this.#around(),
        };
    }

    #toSitDown() {
        const client = this.#client;
        const come = (begin) => {
            this.#sounds.unlock();
            if (this.#settings.awake) this.#awake.start();
            this.#change({ isComing: true, isAnew: false, nameFault: "", codeFault: "" });
            begin();
        };
        const codeOf = () => (this.#act.needsCode() ? readCode(this.#typed.code) : { code: this.#code, fault: "" });
        return {
            place: () => location.host,
            owner: () => this.#root.dataset.owner ?? "",
            needsCode: () => this.#code === null,
            typed: (field) => this.#typed[field],
            type: (field, value) => {
                this.#typed[field] = value;
            },
            sitDown: () => {
                const [asName, asCode] = [readName(this.#typed.name), codeOf()];
                if (asName.fault || asCode.fault) {
                    return this.#change(
                        { nameFault: asName.fault, codeFault: asCode.fault },
                    );
                }
                this.#newCode(asCode.code);
                this.#keep({ name: asName.name });
                come(() => client.join(asName.name, asCode.code));
            },
            watch: () => {
                const { code, fault } = codeOf();
                if (fault) return this.#change({ codeFault: fault });
                this.#newCode(code);
                const name = this.#isWatch ? say("big screen") : (readName(this.#typed.name).name ?? say("guest"));
                come(() => client.watch(name, code));
            },
            resume: () => come(() => client.resume()),
            takeOver: () => come(() => client.takeOver()),
            retry: () => client.retry(),
            startAnew: () => this.#change({ isComing: false, isAnew: true }),
            rename: () => {
                const { name, fault } = readName(this.#typed.name);
                if (fault) return this.#change({ nameFault: fault });
                client.rename(name);
                this.#keep({ name });
                this.#change({ nameFault: "", dialog: null });
            },
        };
    }

    #toPlay() {
        const client = this.#client;
        const isFree = () => this.#model.myTurn && !isSent(this.#ui, this.#model.state);
        const send = (move) => {
            if (this.#model.isCutOff) return this.#change({ notSent: true, isTaking: false });
            const { state } = this.#model;
            this.#change({ sent: { game: state.game.id, action: state.action }, isTaking: false });
            move();
        };
        return {
            now: () => client.now(),
            tap: (card) => {
                const { view } = this.#model;
                if (view === null || this.#ui.isTaking) return;
                this.#change({ picked: tapped(view, this.#ui.picked, card), notSent: false });
            },
            pickAt: (place) => {
                const { view } = this.#model;
                const card = view === null ? undefined : inOrder(view.hand, this.#settings.sort)[place];
                if (this.#ui.isTaking) return this.#act.takeAt(place);
                if (card !== undefined) this.#act.tap(card);
            },
            play: () => {
                const { picked } = this.#ui;
                if (!isFree() || picked.length === 0) return false;
                const outcome = judge(this.#model.view, picked);
                if (outcome.refusal !== null) return false;
                if (outcome.takes.length > 1) return this.#change({ isTaking: true });
                send(() => client.play(picked, outcome.takes[0] ?? null));
            },
            playByKey: () => this.#act.play(),
            take: (card) => {
                const { picked } = this.#ui;
                if (isFree()) send(() => client.play(picked, card));
            },
            takeAt: (place) => this.#root.querySelectorAll(".offered")[place]?.click(),
            pass: () => {
                const { view, state } = this.#model;
                if (this.#ui.isTaking || view === null || !isFree() || state.middle.length === 0) return false;
                send(() => client.passTurn());
            },
            back: () => {
                if (this.#ui.isTaking) this.#change({ isTaking: false });
                else this.#change({ picked: [] });
            },
            sort: () => this.#act.set({ sort: this.#settings.sort === Sort.NUMBER ? Sort.COLOUR : Sort.NUMBER }),
            comeBack: () => client.back(),
            cover: (seat) => {
                client.cover(seat);
                this.#change({ askedToCover: this.#model.state.action });
            },
            dismissAlarm: () => this.#change({ knowsAlarm: true }),
        };
    }

    #atEnds() {
        const client = this.#client;
        return {
            nextBeat: () => {
                this.#change({ beat: Math.min(3, this.#ui.beat + 1) });
                this.#nextBeatSoon();
            },
            ready: (ready) => {
                client.ready(ready);
                this.#change({ isReady: ready });
            },
            readHand: () => this.#change({ readHand: handOf(this.#model.result), words: null }),
            leaveReplay: () => this.#change({ hasLeftReplay: true }),
            watchReplay: () => this.#change({ hasLeftReplay: false }),
            readGame: () => this.#change({ readGame: this.#model.over.state.game.id }),
            rematch: () => {
                client.ready(true);
                this.#act.readGame();
            },
            findWords: async (digest) => {
                this.#change({ words: "" });
                const words = await client.words(digest);
                this.#change({ words });
            },
            goOn: () => {
                this.#change({ wentOn: this.#model.rollback.times });
                client.goOn();
            },
            leave: (forGood) => {
                client.leave(forGood);
                this.#awake.stop();
                this.#change({ dialog: null });
            },
        };
    }

    #around() {
        const client = this.#client;
        return {
            settings: () => this.#settings,
            set: (changes) => {
                this.#keep(changes);
                if (changes.sound) this.#sounds.unlock();
                if (changes.awake === true) this.#awake.start();
                if (changes.awake === false) this.#awake.stop();
                applyScheme(this.#settings);
                this.#schedule();
            },
            open: (name) => {
                if (name === "name") this.#typed.name = this.#model.me?.name ?? this.#typed.name;
                this.#change({ dialog: name, ...(name === "chat" ? { chatRead: this.#model.chatCount } : {}) });
            },
            openChat: () => this.#act.open("chat"),
            openLog: () => this.#act.open("log"),
            openRules: () => this.#act.open("rules"),
            close: () => this.#change({ dialog: null }),
            react: (code) => {
                client.react(code);
                this.#change({ dialog: null });
            },
            sayTyped: () => {
                const text = this.#typed.line.trim();
                if (text === "" || client.say(text) === false) return;
                this.#typed.line = "";
                const field = document.getElementById("line");
                if (field !== null) field.value = "";
            },
            speak: (language) => {
                const address = new URL(location.href);
                address.searchParams.set("lang", language);
                address.hash = this.#code ? `#${this.#code}` : "";
                location.assign(address);
            },
            invitation: () => {
                const code = this.#code;
                return { code, place: location.host, address: `${location.origin}/${code ? `#${code}` : ""}` };
            },
        };
    }

    /** Somebody comes in with this code: it is the table's newest one, if it is right. */
    #newCode(code) {
        if (code !== this.#code) this.#codes = null;
        this.#code = code;
    }

    #keep(changes) {
        this.#settings = { ...this.#settings, ...changes };
        saveSettings(this.#settings);
    }
}

const CODE = "odin code";

/** The code with which this tab came in, for its QR after a reload: as long as the tab is open, and no longer. */
function keptCode() {
    try {
        const [codes, code] = sessionStorage.getItem(CODE).split(" ");
        return { code: code ?? null, codes: Number(codes) };
    } catch {
        return { code: null, codes: null };
    }
}

function keepCode(code, codes) {
    try {
        if (code === null) sessionStorage.removeItem(CODE);
        else sessionStorage.setItem(CODE, `${codes} ${code}`);
    } catch {
        // Then the QR leads to the page without it.
    }
}

/** What flies because of an event. */
function playsOf(event, before, model) {
    const names = (cards) => cards.map(formatCard);
    if (event.kind === "CardsPlayed") {
        const { seat, cards, taken } = event;
        const fallen = names(before.state.middle.filter((card) => card !== taken));
        return [
            {
                seat,
                isMine: seat === model.seat,
                cards: names(cards),
                taken: taken === null ? null : formatCard(taken),
                fallen,
            },
        ];
    }
    if (event.kind === "RoundEnded") {
        return [
            { seat: null, isMine: false, cards: [], taken: null, fallen: names(before.state.middle) },
        ];
    }
    return [];
}

function soundOf(kind, winners, seat, before, model) {
    switch (kind) {
        case "CardsPlayed":
            if (model.counts[seat] === 0) return seat === model.seat ? "out" : "otherOut";
            return model.counts[seat] === 1 && before.counts[seat] > 1 && seat !== model.seat ? "last" : "play";
        case "Passed":
            return "pass";
        case "GameEnded":
            return winners.includes(model.seat) ? "win" : null;
        default:
            return null;
    }
}
