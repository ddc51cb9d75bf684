// Motion: a card flies as a copy, by one transition; what lies there is drawn beneath it and shown at the end. Nothing
// here is waited for: input reads the state, not the picture.

const MOVE_MS = 320;
const FALL_MS = 420;
const STAGGER_MS = 40;
const MOST_STAGGER_MS = 160;
// With more events at once, as after a return, nothing flies.
const MOST_EVENTS = 3;

const isStill = () => document.documentElement.dataset.motion === "off" || document.hidden;

/** Where the cards lie now, by their names; copies that fly are not among them. */
function cardsIn(root) {
    const found = [...root.querySelectorAll(".card:not(.fly)")].filter((node) => node.closest(".middle, .hand, .ring"));
    return new Map(found.map((node) => [node.dataset.card, node]));
}

/** What has to be known before the table is drawn anew: which cards lie where, and how they look. */
export function snapshot(root) {
    if (isStill()) return null;
    return new Map(
        [...cardsIn(root)].map(
            ([name, node]) => [name, { node: node.cloneNode(true), from: node.getBoundingClientRect() }],
        ),
    );
}

/**
 * Lets cards fly after the table was drawn anew. `plays` are what was done since the snapshot: {seat, isMine, cards,
 * taken, fallen}, cards by their names; a round that ended is one that has only `fallen`.
 */
export function fly(root, before, plays) {
    if (before === null || plays.length === 0 || plays.length > MOST_EVENTS || isStill()) return;
    const now = cardsIn(root);
    for (const play of plays) {
        const shield = root.querySelector(`[data-seat="${play.seat}"] .shield`);
        play.cards.forEach(
            (name, i) => comes(now.get(name), before.get(name), shield, Math.min(i * STAGGER_MS, MOST_STAGGER_MS)),
        );
        play.fallen.forEach((name) => falls(before.get(name), root.querySelector(".valhalla")));
        if (play.taken !== null) goes(before.get(play.taken), play.isMine ? now.get(play.taken) : shield, play.isMine);
    }
}

/** A card that was played: from the hand, or from the shield of who played it. */
function comes(target, old, shield, delay) {
    if (!target) return;
    const to = target.getBoundingClientRect();
    const from = old?.from.width ? old.from : shield?.getBoundingClientRect();
    if (from) launch(target.cloneNode(true), from, to, { delay, hides: target });
}

/** A card that was taken: to its new hand, or to a shield, whose plate lights. */
function goes(old, target, isMine) {
    if (!old || !target) return;
    const to = target.getBoundingClientRect();
    launch(old.node, old.from, to, { hides: isMine ? target : null, fades: !isMine });
    if (isMine) return;
    target.classList.add("lit");
    setTimeout(() => target.classList.remove("lit"), 2 * MOVE_MS);
}

function falls(old, corner) {
    if (!old || !corner) return;
    const { x, y, width, height } = corner.getBoundingClientRect();
    const to = { x: x + width / 2, y: y + height / 2, width: old.from.width * 0.3 };
    launch(old.node, old.from, to, { isFall: true, fades: true });
}

function launch(copy, from, to, { delay = 0, hides = null, fades = false, isFall = false }) {
    // From a shield a card grows out of its middle.
    const height = from.width < to.width ? to.height : from.height;
    const width = from.width < to.width ? to.width : from.width;
    copy.className = `${copy.className} fly ${isFall ? "fall" : ""}`;
    for (const name of ["aria-pressed", "id", "data-card", "role", "aria-label"]) copy.removeAttribute(name);
    copy.setAttribute("aria-hidden", "true");
    const style = { left: "0", top: "0", width: `${width}px`, height: `${height}px`, "font-size": `${height}px` };
    for (const [name, value] of Object.entries(style)) copy.style.setProperty(name, value);
    copy.style.transform = `translate(${from.x}px, ${from.y}px) scale(${from.width / width})`;
    document.body.append(copy);
    hides?.classList.add("flown-to");
    // The place where it begins has to be seen once, or there is no way to fly.
    copy.getBoundingClientRect();
    copy.style.transitionDelay = `${delay}ms`;
    copy.style.transform = `translate(${to.x}px, ${to.y}px) scale(${to.width / width})`;
    if (fades) copy.style.opacity = "0";
    const land = () => {
        copy.remove();
        hides?.classList.remove("flown-to");
    };
    setTimeout(land, delay + (isFall ? FALL_MS : MOVE_MS) + 10);
}
