# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: rmesh
  title: Room of SCP - Containment Breach
  file-extension: rmesh
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  A room of the game SCP - Containment Breach. The space is that of Blitz3D: left-handed with y up; faces are clockwise from the front; texture
  coordinates begin at the top left. The game scales rooms by 8 / 2048.
doc-ref: docs/formats/rmesh.md
seq:
  - id: header
    type: text
    doc: "`RoomMesh`, or `RoomMesh.HasTriggerBox`."
  - id: surface_count
    type: s4
    valid:
      min: 0
  - id: surfaces
    type: surface
    repeat: expr
    repeat-expr: surface_count
  - id: hidden_count
    type: s4
    valid:
      min: 0
  - id: hidden
    type: hidden_surface
    repeat: expr
    repeat-expr: hidden_count
    doc: Collision that is not drawn.
  - id: trigger_count
    type: s4
    if: has_triggers
    valid:
      min: 0
  - id: triggers
    type: trigger
    repeat: expr
    repeat-expr: trigger_count
    if: has_triggers
  - id: entity_count
    type: s4
    valid:
      min: 0
  - id: entities
    type: entity
    repeat: expr
    repeat-expr: entity_count
  - id: end
    type: text
    if: has_end
    doc: "`EOF`. The game does not read it."
  - id: trailing
    size-eos: true
    doc: Nothing in sound files.
instances:
  has_triggers:
    value: header.value == "RoomMesh.HasTriggerBox"
  has_end:
    value: _io.size - _io.pos >= 7 and end_mark.length == 3 and end_mark.value == "EOF"
  end_mark:
    pos: _io.pos
    type: mark
    if: _io.size - _io.pos >= 7
types:
  text:
    doc: Without a NUL. Windows-1252 in practice.
    seq:
      - id: length
        type: s4
        valid:
          min: 0
        doc: In bytes.
      - id: value
        type: str
        size: length
  mark:
    seq:
      - id: length
        type: s4
      - id: value
        type: str
        size: 3
  surface:
    doc: Drawn; where it is opaque also collision.
    seq:
      - id: light_map
        type: slot
        doc: Placed by the second pair of coordinates.
      - id: diffuse
        type: slot
        doc: Placed by the first pair of coordinates.
      - id: vertex_count
        type: s4
        valid:
          min: 0
      - id: vertices
        type: vertex
        repeat: expr
        repeat-expr: vertex_count
      - id: triangle_count
        type: s4
        valid:
          min: 0
      - id: triangles
        type: triangle
        repeat: expr
        repeat-expr: triangle_count
  slot:
    seq:
      - id: flag
        type: u1
        doc: 0 no texture, 1 opaque, 2 light map, 3 has alpha.
      - id: name
        type: text
        if: flag != 0
        doc: In the room's folder; with flag 1 and no letters, none.
  vertex:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: uv
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: Of the diffuse texture.
      - id: light_map_uv
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: Of the light map.
      - id: color
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: Red, green, blue.
  triangle:
    seq:
      - id: corners
        type: u4
        repeat: expr
        repeat-expr: 3
        doc: Numbers of vertices, clockwise from the front.
  hidden_surface:
    seq:
      - id: vertex_count
        type: s4
        valid:
          min: 0
      - id: vertices
        type: place
        repeat: expr
        repeat-expr: vertex_count
      - id: triangle_count
        type: s4
        valid:
          min: 0
      - id: triangles
        type: triangle
        repeat: expr
        repeat-expr: triangle_count
  place:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
  trigger:
    doc: A box that starts an event of the game.
    seq:
      - id: surface_count
        type: s4
        valid:
          min: 0
      - id: surfaces
        type: hidden_surface
        repeat: expr
        repeat-expr: surface_count
      - id: event
        type: text
  entity:
    doc: One of an unknown kind has no size, and nothing after it can be read.
    seq:
      - id: kind
        type: text
      - id: body
        type:
          switch-on: kind.value
          cases:
            '"light"': light
            '"spotlight"': spotlight
            '"model"': model
            '"waypoint"': waypoint
            '"soundemitter"': soundemitter
            '"screen"': screen
            '"playerstart"': playerstart
  light:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: The game leaves out lights at 0 0 0.
      - id: range
        type: f4
        doc: 2000 times the radius in units of the game.
      - id: color
        type: text
        doc: Red, green, blue as numbers from 0 to 255 with blanks between.
      - id: intensity
        type: f4
  spotlight:
    seq:
      - id: light
        type: light
      - id: angles
        type: text
        doc: Pitch, yaw and perhaps roll in degrees, with blanks between.
      - id: inner_cone
        type: s4
        doc: The full angle in degrees.
      - id: outer_cone
        type: s4
        doc: The full angle in degrees.
  model:
    doc: A prop; without a file it has nothing but a position.
    seq:
      - id: file
        type: text
        doc: In the game's folder of props.
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: angles
        type: f4
        repeat: expr
        repeat-expr: 3
        if: file.length != 0
        doc: Pitch, yaw, roll in degrees.
      - id: scale
        type: f4
        repeat: expr
        repeat-expr: 3
        if: file.length != 0
  waypoint:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
  soundemitter:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: sound
        type: s4
        doc: The number of the sound.
      - id: range
        type: f4
  screen:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: image
        type: text
        doc: The path of the image.
  playerstart:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: angles
        type: text
        doc: Pitch, yaw, roll in degrees, with blanks between.
