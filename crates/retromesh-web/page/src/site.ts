// The page that models are dropped on.

import { el } from "./dom";
import { connect } from "./engine";
import { Site } from "./site/site";
import { prepare } from "./spare";

connect()
  .then(async (engine) => {
    const [program, formats, codes] = await Promise.all([engine.program(), engine.formats(), engine.codes()]);
    new Site(engine, formats, { program, codes, changes: null, entries: [] });
  })
  // The first picture of all takes the browser long to prepare for; nobody waits yet.
  .then(() => setTimeout(prepare))
  .catch((error: unknown) => document.body.append(el("p", { class: "notice", role: "alert" }, String(error))));
