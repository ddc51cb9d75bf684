// Sitting down: which table this is, a name, the code if the page has none, one button; to watch instead is beside it.
import { say, languages, code as language } from "../language.js";
import { cleanName } from "../protocol/texts.js";
import { CodeError, parseCode } from "../protocol/codes.js";
import { h } from "./dom.js";
import { plait, ship } from "./drawings.js";
import { naming, title } from "./parts.js";
import { shownName } from "./sentences/names.js";
import { codeError, endedSentence, refusal } from "./sentences/refusals.js";
import { Reason } from "../protocol/messages.js";

const NAME_LENGTH = 24;

/** The whole screen. `isWatch` is the big screen: it only needs the code. */
export function sitDown(model, ui, act, isWatch) {
    const submit = (event) => {
        event.preventDefault();
        if (isWatch) act.watch();
        else act.sitDown();
    };
    const go = isWatch ? say("Watch") : say("Sit down");
    return h(
        "main",
        { key: "sit down", class: "page" },
        h("div", { class: act.needsCode() ? "hero brief" : "hero" }, ship(), title()),
        h(
            "div",
            { class: "center" },
            h("h1", {}, tableName(act.owner())),
            h("p", { class: "soft" }, h("bdi", { class: "ltr" }, act.place())),
        ),
        h(
            "form",
            { class: "asked", novalidate: true, onsubmit: submit },
            !isWatch && nameField(ui, act),
            act.needsCode() && codeField(ui, act),
            whyNot(model, act),
            h("button", { class: "button main", type: "submit" }, go),
        ),
        !isWatch && h(
            "div",
            { class: "row middling" },
            h("button", { class: "quiet", type: "button", onclick: act.watch }, say("Only watch")),
        ),
        h("div", { class: "push" }, plait()),
        foot(act),
    );
}

/** Whose table this is, if the host has told the page. */
const tableName = (owner) =>
    owner === "" ? say("A table of Odin") : naming(shownName(owner), (name) => say("The table of {name}", { name }));

function nameField(ui, act) {
    const props = {
        id: "name",
        value: act.typed("name"),
        maxlength: NAME_LENGTH,
        autocomplete: "nickname",
        autocapitalize: "words",
        spellcheck: "false",
        enterkeyhint: "go",
        "aria-invalid": ui.nameFault === "" ? null : "true",
        "aria-describedby": ui.nameFault === "" ? null : "name-fault",
        oninput: (event) => act.type("name", event.target.value),
    };
    return h("label", { class: "field" }, say("Your name"), h("input", props), fault("name-fault", ui.nameFault));
}

function codeField(ui, act) {
    const props = {
        id: "code",
        value: act.typed("code"),
        maxlength: 60,
        autocomplete: "off",
        autocapitalize: "none",
        autocorrect: "off",
        spellcheck: "false",
        enterkeyhint: "go",
        dir: "ltr",
        placeholder: "raven-oak-fjord",
        "aria-invalid": ui.codeFault === "" ? null : "true",
        "aria-describedby": "code-hint",
        oninput: (event) => act.type("code", event.target.value),
    };
    const hint = say("Three words from the host's screen. Leave it empty if the table has none.");
    return h(
        "label",
        { class: "field" },
        say("The code"),
        h("input", props),
        ui.codeFault === "" ? h("span", { id: "code-hint" }, hint) : fault("code-hint", ui.codeFault),
    );
}

const fault = (id, text) => text !== "" && h("span", { id, class: "bad", role: "alert" }, text);

/** Why the last try failed, if it did. */
function whyNot({ ended }, act) {
    return ended !== null && h("p", { class: "bad", role: "alert" }, endedSentence(ended, act.place()));
}

function foot(act) {
    const options = languages.map(
        ([code, name]) => h("option", { value: code, selected: code === language, lang: code }, name),
    );
    return h(
        "div",
        { class: "row" },
        h(
            "p",
            { class: "soft small" },
            say("Nothing is installed. The page comes from the host's computer, in this room."),
            " ",
            h(
                "button",
                { class: "inline", type: "button", onclick: () => act.open("trust") },
                say("What does that mean?"),
            ),
        ),
        h(
            "select",
            { class: "select", "aria-label": say("Language"), onchange: (event) => act.speak(event.target.value) },
            options,
        ),
    );
}

/** A name that can be sent; or what is wrong with it. */
export function readName(typed) {
    const name = cleanName(typed);
    if (name !== null) return { name, fault: "" };
    return {
        name: null,
        fault: typed.trim() === "" ? say("Nothing is left of that text: write something.") : refusal(Reason.BAD_NAME),
    };
}

/** The code that came with the page's address, in its one spelling; null if it is none: then it is asked for. */
export function codeIn(hash) {
    try {
        return parseCode(decodeURIComponent(hash.slice(1)));
    } catch {
        return null;
    }
}

/** A code in its one spelling, "" for none; or what is wrong with it. */
export function readCode(typed) {
    if (typed.trim() === "") return { code: "", fault: "" };
    try {
        return { code: parseCode(typed), fault: "" };
    } catch (error) {
        if (!(error instanceof CodeError)) throw error;
        return { code: null, fault: codeError(error) };
    }
}
