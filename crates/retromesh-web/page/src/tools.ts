// What a page can do beyond showing models; a page that `retromesh view` has written can nothing of it.

import type { App } from "./app";
import type { Pane } from "./pane";
import type { Sheet } from "./sheets";
import type { Entry } from "./types";

export interface Tools {
  /** What is shown where no model is chosen. */
  all: (app: App) => { element: HTMLElement; end: () => void };
  /** Further buttons of the head. */
  buttons: (app: App) => HTMLElement[];
  /** Further parts of the panel of a model. */
  panels: (entry: Entry, pane: Pane) => HTMLElement[];
  /** Further sheets of a model. */
  sheets: (entry: Entry, pane: Pane) => Sheet[];
  /** How two models differ, in sentences. */
  differences: (a: Entry, b: Entry) => Promise<string[]>;
}
