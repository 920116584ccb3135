//! The program `tengen`.

use std::fmt::Display;
use std::process::ExitCode;

use clap::Parser;
use tengen_server::options::{Arguments, HealthOptions, ServeOptions, Task};
use tengen_server::{check, health, serve};

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task() {
        Task::Serve(options) => run_server(options).map(|()| ExitCode::SUCCESS),
        Task::Health(options) => ask_server(&options).map(|()| ExitCode::SUCCESS),
        Task::Check(options) => check::run(&options).map_err(told),
    };
    outcome.unwrap_or_else(|error| {
        // The log may not be set up when this fails, and an operator at a terminal reads standard error.
        #[allow(clippy::print_stderr)]
        {
            eprintln!("tengen: {error}");
        }
        ExitCode::FAILURE
    })
}

#[tokio::main]
async fn run_server(options: ServeOptions) -> Result<(), String> {
    serve::run(options).await.map_err(told)
}

#[tokio::main]
async fn ask_server(options: &HealthOptions) -> Result<(), String> {
    health::ask(options).await.map_err(told)
}

#[allow(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn told(error: impl Display) -> String {
    error.to_string()
}
