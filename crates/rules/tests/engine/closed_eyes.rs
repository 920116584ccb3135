//! Closed eyes with dead stones in them, all of them up to six points.

use std::collections::BTreeSet;

use tengen_rules::{ByColor, HalfPoints, LineName, Preset};

use crate::diagram::{draw, score};

type Cell = (usize, usize);

/// All shapes of a number of connected points, each in one of its orientations.
fn shapes(points: usize) -> BTreeSet<Vec<Cell>> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..points {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            // One row and one column free at every side.
            let shape: Vec<Cell> = shape.iter().map(|&(column, row)| (column + 1, row + 1)).collect();
            for &(column, row) in &shape {
                let beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)];
                for more in beside.into_iter().filter(|more| !shape.contains(more)) {
                    larger.insert(standard(shape.iter().copied().chain([more]).collect()));
                }
            }
        }
        shapes = larger;
    }
    shapes
}

/// The least of the eight ways to turn and mirror a shape.
fn standard(mut shape: Vec<Cell>) -> Vec<Cell> {
    let mut ways = Vec::new();
    for turn in 0..8 {
        let left = shape.iter().map(|cell| cell.0).min().unwrap();
        let top = shape.iter().map(|cell| cell.1).min().unwrap();
        let mut moved: Vec<Cell> = shape.iter().map(|&(column, row)| (column - left, row - top)).collect();
        moved.sort_unstable();
        ways.push(moved);
        let right = shape.iter().map(|cell| cell.0).max().unwrap();
        shape = shape.iter().map(|&(column, row)| (row, right - column)).collect();
        if turn == 3 {
            shape = shape.iter().map(|&(column, row)| (row, column)).collect();
        }
    }
    ways.into_iter().min().unwrap()
}

/// A drawing of the eye, of one black chain around it, and of a white group around that which has two eyes.
fn drawing(shape: &[Cell], dead: &[Cell]) -> String {
    let far = 4 + shape.iter().flat_map(|&(column, row)| [column, row]).max().unwrap();
    let cell = |column: usize, row: usize| {
        // The shape begins two lines from the edge.
        let near = |&&(x, y): &&Cell| (x + 2).abs_diff(column) <= 1 && (y + 2).abs_diff(row) <= 1;
        if column >= 2 && row >= 2 && shape.contains(&(column - 2, row - 2)) {
            return if dead.contains(&(column - 2, row - 2)) { 'o' } else { '.' };
        }
        if shape.iter().any(|cell| near(&cell)) {
            return 'X';
        }
        let eyes = [(0, far + 1), (far + 1, far + 1)];
        if eyes.contains(&(column, row)) { '.' } else { 'O' }
    };
    let rows = (0..far + 2).map(|row| (0..far + 2).map(|column| cell(column, row)).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

/// Black's territory and prisoners under Japanese rules.
fn count(rows: &str) -> (usize, usize) {
    let (board, dead) = draw(rows);
    let score =
        score(&board, &dead, ByColor::default(), &Preset::Japanese.rules(), HalfPoints::ZERO, 0).unwrap();
    let points = |name| {
        let line = score.lines.iter().find(|line| line.name == name).unwrap();
        usize::try_from(line.points.black.half_points() / 2).unwrap()
    };
    (points(LineName::Territory), points(LineName::DeadStones))
}

/// Every set of dead stones that leaves a liberty to each of their chains and to the black one.
fn fillings(shape: &[Cell]) -> Vec<Vec<Cell>> {
    let sets = (1..(1_usize << shape.len()) - 1).map(|set| {
        let chosen = shape.iter().enumerate().filter(move |(index, _)| set >> index & 1 == 1);
        chosen.map(|(_, &cell)| cell).collect::<Vec<Cell>>()
    });
    sets.filter(|dead| {
        let beside = |one: Cell, other: Cell| one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1;
        let at_ring = |cell: Cell| shape.iter().filter(|&&other| beside(cell, other)).count() < 4;
        let mut free: Vec<Cell> = shape.iter().copied().filter(|cell| !dead.contains(cell)).collect();
        if !free.iter().any(|&cell| at_ring(cell)) {
            return false;
        }
        loop {
            let more = dead
                .iter()
                .find(|&&cell| !free.contains(&cell) && free.iter().any(|&other| beside(cell, other)));
            match more {
                Some(&cell) => free.push(cell),
                None => return free.len() == shape.len(),
            }
        }
    })
    .collect()
}

#[test]
fn all_of_them_count_where_the_stones_in_them_are_agreed_to_be_dead() {
    for (points, expected_shapes) in [(3, 2), (4, 5), (5, 12), (6, 35)] {
        let shapes = shapes(points);
        assert_eq!(shapes.len(), expected_shapes);
        for shape in &shapes {
            for dead in fillings(shape) {
                let rows = drawing(shape, &dead);
                assert_eq!(count(&rows), (points, dead.len()), "\n{rows}");
            }
        }
    }
}
