//! Triangles with vertices of their own: those in use only, and few enough for 16-bit numbers.

/// Gives vertices new numbers in the order of their first use.
#[derive(Debug, Clone)]
pub struct Compact {
    numbers: Vec<u32>,
    sources: Vec<u32>,
}

/// Marks a vertex that has no number yet.
const NONE: u32 = u32::MAX;

impl Compact {
    /// Starts with a pool of this many vertices, none of them in use.
    pub fn new(vertices: usize) -> Self {
        Self { numbers: vec![NONE; vertices], sources: Vec::new() }
    }

    /// Returns the new number of a vertex and whether it got it just now.
    pub fn number(&mut self, vertex: u32) -> (u32, bool) {
        let number = &mut self.numbers[vertex as usize];
        let is_new = *number == NONE;
        if is_new {
            *number = self.sources.len() as u32;
            self.sources.push(vertex);
        }
        (*number, is_new)
    }

    /// Returns the vertices in use, in the order of their new numbers, and starts anew.
    pub fn take(&mut self) -> Vec<u32> {
        for &vertex in &self.sources {
            self.numbers[vertex as usize] = NONE;
        }
        std::mem::take(&mut self.sources)
    }
}

/// Triangles with vertices of their own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Piece {
    /// The number of each vertex in the mesh.
    pub sources: Vec<u32>,
    /// The triangles; their corners index `sources`.
    pub triangles: Vec<[u32; 3]>,
}

impl Piece {
    /// Returns what a per-vertex array of the mesh holds for the vertices of the piece; nothing of an absent array.
    pub fn pick<T: Copy>(&self, values: &[T]) -> Vec<T> {
        if values.is_empty() {
            return Vec::new();
        }
        self.sources.iter().map(|&vertex| values[vertex as usize]).collect()
    }
}

/// Returns the triangles over the vertices in use, which are numbered in the order of their first use.
pub fn compact(triangles: impl Iterator<Item = [u32; 3]>, vertices: usize) -> Piece {
    let mut compact = Compact::new(vertices);
    let triangles = triangles.map(|triangle| triangle.map(|vertex| compact.number(vertex).0)).collect();
    Piece { triangles, sources: compact.sources }
}

/// Cuts triangles into pieces of at most this many vertices, three at least, in order; none for none.
///
/// `vertices` is the size of the pool that the corners index.
pub fn split(triangles: impl Iterator<Item = [u32; 3]>, vertices: usize, max_vertices: usize) -> Vec<Piece> {
    let mut compact = Compact::new(vertices);
    let mut pieces = Vec::new();
    let mut current = Vec::new();
    for triangle in triangles {
        let fresh = triangle.iter().filter(|&&vertex| compact.numbers[vertex as usize] == NONE).count();
        if compact.sources.len() + fresh > max_vertices && !current.is_empty() {
            pieces.push(Piece { sources: compact.take(), triangles: std::mem::take(&mut current) });
        }
        current.push(triangle.map(|vertex| compact.number(vertex).0));
    }
    if !current.is_empty() {
        pieces.push(Piece { sources: compact.sources, triangles: current });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_few_vertices_and_all_triangles() {
        let strip: Vec<[u32; 3]> = (0..50).map(|i| [i * 2 + 2, i * 2, i * 2 + 1]).collect();
        for (max, expected) in [(65_535, 1), (101, 1), (100, 2), (3, 50)] {
            let pieces = split(strip.iter().copied(), 101, max);
            assert_eq!(pieces.len(), expected, "{max}");
            assert!(pieces.iter().all(|piece| piece.sources.len() <= max));
            let sources = |piece: &Piece| -> Vec<[u32; 3]> {
                piece.triangles.iter().map(|t| t.map(|v| piece.sources[v as usize])).collect()
            };
            assert_eq!(pieces.iter().flat_map(sources).collect::<Vec<_>>(), strip);
        }
        assert_eq!(split(std::iter::empty(), 9, 3), []);
    }

    #[test]
    fn unused_vertices_go() {
        let piece = compact([[4, 2, 7], [7, 2, 0]].into_iter(), 9);
        assert_eq!(piece, Piece { sources: vec![4, 2, 7, 0], triangles: vec![[0, 1, 2], [2, 1, 3]] });
        assert_eq!(piece.pick(&[10, 11, 12, 13, 14, 15, 16, 17, 18]), [14, 12, 17, 10]);
        assert_eq!(piece.pick::<u8>(&[]), []);
    }
}
