// retromesh opens legacy game models (Blitz3D, bOGL, BOGLE, BGBTech, Operation Flashpoint, SCP-CB rooms, DirectX .x) and converts them.
//
// - Texts are UTF-8 and end with a zero byte. An argument is needed during its call only, unless its call says otherwise.
// - A scene, a report and all that they lead to belong to the library, are not to be changed, and live until they are freed.
// - There is no global state. Calls may be made by any thread at any time; a scene or a report may be read by several threads at once,
//   and is freed by one when no other uses it.
// - No call prints, exits or throws, whatever the file holds. A bug in the library is said on standard error and ends its call with
//   RETROMESH_ERROR_KIND_BUG. Where the system has no memory left the process ends.
// - What is read besides the model lies in its folder or below, unless the option `root` allows more.
// - Options are names and values as text, so that new ones change nothing here.

#ifndef RETROMESH_H
#define RETROMESH_H

// Generated from crates/retromesh-c/src by `cargo xtask header`: change it there.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(RETROMESH_SHARED)
#define RETROMESH_CALL __declspec(dllimport)
#else
#define RETROMESH_CALL
#endif

// The version of the interface. It changes when something that was there changes.
#define RETROMESH_ABI 1

// The number of something that there is not: a node without a parent, a mesh without a skeleton.
#define RETROMESH_NONE UINT32_MAX

// The offset of something that has no place among the bytes of the file.
#define RETROMESH_NO_OFFSET UINT64_MAX

// What kind of error a call ended with.
enum retromesh_error_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // There was none.
  RETROMESH_ERROR_KIND_NONE,
  // An argument or an option is wrong, such as NULL, a name that there is not, or a text that is not UTF-8.
  RETROMESH_ERROR_KIND_ARGUMENT,
  // A file could not be read or written, or is there already.
  RETROMESH_ERROR_KIND_IO,
  // No format recognises the input, or none has the extension of the output.
  RETROMESH_ERROR_KIND_UNKNOWN_FORMAT,
  // What was asked for is known and not supported.
  RETROMESH_ERROR_KIND_UNSUPPORTED,
  // The input is damaged.
  RETROMESH_ERROR_KIND_DAMAGED,
  // The input, or what would be made of it, is over a limit.
  RETROMESH_ERROR_KIND_LIMIT,
  // The scene cannot be written in this format.
  RETROMESH_ERROR_KIND_UNREPRESENTABLE,
  // Something was reported that the options deny.
  RETROMESH_ERROR_KIND_DENIED,
  // The library itself failed, which is a bug in it.
  RETROMESH_ERROR_KIND_BUG,
};
#ifndef __cplusplus
typedef uint32_t retromesh_error_kind;
#endif // __cplusplus

// A coordinate axis with its direction.
enum retromesh_axis
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_AXIS_PLUS_X,
  RETROMESH_AXIS_PLUS_Y,
  RETROMESH_AXIS_PLUS_Z,
  RETROMESH_AXIS_MINUS_X,
  RETROMESH_AXIS_MINUS_Y,
  RETROMESH_AXIS_MINUS_Z,
};
#ifndef __cplusplus
typedef uint32_t retromesh_axis;
#endif // __cplusplus

// How alpha is used.
enum retromesh_alpha_mode
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // Not at all.
  RETROMESH_ALPHA_MODE_OPAQUE,
  // Pixels under the cutoff are not drawn.
  RETROMESH_ALPHA_MODE_MASK,
  // Pixels are mixed with what is behind them.
  RETROMESH_ALPHA_MODE_BLEND,
};
#ifndef __cplusplus
typedef uint32_t retromesh_alpha_mode;
#endif // __cplusplus

// How a surface joins with what is behind it: as the alpha mode says, or by arithmetic.
enum retromesh_blend
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_BLEND_ALPHA,
  RETROMESH_BLEND_MULTIPLY,
  RETROMESH_BLEND_ADD,
};
#ifndef __cplusplus
typedef uint32_t retromesh_blend;
#endif // __cplusplus

// What a texture is for. Of METALLIC_ROUGHNESS blue is metalness, green roughness; UNKNOWN is what this interface has no word for.
enum retromesh_texture_role
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_TEXTURE_ROLE_COLOR,
  RETROMESH_TEXTURE_ROLE_LIGHTMAP,
  RETROMESH_TEXTURE_ROLE_AMBIENT,
  RETROMESH_TEXTURE_ROLE_EMISSIVE,
  RETROMESH_TEXTURE_ROLE_SPECULAR,
  RETROMESH_TEXTURE_ROLE_SPECULAR_POWER,
  RETROMESH_TEXTURE_ROLE_NORMAL,
  RETROMESH_TEXTURE_ROLE_BUMP,
  RETROMESH_TEXTURE_ROLE_OPACITY,
  RETROMESH_TEXTURE_ROLE_OCCLUSION,
  RETROMESH_TEXTURE_ROLE_METALLIC_ROUGHNESS,
  RETROMESH_TEXTURE_ROLE_ENVIRONMENT,
  RETROMESH_TEXTURE_ROLE_UNKNOWN,
};
#ifndef __cplusplus
typedef uint32_t retromesh_texture_role;
#endif // __cplusplus

// How a texture layer joins with the layers before it; OTHER is what no engine knows.
enum retromesh_layer_blend
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_LAYER_BLEND_OFF,
  RETROMESH_LAYER_BLEND_ALPHA,
  RETROMESH_LAYER_BLEND_MULTIPLY,
  RETROMESH_LAYER_BLEND_ADD,
  RETROMESH_LAYER_BLEND_DOT3,
  RETROMESH_LAYER_BLEND_MULTIPLY2X,
  RETROMESH_LAYER_BLEND_OTHER,
};
#ifndef __cplusplus
typedef uint32_t retromesh_layer_blend;
#endif // __cplusplus

// What happens outside an image.
enum retromesh_wrap
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_WRAP_REPEAT,
  RETROMESH_WRAP_CLAMP,
  RETROMESH_WRAP_MIRROR,
};
#ifndef __cplusplus
typedef uint32_t retromesh_wrap;
#endif // __cplusplus

// How an image's alpha is meant. Where it is tested, pure black counts as transparent in Blitz3D.
enum retromesh_texture_alpha
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_TEXTURE_ALPHA_IGNORE,
  RETROMESH_TEXTURE_ALPHA_BLEND,
  RETROMESH_TEXTURE_ALPHA_MASK,
};
#ifndef __cplusplus
typedef uint32_t retromesh_texture_alpha;
#endif // __cplusplus

// How texture coordinates come about: from a UV set, or from the reflection in a sphere or a cube.
enum retromesh_mapping
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_MAPPING_UV,
  RETROMESH_MAPPING_SPHERE,
  RETROMESH_MAPPING_CUBE,
};
#ifndef __cplusplus
typedef uint32_t retromesh_mapping;
#endif // __cplusplus

// The property that a channel animates.
enum retromesh_property
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // Translations that replace the node's own: 3 numbers a value.
  RETROMESH_PROPERTY_TRANSLATION,
  // Unit quaternions x, y, z, w that replace the node's rotation: 4 numbers a value.
  RETROMESH_PROPERTY_ROTATION,
  // Scales that replace the node's own: 3 numbers a value.
  RETROMESH_PROPERTY_SCALE,
  // Weights of the morph targets of the node's mesh: as many numbers a value as there are targets.
  RETROMESH_PROPERTY_WEIGHTS,
};
#ifndef __cplusplus
typedef uint32_t retromesh_property;
#endif // __cplusplus

// How values between keys come about.
enum retromesh_interpolation
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  // The earlier key holds.
  RETROMESH_INTERPOLATION_STEP,
  // Linear; rotations by spherical interpolation along the shorter way.
  RETROMESH_INTERPOLATION_LINEAR,
  // Linear by component; rotations are normalised afterwards and not turned the shorter way.
  RETROMESH_INTERPOLATION_LINEAR_NORMALIZED,
  // A cubic Hermite spline as in glTF: each key has in-tangent, value, out-tangent, tangents per second.
  RETROMESH_INTERPOLATION_CUBIC_SPLINE,
};
#ifndef __cplusplus
typedef uint32_t retromesh_interpolation;
#endif // __cplusplus

// The kind of a light.
enum retromesh_light_kind
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_LIGHT_KIND_DIRECTIONAL,
  RETROMESH_LIGHT_KIND_POINT,
  RETROMESH_LIGHT_KIND_SPOT,
};
#ifndef __cplusplus
typedef uint32_t retromesh_light_kind;
#endif // __cplusplus

// How much a diagnostic matters: a fact; what breaks the rules and was repaired; what is nearly the same; what is gone.
enum retromesh_severity
#ifdef __cplusplus
  : uint32_t
#endif // __cplusplus
 {
  RETROMESH_SEVERITY_NOTE,
  RETROMESH_SEVERITY_DEFECT,
  RETROMESH_SEVERITY_APPROXIMATED,
  RETROMESH_SEVERITY_LOST,
};
#ifndef __cplusplus
typedef uint32_t retromesh_severity;
#endif // __cplusplus

// An option of a call: the name of a long option of the program without its dashes, and its value.
//
// When files are read: `strict`, `normals`, `fps`, `root`, `with-props`, `max-input`, `max-decompressed`, `max-depth`, `max-lods`. When a
// scene is opened: `space` (`file`, or `gltf` for metres, y up, right-handed) and `textures` (`none`, `link` for the paths of images, or
// `embed` for their bytes, too). When a file is checked: `target`. When one is converted: `target`, `textures`, `lods`, `pose`,
// `frame-rate`, `max-output`, `optimize`, `unverified`, `deny`, `overwrite`. And what single formats know: see `retromesh formats --json`.
typedef struct retromesh_option {
  // The name.
  const char *name;
  // The value; NULL turns a switch on.
  const char *value;
} retromesh_option;

// Why a call failed. Any call fills one in that is given one, also when it succeeds.
typedef struct retromesh_error {
  // What kind of error it is.
  retromesh_error_kind kind;
  // The byte of the input where it is, or RETROMESH_NO_OFFSET.
  uint64_t offset;
  // What went wrong, in one line of UTF-8 that ends with a zero byte; empty for no error.
  char text[512];
} retromesh_error;

// A file next to a model in memory.
typedef struct retromesh_file_entry {
  // The path, with slashes, as seen from where the model's own name is: "textures/wood.png".
  const char *path;
  // The size in bytes.
  uint64_t size;
} retromesh_file_entry;

// The files next to a model in memory, such as textures. They are listed at once and read when they are needed, during the call and by the
// thread that calls.
typedef struct retromesh_files {
  // The files.
  const struct retromesh_file_entry *entries;
  // How many files there are.
  size_t entry_count;
  // Fills `data` with all `size` bytes of the file of this index, and returns whether it could. It must not throw.
  bool (*read)(void *user, size_t index, uint8_t *data, size_t size);
  // What `read` is given.
  void *user;
} retromesh_files;

// A text of UTF-8 bytes, after which there is a zero byte. It may hold other zero bytes, as names in files do. `data` is never NULL.
typedef struct retromesh_name {
  // The first byte.
  const char *data;
  // How many bytes there are, without the last zero.
  size_t length;
} retromesh_name;

// What the numbers of a scene mean.
typedef struct retromesh_space {
  // The axis to the right.
  retromesh_axis right;
  // The axis upward.
  retromesh_axis up;
  // The axis away from the viewer; cameras and lights look along it.
  retromesh_axis forward;
  // Whether a viewer in front of a face sees its corners in clockwise order.
  bool clockwise;
  // Whether v of texture coordinates grows upward.
  bool uv_from_bottom;
  // How many metres a unit is; 1 where the format does not say.
  float metres_per_unit;
} retromesh_space;

// Whole numbers: number `i` is `i * stride` bytes after `data`. `data` is NULL where `count` is 0.
typedef struct retromesh_integers {
  // The first number.
  const uint32_t *data;
  // How many numbers there are.
  size_t count;
  // From one number to the next, in bytes.
  size_t stride;
} retromesh_integers;

// A named text of a node: what map editors call a property of an entity, and other values without a field here.
typedef struct retromesh_named_text {
  // The name: "entity.classname".
  struct retromesh_name name;
  // The value, numbers as text.
  struct retromesh_name text;
} retromesh_named_text;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_named_text_list {
  // The first.
  const struct retromesh_named_text *data;
  // How many there are.
  size_t count;
} retromesh_named_text_list;

// One place in the hierarchy.
typedef struct retromesh_node {
  // The name as authored; may be empty, may repeat.
  struct retromesh_name name;
  // The parent, or RETROMESH_NONE.
  uint32_t parent;
  // The mesh drawn here, or RETROMESH_NONE.
  uint32_t mesh;
  // The skeleton that deforms the mesh, or RETROMESH_NONE.
  uint32_t skeleton;
  // The camera here, or RETROMESH_NONE.
  uint32_t camera;
  // The light here, or RETROMESH_NONE.
  uint32_t light;
  // The children, in order.
  struct retromesh_integers children;
  // The material of each part of the mesh here, in place of the mesh's own; RETROMESH_NONE is the mesh's own. Empty for no other.
  struct retromesh_integers materials;
  // From this node's space to its parent's, for column vectors, column after column.
  float matrix[16];
  // The translation of the matrix.
  float translation[3];
  // The rotation of the matrix: x, y, z, w.
  float rotation[4];
  // The scale of the matrix.
  float scale[3];
  // Whether the subtree is kept but not shown.
  bool hidden;
  // Whether the subtree is a level of detail.
  bool is_level;
  // Whether a player sees the level of detail; the others are for collision, shadows and the like.
  bool level_is_visual;
  // The number of the level of detail in the file.
  uint32_t level;
  // The raw value of the level of detail: a resolution, a distance or a scale.
  float level_value;
  // What the level of detail is for: "Visual", "Geometry", "Memory".
  struct retromesh_name level_role;
  // Whether another model is placed here.
  bool is_proxy;
  // The number of that model, -1 for none.
  int32_t proxy_id;
  // The path of that model, as authored.
  struct retromesh_name proxy;
  // The named texts of the node.
  struct retromesh_named_text_list texts;
} retromesh_node;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_node_list {
  // The first.
  const struct retromesh_node *data;
  // How many there are.
  size_t count;
} retromesh_node_list;

// Rows of numbers: row `i` begins `i * stride` bytes after `data`. `data` is NULL where `count` is 0.
typedef struct retromesh_floats {
  // The first number.
  const float *data;
  // How many rows there are.
  size_t count;
  // From one row to the next, in bytes.
  size_t stride;
  // How many numbers a row has.
  uint32_t components;
} retromesh_floats;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_floats_list {
  // The first.
  const struct retromesh_floats *data;
  // How many there are.
  size_t count;
} retromesh_floats_list;

// Faces that share a material.
typedef struct retromesh_part {
  // The name as authored.
  struct retromesh_name name;
  // The material, or RETROMESH_NONE for plain white.
  uint32_t material;
  // How many faces there are.
  size_t face_count;
  // How many triangles the faces make: see `retromesh_triangles`.
  size_t triangle_count;
  // The vertices of all corners. Where `starts` is empty, each three are a triangle.
  struct retromesh_integers corners;
  // Where the corners of each face begin, and one number more, where those of the last end.
  struct retromesh_integers starts;
  // The raw flags of each face; may be empty.
  struct retromesh_integers face_flags;
} retromesh_part;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_part_list {
  // The first.
  const struct retromesh_part *data;
  // How many there are.
  size_t count;
} retromesh_part_list;

// A named set of vertices and faces.
typedef struct retromesh_selection {
  // The name as authored; may repeat.
  struct retromesh_name name;
  // Vertices, ascending.
  struct retromesh_integers vertices;
  // How much each of these vertices belongs to it, 0 to 1; empty when all belong fully.
  struct retromesh_floats weights;
  // Faces, counted through all parts in order.
  struct retromesh_integers faces;
} retromesh_selection;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_selection_list {
  // The first.
  const struct retromesh_selection *data;
  // How many there are.
  size_t count;
} retromesh_selection_list;

// A shape that can be blended in.
typedef struct retromesh_morph {
  // The name as authored.
  struct retromesh_name name;
  // What is added to each position; may be empty.
  struct retromesh_floats positions;
  // What is added to each normal; may be empty.
  struct retromesh_floats normals;
  // The weight when nothing animates it.
  float weight;
} retromesh_morph;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_morph_list {
  // The first.
  const struct retromesh_morph *data;
  // How many there are.
  size_t count;
} retromesh_morph_list;

// All positions of a mesh at one moment.
typedef struct retromesh_vertex_frame {
  // The moment, in the file's own measure.
  float time;
  // One position a vertex.
  struct retromesh_floats positions;
} retromesh_vertex_frame;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_vertex_frame_list {
  // The first.
  const struct retromesh_vertex_frame *data;
  // How many there are.
  size_t count;
} retromesh_vertex_frame_list;

// A mesh. What is a row a vertex is empty or has as many rows as `positions`.
typedef struct retromesh_mesh {
  // The name as authored.
  struct retromesh_name name;
  // Positions, in units.
  struct retromesh_floats positions;
  // Normals as stored: not necessarily of unit length.
  struct retromesh_floats normals;
  // Tangents; the fourth number is the sign of the bitangent.
  struct retromesh_floats tangents;
  // Sets of texture coordinates.
  struct retromesh_floats_list uv_sets;
  // Sets of colours: red, green, blue, alpha, usually 0 to 1.
  struct retromesh_floats_list color_sets;
  // Where the influences of each vertex begin, and one number more, where those of the last end. Empty without a skeleton.
  struct retromesh_integers influence_starts;
  // The joint of each influence, by its place in the skeleton of the node.
  struct retromesh_integers influence_joints;
  // The weight of each influence; those of a vertex sum to one.
  struct retromesh_floats influence_weights;
  // The faces, by material.
  struct retromesh_part_list parts;
  // Named sets of vertices and faces.
  struct retromesh_selection_list selections;
  // Shapes that can be blended in.
  struct retromesh_morph_list morphs;
  // Whole-mesh positions at moments of time.
  struct retromesh_vertex_frame_list vertex_frames;
} retromesh_mesh;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_mesh_list {
  // The first.
  const struct retromesh_mesh *data;
  // How many there are.
  size_t count;
} retromesh_mesh_list;

// A list of joints.
typedef struct retromesh_skeleton {
  // The name as authored.
  struct retromesh_name name;
  // The nodes that are joints.
  struct retromesh_integers joints;
  // From mesh space in the bind pose to each joint's space, column after column. A vertex is the weighted sum of
  // `world(joint) * inverse_bind * position`.
  struct retromesh_floats inverse_binds;
} retromesh_skeleton;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_skeleton_list {
  // The first.
  const struct retromesh_skeleton *data;
  // How many there are.
  size_t count;
} retromesh_skeleton_list;

// A texture used by a material.
typedef struct retromesh_layer {
  // The slot in the file; slots may have holes.
  uint32_t slot;
  // The texture.
  uint32_t texture;
  // What it is for.
  retromesh_texture_role role;
  // How it joins with the layers before it.
  retromesh_layer_blend blend;
  // The number of the UV set.
  uint32_t uv_set;
} retromesh_layer;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_layer_list {
  // The first.
  const struct retromesh_layer *data;
  // How many there are.
  size_t count;
} retromesh_layer_list;

// The appearance of a surface.
typedef struct retromesh_material {
  // The name as authored; may repeat.
  struct retromesh_name name;
  // Diffuse red, green, blue, alpha, usually 0 to 1.
  float base_color[4];
  // Emitted red, green, blue.
  float emissive[3];
  // Specular red, green, blue; black where the format has none.
  float specular[3];
  // The gloss, 0 (dull) to 1.
  float shininess;
  // The metalness, 0 to 1; -1 where the format has none.
  float metallic;
  // The roughness, 0 to 1; -1 where the format has none.
  float roughness;
  // How alpha is used.
  retromesh_alpha_mode alpha_mode;
  // The alpha under which pixels are not drawn, for RETROMESH_ALPHA_MODE_MASK.
  float alpha_cutoff;
  // How the surface joins with what is behind it.
  retromesh_blend blend;
  // Lights have no effect.
  bool unlit;
  // Vertex colours replace the base colour.
  bool vertex_colors;
  // Vertex alpha is used.
  bool vertex_alpha;
  // Faces are shaded flat.
  bool flat;
  // Fog has no effect.
  bool no_fog;
  // Back faces are drawn.
  bool double_sided;
  // The textures, by slot.
  struct retromesh_layer_list layers;
} retromesh_material;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_material_list {
  // The first.
  const struct retromesh_material *data;
  // How many there are.
  size_t count;
} retromesh_material_list;

// A way to look at an image.
typedef struct retromesh_texture {
  // The name as authored.
  struct retromesh_name name;
  // The image, or RETROMESH_NONE.
  uint32_t image;
  // What is added to texture coordinates last.
  float uv_translation[2];
  // How far they are turned, in radians: `u' = cos u + sin v`, `v' = -sin u + cos v`.
  float uv_rotation;
  // By what they are multiplied.
  float uv_scale[2];
  // Whether they are turned before they are multiplied.
  bool uv_rotates_first;
  // Whether smaller copies are used at a distance.
  bool mipmap;
  // Whether pixels are shown without smoothing.
  bool nearest;
  // What happens left and right of the image.
  retromesh_wrap wrap_u;
  // What happens above and below the image.
  retromesh_wrap wrap_v;
  // How the image's alpha is meant.
  retromesh_texture_alpha alpha;
  // How coordinates come about.
  retromesh_mapping mapping;
} retromesh_texture;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_texture_list {
  // The first.
  const struct retromesh_texture *data;
  // How many there are.
  size_t count;
} retromesh_texture_list;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_byte_list {
  // The first.
  const uint8_t *data;
  // How many there are.
  size_t count;
} retromesh_byte_list;

// An image file.
typedef struct retromesh_image {
  // The path as authored: "C:\art\Ninja.JPG".
  struct retromesh_name path;
  // Where the file is, as seen from the model's folder; empty where it was not found, or not looked for: see the option `textures`.
  struct retromesh_name file;
  // The media type of `bytes`: "image/png".
  struct retromesh_name media_type;
  // The file's bytes; empty where they were not asked for: see the option `textures`.
  struct retromesh_byte_list bytes;
} retromesh_image;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_image_list {
  // The first.
  const struct retromesh_image *data;
  // How many there are.
  size_t count;
} retromesh_image_list;

// The keys of one property of one node. Before the first key and after the last one the end values hold.
typedef struct retromesh_channel {
  // The node that it moves.
  uint32_t node;
  // The property.
  retromesh_property property;
  // How values between keys come about.
  retromesh_interpolation interpolation;
  // The time of each key in ticks, ascending.
  struct retromesh_floats times;
  // The values: one a key; three for RETROMESH_INTERPOLATION_CUBIC_SPLINE.
  struct retromesh_floats values;
} retromesh_channel;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_channel_list {
  // The first.
  const struct retromesh_channel *data;
  // How many there are.
  size_t count;
} retromesh_channel_list;

// A timeline with its channels.
typedef struct retromesh_animation {
  // The name as authored.
  struct retromesh_name name;
  // The first tick.
  float first;
  // The last tick, inclusive.
  float last;
  // How many ticks make a second.
  float ticks_per_second;
  // Whether playing starts over at the end.
  bool looping;
  // The channels.
  struct retromesh_channel_list channels;
} retromesh_animation;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_animation_list {
  // The first.
  const struct retromesh_animation *data;
  // How many there are.
  size_t count;
} retromesh_animation_list;

// A clip: a named range of an animation, or the whole of one that has none.
typedef struct retromesh_clip {
  // The name as authored.
  struct retromesh_name name;
  // The animation.
  uint32_t animation;
  // The first tick.
  float first;
  // The last tick, inclusive.
  float last;
  // How long it takes, in seconds.
  float seconds;
  // Whether playing starts over at the end.
  bool looping;
} retromesh_clip;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_clip_list {
  // The first.
  const struct retromesh_clip *data;
  // How many there are.
  size_t count;
} retromesh_clip_list;

// A camera.
typedef struct retromesh_camera {
  // The name as authored.
  struct retromesh_name name;
  // Whether it is orthographic.
  bool orthographic;
  // The full vertical angle of view in radians, for a perspective.
  float vertical_fov;
  // Width over height, for a perspective; 0 when the window decides.
  float aspect;
  // Half the width of the view in units, for an orthographic camera.
  float half_width;
  // Half the height of the view in units, for an orthographic camera.
  float half_height;
  // The near plane, in units.
  float near_plane;
  // The far plane, in units; infinity for none.
  float far_plane;
} retromesh_camera;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_camera_list {
  // The first.
  const struct retromesh_camera *data;
  // How many there are.
  size_t count;
} retromesh_camera_list;

// A light.
typedef struct retromesh_light {
  // The name as authored.
  struct retromesh_name name;
  // The kind.
  retromesh_light_kind kind;
  // Red, green, blue, 0 to 1.
  float color[3];
  // The brightness as authored.
  float intensity;
  // The distance at which it ends, in units; infinity for none.
  float range;
  // Half the angle of the fully lit inner cone of a spot, in radians.
  float inner_angle;
  // Half the angle of the outer cone of a spot, in radians.
  float outer_angle;
} retromesh_light;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_light_list {
  // The first.
  const struct retromesh_light *data;
  // How many there are.
  size_t count;
} retromesh_light_list;

// What was dropped, repaired or approximated, or what a rule of an engine found.
typedef struct retromesh_diagnostic {
  // The code: "lost-keys". `retromesh help CODE` explains it.
  struct retromesh_name code;
  // How much it matters; RETROMESH_SEVERITY_DEFECT for what a rule found.
  retromesh_severity severity;
  // How often it happened.
  uint64_t count;
  // The byte of the input where it happened first, or RETROMESH_NO_OFFSET.
  uint64_t offset;
  // The structure where it happened first.
  struct retromesh_name path;
  // What exactly was found, or empty.
  struct retromesh_name detail;
  // What the code means, in a sentence.
  struct retromesh_name summary;
} retromesh_diagnostic;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_diagnostic_list {
  // The first.
  const struct retromesh_diagnostic *data;
  // How many there are.
  size_t count;
} retromesh_diagnostic_list;

// A model. It is read only, and so may be used by several threads at once. All that it leads to lives until `retromesh_free`.
typedef struct retromesh_scene {
  // The id of the file's format: "b3d".
  struct retromesh_name format;
  // The version or variant of the file.
  struct retromesh_name version;
  // What the numbers mean.
  struct retromesh_space space;
  // The light that is everywhere: red, green, blue, alpha; black where the file has none.
  float ambient[4];
  // The nodes without a parent.
  struct retromesh_integers roots;
  // All nodes; parents need not come before their children.
  struct retromesh_node_list nodes;
  // All meshes.
  struct retromesh_mesh_list meshes;
  // All skeletons.
  struct retromesh_skeleton_list skeletons;
  // All materials.
  struct retromesh_material_list materials;
  // All textures.
  struct retromesh_texture_list textures;
  // All images.
  struct retromesh_image_list images;
  // All animations.
  struct retromesh_animation_list animations;
  // The clips of all animations.
  struct retromesh_clip_list clips;
  // All cameras.
  struct retromesh_camera_list cameras;
  // All lights.
  struct retromesh_light_list lights;
  // What was found while the file was read.
  struct retromesh_diagnostic_list diagnostics;
} retromesh_scene;

// A file that a conversion in memory made.
typedef struct retromesh_file {
  // The name: a path, with slashes, below the folder of the model.
  struct retromesh_name name;
  // The bytes.
  struct retromesh_byte_list bytes;
} retromesh_file;

// Some values, one after another. `data` is NULL where `count` is 0.
typedef struct retromesh_file_list {
  // The first.
  const struct retromesh_file *data;
  // How many there are.
  size_t count;
} retromesh_file_list;

// What a check or a conversion has to say. All that it leads to lives until `retromesh_report_free`.
typedef struct retromesh_report {
  // Whether a check found nothing; a conversion that is done is always fine.
  bool ok;
  // The verdict of a check in a line, as `retromesh check` prints it; empty for a conversion.
  struct retromesh_name verdict;
  // The id of the format of the input.
  struct retromesh_name from;
  // The id of the format of the output; empty for a check.
  struct retromesh_name to;
  // The size of the input in bytes.
  uint64_t bytes_in;
  // The size of the output and of what belongs next to it, in bytes; 0 for a check.
  uint64_t bytes_out;
  // What was found while the file was read and written.
  struct retromesh_diagnostic_list diagnostics;
  // What the rules of the option `target` of a check found.
  struct retromesh_diagnostic_list findings;
  // What a conversion in memory made: the model, then what belongs next to it.
  struct retromesh_file_list files;
} retromesh_report;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the interface that the library has: compare it with RETROMESH_ABI, which is that of this header.
RETROMESH_CALL
uint32_t retromesh_abi(void);

// Returns the version of the library: "0.1.0". It is never freed.
RETROMESH_CALL const char *retromesh_version(void);

// Reads a model file of any format, with what is next to it. Returns NULL, and says why in `error`, when it cannot.
//
// The scene is freed by `retromesh_free`. `options` may be NULL, and so may `error`.
RETROMESH_CALL
retromesh_scene *retromesh_open(const char *path,
                                const struct retromesh_option *options,
                                size_t option_count,
                                struct retromesh_error *error);

// Reads a model that is in memory. The bytes, and what `files` leads to, are needed during the call only.
//
// `name` says how the file is called, and so in which folder of `files` it is; its extension helps where the bytes could be of several
// formats. It may be NULL, and so may `files`, where there is nothing next to the model.
RETROMESH_CALL
retromesh_scene *retromesh_open_memory(const uint8_t *data,
                                       size_t size,
                                       const char *name,
                                       const struct retromesh_files *files,
                                       const struct retromesh_option *options,
                                       size_t option_count,
                                       struct retromesh_error *error);

// Frees a scene and all that it leads to. NULL is none.
RETROMESH_CALL void retromesh_free(retromesh_scene *scene);

// Writes the box around what is shown in the rest pose, as `retromesh info` says it: the least x, y, z, then the greatest. Returns false
// when there is nothing.
RETROMESH_CALL
bool retromesh_bounds(const retromesh_scene *scene,
                      float *bounds);

// Writes where all nodes are at a moment: for each a matrix of 16 numbers, column after column, from the node's space to the world.
//
// `clip` is the number of one of the scene's clips, or RETROMESH_NONE for the rest pose; `seconds` count from its start. A clip that loops
// starts over, others hold their ends. There must be room for `16 * scene->nodes.count` numbers. Returns false when there is no such clip.
RETROMESH_CALL
bool retromesh_pose(const retromesh_scene *scene,
                    uint32_t clip,
                    float seconds,
                    float *matrices);

// Writes where all vertices are at a moment, skinned and morphed, in the world: three numbers each, for each node with a mesh in the order of
// the nodes. Their normals are written, too, zeros for meshes without. Either may be NULL.
//
// `clip` and `seconds` are those of `retromesh_pose`. Returns false when there is no such clip.
RETROMESH_CALL
bool retromesh_pose_vertices(const retromesh_scene *scene,
                             uint32_t clip,
                             float seconds,
                             float *positions,
                             float *normals);

// Writes the triangles of a part of a mesh: three vertices each, with the winding of the faces. Returns how many there are, 0 where there is no
// such part: at most `triangle_count`, and fewer where faces cross themselves. There must be room for `3 * triangle_count` numbers.
RETROMESH_CALL
size_t retromesh_triangles(const retromesh_scene *scene,
                           uint32_t mesh,
                           uint32_t part,
                           uint32_t *triangles);

// Converts a file to the format that the extension of `output` stands for. Nothing is written when anything fails, or when something is
// reported that the option `deny` names. A file that is there stays, unless the option `overwrite` is given.
//
// Returns NULL, and says why in `error`, when it fails. The report is freed by `retromesh_report_free`.
RETROMESH_CALL
retromesh_report *retromesh_convert(const char *input,
                                    const char *output,
                                    const struct retromesh_option *options,
                                    size_t option_count,
                                    struct retromesh_error *error);

// Converts a model that is in memory, as `retromesh_convert` does; the report has the files that are made. `output` is the name of the
// model among them, and its extension stands for the format. The other arguments are those of `retromesh_open_memory`.
RETROMESH_CALL
retromesh_report *retromesh_convert_memory(const uint8_t *data,
                                           size_t size,
                                           const char *name,
                                           const struct retromesh_files *files,
                                           const char *output,
                                           const struct retromesh_option *options,
                                           size_t option_count,
                                           struct retromesh_error *error);

// Reads a file completely and compares it with what is written back, as `retromesh check` does; the option `target` names an engine whose
// rules are applied, too.
//
// Returns NULL, and says why in `error`, when the file cannot be read. The report is freed by `retromesh_report_free`.
RETROMESH_CALL
retromesh_report *retromesh_check(const char *path,
                                  const struct retromesh_option *options,
                                  size_t option_count,
                                  struct retromesh_error *error);

// Checks a model that is in memory, as `retromesh_check` does. The other arguments are those of `retromesh_open_memory`.
RETROMESH_CALL
retromesh_report *retromesh_check_memory(const uint8_t *data,
                                         size_t size,
                                         const char *name,
                                         const struct retromesh_files *files,
                                         const struct retromesh_option *options,
                                         size_t option_count,
                                         struct retromesh_error *error);

// Frees a report and all that it leads to. NULL is none.
RETROMESH_CALL void retromesh_report_free(retromesh_report *report);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RETROMESH_H */
