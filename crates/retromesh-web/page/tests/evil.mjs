// What is made to harm: a model whose names would be elements, and what the policy of a page forbids.

import { expect, quiet } from "./kit.mjs";

export const EVIL = "<img src=x onerror=alert(1)>";

/** A model all of whose names would be elements, were they not texts. */
export function evil() {
  const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString("base64");
  return {
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: EVIL, mesh: 0 }],
    materials: [{ name: EVIL }],
    meshes: [{ name: EVIL, primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle}` }],
  };
}

/** Tries what the policy of a page forbids, which the page says on the console; returns the policy. */
export async function refuses(page, heard) {
  quiet(heard);
  const { policy, ...tried } = await page.evaluate(async () => {
    const fetched = await fetch("https://example.org/").then(
      () => "went through",
      () => "refused",
    );
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const image = await new Promise((done) => {
      const made = new Image();
      made.onload = () => done("loaded");
      made.onerror = () => done("refused");
      made.src = "https://example.org/x.png";
    });
    return { fetched, image, ran: window.ran === true, policy: document.querySelector("meta[http-equiv]").content };
  });
  expect(tried).toEqual({ fetched: "refused", image: "refused", ran: false });
  Object.assign(heard, { said: [], asked: [] });
  return policy;
}
