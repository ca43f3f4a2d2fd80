/**
 * Limits how fast the responses of HTTP actions are sent to one address. A client that requests more than its
 * connection can carry, over many connections or without reading the responses, would otherwise use up processor
 * time and memory. An address has a budget of bytes that refills. Beyond the budget, its responses wait.
 */
import { setTimeout as pause } from "node:timers/promises";
import { FLOW_BURST_BYTES, FLOW_BYTES_PER_SECOND } from "./limits.js";

interface Budget {
  /** The bytes that may be sent immediately. Negative while responses wait. */
  readonly bytes: number;
  readonly atMs: number;
}

export interface FlowOptions {
  readonly bytesPerSecond?: number;
  readonly burstBytes?: number;
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** If there are more addresses than this, those with a full budget are removed first. */
const MANY = 1000;

export class Flow {
  readonly #budgets = new Map<string, Budget>();

  constructor(private readonly options: FlowOptions = {}) {}

  get size(): number {
    return this.#budgets.size;
  }

  async take(client: string, bytes: number): Promise<void> {
    const { bytesPerSecond = FLOW_BYTES_PER_SECOND, now = performance.now.bind(performance) } = this.options;
    const { wait = pause } = this.options;
    const atMs = now();
    const left = this.#left(client, atMs) - bytes;
    if (this.#budgets.size >= MANY && !this.#budgets.has(client)) this.#forgetFull(atMs);
    this.#budgets.set(client, { bytes: left, atMs });
    if (left < 0) await wait((-left / bytesPerSecond) * 1000);
  }

  #left(client: string, atMs: number): number {
    const { bytesPerSecond = FLOW_BYTES_PER_SECOND, burstBytes = FLOW_BURST_BYTES } = this.options;
    const budget = this.#budgets.get(client);
    if (budget === undefined) return burstBytes;
    return Math.min(burstBytes, budget.bytes + ((atMs - budget.atMs) / 1000) * bytesPerSecond);
  }

  #forgetFull(atMs: number): void {
    const { burstBytes = FLOW_BURST_BYTES } = this.options;
    for (const client of this.#budgets.keys()) {
      if (this.#left(client, atMs) === burstBytes) this.#budgets.delete(client);
    }
  }
}
