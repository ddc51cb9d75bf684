// Short sounds made at run time, quiet, one at a time; the more important one wins. None before a tap has allowed it.

const VOLUME = 0.126;
const D3 = 146.83;
const E_FLAT_3 = 155.56;
const A3 = 220;
const D4 = 293.66;
const F4 = 349.23;
const A4 = 440;
const D5 = 587.33;
const F_SHARP_5 = 739.99;

// Each: how important it is, how the phone shakes, and what is heard.
const SOUNDS = {
    pass: { weight: 1, play: (audio) => noise(audio, 400, 0.5) },
    play: { weight: 2, play: (audio) => noise(audio, 900, 1) },
    turn: { weight: 3, shake: 30, play: (audio) => notes(audio, "triangle", [D4, A4], 0.09, 0.09) },
    otherOut: { weight: 4, play: (audio) => notes(audio, "triangle", [D4, A3], 0.14, 0.2) },
    last: {
        weight: 5,
        shake: [20, 60, 20],
        play: (audio) => [D3, E_FLAT_3].forEach((tone) => note(audio, "sine", tone, 0, 0.6)),
    },
    out: { weight: 6, play: (audio) => notes(audio, "triangle", [D4, F4, A4, D5], 0.11, 0.16) },
    win: { weight: 7, play: (audio) => notes(audio, "triangle", [D4, A4, D5, F_SHARP_5], 0.14, 0.16, 0.9) },
};

export class Sounds {
    #audio = null;
    #busy = { weight: 0, until: 0 };

    /** Has to be called from a tap: browsers allow sound only then. */
    unlock() {
        const Context = globalThis.AudioContext ?? globalThis.webkitAudioContext;
        if (!Context) return;
        this.#audio ??= new Context();
        if (this.#audio.state === "suspended") this.#audio.resume().catch(() => {});
    }

    /** Makes a sound, and shakes the phone where it can. While the page is hidden only one's own turn is heard. */
    make(name) {
        const { weight, shake, play } = SOUNDS[name];
        if (document.hidden && name !== "turn") return;
        if (shake !== undefined && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shake);
        const audio = this.#audio;
        if (audio === null || audio.state !== "running") return;
        const isBusy = audio.currentTime < this.#busy.until;
        if (isBusy && this.#busy.weight >= weight) return;
        this.#busy = { weight, until: audio.currentTime + 0.4 };
        play(audio);
    }
}

function notes(audio, wave, tones, step, length, last = length) {
    tones.forEach((tone, i) => note(audio, wave, tone, i * step, i === tones.length - 1 ? last : length));
}

function note(audio, wave, tone, delay, length) {
    const at = audio.currentTime + delay;
    const source = audio.createOscillator();
    const gain = audio.createGain();
    source.type = wave;
    source.frequency.value = tone;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(VOLUME, at + 0.005);
    gain.gain.setValueAtTime(VOLUME, at + length);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length + 0.2);
    source.connect(gain).connect(audio.destination);
    source.start(at);
    source.stop(at + length + 0.25);
}

/** A burst of noise of 40 ms through a low-pass: a card that is laid down. */
function noise(audio, cutoff, loudness) {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.04), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / samples.length);
    const source = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    const gain = audio.createGain();
    source.buffer = buffer;
    filter.type = "lowpass";
    filter.frequency.value = cutoff;
    gain.gain.value = 4 * VOLUME * loudness;
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start();
}
