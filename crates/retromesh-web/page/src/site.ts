// The page that models are dropped on.

import { el } from "./dom";
import { connect } from "./engine";
import { Site } from "./site/site";
import { warm } from "./site/warm";
import type { Key } from "./texts";

/** Options of the program, and what does that here. */
const HERE: [string, Key][] = [
  ["--root", "here_root"],
  ["--like", "here_like"],
];

connect()
  .then(async (engine) => {
    const [program, formats, codes] = await Promise.all([engine.program(), engine.formats(), engine.codes()]);
    for (const text of Object.values(codes)) text.here = HERE.filter(([option]) => text.advice.includes(option)).map(([, key]) => key);
    const site = new Site(engine, formats, { program, codes, changes: null, entries: [] });
    // Nobody waits yet.
    setTimeout(() => warm(site));
  })
  .catch((error: unknown) => document.body.append(el("p", { class: "notice", role: "alert" }, String(error))));
