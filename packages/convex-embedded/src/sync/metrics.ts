/**
 * Counts what the runtime has done since it started. The page /metrics, benchmarks and tests read these counters. No function of the
 * runtime depends on them.
 */

export interface Metrics {
  /** Durable transactions. */
  commits: number;
  /** First runs of a subscription. */
  queriesRun: number;
  /** Runs of a subscription because of a write. */
  queriesRerun: number;
  transitions: number;
  mutations: number;
  connections: number;
}

/** Creates a new set of counters. */
export function createMetrics(): Metrics {
  return { commits: 0, queriesRun: 0, queriesRerun: 0, transitions: 0, mutations: 0, connections: 0 };
}
