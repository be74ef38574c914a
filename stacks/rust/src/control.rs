//! What is said between Wirebench and this program: one JSON object a line, on standard input and output.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use tokio::sync::oneshot;

/// The first line: what to offer, and where.
#[derive(Deserialize)]
pub struct Start {
    #[serde(rename = "type")]
    _type: StartType,
    pub workload: Workload,
    pub protocol: Protocol,
    pub host: String,
    /// 0 for a free one.
    pub port: u16,
    pub tls: Option<Tls>,
    /// The usual answers of the inventory by their operations, as JSON.
    #[serde(default)]
    pub content: HashMap<String, Box<RawValue>>,
    /// Threads that answer requests; 0 for as many as there are cores.
    #[serde(default)]
    pub workers: usize,
    /// The document that describes the routes of REST.
    pub openapi: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum StartType {
    Start,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Workload {
    Product,
    Inventory,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    Rest,
    Grpc,
}

/// PEM texts and limits of transport security.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tls {
    pub cert: String,
    pub key: String,
    /// Whose certificates clients must have; none where they need no certificate.
    pub client_ca: Option<String>,
    pub min_version: TlsVersion,
    pub max_version: TlsVersion,
}

#[derive(Clone, Copy, Deserialize, PartialEq, PartialOrd)]
pub enum TlsVersion {
    #[serde(rename = "TLSv1.2")]
    Tls12,
    #[serde(rename = "TLSv1.3")]
    Tls13,
}

/// A later line.
pub enum Command {
    /// Tell how much was answered.
    Measure {
        id: u64,
    },
    /// What was asked for by [`Contents::ask`].
    Content {
        id: u64,
        message: Box<RawValue>,
    },
    Stop,
}

impl<'de> Deserialize<'de> for Command {
    /// By hand, because serde's tagged enumerations cannot hold JSON as it is.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Line {
            #[serde(rename = "type")]
            name: String,
            id: Option<u64>,
            message: Option<Box<RawValue>>,
        }
        let line = Line::deserialize(from)?;
        match (line.name.as_str(), line.id, line.message) {
            ("measure", Some(id), _) => Ok(Self::Measure { id }),
            ("content", Some(id), Some(message)) => Ok(Self::Content { id, message }),
            ("stop", ..) => Ok(Self::Stop),
            (name, ..) => Err(D::Error::custom(format!("no such command: {name}"))),
        }
    }
}

/// What this program says.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Report {
    Started {
        port: u16,
        runtime: &'static str,
        /// Versions by names.
        libraries: HashMap<&'static str, &'static str>,
    },
    Failed {
        message: String,
    },
    #[serde(rename_all = "camelCase")]
    Measured {
        id: u64,
        answered: u64,
        /// There is no heap that would be collected.
        heap_used_bytes: Option<u64>,
        heap_total_bytes: Option<u64>,
        threads: Option<u64>,
    },
    /// Asks for an answer of another size than the usual one.
    Content {
        id: u64,
        operation: &'static str,
        bytes: i32,
    },
}

/// Writes a line. A parent that is gone reads nothing: the end of standard input will tell.
pub fn say(report: &Report) {
    let mut output = io::stdout().lock();
    let _ = serde_json::to_writer(&mut output, report)
        .map_err(io::Error::from)
        .and_then(|()| output.write_all(b"\n"))
        .and_then(|()| output.flush());
}

/// Content that was asked for and has not come yet.
#[derive(Default)]
pub struct Contents {
    asked: AtomicU64,
    waiting: Mutex<HashMap<u64, oneshot::Sender<Box<RawValue>>>>,
}

impl Contents {
    /// Asks Wirebench for an answer of so many bytes of JSON. Nothing comes where it refuses to.
    pub async fn ask(&self, operation: &'static str, bytes: i32) -> Option<Box<RawValue>> {
        let id = self.asked.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        self.waiting.lock().unwrap().insert(id, sender);
        say(&Report::Content {
            id,
            operation,
            bytes,
        });
        receiver.await.ok()
    }

    /// Hands content to who asked for it; what nobody asked for is left.
    pub fn take(&self, id: u64, message: Box<RawValue>) {
        if let Some(sender) = self.waiting.lock().unwrap().remove(&id) {
            // The request that asked may have been given up.
            let _ = sender.send(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command, String> {
        serde_json::from_str(line).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_orders_with_more_in_them_than_it_needs() {
        let order: Start = serde_json::from_str(
            r#"{"type":"start","workload":"product","protocol":"grpc","host":"::1","port":0,
                "tls":{"cert":"c","key":"k","clientCa":null,"minVersion":"TLSv1.2","maxVersion":"TLSv1.3"},
                "setup":{"data":{},"seed":1},"workers":2}"#,
        )
        .unwrap();
        let tls = order.tls.unwrap();
        assert!(tls.client_ca.is_none() && tls.min_version < tls.max_version);
        assert_eq!((order.host.as_str(), order.workers), ("::1", 2));
    }

    #[test]
    fn refuses_what_it_does_not_offer() {
        let order = r#"{"type":"start","workload":"team","protocol":"rest","host":"","port":0}"#;
        let error = serde_json::from_str::<Start>(order).err().unwrap();
        assert!(error.to_string().contains("`product` or `inventory`"));
        for line in [
            r#"{"type":"dance"}"#,
            r#"{"type":"measure"}"#,
            r#"{"id":1}"#,
            "stop",
        ] {
            assert!(command(line).is_err(), "{line}");
        }
    }

    #[test]
    fn reads_commands() {
        assert!(matches!(command(r#"{"type":"stop"}"#), Ok(Command::Stop)));
        assert!(matches!(
            command(r#"{"id":7,"type":"measure"}"#),
            Ok(Command::Measure { id: 7 })
        ));
        let content = command(r#"{"type":"content","id":1,"message":{"a": 1}}"#);
        let Ok(Command::Content { id: 1, message }) = content else {
            panic!("no content");
        };
        assert_eq!(message.get(), r#"{"a": 1}"#);
    }

    #[tokio::test]
    async fn gives_content_to_who_asked_for_it() {
        let contents = Contents::default();
        let text = |json: &str| RawValue::from_string(json.into()).unwrap();
        let told = async {
            contents.take(9, text("9"));
            contents.take(1, text("1"));
            contents.take(0, text("0"));
        };
        let (first, second, ()) = tokio::join!(contents.ask("a", 1), contents.ask("b", 2), told);
        assert_eq!(
            [first, second].map(|json| json.unwrap().get().to_owned()),
            ["0", "1"]
        );
    }
}
