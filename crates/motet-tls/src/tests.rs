//! Connections between two machines, with and without damage; certificates with damage; names.

use std::sync::Arc;

use crate::{
    Certificate, Config, Connection, Counters, Failure, Policy, Read, RevocationList, Settings,
    Shutdown, Step, Store, Versions, blocks, load, suites, verify,
};

macro_rules! pem {
    ($name:literal) => {
        include_str!(concat!("../../../tests/programs/net/certificates/", $name))
    };
}

/// A time at which the certificates hold: in 2030.
const NOW: i64 = 1_900_000_000;

fn certificate(text: &str) -> Certificate {
    let block = blocks(text)
        .into_iter()
        .find(|block| block.label == "CERTIFICATE");
    let content = block.and_then(|block| block.content).expect("there is one");
    Certificate::parse(&content).expect("it is whole")
}

fn store() -> Store {
    let mut store = Store::default();
    store.add(certificate(pem!("ca.pem")));
    store
}

fn config(is_server: bool, versions: Versions) -> Arc<Config> {
    let mut identities = Vec::new();
    if is_server {
        let text = pem!("server.pem");
        identities.push(Arc::new(load(text, text, None).expect("it is whole")));
    }
    let older = suites().iter().filter(|suite| suite.protocol == "TLSv1.2");
    let settings = Settings {
        is_server,
        versions,
        suites: older.map(|suite| suite.number).collect(),
        group: None,
        asks: !is_server,
        requires: !is_server,
        checks_host: !is_server,
        flags: 0,
        host_flags: 4,
        store: Arc::new(store()),
        identities,
        protocols: Vec::new(),
        tickets: 2,
        uses_tickets: true,
        prefers_own_order: true,
        key_log: None,
    };
    Arc::new(Config::new(settings, Arc::new(Counters::default())).expect("something is allowed"))
}

const BOTH: Versions = Versions {
    older: true,
    newer: true,
};

struct Pair {
    client: Connection,
    server: Connection,
    config: Arc<Config>,
}

impl Pair {
    fn new(versions: Versions) -> Pair {
        let server = config(true, versions);
        let client = config(false, versions);
        Pair {
            client: Connection::client(client, Some("localhost"), None).expect("a client"),
            server: Connection::server(server.clone()).expect("a server"),
            config: server,
        }
    }

    /// Moves what one side has for the other; `change` may damage it.
    fn carry(
        from: &mut Connection,
        to: &mut Connection,
        change: &mut dyn FnMut(&mut Vec<u8>),
    ) -> Result<(), Failure> {
        let mut bytes = from.outgoing().to_vec();
        from.sent(bytes.len());
        change(&mut bytes);
        let mut rest = bytes.as_slice();
        while !rest.is_empty() {
            let count = to.take(rest)?;
            rest = &rest[count..];
        }
        Ok(())
    }

    fn shake(&mut self, change: &mut dyn FnMut(&mut Vec<u8>)) -> Result<(), Failure> {
        for _ in 0..10 {
            let one = self.client.handshake()?;
            Pair::carry(&mut self.client, &mut self.server, change)?;
            let mut other = self.server.handshake()?;
            if other == Step::NeedsChoice {
                self.server.choose(self.config.clone())?;
                other = self.server.handshake()?;
            }
            Pair::carry(&mut self.server, &mut self.client, change)?;
            if one == Step::Done && other == Step::Done {
                return Ok(());
            }
        }
        Err(Failure::new("ENDLESS"))
    }
}

#[test]
fn both_versions_carry_bytes_and_end() {
    for (older, newer) in [(true, false), (false, true)] {
        let mut pair = Pair::new(Versions { older, newer });
        pair.shake(&mut |_| {}).expect("they agree");
        assert_eq!(pair.client.facts().version, pair.server.facts().version);
        assert_eq!(pair.server.asked_host(), Some("localhost"));
        assert_eq!(pair.client.write(b"words").expect("it is open"), 5);
        Pair::carry(&mut pair.client, &mut pair.server, &mut |_| {}).expect("whole");
        let mut room = [0; 10];
        assert_eq!(pair.server.read(&mut room), Ok(Read::Bytes(5)));
        assert_eq!(&room[..5], b"words");
        assert_eq!(pair.server.read(&mut room), Ok(Read::NeedsInput));
        assert_eq!(pair.client.shut_down(), Ok(Shutdown::NeedsInput));
        Pair::carry(&mut pair.client, &mut pair.server, &mut |_| {}).expect("whole");
        assert_eq!(pair.server.read(&mut room), Ok(Read::Closed));
        assert_eq!(pair.server.shut_down(), Ok(Shutdown::Done));
        Pair::carry(&mut pair.server, &mut pair.client, &mut |_| {}).expect("whole");
        assert_eq!(pair.client.shut_down(), Ok(Shutdown::Done));
    }
}

/// Numbers that look random: the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn damage(numbers: &mut Numbers, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let place = numbers.below(bytes.len());
    match numbers.below(4) {
        0 => bytes[place] ^= 1 << numbers.below(8),
        1 => bytes[place] = numbers.below(256) as u8,
        2 => bytes.truncate(place),
        _ => bytes.insert(place, numbers.below(256) as u8),
    }
}

#[test]
fn damaged_handshakes_fail_or_wait() {
    let mut numbers = Numbers(7);
    for _ in 0..400 {
        let mut pair = Pair::new(BOTH);
        let turn = numbers.below(4);
        let mut count = 0;
        let shaken = pair.shake(&mut |bytes| {
            if count == turn {
                damage(&mut numbers, bytes);
            }
            count += 1;
        });
        if shaken.is_ok() {
            // The damage was where it does not matter, or in tickets after the handshake.
            assert!(pair.client.facts().is_established);
        }
    }
}

#[test]
fn damaged_certificates_are_read_or_not() {
    let mut numbers = Numbers(11);
    for text in [
        pem!("server.pem"),
        pem!("ca.pem"),
        pem!("other.pem"),
        pem!("self.pem"),
    ] {
        let whole = certificate(text).der().to_vec();
        for _ in 0..3000 {
            let mut bytes = whole.clone();
            for _ in 0..=numbers.below(3) {
                damage(&mut numbers, &mut bytes);
            }
            if let Some(found) = Certificate::parse(&bytes)
                && bytes != whole
            {
                let policy = Policy {
                    flags: 0,
                    host_flags: 4,
                    of_server: true,
                };
                let verified = verify(&[found], &store(), &policy, Some("localhost"), NOW);
                assert!(verified.is_err());
            }
        }
    }
}

#[test]
fn problems_have_the_codes_of_openssl() {
    let strict = 0x80020;
    for (text, host, flags, expected) in [
        (pem!("server.pem"), "localhost", strict, 0),
        (pem!("server.pem"), "127.0.0.1", strict, 0),
        (pem!("server.pem"), "one.tests.example", strict, 0),
        (pem!("server.pem"), "tests.example", 0, 62),
        (pem!("server.pem"), "::1", 0, 64),
        (pem!("expired.pem"), "localhost", 0, 10),
        (pem!("self.pem"), "localhost", strict, 18),
        (pem!("client.pem"), "localhost", 0, 26),
        (pem!("revoked.pem"), "localhost", 0, 0),
        (pem!("revoked.pem"), "localhost", 4, 23),
        (pem!("server.pem"), "localhost", 4, 0),
    ] {
        let mut store = store();
        for block in blocks(pem!("revoked.crl")) {
            let list = block.content.and_then(|der| RevocationList::parse(&der));
            store.add_list(list.expect("it is whole"));
        }
        let policy = Policy {
            flags,
            host_flags: 4,
            of_server: true,
        };
        let verified = verify(&[certificate(text)], &store, &policy, Some(host), NOW);
        assert_eq!(verified.err().map_or(0, |problem| problem.code), expected);
    }
    let policy = Policy {
        flags: 0,
        host_flags: 4,
        of_server: true,
    };
    let alone = verify(
        &[certificate(pem!("server.pem"))],
        &Store::default(),
        &policy,
        None,
        NOW,
    );
    assert_eq!(alone.err().map(|problem| problem.code), Some(20));
}
