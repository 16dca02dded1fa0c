// Converts the model that is shown. What is lost is reported first; then the result can be taken, or looked at next to the model.

import { stem } from "../app";
import { download, el, fill } from "../dom";
import type { Converted, Format } from "../engine";
import { choose, section } from "../panels/controls";
import { findingsList, verdict } from "../panels/findings";
import { number, t } from "../texts";
import { luaNote } from "./lua";
import { originalChoice, originalOf } from "./original";
import { extension, isGltf } from "./paths";
import { type SettingsForm, settingsForm } from "./settings";
import type { Site } from "./site";
import type { Work } from "./work";
import { parcel } from "./zip";

/** What is chosen is kept for models of the same format: the extension by the format, the target by both. */
const last = new Map<string, string>();

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

/** Returns the extension of what is made for a target: the game reads indices from `.pac` alone. */
export function extensionFor({ format, extension }: Kind, target: string | null): string {
  return format.id === "paa" && target === "p8" ? "pac" : extension;
}

export function kindName({ format, extension }: Kind): string {
  return `${format.name} (.${extension})`;
}

/**
 * Returns the extension of the format that a model is most likely wanted in, where that is not GLB: that of its original; else what comes out of
 * modern tools goes to Blitz3D's. Of a texture it is a picture, of a picture a texture.
 */
export function likely(work: Work, site: Site): string | null {
  const original = originalOf(work, site);
  const path = original && !isGltf(original) ? original.path.toLowerCase() : "";
  const of = kinds(site.formats, [work]).find(({ format }) => format.extensions.some((extension) => path.endsWith(`.${extension}`)));
  if (of) return of.extension;
  if (/\.pa[ac]$/i.test(work.path)) return "png";
  if (/\.(png|tga|bmp|jpe?g)$/i.test(work.path)) return "paa";
  return isGltf(work) ? "b3d" : null;
}

/** Finds the kind of file to begin with. */
function first(work: Work, site: Site): Kind {
  const all = kinds(site.formats, [work]);
  const wanted = work.chosen?.extension ?? ((!originalOf(work, site) && last.get(work.format)) || likely(work, site));
  return all.find(({ extension }) => extension === wanted) ?? all[0]!;
}

/** Returns the target of a format that makes what the original is, or else what the model is. */
async function variant(work: Work, { id }: Format): Promise<string | undefined> {
  if (!work.original) return (await work.open()).targets[id];
  const original = work.original.among(work.original.files);
  try {
    return (await original.open()).variants[id];
  } finally {
    original.close();
  }
}

/** Lets the engine be chosen that a format is written for, where there are several, and says what it is; `change` is called with the first one, too. */
export function targetChoice(format: Format, wanted: string | null | undefined, change: (target: string | null, isChosen: boolean) => void): HTMLElement | false {
  const known = format.targets.filter(({ writes }) => writes);
  const preset = known.find(({ name }) => name === wanted)?.name ?? known[0]?.name ?? null;
  change(preset, false);
  const choices = known.map(({ name, about }) => ({ text: name, value: name as string | null, about }));
  // What the program says of its engines is in English.
  const about = el("small", { lang: "en", role: "status" });
  const explain = (chosen: string | null) => fill(about, known.find(({ name }) => name === chosen)?.about ?? "");
  const list = choose("target", choices, preset, (chosen) => {
    explain(chosen);
    change(chosen, true);
  });
  explain(preset);
  return known.length > 1 && el("div", { class: "engines" }, list, about);
}

export function convertPanel(work: Work, site: Site): HTMLElement {
  const all = kinds(site.formats, [work]);
  let kind: Kind;
  let form: SettingsForm;
  let target: string | null = null;
  let ready: Promise<void> = Promise.resolve();
  const formats = el("div");
  const targets = el("div");
  const settings = el("div");
  const result = el("div", { class: "result", role: "status" });
  const setTarget = (chosen: string | null) => {
    target = chosen;
    const { id, settings: known } = kind.format;
    form = settingsForm(known, "writing", target, work.writing[id]);
    form.element.oninput = () => {
      work.writing[id] = form.values();
    };
    const count = form.element.childElementCount;
    // What is set already is in sight.
    const open = Object.keys(form.values()).length > 0;
    fill(settings, count > 0 && el("details", { open }, el("summary", {}, `${t("settings")} (${count})`), form.element));
    fill(result);
  };
  const setKind = (chosen: Kind) => {
    kind = chosen;
    const kept = `${work.format}.${kind.extension}`;
    const own = work.chosen?.extension === kind.extension ? work.chosen.target : null;
    let isChosen = false;
    const offer = (wanted: string | undefined) => {
      const choice = targetChoice(kind.format, wanted, (name, isNew) => {
        isChosen ||= isNew;
        if (isNew) work.chosen = { extension: kind.extension, target: name };
        if (isNew && name) last.set(kept, name);
        setTarget(name);
      });
      fill(targets, choice);
    };
    offer(own ?? last.get(kept));
    if (!targets.hasChildNodes() || own || (last.has(kept) && !work.original)) return;
    // That of the file is known a moment later.
    ready = variant(work, kind.format).then(
      (name) => (isChosen || kind !== chosen || !name || name === target ? undefined : offer(name)),
      () => undefined,
    );
  };
  const setFormat = (chosen: Kind) => {
    const choices = all.map((value) => ({ text: kindName(value), value }));
    const choice = choose("format", choices, all.find(({ extension }) => extension === chosen.extension)!, (chosen) => {
      last.set(work.format, chosen.extension);
      work.chosen = { extension: chosen.extension, target: null };
      setKind(chosen);
    });
    fill(formats, choice);
    setKind(chosen);
  };
  const run = async () => {
    button.disabled = true;
    fill(result, el("p", {}, t("converting")));
    try {
      await ready;
      const { id } = await work.open();
      const converted = await site.engine.convert(id, extensionFor(kind, target), target, form.values(), { original: work.original ?? null });
      fill(result, ...report(converted, work, site, kind.format, luaNote([work], target, kind.extension)));
    } catch (error) {
      fill(result, el("p", { class: "failed" }, error instanceof Error ? error.message : String(error)));
    }
    button.disabled = false;
  };
  const button = el("button", { type: "button", name: "convert", class: "main", onclick: () => void run() }, t("convert_now"));
  const original = originalChoice(work, site, () => {
    work.chosen = null;
    setFormat(first(work, site));
  });
  setFormat(first(work, site));
  return section("convert", true, original, formats, targets, settings, el("div", { class: "buttons" }, button), result);
}

/** Shows what was made next to what it was made of. */
function compare(files: Converted["files"], work: Work, site: Site, format: Format): void {
  const placed = files.map((file) => ({ path: file.path, data: file.bytes }));
  site.app.compare(work, work.made(placed, `${work.name} → ${format.name}`));
}

/** Converts to the format that was chosen last, or else to the likely one, and shows both. */
export async function convertAndCompare(work: Work, site: Site): Promise<void> {
  const kind = first(work, site);
  const { id, error } = await work.open();
  if (error !== null) return;
  const { files, error: why } = await site.engine.convert(id, kind.extension, null, {}, { original: originalOf(work, site) });
  if (files.length === 0) throw new Error(why ?? "");
  compare(files, work, site, kind.format);
}

function report({ files, findings, error }: Converted, work: Work, site: Site, format: Format, note: HTMLElement | false): HTMLElement[] {
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
    ...(note ? [note] : []),
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
