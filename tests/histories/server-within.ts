/** The runtime within the test's own process, where bugs can be planted in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startRuntime } from "../../packages/convex-embedded/src/runtime";
import { FUNCTIONS, type OwnServer } from "./servers";

/** This server cannot crash. */
export async function startWithin(): Promise<OwnServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "studbook-histories-"));
  const runtime = await startRuntime({
    dataDir,
    functionsDir: path.resolve(FUNCTIONS),
    port: 0,
    env: {},
    actionWorkerUrl: pathToFileURL(path.resolve("packages/convex-embedded/dist/functions/action-worker.js")),
  });
  return {
    origin: runtime.origin,
    crash: () => Promise.reject(new Error("This server does not crash")),
    close: async () => {
      await runtime.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
