/**
 * How many scheduled functions of a runtime have not ended, including the components'. The stored number is an
 * upper limit: what is scheduled is added, and what ends or is undone is found out by counting once the limit seems
 * to be reached. So the count costs nothing as long as there are few.
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

  /** Makes room for one more; throws LimitExceeded if there are as many as allowed. */
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
