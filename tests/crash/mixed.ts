/**
 * Kills the runtime at random moments while users write, upload, schedule and push code. Checks that all
 * acknowledged data exists and nothing exists twice: `npm run crash -- [--kills 1000] [--seed 1]`.
 */
import { parseArgs } from "node:util";
import { chanceOf } from "../support/random-kennel";
import { runSlice } from "./mixed-slice";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
/** The number of kills for each data folder. */
const PER_FOLDER = 100;
const TELL_EVERY = 25;

const total = Number(values.kills);
const chance = chanceOf(Number(values.seed));
const sums: Record<string, number> = {};
const findings: string[] = [];
const started = performance.now();
for (let done = 0; done < total; done += PER_FOLDER) {
  const outcome = await runSlice(Math.min(PER_FOLDER, total - done), chance, (kill) => {
    if (kill % TELL_EVERY === 0) process.stdout.write(`${done + kill} kills\n`);
  });
  for (const [name, count] of Object.entries(outcome.counts)) sums[name] = (sums[name] ?? 0) + count;
  for (const finding of outcome.findings) process.stdout.write(`${finding}\n`);
  findings.push(...outcome.findings);
}
const seconds = Math.round((performance.now() - started) / 1000);
const told = Object.entries(sums).map(([name, count]) => `${name} ${count}`);
process.stdout.write(
  `${told.join(", ")}, ${seconds} s, seed ${values.seed}: ${findings.length} violations\n`,
);
// A load in which one kind of work did nothing proves nothing.
const isMixed = ["mutations", "jobs", "uploads", "pushes"].every((name) => (sums[name] ?? 0) > 0);
process.exit(findings.length === 0 && isMixed ? 0 : 1);
