// Elements made by hand. Texts become text nodes, never HTML: names come out of files of strangers.

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | ((event: never) => void)>;

/** Makes an element. Functions become listeners (`onclick`), `true` and texts become attributes. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value !== false && value !== null) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  fill(element, ...children);
  return element;
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => !!child || child === ""));
}

/** Offers bytes as a file. */
export function download(name: string, bytes: Blob): void {
  const link = el("a", { href: URL.createObjectURL(bytes), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
