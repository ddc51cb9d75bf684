// Awards at the end of a game: what was remarkable in it. `odin_net/game/awards.py` says more, and computes the same.
import { inReadingOrder } from "./cards.js";
import { valueOf } from "./sets.js";

const sum = (items) => items.reduce((total, { amount }) => total + amount, 0);

/** The first of those with the highest amount, if that is worth telling. */
function best(items, least) {
    const most = Math.max(least, ...items.map(({ amount }) => amount));
    return items.find(({ amount }) => amount === most);
}

/** All awards of a game that is over, the most telling first: {kind, seat, amount, hand, cards}. */
export function awardsOf(hands, winners, target) {
    if (hands.length === 0 || winners.length === 0) return [];
    const seats = hands[0].points.map((_, seat) => seat);
    const points = hands.flatMap((one, i) => seats.map((seat) => ({ seat, amount: one.points[seat], hand: i + 1 })));
    const wins = points.filter(({ amount }) => amount === 0);
    // How many cards of the last set before it each turn sent to Valhalla.
    const turns = hands.flatMap(({ story }, i) => story.map(({ seat, cards, taken }, j) => {
        const beaten = story.slice(0, j).filter((done) => done.cards.length > 0).pop();
        const amount = taken === null || !beaten ? 0 : beaten.cards.length - 1;
        return { seat, amount, hand: i + 1, cards: inReadingOrder(cards) };
    }));
    const plays = turns.filter(({ cards }) => cards.length > 0);
    const passes = turns.filter(({ cards }) => cards.length === 0);
    const as = (items, measure) => items.map((item) => ({ ...item, amount: measure(item) }));
    const of = (items, { seat, hand }) => items.filter((item) => item.seat === seat && item.hand === hand);
    const total = (seat, until) => sum(points.filter((item) => item.seat === seat && item.hand <= until));
    const behind = ({ seat, hand }) => total(seat, hand) - Math.min(...seats.map((other) => total(other, hand)));
    /** Who has the most of these, if it is one alone. */
    const most = (items) => {
        const sums = seats.map((seat) => sum(items.filter((item) => item.seat === seat)));
        const amount = Math.max(2, ...sums);
        const seat = sums.indexOf(amount);
        return seat >= 0 && seat === sums.lastIndexOf(amount) ? { seat, amount } : undefined;
    };
    const one = () => 1;
    return [
        best(as(points.filter(({ seat }) => winners.includes(seat)), behind), 5),
        most(points.filter(({ amount }) => amount === 1)),
        best(as(wins, ({ hand }) => -hands[hand - 1].story.length), -4 * seats.length),
        best(
            as(wins.filter((win) => of(passes, win).length === 0), (win) => of(plays, win).length),
            Math.max(3, 8 - seats.length),
        ),
        best(points.filter(({ seat }) => total(seat, hands.length) < target), 7),
        best(as(plays, ({ cards }) => cards.length), 5),
        most(turns),
        most(as(wins, one)),
        best(as(plays, ({ cards }) => valueOf(cards)), 1),
        most(as(passes, one)),
    ].flatMap((award, kind) =>
        (award ? [{ kind, hand: 0, cards: [], ...award, amount: Math.abs(award.amount) }] : []));
}

/** The few that are shown: the most telling ones, but of each player one before anybody has two. */
export function chosen(awards) {
    const first = awards.filter((award, i) => awards.findIndex(({ seat }) => seat === award.seat) === i);
    const isTold = ({ hand, cards }) =>
        cards.length > 0 && first.some((one) => one.hand === hand && one.cards.join() === cards.join());
    const others = awards.filter((award) => !first.includes(award) && !isTold(award));
    const shown = [...first, ...others].slice(0, 3);
    return awards.filter((award) => shown.includes(award));
}
