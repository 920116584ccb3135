//! The fields of one provider in the settings, taken out one after the other.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::settings::{Fault, SettingsError};

/// The fields that were not taken yet.
pub(crate) struct Fields {
    /// The id of the provider, or its place in the list as long as that is unknown.
    pub(crate) provider: String,
    values: Map<String, Value>,
}

impl Fields {
    pub(crate) fn new(provider: String, values: Map<String, Value>) -> Self {
        Self { provider, values }
    }

    pub(crate) fn refuse(&self, field: &str, fault: Fault) -> SettingsError {
        SettingsError::Field { provider: self.provider.clone(), field: field.to_owned(), fault }
    }

    /// A text that may be missing.
    pub(crate) fn text(&mut self, field: &str) -> Result<Option<String>, SettingsError> {
        match self.values.remove(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.refuse(field, Fault::NoText)),
        }
    }

    /// A text that has to be there, and to pass a test.
    pub(crate) fn required(
        &mut self,
        field: &str,
        passes: fn(&str) -> bool,
        rule: &'static str,
    ) -> Result<String, SettingsError> {
        let text = self.text(field)?.ok_or_else(|| self.refuse(field, Fault::Missing))?;
        self.passed(field, text, passes, rule)
    }

    /// A text that may be missing, and has to pass a test otherwise.
    pub(crate) fn optional(
        &mut self,
        field: &str,
        passes: fn(&str) -> bool,
        rule: &'static str,
    ) -> Result<Option<String>, SettingsError> {
        self.text(field)?.map(|text| self.passed(field, text, passes, rule)).transpose()
    }

    /// A list of texts that may be missing.
    pub(crate) fn list(&mut self, field: &str) -> Result<Option<Vec<String>>, SettingsError> {
        let Some(value) = self.values.remove(field) else { return Ok(None) };
        serde_json::from_value(value).map(Some).map_err(|_| self.refuse(field, Fault::NoList))
    }

    /// Texts by texts, which may be missing.
    pub(crate) fn texts_by_texts(&mut self, field: &str) -> Result<BTreeMap<String, String>, SettingsError> {
        let Some(value) = self.values.remove(field) else { return Ok(BTreeMap::new()) };
        serde_json::from_value(value).map_err(|_| self.refuse(field, Fault::NoMap))
    }

    /// Refuses what was not taken.
    pub(crate) fn finish(self) -> Result<(), SettingsError> {
        match self.values.keys().next() {
            None => Ok(()),
            Some(field) => Err(self.refuse(field, Fault::Unknown)),
        }
    }

    fn passed(
        &self,
        field: &str,
        text: String,
        passes: fn(&str) -> bool,
        rule: &'static str,
    ) -> Result<String, SettingsError> {
        if passes(&text) { Ok(text) } else { Err(self.refuse(field, Fault::Refused(rule))) }
    }
}
