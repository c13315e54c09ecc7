//! What goes wrong, in OpenSSL's words.

use rustls::{AlertDescription, Error, InvalidMessage, PeerIncompatible};

use crate::verify::Problem;

/// Which class of Python's it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `SSLError`.
    Ssl,
    /// `SSLCertVerificationError`.
    Verification,
    /// `SSLEOFError`: the peer's bytes end where they must not.
    Eof,
}

/// What has gone wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Which class of Python's it is.
    pub kind: Kind,
    /// The name of the reason.
    pub reason: String,
    /// The same in words.
    pub text: String,
    /// What is wrong with a certificate, if that is it.
    pub problem: Option<Problem>,
}

impl Failure {
    /// A failure of this reason.
    #[must_use]
    pub fn new(reason: &str) -> Failure {
        Failure {
            kind: Kind::Ssl,
            reason: reason.to_owned(),
            text: reason.to_ascii_lowercase().replace('_', " "),
            problem: None,
        }
    }

    /// The peer's bytes end too early.
    pub(crate) fn end() -> Failure {
        Failure {
            kind: Kind::Eof,
            text: "EOF occurred in violation of protocol".to_owned(),
            ..Failure::new("UNEXPECTED_EOF_WHILE_READING")
        }
    }

    pub(crate) fn of_problem(problem: Problem) -> Failure {
        Failure {
            kind: Kind::Verification,
            problem: Some(problem),
            ..Failure::new("CERTIFICATE_VERIFY_FAILED")
        }
    }

    /// OpenSSL's failure for one of rustls; `problem` is what the verification has told.
    pub(crate) fn of(error: &Error, problem: Option<Problem>) -> Failure {
        match error {
            Error::AlertReceived(alert) => of_alert(*alert),
            Error::InvalidCertificate(_) => Failure::of_problem(problem.unwrap_or(Problem {
                code: 1,
                text: "unspecified certificate verification error".to_owned(),
            })),
            _ => Failure::new(reason(error)),
        }
    }
}

fn reason(error: &Error) -> &'static str {
    match error {
        Error::InvalidMessage(message) => match message {
            InvalidMessage::MessageTooShort
            | InvalidMessage::MissingData(_)
            | InvalidMessage::TrailingData(_) => "LENGTH_TOO_SHORT",
            InvalidMessage::MessageTooLarge => "RECORD_LAYER_FAILURE",

            InvalidMessage::UnknownProtocolVersion => "WRONG_VERSION_NUMBER",
            _ => "UNEXPECTED_MESSAGE",
        },
        Error::DecryptError => "RECORD_LAYER_FAILURE",
        Error::PeerSentOversizedRecord => "RECORD_LAYER_FAILURE",
        Error::NoCertificatesPresented => "PEER_DID_NOT_RETURN_A_CERTIFICATE",
        Error::NoApplicationProtocol => "NO_APPLICATION_PROTOCOL",
        Error::PeerIncompatible(what) => match what {
            PeerIncompatible::Tls12NotOffered
            | PeerIncompatible::Tls12NotOfferedOrEnabled
            | PeerIncompatible::ServerDoesNotSupportTls12Or13
            | PeerIncompatible::ServerSentHelloRetryRequestWithUnknownExtension
            | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig
            | PeerIncompatible::SupportedVersionsExtensionRequired => "UNSUPPORTED_PROTOCOL",
            PeerIncompatible::NoCipherSuitesInCommon
            | PeerIncompatible::NoEcPointFormatsInCommon
            | PeerIncompatible::EcPointsExtensionRequired => "NO_SHARED_CIPHER",
            PeerIncompatible::NoKxGroupsInCommon
            | PeerIncompatible::NamedGroupsExtensionRequired
            | PeerIncompatible::KeyShareExtensionRequired => "NO_SUITABLE_KEY_SHARE",
            PeerIncompatible::NoSignatureSchemesInCommon
            | PeerIncompatible::NoCertificateRequestSignatureSchemesInCommon
            | PeerIncompatible::SignatureAlgorithmsExtensionRequired => {
                "NO_SUITABLE_SIGNATURE_ALGORITHM"
            }
            _ => "HANDSHAKE_FAILURE_ON_CLIENT_HELLO",
        },
        Error::InappropriateMessage { .. }
        | Error::InappropriateHandshakeMessage { .. }
        | Error::PeerMisbehaved(_) => "UNEXPECTED_MESSAGE",
        _ => "INTERNAL_ERROR",
    }
}

/// The name and the words of an alert that has come.
fn of_alert(alert: AlertDescription) -> Failure {
    use AlertDescription as A;
    let (front, words) = match alert {
        A::UnexpectedMessage => ("SSLV3_ALERT", "unexpected message"),
        A::BadRecordMac => ("SSLV3_ALERT", "bad record mac"),
        A::DecompressionFailure => ("SSLV3_ALERT", "decompression failure"),
        A::HandshakeFailure => ("SSLV3_ALERT", "handshake failure"),
        A::NoCertificate => ("SSLV3_ALERT", "no certificate"),
        A::BadCertificate => ("SSLV3_ALERT", "bad certificate"),
        A::UnsupportedCertificate => ("SSLV3_ALERT", "unsupported certificate"),
        A::CertificateRevoked => ("SSLV3_ALERT", "certificate revoked"),
        A::CertificateExpired => ("SSLV3_ALERT", "certificate expired"),
        A::CertificateUnknown => ("SSLV3_ALERT", "certificate unknown"),
        A::IllegalParameter => ("SSLV3_ALERT", "illegal parameter"),
        A::DecryptionFailed => ("TLSV1_ALERT", "decryption failed"),
        A::RecordOverflow => ("TLSV1_ALERT", "record overflow"),
        A::UnknownCA => ("TLSV1_ALERT", "unknown ca"),
        A::AccessDenied => ("TLSV1_ALERT", "access denied"),
        A::DecodeError => ("TLSV1_ALERT", "decode error"),
        A::DecryptError => ("TLSV1_ALERT", "decrypt error"),
        A::ExportRestriction => ("TLSV1_ALERT", "export restriction"),
        A::ProtocolVersion => ("TLSV1_ALERT", "protocol version"),
        A::InsufficientSecurity => ("TLSV1_ALERT", "insufficient security"),
        A::InternalError => ("TLSV1_ALERT", "internal error"),
        A::InappropriateFallback => ("TLSV1_ALERT", "inappropriate fallback"),
        A::UserCanceled => ("TLSV1_ALERT", "user cancelled"),
        A::NoRenegotiation => ("TLSV1_ALERT", "no renegotiation"),
        A::UnknownPSKIdentity => ("TLSV1_ALERT", "unknown psk identity"),
        A::NoApplicationProtocol => ("TLSV1_ALERT", "no application protocol"),
        A::MissingExtension => ("TLSV13_ALERT", "missing extension"),
        A::CertificateRequired => ("TLSV13_ALERT", "certificate required"),
        A::UnsupportedExtension => ("TLSV1", "unsupported extension"),
        A::CertificateUnobtainable => ("TLSV1", "certificate unobtainable"),
        A::UnrecognisedName => ("TLSV1", "unrecognized name"),
        A::BadCertificateStatusResponse => ("TLSV1", "bad certificate status response"),
        A::BadCertificateHashValue => ("TLSV1", "bad certificate hash value"),
        _ => ("TLSV1_ALERT", "unknown alert type"),
    };
    let reason = format!("{front}_{}", words.to_ascii_uppercase().replace(' ', "_"));
    let before = if front == "SSLV3_ALERT" {
        "ssl/tls alert".to_owned()
    } else {
        front.to_ascii_lowercase().replace('_', " ")
    };
    Failure {
        text: format!("{before} {words}"),
        ..Failure::new(&reason)
    }
}
