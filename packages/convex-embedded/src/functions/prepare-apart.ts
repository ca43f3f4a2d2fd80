/**
 * A separate process that bundles and analyzes a functions folder into the cache of a data folder and ends. It
 * reads its options as JSON from standard input and writes the result, a line of JSON, to standard output.
 */
import { text } from "node:stream/consumers";
import { EngineError } from "../errors.js";
import { prepareFunctions, type PreparedApart, type PrepareOptions } from "./bundle/prepare.js";

const write = (result: PreparedApart) => process.stdout.write(`${JSON.stringify(result)}\n`);

try {
  // prepareFunctionsApart() wrote this text.
  await prepareFunctions(JSON.parse(await text(process.stdin)) as PrepareOptions);
  write({ refusal: null });
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  write({ refusal: { code: error.code, message: error.message } });
}
