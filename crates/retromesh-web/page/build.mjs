// Bundles the viewer into one file: `node build.mjs OUT`.

import { writeFileSync } from "node:fs";
import { bundle, element, hashed, page } from "./bundle.mjs";

const script = await bundle("src/viewer.ts");
const style = await bundle("src/style.css");
const sources = [`script-src ${hashed(script)}`, `style-src ${hashed(style)}`, "img-src blob: data:", "connect-src 'none'"];
const head = `<link rel="icon" href="data:,">\n${element("style", "", style)}`;
writeFileSync(process.argv[2], page(sources, head, `<!-- models -->\n${element("script", "", script)}`));
