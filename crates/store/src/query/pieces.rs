//! A query that is put together from texts of this program and values of its users.

use sqlx::AssertSqlSafe;

use crate::pool::{Query, Store, Tx, push_placeholder};

/// A query in pieces, the same for both databases. Input from outside can only get in as a value.
#[derive(Debug, Default)]
pub(crate) struct Pieces(pub(crate) Vec<Piece>);

/// A part of a query.
#[derive(Debug)]
pub(crate) enum Piece {
    /// SQL, written in this program.
    Sql(&'static str),
    /// A text to compare with.
    Text(String),
    /// A number to compare with.
    Number(i64),
    /// A truth to compare with.
    Flag(bool),
}

impl Pieces {
    pub(crate) fn sql(&mut self, sql: &'static str) -> &mut Self {
        self.0.push(Piece::Sql(sql));
        self
    }

    pub(crate) fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.0.push(Piece::Text(text.into()));
        self
    }

    pub(crate) fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        self.0.push(Piece::Number(number.into()));
        self
    }

    pub(crate) fn flag(&mut self, flag: bool) -> &mut Self {
        self.0.push(Piece::Flag(flag));
        self
    }

    /// A list of numbers in brackets.
    pub(crate) fn numbers(&mut self, numbers: &[u32]) -> &mut Self {
        let mut before = "(";
        for number in numbers {
            self.sql(before).number(*number);
            before = ", ";
        }
        self.sql(")")
    }

    /// A list of texts in brackets.
    pub(crate) fn texts<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) -> &mut Self {
        let mut before = "(";
        for text in texts {
            self.sql(before).text(text);
            before = ", ";
        }
        self.sql(")")
    }
}

impl Pieces {
    /// The statement of a transaction that the pieces make.
    pub(crate) fn query(self, tx: &mut Tx) -> Query<'_> {
        let sql = self.statement(matches!(tx, Tx::Postgres(_)));
        self.bind_to(tx.query(sql))
    }

    /// The statement by itself that the pieces make, which reads.
    pub(crate) fn read(self, store: &Store) -> Query<'_> {
        let sql = self.statement(store.is_shared());
        self.bind_to(store.read(sql))
    }

    fn statement(&self, is_numbered: bool) -> AssertSqlSafe<String> {
        let (mut sql, mut values) = (String::new(), 0);
        for piece in &self.0 {
            if let Piece::Sql(part) = piece {
                sql.push_str(part);
            } else {
                values += 1;
                push_placeholder(&mut sql, is_numbered, values);
            }
        }
        AssertSqlSafe(sql)
    }

    fn bind_to(self, query: Query<'_>) -> Query<'_> {
        self.0.into_iter().fold(query, |query, piece| match piece {
            Piece::Sql(_) => query,
            Piece::Text(text) => query.bind(text),
            Piece::Number(number) => query.bind(number),
            Piece::Flag(flag) => query.bind(flag),
        })
    }
}
