/**
 * Counts the scheduled functions of a runtime that have not ended, including the components'. The stored number is
 * an upper limit. Scheduled jobs are added to it. Ended and rolled back jobs are subtracted only by a new count,
 * when the limit seems to be reached. Counting therefore costs nothing while there are few jobs.
 */
import type { WriteTransaction } from "../database/api.js";
import { EngineError } from "../errors.js";
import { SCHEDULED_FUNCTIONS_TABLE, type ScheduledFunctionState } from "../functions/system-tables.js";
import { MAX_OUTSTANDING_JOBS } from "./limits.js";

const BY_STATE = `${SCHEDULED_FUNCTIONS_TABLE}.by_state_and_time` as const;
const OUTSTANDING: readonly ScheduledFunctionState["kind"][] = ["pending", "inProgress"];

export class OutstandingJobs {
  #atMost = Infinity;

  constructor(private readonly limit = MAX_OUTSTANDING_JOBS) {}

  /** Throws LimitExceeded if the limit is reached. */
  add(tx: WriteTransaction): void {
    if (this.#atMost >= this.limit) this.#atMost = countIn(tx);
    if (this.#atMost >= this.limit) {
      throw new EngineError(
        "LimitExceeded",
        `Too many outstanding scheduled functions in this deployment (limit: ${this.limit})`,
      );
    }
    this.#atMost += 1;
  }
}

function countIn(tx: WriteTransaction): number {
  return OUTSTANDING.reduce((sum, state) => sum + tx.countEverywhere(BY_STATE, state), 0);
}
