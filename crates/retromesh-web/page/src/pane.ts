// One model on the page: its picture and the other sheets, the bar of its clips, and what is known of it.

import { el, fill } from "./dom";
import type { Model, Node } from "./model";
import { findingsPanel } from "./panels/findings";
import { materialsPanel } from "./panels/materials";
import { nodesPanel, type NodesPanel } from "./panels/nodes";
import { playerBar } from "./panels/player";
import { selectionsPanel } from "./panels/selections";
import { differencesPanel, statisticsPanel } from "./panels/statistics";
import { viewPanel } from "./panels/view";
import { Sheets, type Sheet } from "./sheets";
import { leave, takeStage } from "./spare";
import type { Stage } from "./stage";
import { number, t } from "./texts";
import type { Tools } from "./tools";
import type { Entry, Facts, Report, Shown } from "./types";
import { uvSheet } from "./uv";

export class Pane {
  readonly picture = el("section", { class: "picture", "aria-label": t("viewer") });
  readonly panel = el("aside", { class: "panel", tabindex: -1 });
  readonly stage = begun();
  private readonly canvas = this.stage?.canvas ?? el("canvas", { hidden: true });
  private readonly bar = el("div", { class: "bar" });
  private readonly status = el("p", { class: "status", role: "status" });
  private readonly view = el("div", { class: "sheet view" }, this.canvas, this.status, this.bar);
  private readonly sheets = new Sheets(this.picture);
  private nodes: NodesPanel | null = null;
  private opening = 0;

  constructor(
    private readonly report: Report,
    private readonly tools: Tools | null,
  ) {
    this.picture.append(this.sheets.element, this.view);
    if (this.stage) this.stage.onPick = (x, y) => this.pick(x, y);
    else this.status.textContent = t("no_webgl");
  }

  /** Shows an entry; `compared` is the one it is compared with. */
  async show(entry: Entry, compared: Entry | null): Promise<void> {
    const turn = ++this.opening;
    this.canvas.setAttribute("aria-label", `${entry.name}: ${t("keys")}`);
    delete this.canvas.dataset.shown;
    fill(this.bar);
    this.nodes = null;
    if (this.stage) this.tell(t("loading"));
    const shown = await opened(entry);
    if (turn !== this.opening) return;
    let model: Model | null = null;
    if (!shown.glb) {
      this.stage?.close();
      this.stage?.drawNow();
      this.fail(shown.error ?? "");
    } else if (this.stage) {
      try {
        model = await this.stage.open(shown.glb, shown.missing);
        if (turn !== this.opening) return;
        this.tell(this.stage.inSight().length > 0 ? "" : t("empty"));
        fill(this.bar, playerBar(this.stage));
        this.canvas.dataset.shown = entry.name;
      } catch (error) {
        if (turn !== this.opening) return;
        this.fail(error instanceof Error ? error.message : String(error));
      }
    }
    this.describe(entry, { shown, compared, model });
  }

  private tell(text: string, failed = false): void {
    this.status.textContent = text;
    this.status.classList.toggle("failed", failed);
  }

  private fail(error: string): void {
    this.tell(`${t("failed")} ${error}`, true);
  }

  private describe(entry: Entry, { shown, compared, model }: { shown: Shown; compared: Entry | null; model: Model | null }): void {
    const { stage, report, tools } = this;
    this.nodes = model && stage ? nodesPanel(model, (node) => this.choose(node)) : null;
    const differences = el("div");
    const statistics = el("div");
    fill(
      this.panel,
      el("h2", {}, entry.name),
      differences,
      shown.error !== null && el("p", { class: "failed" }, shown.error),
      ...(tools?.panels(entry, this) ?? []),
      model && stage && viewPanel(stage, (color) => stage.background(color)),
      shown.error === null && findingsPanel(shown.findings, report.codes),
      model && materialsPanel(model, shown.missing),
      this.nodes?.element,
      model && stage && selectionsPanel(stage),
      statistics,
    );
    this.sheets.offer([{ key: "picture", element: this.view }, ...(model ? [uvSheet(model)] : []), ...(tools?.sheets(entry, this) ?? [])]);
    const facts = knownFacts(entry);
    void facts.then((known) => known && statistics.append(statisticsPanel(known)));
    if (!compared) return;
    const sentences = tools?.differences(entry, compared) ?? Promise.resolve([]);
    void Promise.all([facts, knownFacts(compared), sentences]).then(([a, b, reported]) => a && b && differences.append(differencesPanel(a, b, reported)));
  }

  /** Brings a sheet into sight. */
  turnTo(key: Sheet["key"]): void {
    this.sheets.choose(key);
  }

  private choose(node: Node | null): void {
    this.stage?.mark(node);
    this.tell(node ? `${t("chosen")}: ${node.name || t("nameless")}` : "");
  }

  private pick(x: number, y: number): void {
    const mesh = this.stage?.pick(x, y) ?? null;
    this.choose(mesh?.node ?? null);
    this.nodes?.choose(mesh?.node ?? null);
    if (!mesh) return;
    const material = this.stage?.model?.materials[mesh.material ?? -1]?.name;
    const triangles = (mesh.mesh.geometry.index?.count ?? mesh.mesh.geometry.attributes.position!.count) / 3;
    const name = mesh.node?.name || t("nameless");
    this.tell(`${t("chosen")}: ${name}${material ? ` · ${material}` : ""} · ${number(triangles)} ${t("triangles")}`);
  }

  end(): void {
    this.opening += 1;
    this.sheets.clear();
    if (this.stage) leave(this.stage);
  }
}

/** Returns a stage; null where there are no graphics. */
function begun(): Stage | null {
  try {
    return takeStage();
  } catch {
    return null;
  }
}

/** Opens an entry; where even that fails, the reason is its error. */
async function opened(entry: Entry): Promise<Shown> {
  try {
    return await entry.open();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), findings: [], missing: [], glb: null };
  }
}

/** What is not known of an entry is left out. */
function knownFacts(entry: Entry): Promise<Facts | null> {
  return entry.facts().catch(() => null);
}
