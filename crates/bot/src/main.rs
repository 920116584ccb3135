//! The program `tengen-bot`.

use std::io::IsTerminal;
use std::process::ExitCode;

use tengen_bot::options::Options;
use tengen_bot::reception::{BotError, Reception, Tally};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let options = Options::read(std::env::args_os()).unwrap_or_else(|fault| fault.exit());
    let outcome = run(options);
    outcome.unwrap_or_else(|error| {
        // The log may not be set up when this fails, and an operator at a terminal reads standard error.
        #[allow(clippy::print_stderr)]
        {
            eprintln!("tengen-bot: {error}");
        }
        ExitCode::FAILURE
    })
}

#[tokio::main]
async fn run(options: Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let filter = tracing_subscriber::EnvFilter::try_new(&options.log)?;
    // When nobody reads the log any more, there is no place for complaints about that either.
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .log_internal_errors(false)
        .init();
    let mut terminate = signal(SignalKind::terminate())?;
    let stopped = async {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    };
    tokio::pin!(stopped);
    let mut reception = tokio::select! {
        opened = Reception::open(options) => opened?,
        () = &mut stopped => return Ok(ExitCode::SUCCESS),
    };
    let ended: Option<Result<Tally, BotError>> = tokio::select! {
        ended = reception.run() => Some(ended),
        () = &mut stopped => None,
    };
    let Some(ended) = ended else {
        reception.close().await;
        return Ok(ExitCode::SUCCESS);
    };
    let Tally { finished, scored, left } = ended?;
    tracing::info!(finished, scored, left, "the bot has played as many games as it was to");
    Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
