"""Games and positions for tests, written as people write cards."""

from collections.abc import Sequence
from random import Random

from odin_net.game import Deal, LobbyOpened, Occupant, Options, Phase, StartGame, State, command_of, decide, legal_moves
from odin_net.game.cards import ALL_CARDS, COLOURS, Card, Mask, cards_in, cards_of_colours, mask_of, parse_card
from odin_net.game.commands import Command
from odin_net.game.events import Event
from odin_net.game.options import ALL_SIX
from odin_net.game.sets import value_of
from odin_net.game.state import Done, evolve, open_lobby, view_of


def cards(text: str) -> tuple[Card, ...]:
    """`cards("R1 P9")`."""
    return tuple(map(parse_card, text.split()))


def mask(text: str) -> Mask:
    return mask_of(cards(text))


def card(text: str) -> Card:
    return parse_card(text)


ALL_COLOURS = Options(colours=ALL_SIX)


def lobby(players: int, options: Options = ALL_COLOURS) -> LobbyOpened:
    return LobbyOpened(b"game", tuple(Occupant(name) for name in "ABCDEFG"[:players]), options)


def started(players: int, options: Options = ALL_COLOURS) -> State:
    """A game that waits for its first deal."""
    return fold(open_lobby(lobby(players, options)), StartGame())


def fold(state: State, *commands: Command) -> State:
    """The state after these commands."""
    for command in commands:
        for event in decide(state, command):
            state = evolve(state, event)
    return state


def dealt(players: int, deck: Sequence[Card], opener: int = 0, options: Options = ALL_COLOURS) -> State:
    """A first hand, just dealt."""
    return fold(started(players, options), Deal(tuple(deck), opener, COLOURS))


def shuffled(seed: int, colours: Mask = ALL_CARDS) -> tuple[Card, ...]:
    deck = list(cards_in(colours))
    Random(seed).shuffle(deck)
    return tuple(deck)


def position(
    *hands: str, middle: str = "", turn: int = 0, passes: int = 0, fallen: str = "", options: Options = ALL_COLOURS
) -> State:
    """A hand under way with just these cards. The middle was played by the last one who did not pass."""
    state = dealt(len(hands), cards_in(ALL_CARDS), options=options)
    lying, counts, owner = cards(middle), [len(hand.split()) for hand in hands], -1
    earlier: tuple[Done, ...] = ()
    done: tuple[Done, ...] = ()
    if fallen:
        earlier = ((turn, mask(fallen), 0),)
        counts[turn] += len(cards(fallen))
    if lying:
        owner = (turn - 1 - passes) % len(hands)
        done = ((owner, mask(middle), 0), *(((owner + 1 + more) % len(hands), 0, 0) for more in range(passes)))
        counts[owner] += len(lying)
    board = state.board._replace(
        game=state.board.game._replace(dealt=tuple(counts)),
        turn=turn,
        middle=lying,
        value=value_of(mask_of(lying)),
        owner=owner,
        passes=passes,
        earlier=earlier,
        this_round=done,
    )
    return State(board, tuple(map(mask, hands)))


# No game that was ever seen has a tenth of it.
MOST_COMMANDS = 100_000


def random_game(seed: int, players: int, options: Options = ALL_COLOURS) -> list[Event]:
    """All events of a whole game by random moves, `HandKnown` among them."""
    rng = Random(seed)
    opened = lobby(players, options)
    events: list[Event] = [opened]
    state = open_lobby(opened)
    colours = options.fixed_colours(players) or "".join(sorted(rng.sample(COLOURS, 4), key=COLOURS.index))
    command: Command = StartGame()
    for _ in range(MOST_COMMANDS):
        happened = decide(state, command)
        events += happened
        for event in happened:
            state = evolve(state, event)
        if state.board.phase is Phase.OVER:
            return events
        if state.board.phase is Phase.DEALING:
            deck = cards_in(cards_of_colours(colours))
            command = Deal(tuple(rng.sample(deck, len(deck))), rng.randrange(players), colours)
        else:
            turn = state.board.turn
            command = command_of(rng.choice(legal_moves(view_of(state, turn))), turn)
    raise AssertionError("this game does not end")
