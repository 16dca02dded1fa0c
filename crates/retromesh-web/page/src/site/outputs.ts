// What is written of many models that are converted together: the names of the files, and the report.

import type { Finding } from "../types";
import { Names } from "./zip";

/** This many places of one code are listed. */
const MAX = 20;

/** Names what becomes of files, as the program does: where several differ in their extension alone, it stays, as in `rat.b3d.glb`. */
export function outputs(paths: readonly string[], extension: string): string[] {
  const short = (path: string) => `${path.replace(/([^/])\.[^./]*$/, "$1")}.${extension}`;
  const firsts = new Map<string, { first: string; differs: boolean }>();
  for (const path of paths) {
    const [key, own] = [short(path).toLowerCase(), path.toLowerCase()];
    const known = firsts.get(key);
    firsts.set(key, { first: known?.first ?? own, differs: known !== undefined && (known.differs || known.first !== own) });
  }
  const names = new Names();
  return paths.map((path) => names.free(firsts.get(short(path).toLowerCase())?.differs ? `${path}.${extension}` : short(path)));
}

/** Says in lines what the conversion of a model found: codes, how often, and where. */
export function reportOf(name: string, output: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const codes = new Map<string, Finding[]>();
  for (const finding of findings) {
    const known = codes.get(finding.code);
    if (known) known.push(finding);
    else codes.set(finding.code, [finding]);
  }
  const lines = [...codes].flatMap(([code, found]) => {
    const count = found.reduce((sum, finding) => sum + finding.count, 0);
    const places = found.slice(0, MAX).map(({ detail, path, offset }) => `    ${[detail, path, offset !== null && `0x${offset.toString(16)}`].filter(Boolean).join(", ")}`);
    const more = found.length > MAX ? [`    and ${found.length - MAX} more`] : [];
    return [`  ${found[0]!.severity} ${code} x${count}`, ...places.filter((line) => line.trim() !== ""), ...more];
  });
  return ["", `${name} -> ${output}`, ...lines].map(printable);
}

/** Names come out of files of strangers: nothing in them makes a line of its own or turns one round. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
