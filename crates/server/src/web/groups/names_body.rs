//! The names for accounts, as they come: in JSON, or as a table.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use serde_json::json;
use tengen_groups::{BadList, Row, read_names};
use tengen_protocol::{LARGEST_CLASS, NewAccounts, ProblemCode};

use crate::app::App;
use crate::web::accept::{CSV, JSON};
use crate::web::body::{is, malformed, parse, read};
use crate::web::error::WebError;
use crate::web::openapi::{GenContext, Operation, OperationInput, may_be_file, request_body};

/// The longest list, in bytes.
pub(super) const LONGEST_LIST: usize = 64 * 1024;

/// The body of a request for accounts. It is read for its names once it is clear who asks.
pub(super) enum NamesBody {
    Json(Bytes),
    Table(Bytes),
}

impl FromRequest<App> for NamesBody {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &App) -> Result<Self, WebError> {
        let (is_json, is_table) = (is(JSON, request.headers()), is(CSV, request.headers()));
        if !is_json && !is_table {
            return Err(ProblemCode::UnsupportedMediaType.into());
        }
        let bytes = read(request, app, LONGEST_LIST).await?;
        Ok(if is_json { Self::Json(bytes) } else { Self::Table(bytes) })
    }
}

impl OperationInput for NamesBody {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        request_body::<NewAccounts>(ctx, operation, true);
        may_be_file(operation, CSV, "name\r\nAnn\r\nBen\r\n");
    }
}

impl NamesBody {
    /// The names, each with its line: of a list in JSON its place, from 1 on.
    pub(super) fn rows(&self) -> Result<Vec<Row>, WebError> {
        let too_many = || ProblemCode::InvalidAccounts.with(json!({"max": LARGEST_CLASS})).into();
        match self {
            Self::Json(bytes) => {
                let NewAccounts { names } = parse(bytes)?;
                if names.is_empty() || names.len() > LARGEST_CLASS {
                    return Err(too_many());
                }
                let row = |(line, name): (u32, String)| Row { line, name: Some(name.trim().to_owned()) };
                Ok((1..).zip(names).map(row).collect())
            }
            Self::Table(bytes) => read_names(bytes, LARGEST_CLASS).map_err(|bad| match bad {
                BadList::TooMany(_) => too_many(),
                BadList::NoText | BadList::Empty | BadList::NoColumn => malformed(&bad.to_string()),
            }),
        }
    }
}
