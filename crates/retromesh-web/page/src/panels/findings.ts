// What was found in a file and what glTF cannot hold, in sentences.

import { el } from "../dom";
import { type Key, number, t } from "../texts";
import type { CodeText, Finding } from "../types";

const SEVERITIES = ["lost", "approximated", "defect", "note"] as const;
/** This many places of one code are listed. */
const MAX = 20;

/** Counts the codes of a severity: one thing that is said of hundreds of vertices is one finding. */
function counted(findings: readonly Finding[], severity: Finding["severity"]): number {
  return new Set(findings.filter((finding) => finding.severity === severity).map(({ code }) => code)).size;
}

/** Counts what is more than a note. */
export function grave(findings: readonly Finding[]): number {
  return counted(findings, "lost") + counted(findings, "approximated") + counted(findings, "defect");
}

/** Says in one line how many things are lost, approximated or wrong. */
export function verdict(findings: readonly Finding[], severities: readonly ("lost" | "approximated" | "defect")[] = ["lost", "approximated", "defect"]): string {
  const counts = severities.map((severity) => [severity, counted(findings, severity)] as const);
  return (
    counts
      .filter(([, count]) => count > 0)
      .map(([severity, count]) => `${t(`count_${severity}`)}: ${number(count)}`)
      .join(" · ") || t("nothing_lost")
  );
}

/** Lists findings by what they mean, the gravest first. */
export function findingsList(findings: readonly Finding[], codes: Record<string, CodeText>, lost: Key = "lost"): HTMLElement[] {
  if (findings.length === 0) return [el("p", {}, t("no_findings"))];
  return SEVERITIES.flatMap((severity) => {
    const found = findings.filter((finding) => finding.severity === severity);
    if (found.length === 0) return [];
    const names = [...new Set(found.map(({ code }) => code))];
    return [
      el("h3", { class: severity }, t(severity === "lost" ? lost : severity)),
      el(
        "ul",
        { class: "findings" },
        ...names.map((code) =>
          ofCode(
            code,
            found.filter((finding) => finding.code === code),
            codes[code],
          ),
        ),
      ),
    ];
  });
}

function ofCode(code: string, found: Finding[], text: CodeText | undefined): HTMLElement {
  const count = found.reduce((sum, finding) => sum + finding.count, 0);
  return reported(
    code,
    count,
    found.map(({ detail, path, offset, count }) => (detail || place(path, offset) ? [detail, count > 1 && ` × ${number(count)}`, place(path, offset)] : [])),
    text,
  );
}

function place(path: string, offset: number | null): string {
  const where = [path, offset === null ? "" : `0x${offset.toString(16)}`].filter(Boolean).join(" ");
  return where && ` (${t("at")} ${where})`;
}

/** What was found by one code: a sentence, how often, where, and what to do. What the program says of its codes is in English. */
export function reported(code: string, count: number, places: (Node | string | false)[][], text: CodeText | undefined): HTMLElement {
  const said = places.filter((parts) => parts.some(Boolean));
  const left = said.length - MAX;
  const listed = said.slice(0, MAX).map((parts) => el("li", {}, ...parts));
  return el(
    "li",
    {},
    el("p", { lang: "en" }, sentence(text?.summary ?? code), count > 1 && ` (× ${number(count)})`, " ", el("code", {}, code)),
    listed.length > 0 && el("ul", { class: "places", lang: "en" }, ...listed, left > 0 && el("li", { lang: null }, `${number(left)} ${t("more")}`)),
    text?.advice && el("details", {}, el("summary", {}, t("what_can_i_do")), ...(text.here ?? []).map((key) => el("p", {}, t(key))), el("p", { class: "advice", lang: "en" }, sentence(text.advice))),
  );
}

/** Makes a sentence of what begins small and ends without a full stop. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?:]$/.test(text) ? "" : "."}`;
}
