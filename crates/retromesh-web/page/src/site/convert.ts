// Converts the model that is shown. What is lost is reported first; then the result can be taken, or looked at next to the model.

import { stem } from "../app";
import { download, el, fill } from "../dom";
import type { Converted, Format } from "../engine";
import { choose, section } from "../panels/controls";
import { findingsList, verdict } from "../panels/findings";
import { number, t } from "../texts";
import { type SettingsForm, settingsForm } from "./settings";
import type { Site } from "./site";
import type { Work } from "./work";
import { parcel } from "./zip";

/** What is chosen is kept from model to model. */
let lastExtension = "";
let lastTarget: string | null = null;

/** A kind of file: a format, by one of its extensions. */
interface Kind {
  format: Format;
  extension: string;
}

/** Lists the kinds of files that can be written: glTF in one file and in several are two. */
export function kinds(formats: readonly Format[]): Kind[] {
  const written = formats.filter(({ writes, picture }) => writes && !picture);
  const all = written.flatMap((format) => (format.extensions.includes("glb") ? ["glb", "gltf"] : format.extensions.slice(0, 1)).map((extension) => ({ format, extension })));
  return all.sort((a, b) => Number(b.extension === "glb") - Number(a.extension === "glb"));
}

export function kindName({ format, extension }: Kind): string {
  return `${format.name} (.${extension})`;
}

/** Returns the extension of the format that a model is most likely wanted in, where that is not GLB: what comes out of modern tools goes to Blitz3D's. */
export function likely(work: Work): string | null {
  return /\.gl(b|tf)$/i.test(work.path) ? "b3d" : null;
}

export function convertPanel(work: Work, site: Site): HTMLElement {
  const all = kinds(site.formats);
  const first = (lastExtension || likely(work)) ?? "glb";
  let kind = all.find(({ extension }) => extension === first) ?? all[0]!;
  let form: SettingsForm;
  let target: string | null = null;
  const targets = el("div");
  const settings = el("div");
  const result = el("div", { class: "result", role: "status" });
  const setTarget = (chosen: string | null) => {
    target = chosen;
    form = settingsForm(kind.format.settings, "writing", target);
    const count = form.element.childElementCount;
    fill(settings, count > 0 && el("details", {}, el("summary", {}, `${t("settings")} (${count})`), form.element));
    fill(result);
  };
  const setKind = (chosen: Kind) => {
    kind = chosen;
    const known = kind.format.targets.filter(({ writes }) => writes);
    const first = known.find(({ name }) => name === lastTarget)?.name ?? known[0]?.name ?? null;
    fill(
      targets,
      known.length > 1 &&
        choose(
          "target",
          known.map(({ name }) => ({ text: name, value: name })),
          first,
          (chosen) => {
            lastTarget = chosen;
            setTarget(chosen);
          },
        ),
    );
    setTarget(first);
  };
  const run = async () => {
    button.disabled = true;
    fill(result, el("p", {}, t("converting")));
    try {
      const { id } = await work.open();
      const converted = await site.engine.convert(id, kind.extension, target, form.values());
      fill(result, ...report(converted, work, site, kind.format));
    } catch (error) {
      fill(result, el("p", { class: "failed" }, error instanceof Error ? error.message : String(error)));
    }
    button.disabled = false;
  };
  const button = el("button", { type: "button", name: "convert", class: "main", onclick: () => void run() }, t("convert_now"));
  setKind(kind);
  const choice = choose(
    "format",
    all.map((value) => ({ text: kindName(value), value })),
    kind,
    (chosen) => {
      lastExtension = chosen.extension;
      setKind(chosen);
    },
  );
  return section("convert", true, choice, targets, settings, el("div", { class: "buttons" }, button), result);
}

/** Shows what was made next to what it was made of. */
function compare(files: Converted["files"], work: Work, site: Site, format: Format): void {
  const placed = files.map((file) => ({ path: file.path, data: file.bytes }));
  site.app.compare(work, work.made(placed, `${work.name} → ${format.name}`));
}

/** Converts to the format that was chosen last, or else to the likely one, and shows both. */
export async function convertAndCompare(work: Work, site: Site): Promise<void> {
  const wanted = (lastExtension || likely(work)) ?? "glb";
  const kind = kinds(site.formats).find(({ extension }) => extension === wanted);
  const { id, error } = await work.open();
  if (!kind || error !== null) return;
  const { files, error: why } = await site.engine.convert(id, kind.extension, null, {});
  if (files.length === 0) throw new Error(why ?? "");
  compare(files, work, site, kind.format);
}

function report({ files, findings, error }: Converted, work: Work, site: Site, format: Format): HTMLElement[] {
  const [first] = files;
  if (!first) return [el("p", { class: "failed" }, error ?? "")];
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const save = async () => {
    const { name, blob } = await parcel(files, stem(first.path));
    download(name, blob);
  };
  const compared = () => compare(files, work, site, format);
  return [
    el("p", { class: "verdict" }, verdict(findings, ["lost", "approximated"])),
    el(
      "div",
      { class: "buttons" },
      el(
        "button",
        { type: "button", name: "save", class: "main", onclick: () => void save() },
        `${t("save")} ${first.path}${files.length > 1 ? ` + ${files.length - 1} (.zip)` : ""}, ${number(bytes)} B`,
      ),
      el("button", { type: "button", name: "compare-converted", onclick: compared }, t("see_compared")),
    ),
    ...findingsList(findings, site.report.codes, "count_lost"),
  ];
}
