//! Textures in other folders into Blender and out of it: the names come back, and an image that was painted over is a new file.

use crate::through;
use retromesh_acceptance::{Outcome, Textured, work_folder};

/// Paints over all images.
const PAINT: &str = r#"
for image in bpy.data.images:
    if image.type == "IMAGE" and image.size[0] > 0:
        image.pixels = [0.25] * len(image.pixels)
        image.update()
        image.pack()
"#;

#[test]
fn names_of_textures_come_back() -> Outcome {
    let work = work_folder("blender-textures")?;
    let mut wrong = Vec::new();
    let mut count = 0;
    for (change, painted) in [("", false), (PAINT, true)] {
        let work = work.join(if painted { "painted" } else { "same" });
        std::fs::create_dir_all(&work).map_err(|e| e.to_string())?;
        let models = Textured::write_all(&work)?;
        through(models.iter().map(|model| model.glb.as_path()), change, crate::EVERYTHING)?;
        for model in &models {
            wrong.extend(model.wrong(&model.glb.with_extension("glb.out.glb"), painted));
        }
        count += models.len();
    }
    wrong.iter().for_each(|line| println!("{line}"));
    println!("textures: {count} models through Blender, {} wrong", wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} names are wrong", wrong.len())) }
}
