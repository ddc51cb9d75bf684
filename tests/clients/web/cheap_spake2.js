// An exchange that costs nothing and keeps no secret, of the same form as the real one: `cheap` of the tests' helpers,
// which stands in for `crypto/spake2.js` where whole evenings are played.
import { ascii, concat, u32 } from "./bytes.js";
import { sha256 } from "./sha256.js";

export const ENTROPY = 64;
const HOST_ID = "odin/1 host";

const lp = (...parts) => concat(...parts.flatMap((part) => [u32(part.length), part]));

export function begin(password, entropy) {
    return { password, point: concat(ascii("A"), sha256(entropy)) };
}

export function finish({ password, point }, hostPoint, clientId, hostId) {
    if (hostPoint[0] !== ascii("B")[0]) return null;
    return sha256(lp(password, hostId.slice(HOST_ID.length), point, hostPoint));
}
