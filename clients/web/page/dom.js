// Descriptions of nodes, and how a part of the page becomes what is described: nodes that stay are changed in place, so
// that nothing jumps and who has the focus keeps it.
//
// Texts go in as text, never as markup. Styles are set by name on the node: the page's policy forbids style attributes.

const SVG = "http://www.w3.org/2000/svg";
const DRAWINGS = new Set(["svg", "path", "circle", "g", "defs", "pattern", "rect"]);
const described = new WeakMap();

/**
 * A node: its tag, its properties and what is in it. `key` tells nodes of one parent apart, `style` holds custom or
 * other CSS properties, `on…` are handlers, `value` is that of a field; all else are attributes. A property that is
 * false, null or undefined is left out. What draws its own content says so by `own: true`.
 */
export function h(tag, props, ...children) {
    const shown = children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);
    return { tag, props: props ?? {}, children: shown };
}

/** Makes these the content of a node. Who has the focus keeps it, even if its node has moved. */
export function show(parent, nodes) {
    const focused = document.activeElement;
    updateChildren(parent, nodes);
    if (focused && focused !== document.activeElement && parent.contains(focused)) {
        focused.focus({ preventScroll: true });
    }
}

function updateChildren(parent, nodes) {
    const olds = [...parent.childNodes];
    const byKey = new Map(olds.filter(keyOf).map((node) => [keyOf(node), node]));
    const others = olds.filter((node) => !keyOf(node));
    const kept = nodes.map((node) => {
        const place = typeof node === "object" && node.props.key !== undefined;
        const old = place ? byKey.get(node.props.key) : others.find((one) => isAlike(one, node));
        if (old && !place) others.splice(0, others.indexOf(old) + 1);
        return old && isAlike(old, node) ? updated(old, node) : created(node);
    });
    const stays = new Set(kept);
    olds.filter((node) => !stays.has(node)).forEach((node) => node.remove());
    kept.forEach((node, i) => {
        if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] ?? null);
    });
}

const keyOf = (node) => described.get(node)?.props.key;

function isAlike(old, node) {
    if (typeof node !== "object") return old.nodeType === Node.TEXT_NODE;
    const before = described.get(old);
    return before !== undefined && before.tag === node.tag && before.props.key === node.props.key;
}

function created(node) {
    if (typeof node !== "object") return document.createTextNode(String(node));
    const made = DRAWINGS.has(node.tag) ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
    described.set(made, { tag: node.tag, props: {} });
    return updated(made, node);
}

function updated(old, node) {
    if (typeof node !== "object") {
        if (old.data !== String(node)) old.data = String(node);
        return old;
    }
    const before = described.get(old).props;
    for (const name of Object.keys({ ...before, ...node.props })) {
        setProperty(old, name, before[name], node.props[name]);
    }
    described.set(old, node);
    if (!node.props.own) updateChildren(old, node.children);
    return old;
}

function setProperty(node, name, before, now) {
    if (name === "key" || name === "own") return;
    if (name === "style") return setStyle(node, before ?? {}, now ?? {});
    if (name.startsWith("on")) {
        node[name] = now ?? null;
        return;
    }
    if (before === now) return;
    if (name === "value") node.value = now ?? "";
    else if (now === false || now === null || now === undefined) node.removeAttribute(name);
    else node.setAttribute(name, now === true ? "" : now);
}

function setStyle(node, before, now) {
    for (const name of Object.keys({ ...before, ...now })) {
        if (before[name] === now[name]) continue;
        if (now[name] === undefined) node.style.removeProperty(name);
        else node.style.setProperty(name, String(now[name]));
    }
}
