// Validates GLB files with the Khronos validator. Reads paths from standard input, one a line; prints one JSON object a file:
// the numbers of errors and warnings and the codes of all messages of these weights with their counts.
// Of text files the links are followed; an image that is not there is no error, as the corpus has models without their textures.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const validator = createRequire(process.argv.at(-1) + "/")("gltf-validator");
for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    uri: path,
    maxIssues: 0,
    externalResourceFunction: path.toLowerCase().endsWith(".gltf")
      ? (uri) => readFile(join(dirname(path), decodeURIComponent(uri))).then((bytes) => new Uint8Array(bytes))
      : undefined,
  });
  const { numWarnings, messages } = report.issues;
  const missing = ({ code, pointer }) => code === "IO_ERROR" && pointer.startsWith("/images");
  const numErrors = messages.filter((message) => message.severity === 0 && !missing(message)).length;
  const codes = {};
  for (const { code, severity } of messages) if (severity < 2) codes[code] = (codes[code] ?? 0) + 1;
  console.log(JSON.stringify({ path, errors: numErrors, warnings: numWarnings, codes }));
}
