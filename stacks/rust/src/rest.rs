//! JSON over HTTP/1.1: what all workloads have in common.

use std::fmt;
use std::io;
use std::marker::PhantomData;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::handler::Handler;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Extension, Json, Router};
use hyper::body::Body as _;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;
use tower::ServiceBuilder;

use crate::listen::Socket;
use crate::service::{Answered, MAX_MESSAGE_BYTES, Refusal};

pub const LIBRARIES: [(&str, &str); 2] = [
    ("axum", env!("VERSION_AXUM")),
    ("serde_json", env!("VERSION_SERDE_JSON")),
];

/// What is answered in the place of a response.
pub struct Problem {
    status: StatusCode,
    message: String,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = json!({
            "statusCode": self.status.as_u16(),
            "error": self.status.canonical_reason(),
            "message": self.message,
        });
        (self.status, Json(body)).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        let status = match rejection {
            // JSON of another shape is a bad request like any other.
            JsonRejection::JsonDataError(_) => StatusCode::BAD_REQUEST,
            _ => rejection.status(),
        };
        Self {
            status,
            message: rejection.body_text(),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self {
            status: rejection.status(),
            message: rejection.body_text(),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let (status, message) = match refusal {
            Refusal::Invalid(message) => (StatusCode::BAD_REQUEST, message),
            Refusal::Internal(message) => (StatusCode::INTERNAL_SERVER_ERROR, message),
        };
        Self { status, message }
    }
}

/// A body that is a JSON object. Serde by itself would read a struct from a list of its values, too.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = T;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        from.deserialize_map(ObjectVisitor(PhantomData)).map(Self)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Object<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        // A body that says how long it is is not waited for.
        if request.body().size_hint().lower() > MAX_MESSAGE_BYTES as u64 {
            return Err(Problem {
                status: StatusCode::PAYLOAD_TOO_LARGE,
                message: format!("A body has at most {MAX_MESSAGE_BYTES} bytes"),
            });
        }
        let Json(object) = Json::from_request(request, state).await?;
        Ok(object)
    }
}

/// Marks the answer of a probe, which is not counted.
#[derive(Clone)]
struct Probe;

/// The routes of a workload with all that is there besides them.
pub fn app(routes: Router, openapi: Option<String>, answered: Answered) -> Router {
    let health = || async { (Extension(Probe), Json(json!({"status": "ok"}))) };
    let mut app = routes.route("/health", only(&Method::GET, health));
    if let Some(text) = openapi {
        let json = [(header::CONTENT_TYPE, "application/json")];
        let document = || async move { (Extension(Probe), json, text) };
        app = app.route("/openapi.json", only(&Method::GET, document));
    }
    let count = move |response: Response| {
        if response.extensions().get::<Probe>().is_none() {
            answered.count();
        }
        response
    };
    app.fallback(
        |method: Method, uri: Uri| async move { nothing(StatusCode::NOT_FOUND, &method, &uri) },
    )
    .layer(DefaultBodyLimit::max(MAX_MESSAGE_BYTES))
    .layer(ServiceBuilder::new().map_response(count))
}

/// A route with one method; the others, HEAD among them, are told which.
pub fn only<H, T>(method: &Method, handler: H) -> MethodRouter
where
    H: Handler<T, ()>,
    T: 'static,
{
    let filter = MethodFilter::try_from(method.clone()).expect("a method of HTTP");
    let allow = HeaderValue::from_str(method.as_str()).expect("a name is a header's value");
    let refuse = |asked: Method, uri: Uri| async move {
        let problem = nothing(StatusCode::METHOD_NOT_ALLOWED, &asked, &uri);
        ([(header::ALLOW, allow)], problem)
    };
    let route = on(filter, handler).fallback(refuse.clone());
    // Otherwise axum answers it as a GET without its body.
    if *method == Method::GET {
        route.head(refuse)
    } else {
        route
    }
}

fn nothing(status: StatusCode, method: &Method, uri: &Uri) -> Problem {
    Problem {
        status,
        message: format!("There is nothing at {method} {uri}"),
    }
}

/// Answers on every connection until its client closes it, however long it is silent in between.
pub async fn serve<S: Socket>(app: Router, mut sockets: ReceiverStream<io::Result<S>>) {
    let mut http = http1::Builder::new();
    // A client may say that it sends no more and wait for its answer.
    http.half_close(true);
    let service = TowerToHyperService::new(app);
    while let Some(Ok(socket)) = sockets.next().await {
        // What goes wrong on a connection is told to its client, or its client is gone.
        tokio::spawn(http.serve_connection(TokioIo::new(socket), service.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::Product;

    fn read(json: &str) -> Result<Product, String> {
        serde_json::from_str::<Object<Product>>(json)
            .map(|Object(product)| product)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn reads_objects_with_fields_of_any_kind_besides_its_own() {
        let json = r#"{"other":[{"a":1}],"description":"\ud83d\ude00","name":"","id":"0"}"#;
        let product = read(json).unwrap();
        assert_eq!(
            (product.id.as_str(), product.description.as_str()),
            ("0", "😀")
        );
    }

    #[test]
    fn refuses_what_is_no_such_object() {
        for (json, reason) in [
            (r#"["0","x","y"]"#, "expected an object"),
            (r#"{"id":"0","name":"x"}"#, "missing field `description`"),
            (
                r#"{"id":0,"name":"x","description":"y"}"#,
                "expected a string",
            ),
            (
                r#"{"id":"0","name":null,"description":"y"}"#,
                "expected a string",
            ),
            (r#"{"id":"#, "EOF"),
            ("", "EOF"),
            ("{} {}", "missing field"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(reason), "{json}: {error}");
        }
    }
}
