// Converts the model that is shown. What is lost is reported first; then the result can be taken, or looked at next to the model.

import { stem } from "../app";
import { download, el, fill } from "../dom";
import type { Converted, Format } from "../engine";
import { findingsList } from "../panels/findings";
import { choose, section } from "../panels/controls";
import { number, t } from "../texts";
import type { Site } from "./site";
import { settingsForm, type SettingsForm } from "./settings";
import type { Work } from "./work";
import { parcel } from "./zip";

/** What is chosen is kept from model to model. */
let lastFormat = "";
let lastTarget: string | null = null;

export function convertPanel(work: Work, site: Site): HTMLElement {
  const formats = site.formats.filter(({ writes, picture }) => writes && !picture);
  let format = formats.find(({ id }) => id === lastFormat) ?? formats[0]!;
  let form: SettingsForm;
  const targets = el("div");
  const settings = el("div");
  const result = el("div", { class: "result", role: "status" });
  const setTarget = (target: string | null) => {
    lastTarget = target;
    form = settingsForm(format.settings, "writing", target);
    const count = form.element.childElementCount;
    fill(settings, count > 0 && el("details", {}, el("summary", {}, `${t("settings")} (${count})`), form.element));
    fill(result);
  };
  const setFormat = (chosen: Format) => {
    format = chosen;
    lastFormat = format.id;
    const known = format.targets.filter(({ writes }) => writes);
    const target = known.find(({ name }) => name === lastTarget)?.name ?? known[0]?.name ?? null;
    fill(targets, known.length > 1 && choose("target", known.map(({ name }) => ({ text: name, value: name })), target, setTarget));
    setTarget(target);
  };
  const run = async () => {
    button.disabled = true;
    fill(result, el("p", {}, t("converting")));
    try {
      const { id } = await work.open();
      const converted = await site.engine.convert(id, format.id, lastTarget, form.values());
      fill(result, ...report(converted, work, site, format));
    } catch (error) {
      fill(result, el("p", { class: "failed" }, error instanceof Error ? error.message : String(error)));
    }
    button.disabled = false;
  };
  const button = el("button", { type: "button", name: "convert", class: "main", onclick: () => void run() }, t("convert_now"));
  setFormat(format);
  return section(
    "convert",
    false,
    choose("format", formats.map((value) => ({ text: `${value.name} (.${value.extensions[0]})`, value })), format, setFormat),
    targets,
    settings,
    el("div", { class: "buttons" }, button),
    result,
  );
}

function report({ files, findings, error }: Converted, work: Work, site: Site, format: Format): HTMLElement[] {
  const [first] = files;
  if (!first) return [el("p", { class: "failed" }, error ?? "")];
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const counts = (["lost", "approximated"] as const).map((severity) => [severity, findings.filter((finding) => finding.severity === severity).reduce((sum, { count }) => sum + count, 0)] as const);
  const reported = counts.filter(([, count]) => count > 0).map(([severity, count]) => `${t(`count_${severity}`)}: ${number(count)}`);
  const save = async () => {
    const { name, blob } = await parcel(files, stem(first.path));
    download(name, blob);
  };
  const compared = () => {
    const placed = files.map((file) => ({ path: file.path, data: file.bytes }));
    site.app.compare(work, work.made(placed, `${work.name} → ${format.name}`));
  };
  return [
    el("p", { class: "verdict" }, reported.length > 0 ? reported.join(" · ") : t("nothing_lost")),
    el("div", { class: "buttons" },
      el("button", { type: "button", name: "save", class: "main", onclick: () => void save() }, `${t("save")} ${first.path}${files.length > 1 ? ` + ${files.length - 1} (.zip)` : ""}, ${number(bytes)} B`),
      el("button", { type: "button", name: "compare-converted", onclick: compared }, t("see_compared")),
    ),
    ...findingsList(findings, site.report.codes, "count_lost"),
  ];
}
