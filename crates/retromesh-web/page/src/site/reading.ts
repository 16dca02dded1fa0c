// How the file is read, where its format lets one choose.

import { el, fill } from "../dom";
import { section } from "../panels/controls";
import { t } from "../texts";
import { settingsForm } from "./settings";
import type { Site } from "./site";
import type { Work } from "./work";

export function readingPanel(work: Work, site: Site): HTMLElement {
  const element = section("reading", false);
  element.hidden = true;
  void work.declared().then(
    (format) => {
      const settings = (format?.settings ?? []).filter(({ direction }) => direction !== "writing");
      if (settings.length === 0) return;
      const form = settingsForm(settings, "reading", null, work.settings);
      const again = () => {
        work.settings = form.values();
        work.close();
        site.app.open(work);
      };
      fill(element, element.firstElementChild!, form.element, el("button", { type: "button", name: "read-again", onclick: again }, t("read_again")));
      element.hidden = false;
    },
    () => undefined,
  );
  return element;
}
