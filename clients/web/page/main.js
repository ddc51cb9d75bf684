// What the browser runs first: joins the page with its client, and comes back to a seat that this browser has kept.
import { Client } from "../client/client.js";
import { answer, isWorker } from "../client/words_worker.js";
import { Page } from "./page.js";
import { codeIn } from "./sit_down.js";

function begin() {
    const isWatch = location.pathname === "/watch";
    const code = codeIn(location.hash);
    // It is nobody's business but this page's: not of who looks at the address or the history.
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);

    const waiting = [];
    let page = null;
    const client = new Client({
        watches: isWatch,
        onChange: (model, news) => (page === null ? waiting.push([model, news]) : page.changed(model, news)),
    });
    page = new Page(document.getElementById("page"), client, { isWatch, code });
    waiting.forEach(([model, news]) => page.changed(model, news));
    page.begin();
}

// Its worker has the same script, so that it comes once.
if (isWorker()) answer();
else begin();
