//! Who may ask for what. Each route says it where it is declared, and what refuses requests goes by it:
//! `members_only.rs`, `enclosed.rs` and `suspended.rs`. To callers whom a route does not name it is closed, and so is
//! whatever is no route.

use std::collections::HashMap;
use std::ops::BitOr;
use std::sync::Arc;

use aide::axum::ApiRouter;
use aide::axum::routing::ApiMethodDocs;
use aide::openapi::{OpenApi, Operation, ReferenceOr};
use aide::transform::TransformOperation;
use aide::util::iter_operations_mut;
use axum::Router;
use axum::extract::{MatchedPath, Request};
use axum::http::{Extensions, Method};
use axum::routing::MethodRouter;
use serde_json::Value;

use crate::app::App;

/// Callers to whom a route is open, besides those to whom every route is: members, and all others where nothing keeps
/// them out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Permission(u8);

/// Nobody else.
pub(super) const NOBODY: Permission = Permission(0);
/// Strangers where only members look on.
pub(super) const STRANGERS: Permission = Permission(1);
/// Pupils of closed classes.
pub(super) const PUPILS: Permission = Permission(1 << 1);
/// Suspended players, as what is asked for is their own: the way out, the answer to the staff, their data.
pub(super) const SUSPENDED: Permission = Permission(1 << 2);
/// Those who do not see what the address names. Whoever takes somebody off an own list learns nothing, and may have put
/// a pupil there before the class was closed.
pub(super) const UNSEEING: Permission = Permission(1 << 3);
/// Suspended players who ask with the same method for what is not there below the address: they hear just that.
pub(super) const BELOW: Permission = Permission(1 << 4);

/// The field of an operation that keeps its permission until all are gathered. The description leaves it out.
pub(super) const OPEN_TO: &str = "x-open-to";

impl Permission {
    /// That of the route for which a request asks.
    pub(super) fn of(request: &Extensions) -> Self {
        request.get().copied().unwrap_or_default()
    }

    /// Whether the route is open to all of these.
    pub(super) const fn includes(self, callers: Self) -> bool {
        self.0 & callers.0 == callers.0
    }

    const fn without(self, callers: Self) -> Self {
        Self(self.0 & !callers.0)
    }

    fn of_operation(operation: &Operation) -> Self {
        let bits = operation.extensions.get(OPEN_TO).and_then(Value::as_u64);
        Self(bits.and_then(|bits| bits.try_into().ok()).unwrap_or_default())
    }
}

impl BitOr for Permission {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What is open to some callers.
pub(super) trait OpenTo {
    /// Opens it to these callers, too.
    fn open_to(self, callers: Permission) -> Self;
}

impl OpenTo for TransformOperation<'_> {
    fn open_to(mut self, callers: Permission) -> Self {
        open(self.inner_mut(), callers);
        self
    }
}

/// All of its routes so far.
impl OpenTo for ApiRouter<App> {
    fn open_to(self, callers: Permission) -> Self {
        self.with_path_items(|mut path| {
            iter_operations_mut(path.inner_mut()).for_each(|(_, operation)| open(operation, callers));
            path
        })
    }
}

fn open(operation: &mut Operation, callers: Permission) {
    let Permission(all) = Permission::of_operation(operation) | callers;
    operation.extensions.insert(OPEN_TO.to_owned(), all.into());
}

/// A route for GET beside the interface, which describes nothing.
pub(super) fn page(path: &str, answer: MethodRouter<App>) -> ApiRouter<App> {
    no_page(path).route(path, answer)
}

/// An address without a route that is as open as if there were one.
pub(super) fn no_page(path: &str) -> ApiRouter<App> {
    ApiRouter::new().api_route_docs(path, ApiMethodDocs::new("get", Operation::default()))
}

/// The permissions of all routes: by the template of the address, each with its method.
#[derive(Debug, Clone)]
pub(super) struct Permissions(Arc<HashMap<String, HashMap<String, Permission>>>);

impl Permissions {
    /// Gathers what routes say.
    pub(super) fn gather(routes: ApiRouter<App>) -> (Router<App>, Self) {
        let mut api = OpenApi::default();
        let router = routes.finish_api(&mut api);
        let paths = api.paths.into_iter().flat_map(|paths| paths.paths);
        let all = paths.filter_map(|(path, item)| {
            let ReferenceOr::Item(item) = item else { return None };
            let said = |(method, operation): (&str, Operation)| {
                (method.to_ascii_uppercase(), Permission::of_operation(&operation))
            };
            Some((path, item.into_iter().map(said).collect()))
        });
        (router, Self(Arc::new(all.collect())))
    }

    /// Notes the permission of its route with a request.
    pub(super) fn note(&self, mut request: Request) -> Request {
        let known = request.extensions();
        let path = known.get::<MatchedPath>().map_or(request.uri().path(), MatchedPath::as_str);
        let mut said = self.of(path, request.method());
        // Where a part of the address is empty, its template names nothing; below a wildcard there are files alone.
        if path.contains('{') && !path.contains("{*") && request.uri().path().contains("//") {
            said = said.without(STRANGERS);
        }
        request.extensions_mut().insert(said);
        request
    }

    fn of(&self, path: &str, method: &Method) -> Permission {
        let said = |path: &str, method: &Method| self.0.get(path)?.get(method.as_str()).copied();
        let method = if method == Method::HEAD { &Method::GET } else { method };
        said(path, method).unwrap_or_else(|| {
            // That there is no route hears whoever may ask for something else of the address, or above it.
            let mut of_path = self.0.get(path).into_iter().flat_map(HashMap::values);
            let is_for_pupils = of_path.any(|said| said.includes(PUPILS));
            let method = if method.is_safe() { &Method::GET } else { method };
            // A path may have tens of thousands of slashes, so those that are known are looked for in it.
            let is_below = || {
                self.0.iter().any(|(above, said)| {
                    path.strip_prefix(above.as_str()).is_some_and(|rest| rest.starts_with('/'))
                        && said.get(method.as_str()).is_some_and(|said| said.includes(BELOW))
                })
            };
            let is_own = said(path, method).is_some_and(|said| said.includes(SUSPENDED)) || is_below();
            let pupils = if is_for_pupils { PUPILS } else { NOBODY };
            pupils | if is_own { SUSPENDED } else { NOBODY }
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::options::{Arguments, Task};
    use crate::web::{health, interface, pages, well_known};

    fn permissions() -> Permissions {
        let Task::Serve(options) = Arguments::parse_from(["tengen"]).task() else {
            panic!("no task but to serve")
        };
        let beside = health::router().merge(pages::page::router()).merge(pages::pictures::router());
        let beside = beside.merge(pages::codes::router()).merge(well_known::router(&options));
        Permissions::gather(beside.nest("/api/v1", interface())).1
    }

    #[test]
    fn each_route_is_open_to_those_of_the_table() {
        let Permissions(all) = permissions();
        let names = [
            (STRANGERS, " strangers"),
            (PUPILS, " pupils"),
            (SUSPENDED, " suspended"),
            (UNSEEING, " unseeing"),
            (BELOW, " below"),
        ];
        let mut lines = Vec::new();
        for (path, methods) in &*all {
            for (method, said) in methods {
                let callers =
                    names.iter().filter(|(callers, _)| said.includes(*callers)).map(|(_, name)| *name);
                lines.push(format!("{path} {method}{}", callers.collect::<String>()));
            }
        }
        lines.sort_unstable();
        assert_eq!(lines, include_str!("../../tests/permissions.txt").lines().collect::<Vec<_>>());
    }

    #[test]
    fn what_is_no_route_is_hidden_from_those_alone_who_may_not_know_of_it() {
        let all = permissions();
        for (method, path, callers) in [
            (Method::PATCH, "/api/v1/games", PUPILS),
            (Method::OPTIONS, "/api/v1/groups", PUPILS),
            (Method::PATCH, "/api/v1/players/{id}/follow", PUPILS),
            (Method::PATCH, "/api/v1/bots", NOBODY),
            (Method::GET, "/api/v1/me/identities", PUPILS | SUSPENDED),
            (Method::OPTIONS, "/api/v1/me", PUPILS | SUSPENDED),
            (Method::HEAD, "/api/v1/me/nothing", SUSPENDED),
            (Method::DELETE, "/api/v1/me/nothing", NOBODY),
            (Method::POST, "/api/v1/sessions/no/thing", SUSPENDED),
            (Method::OPTIONS, "/api/v1/reports", PUPILS | SUSPENDED),
            (Method::GET, "/api/v1/reports/nothing", NOBODY),
            (Method::OPTIONS, "/account", SUSPENDED),
            (Method::OPTIONS, "/sign-in", NOBODY),
            (Method::GET, "/static/", STRANGERS),
            (Method::GET, "/nothing", NOBODY),
        ] {
            assert_eq!(all.of(path, &method), callers, "{method} {path}");
        }
    }
}
