//! The listening socket, and transport security over its connections.

use std::future::{Future, ready};
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::{self, Ticketer};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{RootCertStore, ServerConfig, SupportedProtocolVersion};
use tokio_rustls::server::TlsStream;
use tokio_stream::wrappers::ReceiverStream;

use crate::Failure;
use crate::control::{Protocol, Tls, TlsVersion};

/// All users may connect at the same moment; the system lowers this to its own limit.
const BACKLOG: u32 = 8192;

/// What a connection is read from and written to.
pub trait Socket: AsyncRead + AsyncWrite + Send + Unpin + 'static {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin + 'static> Socket for T {}

/// Listens at an address, of which a name may have several.
pub fn bind(host: &str, port: u16) -> Result<TcpListener, Failure> {
    let listen = || {
        let addresses = (host, port).to_socket_addrs()?;
        let first = addresses.into_iter().next();
        listen_at(first.ok_or_else(|| io::Error::other("the name has no address"))?)
    };
    listen().map_err(|error| format!("Cannot listen on {host}:{port}: {error}").into())
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Windows would share the port with others.
    socket.set_reuseaddr(cfg!(unix))?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Connections as they are accepted.
pub fn plain(listener: TcpListener) -> ReceiverStream<io::Result<TcpStream>> {
    accept(listener, |socket| ready(Ok(socket)))
}

/// Connections whose handshake is over.
pub fn secure(
    listener: TcpListener,
    tls: TlsAcceptor,
) -> ReceiverStream<io::Result<TlsStream<TcpStream>>> {
    accept(listener, move |socket| tls.accept(socket))
}

/// Accepts for ever. A connection that takes long to be made ready keeps no other waiting; one that fails
/// to be is dropped.
fn accept<S, F>(
    listener: TcpListener,
    make_ready: impl Fn(TcpStream) -> F + Send + 'static,
) -> ReceiverStream<io::Result<S>>
where
    S: Send + 'static,
    F: Future<Output = io::Result<S>> + Send + 'static,
{
    let (sender, accepted) = mpsc::channel(1024);
    tokio::spawn(async move {
        loop {
            let Ok((socket, _)) = listener.accept().await else {
                // No file descriptors are left, say: others may be closed.
                sleep(Duration::from_millis(50)).await;
                continue;
            };
            // Fails only where the client is gone again.
            let _ = socket.set_nodelay(true);
            let made = make_ready(socket);
            let sender = sender.clone();
            tokio::spawn(async move {
                if let Ok(socket) = made.await {
                    let _ = sender.send(Ok(socket)).await;
                }
            });
        }
    });
    ReceiverStream::new(accepted)
}

/// What makes connections secure as ordered.
pub fn acceptor(tls: &Tls, protocol: Protocol) -> Result<TlsAcceptor, Failure> {
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider.clone())
        .with_protocol_versions(&versions(tls))?;
    let builder = match &tls.client_ca {
        None => builder.with_no_client_auth(),
        Some(authority) => {
            let mut roots = RootCertStore::empty();
            for certificate in CertificateDer::pem_slice_iter(authority.as_bytes()) {
                roots.add(certificate?)?;
            }
            builder.with_client_cert_verifier(
                WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build()?,
            )
        }
    };
    let chain = CertificateDer::pem_slice_iter(tls.cert.as_bytes()).collect::<Result<_, _>>()?;
    let key = PrivateKeyDer::from_pem_slice(tls.key.as_bytes())?;
    let mut config = builder.with_single_cert(chain, key)?;
    config.ticketer = Ticketer::new()?;
    config.alpn_protocols = vec![match protocol {
        Protocol::Rest => b"http/1.1".to_vec(),
        Protocol::Grpc => b"h2".to_vec(),
    }];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn versions(tls: &Tls) -> Vec<&'static SupportedProtocolVersion> {
    [(TlsVersion::Tls12, &TLS12), (TlsVersion::Tls13, &TLS13)]
        .into_iter()
        .filter(|(version, _)| (tls.min_version..=tls.max_version).contains(version))
        .map(|(_, supported)| supported)
        .collect()
}
