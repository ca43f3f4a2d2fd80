/** Builds the runtime and the web app once before the browser journeys. */
import { buildEmbedded, buildWeb } from "../../scripts/build.mjs";
import { bundleOnce } from "../support/runtime";

export default async function setup(): Promise<void> {
  await buildEmbedded();
  await buildWeb();
  await bundleOnce();
}
