/**
 * Counts what the runtime has done since it started, for the page /metrics, benchmarks and tests. No function of
 * the runtime depends on these counters.
 */

export interface Metrics {
  commits: number;
  /** First runs of a subscription. */
  queriesRun: number;
  /** Runs of a subscription because of a write. */
  queriesRerun: number;
  transitions: number;
  mutations: number;
  connections: number;
}

export function createMetrics(): Metrics {
  return { commits: 0, queriesRun: 0, queriesRerun: 0, transitions: 0, mutations: 0, connections: 0 };
}
