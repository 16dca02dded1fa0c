//! The names of selections that place proxies: `proxy:path.01`.

use retromesh_core::scene::Proxy;
use retromesh_wire::RawStr;

/// How the names of selections begin that place proxies.
pub(crate) const PROXY: &[u8] = b"proxy:";

/// Returns what follows `proxy:` in a name, whatever its case.
pub(crate) fn after_prefix(name: &[u8]) -> Option<&[u8]> {
    let (start, rest) = name.split_at_checked(PROXY.len())?;
    start.eq_ignore_ascii_case(PROXY).then_some(rest)
}

/// Returns the proxy that a selection of this name places.
pub(crate) fn of_selection(name: &[u8]) -> Option<Proxy> {
    let (path, id) = proxy_name(after_prefix(name)?);
    Some(Proxy { path: RawStr::new(path.to_vec()).to_string(), id })
}

/// Splits a proxy's name at its first dot into path and number, -1 for none.
pub(crate) fn proxy_name(name: &[u8]) -> (&[u8], i32) {
    let mut parts = name.splitn(2, |&byte| byte == b'.');
    let path = parts.next().unwrap_or_default();
    let id = parts.next().and_then(|number| std::str::from_utf8(number).ok()?.trim().parse().ok());
    (path, id.unwrap_or(-1))
}
