// Validates GLB files with the Khronos validator. Reads paths from standard input, one a line; prints one JSON object a file:
// the numbers of errors and warnings and the codes of all messages of these weights with their counts.
// Linked images are not followed: the corpus has models without their textures.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const validator = createRequire(process.argv.at(-1) + "/")("gltf-validator");
for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(path)), {
    uri: path,
    maxIssues: 0,
  });
  const { numErrors, numWarnings, messages } = report.issues;
  const codes = {};
  for (const { code, severity } of messages) if (severity < 2) codes[code] = (codes[code] ?? 0) + 1;
  console.log(JSON.stringify({ path, errors: numErrors, warnings: numWarnings, codes }));
}
