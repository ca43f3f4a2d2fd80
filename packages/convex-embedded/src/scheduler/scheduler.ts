/**
 * The scheduler of a runtime: scheduled functions and crons. Both are stored in the database and run missed work
 * after a restart.
 */
import type { Analysis } from "../functions/analysis.js";
import { canonicalPath } from "../functions/paths.js";
import { systemClock, type Clock } from "./clock.js";
import { CronTable, recognizeCrons } from "./cron-table.js";
import { JobQueue } from "./job-queue.js";
import type { JobServices } from "./job-run.js";

export interface SchedulerOptions extends Omit<JobServices, "clock"> {
  readonly analysis: Pick<Analysis, "crons" | "components">;
  readonly clock?: Clock;
}

export interface Scheduler {
  /** Call it after everything that functions need is running. */
  start(): Promise<void>;
  /** Throws InvalidModules if a cron of the new functions is invalid. */
  replaceFunctions(analysis: SchedulerOptions["analysis"]): Promise<void>;
  /** Starts no further jobs. Close it before the action runner and the database. */
  close(): void;
}

/** Throws InvalidModules if a cron of the folder is wrong. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  let components = pathsOf(options.analysis);
  const services: JobServices = {
    ...options,
    components: () => components,
    clock: options.clock ?? systemClock,
  };
  const jobs = new JobQueue(services);
  const crons = new CronTable(services, options.analysis.crons);
  return {
    async start() {
      await jobs.start();
      await crons.start();
    },
    async replaceFunctions(analysis) {
      components = pathsOf(analysis);
      jobs.lookEverywhere();
      await crons.replace(analysis.crons);
    },
    close() {
      crons.close();
      jobs.close();
    },
  };
}

function pathsOf({ components }: SchedulerOptions["analysis"]): readonly string[] {
  return components.map(({ path }) => path);
}

/** Throws InvalidModules if a cron of these functions is wrong. */
export function checkCrons({ crons, functions }: Pick<Analysis, "crons" | "functions">): void {
  recognizeCrons(crons, (path) => {
    const name = canonicalPath(path);
    return Object.hasOwn(functions, name) ? (functions[name]?.kind ?? null) : null;
  });
}
