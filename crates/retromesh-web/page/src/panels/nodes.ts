// The tree of nodes.

import { el, fill } from "../dom";
import type { Model, Node } from "../model";
import { number, t } from "../texts";
import { section } from "./controls";

/** This many nodes are listed at once. */
const MAX = 2000;

export interface NodesPanel {
  element: HTMLElement;
  /** Shows which node is chosen. */
  choose: (node: Node | null) => void;
}

export function nodesPanel(model: Model, onChoose: (node: Node | null) => void): NodesPanel {
  const list = el("ul", { class: "nodes" });
  const search = el("input", { type: "search", name: "search", "aria-label": t("search"), placeholder: t("search"), oninput: () => show() });
  const buttons = new Map<Node, HTMLButtonElement>();
  const depths = new Map(model.nodes.map((node) => [node, depth(node, model)]));
  let chosen: Node | null = null;
  const choose = (node: Node | null) => {
    if (chosen) buttons.get(chosen)?.setAttribute("aria-pressed", "false");
    chosen = node;
    if (node) buttons.get(node)?.setAttribute("aria-pressed", "true");
  };
  const show = () => {
    const wanted = search.value.toLowerCase();
    const found = wanted ? model.nodes.filter((node) => node.name.toLowerCase().includes(wanted)) : model.nodes;
    buttons.clear();
    const items = found.slice(0, MAX).map((node) => {
      const marks = [node.own.lod?.role, node.hidden ? t("hidden") : null, isMesh(node) ? t("meshes") : null].filter(Boolean).join(", ");
      const onclick = () => {
        const next = node === chosen ? null : node;
        choose(next);
        onChoose(next);
      };
      const button = el("button", { type: "button", "aria-pressed": "false", onclick }, node.name || t("nameless"), marks && el("small", {}, ` ${marks}`));
      button.style.marginInlineStart = `${Math.min(wanted ? 0 : (depths.get(node) ?? 0), 12) * 0.8}em`;
      buttons.set(node, button);
      return el("li", {}, button);
    });
    const left = found.length - items.length;
    fill(list, ...items, left > 0 && el("li", {}, `${number(left)} ${t("more")}`));
    choose(chosen);
  };
  const element = section("nodes", false, search, list);
  element.addEventListener("toggle", () => element.open && list.childElementCount === 0 && show());
  return {
    element,
    choose: (node) => {
      if (node && element.open === false) element.open = true;
      if (list.childElementCount === 0) show();
      choose(node);
      if (node) buttons.get(node)?.scrollIntoView({ block: "nearest" });
    },
  };
}

function depth(node: Node, model: Model): number {
  let count = 0;
  for (let at = node.object.parent; at && at !== model.root; at = at.parent) count += 1;
  return Math.max(0, count - 1);
}

function isMesh(node: Node): boolean {
  return node.object.type.endsWith("Mesh");
}
