/**
 * Pushes code as the official CLI does, one version after the other. Each version has its number in two modules, so
 * that half a version can be distinguished from a whole one.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type DefaultFunctionArgs } from "convex/server";
import { ADMIN_KEY, createCliProject } from "../support/convex-cli";
import type { Runtime } from "../support/runtime";
import type { Worker } from "./mixed-load";

const AFTER_ERROR_MS = 20;
const BETWEEN_MS = 50;
const code = (module: string) =>
  makeFunctionReference<"query", DefaultFunctionArgs, string>(`${module}:code`);

/** Captures the request with which the official CLI would push the functions of the crash tests. */
export async function makePushRequest(runtime: Runtime): Promise<string> {
  const project = createCliProject({ "tests/fixtures/crash": "." });
  const folder = mkdtempSync(path.join(tmpdir(), "studbook-push-"));
  const file = path.join(folder, "request");
  try {
    const options = ["--typecheck", "disable", "--codegen", "disable", "-y"];
    const { stderr } = await project.run(runtime, "deploy", "--write-push-request", file, ...options);
    try {
      return readFileSync(`${file}.json`, "utf8");
    } catch {
      throw new Error(`The CLI wrote no request: ${stderr}`);
    }
  } finally {
    project.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

export class CodePusher implements Worker {
  count = 0;
  /** The last version whose push was acknowledged. */
  #acknowledged = 0;
  /** The last version whose push was started. */
  #begun = 0;

  constructor(
    private readonly origin: string,
    private readonly request: string,
  ) {}

  async run(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      await this.push().catch(() => pause(AFTER_ERROR_MS));
      await pause(BETWEEN_MS);
    }
  }

  /** Throws if the runtime does not respond. */
  async push(): Promise<void> {
    const version = (this.#begun += 1);
    const request = this.request.replaceAll("code-number-0", `code-number-${version}`);
    const started = (await this.#post("start_push", request)) as object;
    await this.#post("wait_for_schema", JSON.stringify({ ...started, timeoutMs: 10_000 }));
    await this.#post("finish_push", JSON.stringify({ dryRun: false, startPush: started }));
    this.#acknowledged = version;
    this.count += 1;
  }

  async #post(step: string, body: string): Promise<unknown> {
    const headers = { "Content-Type": "application/json", Authorization: `Convex ${ADMIN_KEY}` };
    const response = await fetch(`${this.origin}/api/deploy2/${step}`, { method: "POST", headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text);
  }

  /** The running code must be a whole version, and not older than the last acknowledged one. */
  async check(): Promise<string[]> {
    const least = this.#acknowledged;
    const client = new ConvexHttpClient(this.origin, { logger: false });
    const [a, b] = await this.#codes(client);
    if (a !== b) return [`half a version runs: ${a} and ${b}`];
    const version = Number(a.replace("code-number-", ""));
    const isPushed = version >= least && version <= this.#begun;
    return isPushed ? [] : [`${a} runs, after version ${least} was acknowledged and ${this.#begun} begun`];
  }

  /** One call reads both modules, because a push may happen between two queries. */
  async #codes(client: ConvexHttpClient): Promise<readonly [string, string]> {
    for (;;) {
      const first = await client.query(code("codeA"), {});
      const second = await client.query(code("codeB"), {});
      if (first === (await client.query(code("codeA"), {}))) return [first, second];
    }
  }

  reconnect(): void {
    return;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
