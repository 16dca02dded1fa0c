/** Returns the share of a part of the page that has about this colour. */
export async function shareOf(part, color) {
  const shot = await part.screenshot();
  return part.page().evaluate(share, [`data:image/png;base64,${shot.toString("base64")}`, color]);
}

/** Runs in the page: the share of a picture that has about this colour. */
async function share([link, color]) {
  const image = new Image();
  image.src = link;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (color.every((value, place) => Math.abs(data[i + place] - value) < 24)) found += 1;
  return (found * 4) / data.length;
}
