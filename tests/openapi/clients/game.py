"""Plays a whole game with the client that openapi-python-client has made, and looks at what else programs need.

`game.py ORIGIN`, where the client is the package `tengen_client`.
"""

import sys
from io import BytesIO

from tengen_client import AuthenticatedClient, Client
from tengen_client.api.games import command, events, game, join, new_game, record
from tengen_client.api.histories import games
from tengen_client.api.players import house, new_guest
from tengen_client.api.records import new_records
from tengen_client.api.rules import rules
from tengen_client.api.streams import lobby
from tengen_client.models import (
    BoardWishWidthHeight,
    ColorWish,
    CommandAccept,
    CommandPass,
    CommandPlay,
    CommandPropose,
    EventAnswer,
    EventList,
    GameList,
    NewGame,
    NewGuest,
    Problem,
    Snapshot,
)
from tengen_client.types import File

ORIGIN = sys.argv[1]
# Two moves of each colour on a small board, and two passes.
MOVES = ["B2", "D2", "B3", "D3"]


def guest(name):
    """A new guest, and a client with the guest's token."""
    answer = new_guest.sync(client=Client(base_url=ORIGIN), body=NewGuest(name=name))
    return AuthenticatedClient(base_url=ORIGIN, token=answer.token)


def expect(value, kind):
    """The value, which must be of this kind."""
    assert isinstance(value, kind), value
    return value


def main():
    ann, ben = guest("Ann"), guest("Ben")
    wish = NewGame(board=BoardWishWidthHeight(width=4, height=4), color=ColorWish.BLACK, komi=0.5)
    made = expect(new_game.sync(client=ann, body=wish), Snapshot)
    begun = expect(join.sync(made.id, client=ben), Snapshot)
    turn, players = begun.turn, [ann, ben]
    for number, move in enumerate(MOVES + [None, None]):
        name = f"c-{number}"
        wish = CommandPlay(type_="play", id=name, turn=turn, at=move) if move else CommandPass(type_="pass", id=name, turn=turn, confirm=True)
        answer = expect(command.sync(made.id, client=players[number % 2], body=wish), EventAnswer)
        turn = answer.event.state.turn
    refused = command.sync(made.id, client=ann, body=CommandPlay(type_="play", id="late", turn=turn, at="A1"))
    assert expect(refused, Problem).code == "wrong_phase", refused
    scoring = expect(game.sync(made.id, client=ann), Snapshot)
    version = scoring.scoring.version
    marked = command.sync(made.id, client=ann, body=CommandPropose(type_="propose", id="marks", version=version, dead=[]))
    version = expect(marked, EventAnswer).event.state.scoring.version
    for player in (ann, ben):
        accepted = command.sync(made.id, client=player, body=CommandAccept(type_="accept", id="accept", version=version))
        expect(accepted, EventAnswer)
    over = expect(game.sync(made.id, client=ben), Snapshot)
    assert over.phase == "finished" and over.result is not None, over
    told = expect(events.sync(made.id, client=ann), EventList).events
    assert len(told) == over.seq and len({type(event).__name__ for event in told}) > 3, told
    assert isinstance(record.sync(made.id, client=ann), File)
    # What else raised: lists with words in them.
    assert expect(games.sync(client=ann, player=over.creator.id, cursor=""), GameList).games[0].id == made.id
    for answer in (lobby.sync(client=ann), house.sync(client=ann), rules.sync(client=ann)):
        assert answer is not None and not isinstance(answer, Problem), answer
    kept = new_records.sync(client=ann, body=File(payload=BytesIO(b"(;SZ[9];B[ee])"), mime_type="application/x-go-sgf"))
    assert len(kept.records) == 1, kept


main()
