"""The 256 words of spoken join codes, such as raven-oak-fjord: a word is a byte.

No two share their first four letters, look alike or sound alike, and none has a common homophone, so that a code said
aloud over the telephone is written down right. No word is a number, a colour or a command of the game.
"""

WORDS: tuple[str, ...] = tuple(
    """
    acorn alpine amulet anchor antler anvil apple apricot asgard aspen aurora badger
    baltic banana barley barn basalt basil beacon belt birch bison blossom bonfire
    boot bramble breeze bridge bucket button cabin cactus camera candle canoe canyon
    captain caribou cave cheese chisel circus cliff cloak cloud clover coast comet
    compass copper crow delta denmark diamond dolphin dragon drift drizzle drum dusk
    eagle eclipse edda elk ermine falcon farm fiddle finch finland fjord flame
    flint flute forge fossil fox freya frost galaxy garlic giant glacier goblet
    goose granite gravel guitar haddock hammer harp harvest hazel hedge helm hero
    herring hill hockey honey horizon husky hut ibex iceberg iceland inlet iron
    ivy jungle juniper kayak keel kelp kestrel kettle king kraken lagoon lamp
    lantern lapland larch lemming lemon letter linden lobster lodge loki loom lumber
    magic magma magpie mammoth maple marble market mead melody meteor midgard milk
    mirror mitten moss music muskox nebula nectar nickel nimbus north norway nutmeg
    oak oasis oatmeal odin onion opera orbit orca orkney oslo osprey otter
    oven owl pancake paper pebble pelican pencil penguin planet poem polar
    pony potato prism puffin radish raft ragnar rainbow raven reef river
    robin robot rock rope rudder rune safari saga salt shadow shark
    shelter shield shovel sledge smoke snail snow sofa soup south spider
    spindle spoon spring spruce star stone storm sugar summit tankard tavern
    tent thor tiger tiller topaz torch tornado troll trout tulip tundra
    tunic tunnel turnip turtle unicorn vanilla viking village violin voyage waffle
    wagon walrus west window winter wizard wolf zebra zenith zinc zodiac
    """.split()  # noqa: SIM905 - one string reads better than 256
)
