/**
 * Runs any number of random histories, half of them with kills, and prints the shortest failing program: `npm run
 * histories -- [--runs 1000] [--seed 1]`.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { check } from "./check";
import { execute } from "./execute";
import { programs } from "./program";
import { startProcess } from "./servers";
import { Totals } from "./totals";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const runs = Number(values.runs);
const TELL_EVERY = 100;

const server = await startProcess();
const totals = new Totals();
let wrong: readonly string[] = [];
const property = fc.asyncProperty(
  fc.oneof(programs({ crashes: false }), programs({ crashes: true })),
  async (program) => {
    const history = await execute(server, program);
    const findings = check(history);
    if (findings.length > 0) wrong = findings;
    totals.add(history);
    if (totals.programs % TELL_EVERY === 0) process.stdout.write(`${totals.toString()}\n`);
    return findings.length === 0;
  },
);
const details = await fc.check(property, { numRuns: runs, seed: Number(values.seed) });
await server.close();
process.stdout.write(`${totals.toString()}\n`);
if (details.failed) process.stdout.write(`${fc.defaultReportMessage(details) ?? ""}\n${wrong.join("\n")}\n`);
else process.stdout.write("Every history has an order that explains it.\n");
process.exit(details.failed ? 1 : 0);
