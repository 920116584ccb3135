//! Boards as JSON: by their size or by their name, and how they are drawn.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use tengen_rules::{BoardName, Layout, MAX_SIDE, Point, Symmetries, Topology, Vertex};

use crate::Text;

/// The board that a new game asks for: `{"width": 9, "height": 9}`, or `{"name": "torus 9x9"}`. The wish may
/// be for a board that is too large to play on; [`BoardName::check`] tells.
///
/// ```
/// use tengen_protocol::BoardWish;
/// use tengen_rules::BoardName;
///
/// let torus: BoardWish = serde_json::from_str(r#"{"name": "torus 9x9"}"#)?;
/// assert_eq!(torus.0, BoardName::Torus { width: 9, height: 9 });
/// assert!(serde_json::from_str::<BoardWish>(r#"{"name": "torus 9x9", "width": 9}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BoardFields")]
pub struct BoardWish(pub BoardName);

impl Serialize for BoardWish {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Named {
            name: Text<BoardName>,
        }
        Named { name: Text(self.0) }.serialize(serializer)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFields {
    width: Option<usize>,
    height: Option<usize>,
    name: Option<Text<BoardName>>,
}

impl JsonSchema for BoardWish {
    fn schema_name() -> Cow<'static, str> {
        "BoardWish".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let side = json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_SIDE });
        json_schema!({
            "description": "A grid by its size, or any board by its name.",
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"width": side, "height": side},
                    "required": ["width", "height"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "properties": {"name": generator.subschema_for::<Text<BoardName>>()},
                    "required": ["name"],
                    "additionalProperties": false,
                },
            ],
            "examples": [{"width": 19, "height": 19}, {"name": "torus 9x9"}],
        })
    }
}

impl TryFrom<BoardFields> for BoardWish {
    type Error = &'static str;

    fn try_from(fields: BoardFields) -> Result<Self, &'static str> {
        match (fields.width, fields.height, fields.name) {
            (Some(width), Some(height), None) => Ok(Self(BoardName::Grid { width, height })),
            (None, None, Some(Text(name))) => Ok(Self(name)),
            _ => Err("a board is given by width and height, or by its name"),
        }
    }
}

/// The board of a game. `width` and `height` lay out `stones` and `owners`; only on grids do they mean more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardShape {
    /// Points in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The name; games from before there were names are on grids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Text<BoardName>>,
}

impl BoardShape {
    /// The shape of a named board.
    pub fn new(name: BoardName, topology: &Topology) -> Self {
        Self { width: topology.width(), height: topology.height(), name: Some(Text(name)) }
    }

    /// The board's name.
    pub fn name(&self) -> BoardName {
        self.name.map_or(BoardName::Grid { width: self.width, height: self.height }, |name| name.0)
    }
}

/// The drawing of a board: the answer to `GET /boards/{name}`. Places are `[x, y]` in thousandths of the
/// distance between neighbours on a grid, `x` from the left, `y` from the top.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardAnswer {
    /// The board's name.
    pub name: Text<BoardName>,
    /// Points in a row of `stones`.
    pub width: usize,
    /// Rows of `stones`.
    pub height: usize,
    /// The points in the order of `stones`.
    pub points: Vec<PointShape>,
    /// The lines to draw, each from a point to a neighbour, by their indices.
    pub lines: Vec<[usize; 2]>,
    /// Points that are shown once more beyond an edge, because it is joined to the opposite one.
    pub copies: Vec<CopyShape>,
    /// The ways to turn and mirror the board, each as the index of the place of every point; the first
    /// changes nothing.
    pub symmetries: Vec<Vec<usize>>,
}

/// A point and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointShape {
    /// Its name.
    pub at: Text<Vertex>,
    /// Its place.
    pub place: [i32; 2],
}

/// A point that is shown once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CopyShape {
    /// The point that it really is.
    pub of: Text<Vertex>,
    /// The neighbour beside which it is shown.
    pub beside: Text<Vertex>,
    /// Its place.
    pub place: [i32; 2],
}

impl BoardAnswer {
    /// The drawing of a named board.
    pub fn new(name: BoardName, topology: &Topology) -> Self {
        let layout: Layout = topology.layout();
        let vertex = |point: Point| Text(topology.vertex(point));
        let points = topology.points().zip(&layout.places);
        let copies = layout.copies.iter().map(|copy| CopyShape {
            of: vertex(copy.of),
            beside: vertex(copy.beside),
            place: [copy.place.x, copy.place.y],
        });
        Self {
            name: Text(name),
            width: topology.width(),
            height: topology.height(),
            points: points
                .map(|(point, place)| PointShape { at: vertex(point), place: [place.x, place.y] })
                .collect(),
            lines: layout.lines(topology).map(|(one, other)| [one.index(), other.index()]).collect(),
            copies: copies.collect(),
            symmetries: Symmetries::of(topology)
                .all()
                .iter()
                .map(|symmetry| symmetry.places().iter().map(|place| place.index()).collect())
                .collect(),
        }
    }
}
