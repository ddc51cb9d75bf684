// How somebody wants this page.
import { code, languages, say } from "../../language.js";
import { h } from "../dom.js";
import { Sort } from "../selection.js";

/** What the dialog is called, and what is in it. */
export function settings(model, ui, act) {
    const { sound, awake, motion, sort, scheme } = act.settings();
    const schemes = [
        ["auto", say("like this device")],
        ["dark", say("dark")],
        ["light", say("light")],
        ["contrast", say("high contrast")],
    ];
    const orders = [
        [Sort.NUMBER, say("by number")],
        [Sort.COLOUR, say("by colour")],
    ];
    return {
        title: say("Settings"),
        inside: [
            toggle(say("Sound"), sound, () => act.set({ sound: !sound })),
            toggle(say("Keep the screen on"), awake, () => act.set({ awake: !awake })),
            // Translators: whether things move on the page.
            toggle(say("Motion"), motion, () => act.set({ motion: !motion })),
            choice(say("Your cards"), orders, sort, (value) => act.set({ sort: value })),
            choice(say("Look"), schemes, scheme, (value) => act.set({ scheme: value })),
            choice(say("Language"), languages, code, act.speak),
        ],
    };
}

function toggle(text, isOn, onclick) {
    return h(
        "div",
        { class: "setting" },
        h("span", { "aria-hidden": "true" }, text),
        h(
            "button",
            {
                class: "switch",
                type: "button",
                role: "switch",
                "aria-checked": String(isOn),
                "aria-label": text,
                onclick,
            },
        ),
    );
}

function choice(text, options, now, choose) {
    const nodes = options.map(([value, name]) => h("option", { value, selected: value === now }, name));
    return h(
        "label",
        { class: "setting" },
        h("span", {}, text),
        h("select", { class: "select", onchange: (event) => choose(event.target.value) }, nodes),
    );
}
