/** The server that histories run against: the runtime as a process of its own, which can be killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startRuntime, type Runtime } from "../support/runtime";
import type { Server } from "./execute";

export const FUNCTIONS = "tests/fixtures/histories";

export interface OwnServer extends Server {
  close(): Promise<void>;
}

/** Starts the runtime as a process of its own; a crash is SIGKILL. */
export async function startProcess(): Promise<OwnServer> {
  const data = mkdtempSync(path.join(tmpdir(), "studbook-histories-"));
  let runtime: Runtime = await startRuntime({ functions: FUNCTIONS, data });
  const { origin, port } = runtime;
  return {
    origin,
    crash: async () => {
      await runtime.kill();
      runtime = await startRuntime({ functions: FUNCTIONS, data, port });
    },
    close: async () => {
      await runtime.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
