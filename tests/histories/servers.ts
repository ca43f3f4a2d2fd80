/** The server for histories: the runtime as a separate process, which can be killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startLasting } from "../support/relay";
import type { Server } from "./execute";

export const FUNCTIONS = "tests/fixtures/histories";

export interface OwnServer extends Server {
  close(): Promise<void>;
}

/** A crash is SIGKILL. */
export async function startProcess(): Promise<OwnServer> {
  const data = mkdtempSync(path.join(tmpdir(), "studbook-histories-"));
  const runtime = await startLasting({ functions: FUNCTIONS, data });
  return {
    origin: runtime.origin,
    crash: async () => {
      await runtime.current().kill();
      await runtime.startAgain();
    },
    close: async () => {
      await runtime.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
