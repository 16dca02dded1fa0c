// What an engine will refuse, drop or show wrong; and the repair of it.

import { stem } from "../app";
import { download, el, fill } from "../dom";
import type { Lint, Repaired } from "../engine";
import { choose, section } from "../panels/controls";
import { reported } from "../panels/findings";
import { number, t } from "../texts";
import type { Site } from "./site";
import type { Work } from "./work";

export function lintPanel(work: Work, site: Site): HTMLElement {
  let target: string | null = null;
  const place = el("div");
  const result = el("div", { class: "result", role: "status" });
  const fixed = el("div", { class: "result", role: "status" });
  const guard = async (where: HTMLElement, what: () => Promise<(HTMLElement | string | false)[]>) => {
    try {
      fill(where, ...(await what()));
    } catch (error) {
      fill(where, el("p", { class: "failed" }, error instanceof Error ? error.message : String(error)));
    }
  };
  const lint = () =>
    guard(result, async () => {
      const { findings } = await site.engine.lint((await work.open()).id, target);
      fill(fixed);
      return findings.length > 0 ? [lints(findings, work)] : [el("p", {}, t("no_lint"))];
    });
  const repair = () => guard(fixed, async () => repaired(await site.engine.repair((await work.open()).id, target), work, site));
  const begin = async () => {
    const format = await work.declared();
    const targets = (format?.targets ?? []).map(({ name, about }) => ({ text: `${name}: ${about.split(/[;:(]/)[0]!.trim()}`, value: name as string | null }));
    fill(
      place,
      choose("engine", [{ text: t("all_rules"), value: null }, ...targets], target, (chosen) => {
        target = chosen;
        void lint();
      }),
    );
    await lint();
  };
  const element = section("lint", false, place, result, el("div", { class: "buttons" }, el("button", { type: "button", name: "repair", onclick: () => void repair() }, t("repair"))), fixed);
  element.addEventListener("toggle", () => element.open && place.childElementCount === 0 && void guard(fixed, async () => (await begin(), [])));
  return element;
}

function lints(findings: Lint[], work: Work): HTMLElement {
  const codes = [...new Set(findings.map(({ code }) => code))];
  return el(
    "ul",
    { class: "findings" },
    ...codes.map((code) =>
      one(
        code,
        findings.filter((finding) => finding.code === code),
        work,
      ),
    ),
  );
}

function one(code: string, found: Lint[], work: Work): HTMLElement {
  const count = found.reduce((sum, finding) => sum + finding.count, 0);
  const places = found.map(({ path, offset }) => {
    const at = offset === null ? "" : `0x${offset.toString(16)}`;
    const show = offset !== null && work.showByte;
    return [path, at && " ", show ? el("button", { type: "button", class: "link", onclick: () => work.showByte?.(offset) }, at) : at];
  });
  return reported(code, count, places, found[0]);
}

function repaired({ file, fixed, left, target }: Repaired, work: Work, site: Site): HTMLElement[] {
  if (fixed.length === 0) return [el("p", {}, `${t("nothing_fixed")} (${target})`), ...(left.length > 0 ? [el("h3", {}, t("unfixed")), lints(left, work)] : [])];
  const compared = () => site.app.compare(work, work.made([{ path: file.path, data: file.bytes }], `${work.name} (${t("repaired")}, ${target})`));
  const name = file.path.split("/").pop()!;
  return [
    el(
      "div",
      { class: "buttons" },
      el(
        "button",
        { type: "button", name: "save-repaired", class: "main", onclick: () => download(`${stem(name)}-${target}${name.slice(name.lastIndexOf("."))}`, new Blob([file.bytes])) },
        `${t("save_repaired")}, ${number(file.bytes.length)} B`,
      ),
      el("button", { type: "button", name: "compare-repaired", onclick: compared }, t("see_compared")),
    ),
    el("h3", {}, t("fixed")),
    lints(fixed, work),
    ...(left.length > 0 ? [el("h3", {}, t("unfixed")), lints(left, work)] : []),
  ];
}
