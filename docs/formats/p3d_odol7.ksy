# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: p3d_odol7
  title: "Operation Flashpoint model, binarised (ODOL version 7)"
  file-extension: p3d
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
  ks-opaque-types: true
doc: |
  The model format that Operation Flashpoint and Arma Cold War Assault load. Left-handed, x right, y up, z forward, in metres; v runs
  downward. Faces are clockwise as seen from outside, normals point inward.

  Arrays of 1024 bytes and more are compressed, and their packed size is stored nowhere. So the stream is a type of its own that the
  user of a parser supplies, `lzss_block(size)`: it unpacks from the position of the input until it has `size` bytes, and leaves the
  position after the last byte that it took. The stream is a run of groups, a control byte with eight flags, the lowest bit first, and
  eight items. Flag 1 is a literal byte. Flag 0 is a match of two bytes b0 b1, whose distance back from the byte to be written is
  `b0 | (b1 & 0xf0) << 4` and whose length is `(b1 & 15) + 3`. The window has 4096 bytes and begins full of spaces; distance 0 means
  4096; a last match that would run past the end is cut.
doc-ref: docs/formats/p3d.md
seq:
  - id: magic
    type: str
    size: 4
    valid: '"ODOL"'
    doc: "Always `ODOL`."
  - id: version
    type: u4
    valid: 7
    doc: "7; other numbers are other formats."
  - id: lod_count
    type: u4
    doc: The number of levels of detail.
  - id: lods
    type: lod
    repeat: expr
    repeat-expr: lod_count
  - id: resolutions
    type: f4
    repeat: expr
    repeat-expr: lod_count
    doc: The resolution of each level, or a number that says what the level is for.
  - id: facts
    type: model_facts
  - id: masses
    type: packed_f4
    doc: Kilograms; one for each point of the geometry level.
  - id: totals
    type: model_totals
  - id: trailing
    size-eos: true
    doc: What follows the model; nothing in sound files.
types:
  lod:
    doc: A level of detail.
    seq:
      - id: clip
        type: packed_u4
        doc: Flags of each vertex.
      - id: uvs
        type: packed_uv
        doc: Texture coordinates of each vertex.
      - id: position_count
        type: u4
      - id: positions
        type: vec3
        repeat: expr
        repeat-expr: position_count
        doc: Metres, without the bounding centre of the model.
      - id: normal_count
        type: u4
      - id: normals
        type: vec3
        repeat: expr
        repeat-expr: normal_count
        doc: They point inward.
      - id: or_hints
        type: u4
        doc: All vertex flags or-ed, masked with 0x0fffff00.
      - id: and_hints
        type: u4
        doc: All vertex flags and-ed, masked with 0x0fffff00.
      - id: min
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: The smallest coordinates.
      - id: max
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: The largest coordinates.
      - id: center
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: The middle of the box.
      - id: radius
        type: f4
        doc: The distance of the farthest vertex from the centre.
      - id: texture_count
        type: u4
      - id: textures
        type: strz
        repeat: expr
        repeat-expr: texture_count
        doc: Paths; an empty one means no texture.
      - id: point_to_vertex
        type: packed_u2
        doc: For each point of the editor a vertex that stands for it.
      - id: vertex_to_point
        type: packed_u2
        doc: For each vertex its point; 0xffff for none.
      - id: face_count
        type: u4
      - id: face_memory
        type: u4
        doc: Bytes of the faces in the memory of the engine, 10 and 2 a corner for each.
      - id: faces
        type: face
        repeat: expr
        repeat-expr: face_count
      - id: section_count
        type: u4
      - id: sections
        type: section
        repeat: expr
        repeat-expr: section_count
        doc: Runs of faces with the same texture and flags.
      - id: selection_count
        type: u4
      - id: selections
        type: selection
        repeat: expr
        repeat-expr: selection_count
      - id: property_count
        type: u4
      - id: properties
        type: property
        repeat: expr
        repeat-expr: property_count
      - id: frame_count
        type: u4
      - id: frames
        type: frame
        repeat: expr
        repeat-expr: frame_count
        doc: Shapes at moments of time.
      - id: color_top
        type: u4
        doc: The mean colour from above.
      - id: color
        type: u4
        doc: The mean colour.
      - id: special
        type: u4
        doc: All face flags or-ed.
      - id: proxy_count
        type: u4
      - id: proxies
        type: proxy
        repeat: expr
        repeat-expr: proxy_count
        doc: Places of other models.
  vec3:
    seq:
      - id: xyz
        type: f4
        repeat: expr
        repeat-expr: 3
  face:
    seq:
      - id: special
        type: u4
        doc: Flags.
      - id: texture
        type: s2
        doc: The number of the texture, -1 for none.
      - id: corner_count
        type: u1
        doc: "3 or 4."
      - id: corners
        type: u2
        repeat: expr
        repeat-expr: corner_count
        doc: Numbers of vertices, clockwise from outside.
  section:
    seq:
      - id: begin
        type: u4
        doc: The first byte of its faces in the memory of the engine.
      - id: end
        type: u4
        doc: The byte after them.
      - id: material
        type: s4
      - id: texture
        type: s2
      - id: special
        type: u4
        doc: Flags.
  selection:
    doc: A named set of vertices and faces.
    seq:
      - id: name
        type: strz
      - id: faces
        type: packed_u2
        doc: Numbers of faces.
      - id: face_weights
        type: packed_u1
      - id: face_offsets
        type: packed_u4
        doc: Places of the faces in the memory of the engine.
      - id: needs_sections
        type: u1
        doc: "1 where sections end with the selection."
      - id: sections
        type: packed_u4
        doc: Numbers of sections.
      - id: vertices
        type: packed_u2
        doc: Numbers of vertices.
      - id: vertex_weights
        type: packed_u1
        doc: "255 is full; none at all means that all are full."
  property:
    seq:
      - id: name
        type: strz
      - id: value
        type: strz
  frame:
    seq:
      - id: time
        type: f4
      - id: position_count
        type: u4
      - id: positions
        type: vec3
        repeat: expr
        repeat-expr: position_count
        doc: One a vertex.
  proxy:
    seq:
      - id: name
        type: strz
        doc: The path of the other model, without its extension.
      - id: transform
        type: f4
        repeat: expr
        repeat-expr: 12
        doc: Four columns; aside, up, direction, position.
      - id: id
        type: s4
        doc: The number of the proxy.
      - id: selection
        type: s4
        doc: The number of its selection.
  packed_u1:
    doc: An array that is compressed from 1024 bytes on; 1 bytes an element.
    seq:
      - id: count
        type: u4
        doc: The number of elements.
      - id: values
        type: u1
        repeat: expr
        repeat-expr: count
        if: not is_packed
      - id: stream
        type: lzss_block(count * 1)
        if: is_packed
      - id: checksum
        type: u4
        if: is_packed
        doc: The sum of all unpacked bytes.
    instances:
      is_packed:
        value: count * 1 >= 1024
  packed_u2:
    doc: An array that is compressed from 1024 bytes on; 2 bytes an element.
    seq:
      - id: count
        type: u4
        doc: The number of elements.
      - id: values
        type: u2
        repeat: expr
        repeat-expr: count
        if: not is_packed
      - id: stream
        type: lzss_block(count * 2)
        if: is_packed
      - id: checksum
        type: u4
        if: is_packed
        doc: The sum of all unpacked bytes.
    instances:
      is_packed:
        value: count * 2 >= 1024
  packed_u4:
    doc: An array that is compressed from 1024 bytes on; 4 bytes an element.
    seq:
      - id: count
        type: u4
        doc: The number of elements.
      - id: values
        type: u4
        repeat: expr
        repeat-expr: count
        if: not is_packed
      - id: stream
        type: lzss_block(count * 4)
        if: is_packed
      - id: checksum
        type: u4
        if: is_packed
        doc: The sum of all unpacked bytes.
    instances:
      is_packed:
        value: count * 4 >= 1024
  packed_f4:
    doc: An array that is compressed from 1024 bytes on; 4 bytes an element.
    seq:
      - id: count
        type: u4
        doc: The number of elements.
      - id: values
        type: f4
        repeat: expr
        repeat-expr: count
        if: not is_packed
      - id: stream
        type: lzss_block(count * 4)
        if: is_packed
      - id: checksum
        type: u4
        if: is_packed
        doc: The sum of all unpacked bytes.
    instances:
      is_packed:
        value: count * 4 >= 1024
  packed_uv:
    doc: An array that is compressed from 1024 bytes on; 8 bytes an element.
    seq:
      - id: count
        type: u4
        doc: The number of elements.
      - id: values
        type: uv
        repeat: expr
        repeat-expr: count
        if: not is_packed
      - id: stream
        type: lzss_block(count * 8)
        if: is_packed
      - id: checksum
        type: u4
        if: is_packed
        doc: The sum of all unpacked bytes.
    instances:
      is_packed:
        value: count * 8 >= 1024
  uv:
    seq:
      - id: uv
        type: f4
        repeat: expr
        repeat-expr: 2
  model_facts:
    doc: What holds for the whole model.
    seq:
      - id: special
        type: u4
        doc: All face flags or-ed.
      - id: bounding_sphere
        type: f4
        doc: The radius in metres.
      - id: geometry_sphere
        type: f4
        doc: The radius of the geometry level in metres.
      - id: remarks
        type: u4
      - id: and_hints
        type: u4
      - id: or_hints
        type: u4
      - id: aiming_center
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: color
        type: u4
        doc: The mean colour.
      - id: color_top
        type: u4
        doc: The mean colour from above.
      - id: view_density
        type: f4
      - id: min
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: max
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: bounding_center
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: To be added to all positions.
      - id: geometry_center
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: center_of_mass
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: inverse_inertia
        type: f4
        repeat: expr
        repeat-expr: 9
        doc: Three columns.
      - id: auto_center
        type: u1
      - id: lock_auto_center
        type: u1
      - id: can_occlude
        type: u1
      - id: can_be_occluded
        type: u1
      - id: allow_animation
        type: u1
      - id: map_type
        type: s1
  model_totals:
    seq:
      - id: mass
        type: f4
        doc: In kilograms.
      - id: inverse_mass
        type: f4
      - id: armor
        type: f4
      - id: inverse_armor
        type: f4
      - id: lods
        type: lod_slots
  lod_slots:
    doc: The numbers of levels with a function; -1 for none.
    seq:
      - id: memory
        type: s1
      - id: geometry
        type: s1
      - id: fire_geometry
        type: s1
      - id: view_geometry
        type: s1
      - id: view_pilot_geometry
        type: s1
      - id: view_gunner_geometry
        type: s1
      - id: view_commander_geometry
        type: s1
      - id: view_cargo_geometry
        type: s1
      - id: land_contact
        type: s1
      - id: roadway
        type: s1
      - id: paths
        type: s1
      - id: hit_points
        type: s1
