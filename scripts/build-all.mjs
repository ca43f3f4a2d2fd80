/** Builds everything that `npm start` serves, for images and machines that must start at once. */
import { buildEmbedded, buildWeb } from "./build.mjs";

await buildEmbedded();
await buildWeb();
