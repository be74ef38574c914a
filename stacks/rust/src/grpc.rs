//! gRPC: what all workloads have in common.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use futures_util::future::Either;
use prost::Message;
use tokio_stream::wrappers::ReceiverStream;
use tonic::body::Body;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::server::NamedService;
use tonic::service::{LayerExt, Routes};
use tonic::transport::Server;
use tonic::transport::server::Connected;
use tonic::{Code, Status};
use tower::{Service, ServiceBuilder, layer::layer_fn};

use crate::listen::Socket;
use crate::service::{Answered, Refusal};

pub const LIBRARIES: [(&str, &str); 2] = [
    ("prost", env!("VERSION_PROST")),
    ("tonic", env!("VERSION_TONIC")),
];

const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Why reflection cannot fail to read them.
const READABLE: &str = "the compiler of interfaces made them";

/// A message of megabytes should not have to wait for its receiver, nor a call for others.
const STREAM_WINDOW: u32 = 4 << 20;
const CONNECTION_WINDOW: u32 = 64 << 20;
/// A client that ends abandons its calls, which is no attack.
const ABANDONED_CALLS: usize = 10_000;

/// The encoding of messages. Unlike tonic's own it takes answers that are shared, and blames the client for
/// bytes that are no message.
pub struct SharedCodec<A, R>(PhantomData<(A, R)>);

impl<A, R> Default for SharedCodec<A, R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<A, R> Codec for SharedCodec<A, R>
where
    A: Message + 'static,
    R: Message + Default + 'static,
{
    type Encode = Arc<A>;
    type Decode = R;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self::default()
    }

    fn decoder(&mut self) -> Self {
        Self::default()
    }
}

impl<A: Message, R> Encoder for SharedCodec<A, R> {
    type Item = Arc<A>;
    type Error = Status;

    fn encode(&mut self, answer: Arc<A>, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.reserve(answer.encoded_len());
        answer
            .encode(to)
            .map_err(|error| Status::internal(error.to_string()))
    }
}

impl<A, R: Message + Default> Decoder for SharedCodec<A, R> {
    type Item = R;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<R>, Status> {
        R::decode(from)
            .map(Some)
            .map_err(|error| Status::invalid_argument(format!("The message is not valid: {error}")))
    }
}

impl From<Refusal> for Status {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(message) => Self::invalid_argument(message),
            Refusal::Internal(message) => Self::internal(message),
        }
    }
}

/// The methods of a workload with health and reflection.
pub async fn app<S>(methods: S, answered: Answered) -> Routes
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S: NamedService + Clone + Send + Sync + 'static,
    S::Future: Send + 'static,
{
    let count = move |mut response: Response<Body>| {
        answered.count();
        blame_length(&mut response);
        response
    };
    let counted = ServiceBuilder::new()
        .map_response(count)
        .named_layer(methods);
    let (health, service) = tonic_health::server::health_reporter();
    health.set_serving::<S>().await;
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
            .with_service_name(S::NAME)
            .with_service_name(tonic_health::pb::health_server::SERVICE_NAME)
    };
    Routes::new(counted)
        .add_service(service)
        .add_service(reflection().build_v1().expect(READABLE))
        .add_service(reflection().build_v1alpha().expect(READABLE))
}

/// Tonic calls a message that is too long out of range. The libraries of gRPC itself agree on another word.
fn blame_length(response: &mut Response<Body>) {
    const TONIC: Code = Code::OutOfRange;
    const OTHERS: HeaderValue = HeaderValue::from_static("8");
    if let Some(code) = response.headers_mut().get_mut(Status::GRPC_STATUS)
        && Code::from_bytes(code.as_bytes()) == TONIC
    {
        *code = OTHERS;
    }
}

/// Lets calls through, whatever their messages are written in. Tonic would read anything as a call.
#[derive(Clone)]
struct OnlyCalls<S>(S);

impl<S, B> Service<Request<B>> for OnlyCalls<S>
where
    S: Service<Request<B>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<Ready<Result<Self::Response, S::Error>>, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        if is_call(&request) {
            return Either::Right(self.0.call(request));
        }
        let mut refused = Response::new(Body::empty());
        *refused.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Either::Left(ready(Ok(refused)))
    }
}

fn is_call<B>(request: &Request<B>) -> bool {
    let media_type = request.headers().get(CONTENT_TYPE);
    media_type.is_some_and(|given| given.as_bytes().starts_with(b"application/grpc"))
}

pub async fn serve<S: Socket + Connected>(app: Routes, sockets: ReceiverStream<io::Result<S>>) {
    let served = Server::builder()
        .layer(layer_fn(OnlyCalls))
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .http2_max_pending_accept_reset_streams(Some(ABANDONED_CALLS))
        .add_routes(app)
        .serve_with_incoming(sockets)
        .await;
    if let Err(error) = served {
        eprintln!("{error}");
    }
}
