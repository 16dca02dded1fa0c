// What was found in a file and what glTF cannot hold, each explained.

import { el } from "../dom";
import { number, t, type Key } from "../texts";
import type { CodeText, Finding } from "../types";
import { section } from "./controls";

const SEVERITIES = ["lost", "approximated", "defect", "note"] as const;

export function findingsPanel(findings: Finding[], codes: Record<string, CodeText>): HTMLElement {
  const weighs = findings.some(({ severity }) => severity !== "note");
  return section("findings", weighs, ...findingsList(findings, codes));
}

/** Lists findings by what they mean, the gravest first. */
export function findingsList(findings: Finding[], codes: Record<string, CodeText>, lost: Key = "lost"): HTMLElement[] {
  if (findings.length === 0) return [el("p", {}, t("no_findings"))];
  return SEVERITIES.flatMap((severity) => {
    const found = findings.filter((finding) => finding.severity === severity);
    if (found.length === 0) return [];
    const names = [...new Set(found.map(({ code }) => code))];
    return [el("h3", { class: severity }, t(severity === "lost" ? lost : severity)), el("ul", { class: "findings" }, ...names.map((code) => one(code, found, codes[code])))];
  });
}

function one(code: string, all: Finding[], text: CodeText | undefined): HTMLElement {
  const found = all.filter((finding) => finding.code === code);
  const count = found.reduce((sum, finding) => sum + finding.count, 0);
  return el(
    "li",
    {},
    el("code", {}, code),
    count > 1 ? ` × ${number(count)}` : "",
    el("p", {}, text?.summary ?? ""),
    el("ul", {}, ...found.map((finding) => el("li", {}, place(finding)))),
    el("p", { class: "advice" }, text?.advice ?? ""),
  );
}

function place({ detail, path, offset, count }: Finding): string {
  const where = [path, offset === null ? "" : `0x${offset.toString(16)}`].filter(Boolean).join(" ");
  const times = count > 1 ? ` × ${number(count)}` : "";
  return `${detail}${times}${where ? ` (${t("at")} ${where})` : ""}`;
}
