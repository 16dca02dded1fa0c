//! A file that nests as deeply as one likes.

/// Makes a Blitz3D file of nodes without names, each inside the one before.
pub fn nested_b3d_nodes(depth: usize) -> Vec<u8> {
    /// The head of a chunk, an empty name, and ten numbers.
    const NODE: usize = 8 + 41;
    let mut file = b"BB3D".to_vec();
    file.extend((4 + (depth * NODE) as u32).to_le_bytes());
    file.extend(1u32.to_le_bytes());
    for level in 1..=depth {
        file.extend(b"NODE");
        file.extend((((depth - level) * NODE + 41) as u32).to_le_bytes());
        file.push(0);
        file.extend([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0f32].iter().flat_map(|v| v.to_le_bytes()));
    }
    file
}
