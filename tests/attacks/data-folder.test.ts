/** Tests that another user of the machine cannot read the data folder. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const data = path.join(mkdtempSync(path.join(tmpdir(), "studbook-closed-")), "data");
afterEach(() => rmSync(path.dirname(data), { recursive: true, force: true }));

/** The steps of `npm start` after the build. */
const START = `
const { closeToOthers } = await import(${JSON.stringify(path.join(root, "scripts/environment.mjs"))});
const { keepSecrets } = await import(${JSON.stringify(path.join(root, "scripts/secrets.mjs"))});
closeToOthers(${JSON.stringify(data)});
keepSecrets(${JSON.stringify(data)});
process.argv = [process.argv[0], "main.js", "--functions", "convex", "--data", ${JSON.stringify(data)}, "--port", "0", "--accounts"];
await import(${JSON.stringify(path.join(root, "packages/convex-embedded/dist/main.js"))});
`;

it("the data folder can be read only by its owner, and so can every file in it", async () => {
  mkdirSync(data, { mode: 0o755 });
  writeFileSync(path.join(data, "from-before.json"), "{}", { mode: 0o644 });
  chmodSync(data, 0o755);
  const script = path.join(path.dirname(data), "start.mjs");
  writeFileSync(script, START);
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("ready ")) resolve();
    }),
  );
  const entries = readdirSync(data, { recursive: true, withFileTypes: true });
  const open = [data, ...entries.map((entry) => path.join(entry.parentPath, entry.name))].filter(
    (each) => (statSync(each).mode & 0o077) !== 0,
  );
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
  expect(entries.map(({ name }) => name)).toContain("data.sqlite");
  expect(open).toEqual([]);
});
