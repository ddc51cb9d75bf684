// A client in a real browser that plays by itself, for tests: `Odin.open(…)`, then `Odin.client`.
import { legalMoves } from "../game/rules.js";
import { Phase } from "../game/state.js";
import { Client } from "../client/client.js";

export const told = [];
export const page = { client: null, plays: true };

/** Begin with what this browser has; what it hears is in `told`. */
export function open(watches = false) {
    page.client = new Client({ onChange: changed, watches });
    return page.client.hasSeat();
}

function changed(model, news) {
    if (news !== null) told.push(news.kind);
    if (page.plays) setTimeout(act, 0);
}

let done = "";

/** Play, pass or be ready, once for each state of the table. */
function act() {
    const { client } = page;
    const { state, view, caughtUp, me } = client.model;
    if (!caughtUp || me === null) return;
    const isBetween = state.phase === Phase.LOBBY || (state.phase === Phase.DEALING && state.game.scores.length > 0);
    const key = [state.game.id, state.phase, state.action, client.model.link.attempt, me.ready].join();
    if (key === done) return;
    if (isBetween && !me.ready) client.ready();
    else if (client.model.myTurn && view !== null) move(client, legalMoves(view));
    else return;
    done = key;
}

function move(client, moves) {
    const { cards, take } = moves[0];
    if (cards.length > 0) client.play(cards, take);
    else client.passTurn();
}
