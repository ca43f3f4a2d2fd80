/** Starts the runtime as a separate process on loopback, and ends only the process that it started. */
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { accountOptions, anonymousOptions } from "../../scripts/runtime-options.mjs";

export interface RuntimeOptions {
  /**
   * A `convex/` folder, relative to the repository or absolute. If undefined, the runtime uses the functions that
   * were pushed before.
   */
  functions?: string;
  adminKey?: string;
  /**
   * A data folder that is kept when the runtime stops. If undefined, a temporary folder is used and then deleted.
   */
  data?: string;
  port?: number;
  web?: string;
  accounts?: boolean;
  /** With a payments sandbox, plans limit the kennels. */
  payments?: boolean;
  env?: Record<string, string>;
  nodeArguments?: string[];
  /** Kills the runtime as a power failure would, even before it is ready. */
  signal?: AbortSignal;
  extraArguments?: string[];
}

export interface Runtime {
  readonly origin: string;
  readonly port: number;
  readonly pid: number;
  readonly data: string;
  readonly errors: () => string;
  /** Resolves with the exit code after the process has ended. The code is null if a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly output: () => string;
  /** Stops the process as an operator would, and removes a temporary data folder. */
  stop(): Promise<void>;
  /** Kills the process as a power failure would. The data folder is kept. */
  kill(): Promise<void>;
}

/**
 * About once in a thousand stops, Node 26 waits forever for one of its own idle threads, after all files were
 * closed.
 */
const STOP_MS = 60_000;

/** The tests run from the sources and from `dist/scripts`, which are both in the repository. */
const repository = findRepository(import.meta.dirname);
const runtimeEntry = path.join(repository, "packages", "convex-embedded", "dist", "main.js");

function findRepository(from: string): string {
  if (existsSync(path.join(from, "package-lock.json"))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error("These tests run inside the repository");
  return findRepository(parent);
}

/**
 * The arguments with which `npm start` and `npm run embedded` start Node; packages/convex-embedded/README.md
 * explains them.
 */
const NODE_ARGUMENTS = ["--max-semi-space-size=4", "--heap-growing-percent=25", "--optimize-for-size"];

/** Names the folder with Studbook's functions, which were bundled once for this test run. */
const BUNDLED = "STUDBOOK_TEST_BUNDLE";

/** Each runtime with new data then finds the functions in its cache and starts in less than half the time. */
export async function bundleOnce(suite: string): Promise<void> {
  if (process.env[BUNDLED]) return;
  // Two test runs may start at the same moment.
  const data = path.join(repository, "dist", "bundled-once", suite);
  const runtime = await startRuntime({ functions: "convex", accounts: true, data });
  await runtime.stop();
  process.env[BUNDLED] = path.join(data, "bundle");
}

/** Resolves when the runtime reports that it is ready. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const data = options.data ?? mkdtempSync(path.join(tmpdir(), "studbook-test-"));
  const bundled = process.env[BUNDLED];
  if (bundled && options.functions === "convex" && !existsSync(path.join(data, "bundle"))) {
    cpSync(bundled, path.join(data, "bundle"), { recursive: true });
  }
  const child = spawn(
    process.execPath,
    [...NODE_ARGUMENTS, ...(options.nodeArguments ?? []), runtimeEntry, ...argumentsFor(options, data)],
    {
      cwd: repository,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.signal && { signal: options.signal, killSignal: "SIGKILL" }),
    },
  );
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const origin = await readyLine(child, () => errors);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const pid = child.pid;
  if (pid === undefined) throw new Error("The runtime has no process id");
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      const tooLate = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await gone;
      clearTimeout(tooLate);
    }
  };
  return {
    origin,
    port: Number(new URL(origin).port),
    pid,
    data,
    errors: () => errors,
    ended,
    output: () => output,
    stop: async () => {
      await end("SIGTERM");
      if (!options.data) rmSync(data, { recursive: true, force: true });
    },
    kill: () => end("SIGKILL"),
  };
}

function argumentsFor(options: RuntimeOptions, data: string): string[] {
  return [
    ...(options.functions ? ["--functions", path.resolve(repository, options.functions)] : []),
    ...["--data", data, "--port", String(options.port ?? 0)],
    ...(options.adminKey ? ["--admin-key", options.adminKey] : []),
    ...(options.web ? ["--web", path.resolve(repository, options.web)] : []),
    ...(options.accounts ? ["--accounts", ...accountOptions, ...anonymousOptions] : []),
    ...(options.extraArguments ?? []),
    ...(options.payments ? ["--payments-sandbox", "/api/billing/webhook"] : []),
  ];
}

function readyLine(child: ChildProcess, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error("The runtime has no standard output"));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = /^ready (http:\/\/\S+)/.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
    child.once("exit", (code) => reject(new Error(`The runtime ended with code ${code}: ${errors()}`)));
    child.once("error", reject);
  });
}
