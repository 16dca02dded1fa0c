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
  /** The format that a model is most likely wanted in, where that is not GLB. */
  likely: (entry: Entry) => string | null;
  /** What else can be done with the model that is shown: buttons of the head. */
  actions: (entry: Entry) => HTMLElement[];
  /** Further parts of the panel of a model. */
  panels: (entry: Entry, pane: Pane) => HTMLElement[];
  /** Further sheets of a model. */
  sheets: (entry: Entry, pane: Pane) => Sheet[];
  /** Converts a model to what it is most likely wanted as, and shows both. */
  convertAndCompare: (entry: Entry) => Promise<void>;
  /** Lets the images be chosen that a model misses. */
  bring: () => void;
  /** How two models differ, in sentences. */
  differences: (a: Entry, b: Entry) => Promise<string[]>;
}
