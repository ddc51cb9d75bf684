// Small dialogs: the fallen cards, the four words, another name, what this page can promise.
import { COLOURS, colourOf } from "../../game/cards.js";
import { valhalla as fallenIn } from "../../game/state.js";
import { say, sayNumber } from "../../language.js";
import { h } from "../dom.js";
import { button, capital, card, paragraphs } from "../parts.js";
import { colour } from "../sentences/names.js";

/** The fallen cards of this hand, a row for each colour in play. */
export function valhalla({ state }) {
    const fallen = fallenIn(state);
    const letters = [...(state.game.colours || COLOURS)];
    const rows = letters.map((letter) => {
        const cards = fallen.filter((one) => colourOf(one) === letter).map((one) => card(one));
        return h(
            "li",
            { key: letter },
            h("span", {}, `${letter} ${colour(letter)}`),
            h("div", { class: "set" }, cards),
        );
    });
    const text = sayNumber(
        "{count} card has fallen in this hand.",
        "{count} cards have fallen in this hand.",
        fallen.length,
    );
    return { title: say("Valhalla"), inside: [h("p", { class: "soft" }, text), h("ol", { class: "fallen" }, rows)] };
}

/** The four words, on demand: they take a while. */
export function words({ digest }, ui, act) {
    const about = say(
        "Read them aloud: whoever has the same four words saw the same game. The host's computer can see all hands.",
    );
    const found = ui.words
        ? h("p", { class: "four ltr" }, ui.words)
        : button(say("Find the words"), () => act.findWords(digest), { disabled: ui.words === "" });
    return { title: capital(say("four words")), inside: [found, h("p", { class: "soft" }, about)] };
}

/** Another name, in the lobby. */
export function anotherName(model, ui, act) {
    const submit = (event) => {
        event.preventDefault();
        act.rename();
    };
    const field = {
        id: "name",
        value: act.typed("name"),
        maxlength: 24,
        autocomplete: "nickname",
        enterkeyhint: "go",
        oninput: (event) => act.type("name", event.target.value),
    };
    return {
        title: capital(say("another name")),
        inside: h(
            "form",
            { class: "asked", onsubmit: submit },
            h("label", { class: "field" }, say("What do the others call you?"), h("input", field)),
            ui.nameFault !== "" && h("p", { class: "bad", role: "alert" }, ui.nameFault),
            h("button", { class: "button main", type: "submit" }, capital(say("take this name"))),
        ),
    };
}

/** What this page guards against, and what it cannot. */
export function trust() {
    const texts = [
        say(
            "Nothing is installed, and nothing leaves this network. Your cards come to this phone sealed: who listens on the Wi-Fi sees nothing of them.",
        ),
        say(
            "But the page itself comes from the host's computer without a seal, as pages in a home network do: the host, or somebody who sits in between on purpose, could change it and see your cards.",
        ),
        say(
            "“Checked on this phone” guards against mistakes and listeners, not against such a host. Play with people you trust.",
        ),
    ];
    return { title: say("How safe is this page?"), inside: paragraphs(texts) };
}
