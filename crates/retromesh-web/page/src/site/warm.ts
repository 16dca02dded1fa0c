// Shows a small model that nobody sees, as soon as the page is there: whatever is done for the first time takes long.

import { Pane } from "../pane";
import type { Site } from "./site";
import { Work } from "./work";

const TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n";

export async function warm(site: Site): Promise<void> {
  const pane = new Pane(site.report, site);
  const show = async (path: string, data: Blob) => {
    const work = new Work(site.engine, site.formats, path, [{ path, data }]);
    await pane.show(work, null);
    const { glb } = await work.open();
    await work.facts();
    work.close();
    return glb;
  };
  const glb = await show("a.obj", new Blob([TRIANGLE]));
  // Where a person was faster, theirs has to be read.
  if (glb && site.app.entries.length === 0) await show("a.glb", new Blob([glb]));
  pane.stage?.warm();
  pane.end();
}
