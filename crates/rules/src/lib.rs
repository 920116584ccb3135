#![doc = include_str!("../README.md")]

mod board;
mod board_name;
mod by_color;
mod candidates;
mod chains;
mod color;
mod count;
mod figures;
mod formal_vertex;
mod game;
mod half_points;
mod handicap;
mod history;
mod layout;
mod legality;
mod liberties;
mod life;
mod names;
mod playout;
mod point;
mod preset;
mod preset_table;
mod proposal;
mod random;
mod record;
mod regions;
mod rules;
mod score;
mod seki;
mod sgf_vertex;
mod square;
mod stones;
mod surface;
mod topology;
mod vertex;
mod zobrist;

pub use board::{Board, Outcome};
pub use board_name::{BoardName, BoardNameError};
pub use by_color::ByColor;
pub use color::Color;
pub use formal_vertex::{FormalVertex, FormalVertexError};
pub use game::{Ending, Game, Move, Pass, Play, SetupError};
pub use half_points::HalfPoints;
pub use handicap::{HandicapError, fixed_handicap, max_fixed_handicap, max_free_handicap, star_points};
pub use layout::{Layout, Place, SeamCopy};
pub use legality::Illegal;
pub use life::unconditionally_alive;
pub use names::UnknownName;
pub use playout::Playout;
pub use point::Point;
pub use preset::Preset;
pub use proposal::{Proposal, propose_dead};
pub use random::SplitMix;
pub use record::{Record, RecordError, RecordMove};
pub use rules::{
    Button, Dead, HandicapBonus, LongCycle, Placement, Repetition, ResumeFirst, Rules, RulesError, Scoring,
    Suicide, Tax, Ties,
};
pub use score::{Beside, DeadError, LineName, Score, ScoreLine, score};
pub use sgf_vertex::{SgfVertex, SgfVertexError};
pub use square::{Cut, Square};
pub use stones::{NoLiberties, Stones, StonesError};
pub use surface::{Exact, Row, Surface};
pub use topology::{GraphError, MAX_POINTS, MAX_SIDE, SizeError, Topology};
pub use vertex::{Vertex, VertexError};
