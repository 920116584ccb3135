//! Whole games, out of the database again.

#![allow(clippy::unwrap_used)] // a test that can not go on should stop, and say where

use tengen_archive::{StoredEvent, StoredSettings};
use tengen_game::State;
use tengen_played::{
    CREATED, ann, begun_elsewhere, called_off, counted, given_a_clock, given_up, ruled, timed,
};

#[test]
fn games_go_on_as_they_were_left() {
    for played in [counted(), called_off(), given_up(), timed(), given_a_clock(), ruled(), begun_elsewhere()]
    {
        let kept = StoredSettings::write(&played.settings).unwrap();
        let read = StoredSettings::read(ann(), &kept).unwrap();
        assert_eq!(StoredSettings::write(&read).unwrap(), kept);
        assert_eq!(read.setup(), played.settings.setup());
        let topology = played.settings.topology();
        let mut again = State::new(read, CREATED).unwrap();
        for (event, _) in &played.log {
            let row = StoredEvent::write(event, topology).unwrap();
            let event_again = row.read(topology).unwrap();
            assert_eq!(&event_again, event);
            again.apply(&event_again).unwrap();
        }
        assert_eq!(again.stones(), played.state.stones());
        assert_eq!((again.phase(), again.result()), (played.state.phase(), played.state.result()));
        assert_eq!(again.clock(), played.state.clock());
        assert_eq!(again.agreement(), played.state.agreement());
    }
}
