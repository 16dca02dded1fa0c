// Keeps the files of the site, so that it works without a network. Their names change with what is in them.

declare const FILES: string[];
declare const VERSION: string;

export {};

interface Lasting extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}
interface Fetching extends Event {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
/** What of a service worker is used here; the page's types know pages only. */
declare const self: {
  addEventListener(name: "install" | "activate", heard: (event: Lasting) => void): void;
  addEventListener(name: "fetch", heard: (event: Fetching) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const OURS = "retromesh-";
const KEPT = OURS + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = async () => (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  event.waitUntil(
    old()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // The page itself is asked for anew, so that a new one is seen; what it names never changes.
  const isPage = event.request.mode === "navigate";
  const kept = () => caches.match(isPage ? "./" : event.request);
  const answer = async () => {
    if (isPage) return fetch(event.request).catch(async () => (await kept()) ?? Response.error());
    return (await kept()) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
