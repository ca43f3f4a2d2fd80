/**
 * Runs the folder's crons. Each has one document with the time of its next run. A mutation updates it in its own
 * transaction, so the mutation runs exactly once. One run replaces all runs that became due while the cron ran, or
 * while the runtime was down.
 *   waiting -- due --> running -- ended --> waiting for the first moment after now
 */
import type { JsonValue } from "../values/json.js";
import { measureValue } from "../values/limits.js";
import { MAX_CRON_ARGS_BYTES } from "./limits.js";
import { EngineError } from "../errors.js";
import type { WriteTransaction } from "../database/api.js";
import type { Analysis, AnalyzedCron, FunctionKind } from "../functions/analysis.js";
import { parseDocument, readCommitted, wholeTable, type Stored } from "../functions/system-query.js";
import { CRON_JOBS_TABLE, type CronJobDocument } from "../functions/system-tables.js";
import { Alarm, LOOK_EVERY_MS } from "./clock.js";
import { readSchedule, type CronSchedule } from "./cron-schedule.js";
import type { JobServices } from "./job-run.js";

interface KnownCron {
  readonly name: string;
  readonly cron: AnalyzedCron;
  readonly definition: string;
  readonly schedule: CronSchedule;
  readonly kind: "mutation" | "action";
}

/**
 * How soon a cron is tried again if the runtime failed or the cron exceeded its time. Doubled after each attempt.
 */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** A cron that always exceeds its time is tried this often. After that it waits for its next run. */
const MAX_TIMEOUTS = 6;

export class CronTable {
  private known: ReadonlyMap<string, KnownCron>;
  private readonly running = new Set<string>();
  /** `atMs` is the time of the next attempt. */
  private readonly retries = new Map<string, { readonly failures: number; readonly atMs: number }>();
  private readonly alarm: Alarm;
  private isClosed = true;

  /** Throws InvalidModules if a cron's schedule or function is wrong. */
  constructor(
    private readonly services: JobServices,
    crons: Analysis["crons"],
  ) {
    this.alarm = new Alarm(services.clock, () => this.startLook(), LOOK_EVERY_MS);
    this.known = recognizeCrons(crons, (path) => this.services.runner.kindOf(path, "internal"));
  }

  /** New and changed crons start again, missing ones are removed. */
  async start(): Promise<void> {
    await this.services.database.write((tx) => this.takeOver(tx));
    this.isClosed = false;
    this.startLook();
  }

  async replace(crons: Analysis["crons"]): Promise<void> {
    this.known = recognizeCrons(crons, (path) => this.services.runner.kindOf(path, "internal"));
    await this.services.database.write((tx) => this.takeOver(tx));
    if (!this.isClosed) this.startLook();
  }

  close(): void {
    this.isClosed = true;
    this.alarm.set(null);
  }

  private takeOver(tx: WriteTransaction): void {
    const missing = new Map(this.known);
    for (const kept of [...wholeTable<CronJobDocument>(tx, CRON_JOBS_TABLE)]) {
      const isUnchanged = this.known.get(kept.name)?.definition === kept.definition;
      if (!isUnchanged) tx.delete(kept._id, "system");
      else missing.delete(kept.name);
      // An interrupted action is not run again.
      if (isUnchanged && kept.isRunning && !this.running.has(kept.name)) this.moveOn(tx, kept);
    }
    for (const { name, definition, schedule } of missing.values()) {
      const nextRunTime = schedule.next(null, this.services.clock.now());
      const document: CronJobDocument = { name, definition, nextRunTime, isRunning: false };
      tx.insert(CRON_JOBS_TABLE, JSON.stringify(document), "system");
    }
  }

  private startLook(): void {
    this.look().catch((error: unknown) => {
      if (this.isClosed) return;
      process.stderr.write(`The crons wait ${MAX_RETRY_MS} ms: ${String(error)}\n`);
      this.alarm.set(this.services.clock.now() + MAX_RETRY_MS);
    });
  }

  private async look(): Promise<void> {
    const jobs = await readCommitted(this.services.database, (tx) => [
      ...wholeTable<CronJobDocument>(tx, CRON_JOBS_TABLE),
    ]);
    if (this.isClosed) return;
    const now = this.services.clock.now();
    const waiting = jobs.filter((job) => !this.running.has(job.name));
    const due = waiting.filter((job) => job.nextRunTime <= now);
    const retriesAt = due.map((job) => this.retryTime(job, now));
    for (const [at, job] of due.entries()) if ((retriesAt[at] ?? now) <= now) void this.run(job);
    const later = await Promise.all(
      waiting.filter((job) => job.nextRunTime > now).map((job) => this.latest(job, now)),
    );
    const next = [...later, ...retriesAt.filter((atMs) => atMs > now)];
    if (this.isClosed) return;
    this.alarm.set(next.length === 0 ? null : Math.min(...next));
  }

  /** Returns now unless the cron waits for another attempt, and also if the clock was set back since. */
  private retryTime({ name }: CronJobDocument, now: number): number {
    const { atMs = now } = this.retries.get(name) ?? {};
    return atMs > now + MAX_RETRY_MS ? now : atMs;
  }

  /** If the clock was set back since the cron's last run, its schedule starts again. */
  private async latest(job: Stored<CronJobDocument>, now: number): Promise<number> {
    const nextRunTime = this.known.get(job.name)?.schedule.next(now, now);
    if (nextRunTime === undefined || job.nextRunTime <= nextRunTime) return job.nextRunTime;
    const moved: Pick<CronJobDocument, "nextRunTime"> = { nextRunTime };
    await this.services.database.write((tx) => {
      if (isStillDue(tx, job)) tx.patch(job._id, JSON.stringify(moved), "system");
    });
    return nextRunTime;
  }

  private async run(job: Stored<CronJobDocument>): Promise<void> {
    const known = this.known.get(job.name);
    if (known === undefined) return;
    this.running.add(job.name);
    try {
      await (known.kind === "mutation" ? this.runMutation(known, job) : this.runAction(known, job));
      this.retries.delete(job.name);
    } catch (error) {
      this.retryLater(job.name, error);
    }
    this.running.delete(job.name);
    if (!this.isClosed) this.startLook();
  }

  private retryLater(name: string, error: unknown): void {
    // A closing runtime refuses its own crons. The next process runs them.
    if (this.isClosed) return;
    const failures = (this.retries.get(name)?.failures ?? 0) + 1;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    this.retries.set(name, { failures, atMs: this.services.clock.now() + delayMs });
    process.stderr.write(`The cron "${name}" is tried again in ${delayMs} ms: ${String(error)}\n`);
  }

  private async runMutation({ cron }: KnownCron, job: Stored<CronJobDocument>): Promise<void> {
    const outcome = await this.services.runner.runMutation({
      ...callOf(cron),
      bookends: {
        before: (tx) => isStillDue(tx, job),
        after: (tx) => this.moveOn(tx, job),
      },
    });
    if (outcome.status === "success") return;
    if (outcome.refusal) throw new Error(outcome.refusal.message);
    const failures = this.retries.get(job.name)?.failures ?? 0;
    if (outcome.isTimeout && failures + 1 < MAX_TIMEOUTS) throw new Error(outcome.message);
    this.report(job.name, outcome.message);
    await this.services.database.write((tx) => this.moveOn(tx, job));
  }

  private async runAction({ cron }: KnownCron, job: Stored<CronJobDocument>): Promise<void> {
    const { database, runner } = this.services;
    const begun: Pick<CronJobDocument, "isRunning"> = { isRunning: true };
    const { value: isMine } = await database.write((tx) => {
      if (!isStillDue(tx, job)) return false;
      tx.patch(job._id, JSON.stringify(begun), "system");
      return true;
    });
    if (!isMine) return;
    const outcome = await runner.runAction(callOf(cron)).catch((error: unknown) => ({
      status: "error" as const,
      message: String(error),
    }));
    if (outcome.status === "error") this.report(job.name, outcome.message);
    await database.write((tx) => this.moveOn(tx, job));
  }

  private moveOn(tx: WriteTransaction, job: Stored<CronJobDocument>): void {
    const schedule = this.known.get(job.name)?.schedule;
    const text = tx.get(job._id, "system");
    if (schedule === undefined || text === null) return;
    const { nextRunTime } = parseDocument<CronJobDocument>(text);
    const moved: Pick<CronJobDocument, "nextRunTime" | "isRunning"> = {
      nextRunTime: schedule.next(nextRunTime, this.services.clock.now()),
      isRunning: false,
    };
    tx.patch(job._id, JSON.stringify(moved), "system");
  }

  private report(name: string, message: string): void {
    process.stderr.write(`The cron "${name}" failed: ${message}\n`);
  }
}

/** Throws InvalidModules if a schedule or a function is wrong. */
export function recognizeCrons(
  crons: Analysis["crons"],
  kindOf: (path: string) => FunctionKind | null,
): ReadonlyMap<string, KnownCron> {
  return new Map(
    Object.entries(crons).map(([name, cron]) => {
      const kind = kindOf(cron.name);
      if (kind !== "mutation" && kind !== "action") {
        throw new EngineError(
          "InvalidModules",
          `The cron "${name}" runs '${cron.name}', which is ${kind === null ? "not a function of this folder" : `a ${kind}`}. ` +
            "Only mutations and actions can be scheduled.",
        );
      }
      requireArgsInLimits(cron);
      const schedule = readSchedule(name, cron.schedule);
      return [name, { name, cron, kind, schedule, definition: JSON.stringify(cron) }] as const;
    }),
  );
}

function requireArgsInLimits({ args }: AnalyzedCron): void {
  // The arguments were parsed from JSON.
  const { size } = measureValue([...args] as JsonValue[]);
  if (size < MAX_CRON_ARGS_BYTES) return;
  throw new EngineError(
    "LimitExceeded",
    `Cron job args too large (${size} > maximum size ${MAX_CRON_ARGS_BYTES})`,
  );
}

/** The cron may have run since it was read. */
function isStillDue(tx: WriteTransaction, job: Stored<CronJobDocument>): boolean {
  const text = tx.get(job._id, "system");
  return text !== null && parseDocument<CronJobDocument>(text).nextRunTime === job.nextRunTime;
}

function callOf(cron: AnalyzedCron) {
  return {
    path: cron.name,
    args: JSON.stringify(cron.args),
    caller: { identity: null, visibility: "internal" },
  } as const;
}
