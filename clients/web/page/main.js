// What a player's browser runs first.
import { gameEnd } from "./game_end.js";
import { handEnd } from "./hand_end.js";
import { lobby } from "./lobby.js";
import { start } from "./start.js";
import { Screen } from "./state.js";
import { table } from "./table.js";

start({
    [Screen.HAND_END]: handEnd,
    [Screen.GAME_END]: gameEnd,
    [Screen.LOBBY]: lobby,
    [Screen.TABLE]: table,
});
