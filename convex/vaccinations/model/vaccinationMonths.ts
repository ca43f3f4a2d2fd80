/** Counts and finds places in lists by how many doses were given, fall due and are booked on each day. */
import { monthOf } from "../../../domain/dates/months";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** What is counted by the day. */
export type DayKind = "given" | "due" | "booked";

/** The months of two hundred years, more than the rules of dates leave room for. */
const MOST_MONTHS = 2400;

const DAYS_OF_A_MONTH = 31;

/** Before and behind every calendar day. */
export const FIRST_DAY = "0000-00-00";
export const LAST_DAY = "9999-99-99";

const none = (): number[] => Array.from({ length: DAYS_OF_A_MONTH }, () => 0);

/** The days between two, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A day on which something happens, with how much. */
export interface CountedDay {
  readonly day: string;
  readonly count: number;
}

/** The days of a kennel on which any of some kinds happens, the earliest first. */
export class VaccinationDays {
  private constructor(private readonly months: readonly Doc<"vaccinationMonths">[]) {}

  /** Reads the months that the days are in. */
  static async read(ctx: QueryCtx, kennelId: Id<"kennels">, { from, to }: Days): Promise<VaccinationDays> {
    const months = await ctx.db
      .query("vaccinationMonths")
      .withIndex("by_kennel_and_month", (q) =>
        q.eq("kennelId", kennelId).gte("month", monthOf(from)).lte("month", monthOf(to)),
      )
      .take(MOST_MONTHS);
    return new VaccinationDays(months);
  }

  /** Lists the days on which any of the kinds happens, with how often in all. */
  list(kinds: readonly DayKind[], { from, to }: Days): CountedDay[] {
    return this.months.flatMap((row) =>
      none()
        .map((_, place) => ({
          day: `${row.month}-${String(place + 1).padStart(2, "0")}`,
          count: kinds.reduce((sum, kind) => sum + (row[kind][place] ?? 0), 0),
        }))
        .filter(({ day, count }) => count > 0 && from <= day && day <= to),
    );
  }

  /** Adds up what happens between two days. */
  sum(kinds: readonly DayKind[], days: Days): number {
    return totalOf(this.list(kinds, days));
  }
}

/** Adds counted days up. */
export const totalOf = (days: readonly CountedDay[]): number =>
  days.reduce((sum, { count }) => sum + count, 0);

/** Finds the day that the entry after `skip` others is of, and how many of that day come before it. */
export function findPlace(days: readonly CountedDay[], skip: number): { day: string; skip: number } | null {
  let left = skip;
  for (const { day, count } of days) {
    if (left < count) return { day, skip: left };
    left -= count;
  }
  return null;
}
