// What is drawn with a few paths: signs, the word, the ship, the plait around the middle. Nothing is loaded.
import { h } from "./dom.js";

const SIGNS = {
    yes: "M4 13l5 5L20 6",
    no: "M6 6l12 12M18 6L6 18",
    sound: "M4 9v6h4l5 4V5L8 9zM17 9q2 3 0 6",
    silence: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
    talk: "M4 5h16v11H10l-5 4v-4H4z",
    menu: "M4 7h16M4 12h16M4 17h16",
    sort: "M7 4v15M3 15l4 4 4-4M14 6h7M14 11h5M14 16h3",
    eye: "M2 12q5-7 10-7t10 7q-5 7-10 7T2 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
};

/** A sign of 24 by 24. */
export function sign(name, className = "sign") {
    return h("svg", { viewBox: "0 0 24 24", class: className, "aria-hidden": "true" }, h("path", { d: SIGNS[name] }));
}

/** The name of the game, cut like runes. */
export function word() {
    const d = "M14 3L25 16 14 29 3 16zM35 3v26L49 16zM59 3v26M69 29V3l20 26V3";
    return h("svg", { class: "word", viewBox: "0 0 96 32", role: "img", "aria-label": "Odin" }, h("path", { d }));
}

/** A longship under sail. */
export function ship() {
    const shields = [86, 110, 134, 166, 190, 214].map((x) => h("circle", { cx: x, cy: 83, r: 8 }));
    return h(
        "svg",
        { class: "ship", viewBox: "0 0 300 120", "aria-hidden": "true" },
        h("path", { class: "cloth", d: "M112 18q-8 22 0 44h18q-4-22 0-44zM170 62q4-22 0-44h18q8 22 0 44z" }),
        h("path", { d: "M150 10v70M108 18h84M112 18q-8 22 0 44h76q8-22 0-44M130 18q-4 22 0 44M170 18q4 22 0 44" }),
        h("path", { d: "M52 40q-12-2-10 8 10-2 14 8 8 26 40 30h108q32-4 40-30 4-10 14-8 2-10-10-8M66 78q84 10 168 0" }),
        shields,
        h("path", { class: "swell", d: "M20 106q12-7 24 0t24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0" }),
    );
}

/** A straight plait of two strands, as wide as there is room. */
export function plait() {
    const over = { d: "M0 2C6 2 8 10 14 10" };
    const under = { pathLength: 100, "stroke-dasharray": "36 28 36" };
    const strands = [
        h("path", over),
        h("path", { d: "M0 10C6 10 8 2 14 2", ...under }),
        h("path", { d: "M14 10c6 0 8-8 14-8", ...under }),
        h("path", { d: "M14 2c6 0 8 8 14 8" }),
    ];
    const tile = { id: "weave", width: 28, height: 12, patternUnits: "userSpaceOnUse" };
    return h(
        "svg",
        { class: "plait", "aria-hidden": "true" },
        h("defs", {}, h("pattern", tile, strands)),
        h("rect", { width: "100%", height: 12, fill: "url(#weave)" }),
    );
}

/** The place of a frame around what it lies in; `weave` draws it when its size is known. */
export const frame = () => h("svg", { class: "knot", "aria-hidden": "true", own: true });

/** Draws all frames whose size has changed. `isLarge` is for a screen that a whole room reads. */
export function weave(root) {
    for (const svg of root.querySelectorAll(".knot")) {
        const { clientWidth: width, clientHeight: height } = svg;
        const size = `${width} ${height}`;
        if (svg.dataset.size === size) continue;
        svg.dataset.size = size;
        const look = svg.closest(".big-screen") ? { pad: 16, radius: 80, swing: 8, wave: 64 } : SMALL;
        svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        svg.replaceChildren(...strandsAround(width, height, look).map(pathOf));
    }
}

const SMALL = { pad: 9, radius: 24, swing: 4.5, wave: 38 };

function pathOf(d) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    return path;
}

/** Two strands along a rounded frame, each passing under the other in turn. */
function strandsAround(width, height, { pad, radius, swing, wave }) {
    const across = width - 2 * pad - 2 * radius;
    const down = height - 2 * pad - 2 * radius;
    if (across < 0 || down < 0) return [];
    const length = 2 * (across + down) + 2 * Math.PI * radius;
    const waves = 2 * Math.round(length / wave / 2);
    return [0, 1].map((phase) => {
        let d = "";
        let isLifted = true;
        for (let at = 0; at <= length; at += 1.5) {
            const turns = (at / length) * waves + phase / 2;
            const crossing = (2 * turns) % 2;
            // At every second crossing this strand lies below: there it is left out.
            if (Math.abs(crossing - 1) < 0.17) {
                isLifted = true;
                continue;
            }
            const [x, y, dx, dy] = pointOn(at, across, down, radius);
            const aside = swing * Math.sin(2 * Math.PI * turns);
            d += `${isLifted ? "M" : "L"}${(x + pad + dx * aside).toFixed(1)} ${(y + pad + dy * aside).toFixed(1)}`;
            isLifted = false;
        }
        return d;
    });
}

/** A point so far along the frame, clockwise from its upper left, and the direction outwards from there. */
function pointOn(at, across, down, radius) {
    const corner = (Math.PI * radius) / 2;
    const right = across + 2 * radius;
    const low = down + 2 * radius;
    const sides = [
        { length: across, x: radius, y: 0, cx: across + radius, cy: radius },
        { length: down, x: right, y: radius, cx: across + radius, cy: down + radius },
        { length: across, x: across + radius, y: low, cx: radius, cy: down + radius },
        { length: down, x: 0, y: down + radius, cx: radius, cy: radius },
    ];
    let rest = at;
    for (const [side, { length, x, y, cx, cy }] of sides.entries()) {
        const turn = (side * Math.PI) / 2;
        if (rest <= length) {
            return [
                x + Math.cos(turn) * rest,
                y + Math.sin(turn) * rest,
                Math.sin(turn),
                -Math.cos(turn),
            ];
        }
        rest -= length;
        if (rest <= corner || side === 3) {
            const angle = turn - Math.PI / 2 + rest / radius;
            return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle), Math.cos(angle), Math.sin(angle)];
        }
        rest -= corner;
    }
    throw new RangeError("there is no such point");
}
