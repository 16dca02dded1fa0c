// One model on the page: its picture, the bar of its clips, and what is known of it.

import { el, fill } from "./dom";
import { listen } from "./gestures";
import type { Model, Node } from "./model";
import { findingsPanel } from "./panels/findings";
import { materialsPanel } from "./panels/materials";
import { nodesPanel, type NodesPanel } from "./panels/nodes";
import { playerBar } from "./panels/player";
import { differencesPanel, statisticsPanel } from "./panels/statistics";
import { viewPanel } from "./panels/view";
import { Stage } from "./stage";
import { number, t } from "./texts";
import type { Entry, Report } from "./types";

export class Pane {
  readonly picture = el("section", { class: "picture", "aria-label": t("viewer") });
  readonly panel = el("aside", { class: "panel", tabindex: -1 });
  readonly stage: Stage | null;
  private readonly canvas = el("canvas", { tabindex: 0, role: "img" });
  private readonly bar = el("div", { class: "bar" });
  private readonly told = el("p", { class: "told", role: "status" });
  private nodes: NodesPanel | null = null;
  private opening = 0;

  constructor(private readonly report: Report) {
    this.picture.append(this.canvas, this.told, this.bar);
    this.stage = this.begin();
  }

  private begin(): Stage | null {
    try {
      const stage = new Stage(this.canvas);
      listen(stage, { onPick: (x, y) => this.pick(x, y) });
      return stage;
    } catch {
      this.canvas.hidden = true;
      this.told.textContent = t("no_webgl");
      return null;
    }
  }

  /** Shows an entry; `beside` is the one it is compared with. */
  async show(entry: Entry, beside: Entry | null): Promise<void> {
    const turn = ++this.opening;
    this.canvas.setAttribute("aria-label", `${entry.name}: ${t("keys")}`);
    fill(this.bar);
    this.nodes = null;
    if (entry.error !== null) {
      this.stage?.close();
      this.stage?.drawNow();
      this.tell(`${t("failed")} ${entry.error}`, true);
      this.describe(entry, beside, null);
      return;
    }
    if (!this.stage) {
      this.describe(entry, beside, null);
      return;
    }
    this.tell(t("loading"));
    try {
      const bytes = await entry.glb();
      if (turn !== this.opening) return;
      const model = await this.stage.open(bytes, entry.missing);
      if (turn !== this.opening) return;
      const shown = this.stage.inSight().length > 0;
      this.tell(shown ? "" : t("empty"));
      this.describe(entry, beside, model);
      const bar = playerBar(this.stage);
      fill(this.bar, bar);
      this.canvas.dataset.shown = entry.name;
    } catch (error) {
      this.tell(`${t("failed")} ${error instanceof Error ? error.message : String(error)}`, true);
      this.describe(entry, beside, null);
    }
  }

  private tell(text: string, failed = false): void {
    this.told.textContent = text;
    this.told.classList.toggle("failed", failed);
  }

  private describe(entry: Entry, beside: Entry | null, model: Model | null): void {
    const { stage, report } = this;
    this.nodes = model && stage ? nodesPanel(model, (node) => this.choose(node)) : null;
    fill(
      this.panel,
      el("h2", {}, entry.name),
      beside?.facts && entry.facts && differencesPanel(entry.facts, beside.facts),
      model && stage && viewPanel(stage, (color) => stage.background(color)),
      entry.facts && findingsPanel(entry.findings, report.codes),
      model && materialsPanel(model, entry.missing),
      this.nodes?.element,
      entry.facts && statisticsPanel(entry.facts),
    );
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
    this.stage?.end();
  }
}
