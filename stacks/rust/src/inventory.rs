//! The `inventory` workload: all payload is in the answers, whose content Wirebench makes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::Method;
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use tokio::sync::OnceCell;
use tonic::{Request, Response, Status};

use crate::Failure;
use crate::control::Contents;
use crate::rest::{Problem, only};
use crate::service::{MAX_MESSAGE_BYTES, Refusal};

mod interface {
    #![allow(clippy::all, clippy::pedantic)]
    tonic::include_proto!("wirebench.inventory.v1");
}

use interface::inventory_service_server::{InventoryService, InventoryServiceServer};
use interface::{Empty, ItemsFull, ItemsRequest, ItemsStatus, ItemsSummary};

/// Bounds of an answer's JSON in bytes, as in `workloads/inventory/messages.ts`.
const MIN_BYTES: i32 = 500;
const MAX_BYTES: i32 = 20_000_000;
/// Answers of other sizes that are kept; a run asks for few.
const KEPT_ANSWERS: usize = 8;

/// JSON has the names of an enumeration's values, Protobuf their numbers.
macro_rules! named {
    ($module:ident, $type:ty) => {
        pub(crate) mod $module {
            use serde::de::Error as _;
            use serde::ser::Error as _;
            use serde::{Deserialize, Deserializer, Serializer};
            use std::borrow::Cow;

            pub fn serialize<S: Serializer>(value: &i32, to: S) -> Result<S::Ok, S::Error> {
                let value = <$type>::try_from(*value).map_err(S::Error::custom)?;
                to.serialize_str(value.as_str_name())
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i32, D::Error> {
                let name = Cow::<str>::deserialize(from)?;
                <$type>::from_str_name(&name)
                    .map(i32::from)
                    .ok_or_else(|| D::Error::custom(format!("no such value: {name}")))
            }
        }
    };
}
named!(category, super::interface::Category);
named!(condition, super::interface::Condition);

/// The answers of an operation: the usual one, and the last of other sizes.
struct Answers<M> {
    operation: &'static str,
    usual: Arc<M>,
    kept: Mutex<VecDeque<(i32, Kept<M>)>>,
    contents: Arc<Contents>,
}

/// Empty until its content has come, so that requests that come at once ask only once.
type Kept<M> = Arc<OnceCell<Arc<M>>>;

impl<M: DeserializeOwned> Answers<M> {
    fn new(
        operation: &'static str,
        content: &HashMap<String, Box<RawValue>>,
        contents: Arc<Contents>,
    ) -> Result<Self, Failure> {
        let usual = content
            .get(operation)
            .ok_or_else(|| format!("The order has no content of {operation}"))?;
        let usual = Arc::new(serde_json::from_str(usual.get())?);
        Ok(Self {
            operation,
            usual,
            kept: Mutex::default(),
            contents,
        })
    }

    /// The answer of so many bytes of JSON, or the usual one.
    async fn of(&self, bytes: Option<i32>) -> Result<Arc<M>, Refusal> {
        let Some(bytes) = bytes else {
            return Ok(self.usual.clone());
        };
        if !(MIN_BYTES..=MAX_BYTES).contains(&bytes) {
            return Err(Refusal::Invalid(format!(
                "An answer has from {MIN_BYTES} to {MAX_BYTES} bytes of JSON"
            )));
        }
        let kept = self.kept(bytes);
        kept.get_or_try_init(|| self.ask(bytes)).await.cloned()
    }

    fn kept(&self, bytes: i32) -> Kept<M> {
        let mut kept = self.kept.lock().unwrap();
        if let Some((_, answer)) = kept.iter().find(|(size, _)| *size == bytes) {
            return answer.clone();
        }
        if kept.len() == KEPT_ANSWERS {
            kept.pop_front();
        }
        let answer = Kept::default();
        kept.push_back((bytes, answer.clone()));
        answer
    }

    async fn ask(&self, bytes: i32) -> Result<Arc<M>, Refusal> {
        let content = self.contents.ask(self.operation, bytes).await;
        let content = content.ok_or_else(|| Refusal::Internal("No content came".into()))?;
        serde_json::from_str(content.get())
            .map(Arc::new)
            .map_err(|error| Refusal::Internal(format!("Content that cannot be read: {error}")))
    }
}

/// What a company has in stock.
pub struct Inventory {
    status: Answers<ItemsStatus>,
    summary: Answers<ItemsSummary>,
    full: Answers<ItemsFull>,
}

impl Inventory {
    /// @param content the usual answers; those of other sizes are asked for.
    pub fn new(
        content: &HashMap<String, Box<RawValue>>,
        contents: &Arc<Contents>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            status: Answers::new("items-status", content, contents.clone())?,
            summary: Answers::new("items-summary", content, contents.clone())?,
            full: Answers::new("items-full", content, contents.clone())?,
        })
    }
}

type Asked = Result<Query<ItemsRequest>, QueryRejection>;
type Told<M> = Result<Json<Arc<M>>, Problem>;

pub fn routes(inventory: &Arc<Inventory>) -> Router {
    let [status, summary, full] = [(); 3].map(|()| inventory.clone());
    let status = |asked: Asked| async move { told(asked, &status.status).await };
    let summary = |asked: Asked| async move { told(asked, &summary.summary).await };
    let full = |asked: Asked| async move { told(asked, &full.full).await };
    Router::new()
        .route("/inventory/heartbeat", only(&Method::GET, || async {}))
        .route("/inventory/status", only(&Method::GET, status))
        .route("/inventory/items/summary", only(&Method::GET, summary))
        .route("/inventory/items", only(&Method::GET, full))
}

async fn told<M: DeserializeOwned>(asked: Asked, answers: &Answers<M>) -> Told<M> {
    let Query(ItemsRequest { bytes }) = asked?;
    Ok(Json(answers.of(bytes).await?))
}

pub struct Methods(Arc<Inventory>);

pub fn methods(inventory: Arc<Inventory>) -> InventoryServiceServer<Methods> {
    InventoryServiceServer::new(Methods(inventory))
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

#[tonic::async_trait]
impl InventoryService for Methods {
    async fn heart_beat(&self, _: Request<Empty>) -> Result<Response<Arc<Empty>>, Status> {
        Ok(Response::new(Arc::new(Empty {})))
    }

    async fn items_status(
        &self,
        request: Request<ItemsRequest>,
    ) -> Result<Response<Arc<ItemsStatus>>, Status> {
        Ok(Response::new(
            self.0.status.of(request.get_ref().bytes).await?,
        ))
    }

    async fn items_summary(
        &self,
        request: Request<ItemsRequest>,
    ) -> Result<Response<Arc<ItemsSummary>>, Status> {
        Ok(Response::new(
            self.0.summary.of(request.get_ref().bytes).await?,
        ))
    }

    async fn items_full(
        &self,
        request: Request<ItemsRequest>,
    ) -> Result<Response<Arc<ItemsFull>>, Status> {
        Ok(Response::new(
            self.0.full.of(request.get_ref().bytes).await?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: &str = r#"{"company":"a","warehouse":"b","currency":"SEK","items":1,
        "units":9007199254740991,"value":0.25,"lowStock":2,"remark":""}"#;

    fn statuses() -> Answers<ItemsStatus> {
        let usual = RawValue::from_string(STATUS.into()).unwrap();
        let content = HashMap::from([("items-status".to_owned(), usual)]);
        Answers::new("items-status", &content, Arc::default()).unwrap()
    }

    #[test]
    fn keeps_the_last_answers_of_other_sizes() {
        let answers = statuses();
        let first = answers.kept(500);
        for bytes in 501..508 {
            answers.kept(bytes);
        }
        assert!(Arc::ptr_eq(&first, &answers.kept(500)));
        answers.kept(508);
        assert!(!Arc::ptr_eq(&first, &answers.kept(500)));
        assert_eq!(answers.kept.lock().unwrap().len(), KEPT_ANSWERS);
    }

    #[tokio::test]
    async fn asks_for_other_sizes_once_and_refuses_impossible_ones() {
        let answers = statuses();
        assert_eq!(
            answers.of(None).await.ok().unwrap().units,
            9_007_199_254_740_991
        );
        for bytes in [-1, 0, MIN_BYTES - 1, MAX_BYTES + 1] {
            assert!(matches!(
                answers.of(Some(bytes)).await,
                Err(Refusal::Invalid(_))
            ));
        }
        let other = STATUS.replace("SEK", "EUR");
        let other = RawValue::from_string(other).unwrap();
        let told = async { answers.contents.take(0, other) };
        let (first, second, ()) = tokio::join!(answers.of(Some(600)), answers.of(Some(600)), told);
        for answer in [first, second] {
            assert_eq!(answer.ok().unwrap().currency, "EUR");
        }
    }

    #[test]
    fn writes_names_of_values_and_null_for_what_is_absent() {
        let json = r#"{"id":1,"articleNumber":"","name":"","category":"PLUMBING","price":0.5,
            "quantity":1,"available":true,"description":"","condition":"USED","dimensions":null,
            "supplier":null,"stock":[],"tags":[]}"#;
        let item: interface::Item = serde_json::from_str(json).unwrap();
        assert_eq!((item.category, item.condition), (3, 1));
        let written = serde_json::to_string(&item).unwrap();
        assert!(written.contains(r#""category":"PLUMBING""#), "{written}");
        assert!(
            written.ends_with(r#""discontinuedOn":null,"replacedBy":null}"#),
            "{written}"
        );
        assert!(serde_json::from_str::<interface::Item>(&json.replace("USED", "3")).is_err());
    }
}
