// One model on the page: its picture and the other sheets, the bar above and the time line below, and what is known of it.

import { el, fill } from "./dom";
import { gizmo } from "./gizmo";
import { icon } from "./icons";
import type { Model, Node } from "./model";
import { frame } from "./pace";
import { animationPanel } from "./panels/animation";
import { findingsList, grave, verdict } from "./panels/findings";
import { materialsPanel } from "./panels/materials";
import { type NodesPanel, nodesPanel } from "./panels/nodes";
import { Panel } from "./panels/panel";
import { timeLine } from "./panels/player";
import { selectionsPanel } from "./panels/selections";
import { differencesPanel, statisticsPanel } from "./panels/statistics";
import { toolbar } from "./panels/toolbar";
import { Sheets } from "./sheets";
import { leave, takeStage } from "./spare";
import type { Stage } from "./stage";
import { type Key, number, t } from "./texts";
import type { Tools } from "./tools";
import type { Entry, Facts, Report, Shown } from "./types";
import { uvSheet } from "./uv";

export class Pane {
  readonly picture = el("section", { class: "picture", "aria-label": t("viewer") });
  readonly panel = new Panel();
  readonly stage = begun();
  private readonly canvas = this.stage?.canvas ?? el("canvas", { hidden: true });
  private readonly bar = el("div", { class: "bar" });
  private readonly status = el("p", { class: "status", role: "status" });
  private readonly missing = el("div", { class: "missing-bar", role: "note", hidden: true });
  private readonly view = el("div", { class: "sheet view" }, this.canvas, this.status, this.missing, this.bar);
  private readonly sheets = new Sheets(this.picture, "picture");
  private readonly bars = el("div", { class: "tools" });
  private nodes: NodesPanel | null = null;
  private opening = 0;

  constructor(
    private readonly report: Report,
    private readonly tools: Tools | null,
  ) {
    this.picture.append(el("div", { class: "strip" }, this.sheets.element, this.bars, this.panel.button), this.view);
    const { stage } = this;
    if (stage) {
      stage.onPick = (x, y) => this.pick(x, y);
      const { element, turn } = gizmo((view) => void stage.fit(view));
      this.view.append(element);
      stage.onDraw = () => turn(stage.eye);
    } else this.status.textContent = t("no_webgl");
  }

  /** Shows an entry; `compared` is the one it is compared with. */
  async show(entry: Entry, compared: Entry | null): Promise<void> {
    const turn = ++this.opening;
    this.canvas.setAttribute("aria-label", `${entry.name}: ${t("keys")}`);
    delete this.canvas.dataset.shown;
    fill(this.bar);
    fill(this.bars);
    this.missing.hidden = true;
    this.nodes = null;
    const done = this.stage ? this.wait(entry) : () => undefined;
    const shown = await opened(entry);
    done();
    if (turn !== this.opening) return;
    let model: Model | null = null;
    if (!shown.glb) {
      this.stage?.close();
      this.stage?.drawNow();
      this.fail(shown.error ?? "");
    } else if (this.stage) {
      this.tell(t("loading"));
      try {
        model = await this.stage.open(shown.glb, shown.missing, () => this.surround(entry, shown.missing));
        if (turn !== this.opening) return;
        this.canvas.dataset.shown = entry.name;
        // The picture comes first.
        await frame();
        if (turn !== this.opening) return;
      } catch (error) {
        if (turn !== this.opening) return;
        this.fail(error instanceof Error ? error.message : String(error));
      }
    }
    this.describe(entry, { shown, compared, model });
  }

  /** Fills what is around the picture. */
  private surround(entry: Entry, missing: string[]): void {
    const { stage, tools } = this;
    if (!stage?.model) return;
    this.tell(stage.inSight().length > 0 ? "" : t("empty"));
    fill(this.bar, timeLine(stage));
    fill(this.bars, toolbar(stage, this.picture));
    this.tellMissing(missing);
    this.sheets.offer([{ key: "picture", element: this.view }, uvSheet(stage.model), ...(tools?.sheets(entry, this) ?? [])]);
  }

  /** Says that an entry is being read, how large it is and for how long; returns what ends that. */
  private wait(entry: Entry): () => void {
    const begun = Date.now();
    const tell = () => {
      const seconds = Math.floor((Date.now() - begun) / 1000);
      const size = seconds > 0 && entry.size ? ` · ${number(entry.size)} B` : "";
      this.tell(seconds > 0 ? `${t("loading")} ${number(seconds)} ${t("seconds")}${size} ` : t("loading"));
      if (seconds > 0 && entry.cancel) this.status.append(el("button", { type: "button", name: "cancel", onclick: () => entry.cancel?.() }, t("cancel")));
    };
    tell();
    const timer = setInterval(tell, 1000);
    return () => clearInterval(timer);
  }

  private tell(text: string, failed = false): void {
    this.status.textContent = text;
    this.status.classList.toggle("failed", failed);
  }

  private fail(error: string): void {
    this.tell(`${t("failed")} ${error}`, true);
  }

  /** Says that images were not found, and what helps. */
  private tellMissing(names: string[]): void {
    this.missing.hidden = names.length === 0;
    if (names.length === 0) return;
    const count = `${number(names.length)} ${t(names.length === 1 ? "image_missing" : "images_missing_of")}`;
    fill(
      this.missing,
      icon("missing"),
      el("span", {}, `${count}: ${t(this.tools ? "drop_images" : "write_with_root")}`),
      this.tools && el("button", { type: "button", name: "bring-images", onclick: () => this.tools?.bring() }, t("open_folder")),
      el("button", { type: "button", name: "which-images", onclick: () => this.panel.turnTo("materials") }, t("which")),
    );
  }

  private describe(entry: Entry, { shown, compared, model }: { shown: Shown; compared: Entry | null; model: Model | null }): void {
    const { stage, report, tools } = this;
    this.nodes = model && stage ? nodesPanel(model, (node) => this.choose(node)) : null;
    const differences = el("div");
    const statistics = el("div");
    const isRead = shown.error === null;
    this.panel.show(entry.name, [
      {
        key: "model",
        content: [
          differences,
          !isRead && el("p", { class: "failed" }, shown.error),
          ...(isRead ? [] : (tools?.panels(entry, this) ?? [])),
          statistics,
          this.nodes?.element,
          model && stage && selectionsPanel(stage),
        ],
      },
      { key: "materials", badge: shown.missing.length, content: [model && materialsPanel(model, shown.missing)] },
      { key: "animation", content: [model && animationPanel(model)] },
      {
        key: "report",
        badge: grave(shown.findings),
        content: isRead ? [el("p", { class: "verdict" }, `${t("as_gltf")} ${verdict(shown.findings)}`), ...findingsList(shown.findings, report.codes)] : [],
      },
      { key: "convert", content: isRead ? (tools?.panels(entry, this) ?? []) : [] },
    ]);
    if (!model) this.sheets.offer([{ key: "picture", element: this.view }, ...(tools?.sheets(entry, this) ?? [])]);
    const facts = knownFacts(entry);
    void facts.then((known) => known && statistics.append(statisticsPanel(known)));
    if (!compared) return;
    const sentences = tools?.differences(entry, compared) ?? Promise.resolve([]);
    void Promise.all([facts, knownFacts(compared), sentences]).then(([a, b, reported]) => a && b && differences.append(differencesPanel(a, b, reported)));
  }

  /** Brings a sheet into sight. */
  turnTo(key: Key): void {
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
