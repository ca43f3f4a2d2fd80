/**
 * Runs scheduled functions when they are due, oldest first, a limited number at a time. The table is the only
 * queue. Every check starts from committed data, so nothing is lost or run twice across a restart.
 *   commit that changed pending jobs --\
 *   alarm of the next due job ----------+--> check --> start due jobs --> set the alarm
 *   job ended -------------------------/
 */
import type { Commit, ReadTransaction, WriteTransaction } from "../database/api.js";
import { indexRange, readCommitted, type RangeBound } from "../functions/system-query.js";
import type { ScheduledFunctionDocument } from "../functions/system-tables.js";
import { Alarm, LOOK_EVERY_MS } from "./clock.js";
import { MAX_PARALLEL_JOBS } from "./limits.js";
import { failCutOffJobs, runJob, type DueJob, type JobServices } from "./job-run.js";

/** How long ended jobs can be looked up. */
const KEEP_RESULTS_MS = 7 * 24 * 3600 * 1000;
const PRUNE_EVERY_MS = 3600 * 1000;
const PRUNE_BATCH = 500;
/** The first waiting time after the runtime itself failed to run a job. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 60_000;
/** If the clock goes back by more than this, somebody has set it. */
const MOST_DRIFT_MS = 60_000;
/** A job with a longer delay counts as scheduled for a date. Setting the clock does not change dates. */
const LONGEST_DELAY_MS = 24 * 3600 * 1000;
const BRING_BACK_BATCH = 500;

interface Look {
  readonly due: readonly DueJob[];
  readonly nextAtMs: number | null;
}

export class JobQueue {
  private readonly running = new Set<string>();
  private readonly retries = new Map<string, { failures: number; atMs: number }>();
  private readonly alarm: Alarm;
  private readonly pruneAlarm: Alarm;
  /** Null until all tables of pending jobs were checked. */
  private pendingIndexIds: ReadonlySet<number> | null = null;
  private stopListening: (() => void) | null = null;
  private isLookQueued = false;
  /** Infinity before the first check, which therefore never counts as a clock that was set back. */
  private lastLookMs = Infinity;

  constructor(private readonly services: JobServices) {
    this.alarm = new Alarm(services.clock, () => this.queueLook(), LOOK_EVERY_MS);
    this.pruneAlarm = new Alarm(services.clock, () => this.startPruning());
  }

  /** Handles the jobs that an earlier process left, then runs due jobs from now on. */
  async start(): Promise<void> {
    const { database } = this.services;
    const cutOff = await readCommitted(database, (tx) =>
      this.components.flatMap((component) =>
        tx.within(component, () => [...jobsIn(tx, "inProgress")].map((job) => job._id)),
      ),
    );
    if (cutOff.length > 0) await failCutOffJobs(this.services, cutOff);
    this.stopListening = database.onCommit((commits) => {
      if (this.isConcernedBy(commits)) this.queueLook();
    });
    this.queueLook();
    this.startPruning();
  }

  /** Includes components that were added since. */
  lookEverywhere(): void {
    this.pendingIndexIds = null;
    if (this.stopListening !== null) this.queueLook();
  }

  /** Running jobs end normally. */
  close(): void {
    this.stopListening?.();
    this.stopListening = null;
    this.alarm.set(null);
    this.pruneAlarm.set(null);
  }

  private isConcernedBy(commits: readonly Commit[]): boolean {
    const ids = this.pendingIndexIds;
    if (ids === null) return true;
    return commits.some(({ writtenKeys }) => {
      for (const id of writtenKeys.keys()) if (ids.has(id)) return true;
      return false;
    });
  }

  /** Several reasons at once cause only one check, after the current callers have finished. */
  private queueLook(): void {
    if (this.isLookQueued) return;
    this.isLookQueued = true;
    setImmediate(() => {
      this.look().catch((error: unknown) => {
        this.isLookQueued = false;
        process.stderr.write(`Scheduled functions wait: ${String(error)}\n`);
        this.alarm.set(this.services.clock.now() + MAX_RETRY_MS);
      });
    });
  }

  private async look(): Promise<void> {
    if (this.stopListening === null) return;
    await this.followClock();
    // Nothing else may be awaited before reading, because a batch of writes could be opened.
    await this.services.database.whenIdle();
    this.isLookQueued = false;
    if (this.stopListening === null) return;
    const { due, nextAtMs } = this.services.database.read((tx) => this.findDue(tx));
    for (const job of due) void this.run(job);
    this.alarm.set(nextAtMs);
  }

  /** If the clock was set back, changes the times of the jobs that were scheduled while it was ahead. */
  private async followClock(): Promise<void> {
    const { database, clock } = this.services;
    const now = clock.now();
    while (now < this.lastLookMs - MOST_DRIFT_MS) {
      const { value: count } = await database.write((tx) =>
        Math.max(
          ...this.components.map((component) => tx.within(component, () => this.bringBackIn(tx, now))),
        ),
      );
      if (count < BRING_BACK_BATCH) break;
    }
    this.lastLookMs = now;
  }

  /** The jobs get their original delay, from now on. Returns how many jobs were changed. */
  private bringBackIn(tx: WriteTransaction, now: number): number {
    const aheadMs = now + MOST_DRIFT_MS;
    const madeAhead = indexRange(tx, "_scheduled_functions.by_creation_time", [
      ["Gt", "_creationTime", aheadMs],
    ]);
    // Usually there are none.
    if (madeAhead.next().done === true) return 0;
    const moved: { readonly id: string; readonly scheduledTime: number }[] = [];
    for (const { _id: id, _creationTime, scheduledTime } of jobsIn(tx, "pending", now)) {
      const delayMs = scheduledTime - _creationTime;
      // Creation times never go back. A job that was scheduled after the clock was set back is therefore due long
      // before its creation time.
      if (_creationTime <= aheadMs || delayMs < -MOST_DRIFT_MS || delayMs > LONGEST_DELAY_MS) continue;
      if (moved.push({ id, scheduledTime: now + Math.max(0, delayMs) }) >= BRING_BACK_BATCH) break;
    }
    for (const { id, scheduledTime } of moved) tx.patch(id, JSON.stringify({ scheduledTime }), "system");
    return moved.length;
  }

  private findDue(tx: ReadTransaction): Look {
    const room = MAX_PARALLEL_JOBS - this.running.size;
    const looks = this.components.map((component) => tx.within(component, () => this.findDueIn(tx, room)));
    this.pendingIndexIds ??= new Set(tx.readSet().ranges.map((range) => range.indexId));
    // If no more jobs may run, the others wait until one ends, which causes another check.
    const due = looks.flatMap((look) => look.due).sort((a, b) => a.startAtMs - b.startAtMs);
    const moments = looks.map((look) => look.nextAtMs).filter((atMs) => atMs !== null);
    return {
      due: due.slice(0, Math.max(0, room)),
      nextAtMs: moments.length === 0 ? null : Math.min(...moments),
    };
  }

  private findDueIn(tx: ReadTransaction, room: number) {
    const now = this.services.clock.now();
    const due: (DueJob & { readonly startAtMs: number })[] = [];
    let nextAtMs: number | null = null;
    for (const job of jobsIn(tx, "pending")) {
      if (this.running.has(job._id)) continue;
      if (due.length >= room) break;
      const startAtMs = Math.max(job.scheduledTime, this.retryTime(job._id, now));
      if (startAtMs <= now) due.push({ id: job._id, name: job.name, args: job.args, startAtMs });
      else nextAtMs = Math.min(nextAtMs ?? Infinity, startAtMs);
      if (job.scheduledTime > now) break;
    }
    return { due, nextAtMs };
  }

  /** Returns now if the clock was set back since the job failed. */
  private retryTime(id: string, now: number): number {
    const { atMs = 0 } = this.retries.get(id) ?? {};
    return atMs > now + MAX_RETRY_MS ? now : atMs;
  }

  /** The app and its components, each of which has a table of jobs. */
  private get components(): readonly string[] {
    return ["", ...(this.services.components?.() ?? [])];
  }

  private async run(job: DueJob): Promise<void> {
    this.running.add(job.id);
    try {
      await runJob(this.services, job);
      this.retries.delete(job.id);
    } catch (error) {
      this.retryLater(job, error);
    } finally {
      this.running.delete(job.id);
      this.queueLook();
    }
  }

  private retryLater(job: DueJob, error: unknown): void {
    // A closing runtime refuses its own jobs. The next process runs them.
    if (this.stopListening === null) return;
    const failures = (this.retries.get(job.id)?.failures ?? 0) + 1;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    this.retries.set(job.id, { failures, atMs: this.services.clock.now() + delayMs });
    process.stderr.write(
      `Scheduled function ${job.name} is tried again in ${delayMs} ms: ${String(error)}\n`,
    );
  }

  private async prune(): Promise<void> {
    const { database, clock } = this.services;
    const bounds: RangeBound[] = [
      ["Gt", "completedTime", null],
      ["Lt", "completedTime", clock.now() - KEEP_RESULTS_MS],
    ];
    const pruneIn = (tx: WriteTransaction): number => {
      const old: string[] = [];
      for (const job of indexRange(tx, "_scheduled_functions.by_completed_time", bounds)) {
        if (old.push(job._id) >= PRUNE_BATCH) break;
      }
      for (const id of old) tx.delete(id, "system");
      return old.length;
    };
    const { value: count } = await database.write((tx) =>
      Math.max(...this.components.map((component) => tx.within(component, () => pruneIn(tx)))),
    );
    if (this.stopListening === null) return;
    this.pruneAlarm.set(clock.now() + (count < PRUNE_BATCH ? PRUNE_EVERY_MS : 0));
  }

  private startPruning(): void {
    this.prune().catch((error: unknown) => {
      process.stderr.write(`Ended scheduled functions stay for now: ${String(error)}\n`);
    });
  }
}

function jobsIn(tx: ReadTransaction, state: "pending" | "inProgress", afterMs?: number) {
  return indexRange<ScheduledFunctionDocument>(tx, "_scheduled_functions.by_state_and_time", [
    ["Eq", "state.kind", state],
    ...(afterMs === undefined ? [] : [["Gt", "scheduledTime", afterMs] as const]),
  ]);
}
