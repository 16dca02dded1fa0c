// The page that `retromesh view` writes.

import { App } from "./app";
import { embedded } from "./embedded";
import { follow } from "./follow";

const report = embedded();
new App(report);
if (report.changes !== null) void follow(report.changes);
