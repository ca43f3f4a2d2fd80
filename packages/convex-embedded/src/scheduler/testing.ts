/**
 * Helpers of the scheduler's tests: a clock that the test sets, functions whose result the test decides, and
 * waiting for a committed state instead of for time.
 */
import { expect, vi } from "vitest";
import type { Database, ReadTransaction, WriteTransaction } from "../database/api.js";
import type { Analysis, AnalyzedFunction, FunctionKind } from "../functions/analysis.js";
import type { ActionOutcome, FunctionCall, MutationCall, MutationOutcome } from "../functions/api.js";
import { parseDocument } from "../functions/system-query.js";
import type { ScheduledFunctionDocument } from "../functions/system-tables.js";
import type { Clock } from "./clock.js";
import type { JobServices } from "./job-run.js";

export class ManualClock implements Clock {
  private timers: { readonly atMs: number; readonly callback: () => void }[] = [];

  constructor(private nowMs: number) {}

  now(): number {
    return this.nowMs;
  }

  /** Resolves once a timer is set. */
  untilAwaited(): Promise<void> {
    return vi.waitFor(() => expect(this.timers.length).toBeGreaterThan(0));
  }

  after(delayMs: number, callback: () => void): () => void {
    this.timers.push({ atMs: this.nowMs + delayMs, callback });
    return () => {
      this.timers = this.timers.filter((other) => other.callback !== callback);
    };
  }

  /** Timers do not notice it, as if an operator set the clock. */
  set(nowMs: number): void {
    const byMs = nowMs - this.nowMs;
    this.nowMs = nowMs;
    this.timers = this.timers.map(({ atMs, callback }) => ({ atMs: atMs + byMs, callback }));
  }

  /** Fires every timer that has become due, in order. */
  advance(ms: number): void {
    this.nowMs += ms;
    const due = this.timers.filter((timer) => timer.atMs <= this.nowMs).sort((a, b) => a.atMs - b.atMs);
    this.timers = this.timers.filter((timer) => !due.includes(timer));
    for (const timer of due) timer.callback();
  }
}

export function functionsOf(kinds: Readonly<Record<string, FunctionKind>>): Analysis["functions"] {
  return Object.fromEntries(
    Object.entries(kinds).map(([path, kind]): [string, AnalyzedFunction] => {
      const [modulePath = "", exportName = ""] = path.split(":");
      const shape = { visibility: "internal", environment: "isolate", args: "any", returns: "null" } as const;
      return [path, { kind, modulePath, exportName, ...shape }];
    }),
  );
}

export interface TestFunctions {
  readonly functions: Analysis["functions"];
  mutation?(call: MutationCall, tx: WriteTransaction): void;
  action?(call: FunctionCall): Promise<void> | void;
}

export class TimeOver extends Error {}

/** Runs bookends as specified, and the test's functions. */
export function createTestRunner(database: Database, test: TestFunctions): JobServices["runner"] {
  const failureOf = (error: unknown) => ({
    status: "error" as const,
    message: `[Request ID: 0123456789abcdef] Server Error\nUncaught ${String(error)}`,
    logLines: [],
    ...(error instanceof TimeOver && { isTimeout: true as const }),
  });
  return {
    kindOf: (path) => test.functions[path]?.kind ?? null,
    async runMutation(call): Promise<MutationOutcome> {
      try {
        const { ts } = await database.write((tx) => {
          if (call.bookends?.before(tx) === false) return;
          test.mutation?.(call, tx);
          call.bookends?.after(tx);
        });
        return { status: "success", value: "null", ts, logLines: [] };
      } catch (error) {
        return failureOf(error);
      }
    },
    async runAction(call): Promise<ActionOutcome> {
      try {
        await test.action?.(call);
        return { status: "success", value: "null", logLines: [] };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** Resolves with the first result of `look` that is not null. */
export function untilCommitted<T>(database: Database, look: (tx: ReadTransaction) => T | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const check = async () => {
      await database.whenIdle();
      const found = database.read(look);
      if (found === null) return;
      stop();
      resolve(found);
    };
    const stop = database.onCommit(() => void check().catch(reject));
    check().catch(reject);
  });
}

export function untilJobIs(
  database: Database,
  id: string,
  ...kinds: ScheduledFunctionDocument["state"]["kind"][]
): Promise<ScheduledFunctionDocument> {
  return untilCommitted(database, (tx) => {
    const text = tx.get(id, "system");
    const job = text === null ? null : parseDocument<ScheduledFunctionDocument>(text);
    return job !== null && kinds.includes(job.state.kind) ? job : null;
  });
}
