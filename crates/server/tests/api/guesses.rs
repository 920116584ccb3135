//! Whoever guesses at passwords is slowed down, and keeps nobody else out.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Instant;

use reqwest::Client;
use reqwest::header::{COOKIE, RETRY_AFTER, SET_COOKIE};
use serde_json::{Value, json};
use tengen_testbed::until;

use crate::member::PASSWORD;
use crate::rest::http;
use crate::server::{Database, Server, on_both_databases};

on_both_databases! {
    strangers_who_guess_are_slowed_down_and_the_member_is_not
    what_is_nobodys_name_is_slowed_down_like_a_members
    an_address_that_guesses_at_many_accounts_is_slowed_down
    guesses_in_a_session_are_counted_as_well
    whoever_is_right_is_never_slowed_down
}

/// So many wrong passwords are looked at, the one that is too many included, and one more after each pause, in seconds.
struct Budget {
    at_once: usize,
    pause: u64,
}

const OF_ACCOUNT: Budget = Budget { at_once: 11, pause: 30 };
const OF_DEVICE: Budget = Budget { at_once: 11, pause: 20 };
const OF_ADDRESS: Budget = Budget { at_once: 31, pause: 10 };
const WRONG: &str = "twelve grey stones";

/// Somebody at an address of this machine, who counts as being far away.
struct Far {
    http: Client,
    url: String,
}

/// What somebody was answered.
struct Told {
    status: u16,
    retry_after: Option<u64>,
    body: Value,
    device: Option<String>,
}

impl Far {
    fn at(server: &Server, last: u8) -> Self {
        let address = IpAddr::V4(Ipv4Addr::new(127, 0, 1, last));
        let http = http().local_address(address).build().unwrap();
        Self { http, url: format!("{}/api/v1", server.url()) }
    }

    async fn post(&self, path: &str, headers: &[(reqwest::header::HeaderName, String)], body: Value) -> Told {
        let mut request = self.http.post(format!("{}{path}", self.url)).json(&body);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answer = request.send().await.unwrap();
        let number = |value: &reqwest::header::HeaderValue| value.to_str().unwrap().parse().unwrap();
        let mut cookies = answer.headers().get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
        let device = cookies.find_map(|cookie| cookie.strip_prefix("tengen_device="));
        Told {
            status: answer.status().as_u16(),
            retry_after: answer.headers().get(RETRY_AFTER).map(number),
            device: device.map(|cookie| cookie.split(';').next().unwrap().to_owned()),
            body: serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default(),
        }
    }

    /// Registers, and answers the secret of the device and the token.
    async fn register(&self, name: &str) -> (String, String) {
        let told = self.post("/accounts", &[], json!({"name": name, "password": PASSWORD})).await;
        assert_eq!(told.status, 201, "{}", told.body);
        (told.device.unwrap(), told.body["token"].as_str().unwrap().to_owned())
    }

    async fn sign_in(&self, name: &str, password: &str, device: Option<&str>) -> Told {
        let cookie = device.map(|secret| (COOKIE, format!("tengen_device={secret}")));
        let headers: Vec<_> = cookie.into_iter().collect();
        self.post("/sessions", &headers, json!({"name": name, "password": password})).await
    }
}

impl Budget {
    /// As many were looked at as may be since this moment.
    #[track_caller]
    fn fits(&self, looked_at: usize, began: Instant) {
        let regained = usize::try_from(began.elapsed().as_secs() / self.pause).unwrap();
        let fitting = self.at_once..=self.at_once + regained;
        assert!(fitting.contains(&looked_at), "{looked_at}, not {fitting:?}");
    }
}

impl Told {
    #[track_caller]
    fn slowed_down(&self) {
        assert_eq!(
            (self.status, self.body["code"].as_str()),
            (429, Some("too_many_requests")),
            "{}",
            self.body
        );
        let seconds = self.retry_after.expect("a time to wait");
        assert!((1..=600).contains(&seconds), "{seconds}");
    }
}

async fn server(database: Database) -> Server {
    Server::with_options(database, &["--limit-loopback"]).await
}

/// Guesses wrong until a guess is slowed down. Answers how many were not: fewer than a hundred.
async fn guess(guess: impl AsyncFn(usize) -> Told) -> usize {
    for count in 0..100 {
        let told = guess(count).await;
        if told.status != 401 {
            told.slowed_down();
            return count;
        }
    }
    panic!("nobody is slowed down")
}

/// Guesses wrong, from many addresses, until the account rests, and then in another look of its name.
async fn guess_at(server: &Server, name: &str, from: u8) {
    let began = Instant::now();
    let mut looked_at = 0;
    for look in [name.to_owned(), name.to_uppercase()] {
        let by_turns = async |count| {
            let address = from + u8::try_from(count % 5).unwrap();
            Far::at(server, address).sign_in(&look, WRONG, None).await
        };
        looked_at += guess(by_turns).await;
    }
    OF_ACCOUNT.fits(looked_at, began);
}

async fn strangers_who_guess_are_slowed_down_and_the_member_is_not(database: Database) {
    let server = server(database).await;
    let home = Far::at(&server, 100);
    let (device, _) = home.register("Annabel").await;
    let (of_ben, _) = Far::at(&server, 101).register("Benedikt").await;
    guess_at(&server, "Annabel", 1).await;
    // In every look of the name, from every address, and whatever the password.
    let fresh = Far::at(&server, 50);
    for (name, password) in [("ANNABEL", WRONG), ("Ánnabel", WRONG), ("annabel", PASSWORD), ("Annabel", "")]
    {
        fresh.sign_in(name, password, None).await.slowed_down();
    }
    // A device that the account does not know is a stranger's.
    fresh.sign_in("Annabel", PASSWORD, Some("invented")).await.slowed_down();
    fresh.sign_in("Annabel", PASSWORD, Some(&of_ben)).await.slowed_down();
    // Other members come in from the same addresses.
    assert_eq!(fresh.sign_in("Benedikt", PASSWORD, None).await.status, 201);
    assert_eq!(Far::at(&server, 1).sign_in("Benedikt", PASSWORD, None).await.status, 201);
    // The member does, on the own device, wherever it is.
    assert_eq!(home.sign_in("Annabel", PASSWORD, Some(&device)).await.status, 201);
    assert_eq!(Far::at(&server, 51).sign_in("annabel", PASSWORD, Some(&device)).await.status, 201);
    // A device has a budget of its own, and a stolen one guesses no more often.
    let thief = Far::at(&server, 52);
    let began = Instant::now();
    let looked_at = guess(async |_| thief.sign_in("Annabel", WRONG, Some(&device)).await).await;
    OF_DEVICE.fits(looked_at, began);
    home.sign_in("Annabel", PASSWORD, Some(&device)).await.slowed_down();
}

/// By who is slowed down nobody learns who is there.
async fn what_is_nobodys_name_is_slowed_down_like_a_members(database: Database) {
    let server = server(database).await;
    Far::at(&server, 100).register("Annabel").await;
    let guest = Far::at(&server, 101).post("/guests", &[], json!({"name": "Carla"})).await;
    assert_eq!(guest.status, 201);
    for (name, from) in [("Annabel", 1), ("Zacharias", 11), ("Carla", 21), ("Computer 1", 31)] {
        guess_at(&server, name, from).await;
    }
}

async fn an_address_that_guesses_at_many_accounts_is_slowed_down(database: Database) {
    let server = server(database).await;
    Far::at(&server, 100).register("Annabel").await;
    let far = Far::at(&server, 1);
    let began = Instant::now();
    let mut looked_at = 0;
    // The right password is slowed down as well, unless the address has rested meanwhile.
    until(async || {
        looked_at += guess(async |count| {
            far.sign_in(&format!("Somebody {}", (looked_at + count) * 37), WRONG, None).await
        })
        .await;
        far.sign_in("Annabel", PASSWORD, None).await.status == 429
    })
    .await;
    OF_ADDRESS.fits(looked_at, began);
    // Others are let in, and the address may do all else.
    assert_eq!(Far::at(&server, 2).sign_in("Annabel", PASSWORD, None).await.status, 201);
    assert_eq!(far.post("/guests", &[], json!({"name": "Carla"})).await.status, 201);
}

async fn guesses_in_a_session_are_counted_as_well(database: Database) {
    let server = server(database).await;
    let home = Far::at(&server, 100);
    let (device, token) = home.register("Annabel").await;
    let thief = Far::at(&server, 1);
    let confirm = async |far: &Far, password: &str, device: Option<&str>| {
        let mut headers = vec![(reqwest::header::AUTHORIZATION, format!("Bearer {token}"))];
        headers.extend(device.map(|secret| (COOKIE, format!("tengen_device={secret}"))));
        far.post("/sessions/current", &headers, json!({"password": password})).await
    };
    let began = Instant::now();
    OF_ACCOUNT.fits(guess(async |_| confirm(&thief, WRONG, None).await).await, began);
    confirm(&thief, PASSWORD, None).await.slowed_down();
    // It is the same account at the other way in.
    Far::at(&server, 2).sign_in("Annabel", PASSWORD, None).await.slowed_down();
    assert_eq!(confirm(&home, PASSWORD, Some(&device)).await.status, 204);
}

/// A class signs in behind one address within a minute.
async fn whoever_is_right_is_never_slowed_down(database: Database) {
    let server = server(database).await;
    Far::at(&server, 100).register("Annabel").await;
    let far = Far::at(&server, 1);
    for number in 0..40 {
        let told = far.sign_in("Annabel", PASSWORD, None).await;
        assert_eq!(told.status, 201, "{number}: {}", told.body);
    }
}
