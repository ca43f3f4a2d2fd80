/**
 * Runs an attack for some time beside an honest breeder, and measures its effect on the breeder and on the server's
 * memory.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Battlefield } from "./battlefield";
import type { Command } from "./honest-breeder";

const BETWEEN_DEEDS_MS = 200;
const LOOK_EVERY_MS = 100;

export interface Withstood {
  /** In milliseconds, at p95. */
  readonly p95: Readonly<Record<Command, number>>;
  /** Actions that were refused or lost, or got no response afterwards. */
  readonly failures: readonly string[];
  readonly memoryMiB: { readonly before: number; readonly peak: number; readonly after: number };
  readonly endings: Readonly<Record<string, number>>;
  /** Written during the attack. */
  readonly errors: string;
}

const p95Of = (times: readonly number[]): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? NaN);
};

/** Does each action at least once. */
export async function work({ honest: [honest] }: Battlefield, seconds: number): Promise<void> {
  const endMs = performance.now() + seconds * 1000;
  for (let deeds = 0; deeds < 5 || performance.now() < endMs; deeds += 1) {
    await honest?.act();
    await pause(BETWEEN_DEEDS_MS);
  }
}

/** The attacker is new. There is a quiet period before and afterwards. */
export async function withstand(
  field: Battlefield,
  name: string,
  seconds: { readonly before: number; readonly during: number; readonly after: number },
): Promise<Withstood> {
  const [honest] = field.honest;
  if (honest === undefined) throw new Error("Nobody honest is there");
  const told = field.runtime.errors().length;
  await field.bringAttacker();
  await honest.refresh();
  // Memory for data that printing loads, such as fonts, must not count as the attack's.
  await honest.print();
  await work(field, seconds.before);
  honest.failures.length = 0;
  for (const deed of ["query", "rest", "write"] as const) honest.times[deed].length = 0;
  const before = field.residentMiB();
  let peak = before;
  const looking = setInterval(() => (peak = Math.max(peak, field.residentMiB())), LOOK_EVERY_MS);
  await field.attack([name]);
  await work(field, seconds.during);
  const { query, rest, write } = honest.times;
  const p95 = { query: p95Of(query), rest: p95Of(rest), write: p95Of(write) };
  const { [name]: endings = {} } = await field.cease();
  await work(field, seconds.after);
  clearInterval(looking);
  const memoryMiB = { before, peak, after: field.residentMiB() };
  const missing = await honest.missing().catch((error: unknown) => [`afterwards: ${String(error)}`]);
  const failures = [...new Set([...honest.failures, ...missing])];
  return { p95, failures, memoryMiB, endings, errors: field.runtime.errors().slice(told) };
}
