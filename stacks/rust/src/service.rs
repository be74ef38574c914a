//! A service that runs: what its start order says, put together.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use serde_json::value::RawValue;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_stream::wrappers::ReceiverStream;
use tonic::service::Routes;
use tonic::transport::server::Connected;

use crate::control::{Contents, Protocol, Report, Start, Workload};
use crate::inventory::Inventory;
use crate::listen::{self, Socket};
use crate::{Failure, grpc, inventory, product, rest};

/// Longest message in bytes, in either direction.
pub const MAX_MESSAGE_BYTES: usize = 128 * 1024 * 1024;

/// How many requests were answered, well or not; probes are none.
#[derive(Clone, Default)]
pub struct Answered(Arc<AtomicU64>);

impl Answered {
    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Why a request gets no answer of its workload.
pub enum Refusal {
    /// In words for its sender.
    Invalid(String),
    Internal(String),
}

enum App {
    Rest(Router),
    Grpc(Routes),
}

pub struct Service {
    port: u16,
    libraries: HashMap<&'static str, &'static str>,
    answered: Answered,
    contents: Arc<Contents>,
}

impl Service {
    /// Listens as ordered; from then on connections are accepted.
    pub async fn start(order: Start) -> Result<Self, Failure> {
        let answered = Answered::default();
        let contents = Arc::new(Contents::default());
        let tls = order
            .tls
            .as_ref()
            .map(|tls| listen::acceptor(tls, order.protocol))
            .transpose()?;
        let listener = listen::bind(&order.host, order.port)?;
        let service = Self {
            port: listener.local_addr()?.port(),
            libraries: libraries(order.protocol, tls.is_some()),
            answered: answered.clone(),
            contents: contents.clone(),
        };
        let app = app_of(order, answered, &contents).await?;
        tokio::spawn(serve(app, listener, tls));
        Ok(service)
    }

    pub fn started(&self) -> Report {
        Report::Started {
            port: self.port,
            runtime: concat!("Rust ", env!("VERSION_RUST")),
            libraries: self.libraries.clone(),
        }
    }

    pub fn measured(&self, id: u64) -> Report {
        Report::Measured {
            id,
            answered: self.answered.0.load(Ordering::Relaxed),
            heap_used_bytes: None,
            heap_total_bytes: None,
            threads: None,
        }
    }

    pub fn take_content(&self, id: u64, message: Box<RawValue>) {
        self.contents.take(id, message);
    }
}

fn libraries(protocol: Protocol, tls: bool) -> HashMap<&'static str, &'static str> {
    let own = match protocol {
        Protocol::Rest => rest::LIBRARIES,
        Protocol::Grpc => grpc::LIBRARIES,
    };
    let common = [
        ("hyper", env!("VERSION_HYPER")),
        ("tokio", env!("VERSION_TOKIO")),
    ];
    let secure = tls.then_some(("rustls", env!("VERSION_RUSTLS")));
    own.into_iter().chain(common).chain(secure).collect()
}

async fn app_of(
    order: Start,
    answered: Answered,
    contents: &Arc<Contents>,
) -> Result<App, Failure> {
    let inventory = || Inventory::new(&order.content, contents).map(Arc::new);
    Ok(match (order.protocol, order.workload) {
        (Protocol::Rest, Workload::Product) => {
            App::Rest(rest::app(product::routes(), order.openapi, answered))
        }
        (Protocol::Rest, Workload::Inventory) => {
            let routes = inventory::routes(&inventory()?);
            App::Rest(rest::app(routes, order.openapi, answered))
        }
        (Protocol::Grpc, Workload::Product) => {
            App::Grpc(grpc::app(product::methods(), answered).await)
        }
        (Protocol::Grpc, Workload::Inventory) => {
            let methods = inventory::methods(inventory()?);
            App::Grpc(grpc::app(methods, answered).await)
        }
    })
}

async fn serve(app: App, listener: TcpListener, tls: Option<TlsAcceptor>) {
    match tls {
        None => serve_on(app, listen::plain(listener)).await,
        Some(tls) => serve_on(app, listen::secure(listener, tls)).await,
    }
}

async fn serve_on<S: Socket + Connected>(app: App, sockets: ReceiverStream<io::Result<S>>) {
    match app {
        App::Rest(app) => rest::serve(app, sockets).await,
        App::Grpc(app) => grpc::serve(app, sockets).await,
    }
}
