"""One's own line, and one's own cards below it."""

from clients.model import middle_of, new_in
from clients.terminal.drawing.cards import GAP, Look, draw_card, draw_cards, draw_frame, looks_of
from clients.terminal.drawing.rows import fit, width_of
from clients.terminal.drawing.sheet import Box
from clients.terminal.screens.reactions import call_of
from clients.terminal.screens.table_seats import clock_of, kind_of
from clients.terminal.screens.table_sheet import NAME, Part
from clients.terminal.selection import in_order, joinable
from clients.terminal.state import Mode, PickCard
from odin_net.game.cards import format_card
from odin_net.game.state import Phase, PlayerView


class Own(Part):
    """The lower edge of the table: oneself."""

    def draw_line(self) -> None:
        """Whose turn it is, and what others see of us."""
        sheet, seen, row = self._sheet, self._frame.seen, self._layout.own
        is_mine = seen.my_turn and not seen.is_cut_off
        heavy = self._glyphs.heavy if is_mine else self._glyphs.corners
        style = "class:turn" if is_mine else "class:line"
        sheet.fill(Box(0, row, sheet.columns, 1), heavy[4], style)
        line = Box(2, row, sheet.columns - 4, 1)
        left, right = self._both_sides(line.width)
        if left:
            sheet.start(line, f" {left} ", "class:turn-word" if is_mine else "class:faint")
        if right:
            sheet.end(line, f" {right} ", "class:strong" if is_mine else "")

    def _both_sides(self, width: int) -> tuple[str, str]:
        """What stands at both sides of the own line, as much of it as has room."""
        left, right = self._whose_turn(), self._about_me()
        ways = [(one, other) for other in right for one in left] + [(left[-1], "")]
        return next(way for way in ways if sum(map(width_of, way)) + 6 <= width or way == ways[-1])

    def _whose_turn(self) -> list[str]:
        """Whose turn it is, at length and in short; nobody's while the host is away."""
        language, seen, board = self._language, self._frame.seen, self._board
        if seen.is_cut_off:
            return [""]
        if seen.my_turn:
            clock = clock_of(self._table, board.turn)
            # Translators: in capitals.
            # Room for 16 cells.
            word = language("TAKE A CARD" if self._frame.ui.mode is Mode.TAKING else "YOUR TURN")
            return [f"{self._table.mark} {word}" + (f"  {clock}" if clock else "")]
        if board.phase is not Phase.PLAYING or not 0 <= board.turn < len(board.game.seats):
            return [""]
        name = fit(self._frame.name(board.turn), NAME)
        alone = language("{name} plays", name=name)
        if seen.next_seat == seen.seat:
            return [language("{name} plays, then you", name=name), alone]
        if len(board.game.seats) == 2:
            return [alone]
        following = fit(self._frame.name(seen.next_seat), NAME)
        return [language("{name} plays, then {next}", name=name, next=following), alone]

    def _about_me(self) -> list[str]:
        """What others see of us, at length and in short."""
        language, seen, board = self._language, self._frame.seen, self._board
        if seen.seat is None or seen.me is None:
            return [""]
        # What is about to be played is not held any more.
        played = self._frame.ui.picked.bit_count() if self._frame.ui.mode is Mode.TAKING else 0
        cards = language.many("{count} card", "{count} cards", board.counts[seen.seat] - played)
        points = language.many("{count} point", "{count} points", board.game.totals[seen.seat])
        kind = kind_of(self._table, seen.seat)
        name, short = self._frame.name(seen.seat), self._table.joined(kind, cards, points)
        ways = [short] if self._layout.is_list else [self._table.joined(name, kind, cards, points), short]
        call = call_of(self._frame, seen.seat)
        # What we have called ourselves stands where the others have theirs: at the seat.
        return [self._table.joined(call, *ways[:1]), self._table.joined(call, short), *ways] if call else ways

    def draw_hand(self) -> None:
        """One's own cards."""
        view, ui = self._frame.seen.view, self._frame.ui
        if view is None or view.board.phase is not Phase.PLAYING or not view.hand:
            return None
        if ui.mode is Mode.TAKING:
            return self._hand_to_come(view)
        new = new_in(self._frame.seen, view.hand)
        bright = joinable(view, ui.picked) | ui.picked
        cards = in_order(view.hand, ui.sort)
        cursor = ui.cursor if ui.cursor in cards else cards[0]
        looks: list[Look] = [
            look._replace(
                raised=bool(ui.picked >> look.card & 1),
                cursor=look.card == cursor,
                dim=not bright >> look.card & 1,
                # Translators: on the edge of the card that was taken last. More than 5 letters may become a star.
                tag=self._language("new") if look.card == new else "",
                click=PickCard(look.card),
            )
            for look in looks_of(cards, self._language.viking)
        ]
        return draw_cards(
            self._sheet, self._layout.hand, looks, self._layout.hand_size, self._table.brush(""), lift=True
        )

    def _hand_to_come(self, view: PlayerView) -> None:
        """The hand as it will be, with a place for the card that is taken."""
        ui, layout, sheet = self._frame.ui, self._layout, self._sheet
        middle = middle_of(self._board)
        taken = middle[ui.taking % len(middle)]
        cards = in_order(view.hand & ~ui.picked | 1 << taken, ui.sort)
        looks = looks_of(cards, self._language.viking)
        size, brush = layout.hand_size, self._table.brush("")
        column = layout.hand.column + (layout.hand.width - size.across(len(cards))) // 2
        for look in looks:
            place = Box(column, layout.hand.row + 1, size.columns, size.rows)
            if look.card == taken:
                draw_frame(sheet, place, self._glyphs.dotted, "class:line")
                sheet.centre(place.line(size.rows // 2), format_card(taken), "class:turn")
            else:
                draw_card(sheet, place.column, place.row, look, size, brush)
            column += size.columns + GAP
