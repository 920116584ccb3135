//! Files as great as those that players share, made up.

use std::fmt::Write as _;

/// The point of a number, in the upper right corner of a board of 19 lines.
fn point(number: usize) -> String {
    let letter = |number: usize, from: u8| char::from(from + u8::try_from(number % 10).unwrap());
    format!("{}{}", letter(number, b'j'), letter(number / 10, b'a'))
}

/// A book of so many problems: stones that are set up, the solution, and wrong ways.
pub(crate) fn book(problems: usize) -> String {
    let mut book = String::new();
    for number in 0..problems {
        let stones: Vec<String> = (0..14).map(|stone| point(number * 7 + stone * 3)).collect();
        let (black, white) = stones.split_at(7);
        let _ = writeln!(
            book,
            "(;GM[1]FF[4]SZ[19]GN[Problem {number}]AB[{}]AW[{}]C[Black to play.]",
            black.join("]["),
            white.join("][")
        );
        let free = |place: usize| point(number * 7 + place * 3 + 50);
        let [one, two, three] = [0, 1, 2].map(free);
        let _ = writeln!(book, "(;B[{one}];W[{two}];B[{three}]C[Right.])(;B[{two}];W[{one}]C[Wrong.]))");
    }
    book
}

/// A dictionary of openings in one game of so many nodes: lines of fourteen moves that branch off from each other, with letters
/// and remarks.
pub(crate) fn dictionary(nodes: usize) -> String {
    let mut text = "(;GM[1]FF[4]SZ[19]".to_owned();
    let (mut made, mut seed) = (1, 7);
    while made < nodes {
        text.push('(');
        for step in 0..14.min(nodes - made) {
            seed = (seed * 31 + 17) % 100;
            let (at, color) = (if step < 9 { step * 7 } else { seed }, ["B", "W"][step % 2]);
            let [one, two] = [seed, seed + 1].map(point);
            let _ = write!(text, ";{color}[{}]LB[{one}:a][{two}:b]TR[{}]", point(at), point(at));
            if step % 3 == 0 {
                text.push_str(
                    "C[This is the usual way to go on; White takes the outside, and Black the corner.]",
                );
            }
            made += 1;
        }
        text.push_str(")\n");
    }
    text.push(')');
    text
}
