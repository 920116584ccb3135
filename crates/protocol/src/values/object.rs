//! Objects that are written as objects, and members of theirs that are there.

use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};

/// Reads a value from a JSON object, and refuses every other JSON. By itself serde would also take a list of
/// the fields' values in their order, which no client means to send.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(fields))
        }
    }

    deserializer.deserialize_map(Object(PhantomData))
}

/// Reads an object as [`object`] does, inside a value with a tag. Serde keeps the fields aside while it looks
/// for the tag, and reads them less strictly than JSON: a number would pass for the name of a type. So the
/// fields are gathered as JSON once more.
pub(crate) fn inner_object<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<T, D::Error> {
    T::deserialize(Value::Object(gathered(deserializer)?)).map_err(D::Error::custom)
}

/// The fields of an object, each once.
pub(crate) fn gathered<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Map<String, Value>, D::Error> {
    struct Fields;

    impl<'de> Visitor<'de> for Fields {
        type Value = Map<String, Value>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
            let mut gathered = Map::new();
            while let Some((name, value)) = fields.next_entry::<String, Value>()? {
                if gathered.contains_key(&name) {
                    return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                }
                gathered.insert(name, value);
            }
            Ok(gathered)
        }
    }

    deserializer.deserialize_map(Fields)
}

/// `null`, or what is written as an object.
pub(crate) fn maybe_object<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    struct Inner<T>(T);

    impl<'de, T: DeserializeOwned> Deserialize<'de> for Inner<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            inner_object(deserializer).map(Self)
        }
    }

    Ok(Option::<Inner<T>>::deserialize(deserializer)?.map(|inner| inner.0))
}

/// Reads a member that is there: `null` is a value, and not a member that was left out.
pub(crate) fn told<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}
