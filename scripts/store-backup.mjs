/**
 * `npm run backup -- FILE [--data DIR]` and `npm run restore -- FILE [--data DIR]`: writes the whole data folder to
 * one file while Studbook runs, and restores it. The default folder is the folder that `npm start` uses.
 */
import { buildEmbedded } from "./build.mjs";
import { dataFolder, loadEnvironmentFile } from "./environment.mjs";
import { ensurePackages, giveUp, requireNode } from "./setup.mjs";

await requireNode();
loadEnvironmentFile();
ensurePackages();
await buildEmbedded();
if (process.argv.length < 4 || process.argv.includes("--help")) {
  giveUp("Use: npm run backup -- FILE [--data DIR], or npm run restore -- FILE [--data DIR]");
}
if (!process.argv.some((argument) => argument === "--data" || argument.startsWith("--data="))) {
  process.argv.push("--data", dataFolder());
}
await import(new URL("../packages/convex-embedded/dist/backup/main.js", import.meta.url).href);
