/**
 * Runs the Convex-compatible runtime alone, for any `convex/` folder:
 * `npm run --silent embedded -- --functions DIR --data DIR --port N [...]`.
 */
import { buildEmbedded } from "./build.mjs";
import { ensurePackages, requireNode } from "./setup.mjs";

await requireNode();
ensurePackages();
await buildEmbedded();
await import(new URL("../packages/convex-embedded/dist/main.js", import.meta.url).href);
