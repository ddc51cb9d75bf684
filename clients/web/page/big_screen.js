// What the browser of a television runs first.
import { start } from "./start.js";
import { Screen } from "./state.js";
import { watch } from "./watch.js";

start({ [Screen.LOBBY]: watch, [Screen.TABLE]: watch }, true);
