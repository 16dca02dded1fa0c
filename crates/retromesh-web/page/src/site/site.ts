// The page that models are dropped on: what it takes, and what it can do beyond showing.

import { App } from "../app";
import { bytesSheet } from "../bytes/sheet";
import { el, fill } from "../dom";
import type { Engine, Format, Unread } from "../engine";
import type { Pane } from "../pane";
import type { Sheet } from "../sheets";
import { type Key, number, t } from "../texts";
import type { Tools } from "../tools";
import type { Entry, Report } from "../types";
import { Batch } from "./batch";
import { convertAndCompare, convertPanel, likely } from "./convert";
import { brought, chosen, type Taken, TooMuch } from "./intake";
import { lintPanel } from "./lint";
import { misnamed } from "./misnamed";
import { joining, modelsAmong, strangers, withMore } from "./models";
import { motions } from "./motions";
import { readingPanel } from "./reading";
import { start } from "./start";
import { unused } from "./unused";
import type { Work } from "./work";

/** This many files that could not be read are listed, and more when they are asked for. */
const [MAX_LISTED, MAX_MORE] = [10, 1000];

export class Site implements Tools {
  readonly app: App;
  private readonly notice = el("div", { class: "notice", role: "alert", hidden: true });
  private batch: Batch | null = null;
  private counted = 0;
  private taken = 0;

  constructor(
    readonly engine: Engine,
    readonly formats: readonly Format[],
    readonly report: Report,
  ) {
    this.app = new App(report, this);
    document.body.insertBefore(this.notice, document.querySelector("main"));
    this.listen();
  }

  private listen(): void {
    let over: ReturnType<typeof setTimeout> | undefined;
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
      clearTimeout(over);
      over = setTimeout(() => document.body.classList.remove("dropping"), 200);
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      if (event.dataTransfer) void this.take(brought(event.dataTransfer, this.count));
    });
    document.addEventListener("paste", (event) => {
      if (event.clipboardData && event.clipboardData.files.length > 0) void this.take(brought(event.clipboardData, this.count));
    });
  }

  /** Lets files or a folder be chosen. */
  choose(folder: boolean): void {
    const input = el("input", { type: "file", multiple: true, webkitdirectory: folder, class: "chooser", tabindex: -1, "aria-hidden": "true" });
    input.onchange = () => {
      void this.take(chosen(input.files ?? [], this.count));
      input.remove();
    };
    input.oncancel = () => input.remove();
    // It must be in the page for some browsers.
    document.body.append(input);
    input.click();
  }

  /** Shows the models among some files; files without a model join those that are there. */
  private async take(coming: Promise<Taken>): Promise<void> {
    const taken = ++this.taken;
    this.counted = performance.now();
    const slow = setTimeout(() => this.tell(t("taking")), 200);
    try {
      const { files, unread } = await coming;
      clearTimeout(slow);
      const texts = lines(unread);
      if (files.length === 0) return this.tell(texts.length > 0 ? t("all_unread") : t("nothing_brought"), texts);
      const here = this.app.entries as readonly Work[];
      const found = modelsAmong(files, this, joining(here, files, this.formats));
      const works = found ?? withMore(here, files);
      if (works.length === 0 && texts.length === 0) texts.push(t("no_model"));
      const moving = motions(files, works, found === null);
      this.tell(unread.length > 0 ? t("unread") : (texts.shift() ?? ""), texts, moving);
      if (works.length === 0) return;
      this.replace(works, here);
      const looking = { engine: this.engine, formats: this.formats, isWanted: () => taken === this.taken };
      const left = found ? await strangers(files, found, this.engine) : await unused(files, works, looking);
      const others = await misnamed(files, found ?? [], left, looking);
      if (left.length + others.length === 0 || !looking.isWanted()) return;
      const all = [...texts, ...lines(found ? [...left, ...others] : others)];
      this.tell(all.length > 0 ? t("unread") : "", all, moving, found ? [] : lines(left));
    } catch (error) {
      clearTimeout(slow);
      const text = error instanceof Error ? error.message : String(error);
      this.tell(error instanceof TooMuch ? `${t("too_many")} ${text}` : text);
    }
  }

  /** Says how many files there are so far, twice a second. */
  private readonly count = (count: number): void => {
    if (performance.now() - this.counted < 500) return;
    this.counted = performance.now();
    this.tell(`${t("taking")} ${number(count)}`);
  };

  /** Shows works in place of those that were there; where they are the same models, what was chosen for them stays. */
  private replace(works: Work[], here: readonly Work[]): void {
    const before = new Map(here.map((work) => [work.path, work]));
    const isSame = works.every(({ path }) => before.has(path));
    const chosen = isSame ? (this.batch?.chosen ?? null) : null;
    if (isSame)
      for (const work of works) {
        const { chosen, writing } = before.get(work.path)!;
        Object.assign(work, { chosen, writing });
      }
    const current = isSame ? (this.app.current as Work | null)?.path : undefined;
    const shown = current === undefined ? null : works.find(({ path }) => path === current);
    this.forget();
    if (chosen) this.batch = new Batch(this, chosen);
    this.app.replace(works, shown);
  }

  private forget(): void {
    this.batch?.end();
    this.batch = null;
  }

  /** Says something, of a list of files where it is of such; which motions are not shown next to models, and which pictures are not used. */
  private tell(text: string, list: string[] = [], moving: HTMLElement[] = [], unused: string[] = []): void {
    const part = (key: Key, list: (string | HTMLElement)[]) => (list.length > 0 ? [el("p", {}, t(key)), ...listed(list)] : []);
    fill(this.notice, text, ...listed(list), ...part("motions", moving), ...part("unused_pictures", unused));
    this.notice.hidden = text === "" && moving.length === 0 && unused.length === 0;
  }

  all(app: App): { element: HTMLElement; end: () => void } {
    if (app.entries.length === 0) return { element: start(this), end: () => undefined };
    this.batch ??= new Batch(this);
    return this.batch.table(app.entries as readonly Work[]);
  }

  buttons(app: App): HTMLElement[] {
    const close = () => {
      this.taken += 1;
      this.forget();
      this.tell("");
      app.replace([]);
    };
    const button = (name: string, text: string, onclick: () => void) => el("button", { type: "button", name, onclick }, text);
    if (app.entries.length === 0) return [];
    return [button("open-files", t("open_files"), () => this.choose(false)), button("open-folder", t("open_folder"), () => this.choose(true)), button("close", t("close"), close)];
  }

  likely(entry: Entry): string | null {
    return likely(entry as Work, this);
  }

  actions(entry: Entry): HTMLElement[] {
    const extension = likely(entry as Work, this);
    const turn = () => this.app.turnTo("convert");
    const to = extension && el("button", { type: "button", name: "convert-likely", class: "main", onclick: turn }, `${t("convert_to")} .${extension}`);
    return [...(to ? [to] : []), el("button", { type: "button", name: "other-formats", onclick: turn }, t("other_formats"))];
  }

  async convertAndCompare(entry: Entry): Promise<void> {
    try {
      await convertAndCompare(entry as Work, this);
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }

  bring(): void {
    this.choose(true);
  }

  panels(entry: Entry, pane: Pane): HTMLElement[] {
    const work = entry as Work;
    if (work.error !== null) return [el("button", { type: "button", name: "see-bytes", onclick: () => pane.turnTo("hex") }, t("see_bytes")), readingPanel(work, this)];
    return [convertPanel(work, this), lintPanel(work, this), readingPanel(work, this)];
  }

  sheets(entry: Entry, pane: Pane): Sheet[] {
    return [bytesSheet(entry as Work, this.engine, () => pane.turnTo("hex"))];
  }

  async differences(a: Entry, b: Entry): Promise<string[]> {
    const [one, two] = await Promise.all([(a as Work).open(), (b as Work).open()]);
    const { differences } = await this.engine.compare(one.id, two.id);
    // As `retromesh diff` prints them.
    return differences.map(({ path, feature, change, detail }) => `${path || "scene"}: ${feature} ${change}: ${detail}`);
  }
}

function lines(unread: readonly Unread[]): string[] {
  return unread.map(({ path, why }) => `${path}: ${why}`);
}

/** Lists what a notice is about: some of it at once, the rest where it is asked for. */
function listed(list: readonly (string | HTMLElement)[]): HTMLElement[] {
  const items = (from: number, to: number) => el("ul", {}, ...list.slice(from, to).map((item) => el("li", {}, item)));
  const left = list.length - MAX_LISTED;
  const more = el("details", {}, el("summary", {}, `${number(left)} ${t("more")}`), items(MAX_LISTED, MAX_MORE));
  return list.length === 0 ? [] : left > 0 ? [items(0, MAX_LISTED), more] : [items(0, MAX_LISTED)];
}
