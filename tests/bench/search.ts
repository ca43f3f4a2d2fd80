/**
 * The cost of search: 10,000 texts of twelve words in a hundred kennels, 2,000 vectors, and a hundred open
 * searches, one of which is affected by each write. The functions are those of the ledger fixture.
 */
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";
import { startRuntime } from "../support/runtime";

const fill: FunctionReference<
  "mutation",
  "public",
  { first: number; count: number; dimensions: number },
  null
> = makeFunctionReference("finding:fill");
const addNote: FunctionReference<"mutation", "public", { kennelId: string; text: string }, null> =
  makeFunctionReference("finding:addNote");
const search: FunctionReference<"query", "public", { text: string; kennelId?: string }, number> =
  makeFunctionReference("finding:search");
const near: FunctionReference<"action", "public", { vector: number[] }, number> =
  makeFunctionReference("finding:near");

const texts = 10_000;
const vectors = 2_000;
const dimensions = 384;

export interface Measured {
  readonly name: string;
  readonly timesMs: readonly number[];
}

async function timesOf(count: number, run: (sample: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let sample = -5; sample < count; sample += 1) {
    const start = performance.now();
    await run(sample);
    if (sample >= 0) times.push(performance.now() - start);
  }
  return times;
}

/** Also returns how many open searches ran again per write. */
export async function measureSearch(
  samples: number,
): Promise<{ measured: Measured[]; rerunsPerWrite: number }> {
  const runtime = await startRuntime({ functions: "tests/fixtures/ledger" });
  const http = new ConvexHttpClient(runtime.origin, { logger: false });
  const step = 250;
  for (let first = 0; first < texts; first += step) {
    await http.mutation(fill, { first, count: step, dimensions: first < vectors ? dimensions : 0 });
  }
  const asked = (args: { text: string; kennelId?: string }) =>
    timesOf(samples, () => http.query(search, args));
  const measured: Measured[] = [
    { name: "one word in 10,000 texts, 1 has it", timesMs: await asked({ text: "dog77" }) },
    {
      name: "one word in one kennel's 100 of 10,000 texts",
      timesMs: await asked({ text: "pup", kennelId: "kennel-7" }),
    },
    { name: "the beginning of a word that 10,000 texts have", timesMs: await asked({ text: "dog" }) },
    {
      name: `the nearest 10 of ${vectors} vectors of ${dimensions} dimensions`,
      timesMs: await timesOf(samples, () => http.action(near, { vector: vectorOf(dimensions) })),
    },
  ];
  const live = await measureLive(runtime.origin, samples);
  await runtime.stop();
  return { measured: [...measured, live.measured], rerunsPerWrite: live.rerunsPerWrite };
}

function vectorOf(length: number): number[] {
  return Array.from({ length }, (_, i) => Math.sin(i));
}

async function rerunsOf(origin: string): Promise<number> {
  const metrics = (await (await fetch(`${origin}/_internal/metrics`)).json()) as { queriesRerun: number };
  return metrics.queriesRerun;
}

/** A hundred kennels search for the same word. Only one of them finds each write. */
async function measureLive(origin: string, samples: number) {
  const client = new ConvexClient(origin, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  let arrived: (() => void) | null = null;
  await Promise.all(
    Array.from(
      { length: 100 },
      (_, kennel) =>
        new Promise<void>((resolve) => {
          client.onUpdate(search, { text: "rare", kennelId: `kennel-${kennel}` }, () => {
            resolve();
            arrived?.();
          });
        }),
    ),
  );
  const before = await rerunsOf(origin);
  const writes = Math.min(samples, 1_500);
  const timesMs = await timesOf(writes, async (sample) => {
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    await client.mutation(addNote, { kennelId: `kennel-${(sample + 5) % 100}`, text: "a rare note" });
    await arrival;
  });
  const reruns = (await rerunsOf(origin)) - before;
  await client.close();
  return {
    measured: { name: "write to an open search, 100 searches open", timesMs },
    rerunsPerWrite: reruns / (writes + 5),
  };
}
