//! Spans on their way to the collector.

use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tengen_tls::ClientConfig;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

use crate::collector::Collector;
use crate::sender::Sender;
use crate::spans::OnlySpans;

/// The name of the program among those that a collector hears.
const SERVICE: &str = "tengen";
/// How long the last spans may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// The parts of traces.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where they go.
    pub collector: Collector,
    /// Whom encrypted connections trust.
    pub tls: ClientConfig,
    /// The share of traces that are taken up, from 0 to 1. A trace is taken up whole or not at all.
    pub share: f64,
    /// The release of the program.
    pub release: &'static str,
    /// Which of several servers this is.
    pub instance: String,
}

/// Why there can be no traces.
#[derive(Debug, thiserror::Error)]
pub enum TracesError {
    /// The client of the collector can't be made.
    #[error(transparent)]
    Client(#[from] reqwest::Error),
    /// The library refuses its options, some of which are variables of the environment whose names begin with `OTEL_`.
    #[error(transparent)]
    Refused(#[from] ExporterBuildError),
}

/// Takes up spans, and sends them every five seconds. 2,048 may wait; more than that are dropped.
#[derive(Debug)]
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Has to be called on the runtime of the server. The collector may come later.
    ///
    /// # Errors
    ///
    /// When the options are refused.
    pub fn begin(options: Options) -> Result<Self, TracesError> {
        let Options { collector, tls, share, release, instance } = options;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender::new(tls)?)
            .with_endpoint(collector.url())
            .build()?;
        let facts =
            [KeyValue::new("service.version", release), KeyValue::new("service.instance.id", instance)];
        let resource = Resource::builder().with_service_name(SERVICE).with_attributes(facts).build();
        let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(share)));
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .with_sampler(sampler);
        Ok(Self(provider.build()))
    }

    /// The layer of a subscriber that takes up the spans.
    pub fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + Send + Sync + for<'span> LookupSpan<'span>,
    {
        let layer = tracing_opentelemetry::layer().with_tracer(self.0.tracer(SERVICE));
        // Names of files and threads would be most of each span.
        OnlySpans(layer.with_location(false).with_threads(false))
    }

    /// Sends what is left, for two seconds at most.
    pub async fn end(self) {
        // It waits as a thread does.
        let _ = tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(FAREWELL)).await;
    }
}
