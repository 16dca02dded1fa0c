# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: bo3d
  title: bOGL model
  file-extension: bo3d
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  The model format of bOGL, a small OpenGL engine for BlitzPlus. The file is flat: a header of 20 bytes and a list of entities.
  The space is right-handed with y up; faces are counter-clockwise from the front; texture coordinates begin at the top left.
doc-ref: bOGL's documentation of the format; docs/formats/bo3d.md for what files do beyond it
seq:
  - id: magic
    type: str
    size: 4
    valid: '"BO3D"'
    doc: Always `BO3D`.
  - id: version
    type: s4
    valid:
      max: 100
    doc: 100 in all known files.
  - id: entity_count
    type: s4
    valid:
      min: 0
  - id: list_length
    type: s4
    doc: Bytes of all that follows the header. Readers need not believe it.
  - id: float_bits
    type: s4
    valid:
      any-of: [16, 32]
    doc: Bits of a number in a vertex; 16 are an IEEE half, 32 a single.
  - id: entities
    type: entity(_io.pos)
    repeat: expr
    repeat-expr: entity_count
  - id: trailing
    size-eos: true
    doc: What follows the entities; nothing in sound files.
types:
  entity:
    doc: A mesh, or without vertices a pivot. The header of a pivot has 64 bytes; the published text says 60.
    params:
      - id: start
        type: u4
    seq:
      - id: size
        type: s4
        valid:
          min: 0
          max: _io.size - start
        doc: Bytes of the entity; the next one begins there, rounded up to a multiple of four.
      - id: parent
        type: s4
        doc: The number of the parent, or -1; the first entity is the root.
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: x, y, z from the parent, in units.
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: Factors along the entity's own axes.
      - id: rotation
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: A quaternion as w, x, y, z (Hamilton, active).
      - id: animation_length
        type: s4
        doc: In frames; the engine takes the longest of all entities.
      - id: key_count
        type: s4
        valid:
          min: 0
      - id: name_length
        type: s4
        valid:
          min: 0
        doc: In bytes.
      - id: vertex_count
        type: s4
        valid:
          min: 0
      - id: color_count
        type: s4
        if: vertex_count != 0
        valid:
          min: 0
        doc: The number of vertex colours; 0, or that of the vertices.
      - id: triangle_count
        type: s4
        if: vertex_count != 0
        valid:
          min: 0
      - id: texture_length
        type: s4
        if: vertex_count != 0
        valid:
          min: 0
        doc: Bytes of the texture's path.
      - id: color
        type: u1
        repeat: expr
        repeat-expr: 4
        if: vertex_count != 0
        doc: Red, green, blue, 0 by the only known writer; blue, green, red, alpha by the published text. The engine ignores it.
      - id: alpha
        type: f4
        if: vertex_count != 0
        doc: The opacity, 0 to 1.
      - id: fx
        type: u4
        if: vertex_count != 0
        doc: Bits; 1 no lights, 2 flat shading, 4 no fog, 8 adds, 16 multiplies, 32 back faces are drawn, 128, 256 and 1024 shadow volumes.
      - id: bone_count
        type: s4
        if: vertex_count != 0
        valid:
          min: 0
      - id: keys
        type: key
        repeat: expr
        repeat-expr: key_count
      - id: name
        type: str
        size: name_length
        doc: No NUL ends it. UTF-8 or Windows-1252.
      - id: name_padding
        size: '(4 - name_length % 4) % 4 < _io.size - _io.pos ? (4 - name_length % 4) % 4 : _io.size - _io.pos'
        doc: Zeros to a multiple of four.
      - id: vertices
        type:
          switch-on: _root.float_bits
          cases:
            16: half_vertex
            32: vertex
        repeat: expr
        repeat-expr: vertex_count
        if: vertex_count != 0
      - id: colors
        type: vertex_color
        repeat: expr
        repeat-expr: color_count
        if: vertex_count != 0
      - id: colors_padding
        size: '(4 - 3 * color_count % 4) % 4 < _io.size - _io.pos ? (4 - 3 * color_count % 4) % 4 : _io.size - _io.pos'
        if: vertex_count != 0
      - id: triangles
        type: triangle
        repeat: expr
        repeat-expr: triangle_count
        if: vertex_count != 0
      - id: triangles_padding
        size: '(4 - 6 * triangle_count % 4) % 4 < _io.size - _io.pos ? (4 - 6 * triangle_count % 4) % 4 : _io.size - _io.pos'
        if: vertex_count != 0
      - id: texture
        type: str
        size: texture_length
        if: vertex_count != 0
        doc: The path of the texture; nothing for none.
      - id: texture_padding
        size: '(4 - texture_length % 4) % 4 < _io.size - _io.pos ? (4 - texture_length % 4) % 4 : _io.size - _io.pos'
        if: vertex_count != 0
      - id: bones
        type: bone
        repeat: expr
        repeat-expr: bone_count
        if: vertex_count != 0
      - id: slack
        size: 'end > _io.pos ? end - _io.pos : 0'
        doc: What is left of the size; nothing in sound files.
    instances:
      rounded:
        value: (size + 3) / 4 * 4
      end:
        value: 'start + (rounded < _io.size - start ? rounded : _io.size - start)'
  key:
    seq:
      - id: frame
        type: s4
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: rotation
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: w, x, y, z.
  vertex:
    seq:
      - id: uv
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: To the right and down.
      - id: normal
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: In the space of the entity.
  half_vertex:
    doc: The bits of IEEE half floats.
    seq:
      - id: uv
        type: u2
        repeat: expr
        repeat-expr: 2
      - id: normal
        type: u2
        repeat: expr
        repeat-expr: 3
      - id: position
        type: u2
        repeat: expr
        repeat-expr: 3
  vertex_color:
    seq:
      - id: rgb
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: Red, green, blue.
  triangle:
    seq:
      - id: corners
        type: u2
        repeat: expr
        repeat-expr: 3
        doc: Numbers of vertices, counter-clockwise from outside.
  bone:
    seq:
      - id: entity
        type: s4
        doc: The number of the entity that moves the vertices.
      - id: first
        type: s4
        doc: The first vertex.
      - id: last
        type: s4
        doc: The last vertex, inclusive.
