/**
 * Runs the official CLI in a separate project: a copy in a temporary folder that shares the repository's packages.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cliEnvironment, cliPath } from "../../scripts/convex-cli.mjs";
import type { Runtime } from "./runtime";

export const ADMIN_KEY = "embedded|of-the-cli-tests";

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Following {
  readonly output: () => string;
  stop(): Promise<void>;
}

export interface CliProject {
  readonly dir: string;
  /** Does not throw if the CLI fails. */
  run(runtime: Runtime, ...args: string[]): Promise<CliResult>;
  /** The CLI gets this text on its standard input. */
  pipe(runtime: Runtime, stdin: string, ...args: string[]): Promise<CliResult>;
  /** The command runs until it is stopped. */
  follow(runtime: Runtime, ...args: string[]): Following;
  /** Throws the CLI's output if the push is refused. */
  push(runtime: Runtime): Promise<CliResult>;
  write(file: string, text: string): void;
  edit(file: string, change: (text: string) => string): void;
  remove(): void;
}

const repository = path.resolve(import.meta.dirname, "..", "..");

/** `sources` maps paths of the repository to paths of the project. */
export function createCliProject(sources: Readonly<Record<string, string>>): CliProject {
  const dir = mkdtempSync(path.join(tmpdir(), "studbook-cli-"));
  for (const [from, to] of Object.entries(sources)) {
    cpSync(path.join(repository, from), path.join(dir, to), { recursive: true });
  }
  symlinkSync(path.join(repository, "node_modules"), path.join(dir, "node_modules"));
  const run = (runtime: Runtime, ...args: string[]) => runCli(dir, runtime, args);
  return {
    dir,
    run,
    pipe: (runtime, stdin, ...args) => runCli(dir, runtime, args, stdin),
    follow: (runtime, ...args) => followCli(dir, runtime, args),
    push: async (runtime) => {
      const result = await run(runtime, "dev", "--once", "--typecheck", "disable");
      if (result.code !== 0) throw new Error(result.stderr);
      return result;
    },
    write: (file, text) => writeFileSync(path.join(dir, file), text),
    edit: (file, change) => {
      const place = path.join(dir, file);
      writeFileSync(place, change(readFileSync(place, "utf8")));
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function followCli(dir: string, { origin }: Runtime, args: readonly string[]): Following {
  const child = spawn(process.execPath, [cliPath, ...args], {
    cwd: dir,
    env: { ...cliEnvironment(origin, ADMIN_KEY), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  }
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    output: () => output,
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

function runCli(dir: string, { origin }: Runtime, args: readonly string[], stdin = ""): Promise<CliResult> {
  const child = spawn(process.execPath, [cliPath, ...args], {
    cwd: dir,
    env: { ...cliEnvironment(origin, ADMIN_KEY), NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // The CLI may end without reading its input.
  child.stdin.on("error", () => undefined).end(stdin);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
