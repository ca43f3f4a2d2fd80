/**
 * Builds the runtime and the web app once before the browser journeys, and puts midnight out of their reach: the whole
 * run, its runtimes and browsers included, lives in the time zone where it is noon.
 */
import { buildEmbedded, buildWeb } from "../../scripts/build.mjs";
import { bundleOnce } from "../support/runtime";

const NOON = 12;

export default async function setup(): Promise<void> {
  // Workers, runtimes and browsers inherit it. The signs of these zones are the wrong way round: Etc/GMT-3 is three hours ahead.
  const ahead = NOON - new Date().getUTCHours();
  process.env["TZ"] = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  await buildEmbedded();
  await buildWeb();
  await bundleOnce("journeys");
}
