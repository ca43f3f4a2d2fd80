/**
 * `npm run attack -- [--seconds 60] [--only TEXT]`: keeps each attack of the catalogue up for a while from one address,
 * and prints what an honest breeder of another kennel notices of it. Ends with 1 when a query or REST call of theirs
 * fails, takes longer than 250 ms in one case of twenty, or the server's memory reaches twice that of its idle state.
 */
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openBattlefield, type Battlefield } from "./battlefield";
import { ATTACK_NAMES } from "./catalogue";
import type { Deed } from "./honest-breeder";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, only: { type: "string" } },
});
const SECONDS = Number(values.seconds);
const IDLE_SECONDS = Math.min(10, SECONDS);
const BETWEEN_DEEDS_MS = 200;
const LIMIT_MS = 250;
const MEMORY_FACTOR = 2;

const quantile = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};

/** What an honest breeder met in a while. */
interface Watched {
  readonly times: Record<Deed, number[]>;
  readonly failures: readonly string[];
  readonly peakMiB: number;
  readonly processorSeconds: number;
}

/** Lets the honest breeder work for a while and watches the server's memory. */
async function watch(field: Battlefield, seconds: number): Promise<Watched> {
  const [honest] = field.honest;
  if (honest === undefined) throw new Error("Nobody honest is there");
  await honest.refresh();
  honest.failures.length = 0;
  for (const deed of ["query", "rest", "write"] as const) honest.times[deed].length = 0;
  let peakMiB = field.residentMiB();
  const looking = setInterval(() => (peakMiB = Math.max(peakMiB, field.residentMiB())), 100);
  const before = field.processorSeconds();
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    await honest.act();
    await pause(BETWEEN_DEEDS_MS);
  }
  clearInterval(looking);
  return {
    times: { query: [...honest.times.query], rest: [...honest.times.rest], write: [...honest.times.write] },
    ...{ failures: [...honest.failures], peakMiB, processorSeconds: field.processorSeconds() - before },
  };
}

const row = (name: string, { times, peakMiB, processorSeconds, failures }: Watched, seconds: number) => {
  const figures = (["query", "rest", "write"] as const).map((deed) =>
    [0.5, 0.95, 1].map((share) => Math.round(quantile(times[deed], share)).toString().padStart(5)).join(""),
  );
  const load = ((100 * processorSeconds) / seconds).toFixed(0);
  return `${name.padEnd(44)}${figures.join("  ")}  ${Math.round(peakMiB).toString().padStart(5)} MiB  ${load.padStart(4)} %  ${failures.length} failed\n`;
};

process.stdout.write(
  `${"milliseconds p50, p95, most of".padEnd(44)}          query             REST            write     memory  server\n`,
);
const missed: string[] = [];
for (const name of ATTACK_NAMES.filter((each) => each.includes(values.only ?? ""))) {
  // A server of its own each, so that what one attack leaves behind is not the next one's.
  const field = await openBattlefield(["Ann"]);
  const idle = await watch(field, IDLE_SECONDS);
  process.stdout.write(row("before", idle, IDLE_SECONDS));
  await field.attack([name]);
  const watched = await watch(field, SECONDS);
  const endings = await field.cease();
  process.stdout.write(row(name, watched, SECONDS));
  process.stdout.write(`    ended ${JSON.stringify(endings[name])}, load ${loadavg()[0]?.toFixed(1)}\n`);
  const told = [
    ...(["query", "rest"] as const).flatMap((deed) => {
      const p95 = quantile(watched.times[deed], 0.95);
      return p95 <= LIMIT_MS ? [] : [`${deed} takes ${Math.round(p95)} ms at p95`];
    }),
    ...new Set(watched.failures),
    ...(watched.peakMiB < MEMORY_FACTOR * idle.peakMiB
      ? []
      : [`${Math.round(watched.peakMiB)} MiB, of ${Math.round(idle.peakMiB)} before`]),
    ...((await field.honest[0]?.missing()) ?? []),
    ...(field.runtime.errors() === "" ? [] : [`the server wrote: ${field.runtime.errors().slice(0, 500)}`]),
  ];
  for (const line of told) missed.push(`${name}: ${line}`);
  await field.end();
}
process.stdout.write(missed.map((line) => `! ${line}\n`).join(""));
process.stdout.write(`${missed.length} missed\n`);
process.exit(missed.length === 0 ? 0 : 1);
