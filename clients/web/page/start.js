// Joins the page with its client, and comes back to a seat that this browser has kept.
import { Client } from "../client/client.js";
import { answer, isWorker } from "../client/words_worker.js";
import { Page } from "./page.js";
import { codeIn } from "./sit_down.js";

/** Begins with these screens of the table, by what is shown; `isWatch`: they are those of the big screen. */
export function start(screens, isWatch = false) {
    // Its worker has the same script, so that it comes once.
    if (isWorker()) answer();
    else begin(screens, isWatch);
}

function begin(screens, isWatch) {
    const code = codeIn(location.hash);
    // It is nobody's business but this page's: not of who looks at the address or the history.
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);

    const waiting = [];
    let page = null;
    const client = new Client({
        watches: isWatch,
        onChange: (model, news) => (page === null ? waiting.push([model, news]) : page.changed(model, news)),
    });
    page = new Page(document.getElementById("page"), client, { screens, isWatch, code });
    waiting.forEach(([model, news]) => page.changed(model, news));
    page.begin();
}
