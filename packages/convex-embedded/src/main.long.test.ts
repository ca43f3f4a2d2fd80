/** Tests the command as an operator uses it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { asBrowserSocket, mutation, openRaw, query } from "./sync/testing/sync-harness.js";

const script = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const functionsDir = fileURLToPath(new URL("./sync/testing/fixtures/convex", import.meta.url));
const limitsDir = fileURLToPath(new URL("./functions/fixtures/convex", import.meta.url));

interface Command {
  readonly child: ChildProcess;
  /** The address after `ready`. Null if the process ended before. */
  readonly origin: string | null;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  stdout(): string;
  stderr(): string;
}

/** The unit of the processor time that Linux counts. */
const TICKS_PER_SECOND = 100;

/** Read from Linux's `/proc`. */
function processorTicks(pid: number | undefined): number {
  const [, fields = ""] = /\) (.*)$/su.exec(readFileSync(`/proc/${pid ?? 0}/stat`, "utf8")) ?? [];
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return user + system;
}

let dir: string;
let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "command-"));
  dataDir = path.join(dir, "data");
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(dir, { recursive: true, force: true });
});

async function run(...extra: string[]): Promise<Command> {
  return runFolder(functionsDir, ...extra);
}

async function runFolder(functions: string, ...extra: string[]): Promise<Command> {
  const args = ["--functions", functions, "--data", dataDir, "--port", "0", ...extra];
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ready = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const match = /^ready (\S+)\n/m.exec(stdout);
      if (match?.[1]) resolve(match[1]);
    });
  });
  const origin = await Promise.race([ready, ended.then(() => null)]);
  return { child, origin, ended, stdout: () => stdout, stderr: () => stderr };
}

async function runReady(...extra: string[]): Promise<Command & { readonly origin: string }> {
  const command = await run(...extra);
  const { origin } = command;
  if (origin === null) throw new Error(`It did not start: ${command.stderr()}`);
  return { ...command, origin };
}

describe("the command", () => {
  it("prints one line when it serves, and ends with 0 on SIGTERM and on SIGINT", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const command = await runReady();
      expect(command.stdout()).toBe(`ready ${command.origin}\n`);
      expect(command.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${command.origin}/version`)).status).toBe(200);
      const idle = await openRaw(command.origin);
      command.child.kill(signal);
      expect(await command.ended).toEqual({ code: 0, signal: null });
      expect((await idle.closed).code).toBe(1001);
      expect(command.stderr()).toBe("");
    }
  });

  it("repeatedly stops endless functions, and still ends on SIGINT", async () => {
    const command = await runFolder(limitsDir);
    const { origin } = command;
    if (origin === null) throw new Error(`It did not start: ${command.stderr()}`);
    const http = () => new ConvexHttpClient(origin, { logger: false });
    for (let round = 0; round < 2; round += 1) {
      const [write, endlessMutation, endlessQuery, later] = await Promise.allSettled([
        http().mutation(mutation("limits:write"), { name: "before" }),
        http().mutation(mutation("limits:writeForever"), {}),
        http().query(query("limits:loopForever"), {}),
        http().mutation(mutation("limits:write"), { name: "after" }),
      ]);
      expect([write.status, later.status]).toEqual(["fulfilled", "fulfilled"]);
      for (const outcome of [endlessMutation, endlessQuery]) {
        expect(outcome.status === "rejected" && String(outcome.reason)).toContain(
          "Function execution timed out (maximum duration: 1s)",
        );
      }
    }
    // Right after its own signals the thread treats an operator's signal as a late one of its own, so the test
    // sends it repeatedly.
    const interrupting = setInterval(() => command.child.kill("SIGINT"), 300);
    expect(await command.ended).toEqual({ code: 0, signal: null });
    clearInterval(interrupting);
    expect(command.stderr()).toBe("");
  });

  it.runIf(process.platform === "linux")(
    "continues without an error when its output is no longer read",
    async () => {
      const { child, origin } = await runFolder(limitsDir);
      if (origin === null) throw new Error("It did not start");
      child.stdout?.destroy();
      child.stderr?.destroy();
      // The first request with this header prints a message.
      await fetch(`${origin}/version`, { headers: { "x-forwarded-for": "192.0.2.1" } });
      await pause(500);
      const before = processorTicks(child.pid);
      await pause(1000);
      expect(processorTicks(child.pid) - before).toBeLessThan(TICKS_PER_SECOND / 4);
      expect((await fetch(`${origin}/version`)).status).toBe(200);
    },
  );

  it("on SIGTERM completes the work that it has acknowledged", async () => {
    const command = await runReady();
    const client = new ConvexClient(command.origin, {
      webSocketConstructor: asBrowserSocket(WebSocket),
      logger: false,
    });
    let acknowledged = 0;
    const writing = (async () => {
      for (let n = 0; command.child.exitCode === null; n += 1) {
        const written = client.mutation(mutation("notes:add"), { board: "a", text: String(n) });
        const outcome = await Promise.race([written.then(() => "done"), command.ended]);
        if (outcome !== "done") return;
        acknowledged += 1;
        if (acknowledged === 20) command.child.kill("SIGTERM");
      }
    })();
    expect(await command.ended).toEqual({ code: 0, signal: null });
    await writing;
    await client.close();
    const again = await runReady();
    const kept = (await new ConvexHttpClient(again.origin, { logger: false }).query(query("notes:list"), {
      board: "a",
    })) as string[];
    expect(kept.length).toBeGreaterThanOrEqual(acknowledged);
    expect(kept).toEqual(kept.map((_text, position) => String(position)));
  });

  it("keeps acknowledged data when it is killed", async () => {
    let total = 0;
    for (let round = 0; round < 3; round += 1) {
      const command = await runReady();
      const http = new ConvexHttpClient(command.origin, { logger: false });
      for (let n = 0; n < 10; n += 1) {
        await http.mutation(mutation("notes:add"), { board: "a", text: String(total) });
        total += 1;
      }
      command.child.kill("SIGKILL");
      expect((await command.ended).signal).toBe("SIGKILL");
    }
    const http = new ConvexHttpClient((await runReady()).origin, { logger: false });
    expect(await http.query(query("notes:list"), { board: "a" })).toHaveLength(total);
  });
});

describe("an error that prevents the start is one line and exit code 1", () => {
  async function refusal(...extra: string[]): Promise<string> {
    const command = await run(...extra);
    expect(await command.ended).toEqual({ code: 1, signal: null });
    expect(command.stdout()).toBe("");
    expect(command.stderr().trimEnd().split("\n")).toHaveLength(1);
    return command.stderr();
  }

  it("when an option is missing, wrong or unknown", async () => {
    expect(await refusal("--port", "banana")).toMatch(/--port must be a port number/);
    expect(await refusal("--colour", "red")).toMatch(/Unknown option '--colour'\. convex-embedded --help/);
    expect(await refusal("--origin", "nowhere")).toMatch(/--origin must be an address/);
  });

  it("when the port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await refusal("--port", String(port))).toMatch(/is in use/);
    other.close();
  });

  it("when the data folder cannot be written", async () => {
    writeFileSync(path.join(dir, "file"), "");
    expect(await refusal("--data", path.join(dir, "file", "data"))).toMatch(/choose another data folder/);
  });

  it("when the functions folder is missing or does not compile", async () => {
    expect(await refusal("--functions", path.join(dir, "none"))).toMatch(/There is no functions folder/);
    mkdirSync(path.join(dir, "broken"));
    writeFileSync(path.join(dir, "broken", "module.ts"), "export const a = ;\nexport const b = ;");
    expect(await refusal("--functions", path.join(dir, "broken"))).toMatch(/module\.ts/);
  });
});
