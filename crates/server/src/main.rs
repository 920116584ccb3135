//! The program `tengen`.

use std::process::ExitCode;

use clap::Parser;
use tengen_server::{
    health,
    options::{Arguments, Task},
    serve,
};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.task() {
        Task::Serve(options) => serve::run(options).await.map_err(|error| error.to_string()),
        Task::Health(options) => health::ask(&options).await.map_err(|error| error.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The log may not be set up when this fails, and an operator at a terminal reads standard error.
            #[allow(clippy::print_stderr)]
            {
                eprintln!("tengen: {error}");
            }
            ExitCode::FAILURE
        }
    }
}
