/**
 * `npm run dev -- [--port N] [--data DIR]`: serves the web app from Vite with hot reload, in front of a runtime
 * that pushes the functions whenever `convex/` or `domain/` changes. Open pages keep their state and show the new
 * results. A change in `packages/convex-embedded/` needs a restart.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { buildEmbedded } from "./build.mjs";
import { pushOnChange } from "./push-on-change.mjs";
import { accountOptions, moveOptions } from "./runtime-options.mjs";
import { ensurePackages, giveUp, requireNode, root } from "./setup.mjs";

await requireNode();
const { values } = parseArgs({
  options: { port: { type: "string", default: "3000" }, data: { type: "string", default: "data" } },
});
ensurePackages();
await buildEmbedded();
const data = path.resolve(root, values.data);
const port = Number(values.port);
const runtime = spawn(
  process.execPath,
  [
    path.join(root, "packages/convex-embedded/dist/main.js"),
    ...[
      "--data",
      data,
      "--port",
      "0",
      "--accounts",
      ...accountOptions,
      ...moveOptions,
      "--origin",
      `http://127.0.0.1:${port}`,
    ],
    ...(process.env["STUDBOOK_BILLING"] === "off" ? [] : ["--payments-sandbox", "/api/billing/webhook"]),
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);
process.on("exit", () => runtime.kill());
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
runtime.once("exit", () => giveUp("The runtime has ended."));
const target = await readyAddress();

const functions = pushOnChange({
  dir: root,
  folders: ["convex", "domain"],
  url: target,
  adminKey: readFileSync(path.join(data, "admin-key"), "utf8").trim(),
  typecheck: [path.join(root, "node_modules/typescript7/bin/tsc"), "--noEmit", "--pretty", "-p", "convex"],
  report: (text) => process.stderr.write(text),
});
process.on("exit", () => functions.close());
await functions.whenPushed;

const vite = await import("vite");
const server = await vite.createServer({
  root,
  server: {
    host: "127.0.0.1",
    port,
    strictPort: true,
    proxy: { "/api": { target, ws: true }, "/apply/": { target } },
  },
});
await server.listen();
server.printUrls();

/** @returns {Promise<string>} */
function readyAddress() {
  return new Promise((resolve) => {
    createInterface({ input: runtime.stdout }).on("line", (line) => {
      const address = /^ready (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
}
