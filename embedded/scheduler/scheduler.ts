/**
 * The scheduler of a runtime: scheduled functions and crons, both kept in the database and both catching up
 * after a restart.
 */
import type { Analysis } from "../functions/analysis.js";
import { canonicalPath } from "../functions/paths.js";
import { systemClock, type Clock } from "./clock.js";
import { CronTable, recognizeCrons } from "./cron-table.js";
import { JobQueue } from "./job-queue.js";
import type { JobServices } from "./job-run.js";

export interface SchedulerOptions extends Omit<JobServices, "clock"> {
  readonly analysis: Pick<Analysis, "crons">;
  readonly clock?: Clock;
}

export interface Scheduler {
  /** Begins to run what is due; call it once everything that functions need is up. */
  start(): Promise<void>;
  /** Takes over the crons of other functions; throws InvalidModules when one of them is wrong. */
  replaceCrons(crons: Analysis["crons"]): Promise<void>;
  /** Starts nothing more; close the action runner and the database after it. */
  close(): void;
}

/** Makes the scheduler; throws InvalidModules when a cron of the folder is wrong. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const services: JobServices = { ...options, clock: options.clock ?? systemClock };
  const jobs = new JobQueue(services);
  const crons = new CronTable(services, options.analysis.crons);
  return {
    async start() {
      await jobs.start();
      await crons.start();
    },
    replaceCrons: (next) => crons.replace(next),
    close() {
      crons.close();
      jobs.close();
    },
  };
}

/** Throws InvalidModules when a cron of these functions is wrong. */
export function checkCrons({ crons, functions }: Pick<Analysis, "crons" | "functions">): void {
  recognizeCrons(crons, (path) => {
    const name = canonicalPath(path);
    return Object.hasOwn(functions, name) ? (functions[name]?.kind ?? null) : null;
  });
}
