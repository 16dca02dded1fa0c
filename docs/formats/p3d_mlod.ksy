# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: p3d_mlod
  title: "Operation Flashpoint model, editable (MLOD)"
  file-extension: p3d
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  The form that the editors save, with levels `SP3X` (O2 Light) or `P3DM` (Oxygen 2, Arma). Left-handed, x right, y up, z forward, in
  metres; v runs downward. Faces are counter-clockwise as seen from outside, normals point inward.
doc-ref: docs/formats/p3d.md
seq:
  - id: magic
    type: str
    size: 4
    valid: '"MLOD"'
    doc: "Always `MLOD`."
  - id: version
    type: u4
    valid:
      max: 0x1ff
    doc: "0x101."
  - id: lod_count
    type: u4
    doc: The number of levels of detail.
  - id: lods
    type: lod
    repeat: expr
    repeat-expr: lod_count
  - id: default_path
    type: str
    size: 32
    if: _io.size - _io.pos >= 32
    doc: O2 Light writes it.
  - id: trailing
    size-eos: true
types:
  lod:
    doc: A level of detail.
    seq:
      - id: magic
        type: str
        size: 4
        valid:
          any-of:
            - '"SP3X"'
            - '"P3DM"'
        doc: "`SP3X` or `P3DM`."
      - id: header_size
        type: u4
        valid:
          min: 28
        doc: Bytes of the header with its magic.
      - id: version
        type: u4
        doc: "0x99 in SP3X, 0x100 in P3DM."
      - id: point_count
        type: u4
      - id: normal_count
        type: u4
      - id: face_count
        type: u4
      - id: flags
        type: u4
      - id: header_slack
        size: header_size - 28
      - id: points
        type: point
        repeat: expr
        repeat-expr: point_count
      - id: normals
        type: vec3
        repeat: expr
        repeat-expr: normal_count
        doc: They point inward.
      - id: faces
        type: 'face(is_sp3x, _index == 0 ? 0 : faces[_index - 1].corners_so_far)'
        repeat: expr
        repeat-expr: face_count
      - id: tag_magic
        type: str
        size: 4
        valid: '"TAGG"'
        doc: "Always `TAGG`."
      - id: tags
        type: tag(point_count, face_count, all_corners, is_sp3x)
        repeat: until
        repeat-until: _.is_end
        doc: "The last one is named `#EndOfFile#`."
      - id: resolution
        type: f4
        doc: The resolution, or a number that says what the level is for.
    instances:
      is_sp3x:
        value: magic == "SP3X"
      all_corners:
        value: 'face_count == 0 ? 0 : faces[face_count - 1].corners_so_far'
  point:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: flags
        type: u4
  vec3:
    seq:
      - id: xyz
        type: f4
        repeat: expr
        repeat-expr: 3
  corner:
    seq:
      - id: point
        type: u4
        doc: The number of the point.
      - id: normal
        type: u4
        doc: The number of the normal.
      - id: uv
        type: f4
        repeat: expr
        repeat-expr: 2
  face:
    params:
      - id: is_sp3x
        type: bool
      - id: corners_before
        type: u4
    seq:
      - id: fixed_texture
        type: str
        size: 32
        if: is_sp3x
        doc: The path, filled up with NULs.
      - id: corner_count
        type: u4
        doc: "3 or 4."
      - id: corners
        type: corner
        repeat: expr
        repeat-expr: 4
        doc: The fourth of a triangle means nothing.
      - id: flags
        type: u4
      - id: texture
        type: strz
        if: not is_sp3x
        doc: The path.
      - id: material
        type: strz
        if: not is_sp3x
        doc: The path.
    instances:
      corners_so_far:
        value: 'corners_before + (corner_count == 3 or corner_count == 4 ? corner_count : 0)'
  edge:
    seq:
      - id: points
        type: u4
        repeat: expr
        repeat-expr: 2
  uv:
    seq:
      - id: uv
        type: f4
        repeat: expr
        repeat-expr: 2
  tag:
    doc: A named record. One whose size is not what its name asks for is data; names are compared without regard to case.
    params:
      - id: point_count
        type: u4
      - id: face_count
        type: u4
      - id: corner_count
        type: u4
      - id: is_sp3x
        type: bool
    seq:
      - id: active
        type: u1
        if: not is_sp3x
        doc: "1."
      - id: fixed_name
        type: str
        size: 64
        if: is_sp3x
        doc: The name, filled up with NULs.
      - id: name
        type: strz
        if: not is_sp3x
      - id: size
        type: u4
        doc: Bytes of what follows.
      - id: edges
        type: edge
        repeat: expr
        repeat-expr: size / 8
        if: is_edges
        doc: Pairs of points with a sharp edge between them.
      - id: property
        type: str
        size: 64
        if: is_property
        doc: The name of a property, filled up with NULs.
      - id: value
        type: str
        size: 64
        if: is_property
        doc: The value of a property, filled up with NULs.
      - id: masses
        type: f4
        repeat: expr
        repeat-expr: point_count
        if: is_masses
        doc: Kilograms of each point.
      - id: time
        type: f4
        if: is_frame
        doc: The moment of a frame.
      - id: positions
        type: vec3
        repeat: expr
        repeat-expr: point_count
        if: is_frame
        doc: Where the points are at that moment.
      - id: id
        type: u4
        if: is_uv_set
        doc: The number of a set of texture coordinates.
      - id: uvs
        type: uv
        repeat: expr
        repeat-expr: corner_count
        if: is_uv_set
        doc: One for each corner.
      - id: material_index
        type: u4
        repeat: expr
        repeat-expr: 4
        if: is_material_index
        doc: Ambient, diffuse, specular, emissive.
      - id: points
        type: u1
        repeat: expr
        repeat-expr: point_count
        if: is_selection
        doc: For each point 0 no, 1 fully, 255 hardly.
      - id: faces
        type: u1
        repeat: expr
        repeat-expr: face_count
        if: is_selection
        doc: For each face 0 or 1.
      - id: data
        size: size
        if: not (is_edges or is_property or is_masses or is_frame or is_uv_set or is_material_index or is_selection)
        doc: Anything else.
    instances:
      label:
        value: 'is_sp3x ? fixed_name : name + "\0"'
      is_end:
        value: 'label.substring(0, 12) == "#EndOfFile#\0"'
      is_edges:
        value: 'label.substring(0, 13) == "#SharpEdges#\0" and size % 8 == 0'
      is_property:
        value: 'label.substring(0, 11) == "#Property#\0" and size == 128'
      is_masses:
        value: 'label.substring(0, 7) == "#Mass#\0" and size == 4 * point_count'
      is_frame:
        value: 'label.substring(0, 12) == "#Animation#\0" and size == 4 + 12 * point_count'
      is_uv_set:
        value: 'label.substring(0, 8) == "#UVSet#\0" and size == 4 + 8 * corner_count'
      is_material_index:
        value: 'label.substring(0, 16) == "#MaterialIndex#\0" and size == 16'
      is_editors:
        value: 'label.substring(0, 11) == "#Selected#\0" or label.substring(0, 7) == "#Hide#\0" or label.substring(0, 9) == "#Hidden#\0" or label.substring(0, 7) == "#Lock#\0"'
      is_selection:
        value: '(label.substring(0, 1) != "#" or is_editors) and size == point_count + face_count'
