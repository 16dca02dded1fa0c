//! Vertex pools: the attributes of primitives that share their vertices, read once.

use super::Importer;
use glam::{Vec3, Vec4};
use gltf_json::mesh::{MorphTarget as JsonTarget, Primitive, Semantic};
use gltf_json::validation::Checked;
use gltf_json::{Accessor, Index};
use retromesh_core::mesh::{Attribute, AttributeData, Influence, Mesh, MorphTarget, Weights};
use retromesh_core::{Code, Result};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Joint numbers and shares of one set of four influences, one row a vertex.
type InfluenceSet = (Vec<[u32; 4]>, Vec<[f32; 4]>);

/// What makes the vertices of two primitives the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PoolKey {
    attributes: BTreeMap<Semantic, usize>,
    targets: Vec<[Option<usize>; 3]>,
}

impl PoolKey {
    /// Gathers the attributes of a primitive; of a colour set that this project wrote twice, the exact form counts.
    pub(super) fn of(primitive: &Primitive, own: bool) -> Self {
        let mut attributes = BTreeMap::new();
        for (semantic, accessor) in &primitive.attributes {
            if let Checked::Valid(semantic) = semantic {
                attributes.insert(semantic.clone(), accessor.value());
            }
        }
        if own {
            let exact: Vec<(u32, usize)> = attributes
                .iter()
                .filter_map(|(semantic, &accessor)| match semantic {
                    Semantic::Extras(name) => Some((name.strip_prefix("COLOR_")?.parse().ok()?, accessor)),
                    _ => None,
                })
                .collect();
            for (set, accessor) in exact {
                attributes.remove(&Semantic::Extras(format!("COLOR_{set}")));
                attributes.insert(Semantic::Colors(set), accessor);
            }
        }
        let place = |index: Option<Index<Accessor>>| index.map(|i| i.value());
        let target = |t: &JsonTarget| [place(t.positions), place(t.normals), place(t.tangents)];
        Self { attributes, targets: primitive.targets.iter().flatten().map(target).collect() }
    }

    /// Returns the accessor of the positions.
    pub(super) fn positions(&self) -> Option<usize> {
        self.attributes.get(&Semantic::Positions).copied()
    }
}

impl Importer<'_, '_> {
    /// Reads the vertices of a pool as a mesh without parts.
    pub(super) fn pool(&mut self, m: usize, key: &PoolKey, kinds: Option<&Map<String, Value>>) -> Result<Mesh> {
        let path = || format!("meshes[{m}]");
        let index = |accessor: usize| Index::<Accessor>::new(accessor as u32);
        let Some(positions) = key.positions() else { return Ok(Mesh::default()) };
        let mut mesh = Mesh { positions: self.vectors(positions, None, path)?, ..Mesh::default() };
        let n = mesh.positions.len();
        let mut joints: BTreeMap<u32, usize> = BTreeMap::new();
        let mut weights: BTreeMap<u32, usize> = BTreeMap::new();
        for (semantic, &accessor) in &key.attributes {
            match semantic {
                Semantic::Positions => {}
                Semantic::Normals => mesh.normals = self.vectors(accessor, Some(n), path)?,
                Semantic::Tangents => mesh.tangents = self.tangents(accessor, n, path)?,
                Semantic::TexCoords(_) if mesh.uv_sets.len() < Mesh::MAX_UV_SETS => {
                    let rows = self.rows::<2>(accessor, Some(n), path)?;
                    mesh.uv_sets.push(bytemuck::cast_vec(rows));
                }
                Semantic::TexCoords(_) => self.report(Code::LostUvSet, 1, path, "more than eight coordinate sets")?,
                Semantic::Colors(_) => {
                    let colors = self.colors(accessor, n, path)?;
                    mesh.color_sets.push(colors);
                }
                Semantic::Joints(set) => {
                    joints.insert(*set, accessor);
                }
                Semantic::Weights(set) => {
                    weights.insert(*set, accessor);
                }
                Semantic::Extras(name) if name == "TANGENT" => mesh.tangents = self.tangents(accessor, n, path)?,
                Semantic::Extras(name) => {
                    let name = format!("_{name}");
                    let kind = kinds.and_then(|kinds| kinds.get(&name));
                    let attribute = self.attribute(name, index(accessor), n, kind, path)?;
                    mesh.attributes.extend(attribute);
                }
            }
        }
        mesh.weights = self.weights(&joints, &weights, n, path)?;
        for target in &key.targets {
            let [positions, normals, tangents] = *target;
            let mut read = |accessor: Option<usize>| {
                accessor.map_or(Ok(Vec::new()), |accessor| self.vectors(accessor, Some(n), path))
            };
            let (positions, normals, tangents) = (read(positions)?, read(normals)?, read(tangents)?);
            mesh.morph_targets.push(MorphTarget { positions, normals, tangents, ..MorphTarget::default() });
        }
        Ok(mesh)
    }

    /// Reads rows of floats, made as many as wanted, all finite.
    fn rows<const N: usize>(
        &mut self,
        accessor: usize,
        wanted: Option<usize>,
        path: impl Fn() -> String,
    ) -> Result<Vec<[f32; N]>> {
        let mut rows = self.accessors.floats::<N>(Index::new(accessor as u32)).map_err(|e| {
            let inner = e.path().to_string();
            e.within(format!("{} > {inner}", path()))
        })?;
        if let Some(n) = wanted.filter(|&n| n != rows.len()) {
            self.report(Code::CountMismatch, 1, &path, "attributes of one mesh that differ in number")?;
            self.accessors.charge(4 * N as u64 * n.saturating_sub(rows.len()) as u64)?;
            rows.resize(n, [0.0; N]);
        }
        let broken = rows.as_flattened().iter().filter(|x| !x.is_finite()).count();
        if broken > 0 {
            self.report(Code::NonFinite, broken, &path, "vertex values became zero")?;
            rows.as_flattened_mut().iter_mut().filter(|x| !x.is_finite()).for_each(|x| *x = 0.0);
        }
        Ok(rows)
    }

    fn vectors(&mut self, accessor: usize, wanted: Option<usize>, path: impl Fn() -> String) -> Result<Vec<Vec3>> {
        Ok(bytemuck::cast_vec(self.rows::<3>(accessor, wanted, path)?))
    }

    fn tangents(&mut self, accessor: usize, n: usize, path: impl Fn() -> String) -> Result<Vec<Vec4>> {
        Ok(self.rows::<4>(accessor, Some(n), path)?.into_iter().map(Vec4::from).collect())
    }

    /// Reads colours; without alpha it is 1.
    fn colors(&mut self, accessor: usize, n: usize, path: impl Fn() -> String) -> Result<Vec<Vec4>> {
        if self.accessors.shape(Index::new(accessor as u32)).is_some_and(|(_, columns)| columns == 3) {
            let opaque = |rgb: [f32; 3]| Vec3::from(rgb).extend(1.0);
            return Ok(self.rows::<3>(accessor, Some(n), path)?.into_iter().map(opaque).collect());
        }
        Ok(self.rows::<4>(accessor, Some(n), path)?.into_iter().map(Vec4::from).collect())
    }

    /// Reads a named attribute; `kind` says what this project wrote it from.
    fn attribute(
        &mut self,
        name: String,
        accessor: Index<Accessor>,
        n: usize,
        kind: Option<&Value>,
        path: impl Fn() -> String,
    ) -> Result<Option<Attribute>> {
        let original = kind.and_then(|kind| kind.get("name")).and_then(Value::as_str).map(str::to_string);
        let own_integer = kind.and_then(|kind| kind.get("integer")) == Some(&Value::Bool(true));
        let Some((_, columns)) = self.accessors.shape(accessor).filter(|(count, _)| *count == n) else {
            self.report(Code::CountMismatch, 1, path, "a custom attribute that does not fit its mesh")?;
            return Ok(None);
        };
        let integer = self.accessors.is_integer(accessor);
        let data = match columns {
            2 if own_integer && integer => {
                let halves = self.accessors.integers::<2>(accessor)?;
                AttributeData::UInt(halves.into_iter().map(|[low, high]| low | high << 16).collect())
            }
            1 if own_integer || integer => {
                AttributeData::UInt(self.accessors.integers::<1>(accessor)?.into_iter().flatten().collect())
            }
            _ => {
                let at = accessor.value();
                let values = match columns {
                    1 => self.rows::<1>(at, Some(n), path)?.into_flattened(),
                    2 => self.rows::<2>(at, Some(n), path)?.into_flattened(),
                    3 => self.rows::<3>(at, Some(n), path)?.into_flattened(),
                    4 => self.rows::<4>(at, Some(n), path)?.into_flattened(),
                    _ => {
                        self.report(Code::LostExtras, 1, path, "a custom attribute of matrices")?;
                        return Ok(None);
                    }
                };
                AttributeData::Float { components: columns as u8, values }
            }
        };
        Ok(Some(Attribute { name: original.unwrap_or(name), data }))
    }

    /// Joins the sets of four influences; those without weight are padding.
    fn weights(
        &mut self,
        joints: &BTreeMap<u32, usize>,
        weights: &BTreeMap<u32, usize>,
        n: usize,
        path: impl Fn() -> String,
    ) -> Result<Weights> {
        let mut sets: Vec<InfluenceSet> = Vec::new();
        for (set, &accessor) in joints {
            let Some(&weights) = weights.get(set) else {
                self.report(Code::CountMismatch, 1, &path, "joints without weights")?;
                continue;
            };
            let mut numbers = self.accessors.integers::<4>(Index::new(accessor as u32))?;
            self.accessors.charge(16 * n.saturating_sub(numbers.len()) as u64)?;
            numbers.resize(n, [0; 4]);
            sets.push((numbers, self.rows::<4>(weights, Some(n), &path)?));
        }
        if sets.is_empty() {
            return Ok(Weights::default());
        }
        let mut read = Weights { starts: Vec::with_capacity(n + 1), influences: Vec::new() };
        read.starts.push(0);
        let mut negative = 0;
        for v in 0..n {
            for (numbers, shares) in &sets {
                let (Some(numbers), Some(shares)) = (numbers.get(v), shares.get(v)) else { continue };
                for (&joint, &weight) in numbers.iter().zip(shares) {
                    negative += usize::from(weight < 0.0);
                    if weight > 0.0 {
                        read.influences.push(Influence { joint, weight });
                    }
                }
            }
            read.starts.push(read.influences.len() as u32);
        }
        self.report(Code::ZeroWeight, negative, &path, "negative weights were dropped")?;
        let (scaled, _) = read.normalize(SUM, NOTABLE);
        self.report(Code::NormalizedWeights, scaled, path, "")?;
        Ok(read)
    }
}

/// Sums of weights this near to one are left as they are, so that a file written from the scene is the same.
pub(super) const SUM: f64 = 1e-4;
/// Sums off by more than this are worth a diagnostic.
pub(super) const NOTABLE: f64 = 1e-2;
