//! The `product` workload: one message, sent back as it came or with its description reversed.

use std::sync::Arc;

use axum::http::Method;
use axum::{Json, Router};
use tonic::{Request, Response, Status};

use crate::rest::{Object, only};
use crate::service::MAX_MESSAGE_BYTES;

mod interface {
    #![allow(clippy::all, clippy::pedantic)]
    tonic::include_proto!("wirebench.product.v1");
}

pub use interface::Product;
use interface::product_service_server::{ProductService, ProductServiceServer};

fn modified(product: Product) -> Product {
    Product {
        description: product.description.chars().rev().collect(),
        ..product
    }
}

pub fn routes() -> Router {
    let echo = |Object(product): Object<Product>| async { Json(product) };
    let modify = |Object(product): Object<Product>| async { Json(modified(product)) };
    Router::new()
        .route("/products/echo", only(&Method::POST, echo))
        .route("/products/modify", only(&Method::POST, modify))
}

pub struct Methods;

pub fn methods() -> ProductServiceServer<Methods> {
    ProductServiceServer::new(Methods)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

#[tonic::async_trait]
impl ProductService for Methods {
    async fn echo(&self, request: Request<Product>) -> Result<Response<Arc<Product>>, Status> {
        Ok(Response::new(Arc::new(request.into_inner())))
    }

    async fn modify(&self, request: Request<Product>) -> Result<Response<Arc<Product>>, Status> {
        Ok(Response::new(Arc::new(modified(request.into_inner()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reverses_characters_beyond_the_basic_plane_as_a_whole() {
        let product = Product {
            description: "ab😀e\u{301}é".into(),
            ..Product::default()
        };
        assert_eq!(modified(product).description, "é\u{301}e😀ba");
    }
}
