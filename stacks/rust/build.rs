//! Makes the types and services of the interface files that all stacks share, and notes the versions of
//! what the program is made of. The compiler of the interface files is a library: nothing has to be installed.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use prost::Message;
use prost_build::{Service, ServiceGenerator};

const INTERFACES: &str = "../../proto";
const FILES: [&str; 2] = ["product.proto", "inventory.proto"];
const LIBRARIES: [&str; 7] = [
    "axum",
    "hyper",
    "prost",
    "rustls",
    "serde_json",
    "tokio",
    "tonic",
];

fn main() -> Result<(), Box<dyn Error>> {
    generate()?;
    name_versions()?;
    Ok(())
}

fn generate() -> Result<(), Box<dyn Error>> {
    let interfaces = Path::new(INTERFACES);
    for file in FILES {
        println!(
            "cargo::rerun-if-changed={}",
            interfaces.join(file).display()
        );
    }
    let descriptors = protox::compile(FILES, [interfaces])?;
    let out = env::var("OUT_DIR")?;
    fs::write(
        Path::new(&out).join("descriptors.bin"),
        descriptors.encode_to_vec(),
    )?;
    let methods = tonic_prost_build::configure()
        .build_client(false)
        .codec_path("crate::grpc::SharedCodec")
        .service_generator();
    prost_build::Config::new()
        .service_generator(Box::new(SharedAnswers(methods)))
        .message_attribute(".", "#[derive(serde::Deserialize, serde::Serialize)]")
        .message_attribute(".", "#[serde(rename_all = \"camelCase\")]")
        .field_attribute(
            "category",
            "#[serde(with = \"crate::inventory::category\")]",
        )
        .field_attribute(
            "condition",
            "#[serde(with = \"crate::inventory::condition\")]",
        )
        .compile_fds(descriptors)?;
    Ok(())
}

/// Methods answer with messages that many answers may share, so that none has to be copied to be sent.
struct SharedAnswers(Box<dyn ServiceGenerator>);

impl ServiceGenerator for SharedAnswers {
    fn generate(&mut self, mut service: Service, code: &mut String) {
        for method in &mut service.methods {
            method.output_type = format!("::std::sync::Arc<super::{}>", method.output_type);
        }
        self.0.generate(service, code);
    }

    fn finalize(&mut self, code: &mut String) {
        self.0.finalize(code);
    }
}

/// `VERSION_RUST`, and one such variable for each library, by the lock file.
fn name_versions() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = fs::read_to_string("Cargo.lock")?;
    for library in LIBRARIES {
        let name = format!("name = \"{library}\"");
        let version = lock
            .lines()
            .skip_while(|line| *line != name)
            .find_map(|line| line.strip_prefix("version = "))
            .ok_or_else(|| format!("{library} is not in Cargo.lock"))?
            .trim_matches('"');
        println!(
            "cargo::rustc-env=VERSION_{}={version}",
            library.to_uppercase()
        );
    }
    let compiler = Command::new(env::var("RUSTC")?).arg("--version").output()?;
    let told = String::from_utf8(compiler.stdout)?;
    let version = told.split(' ').nth(1).unwrap_or_default();
    println!("cargo::rustc-env=VERSION_RUST={version}");
    Ok(())
}
