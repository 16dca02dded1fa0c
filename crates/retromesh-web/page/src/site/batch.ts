// Many models: a table with the state, the picture and the losses of each, and all of them converted into one zip file.

import { download, el, fill } from "../dom";
import { rest } from "../pace";
import { choose, sieve } from "../panels/controls";
import { grave, verdict } from "../panels/findings";
import { Stage } from "../stage";
import { number, t } from "../texts";
import type { Finding } from "../types";
import { kindName, kinds } from "./convert";
import type { Site } from "./site";
import type { Work } from "./work";
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
  private rows: Row[] = [];
  private status = el("p");
  private turn = 0;

  constructor(private readonly site: Site) {}

  /** Makes the table; what is not yet read is read while it is in sight. */
  table(works: readonly Work[]): { element: HTMLElement; end: () => void } {
    const turn = ++this.turn;
    this.rows = [];
    const body = el("tbody");
    this.status = el("p", { role: "status", class: "progress" });
    const files = kinds(this.site.formats);
    let kind = files[0]!;
    const all = el("button", { type: "button", class: "main", name: "save-all", onclick: () => void this.save(kind.extension, all) }, t("save_all"));
    const only = choose<Filter>(
      "only",
      (Object.keys(FILTERS) as Filter[]).map((key) => ({ text: t(key), value: key })),
      "all_models",
      (filter) => this.rows.forEach(({ element }) => (element.hidden = !FILTERS[filter](element))),
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
          (chosen) => (kind = chosen),
        ),
        all,
        only,
        ...bar,
        this.status,
      ),
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
    const result = this.results.get(work);
    if (result) show(row, result);
    return row;
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
      show(row, result);
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

  /** Converts all models, and offers them as one zip file. */
  private async save(extension: string, button: HTMLButtonElement): Promise<void> {
    const turn = ++this.turn;
    button.disabled = true;
    const zip = new Zip();
    const failed: string[] = [];
    for (const [place, { work }] of this.rows.entries()) {
      if (turn !== this.turn) return;
      this.status.textContent = `${t("converting")} ${number(place + 1)} / ${number(this.rows.length)}`;
      try {
        const { files, error } = await this.site.engine.convert((await work.open()).id, extension);
        if (error !== null) throw new Error(error);
        const folder = work.path.slice(0, work.path.lastIndexOf("/") + 1);
        for (const { path, bytes } of files) await zip.add({ path: folder + path, bytes });
      } catch (error) {
        failed.push(`${work.name}: ${reason(error)}`);
      }
      this.leave(work);
    }
    button.disabled = false;
    if (failed.length > 0) await zip.add({ path: "errors.txt", bytes: new TextEncoder().encode(`${failed.join("\n")}\n`) });
    download(`models-${extension}.zip`, zip.finish());
    await this.read(turn);
    const parts = [`${t("converted")}: ${number(this.rows.length - failed.length)}`, failed.length > 0 && `${t("failed_count")}: ${number(failed.length)} (errors.txt)`];
    this.status.textContent = parts.filter(Boolean).join(" · ");
  }

  end(): void {
    this.turn += 1;
    this.results.forEach(({ link }) => link && URL.revokeObjectURL(link));
  }
}

function show({ work, element, picture, format, state }: Row, { error, findings, missing, link }: Result): void {
  format.textContent = work.format;
  if (link) fill(picture, el("img", { alt: "", width: SIDE, height: SIDE, src: link }));
  if (error !== null) {
    element.dataset.state = "bad";
    fill(state, el("span", { class: "failed" }, error));
    return;
  }
  element.dataset.state = grave(findings) > 0 ? "lossy" : "good";
  fill(state, verdict(findings), missing > 0 && el("div", { class: "missing" }, `${t("images_missing")}: ${number(missing)}`));
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
