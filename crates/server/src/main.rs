//! The program `tengen`.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;
use std::thread::available_parallelism;

use mimalloc::MiMalloc;
use tengen_server::options::{Arguments, ServeOptions, StatusOptions, Task};
use tengen_server::status::{self, StatusError};
use tengen_server::{admin, check, check_config, health, keeping, serve};
use tokio::runtime::Builder;

/// With the system's allocator a move takes a quarter to a third more of the processor: docs/decisions/libraries.md, "mimalloc allocates".
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How many threads serve connections where there is one processor: while one writes a long list, the system lets another answer a
/// move. Several processors have one each, as is usual.
const THREADS_OF_ONE: usize = 4;

fn main() -> ExitCode {
    let outcome = match Arguments::read().task() {
        Task::Serve(options) => run_server(*options).map(|()| ExitCode::SUCCESS),
        Task::CheckConfig(options) => {
            Ok(if check_config::run(&options) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Task::Health(options) => done(health::ask(&options)),
        Task::Status(options) => alone(look(options)),
        Task::Check(options) => check::run(&options).map_err(told),
        Task::Backup(options) => done(keeping::backup(&options)),
        Task::Restore(options) => done(keeping::restore(&options)),
        Task::Transfer(options) => done(keeping::transfer(&options)),
        Task::Admin(options) => among_threads(admin::run(&options)),
        Task::CheckDatabase(options) => alone(keeping::check_database(&options)),
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

fn run_server(options: ServeOptions) -> Result<(), String> {
    let mut runtime = Builder::new_multi_thread();
    if available_parallelism().is_ok_and(|count| count.get() == 1) {
        runtime.worker_threads(THREADS_OF_ONE);
    }
    let runtime = runtime.enable_all().build().map_err(told)?;
    // On a thread that serves connections, too: on this one each would have to wake it first.
    runtime.block_on(runtime.spawn(serve::run(options))).map_err(told)?.map_err(told)
}

/// Does one thing, after which the program ends. The exit status tells whether the answer was yes.
fn alone<E: Display>(work: impl Future<Output = Result<bool, E>>) -> Result<ExitCode, String> {
    let runtime = Builder::new_current_thread().enable_all().build().map_err(told)?;
    let is_well = runtime.block_on(work).map_err(told)?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same for what only fails or does not.
fn done<E: Display>(work: impl Future<Output = Result<(), E>>) -> Result<ExitCode, String> {
    alone(async { work.await.map(|()| true) })
}

/// The same for what plays games through, which is done beside the thread that waits for the database.
fn among_threads<E: Display>(work: impl Future<Output = Result<(), E>>) -> Result<ExitCode, String> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(told)?;
    runtime.block_on(work).map_err(told)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the figures of a running server, and answers whether it is well.
async fn look(options: StatusOptions) -> Result<bool, StatusError> {
    let status = status::look(&options).await?;
    // A reader that has left needs no more.
    let _ = std::io::stdout().write_all(status.text.as_bytes());
    Ok(status.well)
}

#[allow(clippy::needless_pass_by_value, reason = "it is given to map_err")]
fn told(error: impl Display) -> String {
    error.to_string()
}
