// Converts the model that is shown. What is lost is reported first; then the result can be taken, or looked at next to the model.

import { stem } from "../app";
import { download, el, fill } from "../dom";
import type { Converted, Format } from "../engine";
import { choose, section } from "../panels/controls";
import { findingsList, verdict } from "../panels/findings";
import { number, t } from "../texts";
import { extension } from "./models";
import { type SettingsForm, settingsForm } from "./settings";
import type { Site } from "./site";
import type { Work } from "./work";
import { parcel } from "./zip";

/** What is chosen is kept from model to model, and from picture to picture. */
const last = { model: "", picture: "" };
let lastTarget: string | null = null;

/** A kind of file: a format, by one of its extensions. */
export interface Kind {
  format: Format;
  extension: string;
}

/** Lists the kinds of files that can be made of all of some works: glTF in one file and in several are two; pictures come first. */
export function kinds(formats: readonly Format[], works: readonly Work[]): Kind[] {
  const pictures = works.map((work) => pictureOf(work, formats));
  const isOffered = (format: Format) => !format.picture || (!pictures.includes(undefined) && pictures.some((own) => own !== format));
  const all = formats
    .filter((format) => format.writes && isOffered(format))
    .flatMap((format) => (format.extensions.includes("glb") ? ["glb", "gltf"] : format.extensions.slice(0, 1)).map((extension) => ({ format, extension })));
  const rank = ({ format, extension }: Kind) => Number(format.picture) * 2 + Number(extension === "glb");
  return all.sort((a, b) => rank(b) - rank(a));
}

/** Returns the format of a file that is a picture; until it is read its name says that. */
export function pictureOf(work: Work, formats: readonly Format[]): Format | undefined {
  return formats.find(({ name, picture, extensions }) => picture && (work.format ? work.format === name : extensions.includes(extension(work.path))));
}

/** Returns the kind that is chosen first: the one chosen last, or else the likely one. */
function firstKind(all: readonly Kind[], work: Work, formats: readonly Format[]): Kind {
  const wanted = last[pictureOf(work, formats) ? "picture" : "model"] || likely(work);
  return all.find(({ extension }) => extension === wanted) ?? all[0]!;
}

export function kindName({ format, extension }: Kind): string {
  return `${format.name} (.${extension})`;
}

/**
 * Returns the extension of the format that a model is most likely wanted in, where that is not GLB: what comes out of modern tools goes to
 * Blitz3D's. Of a texture it is a picture, of a picture a texture.
 */
export function likely({ path }: Work): string | null {
  if (/\.gl(b|tf)$/i.test(path)) return "b3d";
  if (/\.pa[ac]$/i.test(path)) return "png";
  return /\.(png|tga|bmp|jpe?g)$/i.test(path) ? "paa" : null;
}

/** Lets the engine be chosen that a format is written for, where there are several; `change` is called with the first one, too. */
export function targetChoice(format: Format, change: (target: string | null) => void): HTMLElement | false {
  const known = format.targets.filter(({ writes }) => writes);
  const first = known.find(({ name }) => name === lastTarget)?.name ?? known[0]?.name ?? null;
  change(first);
  const choices = known.map(({ name }) => ({ text: name, value: name as string | null }));
  const chosen = (target: string | null) => {
    lastTarget = target;
    change(target);
  };
  return known.length > 1 && choose("target", choices, first, chosen);
}

export function convertPanel(work: Work, site: Site): HTMLElement {
  const all = kinds(site.formats, [work]);
  let kind = firstKind(all, work, site.formats);
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
    fill(targets, targetChoice(kind.format, setTarget));
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
      last[pictureOf(work, site.formats) ? "picture" : "model"] = chosen.extension;
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
  const { id, error } = await work.open();
  if (error !== null) return;
  const kind = firstKind(kinds(site.formats, [work]), work, site.formats);
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
