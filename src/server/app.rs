//! The routes.

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use thiserror::Error;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use super::Entered;
use super::hub::{Hub, States};
use crate::go::Color;

/// Why the pages cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is not to be had.
    #[error(
        "nothing can be served at {0} ({1}): name another port of this machine, as 127.0.0.1:8080"
    )]
    Address(SocketAddr, io::Error),
}

/// How often it is looked for what viewers may see now.
const TICK: Duration = Duration::from_millis(200);

/// All pages of a hub.
pub fn app(hub: Arc<Hub>) -> Router {
    Router::new()
        .route("/", get(|| async { Html(include_str!("page.html")) }))
        .route("/events", get(events))
        .route("/operator", get(operator))
        .route("/operator/events", get(operator_events))
        .route("/operator/boards/{board}/picture.jpg", get(picture))
        .route("/operator/boards/{board}/{what}", post(enter))
        .with_state(hub)
}

/// Serves the pages on a thread of their own until the program ends, and says where: port 0 stands
/// for any that is free.
///
/// # Errors
/// [`ServeError`] where the address is not to be had.
pub fn serve(address: SocketAddr, hub: Arc<Hub>) -> Result<SocketAddr, ServeError> {
    let refused = |error| ServeError::Address(address, error);
    let listener = TcpListener::bind(address).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    let bound = listener.local_addr().map_err(refused)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(refused)?;
    thread::spawn(move || {
        runtime.block_on(async move {
            tokio::spawn(show_due(Arc::clone(&hub)));
            let listener = tokio::net::TcpListener::from_std(listener)?;
            axum::serve(listener, app(hub)).await
        })
    });
    Ok(bound)
}

async fn show_due(hub: Arc<Hub>) {
    loop {
        tokio::time::sleep(TICK).await;
        hub.show_due(Instant::now());
    }
}

type Events = Sse<axum::response::sse::KeepAliveStream<Box<dyn EventStream>>>;

/// Events for a page.
trait EventStream: Stream<Item = Result<Event, Infallible>> + Send + Unpin {}
impl<T: Stream<Item = Result<Event, Infallible>> + Send + Unpin> EventStream for T {}

fn stream(states: watch::Receiver<States>) -> Events {
    let events = WatchStream::new(states).map(|states| {
        let text = serde_json::Value::from(states).to_string();
        Ok(Event::default().event("boards").data(text))
    });
    let events: Box<dyn EventStream> = Box::new(events);
    Sse::new(events).keep_alive(KeepAlive::default())
}

async fn events(State(hub): State<Arc<Hub>>) -> Events {
    stream(hub.shown())
}

/// What opens the operator's pages.
#[derive(Deserialize)]
struct Key {
    #[serde(default)]
    key: String,
}

impl Key {
    /// Refuses whoever has no key.
    fn check(&self, hub: &Hub) -> Result<(), (StatusCode, &'static str)> {
        let refusal = "open the operator's page with the address that shuzi has printed\n";
        (self.key == hub.key())
            .then_some(())
            .ok_or((StatusCode::FORBIDDEN, refusal))
    }
}

async fn operator(State(hub): State<Arc<Hub>>, Query(key): Query<Key>) -> Response {
    match key.check(&hub) {
        Ok(()) => Html(include_str!("page.html")).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn operator_events(State(hub): State<Arc<Hub>>, Query(key): Query<Key>) -> Response {
    match key.check(&hub) {
        Ok(()) => stream(hub.live()).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

async fn picture(
    State(hub): State<Arc<Hub>>,
    Path(board): Path<usize>,
    Query(key): Query<Key>,
) -> Response {
    if let Err(refusal) = key.check(&hub) {
        return refusal.into_response();
    }
    match hub.picture(board) {
        Some(jpeg) => {
            let headers = [
                (header::CONTENT_TYPE, "image/jpeg"),
                (header::CACHE_CONTROL, "no-store"),
            ];
            (headers, jpeg).into_response()
        }
        None => (StatusCode::NOT_FOUND, "no picture yet\n").into_response(),
    }
}

async fn enter(
    State(hub): State<Arc<Hub>>,
    Path((board, what)): Path<(usize, String)>,
    Query(key): Query<Key>,
) -> Response {
    if let Err(refusal) = key.check(&hub) {
        return refusal.into_response();
    }
    let entered = match what.as_str() {
        "pass" => Entered::Pass,
        "black-resigns" => Entered::Resign(Color::Black),
        "white-resigns" => Entered::Resign(Color::White),
        "end" => Entered::End,
        _ => {
            return (
                StatusCode::NOT_FOUND,
                "enter pass, black-resigns, white-resigns or end\n",
            )
                .into_response();
        }
    };
    match hub.enter(board, entered) {
        true => StatusCode::NO_CONTENT.into_response(),
        false => (StatusCode::NOT_FOUND, "no such board\n").into_response(),
    }
}
