//! A position as SVG, in the look of the pages: wood, lines, stars, stones, the last move.

use std::fmt::{self, Display, Formatter};

use tengen_rules::{BoardName, Layout, Place, Topology};

/// The width of a picture in pixels: the shape that previews are shown in.
pub const WIDTH: u32 = 1200;
/// The height of a picture in pixels.
pub const HEIGHT: u32 = 630;
/// How far the board stays away from the edges of the picture, in pixels.
const FRAME: f64 = 27.0;
/// How far the wood goes beyond the outermost lines, in lines.
const MARGIN: f64 = 0.75;
/// The radii of stones in lines: white looks larger than black of the same size.
const BLACK: f64 = 0.487;
const WHITE: f64 = 0.472;

/// The table, and the paints of wood and stones: those of `static/board/paints.js`.
const PAINTS: &str = r##"<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#efcd8f"/><stop offset=".5" stop-color="#e6bd78"/><stop offset="1" stop-color="#d9ab62"/></linearGradient>
<radialGradient id="black" cx=".36" cy=".3" r=".75" fx=".34" fy=".26"><stop offset="0" stop-color="#6b6966"/><stop offset=".32" stop-color="#37353a"/><stop offset="1" stop-color="#131214"/></radialGradient>
<radialGradient id="white" cx=".36" cy=".3" r=".75" fx=".34" fy=".26"><stop offset="0" stop-color="#fdfbf5"/><stop offset=".55" stop-color="#efebe0"/><stop offset="1" stop-color="#c9c3b4"/></radialGradient>
<radialGradient id="shadow"><stop offset="0" stop-color="#2a1600" stop-opacity=".55"/><stop offset=".72" stop-color="#2a1600" stop-opacity=".38"/><stop offset="1" stop-color="#2a1600" stop-opacity="0"/></radialGradient>
</defs>
<rect width="100%" height="100%" fill="#f7f4ee"/>
"##;

/// A position to draw. Written out, it is a whole SVG of [`WIDTH`] by [`HEIGHT`] pixels.
#[derive(Debug)]
pub struct Drawing<'a> {
    /// The board's name, which tells whether it has star points.
    pub board: BoardName,
    /// The board.
    pub topology: &'a Topology,
    /// `.` `B` `W` for each point, in the order of the points; missing points are empty.
    pub stones: &'a str,
    /// The vertex of the last move, unless it was a pass.
    pub last_move: Option<&'a str>,
}

/// The part of the plane that a board fills, in lines.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn of(layout: &Layout) -> Self {
        let places = || layout.places.iter().copied().chain(layout.copies.iter().map(|copy| copy.place));
        let range = |along: fn(Place) -> i32| {
            let least = places().map(along).min().unwrap_or_default();
            let most = places().map(along).max().unwrap_or_default();
            (lines(least) - MARGIN, lines(most - least) + 2.0 * MARGIN)
        };
        let ((left, width), (top, height)) = (range(|place| place.x), range(|place| place.y));
        Self { left, top, width, height }
    }
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let layout = self.topology.layout();
        let Frame { left, top, width, height } = Frame::of(&layout);
        let (room_across, room_down) = (f64::from(WIDTH) - 2.0 * FRAME, f64::from(HEIGHT) - 2.0 * FRAME);
        let scale = (room_across / width).min(room_down / height);
        let across = (f64::from(WIDTH) - scale * width) / 2.0 - scale * left;
        let down = (f64::from(HEIGHT) - scale * height) / 2.0 - scale * top;
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{PAINTS}"#)?;
        write!(f, r#"<g transform="translate({across:.3} {down:.3}) scale({scale:.4})">"#)?;
        write!(
            f,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" rx=".22" fill="url(#wood)"/>"#
        )?;
        self.draw_lines(f, &layout)?;
        self.draw_stars(f)?;
        self.draw_stones(f, &layout)?;
        self.draw_last_move(f, &layout)?;
        f.write_str("</g></svg>")
    }
}

impl Drawing<'_> {
    fn draw_lines(&self, f: &mut Formatter<'_>, layout: &Layout) -> fmt::Result {
        let path = |f: &mut Formatter<'_>, from: Place, to: Place| {
            write!(f, "M{} {}L{} {}", lines(from.x), lines(from.y), lines(to.x), lines(to.y))
        };
        let style = r##"fill="none" stroke="#4a3212" stroke-width=".035" stroke-linecap="square""##;
        write!(f, "<path {style} d=\"")?;
        for (one, other) in layout.lines(self.topology) {
            path(f, layout.places[one.index()], layout.places[other.index()])?;
        }
        // Beyond an edge that is joined the lines run on, and are paler.
        write!(f, "\"/><path {style} opacity=\".4\" d=\"")?;
        for copy in &layout.copies {
            path(f, layout.places[copy.beside.index()], copy.place)?;
        }
        f.write_str("\"/>")
    }

    fn draw_stars(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BoardName::Grid { width, height } = self.board else { return Ok(()) };
        let (columns, rows) = (StarLines::of(width), StarLines::of(height));
        for row in rows.all() {
            for column in columns.all() {
                let on_a_side = (Some(row) == rows.middle) != (Some(column) == columns.middle);
                if !on_a_side || width.min(height) >= 15 {
                    write!(f, r##"<circle cx="{column}" cy="{row}" r=".11" fill="#4a3212"/>"##)?;
                }
            }
        }
        Ok(())
    }

    fn draw_stones(&self, f: &mut Formatter<'_>, layout: &Layout) -> fmt::Result {
        let stone = |f: &mut Formatter<'_>, letter: u8, place: Place, opacity: f64| {
            let (radius, paint) = if letter == b'B' { (BLACK, "black") } else { (WHITE, "white") };
            let (x, y) = (lines(place.x), lines(place.y));
            write!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#{paint})" opacity="{opacity}"/>"#)
        };
        let stones = || self.stones.bytes().zip(&layout.places).filter(|(letter, _)| *letter != b'.');
        // All shadows lie under all stones, or a shadow would fall on a neighbour.
        for (_, place) in stones() {
            let (x, y) = (lines(place.x) + 0.05, lines(place.y) + 0.08);
            write!(f, r#"<circle cx="{x}" cy="{y}" r=".53" fill="url(#shadow)"/>"#)?;
        }
        for (letter, place) in stones() {
            stone(f, letter, *place, 1.0)?;
        }
        for copy in &layout.copies {
            match self.stones.as_bytes().get(copy.of.index()) {
                Some(&letter) if letter != b'.' => stone(f, letter, copy.place, 0.6)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn draw_last_move(&self, f: &mut Formatter<'_>, layout: &Layout) -> fmt::Result {
        let vertex = self.last_move.and_then(|at| at.parse().ok());
        let Some(point) = vertex.and_then(|vertex| self.topology.point(vertex)) else { return Ok(()) };
        // A stone that is gone again, by suicide, has no ring.
        let ring = match self.stones.as_bytes().get(point.index()) {
            Some(b'B') => "#f6f2e8",
            Some(b'W') => "#1d1b1c",
            _ => return Ok(()),
        };
        let place = layout.places[point.index()];
        let (x, y) = (lines(place.x), lines(place.y));
        write!(f, r#"<circle cx="{x}" cy="{y}" r=".25" fill="none" stroke="{ring}" stroke-width=".085"/>"#)
    }
}

/// The rows or columns of a grid on which star points lie: few on small boards, and no middle on even sides.
struct StarLines {
    low: Option<usize>,
    middle: Option<usize>,
    high: Option<usize>,
}

impl StarLines {
    fn of(length: usize) -> Self {
        let low = match length {
            12.. => Some(3),
            7.. => Some(2),
            _ => None,
        };
        Self {
            low,
            middle: (length % 2 == 1 && length > 2).then_some(length / 2),
            high: low.map(|low| length - 1 - low),
        }
    }

    fn all(&self) -> impl Iterator<Item = usize> + use<> {
        [self.low, self.middle, self.high].into_iter().flatten()
    }
}

/// A length of layouts in lines.
fn lines(thousandths: i32) -> f64 {
    f64::from(thousandths) / 1000.0
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Pixmap;

    use super::*;
    use crate::picture::png;

    fn picture(board: BoardName, stones: &str, last_move: Option<&str>) -> Pixmap {
        let topology = board.topology().unwrap();
        let svg = Drawing { board, topology: &topology, stones, last_move }.to_string();
        let picture = Pixmap::decode_png(&png(&svg).unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), (WIDTH, HEIGHT), "{board}");
        picture
    }

    /// Red, green and blue at a place of the picture.
    fn color(picture: &Pixmap, x: u32, y: u32) -> [u8; 3] {
        let pixel = picture.pixel(x, y).unwrap();
        [pixel.red(), pixel.green(), pixel.blue()]
    }

    #[test]
    fn every_kind_of_board_is_drawn() {
        let boards = BoardName::EXAMPLES.into_iter();
        for board in
            boards.chain([BoardName::Grid { width: 1, height: 1 }, BoardName::Grid { width: 25, height: 2 }])
        {
            let points = board.topology().unwrap().points().count();
            let empty = picture(board, "", None);
            let full = picture(board, &"BW".repeat(points)[..points], None);
            assert_ne!(empty.data(), full.data(), "{board}");
            assert_eq!(color(&empty, 2, 2), [0xf7, 0xf4, 0xee], "{board}");
        }
    }

    #[test]
    fn stones_stand_where_they_were_played() {
        // On 3x3 the middle of the board is the middle of the picture, and a line is 164.6 pixels long.
        let board = BoardName::Grid { width: 3, height: 3 };
        let shown = picture(board, "B...W....", Some("B2"));
        let bright = |x, y| color(&shown, x, y).iter().map(|part| u32::from(*part)).sum::<u32>();
        assert!(bright(435, 150) < 250, "A3 is black");
        assert!(bright(600, 315) > 600, "B2 is white");
        assert!(bright(641, 315) < 150, "and has a dark ring");
        assert!((300..650).contains(&bright(682, 233)), "between points lies wood");
    }
}
