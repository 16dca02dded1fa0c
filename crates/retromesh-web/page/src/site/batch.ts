// Many models: a table with the state, the picture and the losses of each, and all of them converted into one zip file with what that loses.

import { download, el, fill } from "../dom";
import type { Converted, MadeFile } from "../engine";
import { rest } from "../pace";
import { choose, sieve } from "../panels/controls";
import { grave, verdict } from "../panels/findings";
import { Stage } from "../stage";
import { number, t } from "../texts";
import type { Finding } from "../types";
import { extensionFor, type Kind, kindName, kinds, likely, pictureOf, targetChoice } from "./convert";
import { luaNote, luaReport } from "./lua";
import { outputs, reportOf } from "./outputs";
import { extension } from "./paths";
import type { Site } from "./site";
import type { Chosen, Work } from "./work";
import { Zip } from "./zip";

const SIDE = 96;

/** What was found out about a model. */
interface Result {
  error: string | null;
  findings: Finding[];
  missing: number;
  /** Where its picture is. */
  link: string | null;
}

/** What became of a model that was converted last. */
interface Made {
  extension: string;
  error: string | null;
  findings: Finding[];
}

interface Row {
  work: Work;
  element: HTMLTableRowElement;
  picture: HTMLElement;
  format: HTMLElement;
  state: HTMLElement;
}

const FILTERS = {
  all_models: () => true,
  only_failed: (row: HTMLElement) => row.dataset.state === "bad",
  only_lossy: (row: HTMLElement) => row.dataset.state === "lossy",
};
type Filter = keyof typeof FILTERS;

export class Batch {
  private readonly results = new Map<Work, Result>();
  private readonly made = new Map<Work, Made>();
  private only: Filter = "all_models";
  private rows: Row[] = [];
  private status = el("p");
  private turn = 0;

  /** `chosen` is the format and the engine that the user has chosen. */
  constructor(
    private readonly site: Site,
    public chosen: Chosen | null = null,
  ) {}

  /** Makes the table; what is not yet read is read while it is in sight. */
  table(works: readonly Work[]): { element: HTMLElement; end: () => void } {
    const turn = ++this.turn;
    this.rows = [];
    const body = el("tbody");
    this.status = el("p", { role: "status", class: "progress" });
    const files = kinds(this.site.formats, works);
    const wanted = new Set(works.map((work) => likely(work, this.site)));
    const of = (wanted: string | undefined) => files.find(({ extension }) => extension === wanted);
    let kind = of(this.chosen?.extension) ?? of(wanted.size === 1 ? [...wanted][0]! : undefined) ?? files[0]!;
    let target: string | null = null;
    const targets = el("div");
    const lua = el("div", { role: "status" });
    let unread: string[] = [];
    const setTarget = (chosen: string | null, isChosen: boolean) => {
      if (isChosen) this.chosen = { extension: kind.extension, target: chosen };
      target = this.chosen?.target === chosen ? chosen : null;
      unread = luaReport(works, chosen, kind.extension);
      fill(lua, luaNote(works, chosen, kind.extension));
    };
    const setKind = (chosen: Kind) => {
      kind = chosen;
      fill(targets, targetChoice(kind.format, this.chosen?.target, setTarget));
    };
    setKind(kind);
    this.only = "all_models";
    const all = el("button", { type: "button", class: "main", name: "save-all", onclick: () => void this.save(kind, target, unread, all) }, t("save_all"));
    const only = choose<Filter>(
      "only",
      (Object.keys(FILTERS) as Filter[]).map((key) => ({ text: t(key), value: key })),
      "all_models",
      (filter) => {
        this.only = filter;
        this.rows.forEach(({ element }) => this.sift(element));
      },
    );
    const items = () => this.rows.map(({ work: { name, size }, element }) => ({ name, size, bad: element.dataset.state === "bad", element }));
    const bar = sieve(items, (elements) => fill(body, ...elements));
    const head = (["model", "format", "bytes", "state"] as const).map((key) => el("th", { scope: "col" }, t(key)));
    const element = el(
      "section",
      { class: "batch", "aria-label": t("models"), tabindex: 0 },
      el(
        "div",
        { class: "row" },
        choose(
          "format",
          files.map((value) => ({ text: kindName(value), value })),
          kind,
          (chosen) => {
            this.chosen = { extension: chosen.extension, target: null };
            setKind(chosen);
          },
        ),
        targets,
        all,
        only,
        ...bar,
        this.status,
      ),
      lua,
      el("table", {}, el("thead", {}, el("tr", {}, el("td"), ...head)), body),
    );
    all.disabled = true;
    void this.fill(works, body, turn).then((isWhole) => {
      all.disabled = !isWhole;
      return isWhole ? this.read(turn) : undefined;
    });
    return { element, end: () => (this.turn += 1) };
  }

  /** Makes the rows of the table in turns; returns whether all are there. */
  private async fill(works: readonly Work[], body: HTMLElement, turn: number): Promise<boolean> {
    for (const work of works) {
      const row = this.row(work);
      this.rows.push(row);
      body.append(row.element);
      await rest();
      if (turn !== this.turn) return false;
    }
    return true;
  }

  private row(work: Work): Row {
    const [picture, format, state] = [el("td", { class: "thumb" }), el("td", { class: "short" }), el("td", { class: "state" }, t("waiting"))];
    const name = el("button", { type: "button", class: "link", onclick: () => this.site.app.open(work) }, work.name);
    const element = el("tr", {}, picture, el("th", { scope: "row" }, name), format, el("td", { class: "short number" }, number(work.size)), state);
    const row = { work, element, picture, format, state };
    this.show(row);
    return row;
  }

  /** Hides a row that is not wanted. */
  private sift(element: HTMLElement): void {
    element.hidden = !FILTERS[this.only](element);
  }

  /** Shows what was found out about a model; where it was converted, that of its conversion. */
  private show({ work, element, picture, format, state }: Row): void {
    const [result, made] = [this.results.get(work), this.made.get(work)];
    if (!result && !made) return;
    format.textContent = work.format;
    if (result?.link) fill(picture, el("img", { alt: "", width: SIDE, height: SIDE, src: result.link }));
    const { error, findings } = made && !result?.error ? made : result!;
    const to = result?.error ? "" : `.${made?.extension ?? "glb"}: `;
    const missing = result?.missing ?? 0;
    element.dataset.state = error !== null ? "bad" : grave(findings) > 0 ? "lossy" : "good";
    if (error !== null) fill(state, el("span", { class: "failed" }, to + error));
    else fill(state, to + verdict(findings), missing > 0 && el("div", { class: "missing" }, `${t("images_missing")}: ${number(missing)}`));
    this.sift(element);
  }

  private async read(turn: number): Promise<void> {
    const waiting = this.rows.filter(({ work }) => !this.results.has(work));
    if (waiting.length === 0) return this.tellAll();
    const canvas = el("canvas", { class: "drawn", width: SIDE, height: SIDE, "aria-hidden": "true" });
    document.body.append(canvas);
    const stage = begin(canvas);
    for (const [place, row] of waiting.entries()) {
      // The next one is read while this one is drawn.
      const next = waiting[place + 1]?.work;
      next?.open().catch(() => undefined);
      const result = await this.look(row.work, stage);
      this.results.set(row.work, result);
      this.show(row);
      this.leave(row.work);
      if (turn !== this.turn) {
        if (next) this.leave(next);
        break;
      }
      this.status.textContent = `${number(this.rows.length - waiting.length + place + 1)} / ${number(this.rows.length)}`;
      await new Promise((done) => setTimeout(done));
    }
    stage?.end();
    canvas.remove();
    if (turn === this.turn) this.tellAll();
  }

  /** Closes a model, unless it is shown. */
  private leave(work: Work): void {
    if (work !== this.site.app.current) work.close();
  }

  private tellAll(): void {
    const failed = this.rows.filter(({ work }) => this.results.get(work)?.error).length;
    this.status.textContent = [`${t("models")}: ${number(this.rows.length)}`, failed > 0 && `${t("failed_count")}: ${number(failed)}`].filter(Boolean).join(" · ");
  }

  private async look(work: Work, stage: Stage | null): Promise<Result> {
    try {
      const { error, findings, missing, glb } = await work.open();
      const link = stage && glb && (await drawn(stage, glb, missing));
      return { error, findings, missing: missing.length, link };
    } catch (error) {
      return { error: reason(error), findings: [], missing: 0, link: null };
    }
  }

  /** Converts all models, and offers them as one zip file; the report begins with what is left unread. */
  private async save(kind: Kind, target: string | null, unread: readonly string[], button: HTMLButtonElement): Promise<void> {
    const turn = ++this.turn;
    const to = extensionFor(kind, target);
    button.disabled = true;
    const zip = new Zip();
    const [failed, said]: [string[], string[]] = [[], [...unread]];
    const counts = { with_defect: 0, with_lost: 0, count_approximated: 0 };
    const severities = { with_defect: "defect", with_lost: "lost", count_approximated: "approximated" };
    const classes = Object.keys(counts) as (keyof typeof counts)[];
    const paths = outputs(
      this.rows.map(({ work }) => work.path),
      to,
    );
    for (const [place, row] of this.rows.entries()) {
      if (turn !== this.turn) return;
      const { work } = row;
      this.status.textContent = `${t("converting")} ${number(place + 1)} / ${number(this.rows.length)}`;
      const made = await this.convert(work, { to, target, path: paths[place]!, zip });
      this.made.set(work, made);
      this.show(row);
      if (made.error !== null) failed.push(`${work.name}: ${made.error}`);
      else {
        for (const key of classes) counts[key] += Number(made.findings.some(({ severity }) => severity === severities[key]));
        said.push(...reportOf(work.name, paths[place]!, made.findings));
      }
      this.leave(work);
    }
    button.disabled = false;
    const text = (lines: string[]) => new TextEncoder().encode(`${lines.join("\n")}\n`);
    if (said.length > 0) await zip.add({ path: "report.txt", bytes: text([`${kind.format.name} (.${to})${target ? `, ${target}` : ""}`, ...said]) });
    if (failed.length > 0) await zip.add({ path: "errors.txt", bytes: text(failed) });
    download(`models-${to}.zip`, zip.finish());
    await this.read(turn);
    const counted = classes.map((key) => counts[key] > 0 && `${t(key)}: ${number(counts[key])}`);
    const parts = [
      `${t("converted")}: ${number(this.rows.length - failed.length)}`,
      ...counted,
      failed.length > 0 && `${t("failed_count")}: ${number(failed.length)} (errors.txt)`,
      said.length > 0 && "report.txt",
    ];
    this.status.textContent = parts.filter(Boolean).join(" · ");
  }

  /** Converts a model into a zip file; what is next to it shares a folder with what is next to others, of which none loses its name. */
  private async convert(work: Work, { to, target, path, zip }: { to: string; target: string | null; path: string; zip: Zip }): Promise<Made> {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const name = path.slice(folder.length);
    const { engine, formats } = this.site;
    const placed = (files: MadeFile[]) => files.map((file) => ({ path: folder + file.path, bytes: file.bytes }));
    const others = async (files: MadeFile[]) => {
      const held = await Promise.all(placed(files).map((file) => zip.has(file)));
      return files.filter((_, place) => held[place] === "another").map(({ path }) => path);
    };
    const make = async (taken: string[]): Promise<Converted> => {
      const { id } = await work.open();
      if (pictureOf(work, formats) && extension(work.path) === to) return { files: [{ path: name, bytes: await engine.bytes(id) }], findings: [], error: null };
      return engine.convert(id, to, target, {}, { name, taken });
    };
    try {
      let made = await make([]);
      const taken = await others(made.files);
      if (taken.length > 0) made = await make(taken);
      const [still] = await others(made.files);
      if (still !== undefined) throw new Error(`${still}: ${t("name_taken")}`);
      for (const file of placed(made.files)) await zip.add(file);
      return { extension: to, error: made.error, findings: made.findings };
    } catch (error) {
      return { extension: to, error: reason(error), findings: [] };
    }
  }

  end(): void {
    this.turn += 1;
    this.results.forEach(({ link }) => link && URL.revokeObjectURL(link));
  }
}

/** Makes a small stage; without WebGL there are no pictures. */
function begin(canvas: HTMLCanvasElement): Stage | null {
  try {
    return new Stage(canvas);
  } catch {
    return null;
  }
}

/** Draws a model, and returns where its picture is; what cannot be drawn has none. */
async function drawn(stage: Stage, glb: Uint8Array<ArrayBuffer>, missing: string[]): Promise<string | null> {
  try {
    await stage.take(glb, missing);
    const picture = await stage.picture();
    return picture && URL.createObjectURL(picture);
  } catch {
    return null;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
