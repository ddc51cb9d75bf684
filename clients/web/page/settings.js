// How somebody wants this page: sound, motion, order of the cards, light or dark. Kept in this browser, if it can.
import { Sort } from "./selection.js";

const KEY = "odin page";
const USUAL = Object.freeze({ sound: true, awake: true, motion: true, sort: Sort.NUMBER, scheme: "auto", name: "" });

/** The settings that were kept, or the usual ones; a browser may keep nothing, or something broken. */
export function loadSettings() {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
        const fits = Object.entries(USUAL).filter(([name, usual]) => typeof kept[name] === typeof usual);
        return { ...USUAL, ...Object.fromEntries(fits.map(([name]) => [name, kept[name]])) };
    } catch {
        return { ...USUAL };
    }
}

/** Keeps them. Where that fails they hold until the page is closed. */
export function saveSettings(settings) {
    try {
        localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
        // A private window, or no room: nothing that matters is lost.
    }
}

/** Says on the root how this device and its owner like to see it. */
export function applyScheme({ scheme, motion }) {
    const root = document.documentElement;
    const likes = (query) => matchMedia(query).matches;
    const isLight = scheme === "auto" ? likes("(prefers-color-scheme: light)") : scheme === "light";
    root.dataset.scheme = isLight ? "light" : "dark";
    root.dataset.contrast = scheme === "contrast" || likes("(prefers-contrast: more)") ? "more" : "";
    root.dataset.motion = !motion || likes("(prefers-reduced-motion: reduce)") ? "off" : "";
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", isLight ? "#fbf7ee" : "#0b1522");
}
