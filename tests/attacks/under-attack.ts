/**
 * `npm run attack -- [--seconds 20] [--after 30] [--only NAME,NAME]`: runs each attack of `attacks/` in turn, each
 * by a new attacker from its own address, while one honest breeder works in another kennel. Prints the effect on
 * that breeder and on the server's memory. Exits with 1 if an attack exceeds a limit below.
 */
import { parseArgs } from "node:util";
import { attackOf, ATTACK_NAMES } from "./catalogue";
import { openBattlefield, type Battlefield } from "./battlefield";
import { withstand, work, type Withstood } from "./withstanding";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    after: { type: "string" },
    only: { type: "string" },
  },
});
const DURING = Number(values.seconds);
const AFTER = Number(values.after ?? (DURING < 20 ? DURING : 30));
const BEFORE = Math.min(5, DURING);
/** For the honest breeder's queries and REST calls, at p95. */
const LIMIT_MS = 250;
/** Relative to the memory before the attack. */
const PEAK_FACTOR = 2;
const PEAK_MIB = 100;
/** The maximum additional memory afterwards. */
const KEPT_MIB = 50;

const fallsOf = ({ p95, failures, memoryMiB: { before, peak, after }, errors }: Withstood): string[] => [
  ...(["query", "rest"] as const).flatMap((deed) =>
    p95[deed] < LIMIT_MS ? [] : [`a ${deed} takes ${p95[deed]} ms at p95`],
  ),
  ...failures,
  ...(peak < PEAK_FACTOR * before + PEAK_MIB ? [] : [`${peak} MiB at the peak, ${before} before`]),
  ...(after <= before + KEPT_MIB ? [] : [`${after} MiB afterwards, ${before} before`]),
  ...(errors === "" ? [] : [`the server wrote: ${errors.slice(0, 500)}`]),
];

const row = (name: string, figures: readonly (string | number)[]): string =>
  `${name.padEnd(28)}${figures.map((figure) => String(figure).padStart(10)).join("")}\n`;

async function openField(): Promise<Battlefield> {
  const opened = await openBattlefield(["Ann"]);
  await work(opened, 2 * BEFORE);
  return opened;
}

const chosen = values.only?.split(",") ?? ATTACK_NAMES;
const unknown = chosen.filter((name) => !ATTACK_NAMES.includes(name));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(", ")}; there are ${ATTACK_NAMES.join(", ")}`);

process.stdout.write(
  row("attack", ["query p95", "REST p95", "failures", "before", "peak", "after", "ms, MiB"]),
);
const fallen: string[] = [];
let field = await openField();
for (const name of chosen) {
  const { does } = await attackOf(name);
  const withstood = await withstand(field, name, { before: BEFORE, during: DURING, after: AFTER });
  const { p95, failures, memoryMiB, endings } = withstood;
  const falls = fallsOf(withstood);
  process.stdout.write(
    row(name, [
      p95.query,
      p95.rest,
      failures.length,
      ...Object.values(memoryMiB),
      falls.length === 0 ? "holds" : "FALLS",
    ]),
  );
  process.stdout.write(`    ${does}: ${JSON.stringify(endings)}\n`);
  process.stdout.write(falls.map((fall) => `    ! ${fall}\n`).join(""));
  if (falls.length === 0) continue;
  fallen.push(name);
  // The effects of one attack must not count for the next.
  await field.end();
  field = await openField();
}
await field.end();
process.stdout.write(
  fallen.length === 0 ? `${chosen.length} attacks, all held\n` : `fell under ${fallen.join(", ")}\n`,
);
process.exit(fallen.length === 0 ? 0 : 1);
