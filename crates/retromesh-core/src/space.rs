//! What the numbers of a scene mean, and the one conversion between such meanings.

use crate::keyframes::{Animation, Track};
use crate::material::UvTransform;
use crate::mesh::Mesh;
use crate::scene::{Projection, Scene, Transform};
use glam::{Mat4, Quat, Vec2, Vec3};

/// A coordinate axis with its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// Along growing x.
    PlusX,
    /// Along growing y.
    PlusY,
    /// Along growing z.
    PlusZ,
    /// Along falling x.
    MinusX,
    /// Along falling y.
    MinusY,
    /// Along falling z.
    MinusZ,
}

impl Axis {
    /// Returns 0 for x, 1 for y, 2 for z.
    fn line(self) -> usize {
        match self {
            Self::PlusX | Self::MinusX => 0,
            Self::PlusY | Self::MinusY => 1,
            Self::PlusZ | Self::MinusZ => 2,
        }
    }

    fn sign(self) -> f32 {
        match self {
            Self::PlusX | Self::PlusY | Self::PlusZ => 1.0,
            Self::MinusX | Self::MinusY | Self::MinusZ => -1.0,
        }
    }

    /// Returns the unit vector.
    pub fn vector(self) -> Vec3 {
        let mut v = [0.0; 3];
        v[self.line()] = self.sign();
        Vec3::from_array(v)
    }

    /// Returns `+x` and the like.
    pub fn name(self) -> &'static str {
        ["+x", "+y", "+z", "-x", "-y", "-z"][self as usize]
    }
}

/// The order in which a viewer in front of a face sees its corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Winding {
    /// Clockwise, as in Direct3D.
    Clockwise,
    /// Counter-clockwise, as in OpenGL and glTF.
    CounterClockwise,
}

/// Where texture coordinates start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum UvOrigin {
    /// v grows downward, as in Direct3D and glTF.
    TopLeft,
    /// v grows upward, as in OpenGL and OBJ.
    BottomLeft,
}

/// Says what the numbers of a scene mean.
///
/// `right`, `up` and `forward` name the axes that become glTF's +x, +y and -z; two spaces describe the same picture when
/// these agree, so a conversion never mirrors what one sees.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Space {
    /// The axis to the right.
    pub right: Axis,
    /// The axis upward.
    pub up: Axis,
    /// The axis away from the viewer; cameras and lights look along it.
    pub forward: Axis,
    /// The order of the corners of a front face.
    pub winding: Winding,
    /// Where texture coordinates start.
    pub uv_origin: UvOrigin,
    /// How many metres a unit is; 1 where the format does not say.
    pub metres_per_unit: f32,
}

impl Space {
    /// The space of glTF 2.0: right-handed, y up, counter-clockwise, metres.
    pub const GLTF: Self = Self {
        right: Axis::PlusX,
        up: Axis::PlusY,
        forward: Axis::MinusZ,
        winding: Winding::CounterClockwise,
        uv_origin: UvOrigin::TopLeft,
        metres_per_unit: 1.0,
    };

    /// The space of DirectX, which most formats of games share: left-handed, y up, clockwise, metres.
    pub const LEFT_HANDED: Self = Self { forward: Axis::PlusZ, winding: Winding::Clockwise, ..Self::GLTF };

    /// Returns whether the three axes lie on three different lines and the unit is a positive number.
    pub fn is_valid(&self) -> bool {
        let lines = [self.right.line(), self.up.line(), self.forward.line()];
        let all_lines = lines.iter().fold(0, |seen, line| seen | 1 << line) == 0b111;
        all_lines && self.metres_per_unit.is_finite() && self.metres_per_unit > 0.0
    }

    /// Returns whether the axes are right-handed.
    pub fn is_right_handed(&self) -> bool {
        self.right.vector().cross(self.up.vector()).dot(self.forward.vector()) < 0.0
    }

    /// Returns 1 when `(b - a) x (c - a)` of a front face points at the viewer, else -1.
    pub fn outward_sign(&self) -> f32 {
        if self.is_right_handed() == (self.winding == Winding::CounterClockwise) { 1.0 } else { -1.0 }
    }
}

impl Default for Space {
    fn default() -> Self {
        Self::GLTF
    }
}

/// The change of axes and unit from one space to another: a signed permutation, so all but the unit is exact.
#[derive(Debug, Clone, Copy)]
struct Change {
    /// The source line of each target component.
    from: [usize; 3],
    /// The sign of each target component.
    sign: [f32; 3],
    /// The product of the signs and the permutation's parity: -1 for a mirror.
    determinant: f32,
    /// Target units per source unit.
    unit: f32,
    flip_faces: bool,
    flip_v: bool,
}

impl Change {
    fn between(source: &Space, target: &Space) -> Self {
        let mut from = [0; 3];
        let mut sign = [1.0; 3];
        for (s, t) in [(source.right, target.right), (source.up, target.up), (source.forward, target.forward)] {
            from[t.line()] = s.line();
            sign[t.line()] = s.sign() * t.sign();
        }
        let same_hand = source.is_right_handed() == target.is_right_handed();
        Self {
            from,
            sign,
            determinant: if same_hand { 1.0 } else { -1.0 },
            unit: source.metres_per_unit / target.metres_per_unit,
            flip_faces: source.winding != target.winding,
            flip_v: source.uv_origin != target.uv_origin,
        }
    }

    fn direction(&self, v: Vec3) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|i| self.sign[i] * v[self.from[i]]))
    }

    fn position(&self, v: Vec3) -> Vec3 {
        let turned = self.direction(v);
        if self.unit == 1.0 { turned } else { turned * self.unit }
    }

    fn factors(&self, v: Vec3) -> Vec3 {
        Vec3::from_array(std::array::from_fn(|i| v[self.from[i]]))
    }

    /// The axis of a rotation is a pseudo-vector: a mirror turns it round.
    fn rotation(&self, q: Quat) -> Quat {
        let axis = self.direction(q.xyz()) * self.determinant;
        Quat::from_xyzw(axis.x, axis.y, axis.z, q.w)
    }

    fn matrix(&self, m: &Mat4) -> Mat4 {
        let column = |i: usize| {
            let turned = self.direction(m.col(self.from[i]).truncate()) * self.sign[i];
            turned.extend(m.col(self.from[i]).w)
        };
        let last = self.position(m.w_axis.truncate()).extend(m.w_axis.w);
        Mat4::from_cols(column(0), column(1), column(2), last)
    }

    fn length(&self, x: f32) -> f32 {
        if self.unit == 1.0 { x } else { x * self.unit }
    }

    fn transform(&self, transform: &mut Transform) {
        match transform {
            Transform::Trs(trs) => {
                trs.translation = self.position(trs.translation);
                trs.rotation = self.rotation(trs.rotation);
                trs.scale = self.factors(trs.scale);
            }
            Transform::Matrix(matrix) => **matrix = self.matrix(matrix),
        }
    }

    fn directions(&self, values: &mut [Vec3]) {
        if self.from == [0, 1, 2] {
            // Where no axis takes the place of another, four numbers are turned at a time.
            let sign = Vec3::from_array(self.sign);
            values.iter_mut().for_each(|v| *v *= sign);
        } else {
            values.iter_mut().for_each(|v| *v = self.direction(*v));
        }
    }

    fn positions(&self, values: &mut [Vec3]) {
        if self.unit == 1.0 {
            self.directions(values);
        } else {
            values.iter_mut().for_each(|v| *v = self.position(*v));
        }
    }

    fn mesh(&self, mesh: &mut Mesh) {
        let positions = |values: &mut [Vec3]| self.positions(values);
        let directions = |values: &mut [Vec3]| self.directions(values);
        positions(&mut mesh.positions);
        directions(&mut mesh.normals);
        // The bitangent `w * normal x tangent` must run the other way after a mirror and after a flip of v.
        let w = self.determinant * if self.flip_v { -1.0 } else { 1.0 };
        mesh.tangents.iter_mut().for_each(|t| *t = self.direction(t.truncate()).extend(t.w * w));
        for target in &mut mesh.morph_targets {
            positions(&mut target.positions);
            directions(&mut target.normals);
            directions(&mut target.tangents);
        }
        mesh.vertex_frames.iter_mut().for_each(|frame| positions(&mut frame.positions));
        if self.flip_v {
            mesh.uv_sets.iter_mut().flatten().for_each(|uv| *uv = flip_v(*uv));
        }
        if self.flip_faces {
            mesh.parts.iter_mut().for_each(|part| part.faces.flip());
        }
    }

    fn animation(&self, animation: &mut Animation) {
        for channel in &mut animation.channels {
            match &mut channel.track {
                Track::Translation(values) => values.iter_mut().for_each(|v| *v = self.position(*v)),
                Track::Rotation(values) => values.iter_mut().for_each(|q| *q = self.rotation(*q)),
                Track::Scale(values) => values.iter_mut().for_each(|v| *v = self.factors(*v)),
                Track::Weights { .. } => {}
            }
        }
    }
}

fn flip_v(uv: Vec2) -> Vec2 {
    Vec2::new(uv.x, 1.0 - uv.y)
}

/// Conjugates a transform by the flip `F`: `F T F = D t + D R S D p + D L (0, 1) + (0, 1)` with `D = diag(1, -1)`.
fn flip_uv_transform(transform: &UvTransform) -> UvTransform {
    let linear = UvTransform { translation: Vec2::ZERO, ..*transform };
    let offset = transform.translation + linear.apply(Vec2::new(0.0, 1.0));
    UvTransform { translation: flip_v(offset), rotation: -transform.rotation, ..*transform }
}

impl Scene {
    /// Converts all numbers to another space. Axes and windings change exactly: there and back gives the same bits.
    ///
    /// Both spaces must be valid ([`Space::is_valid`]); otherwise nothing changes.
    pub fn convert_to(&mut self, target: Space) {
        if self.space == target || !self.space.is_valid() || !target.is_valid() {
            return;
        }
        let change = Change::between(&self.space, &target);
        self.nodes.iter_mut().for_each(|node| change.transform(&mut node.transform));
        self.meshes.iter_mut().for_each(|mesh| change.mesh(mesh));
        self.animations.iter_mut().for_each(|animation| change.animation(animation));
        for matrix in self.skeletons.iter_mut().flat_map(|skeleton| &mut skeleton.inverse_bind) {
            *matrix = change.matrix(matrix);
        }
        for camera in &mut self.cameras {
            camera.near = change.length(camera.near);
            camera.far = camera.far.map(|far| change.length(far));
            if let Projection::Orthographic { half_width, half_height } = &mut camera.projection {
                *half_width = change.length(*half_width);
                *half_height = change.length(*half_height);
            }
        }
        for light in &mut self.lights {
            light.range = light.range.map(|range| change.length(range));
        }
        if change.flip_v {
            self.textures.iter_mut().for_each(|t| t.transform = flip_uv_transform(&t.transform));
        }
        self.space = target;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::UvOrder;
    use crate::scene::{Node, Trs};

    /// Right-handed, z up: Blender.
    const Z_UP: Space = Space { up: Axis::PlusZ, forward: Axis::PlusY, uv_origin: UvOrigin::BottomLeft, ..Space::GLTF };

    #[test]
    fn handedness_and_outward_sign() {
        let rows = [(Space::GLTF, true, 1.0), (Space::LEFT_HANDED, false, 1.0), (Z_UP, true, 1.0)];
        for (space, right_handed, outward) in rows {
            assert!(space.is_valid());
            assert_eq!((space.is_right_handed(), space.outward_sign()), (right_handed, outward), "{space:?}");
        }
        assert!(!Space { up: Axis::MinusX, ..Space::GLTF }.is_valid());
    }

    #[test]
    fn known_conversions() {
        let p = Vec3::new(1.0, 2.0, 3.0);
        let q = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
        let left = Change::between(&Space::LEFT_HANDED, &Space::GLTF);
        assert_eq!(left.position(p), Vec3::new(1.0, 2.0, -3.0));
        assert_eq!(left.rotation(q), Quat::from_xyzw(-0.1, -0.2, 0.3, 0.9));
        let z_up = Change::between(&Z_UP, &Space::GLTF);
        assert_eq!(z_up.position(p), Vec3::new(1.0, 3.0, -2.0));
        assert_eq!(z_up.rotation(q), Quat::from_xyzw(0.1, 0.3, -0.2, 0.9));
        assert_eq!(z_up.factors(p), Vec3::new(1.0, 3.0, 2.0));
    }

    #[test]
    fn matrices_and_trs_convert_alike() {
        let trs = Trs {
            translation: Vec3::new(1.0, -2.0, 0.5),
            rotation: Quat::from_xyzw(0.3, -0.1, 0.7, 0.5).normalize(),
            scale: Vec3::new(2.0, 3.0, 4.0),
        };
        for (source, target) in [(Space::LEFT_HANDED, Space::GLTF), (Z_UP, Space::LEFT_HANDED), (Space::GLTF, Z_UP)] {
            let change = Change::between(&source, &target);
            let mut converted = Transform::Trs(trs);
            change.transform(&mut converted);
            assert!(change.matrix(&trs.matrix()).abs_diff_eq(converted.matrix(), 1e-5), "{source:?} {target:?}");
            let p = Vec3::new(5.0, 6.0, 7.0);
            let direct = change.position(trs.matrix().transform_point3(p));
            assert!(converted.matrix().transform_point3(change.position(p)).abs_diff_eq(direct, 1e-4));
        }
    }

    #[test]
    fn uv_transform_flips_with_the_coordinates() {
        for order in [UvOrder::ScaleFirst, UvOrder::RotateFirst] {
            let transform =
                UvTransform { translation: Vec2::new(0.3, 0.1), rotation: 0.7, scale: Vec2::new(2.0, 3.0), order };
            let uv = Vec2::new(0.2, 0.9);
            let flipped = flip_uv_transform(&transform).apply(flip_v(uv));
            assert!(flipped.abs_diff_eq(flip_v(transform.apply(uv)), 1e-5), "{order:?}");
        }
    }

    #[test]
    fn there_and_back_is_exact() {
        let mut scene = Scene { space: Space::LEFT_HANDED, ..Scene::default() };
        let trs = Trs {
            translation: Vec3::new(0.1, -0.2, 0.3),
            rotation: Quat::from_xyzw(0.3, -0.1, 0.7, 0.5),
            scale: Vec3::new(2.0, 3.0, 4.0),
        };
        scene.add_node(None, Node { transform: trs.into(), ..Node::default() });
        let mut other = scene.clone();
        other.convert_to(Z_UP);
        assert_ne!(other, scene);
        other.convert_to(Space::LEFT_HANDED);
        assert_eq!(other, scene);
    }
}
