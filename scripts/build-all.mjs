/** Builds all files that `npm start` serves, for images and machines that must start quickly. */
import { buildEmbedded, buildWeb } from "./build.mjs";

await buildEmbedded();
await buildWeb();
