/** Compares every position of a bundled script with its source map. */
import path from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import * as esbuild from "esbuild";
import { describe, expect, it } from "vitest";
import { encodePlaces, openPlaces } from "./source-places.js";

const dir = path.resolve(import.meta.dirname, "fixtures/convex");

async function bundle(): Promise<{ code: string; map: string }> {
  const result = await esbuild.build({
    stdin: { contents: 'import "./storing"; import "./limits";', resolveDir: dir, sourcefile: "modules.js" },
    bundle: true,
    write: false,
    format: "iife",
    sourcemap: "external",
    outfile: path.join(dir, "bundle.js"),
    absWorkingDir: dir,
    treeShaking: false,
    logLevel: "silent",
  });
  const text = (suffix: string) => result.outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? "";
  return { code: text(".js"), map: text(".js.map") };
}

describe("the origin of bundled code", () => {
  it("equals the source map for every position of the developer's files, and is empty for packages", async () => {
    const { code, map } = await bundle();
    const isOurs = (source: string) => !source.startsWith("..");
    const places = openPlaces(encodePlaces(map, isOurs));
    const trace = new TraceMap(map);
    let [ours, others] = [0, 0];
    for (const [at, text] of code.split("\n").entries()) {
      for (let column = 0; column <= text.length; column += 3) {
        const { source, line, column: from } = originalPositionFor(trace, { line: at + 1, column });
        const isKept = source !== null && isOurs(source);
        expect(places.find(at + 1, column)).toEqual(isKept ? { source, line, column: from } : null);
        if (isKept) ours += 1;
        else others += 1;
      }
    }
    expect(ours).toBeGreaterThan(100);
    expect(others).toBeGreaterThan(1000);
  });

  it("is unknown outside the script", async () => {
    const places = openPlaces(encodePlaces((await bundle()).map, () => true));
    expect(places.find(0, 0)).toBeNull();
    expect(places.find(1_000_000, 0)).toBeNull();
  });
});
