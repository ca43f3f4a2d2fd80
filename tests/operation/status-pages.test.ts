/** Tests the operator's view of a running process. */
import { request as httpRequest } from "node:http";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";
import { createCallLog } from "../../packages/convex-embedded/src/operation/call-log";
import { createStatusPages } from "../../packages/convex-embedded/src/operation/status-pages";
import { CallCounts } from "../../packages/convex-embedded/src/operation/call-counts";
import { createMetrics } from "../../packages/convex-embedded/src/sync/metrics";
import { listen } from "../../packages/convex-embedded/src/http/listen";

let runtime: Runtime;

beforeAll(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/ledger" });
});
afterAll(() => runtime.stop());

function get(
  pathname: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const url = new URL(pathname, runtime.origin);
    const sent = httpRequest(url, { headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on("error", reject).end();
  });
}

describe("the status pages for operators", () => {
  it("report that the runtime is healthy, and count its work", async () => {
    expect(await get("/health")).toEqual({ status: 200, body: "ok\n" });
    const client = new ConvexHttpClient(runtime.origin);
    await client.mutation(makeFunctionReference<"mutation">("entries:append"), { client: "a", number: 1 });
    await expect(
      client.mutation(makeFunctionReference<"mutation">("entries:append"), { client: "a" }),
    ).rejects.toThrow();
    const { body } = await get("/metrics");
    expect(body).toMatch(/^embedded_calls_total\{kind="Mutation",outcome="success"\} 1$/m);
    expect(body).toMatch(/^embedded_calls_total\{kind="Mutation",outcome="error"\} 1$/m);
    expect(body).toMatch(/^embedded_commits_total [1-9]/m);
    expect(body).toMatch(/^embedded_database_bytes\{file="database"\} [1-9]/m);
    expect(body).toMatch(/^process_resident_memory_bytes [1-9]/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
    // Reading the counters does not change them.
    expect((await get("/metrics")).body).toMatch(
      /^embedded_calls_total\{kind="Mutation",outcome="success"\} 1$/m,
    );
  });

  it("refuse requests through a proxy, from pages in a browser, and with another method", async () => {
    for (const pathname of ["/health", "/metrics"]) {
      expect((await get(pathname, { "x-forwarded-for": "192.0.2.1" })).status).toBe(404);
      expect((await get(pathname, { accept: "text/html,*/*" })).status).toBe(404);
      expect((await fetch(runtime.origin + pathname, { method: "POST" })).status).toBe(404);
    }
  });

  it("report when the database cannot be read", async () => {
    const pages = createStatusPages({
      metrics: createMetrics(),
      calls: new CallCounts(),
      databaseFile: path.join(runtime.data, "data.sqlite"),
      readDatabase: () => Promise.reject(new Error("gone")),
    });
    const server = await listen("127.0.0.1", 0, "port");
    server.serve((request, response) => {
      void pages(request, response, new URL(request.url ?? "/", "http://127.0.0.1"));
    });
    expect((await fetch(`http://127.0.0.1:${server.port}/health`)).status).toBe(503);
    await server.close(0);
  });
});

describe("the log of calls", () => {
  const ended = {
    kind: "Mutation" as const,
    path: "dogs:weigh",
    startedMs: Date.UTC(2026, 0, 2),
    durationMs: 12.345,
  };
  const success = { status: "success" as const, value: "null", logLines: [] as string[] };

  function told(which: "none" | "failed" | "all") {
    const lines: string[] = [];
    const log = createCallLog(which, (line) => lines.push(line));
    log({ ...ended, outcome: success });
    log({ ...ended, outcome: { ...success, logLines: ["[LOG] 'weighed'"] } });
    log({ ...ended, outcome: { status: "error", message: "Uncaught Error: no", logLines: [] } });
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it("contains nothing, only failed calls and calls with output, or everything, as one line of JSON each", () => {
    expect(told("none")).toEqual([]);
    const failed = told("failed");
    expect(failed).toEqual([
      expect.objectContaining({ level: "info", lines: ["[LOG] 'weighed'"] }),
      {
        at: "2026-01-02T00:00:00.012Z",
        level: "error",
        kind: "Mutation",
        function: "dogs:weigh",
        ms: 12.3,
        error: "Uncaught Error: no",
      },
    ]);
    expect(told("all")).toHaveLength(3);
  });
});
