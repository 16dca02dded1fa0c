//! Material libraries and what uses them.

use super::{mtl, obj, on_square};
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    let library = [
        on_square(
            "options-behind",
            "texture options after the names, a library in a folder of its own",
            "mtllib shelf/behind.mtl\nvt 0 0\nusemtl wall\nf 1/1 2/1 3/1 4/1\n",
        ),
        mtl(
            "shelf/behind",
            "options after the name of a texture, as some programs write them",
            b"newmtl wall\nmap_Kd -s 2 2 1 old wall.png -clamp on -o 0.5 0 0\n",
        ),
    ];
    let rest = vec![
        mtl(
            "paint",
            "every statement with a field, colours as one number and as three, comments",
            b"# paint\nnewmtl red\nKa 0.1 0 0\nKd 1 0 0\nKs 0.5\nKe 0 0.25 0\nNs 250\nd 0.75\nillum 2\n\n\
              newmtl blue sky\nKd 0 0 1\nTr 0.5\nNs 96.078431\nPr 0.3\nPm 1\n",
        ),
        on_square(
            "materials",
            "two materials of a library, one with a blank in its name; the first again: one part each",
            "mtllib paint.mtl\nusemtl red\nf 1 2 3\nusemtl blue sky\nf 1 3 4\nusemtl red\nf 2 3 4\n",
        ),
        on_square(
            "material-missing",
            "a library that is not there and a material that is nowhere defined",
            "mtllib no-such-file.mtl\nusemtl ghost\nf 1 2 3\nusemtl ghost\nf 1 3 4\n",
        ),
        on_square(
            "material-none",
            "faces before the first material, and after one without a name",
            "mtllib paint.mtl\nf 1 2 3\nusemtl red\nf 1 3 4\nusemtl\nf 2 3 4\n",
        ),
        mtl(
            "textures",
            "textures of every role, with options",
            b"newmtl all\nKd 1 1 1\nmap_Ka a.png\nmap_Kd -s 2 3 1 -o 0.5 0.25 -clamp on art/old wall.png\nmap_Ks s.png\n\
              map_Ke e.png\nmap_Ns -imfchan r n.png\nmap_d d.png\nbump -bm 0.5 b.png\nnorm norm.png\n\
              refl -type sphere sky.png\n\n\
              newmtl same\nmap_Kd art/old wall.png\nmap_Ka art/old wall.png\nmap_Kd\n",
        ),
        on_square(
            "textures",
            "a material with textures of every role, and one whose textures share an image",
            "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nmtllib textures.mtl\nusemtl all\nf 1/1 2/2 3/3\nusemtl same\nf 1/1 3/3 4/4\n",
        ),
        mtl(
            "odd",
            "statements without a field, before the first material, of other forms, and a material that is there twice",
            b"Kd 1 0 0\nnewmtl twice\nKd 0 1 0\nNi 1.45\nTf 1 1 1\nKa spectral ident.rfl\nKs xyz 0.1 0.2 0.3\nd -halo 0.5\n\
              Ns 5000\nsharpness 60\nmap_Pr rough.png\nillum 0\nnewmtl twice\nKd 0 0 1\nd 0.5\nTr 0.25\nKd 1 nan 1\n",
        ),
        on_square(
            "materials-odd",
            "the first of two materials of one name counts; what has no field is kept as text",
            "mtllib odd.mtl\nusemtl twice\nf 1 2 3\n",
        ),
        on_square(
            "libraries-several",
            "two libraries on one line and a third that is missing on another",
            "mtllib paint.mtl textures.mtl\nmtllib paint.mtl\nmtllib gone.mtl\nusemtl same\nf 1 2 3\nusemtl red\nf 1 3 4\n",
        ),
        obj(
            "material-over-objects",
            "material, group and smoothing group go on in the next object",
            b"v 0 0 0\nv 1 0 0\nv 0 1 0\no a\nusemtl m\ng k\ns 3\nf 1 2 3\no b\nf 1 3 2\n",
        ),
    ];
    library.into_iter().chain(rest).collect()
}
