// Long work is done in turns, so that the page answers meanwhile.

/** This many milliseconds are worked before others have their turn. */
const SHARE = 12;
let begun = 0;

/** Lets others have their turn, if this work has gone on for long. */
export async function rest(): Promise<void> {
  if (performance.now() - begun < SHARE) return;
  await new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
  begun = performance.now();
}

/** Lets the browser show what was changed. */
export const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** Work that may be interrupted wherever it yields. */
export type Steps<T> = Generator<void, T>;

/** Does work at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does work in turns; null where it is not wanted any more. */
export async function inTurns<T>(steps: Steps<T>, isWanted: () => boolean): Promise<T | null> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await rest();
    if (!isWanted()) return null;
  }
}
