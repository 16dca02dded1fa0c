// A page that is served is loaded anew when its files have changed; until the program has ended.

const PAUSE = 500;

export async function follow(changes: number): Promise<void> {
  for (;;) {
    await new Promise((done) => setTimeout(done, PAUSE));
    try {
      const now = await (await fetch("changes")).text();
      if (Number(now) !== changes) location.reload();
    } catch {
      return;
    }
  }
}
