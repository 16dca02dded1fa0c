// The page that models are dropped on.

import { el } from "./dom";
import { connect } from "./engine";
import { Site } from "./site/site";
import { warm } from "./site/warm";

connect()
  .then(async (engine) => {
    const [program, formats, codes] = await Promise.all([engine.program(), engine.formats(), engine.codes()]);
    const site = new Site(engine, formats, { program, codes, changes: null, entries: [] });
    // Nobody waits yet.
    setTimeout(() => warm(site));
  })
  .catch((error: unknown) => document.body.append(el("p", { class: "notice", role: "alert" }, String(error))));
