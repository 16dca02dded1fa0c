// The page that models are dropped on, as a site: it works without a network once it was there.

import "./site";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("service.js").catch(() => undefined);
