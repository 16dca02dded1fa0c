# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: bgl
  title: BOGLE scene
  file-extension: bgl
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  "Blender to OpenGL exporter", the scene format of the thirty engine. It was revised many times under one version byte, and nothing in
  a file names its layout. So the user of a parser says which to read, ten times its number (150 is L15, the one that the published
  description has; 125 is L12b, which is L12 without a skybox), or tries one after the other until one ends with the file and leaves
  nothing. Readers of real files check more, such as texts without control characters, numbers that are finite, and indices in range.

  Matrices are sixteen numbers by columns. Numbers of components in instances count from 1, and 0 is none. Axes are Blender's (z up) in
  L1 and from L7 on, else y is up.
doc-ref: docs/formats/bgl.md
params:
  - id: layout
    type: u1
    doc: Ten times the number of the layout.
seq:
  - id: magic
    type: str
    size: 5
    valid: '"BOGLE"'
    doc: "Always `BOGLE`."
  - id: version
    type: u1
    valid: 0
    doc: Always 0.
  - id: objects_file
    type: objects_file
    if: layout <= 50
    doc: L1 to L5.
  - id: components_file
    type: components_file
    if: layout >= 60
    doc: L6 to L16.
  - id: trailing
    size-eos: true
    doc: The engine refuses a file with bytes after the end.
types:
  objects_file:
    doc: What L1 to L5 hold.
    seq:
      - id: object_count
        type: u4
      - id: camera_count
        type: u4
        if: _root.layout == 40
      - id: light_count
        type: u4
        if: _root.layout >= 40
      - id: material_count
        type: u4
        if: _root.layout == 50
      - id: objects
        type: scene_object
        repeat: expr
        repeat-expr: object_count
      - id: tree
        type: strz
        if: _root.layout >= 40
        doc: The parent of each object.
      - id: viewpoints
        type: viewpoint
        repeat: expr
        repeat-expr: viewpoint_count
        if: _root.layout >= 40
        doc: Places of cameras.
      - id: phong_lights
        type: phong_light
        repeat: expr
        repeat-expr: light_count
        if: _root.layout == 40
      - id: aimed_lights
        type: aimed_light
        repeat: expr
        repeat-expr: light_count
        if: _root.layout == 50
      - id: ambient
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _root.layout == 50
        doc: Red, green, blue, alpha.
      - id: materials
        type: material
        repeat: expr
        repeat-expr: material_count
        if: _root.layout == 50
      - id: object_materials
        type: u4
        repeat: expr
        repeat-expr: object_count
        if: _root.layout == 50
        doc: The material of each object, counted from 0.
    instances:
      viewpoint_count:
        value: '_root.layout == 50 ? 1 : camera_count'
  components_file:
    doc: What L6 to L16 hold.
    seq:
      - id: camera_count
        type: u4
        if: _root.layout >= 130
      - id: geometry_count
        type: u4
      - id: material_count
        type: u4
      - id: light_count
        type: u4
      - id: collection_count
        type: u4
        if: _root.layout >= 150
      - id: instance_count
        type: u4
      - id: skybox
        type: counted_text
        if: _root.layout >= 100 and _root.layout <= 120
        doc: The name of six images.
      - id: early_ambient
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _root.layout >= 130
        doc: Light from everywhere, red, green, blue, alpha.
      - id: cameras
        type: camera
        repeat: expr
        repeat-expr: cameras_there
      - id: ambient
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _root.layout < 130
        doc: The same in older layouts.
      - id: geometries
        type: geometry
        repeat: expr
        repeat-expr: geometry_count
      - id: materials
        type: material
        repeat: expr
        repeat-expr: material_count
      - id: lights
        type: light
        repeat: expr
        repeat-expr: light_count
      - id: collections
        type: collection
        repeat: expr
        repeat-expr: collection_count
        if: _root.layout >= 150
      - id: instances
        type: instance
        repeat: expr
        repeat-expr: instance_count
      - id: tree
        type: strz
        doc: The parent of each instance; numbers from 0 and braces.
    instances:
      cameras_there:
        value: '_root.layout >= 130 ? camera_count : 1'
  counted_text:
    doc: A text without a NUL.
    seq:
      - id: length
        type: u4
        doc: In bytes.
      - id: text
        type: str
        size: length
  scene_object:
    doc: A mesh in its place.
    seq:
      - id: name_length
        type: u1
        if: _root.layout <= 30
      - id: vertex_count
        type: u4
      - id: index_count
        type: u4
      - id: name
        type: str
        size: name_size
        doc: From L4 on the rest after a NUL means nothing.
      - id: vertices
        type: vertex
        repeat: expr
        repeat-expr: vertex_count
      - id: indices
        type: u4
        repeat: expr
        repeat-expr: index_count
        doc: Corners of triangles.
      - id: placement
        type: f4
        repeat: expr
        repeat-expr: 10
        if: _root.layout >= 20
        doc: Translation, rotation axis, rotation angle in radians, scale.
    instances:
      name_size:
        value: '_root.layout <= 30 ? name_length : 32'
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
        doc: v grows upward.
      - id: normal
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _root.layout >= 30
      - id: tangent
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _root.layout >= 50
      - id: binormal
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _root.layout >= 50
      - id: bones
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _root.layout >= 150
        doc: Numbers of bones. The published description has integers here.
      - id: weights
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _root.layout >= 150
  viewpoint:
    seq:
      - id: place
        type: f4
        repeat: expr
        repeat-expr: 5
        doc: Position, yaw and pitch in radians.
  phong_light:
    seq:
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 18
        doc: Position; ambient, diffuse and specular colour; the power of each.
  aimed_light:
    seq:
      - id: color
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: range
        type: f4
        doc: Where it ends, in units.
      - id: intensity
        type: f4
      - id: kind
        type: u4
        valid:
          max: 2
        doc: "0 spot, 1 directional, 2 point."
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: direction
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: angle
        type: f4
        doc: The full angle of a spot light in degrees.
  camera:
    seq:
      - id: kind
        type: u1
        if: _root.layout >= 130
        valid:
          max: 1
        doc: "0 plain, 1 walking."
      - id: name
        type: counted_text
        if: _root.layout >= 140
      - id: width
        type: u4
        doc: Of the screen in pixels.
      - id: height
        type: u4
        doc: Of the screen in pixels.
      - id: near
        type: f4
      - id: far
        type: f4
      - id: fov
        type: f4
        doc: The angle of view in radians, vertical.
      - id: main
        type: u1
        if: _root.layout >= 130
        doc: Not 0 for the camera in use.
  geometry:
    seq:
      - id: kind
        type: u1
        if: _root.layout >= 130
        valid: 0
        doc: Always 0.
      - id: name
        type: counted_text
        if: _root.layout >= 140
      - id: file
        type: counted_text
        if: _root.layout == 160
        doc: The stem of a file in geometries/ that holds the rest.
      - id: vertex_count
        type: u4
        if: _root.layout < 160
      - id: index_count
        type: u4
        if: _root.layout < 160
      - id: vertices
        type: vertex
        repeat: expr
        repeat-expr: vertex_count
        if: _root.layout < 160
      - id: indices
        type: u4
        repeat: expr
        repeat-expr: index_count
        if: _root.layout < 160
        doc: Corners of triangles.
  material:
    seq:
      - id: wide_kind
        type: u4
        if: _root.layout < 100
        valid: 0
        doc: Always 0.
      - id: wide_shader
        type: u4
        if: _root.layout < 100
        valid: 0
        doc: Always 0.
      - id: kind
        type: u1
        if: _root.layout >= 100
        valid: 0
        doc: Always 0.
      - id: shader
        type: u1
        if: _root.layout >= 100
        valid: 0
        doc: Always 0.
      - id: name
        type: counted_text
        if: _root.layout >= 140
      - id: ambient
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: emissive
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: diffuse
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: specular
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: reflectance_color
        type: f4
        repeat: expr
        repeat-expr: 4
        if: _root.layout <= 100
      - id: opacity
        type: f4
      - id: specular_power
        type: f4
        doc: The exponent of the highlight.
      - id: reflectance
        type: f4
        if: _root.layout >= 110
        doc: The share of the reflection.
      - id: refraction
        type: f4
        if: _root.layout >= 120
      - id: index_of_refraction
        type: f4
        doc: Outside divided by inside.
      - id: bump_intensity
        type: f4
      - id: specular_scale
        type: f4
      - id: alpha_threshold
        type: f4
        doc: Pixels with less alpha are not drawn.
      - id: blending
        type: u1
        if: _root.layout >= 90
        doc: Not 0 for a blended material.
      - id: textures
        type: counted_text
        repeat: expr
        repeat-expr: 8
        doc: Stems of PNG files; ambient, emissive, diffuse, specular, specular power, normal, bump, opacity.
  light:
    seq:
      - id: kind
        type: u1
        if: _root.layout >= 130
        valid:
          max: 2
        doc: "0 spot, 1 directional, 2 point."
      - id: name
        type: counted_text
        if: _root.layout >= 140
      - id: color
        type: f4
        repeat: expr
        repeat-expr: 4
      - id: range
        type: f4
        if: _root.layout < 80
        doc: Where it ends, in units.
      - id: attenuation
        type: f4
        repeat: expr
        repeat-expr: 3
        if: _root.layout >= 80
        doc: Constant, linear, quadratic.
      - id: intensity
        type: f4
      - id: kind_after
        type: u1
        if: _root.layout < 130
        valid:
          max: 2
        doc: The kind in older layouts.
      - id: angle
        type: f4
        doc: The full angle of a spot light in radians.
  collection:
    doc: A skeleton and what can be played on it.
    seq:
      - id: kind
        type: u1
        valid: 0
        doc: Always 0.
      - id: name
        type: counted_text
      - id: animation_count
        type: u4
      - id: matrix
        type: f4
        repeat: expr
        repeat-expr: 16
        doc: From the space of the skeleton to that of the object.
      - id: bone_count
        type: u4
      - id: bones
        type: bone
        repeat: expr
        repeat-expr: bone_count
      - id: animations
        type: animation
        repeat: expr
        repeat-expr: animation_count
  bone:
    seq:
      - id: position
        type: f4
        repeat: expr
        repeat-expr: 3
      - id: rotation
        type: f4
        repeat: expr
        repeat-expr: 4
        doc: x, y, z, w. The bone turns first and moves then.
      - id: parent
        type: u4
        doc: Counted from 1; 0 for none.
  animation:
    seq:
      - id: name
        type: counted_text
      - id: key_count
        type: u4
      - id: keys
        type: key(_parent.bone_count)
        repeat: expr
        repeat-expr: key_count
  key:
    params:
      - id: bone_count
        type: u4
    seq:
      - id: time
        type: f4
        doc: In seconds.
      - id: offset
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: Of the first bone without a parent.
      - id: rotations
        type: f4
        repeat: expr
        repeat-expr: 4 * bone_count
        doc: x, y, z, w for each bone, relative to its rest.
  instance:
    doc: A placed object.
    seq:
      - id: name
        type: counted_text
        if: _root.layout >= 140
      - id: short_camera
        type: u1
        if: _root.layout < 130
      - id: camera
        type: u4
        if: _root.layout >= 130
      - id: geometry
        type: u4
      - id: material
        type: u4
      - id: light
        type: u4
      - id: collection
        type: u4
        if: _root.layout >= 150
      - id: placement
        type: f4
        repeat: expr
        repeat-expr: 10
        if: _root.layout == 60
        doc: Translation, rotation axis, rotation angle in radians, scale.
      - id: matrix
        type: f4
        repeat: expr
        repeat-expr: 16
        if: _root.layout >= 70
        doc: Into the space of the parent.
