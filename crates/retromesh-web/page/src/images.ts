// Images out of a GLB file. Nothing is ever fetched: what is not in the file is missing.

import { Texture } from "three";

/** Stands in for the loader's own: an image that cannot be shown is a texture without one, and no error. */
export class Images {
  load(url: string, done: (texture: Texture) => void): void {
    const texture = new Texture();
    if (!url.startsWith("blob:") && !url.startsWith("data:image/")) {
      done(texture);
      return;
    }
    const image = new Image();
    image.onload = () => {
      texture.image = image;
      texture.needsUpdate = true;
      done(texture);
    };
    image.onerror = () => done(texture);
    image.src = url;
  }
}
