//! Blitz3D files as Luanti plays them, by code of its own: chunks are edited by what its loader does, from `CB3DMeshFileLoader` and
//! `SkinnedMesh` of version 5.17.

/// Returns a file whose keys are those that Luanti plays of another one: the first `KEYS` of each node, frames before 1 on 1, and no key
/// that is not after the one before. Ranges of names follow.
pub fn played(b3d: &[u8]) -> Vec<u8> {
    let size = u32::from_le_bytes(b3d[4..8].try_into().unwrap()) as usize;
    let (file, trailing) = b3d.split_at(b3d.len().min(8 + size));
    let mut out = file[..12].to_vec();
    chunks(&file[12..], &mut out);
    resize(&mut out, 0);
    out.extend_from_slice(trailing);
    out
}

fn resize(out: &mut [u8], chunk: usize) {
    let size = (out.len() - chunk - 8) as u32;
    out[chunk + 4..chunk + 8].copy_from_slice(&size.to_le_bytes());
}

fn chunks(mut bytes: &[u8], out: &mut Vec<u8>) {
    let mut has_keys = false;
    while bytes.len() >= 8 {
        let size = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
        let Some((chunk, rest)) = bytes.split_at_checked(8 + size) else { break };
        bytes = rest;
        let (tag, body, at) = (&chunk[..4], &chunk[8..], out.len());
        if tag == b"KEYS" && std::mem::replace(&mut has_keys, true) {
            continue;
        }
        out.extend_from_slice(&chunk[..8]);
        let name = body.iter().position(|&byte| byte == 0).map_or(body.len(), |end| end + 1);
        match tag {
            b"NODE" => {
                out.extend_from_slice(&body[..name + 40]);
                chunks(&body[name + 40..], out);
            }
            b"KEYS" => keys(body, out),
            b"SEQS" if body.len() >= name + 8 => {
                out.extend_from_slice(&body[..name]);
                for frame in body[name..name + 8].chunks_exact(4).map(frame) {
                    out.extend_from_slice(&frame.to_le_bytes());
                }
                out.extend_from_slice(&body[name + 8..]);
            }
            _ => out.extend_from_slice(body),
        }
        resize(out, at);
    }
    out.extend_from_slice(bytes);
}

fn frame(bytes: &[u8]) -> i32 {
    i32::from_le_bytes(bytes[..4].try_into().unwrap()).max(1)
}

fn keys(body: &[u8], out: &mut Vec<u8>) {
    let flags = body[0];
    let size = |bit: u8, size: usize| if flags & bit == 0 { 0 } else { size };
    let stride = 4 + size(1, 12) + size(2, 12) + size(4, 16);
    out.extend_from_slice(&body[..4]);
    let mut last = 0;
    for key in body[4..].chunks_exact(stride) {
        if frame(key) > last {
            last = frame(key);
            out.extend_from_slice(&last.to_le_bytes());
            out.extend_from_slice(&key[4..]);
        }
    }
}
