//! Definitions of mobs, entities, nodes and player models in Lua files.

use super::Mod;
use super::edits::Written;
use super::helpers::makes_node;
use super::ranges::{Found as FoundClips, Root, Speed, loose_ranges, ranges};
use super::shapes::get;
use crate::lua::{Call, Entry, Joined, LuaFile, Place, Play, Reach, Table, Uses, Value, parse, read as read_lua};
use retromesh::ClipRange;
use std::collections::HashSet;
use std::path::Path;

/// The keys of which a definition has one.
const KEYS: [&str; 6] = ["mesh", "meshes", "animation", "animations", "initial_properties", "visual_scale"];

/// The frames a second at which the engine and the frameworks play a clip that says none.
const DEFAULT_SPEED: f32 = 15.0;
/// The frameworks that are known to do so: the first two name it, the others leave it to the engine.
const FRAMEWORKS: [&str; 6] = ["mobs", "mcl_mobs", "creatura", "player_api", "default", "mcl_player"];

/// What a definition says.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct Registration {
    /// The name, or the expression that gives it.
    pub(crate) name: String,
    pub(super) place: Place,
    /// The file names of its models.
    pub(crate) models: Vec<String>,
    /// Models whose names are computed.
    pub(super) computed_models: Vec<Place>,
    /// Where its models are named.
    pub(super) model_places: Vec<Place>,
    /// The images of the parts of its models: the first choice where there are several.
    pub(super) images: Vec<String>,
    pub(super) found: FoundClips,
    /// Whether it is a node and no entity.
    pub(super) is_node: bool,
    /// Whether it is known to be no node.
    pub(super) is_other: bool,
    /// Whether it gives an object that exists other properties.
    pub(super) sets_properties: bool,
    /// Whether it changes a node that exists.
    pub(super) overrides: bool,
    /// The table of it between braces.
    pub(super) table: Option<Place>,
    /// Where its table gets entries whose keys only a run would know.
    pub(super) added: Vec<Place>,
    /// The functions that its table is given elsewhere.
    functions: Vec<Place>,
    /// The scale of a node.
    pub(super) visual_scale: Option<Entry>,
    /// The scale of it in the hand.
    pub(super) wield_scale: Option<Entry>,
    /// Whether it is an image in the hand.
    pub(super) has_wield_image: bool,
    /// Whether its clips without a speed are known to have the default.
    pub(super) has_default_speed: bool,
}

impl Registration {
    /// Returns whether it names a model file.
    pub(crate) fn names(&self, model: &str) -> bool {
        self.models.iter().any(|named| named == model)
    }

    /// Returns whether it names a model file, or what that became for Luanti.
    pub(crate) fn uses(&self, model: &str) -> bool {
        self.models.iter().any(|named| is_same_model(named, model))
    }

    /// Returns whether a place is in its call, or in its table and the functions of that where a variable held it.
    pub(super) fn holds(&self, place: &Place) -> bool {
        let parts = self.table.iter().chain(&self.functions);
        self.place.holds(place) || parts.into_iter().any(|part| part.holds(place))
    }

    /// Returns whether it is known to be a node, or to be none.
    pub(super) fn is_known(&self) -> bool {
        self.is_node || self.is_other
    }

    /// Returns whether it has clips, and no model.
    pub(super) fn is_base(&self) -> bool {
        self.models.is_empty() && self.computed_models.is_empty() && !self.found.clips.is_empty()
    }

    /// Returns whether it says a scale, and no model.
    pub(super) fn overrides_scale(&self) -> bool {
        self.visual_scale.is_some() && self.models.is_empty() && self.computed_models.is_empty()
    }

    /// Returns whether it names nothing but files that Luanti shall read now, and none that was written.
    pub(super) fn is_done(&self, of: &Mod, written: &[Written]) -> bool {
        let is_new = |named: &String| is_gltf(named) && !written.iter().any(|model| model.model == *named);
        let is_end = |end: &String| is_gltf(end) && !written.iter().any(|model| model.model.ends_with(end));
        let mut computed = self.computed_models.iter();
        !(self.models.is_empty() && self.computed_models.is_empty())
            && self.models.iter().all(is_new)
            && computed.all(|place| of.literal_ends(place).is_some_and(|ends| ends.iter().all(is_end)))
    }
}

/// What is in files.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) registrations: Vec<Registration>,
    pub(super) plays: Vec<Play>,
    pub(super) unknown: Vec<Place>,
    pub(super) meshes: Vec<(Place, String)>,
    pub(super) joined: Vec<Joined>,
    pub(super) uses: Uses,
    pub(super) reach: Reach,
    pub(super) wrong: Vec<(Place, String)>,
}

/// Reads the definitions of files: those that calls are given, then those that files return or variables hold.
pub(super) fn read(files: &[LuaFile]) -> Found {
    let parsed = parse(files);
    let read = read_lua(files, &parsed, &KEYS);
    let (plays, unknown, meshes, joined) = (read.plays, read.unknown, read.meshes, read.joined);
    let mut found = Found { plays, unknown, meshes, joined, ..Found::default() };
    let mut known = HashSet::new();
    for call in &read.calls {
        let registration = of_call(call);
        known.extend(registration.places());
        found.registrations.push(registration);
    }
    for loose in &read.loose {
        let Some(file) = files.get(loose.file) else { continue };
        let stem = || Path::new(&file.path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = loose.variable.clone().unwrap_or_else(stem);
        let place = Place { file: loose.file, start: 0, end: 0 };
        let is_definition = KEYS.iter().any(|key| get(&loose.table, key).is_some());
        let clips = if is_definition { ranges(&loose.table, Root::Definition) } else { loose_ranges(loose) };
        let mut registration = of_table(name, place, &loose.table, clips);
        let places = registration.places();
        let is_new = |place: &Place| !known.contains(place);
        let Some(first) = places.iter().find(|place| is_new(place)) else { continue };
        registration.place = first.clone();
        if registration.models.is_empty() {
            // Clips that a definition has are listed there.
            registration.found.clips.retain(|clip| clip.first.as_ref().is_none_or(is_new));
            registration.found.computed.retain(|computed| is_new(&computed.place));
        } else {
            registration.complete(false);
        }
        known.extend(places);
        found.registrations.push(registration);
    }
    found.swap();
    let users = found.registrations.iter().filter(|user| !user.models.iter().all(|model| is_gltf(model)));
    found.uses = parsed.uses(&users.flat_map(|user| user.found.tables.iter().cloned()).collect());
    found.reach = parsed.reach(files);
    found.wrong = parsed.wrong;
    found
}

impl Found {
    /// Gives definitions the models to which functions in them change an object: those play their clips as well.
    fn swap(&mut self) {
        let is_set = |user: &&Registration| user.sets_properties && user.found.is_empty();
        let set = self.registrations.iter().filter(is_set).flat_map(|user| {
            let place = user.model_places.first().unwrap_or(&user.place);
            user.models.iter().map(|model| (place.clone(), model.clone(), true))
        });
        let meshes = std::mem::take(&mut self.meshes).into_iter().map(|(place, model)| (place, model, false));
        let models: Vec<(Place, String, bool)> = set.chain(meshes).collect();
        for (place, model, is_call) in models.into_iter().filter(|(_, model, _)| is_model(model)) {
            let has_clips = |user: &&Registration| !user.sets_properties && !user.is_node && !user.found.is_empty();
            let mut users = self.registrations.iter().filter(has_clips);
            // A model with clips of its own is one of another thing.
            let is_known = users.any(|user| user.holds(&place) || (is_call && user.names(&model)));
            if !is_known {
                self.meshes.push((place.clone(), model.clone()));
            }
            let around = self.registrations.iter_mut().filter(|user| has_clips(&&**user) && user.holds(&place));
            for user in around.filter(|user| !user.models.contains(&model)) {
                user.models.push(model.clone());
                user.model_places.push(place.clone());
            }
        }
    }
}

impl Registration {
    /// Returns the ranges of its clips.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = ClipRange> {
        self.found.clips.iter().map(|clip| clip.range.clone())
    }

    /// Returns what is known of its clips.
    pub(crate) const fn found(&self) -> &FoundClips {
        &self.found
    }

    /// Returns the frames a second at which its clips without a speed are played, where that is known.
    pub(super) fn default_speed(&self) -> Option<f32> {
        self.has_default_speed.then_some(DEFAULT_SPEED)
    }

    /// Gives clips that say no speed the one at which they are played.
    fn complete(&mut self, is_player: bool) {
        for clip in self.found.clips.iter_mut().filter(|clip| clip.speed != Speed::Said) {
            clip.range.speed = Some(DEFAULT_SPEED);
            // Only player models have one speed for all.
            if !is_player && matches!(clip.speed, Speed::Missing(Some((_, "animation_speed")))) {
                clip.speed = Speed::Missing(None);
            }
        }
    }

    /// Returns the places of what it says of models and clips; none of tables whose clips are all computed, as they may be of other things.
    fn places(&self) -> Vec<Place> {
        let clips = self.found.clips.iter().filter_map(|clip| clip.first.clone());
        let mut places: Vec<Place> =
            self.model_places.iter().chain(&self.computed_models).cloned().chain(clips).collect();
        if !places.is_empty() {
            places.extend(self.found.computed.iter().map(|computed| computed.place.clone()));
        }
        places
    }
}

fn of_call(call: &Call) -> Registration {
    let name = call.name.clone().unwrap_or_else(|| call.written.clone());
    let clips = ranges(&call.table, Root::Definition);
    let mut registration = of_table(name, call.place.clone(), &call.table, clips);
    let made = makes_node(&call.callee);
    registration.is_node |= made == Some(true);
    registration.is_other |= made == Some(false);
    registration.overrides = call.callee.ends_with("override_item");
    registration.sets_properties = call.callee.ends_with("set_properties");
    let framework = call.callee.split([':', '.']).next().unwrap_or_default();
    registration.has_default_speed = FRAMEWORKS.contains(&framework);
    // `player_api.register_model` names the model itself.
    if let Some(name) = call.name.as_deref().filter(|name| is_model(name))
        && registration.models.is_empty()
    {
        registration.models.push(name.to_owned());
    }
    registration.complete(call.callee.ends_with("register_model"));
    registration
}

fn of_table(name: String, place: Place, table: &Table, found: FoundClips) -> Registration {
    let initial = match get(table, "initial_properties").map(|entry| &entry.value) {
        Some(Value::Table(initial)) => Some(initial),
        _ => None,
    };
    let entry = |key: &str| initial.and_then(|initial| get(initial, key)).or_else(|| get(table, key));
    let (mut models, mut model_places, mut computed_models) = (Vec::new(), Vec::new(), Vec::new());
    let several = match entry("meshes").map(|entry| &entry.value) {
        Some(Value::Table(list)) => list.entries.as_slice(),
        _ => &[],
    };
    // Those that a framework changes to: `gotten_mesh`, `female_mesh`.
    let others = initial.into_iter().chain([table]).flat_map(|table| table.iter());
    let others = others.filter(|entry| entry.key.ends_with("_mesh"));
    for Entry { value, place, perhaps, .. } in entry("mesh").into_iter().chain(several).chain(others) {
        match value {
            Value::Text(model) => {
                models.push(model.clone());
                model_places.extend(place.clone());
            }
            Value::Computed => computed_models.extend(place.iter().chain(perhaps).cloned()),
            _ => {}
        }
    }
    let images = entry("textures").or_else(|| entry("tiles")).map(|entry| images(&entry.value)).unwrap_or_default();
    let visual_scale = get(table, "visual_scale").cloned();
    Registration {
        name,
        place,
        models,
        model_places,
        computed_models,
        images,
        found,
        is_node: ["drawtype", "tiles"].iter().any(|key| get(table, key).is_some()),
        is_other: ["initial_properties", "textures", "visual", "visual_size"]
            .iter()
            .any(|key| get(table, key).is_some()),
        sets_properties: false,
        overrides: false,
        table: table.place.clone(),
        added: table.added.clone(),
        functions: table.functions.clone(),
        visual_scale,
        wield_scale: get(table, "wield_scale").cloned(),
        has_wield_image: get(table, "wield_image").is_some(),
        has_default_speed: false,
    }
}

/// Returns the images of a list; of a list of lists those of the first, and of an image that is put together of others the lowest.
fn images(list: &Value) -> Vec<String> {
    let Value::Table(list) = list else { return Vec::new() };
    if let Some(Entry { value: first @ Value::Table(inner), .. }) = list.first()
        && get(inner, "name").is_none()
    {
        return images(first);
    }
    let name = |entry: &Entry| match &entry.value {
        Value::Text(name) => Some(lowest(name).to_owned()),
        Value::Table(tile) => match &get(tile, "name")?.value {
            Value::Text(name) => Some(lowest(name).to_owned()),
            _ => None,
        },
        _ => None,
    };
    list.iter().map_while(name).collect()
}

/// Returns the lowest of images that are put on each other: `cow.png` of `cow.png^(spots.png^[colorize:red)`.
fn lowest(name: &str) -> &str {
    name.trim_start_matches('(').split('^').next().unwrap_or_default()
}

/// Returns whether a name is that of a model file.
fn is_model(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default().to_string_lossy();
    retromesh::format_by_extension(&extension).is_some()
}

/// Returns whether a name is that of a glTF file.
pub(crate) fn is_gltf(name: &str) -> bool {
    matches!(name.rsplit_once('.'), Some((_, "glb" | "gltf")))
}

/// Returns whether two file names are of one model: equal, or equal but for the extension where one is that of what Luanti shall read now.
fn is_same_model(named: &str, file: &str) -> bool {
    let stem = |name: &str| name.rsplit_once('.').map(|(stem, _)| stem.to_owned());
    named == file || (is_gltf(named) && stem(named) == stem(file))
}
