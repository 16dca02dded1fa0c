// Controls for the settings that a format declares.

import { el } from "../dom";
import type { Setting, Settings } from "../engine";

export interface SettingsForm {
  element: HTMLElement;
  /** What was set; what is at its default is left out. */
  values: () => Settings;
}

let made = 0;

/** Makes a control for each setting that matters in a direction, for a target where one is named; some are set already. */
export function settingsForm(settings: readonly Setting[], direction: "reading" | "writing", target: string | null, given: Settings = {}): SettingsForm {
  const wanted = settings.filter(
    (setting) => (setting.direction === direction || setting.direction === "both") && (setting.targets.length === 0 || target === null || setting.targets.includes(target)),
  );
  const controls = wanted.map((setting) => control(setting, given[setting.name] ?? []));
  return {
    element: el("div", { class: "settings" }, ...controls.map(({ element }) => element)),
    values: () => Object.fromEntries(controls.flatMap(({ name, read }) => (read().length > 0 ? [[name, read()]] : []))),
  };
}

interface Control {
  name: string;
  element: HTMLElement;
  read: () => string[];
}

/** The whole text is for the manual. */
function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}

function control(setting: Setting, given: readonly string[]): Control {
  const { name, kind, choices, form } = setting;
  // What the program says of its settings is in English.
  const about = el("small", { id: `about-${(made += 1)}`, lang: "en" }, firstSentence(setting.about));
  const common = { name: `setting-${name}`, "aria-describedby": about.id };
  const label = el("code", {}, name);
  if (kind === "flag") {
    const box = el("input", { type: "checkbox", ...common, checked: given.includes("true") });
    return { name, element: el("div", { class: "setting" }, el("label", { class: "toggle" }, box, label), about), read: () => (box.checked ? ["true"] : []) };
  }
  if (kind === "choice") {
    const select = el("select", common, ...choices.map((choice) => el("option", { value: choice.name, title: choice.about }, choice.name)));
    if (given[0] !== undefined) select.value = given[0];
    const read = () => (select.selectedIndex > 0 ? [select.value] : []);
    return { name, element: el("div", { class: "setting" }, el("label", { class: "choice" }, label, select), about), read };
  }
  const isList = kind === "list";
  const input = isList ? el("textarea", { ...common, rows: 2, placeholder: form }) : el("input", { type: "text", ...common, placeholder: form });
  input.value = given.join("\n");
  const read = () => (isList ? input.value.split("\n") : [input.value]).map((text) => text.trim()).filter(Boolean);
  return { name, element: el("div", { class: "setting" }, el("label", { class: "choice" }, label, input), about), read };
}
