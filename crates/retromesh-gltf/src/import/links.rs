//! Where the files of images are.

use crate::{FINGERPRINT, uri};
use retromesh_core::material::{Image, last_component};
use serde_json::{Map, Value};

/// Restores where the file of an image is, unless the image is another one now: then it is in no file yet. `found` is
/// the fingerprint that it has. Of a link that leads out of the model's folder the name is left. An image that another program put into a file
/// of its own is there.
pub(super) fn restore_link(image: &mut Image, found: Option<&str>, link: &str, own: &Map<String, Value>) {
    if image.data.is_none() && image.uri.is_some() {
        return;
    }
    let same = own.get(FINGERPRINT).and_then(Value::as_str).is_none_or(|print| found == Some(print));
    let link = if uri::is_safe(link) { link } else { last_component(link) };
    image.uri = Some(link.to_owned()).filter(|link| same && uri::is_safe(link));
}
