# SPDX-License-Identifier: CC0-1.0
# This file is dedicated to the public domain (CC0 1.0 Universal): use it for whatever you like.
meta:
  id: paa
  title: Texture of Operation Flashpoint and Arma
  file-extension:
    - paa
    - pac
  license: CC0-1.0
  ks-version: '0.10'
  endian: le
  encoding: ASCII
doc: |
  The textures of Operation Flashpoint, Arma: Cold War Assault and later games. Both extensions are the same container. Levels stay packed
  here: by LZSS (16-bit texels), LZO (bit 15 of a width), run lengths (indices), or not at all (blocks).
doc-ref: docs/formats/paa.md
seq:
  - id: type_word
    type: u2
    if: has_type_word
    doc: |
      How texels are stored; 0xff01 to 0xff05 DXT1 to DXT5, 0x4444, 0x1555, 0x8080 AI88, 0x8888. Without it the texels are indices where
      there is a palette, else 4444.
  - id: tags
    type: tag
    repeat: until
    repeat-until: not _.is_followed
    if: starts_with_tag
  - id: palette_size
    type: u2
    valid:
      max: 256
    doc: The number of colours.
  - id: palette
    type: color
    repeat: expr
    repeat-expr: palette_size
  - id: levels
    type: level(_index)
    repeat: until
    repeat-until: not _.is_followed
    doc: The largest first, each half the one before; readers stop at 16.
  - id: end
    size: 4
    if: ends_with_zeros
    doc: A level header of zeros.
  - id: trailing
    size-eos: true
    doc: Two more zeros in the game's own files.
instances:
  first_word:
    pos: 0
    type: u2
  has_type_word:
    value: >-
      (first_word >= 0xff01 and first_word <= 0xff05) or first_word == 0x4444 or first_word == 0x1555 or first_word == 0x8080 or
      first_word == 0x8888
  first_tag:
    pos: 'has_type_word ? 2 : 0'
    type: u4
    if: _io.size >= 6
  starts_with_tag:
    value: '_io.size >= 6 and first_tag == 0x54414747'
  end_word:
    pos: _io.pos
    type: u4
    if: _io.size - _io.pos >= 4
  ends_with_zeros:
    value: '_io.size - _io.pos >= 4 and end_word == 0'
types:
  tag:
    seq:
      - id: magic
        type: str
        size: 4
        valid: '"GGAT"'
        doc: TAGG backwards.
      - id: name
        type: str
        size: 4
        doc: |
          Four letters backwards. AVGC the mean colour (blue, green, red, alpha), MAXC the greatest, FLAG bits (1 alpha is blended, 2 alpha is a
          key), OFFS places of 16 levels, SWIZ how later games exchange channels.
      - id: size
        type: u4
        doc: Bytes of the data.
      - id: data
        size: size
    instances:
      next:
        pos: _io.pos
        type: u4
        if: _io.size - _io.pos >= 4
      is_followed:
        value: '_io.size - _io.pos >= 4 and next == 0x54414747'
  color:
    seq:
      - id: bgr
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: Blue, green, red.
  level_head:
    doc: What follows a level; it is another level if it is sound.
    params:
      - id: left
        type: u4
    seq:
      - id: b
        type: u1
        repeat: expr
        repeat-expr: 'left < 11 ? left : 11'
    instances:
      at:
        value: 'left >= 11 and b[0] == 0xd2 and b[1] == 4 and b[2] == 0x3d and b[3] == 0x22 ? 4 : 0'
      width:
        value: '(b[at] | (b[at + 1] << 8)) & 0x7fff'
      height:
        value: 'b[at + 2] | (b[at + 3] << 8)'
      size:
        value: 'b[at + 4] | (b[at + 5] << 8) | (b[at + 6] << 16)'
      is_sound:
        value: >-
          left >= 7 and width >= 1 and width <= 16384 and height >= 1 and height <= 16384 and size <= left - 7 - at
  level:
    params:
      - id: number
        type: u4
    seq:
      - id: mark
        type: u2
        repeat: expr
        repeat-expr: 2
        if: is_marked
        doc: 1234 and 8765, where the body of an indexed level is a stream and not run lengths.
      - id: stored_width
        type: u2
        doc: In texels; bit 15 says that blocks are packed by LZO (later games).
      - id: height
        type: u2
        valid:
          min: 1
          max: 16384
      - id: size
        type: b24le
        valid:
          expr: (stored_width & 0x7fff) >= 1 and (stored_width & 0x7fff) <= 16384
        doc: Bytes of the body.
      - id: body
        size: size
        doc: The texels as stored, with their checksum where they are packed by LZSS.
    instances:
      first:
        pos: _io.pos
        type: u4
      is_marked:
        value: first == 0x223d04d2
      next:
        pos: _io.pos
        type: level_head(_io.size - _io.pos)
      is_followed:
        value: number < 15 and next.is_sound
