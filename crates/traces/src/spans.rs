//! The spans that make up traces.

use tracing::span::{Attributes, Id, Record};
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// The target of the spans of traces, and of nothing else.
pub const TARGET: &str = "tengen_traces";

/// Hands the spans of traces on to a layer. Lines of the log stay out of traces, for they may say more than a collector should know,
/// and so do the spans of libraries, which hold addresses as clients ask for them.
///
/// Filters of single layers would do the same, if they did not lose lines: when a library asks whether a level is enabled, and it is
/// not, the next line that no filter is asked about is taken for disabled.
pub(crate) struct OnlySpans<L>(pub(crate) L);

fn is_ours(told: &Metadata<'_>) -> bool {
    told.is_span() && told.target() == TARGET
}

impl<L> OnlySpans<L> {
    fn layer_of<S: Subscriber + for<'span> LookupSpan<'span>>(
        &self,
        id: &Id,
        context: &Context<'_, S>,
    ) -> Option<&L> {
        context.metadata(id).is_some_and(is_ours).then_some(&self.0)
    }
}

impl<S, L> Layer<S> for OnlySpans<L>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    L: Layer<S>,
{
    fn on_layer(&mut self, subscriber: &mut S) {
        self.0.on_layer(subscriber);
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if is_ours(attributes.metadata()) {
            self.0.on_new_span(attributes, id, context);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(layer) = self.layer_of(id, &context) {
            layer.on_record(id, values, context);
        }
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(layer) = self.layer_of(id, &context) {
            layer.on_enter(id, context);
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        if let Some(layer) = self.layer_of(id, &context) {
            layer.on_exit(id, context);
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        if let Some(layer) = self.layer_of(&id, &context) {
            layer.on_close(id, context);
        }
    }
}
