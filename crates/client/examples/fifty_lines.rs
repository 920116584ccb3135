//! A whole bot: joins the first open game on 9x9 and plays at random. `fifty_lines http://localhost:8080`

use std::error::Error;
use std::hash::{BuildHasher, RandomState};

use tengen_client::protocol::{Command, Text};
use tengen_client::rules::BoardName;
use tengen_client::{Client, CommandIds, GameFilter, Table, Update, game};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    play(&std::env::args().nth(1).unwrap_or_else(|| "http://localhost:8080".to_owned())).await
}

pub(crate) async fn play(server: &str) -> Result<(), Box<dyn Error>> {
    let (client, me) = Client::new(server)?.guest(Some("Fifty lines")).await?;
    let mut table = Table::new(loop {
        let open =
            client.games(&GameFilter { phases: vec![game::Phase::Open], ..GameFilter::default() }).await?;
        let nine = BoardName::Grid { width: 9, height: 9 };
        match open.games.iter().find(|game| game.settings.board.name() == nine) {
            Some(game) => break client.join(game.id.0).await?,
            None => tokio::time::sleep(std::time::Duration::from_secs(2)).await,
        }
    });
    let game = table.snapshot().id.0;
    let (mut session, mut ids, lots) = (client.session(), CommandIds::new(), RandomState::new());
    session.follow(game, Some(table.snapshot())).await?;
    while !table.is_finished() {
        let (id, turn) = (Text(ids.next()), table.turn());
        let command = if table.to_move().is_some() && table.to_move() == table.color_of(me.id.0) {
            let illegal: Vec<_> = table.snapshot().illegal.iter().map(|point| point.at.0).collect();
            let board = table.topology().ok_or("no such board")?;
            let free = board.points().map(|point| board.vertex(point));
            let free: Vec<_> =
                free.filter(|at| table.stone(*at).is_none() && !illegal.contains(at)).collect();
            let lot = usize::try_from(lots.hash_one(turn) % 1000)?;
            // With a few points left it passes, and so the game ends.
            let chosen = if free.len() > 20 { free.get(lot % free.len()) } else { None };
            Some(chosen.map_or(Command::Pass { id: id.clone(), turn, confirm: true }, |at| Command::Play {
                id,
                turn,
                at: Text(*at),
            }))
        } else {
            let mine = table.color_of(me.id.0);
            let marks = table.scoring().filter(|marks| mine.is_some_and(|mine| !marks.accepted.get(mine)));
            marks.map(|marks| Command::Accept { id, version: marks.version })
        };
        if let Some(command) = command {
            let _ = session.commands().send(game, command).await;
        }
        match session.next().await? {
            Update::Event { event, .. } => table.apply(&event),
            Update::Snapshot { snapshot, .. } => table = Table::new(*snapshot),
            _ => {}
        }
    }
    Ok(())
}
