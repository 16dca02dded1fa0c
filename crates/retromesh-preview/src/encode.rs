//! Animated files: APNG and GIF.

use crate::picture::{Picture, unwritable};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use retromesh_core::{Error, ErrorKind, Result};
use std::io::Write;
use std::time::Duration;

/// The kind of an animated file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Animated {
    /// An animated PNG: exact colours.
    Apng,
    /// A GIF: 256 colours a frame.
    Gif,
}

/// Writes pictures of one size as an endless animation, each as it comes.
///
/// `count` says how many there are; `delay` is how long each is shown. Fails where the pictures differ in size or number, and
/// where one of them is an error.
pub fn encode_animation(
    kind: Animated,
    count: u32,
    delay: Duration,
    pictures: impl Iterator<Item = Result<Picture>>,
    out: impl Write,
) -> Result<()> {
    match kind {
        Animated::Apng => apng(count, delay, pictures, out),
        Animated::Gif => gif(delay, pictures, out),
    }
}

fn apng(count: u32, delay: Duration, pictures: impl Iterator<Item = Result<Picture>>, out: impl Write) -> Result<()> {
    let mut pictures = pictures.peekable();
    let (width, height) = match pictures.peek() {
        Some(Ok(first)) => (first.width, first.height),
        Some(Err(_)) => return pictures.next().map_or(Ok(()), |first| first.map(|_| ())),
        None => return Err(Error::new("", ErrorKind::bad("animation", "at least one picture", "none"))),
    };
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let begun = encoder.set_animated(count.max(1), 0).and_then(|()| {
        encoder.set_frame_delay(delay.as_millis().min(u128::from(u16::MAX)) as u16, 1000)?;
        encoder.validate_sequence(true);
        encoder.write_header()
    });
    let mut writer = begun.map_err(|e| unwritable(&e))?;
    for picture in pictures {
        let picture = picture?;
        writer.write_image_data(picture.pixels.as_flattened()).map_err(|e| unwritable(&e))?;
    }
    writer.finish().map_err(|e| unwritable(&e))
}

fn gif(delay: Duration, pictures: impl Iterator<Item = Result<Picture>>, out: impl Write) -> Result<()> {
    let mut encoder = GifEncoder::new_with_speed(out, 10);
    encoder.set_repeat(Repeat::Infinite).map_err(|e| unwritable(&e))?;
    for picture in pictures {
        let picture = picture?;
        let (width, height) = (picture.width, picture.height);
        let pixels = picture.pixels.into_flattened();
        let mismatch = || Error::new("", ErrorKind::unrepresentable("a picture without the pixels of its size"));
        let buffer = RgbaImage::from_raw(width, height, pixels).ok_or_else(mismatch)?;
        let frame = Frame::from_parts(buffer, 0, 0, Delay::from_saturating_duration(delay));
        encoder.encode_frame(frame).map_err(|e| unwritable(&e))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::AnimationDecoder;
    use image::codecs::gif::GifDecoder;
    use image::codecs::png::PngDecoder;
    use std::io::Cursor;

    #[test]
    fn both_kinds_hold_all_frames_and_their_delay() {
        let frames = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]];
        for kind in [Animated::Apng, Animated::Gif] {
            let mut out = Vec::new();
            let pictures = frames.iter().map(|&color| Ok(Picture::filled(4, 3, color)));
            encode_animation(kind, 3, Duration::from_millis(50), pictures, &mut out).unwrap();
            let read = Cursor::new(out);
            let frames = match kind {
                Animated::Apng => PngDecoder::new(read).unwrap().apng().unwrap().into_frames(),
                Animated::Gif => GifDecoder::new(read).unwrap().into_frames(),
            };
            let frames = frames.collect_frames().unwrap();
            let first: Vec<[u8; 4]> = frames.iter().map(|f| f.buffer().get_pixel(1, 1).0).collect();
            assert_eq!(first, [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]], "{kind:?}");
            assert_eq!(Duration::from(frames[0].delay()), Duration::from_millis(50), "{kind:?}");
        }
        for kind in [Animated::Apng, Animated::Gif] {
            let failing = std::iter::once(Err(Error::new("", ErrorKind::unrepresentable("no"))));
            assert!(encode_animation(kind, 1, Duration::ZERO, failing, Vec::new()).is_err(), "{kind:?}");
        }
        let short = std::iter::once(Ok(Picture::filled(1, 1, [0; 4])));
        assert!(encode_animation(Animated::Apng, 2, Duration::ZERO, short, Vec::new()).is_err());
    }
}
