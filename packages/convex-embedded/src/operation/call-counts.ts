/** Counts the calls that have ended, by kind and result, for `/metrics`. */
import type { EndedCall } from "../functions/api.js";

export interface CallCount {
  readonly kind: EndedCall["kind"];
  readonly outcome: "success" | "error";
  calls: number;
  seconds: number;
}

export class CallCounts {
  private readonly counts = new Map<string, CallCount>();

  readonly add = ({ kind, durationMs, outcome: { status } }: EndedCall): void => {
    const outcome = status === "error" ? "error" : "success";
    const key = `${kind} ${outcome}`;
    let count = this.counts.get(key);
    if (count === undefined) this.counts.set(key, (count = { kind, outcome, calls: 0, seconds: 0 }));
    count.calls += 1;
    count.seconds += durationMs / 1000;
  };

  all(): Iterable<Readonly<CallCount>> {
    return this.counts.values();
  }
}
