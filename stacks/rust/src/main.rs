//! The bundled services of Wirebench in Rust: one program for all workloads and protocols, spoken to in lines
//! of JSON. See the README for how.

mod control;
mod grpc;
mod inventory;
mod listen;
mod product;
mod rest;
mod service;

use std::error::Error;
use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use signal_hook::consts::{SIGINT, SIGTERM};
use tokio::runtime::{self, Runtime};

use control::{Command, Report, Start, say};
use service::Service;

type Failure = Box<dyn Error>;

/// This thread reads the commands and waits; the service runs in the threads of its runtime.
fn main() -> ExitCode {
    match obey(io::stdin().lock()) {
        // What is under way ends with the process.
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message = error.to_string();
            say(&Report::Failed { message });
            ExitCode::FAILURE
        }
    }
}

/// Starts the service that the first line orders and answers the commands of the others, until one says stop
/// or there are no more.
fn obey(input: impl BufRead) -> Result<(), Failure> {
    ignore_signals()?;
    let mut lines = input.lines();
    let Some(order) = lines.next().transpose()? else {
        return Ok(());
    };
    let order: Start = serde_json::from_str(&order)?;
    let runtime = threads(order.workers)?;
    let service = runtime.block_on(Service::start(order))?;
    say(&service.started());
    for line in lines {
        match serde_json::from_str(&line?)? {
            Command::Measure { id } => say(&service.measured(id)),
            Command::Content { id, message } => service.take_content(id, message),
            Command::Stop => break,
        }
    }
    // Connections may wait for ever: nothing of them is waited for.
    runtime.shutdown_background();
    Ok(())
}

/// Ctrl-C reaches every process of a terminal; the parent decides what ends, and when.
fn ignore_signals() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
    }
    Ok(())
}

/// @param workers how many threads answer requests; 0 for as many as there are cores.
fn threads(workers: usize) -> io::Result<Runtime> {
    let all = available_parallelism()?.get();
    runtime::Builder::new_multi_thread()
        .worker_threads(if workers == 0 { all } else { workers })
        .enable_all()
        .build()
}
