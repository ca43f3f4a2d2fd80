/**
 * `npm run soak -- [--minutes N] [--clients N] [--pause SECONDS] [--seed N]`: users work in their rooms for half an
 * hour. Prints once a minute what happened and the server's memory. Fails at any error or unexpected state, and
 * when memory grows.
 */
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { startRuntime } from "../support/runtime";
import { isGrowing, trendOf } from "./memory-trend";
import { INSPECTED, ProcessMemory, withoutInspector, type MemorySample } from "./process-memory";
import { SoakPerson, type Command } from "./soak-person";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    clients: { type: "string", default: "200" },
    pause: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
  },
});
const minutes = Number(values.minutes);
const clients = Number(values.clients);
const pauseMs = Number(values.pause) * 1000;
const isShort = minutes < 5;
const PEOPLE_PER_ROOM = 8;
const SAMPLES_PER_MINUTE = isShort ? 20 : 3;
/**
 * Growth over the last two thirds that is accepted: a share of the level, and the garbage that a collector may
 * leave. In a short run caches are still filling, so only large leaks are found.
 */
const HEAP = { share: 0.1, floorMiB: isShort ? 12 : 4 };
const RSS = { share: 0.15, floorMiB: isShort ? 50 : 20 };

let state = Number(values.seed) >>> 0;
/** Mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const findings: string[] = [];
const find = (finding: string) => {
  findings.push(finding);
  if (findings.length <= 20) process.stdout.write(`! ${finding}\n`);
};

const runtime = await startRuntime({ functions: "tests/fixtures/soak", nodeArguments: [INSPECTED] });
const memory = await ProcessMemory.of(runtime.errors());
const people = Array.from(
  { length: clients },
  (_, index) =>
    new SoakPerson({
      origin: runtime.origin,
      room: `room ${Math.floor(index / PEOPLE_PER_ROOM)}`,
      name: `person ${index}`,
      random,
      onFinding: find,
    }),
);

const started = performance.now();
const endsAt = started + minutes * 60_000;
const isOver = () => performance.now() >= endsAt;
let times = new Map<Command, number[]>();
let deeds = 0;

/** The clients start at different moments. */
async function work(person: SoakPerson): Promise<void> {
  await pause(random() * pauseMs);
  while (!isOver()) {
    const begun = performance.now();
    try {
      const deed = await person.act();
      times.set(deed, [...(times.get(deed) ?? []), performance.now() - begun]);
      deeds += 1;
    } catch (error) {
      find(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    }
    await pause(pauseMs * (0.5 + random()));
  }
}

function share(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN).toFixed(1);
}

function printMinute(minute: number, sample: MemorySample): void {
  const writes = [...(times.get("mutation") ?? [])].sort((a, b) => a - b);
  const all = [...times.values()].flat().length;
  times = new Map();
  process.stdout.write(
    `minute ${String(minute).padStart(2)}: ${all} deeds, ${findings.length} errors; ` +
      `mutation p50 ${share(writes, 0.5)} p95 ${share(writes, 0.95)} p99 ${share(writes, 0.99)} slowest ${share(writes, 1)} ms; ` +
      `rss ${sample.rssMiB.toFixed(1)} MiB, heap in use ${sample.heapMiB.toFixed(1)} MiB, buffers ${sample.buffersMiB.toFixed(1)} MiB\n`,
  );
}

async function sampleMemory(): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  for (let count = 1; count <= minutes * SAMPLES_PER_MINUTE; count += 1) {
    await pause(Math.max(0, started + (count * 60_000) / SAMPLES_PER_MINUTE - performance.now()));
    const sample = await memory.sample();
    samples.push(sample);
    if (count % SAMPLES_PER_MINUTE === 0) printMinute(count / SAMPLES_PER_MINUTE, sample);
  }
  return samples;
}

function judge(what: string, samples: readonly number[], limit: typeof HEAP): void {
  const trend = trendOf(samples);
  process.stdout.write(
    `${what}: level ${trend.level.toFixed(1)} MiB, trend over the last two thirds ${trend.growth.toFixed(1)} MiB\n`,
  );
  if (isGrowing(trend, limit.share, limit.floorMiB)) find(`${what} grows by ${trend.growth.toFixed(1)} MiB`);
}

const [samples] = await Promise.all([sampleMemory(), ...people.map(work)]);
await settle();
for (const person of people) await person.check();
for (const person of people) await person.close();
judge(
  "heap in use",
  samples.map(({ heapMiB }) => heapMiB),
  HEAP,
);
judge(
  "resident memory",
  samples.map(({ rssMiB }) => rssMiB),
  RSS,
);
memory.close();
await runtime.stop();
const errors = withoutInspector(runtime.errors());
if (errors !== "") find(`the server wrote to standard error: ${errors}`);
process.stdout.write(
  `${minutes} minutes, ${clients} clients, ${deeds} deeds, ${people.reduce((sum, { refusals }) => sum + refusals, 0)} tried again because the server was busy, ${findings.length} errors: ${findings.length === 0 ? "passed" : "failed"}\n`,
);
process.exit(findings.length === 0 && deeds > clients ? 0 : 1);

/** Waits until all clients of a room see the same data. */
async function settle(): Promise<void> {
  const deadline = performance.now() + 15_000;
  const isSettled = () => people.every(({ room }, at) => room === people[at - (at % PEOPLE_PER_ROOM)]?.room);
  while (!isSettled() && performance.now() < deadline) await pause(20);
}
