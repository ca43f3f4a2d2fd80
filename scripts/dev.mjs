/**
 * `npm run dev`: the web app from Vite with hot reload on its own port, in front of the runtime. A
 * change in `convex/` or `embedded/` needs a restart.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { buildEmbedded } from "./build.mjs";
import { ensurePackages, requireNode, root } from "./setup.mjs";

requireNode();
ensurePackages();
await buildEmbedded();
const backend = spawn(
  process.execPath,
  [
    path.join(root, "dist/embedded/main.js"),
    ...["--functions", path.join(root, "convex"), "--data", path.join(root, "data")],
    ...["--port", "3001", "--accounts", "--origin", "http://127.0.0.1:3000"],
  ],
  { stdio: "inherit" },
);
process.on("exit", () => backend.kill());
const vite = await import("vite");
const server = await vite.createServer({
  root,
  server: {
    host: "127.0.0.1",
    port: 3000,
    strictPort: true,
    proxy: { "/api": { target: "http://127.0.0.1:3001", ws: true } },
  },
});
await server.listen();
server.printUrls();
