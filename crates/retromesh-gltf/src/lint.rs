//! Whether the times of a file are what the Lua for an engine counts.

use crate::Document;
use crate::extras_json::{TIMES_ARE_FRAMES, split};
use retromesh_kit::{Findings, Lint, Lints, Target};

retromesh_kit::rules! {
    TimesInFrames "gltf-times-in-frames" ["luanti"] "the times of the file are frames, and the Lua for this engine counts seconds" => "Use it with Lua that counts frames, for which `--target luanti-frames` made it, or convert the original with `--target luanti`.";
    TimesInSeconds "gltf-times-in-seconds" ["luanti-frames"] "the times of the file are seconds, and the Lua for this engine counts frames" => "Use it with Lua that counts seconds, or convert the original with `--target luanti-frames`.";
}

impl Lints for Document<'_> {
    /// Of files that were made from models with frames.
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut findings = Findings::new(RULES);
        for (number, animation) in self.root().animations.iter().enumerate() {
            let (_, own) = split(animation.extras.as_deref());
            let id = if own.contains_key(TIMES_ARE_FRAMES) { Id::TimesInFrames } else { Id::TimesInSeconds };
            findings
                .add(id, usize::from(own.contains_key("ticksPerSecond")), || (None, format!("animations[{number}]")));
        }
        findings.of(target)
    }
}

/// Returns the version of a file, and whether its times are frames.
pub(crate) fn version(document: &Document<'_>) -> String {
    let are_frames = document.lint(None).iter().any(|lint| lint.rule == &RULES[Id::TimesInFrames as usize]);
    let times = if are_frames { ", times in frames" } else { "" };
    format!("{}{times}", document.root().asset.version)
}
