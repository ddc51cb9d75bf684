// Who sits there and what is different now about a seat. What `clients/language/seats.py` is there.
import { Phase } from "../../game/state.js";
import { enumerated, say } from "../../language.js";
import { level, shownName } from "./names.js";
import { target, turnClock } from "./options.js";

/** A game is being prepared. */
export function lobbyOpened({ seats, options }) {
    const goal = target(options.points);
    if (seats.length === 0) return say("The next game is being prepared, {goal}.", { goal });
    const names = enumerated(seats.map(who));
    return say("The next game is being prepared, {goal}. At the table: {names}.", { goal, names });
}

/** What the host has set anew, beside the log. */
export function termsChanged(before, now) {
    const said = now.people === before.people ? [] : [turnClock(now.people)];
    if (now.stopAfter && !before.stopAfter) {
        said.push(
            say("The host ends the game with this hand: it is the last one."),
        );
    }
    if (before.stopAfter && !now.stopAfter) said.push(say("The host lets the game go on after this hand."));
    return said.join(" ");
}

/** Somebody at the table, and how they are. */
function who(occupant) {
    const name = shownName(occupant.name);
    if (occupant.kind === "bot") return say("{name} ({kind})", { name, kind: level(occupant.level) });
    if (occupant.presence === "away") return say("{name} (away)", { name });
    if (occupant.presence === "covered") return say("{name} (away, a bot plays)", { name });
    return occupant.ready ? say("{name} (ready)", { name }) : name;
}

/** What is different now about a seat; null where people need no words. */
export function seatChanged({ seat, occupant }, before, mine) {
    const seats = before?.game.seats ?? [];
    const old = seats[seat];
    if (occupant === null) {
        return old === undefined
            ? null
            : say("{name} leaves the table.", { name: shownName(old.name) });
    }
    if (old === undefined) {
        if (seat === mine) return say("You sit at seat {seat}.", { seat: seat + 1 });
        return say("{name} sits down.", { name: who(occupant) });
    }
    const inLobby = before.phase === Phase.LOBBY;
    const isMine = seat === mine;
    const name = shownName(occupant.name);
    if (old.name !== occupant.name || old.kind !== occupant.kind) {
        return another(old, occupant, seat, seats, inLobby, isMine);
    }
    if (old.presence !== occupant.presence) return presence(name, occupant.presence, isMine);
    if (old.ready !== occupant.ready) return inLobby ? readiness(name, occupant.ready, isMine) : null;
    if (old.level === occupant.level) return null;
    return say("{name} is another bot now: {kind}.", { name, kind: level(occupant.level) });
}

function another(old, occupant, seat, seats, inLobby, isMine) {
    const name = shownName(occupant.name);
    const former = shownName(old.name);
    // Two who change places are two events. At the second one the former occupant sits on the other's seat already.
    const others = seats.filter((_, number) => number !== seat).map((one) => one.name);
    if (others.includes(occupant.name) || others.includes(old.name)) {
        return say("{name} sits at seat {seat} now.", { name, seat: seat + 1 });
    }
    if (occupant.kind === "bot") return say("{name} takes over from {former}.", { name: who(occupant), former });
    // In a game nobody changes their name, nor can somebody who is away.
    if (old.kind === "bot" || !inLobby || old.presence !== "here") {
        return isMine
            ? say("You take over from {former}.", { former })
            : say("{name} takes over from {former}.", { name, former });
    }
    if (isMine) return say("You are called {name} now.", { name });
    return say("{former} is called {name} now.", { name, former });
}

function presence(name, now, isMine) {
    if (now === "away") {
        return isMine
            ? say("You were away.")
            : say("{name} is away. If that lasts, a bot plays for them.", { name });
    }
    // Translators: on a phone, where a tap on the page takes the seat back.
    if (now === "covered" && isMine) return say("A bot plays for you now: tap to go on.");
    if (now === "covered") return say("A bot plays for {name} now.", { name });
    return isMine ? say("You are back.") : say("{name} is back.", { name });
}

function readiness(name, ready, isMine) {
    if (isMine) return ready ? say("You are ready.") : say("You are not ready yet.");
    return ready ? say("{name} is ready.", { name }) : say("{name} is not ready yet.", { name });
}
