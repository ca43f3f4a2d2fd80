/**
 * Calculates when a cron runs next. Intervals are counted from the last run. Clock schedules are in UTC. A schedule
 * without a minute gets a fixed minute derived from the cron, so that many crons do not run at the same time.
 */
import { createHash } from "node:crypto";
import { Cron } from "croner";
import { EngineError } from "../errors.js";
import type { AnalyzedCron } from "../functions/analysis.js";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

export interface CronSchedule {
  /** The first moment after `afterMs`. `previousMs` is when the last run was due, or null before the first run. */
  next(previousMs: number | null, afterMs: number): number;
}

/** Throws InvalidModules if the cron can never run. */
export function readSchedule(name: string, schedule: AnalyzedCron["schedule"]): CronSchedule {
  if (schedule.type === "interval") return intervalSchedule(name, schedule);
  const pattern = patternOf(name, schedule);
  const cron = parsePattern(name, pattern);
  return {
    next(_previousMs, afterMs) {
      const next = cron.nextRun(new Date(afterMs));
      if (next === null) throw invalid(name, `the schedule "${pattern}" never comes due`);
      return next.getTime();
    },
  };
}

function intervalSchedule(name: string, schedule: AnalyzedCron["schedule"]): CronSchedule {
  const seconds =
    (numberIn(schedule, "seconds") ?? 0) +
    (numberIn(schedule, "minutes") ?? 0) * 60 +
    (numberIn(schedule, "hours") ?? 0) * 3600;
  if (!(seconds > 0)) throw invalid(name, "the interval must be greater than 0");
  const stepMs = seconds * 1000;
  return {
    next(previousMs, afterMs) {
      // A new interval begins with an immediate run.
      if (previousMs === null) return afterMs;
      const missed = Math.max(0, Math.floor((afterMs - previousMs) / stepMs));
      return previousMs + (missed + 1) * stepMs;
    },
  };
}

function patternOf(name: string, schedule: AnalyzedCron["schedule"]): string {
  const minute = numberIn(schedule, "minuteUTC") ?? ownMinute(name);
  const hour = numberIn(schedule, "hourUTC") ?? 0;
  switch (schedule.type) {
    case "hourly":
      return `${minute} * * * *`;
    case "daily":
      return `${minute} ${hour} * * *`;
    case "weekly":
      return `${minute} ${hour} * * ${DAYS.indexOf(String(schedule["dayOfWeek"]))}`;
    case "monthly":
      return `${minute} ${hour} ${numberIn(schedule, "day") ?? 1} * *`;
    case "cron":
      return String(schedule["cron"]);
    default:
      throw invalid(name, `the schedule type "${schedule.type}" is unknown`);
  }
}

function parsePattern(name: string, pattern: string): Cron {
  try {
    return new Cron(pattern, { timezone: "UTC", mode: "5-part", paused: true });
  } catch (error) {
    throw invalid(name, error instanceof Error ? error.message : String(error));
  }
}

function ownMinute(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0) % 60;
}

function numberIn(schedule: AnalyzedCron["schedule"], field: string): number | undefined {
  const value = schedule[field];
  return typeof value === "number" ? value : undefined;
}

function invalid(name: string, reason: string): EngineError {
  return new EngineError("InvalidModules", `The cron "${name}" cannot be scheduled: ${reason}`);
}
