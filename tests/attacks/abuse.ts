/**
 * `npm run abuse -- [--minutes 1440] [--seed 1] [--slice 400]`: a simulated day of abuse. Each of its minutes takes
 * `--slice` milliseconds. In each minute, up to three random attacks of the catalogue come from one address, while
 * three breeders work from others. At the end the process must be healthy, and no call of the breeders may have
 * failed or been lost. The process may use no more memory than its caches need.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { INSPECTED, ProcessMemory, withoutInspector } from "../soak/process-memory";
import { chanceOf } from "../support/random-kennel";
import { openBattlefield } from "./battlefield";
import { ATTACK_NAMES } from "./catalogue";
import type { HonestBreeder } from "./honest-breeder";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1440" },
    seed: { type: "string", default: "1" },
    slice: { type: "string", default: "400" },
  },
});
const MOST_AT_ONCE = 3;
const REFRESH_MS = 5 * 60_000;
const CALM_MS = 5000;
/** How much the caches may grow. */
const MORE_HEAP_MIB = 48;

const field = await openBattlefield(["Ann", "Ben", "Cleo"], [INSPECTED]);
const memory = await ProcessMemory.of(field.runtime.errors());
const { heapMiB: heapBefore, rssMiB: residentBefore } = await memory.sample();
const chance = chanceOf(Number(values.seed));
let isOver = false;
let deeds = 0;

async function work(breeder: HonestBreeder): Promise<void> {
  let refreshedMs = performance.now();
  while (!isOver) {
    if (performance.now() - refreshedMs > REFRESH_MS) {
      await breeder.refresh();
      refreshedMs = performance.now();
    }
    await breeder.act();
    deeds += 1;
    await pause(200);
  }
}

const working = field.honest.map(work);
const minutes = Number(values.minutes);
for (let minute = 0; minute < minutes; minute += 1) {
  const count = 1 + Math.floor(chance() * MOST_AT_ONCE);
  const names = Array.from(
    { length: count },
    () => ATTACK_NAMES[Math.floor(chance() * ATTACK_NAMES.length)] ?? "",
  );
  await field.attack(names);
  await pause(Number(values.slice));
  if (minute % 240 === 239) {
    process.stdout.write(`${(minute + 1) / 60} hours, ${Math.round(field.residentMiB())} MiB resident\n`);
  }
}
await field.cease();
await pause(CALM_MS);
isOver = true;
await Promise.all(working);

const findings: string[] = [];
const health = await fetch(`${field.runtime.origin}/health`);
if (health.status !== 200) findings.push(`/health says ${health.status}`);
for (const breeder of field.honest) {
  findings.push(...new Set(breeder.failures), ...(await breeder.missing()));
}
const after = await memory.sample();
if (after.heapMiB > heapBefore + MORE_HEAP_MIB) {
  findings.push(`${Math.round(after.heapMiB)} MiB of heap are in use, ${Math.round(heapBefore)} before`);
}
const errors = withoutInspector(field.runtime.errors());
if (errors !== "") findings.push(`the server wrote: ${errors.slice(0, 1000)}`);
memory.close();
await field.end();
process.stdout.write(findings.map((finding) => `! ${finding}\n`).join(""));
process.stdout.write(
  `${minutes} minutes, ${deeds} deeds of three breeders, heap ${Math.round(heapBefore)} to ${Math.round(after.heapMiB)} MiB, resident ${Math.round(residentBefore)} to ${Math.round(after.rssMiB)} MiB: ${findings.length} findings\n`,
);
process.exit(findings.length === 0 ? 0 : 1);
