/**
 * For the tests of actions: a worker script built from the source, the bundled fixture folder, and a host that
 * records the requests of actions.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { EngineError } from "../../errors.js";
import type { ActionCaller, ActionHost, ActionInvocation } from "../action-host.js";
import { prepareFunctions, type PreparedFunctions } from "../bundle/prepare.js";
import type { ActionRunnerOptions } from "./action-runner.js";

export interface BuiltActions extends PreparedFunctions {
  readonly workerUrl: URL;
  /** The test removes this folder. */
  readonly dir: string;
}

export async function buildActions(): Promise<BuiltActions> {
  const dir = mkdtempSync(path.join(tmpdir(), "embedded-actions-"));
  const workerUrl = await buildWorker(dir);
  const functionsDir = fileURLToPath(new URL("./fixtures/convex", import.meta.url));
  return { dir, workerUrl, ...(await prepareFunctions({ functionsDir, dataDir: dir, env: {} })) };
}

export async function buildWorker(dir: string): Promise<URL> {
  const outfile = path.join(dir, "action-worker.mjs");
  await esbuild.build({
    entryPoints: [fileURLToPath(new URL("../action-worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  await esbuild.stop();
  return pathToFileURL(outfile);
}

export interface AskedSyscall {
  readonly op: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: ActionCaller;
}

/** The host refuses every mutation with a ConvexError. */
export function createTestHost(): ActionHost & { readonly asked: AskedSyscall[] } {
  const asked: AskedSyscall[] = [];
  return {
    asked,
    env: { GREETING: "good day" },
    async asyncSyscall(op, args, caller) {
      asked.push({ op, args: JSON.parse(args) as Readonly<Record<string, unknown>>, caller });
      if (op === "1.0/getUserIdentity") {
        if (caller.identityError !== undefined)
          throw new EngineError("InvalidArgument", caller.identityError);
        return JSON.stringify(caller.identity);
      }
      if (op === "1.0/actions/mutation") {
        throw new EngineError(
          "InvalidArgument",
          "Uncaught ConvexError",
          '{"code":"FULL","left":{"$integer":"AAAAAAAAAAA="}}',
        );
      }
      throw new EngineError("NotSupported", `Unknown operation ${op}`);
    },
  };
}

/** Only the parts that actions use. */
export function createTestFiles(): ActionRunnerOptions["files"] {
  const files = new Map<string, { bytes: Buffer; contentType: string | null }>();
  return {
    async store(chunks, { contentType }) {
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      const id = `file-${files.size}`;
      files.set(id, { bytes: Buffer.concat(parts), contentType: contentType ?? null });
      return id;
    },
    async find(storageId) {
      const file = files.get(storageId);
      if (file === undefined) return null;
      const { bytes, contentType } = file;
      const open = async () => new Blob([new Uint8Array(bytes)]).stream();
      return { storageId, sha256: "", size: bytes.length, contentType, open };
    },
  };
}

export function invocationOf(
  modulePath: string,
  exportName: string,
  args: Readonly<Record<string, unknown>> = {},
  caller: Partial<ActionCaller> = {},
): ActionInvocation {
  const environment = modulePath === "nodeTasks" ? "node" : "isolate";
  return {
    component: "",
    modulePath,
    exportName,
    environment,
    args: JSON.stringify([args]),
    caller: {
      component: "",
      identity: null,
      requestId: "0123456789abcdef",
      functionPath: `${modulePath}:${exportName}`,
      environment,
      ...caller,
    },
  };
}
