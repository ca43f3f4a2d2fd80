/** Builds the runtime and bundles Studbook's functions once before the suites that start it as a process. */
import { buildEmbedded } from "../../scripts/build.mjs";
import { bundleOnce } from "./runtime";

export default async function setup(): Promise<void> {
  await buildEmbedded();
  await bundleOnce("tests");
}
