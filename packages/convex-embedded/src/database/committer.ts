/**
 * Runs write jobs one after another and makes them durable together.
 *   write() -> queue -> [BEGIN, job, job, ...] -> verify -> COMMIT -> readable -> flush -> listeners -> promises
 *                              |                    | false
 *                        a job that throws          +-> roll all back, then run each job separately
 *                        is rolled back alone
 *                              |
 *                        one that threw after a write +-> roll all back, then the batch again, its jobs in savepoints
 *                              |
 *                        the guard stopped a job +-> roll all back, then the jobs before it, then it separately
 * Every result, even an error, waits for the flush, because it may depend on the writes of an earlier job. The next
 * batch does not wait for the flush.
 */
import { writeFailed } from "../storage/errors.js";
import { SqliteError } from "../storage/sqlite.js";
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { Commit, Timestamp, WriteResult, WriteTransaction } from "./api.js";
import type { Table } from "./catalog.js";
import type { DatabaseClock } from "./clock.js";
import type { Durability } from "./durability.js";
import { DatabaseError } from "./errors.js";
import type { MetaFacts } from "./meta-facts.js";
import { WriteJob } from "./write-job.js";
import type { WriteServices } from "./write-job.js";
import type { WriteLog } from "./write-log.js";

const MAX_BATCH_JOBS = 256;
const MAX_BATCH_MS = 5;
/** After a job has thrown after a write, this many batches use savepoints. */
const CAREFUL_BATCHES = 200;
/** How long another connection may keep the file locked before writers get an error. */
const MAX_WAIT_FOR_LOCK_MS = 5000;
const LOCK_RETRY_MS = 2;

interface QueuedJob {
  readonly run: (tx: WriteTransaction) => unknown;
  readonly resolve: (result: WriteResult<unknown>) => void;
  readonly reject: (error: unknown) => void;
  /** Set if a guard stopped the job. From then on it shares no batch with others. */
  isAlone: boolean;
}

type Outcome =
  | { readonly isOk: true; readonly value: unknown; readonly ts: Timestamp }
  | { readonly isOk: false; readonly error: unknown };

interface RanJob {
  readonly job: QueuedJob;
  readonly tx: WriteJob;
  readonly outcome: Outcome;
}

export type Verify = () => boolean | Promise<boolean>;
/** A guard that stops the jobs returns before they have ended. */
export type Guard = (runJobs: () => void) => void;

type Listener = (commits: readonly Commit[]) => void;

export interface CommitterServices extends WriteServices {
  readonly sqlite: Sqlite;
  readonly path: string;
  readonly clock: DatabaseClock;
  readonly log: WriteLog;
  readonly meta: MetaFacts;
  readonly durability: Durability;
  readonly committed: () => void;
}

export class Committer {
  readonly #commit: Statement<[]>;
  readonly #listeners = new Set<Listener>();
  readonly #appliedListeners = new Set<Listener>();
  #queue: QueuedJob[] = [];
  #readableWaiters: (() => void)[] = [];
  #idleWaiters: (() => void)[] = [];
  #isScheduled = false;
  #isOpen = false;
  #carefulBatches = 0;
  #lockedSinceMs: number | null = null;
  verify: Verify | null = null;
  guard: Guard | null = null;

  constructor(private readonly services: CommitterServices) {
    this.#commit = services.sqlite.prepare("COMMIT");
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  whenReadable(): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    return new Promise((resolve) => this.#readableWaiters.push(resolve));
  }

  /** No other batch is opened before that. */
  whenIdle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  get #isIdle(): boolean {
    const { durability } = this.services;
    return !this.#isOpen && (durability.isComplete || durability.failure !== null);
  }

  /** Resolves one turn of the event loop after the writers of all commits so far got their results. */
  whenDurable(): Promise<void> {
    const { durability, path } = this.services;
    if (durability.isComplete) return Promise.resolve();
    return new Promise((resolve, reject) => {
      durability.after((failure) => {
        if (failure !== null) reject(writeFailed(path, failure));
        else setImmediate(resolve);
      });
    });
  }

  async drained(): Promise<void> {
    while (!this.#isIdle || this.#queue.length > 0) {
      await this.whenIdle();
      await new Promise(setImmediate);
    }
  }

  onCommit(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onApplied(listener: Listener): () => void {
    this.#appliedListeners.add(listener);
    return () => this.#appliedListeners.delete(listener);
  }

  write<T>(run: (tx: WriteTransaction) => T): Promise<WriteResult<T>> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        run,
        resolve: (result) => resolve(result as WriteResult<T>),
        reject,
        isAlone: false,
      });
      this.schedule();
    });
  }

  schedule(): void {
    if (this.#isScheduled || this.#isOpen) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#drain();
    });
  }

  #drain(): void {
    const { durability, path } = this.services;
    if (durability.failure !== null) return this.#failAll(writeFailed(path, durability.failure));
    // A caller waits for an idle moment, which comes after the next flush.
    if (this.#idleWaiters.length > 0 && !durability.isComplete) return;
    if (this.#queue[0]?.isAlone === true) return this.#drainAlone();
    if (!this.#tryBegin()) return;
    this.#isOpen = true;
    const { savepoints } = this.services;
    this.#carefulBatches = Math.max(0, this.#carefulBatches - 1);
    savepoints.begin(this.#carefulBatches > 0);
    const { ran, jobs, isStopped } = this.#runQueued();
    if (savepoints.isSpoilt) {
      this.#carefulBatches = CAREFUL_BATCHES;
      this.#rollback();
      this.#queue.unshift(...jobs);
      this.#close();
    } else if (isStopped) {
      this.#rollback();
      const stopped = jobs.at(-1);
      if (stopped !== undefined) stopped.isAlone = true;
      this.#queue.unshift(...jobs);
      this.#close();
    } else if (this.verify === null) {
      this.#finish(ran);
      this.#close();
    } else {
      void this.#verifyAndFinish(ran, this.verify);
    }
  }

  #drainAlone(): void {
    const job = this.#queue.shift();
    if (job === undefined) return;
    this.#isOpen = true;
    void this.#runAlone(job, this.verify ?? (() => true)).then(() => this.#close());
  }

  /** `exec` is used, because the driver does not reset a prepared statement that found the file locked. */
  #begin(): void {
    this.services.sqlite.exec("BEGIN IMMEDIATE");
  }

  /** Returns false if another process has locked the file, and schedules another attempt. */
  #tryBegin(): boolean {
    try {
      this.#begin();
      this.#lockedSinceMs = null;
      return true;
    } catch (error) {
      if (this.#mayWait(error)) {
        this.#isScheduled = true;
        setTimeout(() => {
          this.#isScheduled = false;
          this.#drain();
        }, LOCK_RETRY_MS);
        return false;
      }
      this.#failAll(writeFailed(this.services.path, error));
      return false;
    }
  }

  #failAll(error: Error): void {
    const failed = this.#queue;
    this.#queue = [];
    for (const { reject } of failed) reject(error);
  }

  async #beginPatiently(): Promise<void> {
    for (;;) {
      try {
        this.#begin();
        this.#lockedSinceMs = null;
        return;
      } catch (error) {
        if (!this.#mayWait(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
      }
    }
  }

  /** Returns false if the file has been locked for too long. */
  #mayWait(error: unknown): boolean {
    const isBusy = error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY");
    this.#lockedSinceMs ??= this.services.now();
    if (isBusy && this.services.now() - this.#lockedSinceMs < MAX_WAIT_FOR_LOCK_MS) return true;
    this.#lockedSinceMs = null;
    return false;
  }

  #runQueued(): { ran: RanJob[]; jobs: QueuedJob[]; isStopped: boolean } {
    const ran: RanJob[] = [];
    let taken = 0;
    let isStopped = true;
    const runJobs = () => {
      const started = performance.now();
      let ts = this.services.clock.ts;
      while (taken < this.#queue.length && taken < MAX_BATCH_JOBS) {
        if (taken > 0 && performance.now() - started > MAX_BATCH_MS) break;
        const job = this.#queue[taken];
        if (job === undefined || job.isAlone) break;
        taken += 1;
        const result = this.#runOne(job, ts);
        if (result.outcome.isOk && result.tx.hasWritten) ts = result.outcome.ts;
        ran.push(result);
        if (this.services.savepoints.isSpoilt) break;
      }
      isStopped = false;
    };
    if (this.guard === null) runJobs();
    else this.guard(runJobs);
    return { ran, jobs: this.#queue.splice(0, taken), isStopped };
  }

  #runOne(job: QueuedJob, previousTs: Timestamp): RanJob {
    const commitTs = this.services.clock.after(previousTs);
    const tx = new WriteJob(this.services, previousTs, commitTs);
    if (!this.services.sqlite.isInTransaction) {
      // After an error in an earlier job, SQLite has rolled the transaction back, including the writes of the other
      // jobs in the batch.
      const error = writeFailed(this.services.path, new Error("the transaction was lost"));
      return { job, tx, outcome: { isOk: false, error } };
    }
    try {
      const value = tx.savepoint(() => job.run(tx));
      return { job, tx, outcome: { isOk: true, value, ts: tx.hasWritten ? commitTs : previousTs } };
    } catch (error) {
      return { job, tx, outcome: { isOk: false, error } };
    }
  }

  async #verifyAndFinish(ran: readonly RanJob[], verify: Verify): Promise<void> {
    if (!(await this.#isVerified(verify))) return this.#runEachAlone(ran.map(({ job }) => job));
    this.#finish(ran);
    this.#close();
  }

  async #runEachAlone(jobs: readonly QueuedJob[]): Promise<void> {
    this.#rollback();
    for (const job of jobs) await this.#runAlone(job, this.verify ?? (() => true));
    this.#close();
  }

  async #isVerified(verify: Verify): Promise<boolean> {
    await new Promise(setImmediate);
    return await verify();
  }

  async #runAlone(job: QueuedJob, verify: Verify): Promise<void> {
    this.#isOpen = true;
    try {
      await this.#beginPatiently();
    } catch (error) {
      job.reject(writeFailed(this.services.path, error));
      return;
    }
    this.services.savepoints.begin(true);
    const result = this.#runOne(job, this.services.clock.ts);
    if (await this.#isVerified(verify)) {
      this.#finish([result]);
      return;
    }
    this.#rollback();
    const error = new DatabaseError(
      "JobNotVerified",
      "The write was undone because it failed after it ended.",
    );
    job.reject(result.outcome.isOk ? error : result.outcome.error);
  }

  #finish(ran: readonly RanJob[]): void {
    const { services } = this;
    const written = ran.filter(({ tx, outcome }) => outcome.isOk && tx.hasWritten);
    try {
      this.#makeDurable(written);
    } catch (error) {
      this.#rollback();
      for (const { job } of ran) job.reject(writeFailed(services.path, error));
      return;
    }
    const commits = written.map(({ tx }) => tx.toCommit());
    for (const [i, { tx }] of written.entries()) {
      const ts = commits[i]?.ts;
      if (ts !== undefined) services.log.add(ts, tx.replaced(), services.now());
    }
    this.#isOpen = false;
    const last = commits.at(-1);
    if (last !== undefined) {
      this.#tell(this.#appliedListeners, commits);
      services.durability.committed(last.ts, ran.length === 1 && this.#queue.length === 0);
    }
    services.durability.after((failure) => {
      this.#answer(ran, commits, failure);
      this.#serveIdle();
    });
    services.committed();
  }

  /** Settles the promises of a batch. `failure` means that its state on disk is unknown. */
  #answer(ran: readonly RanJob[], commits: readonly Commit[], failure: Error | null): void {
    if (failure !== null) {
      const error = writeFailed(this.services.path, failure);
      for (const { job } of ran) job.reject(error);
      return;
    }
    if (commits.length > 0) this.#tell(this.#listeners, commits);
    for (const { job, outcome } of ran) {
      if (outcome.isOk) job.resolve({ value: outcome.value, ts: outcome.ts });
      else job.reject(outcome.error);
    }
  }

  #serveIdle(): void {
    if (!this.#isIdle || this.#idleWaiters.length === 0) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resolve of waiters) resolve();
    if (this.#queue.length > 0) this.schedule();
  }

  #makeDurable(written: readonly RanJob[]): void {
    const { services } = this;
    const tables = new Set<Table>();
    for (const { tx } of written) for (const table of tx.writtenTables()) tables.add(table);
    const newTables = [...tables].filter(({ isStored }) => !isStored);
    for (const table of newTables) services.catalog.storeTable(table);
    const last = written.at(-1)?.outcome;
    const ts = last?.isOk === true ? last.ts : null;
    if (ts !== null) services.clock.save(ts);
    services.meta.writePending();
    this.#commit.run([]);
    services.store.ended(true);
    services.meta.markWritten();
    for (const table of newTables) table.isStored = true;
    if (ts !== null) services.clock.advance(ts);
  }

  #rollback(): void {
    this.services.savepoints.reset();
    this.services.store.ended(false);
    // SQLite rolls a transaction back automatically after some errors. Then there is nothing left to roll back.
    if (this.services.sqlite.isInTransaction) this.services.sqlite.exec("ROLLBACK");
  }

  #tell(listeners: ReadonlySet<Listener>, commits: readonly Commit[]): void {
    for (const listener of listeners) {
      try {
        listener(commits);
      } catch (error) {
        // The commit remains valid whatever a listener does. A listener's error becomes an uncaught exception.
        setImmediate(() => {
          throw error;
        });
      }
    }
  }

  #close(): void {
    this.#isOpen = false;
    const waiters = this.#readableWaiters;
    this.#readableWaiters = [];
    for (const resolve of waiters) resolve();
    this.#serveIdle();
    if (this.#queue.length > 0) this.schedule();
  }
}
