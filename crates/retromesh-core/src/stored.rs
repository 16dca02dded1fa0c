//! Scenes for serde, so that programs can keep and exchange them.
//!
//! A scene is a structure of two fields: `schema`, the number [`SCHEMA`], and `scene`, whose fields are those of [`Scene`]. What was
//! read is what somebody wrote: [`Scene::into_valid`] judges it before it is used. JSON has no numbers that are not finite; valid
//! scenes have none either.

use crate::scene::Scene;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of the schema. It grows when a field gets another meaning or goes; other numbers are refused.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
#[serde(rename = "Stored")]
struct Written<'a> {
    schema: u32,
    #[serde(serialize_with = "fields")]
    scene: &'a Scene,
}

#[derive(Deserialize)]
#[serde(rename = "Stored", deny_unknown_fields)]
struct Read {
    #[serde(rename = "schema", deserialize_with = "known")]
    _schema: u32,
    #[serde(deserialize_with = "Scene::deserialize")]
    scene: Scene,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn fields<S: Serializer>(scene: &&Scene, serializer: S) -> Result<S::Ok, S::Error> {
    Scene::serialize(scene, serializer)
}

fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let found = u32::deserialize(deserializer)?;
    if found == SCHEMA {
        return Ok(found);
    }
    Err(D::Error::invalid_value(Unexpected::Unsigned(found.into()), &&*format!("the schema {SCHEMA} of scenes")))
}

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { schema: SCHEMA, scene: self }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Scene {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Read::deserialize(deserializer)?.scene)
    }
}
