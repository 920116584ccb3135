//! A game's log, as one who follows it knows it.

use serde_json::Value;

/// The events so far.
#[derive(Debug, Default)]
pub(super) struct Log(pub(super) Vec<Value>);

impl Log {
    /// Adds an event; answers whether the log has it now, which it has not if there is a gap before it.
    pub(super) fn take(&mut self, event: Value) -> bool {
        let seq = usize::try_from(event["seq"].as_u64().unwrap()).unwrap();
        if let Some(known) = self.0.get(seq - 1) {
            assert_eq!(*known, event, "an event has changed");
            return true;
        }
        if seq > self.0.len() + 1 {
            return false;
        }
        self.0.push(event);
        true
    }

    /// The state after the last event.
    pub(super) fn state(&self) -> &Value {
        self.0.last().map_or(&Value::Null, |event| &event["state"])
    }

    pub(super) fn is_over(&self) -> bool {
        self.state()["phase"] == "finished"
    }
}
