/** Runs one of the repository's TypeScript scripts: `node scripts/run-ts.mjs FILE [ARGUMENTS]`. */
import { pathToFileURL } from "node:url";
import { buildEmbedded, buildScript } from "./build.mjs";
import { ensurePackages, giveUp, requireNode } from "./setup.mjs";

await requireNode();
ensurePackages();
const file = process.argv[2];
if (!file) giveUp("Name the script to run, for example tests/bench/bench.ts.");
await buildEmbedded();
const built = await buildScript(file);
process.argv.splice(1, 2, built);
await import(pathToFileURL(built).href);
