/** Builds the runtime once before the suites that start it as a process. */
import { buildEmbedded } from "../../scripts/build.mjs";

export default async function setup(): Promise<void> {
  await buildEmbedded();
}
