/** Tests that the code for moving a kennel to Convex and back costs a running server nothing. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const dist = path.resolve(import.meta.dirname, "../../packages/convex-embedded/dist");

/** Includes the text of all files that are loaded with the file. */
function loadedWith(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, "utf8");
  seen.set(file, text);
  for (const [, name = ""] of text.matchAll(/(?:^import\s*|\bfrom\s*)"(\.[^"]+)"/gm)) {
    loadedWith(path.join(path.dirname(file), name), seen);
  }
  return seen;
}

test("code for pushes, exports and imports is not loaded at the start", () => {
  const atStart = [...loadedWith(path.join(dist, "main.js")).values()].join("\n");
  expect(atStart.length).toBeGreaterThan(200_000);
  for (const [call, module] of [
    ["POST /api/deploy2/start_push", "push-api"],
    ["POST /api/import", "transfer-api"],
  ] as const) {
    expect(atStart).not.toContain(`"${call}`);
    const [, name = ""] = new RegExp(`import\\("\\./(${module}-\\w+\\.js)"\\)`).exec(atStart) ?? [];
    const later = [...loadedWith(path.join(dist, name)).values()].join("\n");
    expect(later).toContain(`"${call}`);
  }
});
