# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: bmd
  title: BGBTech model
  file-extension: bmd
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  The model format of the BGBTech engine. A header points to tables, and their entries point to lists and names; all offsets count from
  the start of the file, and 0 is none. Parts may share bytes, and bytes may belong to nothing.

  The lists are streams of packed words, which are not taken apart here. A vertex has 8 or 16 bytes by its tag; docs/formats/bmd.md
  describes the bits. Numbers named F8A are floats of eight bits.
doc-ref: docs/formats/bmd.md
seq:
  - id: header
    type: header
  - id: vertices
    type: vertex_list(_index)
    repeat: expr
    repeat-expr: mesh_count
  - id: faces
    type: face_list(_index)
    repeat: expr
    repeat-expr: mesh_count
  - id: materials
    type: material_name(_index)
    repeat: expr
    repeat-expr: mesh_count
  - id: bone_names
    type: bone_name(_index)
    repeat: expr
    repeat-expr: bone_count
  - id: keys
    type: key_list(_index)
    repeat: expr
    repeat-expr: clip_count
  - id: clip_names
    type: clip_name(_index)
    repeat: expr
    repeat-expr: clip_count
instances:
  mesh_count:
    value: 'header.meshes.offset == 0 ? 0 : header.meshes.size / 32'
  bone_count:
    value: 'header.bones.offset == 0 ? 0 : header.bones.size / 16'
  clip_count:
    value: 'header.clips.offset == 0 ? 0 : header.clips.size / 16'
  mesh_defs:
    pos: header.meshes.offset
    type: mesh_def
    repeat: expr
    repeat-expr: header.meshes.size / 32
    if: header.meshes.offset != 0
  lod_defs:
    pos: header.lods.offset
    type: lod_def
    repeat: expr
    repeat-expr: header.lods.size / 4
    if: header.lods.offset != 0
  bone_defs:
    pos: header.bones.offset
    type: bone_def
    repeat: expr
    repeat-expr: header.bones.size / 16
    if: header.bones.offset != 0
  clip_defs:
    pos: header.clips.offset
    type: clip_def
    repeat: expr
    repeat-expr: header.clips.size / 16
    if: header.clips.offset != 0
types:
  header:
    seq:
      - id: magic
        contents: BMD1
        doc: "Always `BMD1`."
      - id: reserved
        type: u4
        repeat: expr
        repeat-expr: 3
        doc: Zero.
      - id: meshes
        type: span
        doc: The table of mesh_def.
      - id: lods
        type: span
        doc: The table of lod_def.
      - id: bones
        type: span
        doc: The table of bone_def; none in a static model.
      - id: clips
        type: span
        doc: The table of clip_def; none in a static model.
  span:
    seq:
      - id: offset
        type: u4
        doc: From the start of the file.
      - id: size
        type: u4
        doc: In bytes.
  mesh_def:
    seq:
      - id: vertices
        type: u4
        doc: Offset of the vertex list.
      - id: faces
        type: u4
        doc: Offset of the face list.
      - id: material
        type: u4
        doc: Offset of the material's name; 0 for a mesh that is not drawn.
      - id: vertex_count
        type: u2
      - id: face_count
        type: u2
      - id: vertex_bytes
        type: u4
      - id: face_bytes
        type: u4
      - id: flags
        type: u4
        doc: Bits 0 and 1 the vertex forms, 2 and 3 the face words.
      - id: reserved
        type: u4
        doc: Zero.
  lod_def:
    doc: A level of detail.
    seq:
      - id: first
        type: u1
        doc: The first mesh.
      - id: count
        type: u1
        doc: The number of meshes.
      - id: scale
        type: u1
        doc: As F8A; 1 / (distance in metres + 1).
      - id: reserved
        type: u1
  bone_def:
    seq:
      - id: origin
        type: u4
        doc: Relative to the parent's, as a packed vector; four bone numbers in a pseudo-bone.
      - id: rotation
        type: u4
        doc: Relative to the parent's, as a rotation word, 0 for none; four F8A weights in a pseudo-bone.
      - id: name
        type: u4
        doc: Offset of the name.
      - id: parent
        type: u1
        doc: From 240 on the bone is a blend of others.
      - id: solid
        type: u1
        doc: The mesh that is its solid.
      - id: reserved
        type: u1
        repeat: expr
        repeat-expr: 2
  clip_def:
    seq:
      - id: name
        type: u4
        doc: Offset of the name.
      - id: frames
        type: u1
        doc: Of the loop.
      - id: rate
        type: u1
        doc: Bit 7 for a clip that does not loop; the rest in quarters of frames a second.
      - id: reserved
        type: u1
        repeat: expr
        repeat-expr: 2
      - id: keys
        type: u4
        doc: Offset of the key list.
      - id: key_bytes
        type: u4
  vertex_list:
    doc: The vertices of a mesh, packed.
    params:
      - id: index
        type: u4
    instances:
      data:
        io: _root._io
        pos: _root.mesh_defs[index].vertices
        size: _root.mesh_defs[index].vertex_bytes
        if: _root.mesh_defs[index].vertices != 0
  face_list:
    doc: The faces of a mesh, packed.
    params:
      - id: index
        type: u4
    instances:
      data:
        io: _root._io
        pos: _root.mesh_defs[index].faces
        size: _root.mesh_defs[index].face_bytes
        if: _root.mesh_defs[index].faces != 0
  material_name:
    doc: The name of the material of a mesh.
    params:
      - id: index
        type: u4
    instances:
      data:
        io: _root._io
        pos: _root.mesh_defs[index].material
        type: strz
        if: _root.mesh_defs[index].material != 0
  bone_name:
    doc: The name of a bone.
    params:
      - id: index
        type: u4
    instances:
      data:
        io: _root._io
        pos: _root.bone_defs[index].name
        type: strz
        if: _root.bone_defs[index].name != 0
  key_list:
    doc: The keys of a clip, packed; a stream for each ordinary bone.
    params:
      - id: index
        type: u4
    instances:
      data:
        io: _root._io
        pos: _root.clip_defs[index].keys
        size: _root.clip_defs[index].key_bytes
        if: _root.clip_defs[index].keys != 0
  clip_name:
    doc: The name of a clip.
    params:
      - id: index
        type: u4
    instances:
      data:
        io: _root._io
        pos: _root.clip_defs[index].name
        type: strz
        if: _root.clip_defs[index].name != 0
