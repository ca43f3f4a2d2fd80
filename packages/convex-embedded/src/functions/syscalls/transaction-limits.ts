/**
 * Allows a caller to set lower limits of a transaction for a nested call, with the option `transactionLimits` of
 * `ctx.runQuery` and `ctx.runMutation`. Each number is added to the amount that was used before the call.
 */
import { EngineError } from "../../errors.js";
import { withSchedulingBudget } from "../../scheduler/jobs.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../values/json.js";
import type { UdfCall } from "./call.js";

/** Throws InvalidArgument if a limit is not a number. */
export function withTransactionLimits<T>(
  { tx, writes }: Pick<UdfCall, "tx" | "writes">,
  limits: JsonValue | undefined,
  run: () => T,
): T {
  if (limits === undefined || limits === null) return run();
  if (!isJsonObject(limits)) throw invalid("expected an object");
  const budget = {
    bytesRead: numberIn(limits, "bytesRead"),
    documentsRead: numberIn(limits, "documentsRead"),
    rangesRead: numberIn(limits, "databaseQueries"),
    bytesWritten: numberIn(limits, "bytesWritten"),
    documentsWritten: numberIn(limits, "documentsWritten"),
  };
  const scheduling = {
    jobs: numberIn(limits, "functionsScheduled"),
    argsBytes: numberIn(limits, "scheduledFunctionArgsBytes"),
  };
  const bounded = () => tx.withBudget(budget, run);
  return writes === null ? bounded() : withSchedulingBudget(writes, scheduling, bounded);
}

function numberIn(limits: JsonObject, name: string): number | undefined {
  const value = limits[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw invalid(`\`${name}\` must be a nonnegative integer`);
}

function invalid(problem: string): EngineError {
  return new EngineError(
    "InvalidArgument",
    `Invalid argument \`transactionLimits\` for \`runUdf\`: ${problem}`,
  );
}
