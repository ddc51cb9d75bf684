// Keeps the screen on while somebody sits at a table: a phone that locks is away, and a bot plays.
//
// Where there is a wake lock (not on plain http) it is used. Elsewhere a silent video, drawn at run time, plays behind
// the page: browsers keep the screen on for it. Chromium wants it large and in sight, WebKit wants a track of sound;
// both get that. It may only begin in a tap.

export class Awake {
    #lock = null;
    #video = null;

    constructor() {
        document.addEventListener("visibilitychange", () => {
            // Both end when the page is hidden.
            if (!document.hidden && (this.#lock !== null || this.#video !== null)) this.start();
        });
    }

    /** Whether something keeps the screen on now. */
    get isOn() {
        return this.#lock?.released === false || this.#video?.paused === false;
    }

    /** From a tap: keep the screen on from here on. */
    async start() {
        try {
            if (navigator.wakeLock) this.#lock = await navigator.wakeLock.request("screen");
            else await this.#playVideo();
        } catch {
            // A battery saver, or a browser that knows neither: coming back is quick enough.
        }
    }

    /** Let it go dark again. */
    stop() {
        this.#lock?.release().catch(() => {});
        this.#video?.pause();
        this.#video?.remove();
        this.#lock = this.#video = null;
    }

    async #playVideo() {
        this.#video ??= silentVideo();
        if (this.#video.paused) await this.#video.play();
    }
}

function silentVideo() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 2;
    const context = canvas.getContext("2d");
    const stream = canvas.captureStream(1);
    const isWebKit = "GestureEvent" in globalThis;
    if (isWebKit) silentTracks().forEach((track) => stream.addTrack(track));
    const video = document.createElement("video");
    video.className = "awake";
    video.playsInline = true;
    // Elsewhere a track of sound would stop the music that somebody hears.
    video.muted = !isWebKit;
    video.setAttribute("aria-hidden", "true");
    video.srcObject = stream;
    document.body.append(video);
    let isLight = false;
    const paint = () => {
        if (!video.isConnected) return;
        isLight = !isLight;
        context.fillStyle = isLight ? "#000" : "#010101";
        context.fillRect(0, 0, 2, 2);
        setTimeout(paint, 1000);
    };
    paint();
    return video;
}

function silentTracks() {
    const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
    if (!Context) return [];
    return new Context().createMediaStreamDestination().stream.getAudioTracks();
}
