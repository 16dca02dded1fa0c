# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: b3d
  title: Blitz3D model
  file-extension: b3d
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  The model format of the Blitz3D engine and language, read also by Irrlicht, Luanti and many converters.

  A file is one `BB3D` chunk. A chunk is a tag of four letters, a size and a body. The bodies of `BB3D`, `NODE` and `MESH` are a
  fixed part followed by chunks; all others hold data only. Strings end in a NUL and have no stated encoding: ASCII in nearly all
  files, else a code page of Windows.

  The space is left-handed with y up and z forward; faces are clockwise from the front.
doc-ref: Blitz3D file format V0.01, Mark Sibly; docs/formats/b3d.md for what files do beyond it
seq:
  - id: magic
    type: str
    size: 4
    valid: '"BB3D"'
    doc: Always `BB3D`.
  - id: size
    type: u4
    valid:
      min: 4
    doc: Bytes after this field. Some writers claim more than there is.
  - id: body
    type: file_body
    size: 'size < _io.size - 8 ? size : _io.size - 8'
  - id: trailing
    size-eos: true
    doc: What follows the chunk; nothing in sound files.
types:
  file_body:
    seq:
      - id: version
        type: s4
        doc: Major times 100 plus minor; all known files say 1, which stands for 0.01.
      - id: chunks
        type: chunk(place::file)
        repeat: until
        repeat-until: _io.size - _io.pos < 8
        if: _io.size - _io.pos >= 8
      - id: slack
        size-eos: true
        doc: Fewer bytes than a tag and a size, left over.
  chunk:
    doc: A tag means something in its place only; elsewhere it is data that readers skip.
    params:
      - id: place
        type: s4
        enum: place
    seq:
      - id: tag
        type: str
        size: 4
        doc: Four letters.
      - id: size
        type: u4
        doc: Bytes after this field.
      - id: body
        size: size
        type:
          switch-on: 'place == place::file and tag == "TEXS" ? body_kind::textures
            : place == place::file and tag == "BRUS" ? body_kind::brushes
            : (place == place::file or place == place::node) and tag == "NODE" ? body_kind::node
            : place == place::node and tag == "MESH" ? body_kind::mesh
            : place == place::node and tag == "BONE" ? body_kind::bone
            : place == place::node and tag == "KEYS" ? body_kind::keys
            : place == place::node and tag == "ANIM" ? body_kind::anim
            : place == place::node and tag == "SEQS" ? body_kind::sequence
            : place == place::node and tag == "PIVO" ? body_kind::pivot
            : place == place::mesh and tag == "VRTS" ? body_kind::vertices
            : place == place::mesh and tag == "TRIS" ? body_kind::triangles
            : body_kind::unknown'
          cases:
            'body_kind::textures': textures
            'body_kind::brushes': brushes
            'body_kind::node': node
            'body_kind::mesh': mesh
            'body_kind::bone': bone
            'body_kind::keys': keys
            'body_kind::anim': anim
            'body_kind::sequence': sequence
            'body_kind::pivot': pivot
            'body_kind::vertices': vertices
            'body_kind::triangles': triangles
            _: unknown
  textures:
    doc: A `TEXS` chunk in the file. Textures of several chunks are numbered through.
    seq:
      - id: textures
        type: texture
        repeat: eos
  texture:
    seq:
      - id: file
        type: strz
        doc: The path of the image as authored.
      - id: flags
        type: s4
        doc: |
          Bits: 1 colour, 2 alpha, 4 masked (black is transparent), 8 mipmapped, 16 and 32 clamp u and v, 64 sphere map, 128 cube map,
          256 and 512 storage hints, 65536 second set of texture coordinates.
      - id: blend
        type: s4
        doc: 0 off, 1 alpha, 2 multiply, 3 add, 4 dot product, 5 multiply and double.
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: Added to u and v last.
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: Factors of u and v, after the rotation.
      - id: rotation
        type: f4
        doc: In radians, first.
  brushes:
    doc: A `BRUS` chunk in the file. Brushes of several chunks are numbered through.
    seq:
      - id: slots
        type: u4
        valid:
          max: 8
        doc: How many texture slots each brush has, 0 to 8.
      - id: brushes
        type: brush
        repeat: eos
  brush:
    seq:
      - id: name
        type: strz
        doc: Engines ignore it.
      - id: color
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: Red, green, blue, alpha, usually 0 to 1.
      - id: shininess
        type: f4
        doc: The gloss, 0 to 1.
      - id: blend
        type: s4
        doc: 0 as the textures say, 1 alpha, 2 multiply, 3 add.
      - id: fx
        type: s4
        doc: Bits; 1 full-bright, 2 vertex colours, 4 flat, 8 no fog, 16 two-sided, 32 vertex alpha.
      - id: textures
        type: s4
        repeat: expr
        repeat-expr: _parent.slots
        doc: The number of the texture in each slot, -1 for none.
  node:
    doc: A `NODE` chunk in the file or in another node. The local transform is translation times rotation times scale.
    seq:
      - id: name
        type: strz
        doc: The name; some tools put whole property lists here.
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: x, y, z in units of the parent's space.
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: Factors along the node's own axes.
      - id: rotation
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: w, x, y, z of a quaternion whose conjugate is the usual (Hamilton, active) one.
      - id: chunks
        type: chunk(place::node)
        repeat: until
        repeat-until: _io.size - _io.pos < 8
        if: _io.size - _io.pos >= 8
      - id: slack
        size-eos: true
  mesh:
    doc: A `MESH` chunk in a node.
    seq:
      - id: brush_id
        type: s4
        doc: The brush that is combined with those of the triangles, -1 for none.
      - id: chunks
        type: chunk(place::mesh)
        repeat: until
        repeat-until: _io.size - _io.pos < 8
        if: _io.size - _io.pos >= 8
      - id: slack
        size-eos: true
  vertices:
    doc: A `VRTS` chunk in a mesh.
    seq:
      - id: flags
        type: s4
        doc: Bits; 1 the vertices have normals, 2 they have colours.
      - id: sets
        type: u4
        valid:
          max: 8
        doc: How many sets of texture coordinates a vertex has, 0 to 8.
      - id: set_size
        type: u4
        valid:
          max: 4
        doc: How many numbers a set has, 0 to 4; usually 2.
      - id: vertices
        type: vertex
        repeat: eos
  vertex:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: x, y, z in the space of the mesh's node.
      - id: normal
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _parent.flags & 1 != 0
      - id: color
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _parent.flags & 2 != 0
        doc: Red, green, blue, alpha, 0 to 1.
      - id: uvs
        type: f4
        repeat: expr
        repeat-expr: _parent.sets * _parent.set_size
        if: _parent.sets * _parent.set_size > 0
        doc: The sets one after the other; u to the right and v down.
  triangles:
    doc: A `TRIS` chunk in a mesh.
    seq:
      - id: brush_id
        type: s4
        doc: The brush, -1 for none.
      - id: triangles
        type: triangle
        repeat: eos
  triangle:
    seq:
      - id: corners
        type: u4
        repeat: expr
        repeat-expr: 3
        doc: Numbers of the mesh's vertices, clockwise from the front.
  bone:
    doc: A `BONE` chunk in a node. What the bone moves of the mesh around it.
    seq:
      - id: weights
        type: vertex_weight
        repeat: eos
  vertex_weight:
    seq:
      - id: vertex
        type: u4
        doc: The number of the vertex.
      - id: weight
        type: f4
        doc: The share; engines drop zero and normalise the rest.
  keys:
    doc: A `KEYS` chunk in a node. Several of them add up.
    seq:
      - id: flags
        type: s4
        doc: Bits; 1 position, 2 scale, 4 rotation.
      - id: keys
        type: key
        repeat: eos
  key:
    seq:
      - id: frame
        type: s4
        doc: The frame number; the first is usually 1.
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _parent.flags & 1 != 0
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _parent.flags & 2 != 0
      - id: rotation
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _parent.flags & 4 != 0
        doc: w, x, y, z as in a node.
  anim:
    doc: An `ANIM` chunk in a node.
    seq:
      - id: flags
        type: s4
        doc: Unused; 0 in all known files.
      - id: frames
        type: s4
        doc: The length in frames; many writers say one too few.
      - id: fps
        type: f4
        doc: Frames per second; 0 in many files.
      - id: slack
        size-eos: true
  sequence:
    doc: |
      A `SEQS` chunk in a node, a named range of the timeline. Undocumented. retromesh takes one of another layout as data; this
      description refuses it.
    seq:
      - id: name
        type: strz
      - id: first
        type: s4
        doc: The first frame, numbered as in `KEYS`.
      - id: last
        type: s4
        doc: The last frame, inclusive.
      - id: reserved
        type: s4
        doc: Unknown; 0 in all known files.
      - id: slack
        size-eos: true
  pivot:
    doc: A `PIVO` chunk in a node, which is neither mesh nor bone. Undocumented.
    seq:
      - id: slack
        size-eos: true
  unknown:
    doc: A chunk of another tag, or of a known one in a place where it means nothing.
    seq:
      - id: data
        size-eos: true
enums:
  place:
    0: file
    1: node
    2: mesh
  body_kind:
    0: unknown
    1: textures
    2: brushes
    3: node
    4: mesh
    5: bone
    6: keys
    7: anim
    8: sequence
    9: pivot
    10: vertices
    11: triangles
