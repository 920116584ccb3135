//! The versions of the protocol.

use tengen_protocol::{UnknownVersion, Version};

#[test]
fn a_version_is_read_as_it_is_written() {
    for version in Version::ALL {
        assert_eq!(version.to_string().parse(), Ok(version));
    }
    for other in ["", "0", "3", "01", "1.0", "two", " 1"] {
        assert_eq!(other.parse::<Version>(), Err(UnknownVersion), "{other:?}");
    }
}
