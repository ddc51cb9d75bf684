// The keyboard: 1 to 9 pick, Enter plays, P passes, Escape goes back, S sorts, C is the chat, L the log, ? the rules.

/** What a key press means at a table, as the name of an action and its argument; null if nothing. */
export function meaningOf(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
    if (event.target.closest?.("input, textarea, select, dialog")) return null;
    const key = event.key.toLowerCase();
    if (key >= "1" && key <= "9" && key.length === 1) return { action: "pickAt", place: Number(key) - 1 };
    if (key === "enter") return isOther(event.target) ? null : { action: "playByKey" };
    const action = { p: "pass", escape: "back", s: "sort", c: "openChat", l: "openLog", "?": "openRules" }[key];
    return action === undefined ? null : { action };
}

/** Whether Enter means the button that has the focus, and not Play: a card of the hand is picked by Space. */
const isOther = (node) => node.closest?.("button, a") !== null && node.closest?.(".hand") === null;
