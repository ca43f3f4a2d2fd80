/**
 * Builds the runtime and the web app once before the browser journeys. The whole run uses a time zone in which it
 * is noon, so that midnight is far.
 */
import { buildEmbedded, buildWeb } from "../../scripts/build.mjs";
import { bundleOnce } from "../support/runtime";

const NOON = 12;

export default async function setup(): Promise<void> {
  // Workers, runtimes and browsers inherit the time zone. The signs of these zones are inverted: Etc/GMT-3 is three
  // hours ahead.
  const ahead = NOON - new Date().getUTCHours();
  process.env["TZ"] = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
  await buildEmbedded();
  await buildWeb();
  await bundleOnce("journeys");
}
