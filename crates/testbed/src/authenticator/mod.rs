//! A browser with passkeys, which misbehaves when it is told to.
//!
//! It does what a browser and a device do together at `navigator.credentials.create` and `get`: it takes options as JSON and
//! answers the JSON of `credential.toJSON()`. Its passkeys are discoverable, and sign by ES256. By Web Authentication, level 3,
//! sections 5.1 and 6.3.

mod bytes;
mod faults;
mod passkey;
#[cfg(test)]
mod tests;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use serde_json::{Value, json};
use url::Url;

use bytes::{BACKED_UP, BACKUP_ELIGIBLE, PRESENT, VERIFIED, attestation_object, authenticator_data};
pub use faults::PasskeyFault;
use passkey::Passkey;

/// A browser that shows a page of an origin, and the passkeys of its device.
pub struct Authenticator {
    origin: String,
    passkeys: Vec<Passkey>,
    faults: Vec<PasskeyFault>,
    is_synchronised: bool,
}

/// Why there is no credential, by the names of the exceptions that a page sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoCredential {
    /// The options lack something, or are no options.
    #[error("TypeError: {0}")]
    Type(&'static str),
    /// The page's server may not ask for passkeys of that name.
    #[error("SecurityError")]
    Security,
    /// The device has one of the excluded passkeys.
    #[error("InvalidStateError")]
    InvalidState,
    /// The device has none of the passkeys that are asked for.
    #[error("NotAllowedError")]
    NotAllowed,
    /// None of the algorithms is ES256.
    #[error("NotSupportedError")]
    NotSupported,
}

impl Authenticator {
    /// A browser at a page of this origin, such as `https://go.example.org`, with a device that has no passkey, counts its
    /// signatures, and keeps its passkeys to itself.
    pub fn new(origin: &str) -> Self {
        Self { origin: origin.to_owned(), passkeys: Vec::new(), faults: Vec::new(), is_synchronised: false }
    }

    /// The same with a device whose passkeys are copied to others: it doesn't count.
    pub fn synchronised(origin: &str) -> Self {
        Self { is_synchronised: true, ..Self::new(origin) }
    }

    /// Has it do something wrong from now on, besides what it does wrong already.
    pub fn misbehave(&mut self, fault: PasskeyFault) {
        self.faults.push(fault);
    }

    /// Has it do nothing wrong from now on.
    pub fn behave(&mut self) {
        self.faults.clear();
    }

    /// Has the browser show a page of another origin.
    pub fn visit(&mut self, origin: &str) {
        origin.clone_into(&mut self.origin);
    }

    /// How many passkeys the device has.
    pub fn passkeys(&self) -> usize {
        self.passkeys.len()
    }

    /// Forgets all passkeys but the one that was made at this place, counted from 0.
    pub fn keep_only(&mut self, place: usize) {
        self.passkeys = vec![self.passkeys.swap_remove(place)];
    }

    /// `navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})`, in JSON.
    ///
    /// # Errors
    ///
    /// As a page sees them.
    pub fn create(&mut self, options: &Value) -> Result<Value, NoCredential> {
        let rp_id = self.rp_id(&options["rp"]["id"])?;
        let challenge = text(&options["challenge"], "challenge")?;
        let user = bytes(&options["user"]["id"]).ok_or(NoCredential::Type("user.id"))?;
        for field in ["name", "displayName"] {
            text(&options["user"][field], "user")?;
        }
        let algorithms =
            options["pubKeyCredParams"].as_array().ok_or(NoCredential::Type("pubKeyCredParams"))?;
        if !algorithms.iter().any(|each| each["alg"] == -7 && each["type"] == "public-key") {
            return Err(NoCredential::NotSupported);
        }
        let excluded = listed(&options["excludeCredentials"])?;
        if self.passkeys.iter().any(|passkey| passkey.rp_id == rp_id && excluded.contains(&passkey.id)) {
            return Err(NoCredential::InvalidState);
        }
        let id = self.said_id().unwrap_or_else(|| random::<32>().to_vec());
        let passkey = Passkey::new(id, &rp_id, user);
        let client_data = self.client_data("webauthn.create", challenge);
        let said = self.of_device(&passkey, Some(&passkey.attested(&self.faults)));
        let vouches = self.faults.contains(&PasskeyFault::Vouches);
        let signature = vouches.then(|| passkey.sign(&said, client_data.as_bytes(), &self.faults));
        let attestation = attestation_object(&said, signature.as_deref());
        let mut extensions = json!({});
        if options["extensions"]["credProps"] == true {
            let is_discoverable = !self.faults.contains(&PasskeyFault::NotDiscoverable);
            extensions["credProps"] = json!({"rk": is_discoverable});
        }
        let response = json!({
            "clientDataJSON": coded(client_data), "attestationObject": coded(&attestation),
            "authenticatorData": coded(&said), "transports": ["internal", "hybrid"],
            "publicKey": coded(passkey.public_key()), "publicKeyAlgorithm": -7,
        });
        let credential = credential(&passkey.id, &response, &extensions);
        self.passkeys.push(passkey);
        Ok(credential)
    }

    /// `navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})`, in JSON. Of several passkeys the
    /// person chooses the newest one.
    ///
    /// # Errors
    ///
    /// As a page sees them.
    pub fn get(&mut self, options: &Value) -> Result<Value, NoCredential> {
        let rp_id = self.rp_id(&options["rpId"])?;
        let challenge = text(&options["challenge"], "challenge")?;
        let allowed = listed(&options["allowCredentials"])?;
        let is_asked_for = |passkey: &Passkey| allowed.is_empty() || allowed.contains(&passkey.id);
        let place = self.passkeys.iter().rposition(|passkey| passkey.rp_id == rp_id && is_asked_for(passkey));
        let place = place.ok_or(NoCredential::NotAllowed)?;
        if !self.is_synchronised {
            self.passkeys[place].used();
        }
        let passkey = &self.passkeys[place];
        let client_data = self.client_data("webauthn.get", challenge);
        let said = self.of_device(passkey, None);
        let signature = passkey.sign(&said, client_data.as_bytes(), &self.faults);
        let mut response = json!({
            "clientDataJSON": coded(client_data), "authenticatorData": coded(&said), "signature": coded(signature),
        });
        if let Some(handle) = passkey.said_user(&self.faults) {
            response["userHandle"] = coded(handle);
        }
        let id = self.said_id().unwrap_or_else(|| passkey.id.clone());
        Ok(credential(&id, &response, &json!({})))
    }

    /// The name to which passkeys are to belong: the host of the page, or what it stands below.
    fn rp_id(&self, asked: &Value) -> Result<String, NoCredential> {
        let rp_id = text(asked, "rp.id")?;
        let page = Url::parse(&self.origin).unwrap();
        let host = page.host_str().unwrap();
        let is_ours = host == rp_id || host.ends_with(&format!(".{rp_id}"));
        if is_ours { Ok(rp_id.to_owned()) } else { Err(NoCredential::Security) }
    }

    /// What the browser has signed beside the data of the device.
    fn client_data(&self, kind: &str, challenge: &str) -> String {
        let mut data =
            json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false});
        for fault in &self.faults {
            if let PasskeyFault::ClientData(field, value) = fault {
                data[*field] = value.clone();
            }
        }
        data.to_string()
    }

    /// What the device says: for whom, how it was used, how often, and the passkey where it is new.
    fn of_device(&self, passkey: &Passkey, attested: Option<&[u8]>) -> Vec<u8> {
        let mut flags = PRESENT | VERIFIED;
        if self.is_synchronised {
            flags |= BACKUP_ELIGIBLE | BACKED_UP;
        }
        let (mut rp_id, mut count) = (passkey.rp_id.as_str(), passkey.count);
        for fault in &self.faults {
            match fault {
                PasskeyFault::NotPresent => flags &= !PRESENT,
                PasskeyFault::NotVerified => flags &= !VERIFIED,
                PasskeyFault::Backup { eligible, backed_up } => {
                    flags &= !(BACKUP_ELIGIBLE | BACKED_UP);
                    flags |= if *eligible { BACKUP_ELIGIBLE } else { 0 };
                    flags |= if *backed_up { BACKED_UP } else { 0 };
                }
                PasskeyFault::RpId(other) => rp_id = other,
                PasskeyFault::Count(other) => count = *other,
                _ => {}
            }
        }
        authenticator_data(rp_id, flags, count, attested)
    }

    /// The id that the device says wrongly.
    fn said_id(&self) -> Option<Vec<u8>> {
        self.faults.iter().find_map(|fault| match fault {
            PasskeyFault::Id(id) => Some(id.clone()),
            _ => None,
        })
    }
}

/// `credential.toJSON()`.
fn credential(id: &[u8], response: &Value, extensions: &Value) -> Value {
    json!({
        "id": coded(id), "rawId": coded(id), "type": "public-key", "authenticatorAttachment": "platform",
        "clientExtensionResults": extensions, "response": response,
    })
}

fn text<'a>(value: &'a Value, field: &'static str) -> Result<&'a str, NoCredential> {
    value.as_str().filter(|text| !text.is_empty()).ok_or(NoCredential::Type(field))
}

fn bytes(value: &Value) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(value.as_str()?).ok()
}

/// The ids of a list of credentials, which may be missing.
fn listed(credentials: &Value) -> Result<Vec<Vec<u8>>, NoCredential> {
    let Some(credentials) = credentials.as_array() else { return Ok(Vec::new()) };
    let id = |each: &Value| bytes(&each["id"]).filter(|_| each["type"] == "public-key");
    credentials.iter().map(|each| id(each).ok_or(NoCredential::Type("a credential"))).collect()
}

fn coded(bytes: impl AsRef<[u8]>) -> Value {
    URL_SAFE_NO_PAD.encode(bytes).into()
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).unwrap();
    bytes
}
